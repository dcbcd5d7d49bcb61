//! The settings of the window, driven by what a screen reader is told of them.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, mpsc},
    time::{Duration, Instant},
};

use eframe::egui::{self, Key};
use egui_kittest::{
    Harness,
    kittest::{NodeT as _, Queryable as _},
};
use marque::{
    app::App,
    engine::Engine,
    settings::{Relay, Settings},
    ui::{
        names, theme,
        words::{Language, Words},
    },
};

/// Nothing here takes that long; a machine under load might.
const LIMIT: Duration = Duration::from_secs(120);

struct Desk {
    window: Harness<'static, App>,
    woken: mpsc::Receiver<()>,
    folder: tempfile::TempDir,
}

impl Desk {
    fn open(settings: Settings) -> Desk {
        Desk::speaking(settings, None)
    }

    fn speaking(settings: Settings, language: Option<Language>) -> Desk {
        let folder = tempfile::tempdir().unwrap();
        settings.save(folder.path()).unwrap();
        let (window, woken) = window(folder.path(), language);
        Desk { window, woken, folder }
    }

    /// Closes the window and opens it again.
    fn reopen(self) -> Desk {
        let Desk { window, folder, .. } = self;
        drop(window);
        let (window, woken) = self::window(folder.path(), None);
        Desk { window, woken, folder }
    }

    /// Draws until something is there.
    fn until(&mut self, label: &str) {
        let deadline = Instant::now() + LIMIT;
        loop {
            self.window.run();
            if self.shows(label) {
                return;
            }
            let left = deadline.checked_duration_since(Instant::now());
            let left = left.unwrap_or_else(|| panic!("{label} did not come in time"));
            let _ = self.woken.recv_timeout(left);
        }
    }

    fn click(&mut self, label: &str) {
        self.window.get_by_label(label).click();
        self.window.run();
    }

    fn shows(&self, label: &str) -> bool {
        self.window.query_all_by_label_contains(label).next().is_some()
    }

    /// Writes into the field of this name, in place of what is there.
    fn write(&mut self, field: &str, text: &str) {
        self.window.get_by_label(field).focus();
        self.window.run();
        self.window.key_press_modifiers(egui::Modifiers::COMMAND, Key::A);
        self.window.run();
        self.window.get_by_label(field).type_text(text);
        self.window.run();
    }

    fn enter(&mut self) {
        self.window.key_press(Key::Enter);
        self.window.run();
    }

    /// What is on disk.
    fn kept(&self) -> Settings {
        Settings::load(self.folder.path())
    }
}

fn window(folder: &Path, language: Option<Language>) -> (Harness<'static, App>, mpsc::Receiver<()>) {
    let path: PathBuf = folder.to_owned();
    let (wake, woken) = mpsc::channel();
    let wake = Arc::new(move || {
        let _ = wake.send(());
    });
    let engine = Engine::start(Some(path.clone()), Default::default(), wake).unwrap();
    let [width, height] = theme::LEAST;
    let window = Harness::builder()
        .with_size(egui::vec2(width, height))
        .with_theme(egui::Theme::Dark)
        .with_os(egui::os::OperatingSystem::Nix)
        .build_eframe(move |cc| App::new(&cc.egui_ctx, engine, path).unwrap().speaking(language));
    (window, woken)
}

/// Without a relay: no test asks anybody beyond this computer.
fn english() -> Settings {
    Settings { language: Language::English, relay: Relay::None, ..Settings::default() }
}

#[test]
fn every_choice_is_reached_by_its_name_and_kept() {
    let mut desk = Desk::open(english());
    desk.click("Settings");
    for label in
        ["light", "strong", "Sound", "Things may move for a moment", "The desktop tells when it is your turn"]
    {
        desk.click(label);
    }
    desk.click("public");
    desk.write("Nickname", "Ștefan");
    desk.enter();
    let kept = desk.kept();
    assert_eq!(
        (kept.nickname.as_str(), kept.volume, kept.animation, kept.notify),
        ("Ștefan", 0, false, false)
    );
    assert_eq!(kept.relay, Relay::Public);
    desk.click("Sound");
    assert!(desk.kept().volume > 0);
    desk.click("Română");
    assert_eq!(desk.kept().language, Language::Romanian);
    assert!(desk.shows("Setări"), "and spoken at once");
    desk.click("Înapoi");
    assert!(desk.shows("Bătălii navale fără arbitru"));
}

#[test]
fn a_nickname_is_measured_while_it_is_written() {
    let mut desk = Desk::open(english());
    desk.click("Settings");
    desk.write("Nickname", &"ș".repeat(33));
    assert!(desk.shows("66 bytes, and there is room for 64"));
    desk.enter();
    assert_eq!(desk.kept().nickname, "", "too long is not kept");
    desk.write("Nickname", "\u{202e}Ana\u{200b}");
    assert!(desk.shows("9 of 64 bytes. Others see: Ana"));
    desk.enter();
    assert_eq!(desk.kept().nickname, "\u{202e}Ana\u{200b}", "anybody may be called anything");
}

#[test]
fn what_is_being_written_when_the_window_closes_is_kept() {
    let mut desk = Desk::open(english());
    desk.click("Settings");
    desk.write("Nickname", "Ana");
    assert_eq!(desk.kept().nickname, "", "still being written");
    eframe::App::on_exit(desk.window.state_mut(), None);
    assert_eq!(desk.kept().nickname, "Ana");
}

#[test]
fn a_size_that_the_keyboard_sets_is_a_setting_like_any_other() {
    let mut desk = Desk::open(english());
    let mut zoom = |key, times| {
        for _ in 0..times {
            desk.window.key_press_modifiers(egui::Modifiers::COMMAND, key);
            desk.window.run();
        }
        (desk.kept().scale, desk.window.ctx.zoom_factor())
    };
    assert_eq!(zoom(Key::Plus, 3), (130, 1.3));
    assert_eq!(zoom(Key::Plus, 20), (200, 2.0), "no larger than can be set");
    assert_eq!(zoom(Key::Minus, 20), (100, 1.0), "and no smaller");
}

#[test]
fn a_relay_of_ones_own_is_taken_once_it_is_one() {
    let mut desk = Desk::open(english());
    desk.click("Settings");
    desk.click("my own");
    desk.write("Address of your relay", "relay");
    assert!(desk.shows("That is no address of a relay"));
    desk.enter();
    assert_eq!(desk.kept().relay, Relay::None, "until then nothing changes");
    desk.write("Address of your relay", "https://relay.example.org");
    assert!(!desk.shows("That is no address of a relay"));
    desk.enter();
    assert_eq!(desk.kept().relay, Relay::Own("https://relay.example.org".parse().unwrap()));
}

#[test]
fn only_through_no_relay_is_said_to_be_no_way() {
    let mut desk = Desk::open(Settings { relay: Relay::Public, ..english() });
    desk.click("Settings");
    desk.click("Only through the relay: hides your address from opponents");
    assert!(desk.kept().relay_only && !desk.shows("This cannot work"));
    desk.click("none");
    assert!(desk.shows("This cannot work"));
}

#[test]
fn an_invitation_by_which_nobody_could_come_is_none() {
    let relay = Relay::Own("http://127.0.0.1:1/".parse().unwrap());
    let mut desk = Desk::open(Settings { relay, relay_only: true, ..english() });
    desk.window.get_by_label("Invite a friend").click();
    desk.until("Nobody could reach your table");
    assert!(desk.shows("Play a bot"), "back on the first screen");
}

#[test]
fn a_language_of_one_run_is_not_kept_unless_it_is_chosen() {
    let mut desk = Desk::speaking(english(), Some(Language::French));
    assert!(desk.shows("Batailles navales sans arbitre"));
    desk.click("Réglages");
    desk.click("sombre");
    assert_eq!(desk.kept().language, Language::English, "another choice does not keep it");
    desk.click("English");
    desk.click("Français");
    assert_eq!(desk.kept().language, Language::French);
}

/// Kittest panics where a letter has no glyph.
#[test]
fn whatever_a_name_is_made_of_the_window_can_draw_it() {
    let words = Words::new(Language::English);
    let zalgo: String = "Ana".chars().flat_map(|c| [c].into_iter().chain('\u{300}'..='\u{36f}')).collect();
    let long = "x".repeat(10_000);
    let mut nasty = vec![
        "",
        " ",
        "\u{202e}anA",
        "👨\u{200d}👩\u{200d}👧",
        "名前",
        "שלום",
        "a\nb",
        "\u{10ffff}",
        "🏳",
        "●",
        &zalgo,
        &long,
    ]
    .into_iter()
    .map(str::to_owned)
    .collect::<Vec<String>>();
    let all: Vec<char> = (0..0x11_0000).filter_map(char::from_u32).collect();
    nasty.extend(all.chunks(24).step_by(7).map(|chunk| chunk.iter().collect::<String>()));
    let shown: Vec<String> = nasty.iter().map(|name| names::shown(&words, name)).collect();
    assert!(shown.iter().all(|name| !name.trim().is_empty()));
    assert_eq!((shown[0].as_str(), shown[2].as_str(), shown[4].as_str()), ("Opponent", "anA", "◻◻"));
    for chunk in shown.chunks(400) {
        let chunk = chunk.to_vec();
        Harness::new_ui(move |ui| chunk.iter().for_each(|name| drop(ui.label(name)))).run();
    }
}

#[test]
fn two_players_of_one_name_have_their_keys_beside_it() {
    let words = Words::new(Language::English);
    let keys = [[1; 32], [2; 32], [3; 32], [4; 32]];
    let apart = |names: [&str; 4]| {
        let players: Vec<(&str, &[u8; 32])> = names.into_iter().zip(&keys).collect();
        names::apart(&words, &players)
    };
    let plain = apart(["Ana", "Ben", "Cleo", "Dan"]);
    assert_eq!(plain, ["Ana", "Ben", "Cleo", "Dan"]);
    // The same, with nothing to be seen between the letters, in other letters, and none at all.
    for other in ["Ana", "A\u{200b}na", "Аnа", "ANA"] {
        let shown = apart(["Ana", "Ben", other, "Dan"]);
        assert_eq!((shown[0].as_str(), shown[1].as_str()), ("Ana · 0101-0101-0101", "Ben"));
        assert!(shown[2].ends_with(" · 0303-0303-0303"), "{shown:?}");
    }
    let nobody = apart(["", " ", "名", "前"]);
    assert!(nobody.iter().all(|name| name.contains(" · ")), "{nobody:?}");
}

/// At twice the size the smallest window has half the room.
#[test]
fn nothing_is_cut_off_at_the_side_in_any_language() {
    for language in Language::ALL {
        let mut desk = Desk::open(Settings { language, ..english() });
        let words = Words::new(language);
        desk.click(&words.say("settings"));
        for (page, there) in [
            ("settings", "set-privacy"),
            ("profile", "profile-key-line"),
            ("diagnostics", "find-nobody-asked"),
        ] {
            desk.click(&words.say(page));
            desk.until(&words.say(there));
            for scale in [100.0, 200.0] {
                // As high as it takes, so that all of it is there to be looked at.
                let width = theme::LEAST[0] * 100.0 / scale;
                desk.window.set_size(egui::vec2(width, 4000.0));
                desk.window.run();
                let named = desk.window.get_all_by(|node| node.label().or(node.value()).is_some());
                let mut count = 0;
                for node in named {
                    let (rect, label) =
                        (node.rect(), node.accesskit_node().label().or(node.accesskit_node().value()));
                    assert!(rect.left() >= 0.0 && rect.right() <= width, "{label:?} at {scale} %: {rect:?}");
                    count += 1;
                }
                assert!(count > 12, "{page}: {count}");
            }
        }
    }
}

#[test]
fn a_profile_moves_in_the_window_and_is_taken_back_at_ones_own_risk() {
    let mut desk = Desk::open(english());
    let outside = tempfile::tempdir().unwrap();
    let file = outside.path().join("file");
    desk.click("Settings");
    desk.click("Profile");
    desk.until("Others know you by it");
    desk.write("File for a copy", file.to_str().unwrap());
    desk.click("Move to another computer …");
    assert!(desk.shows("no game begins or goes on here"), "it is asked first");
    desk.click("No, leave it");
    desk.click("Move to another computer …");
    desk.click("Yes, do it");
    desk.until("Everything is in");
    assert!(file.exists() && desk.shows("This profile was moved to another computer on 2"));
    assert!(desk.window.query_by_label("Back").is_none(), "there is no way to a game");
    // So it is at every start.
    let mut desk = desk.reopen();
    desk.until("This profile was moved to another computer on 2");
    assert!(!desk.shows("Play a bot"));
    desk.click("Take it back …");
    assert!(desk.shows("at your own risk"));
    desk.click("Yes, do it");
    desk.until("The profile is here again");
    desk.click("Back");
    assert!(desk.shows("Play a bot"));
}

#[test]
fn a_profile_arrives_in_the_window_and_is_there_at_the_next_start() {
    let (mut old, mut new) =
        (Desk::open(Settings { nickname: "Ana".to_owned(), ..english() }), Desk::open(english()));
    let outside = tempfile::tempdir().unwrap();
    let file = outside.path().join("file");
    for (desk, deed, done) in [
        (&mut old, "Move to another computer …", "Everything is in"),
        (&mut new, "Bring a profile here …", "Close Marque and open it again"),
    ] {
        desk.click("Settings");
        desk.click("Profile");
        desk.write("File for a copy", file.to_str().unwrap());
        desk.click(deed);
        desk.click("Yes, do it");
        desk.until(done);
    }
    assert!(new.window.query_by_label("Back").is_none());
    let mut new = new.reopen();
    new.click("Settings");
    assert!(new.shows("Others see: Ana"));
    assert_eq!(
        std::fs::read(old.folder.path().join("identity.key")).unwrap(),
        std::fs::read(new.folder.path().join("identity.key")).unwrap()
    );
}

#[test]
fn what_does_not_work_says_why_and_is_remembered() {
    let mut desk = Desk::open(english());
    desk.click("Settings");
    desk.click("Profile");
    desk.write("File for a copy", "/nowhere/at all");
    desk.click("Back up the key");
    desk.until("There is no such file or folder: look at the path");
    desk.click("Diagnostics");
    desk.until("No relay is used");
    desk.until("There is no such file or folder: look at the path");
}

#[test]
fn diagnostics_say_what_there_is_and_can_be_copied() {
    let mut desk = Desk::open(english());
    desk.click("Settings");
    desk.click("Diagnostics");
    desk.until("No relay is used");
    desk.until("The profile can be written.");
    assert!(desk.shows(&format!("Marque {}", env!("CARGO_PKG_VERSION"))) && desk.shows("Protocol 1"));
    desk.window.get_by_label("Copy report").click_accesskit();
    desk.window.step();
    let copied = desk.window.output().platform_output.commands.iter().find_map(|command| match command {
        egui::OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    });
    let copied = copied.expect("it is on the clipboard");
    assert!(
        copied.contains("No relay is used") && copied.contains(desk.folder.path().to_str().unwrap()),
        "{copied}"
    );
    let key = std::fs::read(desk.folder.path().join("identity.key"));
    assert!(
        !key.is_ok_and(
            |key| copied.contains(&key.iter().map(|byte| format!("{byte:02x}")).collect::<String>())
        )
    );
    desk.window.run();
    desk.click("Look again");
    desk.until("No relay is used");
}

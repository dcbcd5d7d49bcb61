//! Screens, driven by what a screen reader is told of them.

use std::{
    collections::BTreeSet,
    sync::{Arc, mpsc},
    time::{Duration, Instant},
};

use eframe::egui::{self, Key, accesskit::Role};
use egui_kittest::{
    Harness,
    kittest::{NodeT as _, Queryable as _},
};
use marque::{
    app::App,
    engine::Engine,
    settings::Settings,
    ui::words::{self, Language},
};

const LIMIT: Duration = Duration::from_secs(120);
/// The smallest size of the window.
const LEAST: egui::Vec2 = egui::vec2(900.0, 640.0);

struct Desk {
    window: Harness<'static, App>,
    woken: mpsc::Receiver<()>,
    _folder: tempfile::TempDir,
}

impl Desk {
    fn open() -> Desk {
        let folder = tempfile::tempdir().unwrap();
        let english = Settings { language: Language::English, ..Settings::default() };
        let (wake, woken) = mpsc::channel();
        let engine = Engine::start(
            Some(folder.path().to_owned()),
            Arc::new(move || {
                let _ = wake.send(());
            }),
        )
        .unwrap();
        english.save(folder.path()).unwrap();
        let profile = folder.path().to_owned();
        let window = Harness::builder()
            .with_size(LEAST)
            .with_theme(egui::Theme::Dark)
            .with_os(egui::os::OperatingSystem::Nix)
            .build_eframe(move |cc| App::new(&cc.egui_ctx, engine, profile).unwrap());
        Desk { window, woken, _folder: folder }
    }

    fn click(&mut self, label: &str) {
        self.window.get_by_label(label).click();
        self.window.run();
    }

    fn shows(&self, label: &str) -> bool {
        self.window.query_all_by_label_contains(label).next().is_some()
    }

    /// Draws until something is there.
    fn until(&mut self, what: &str, there: impl Fn(&Desk) -> bool) {
        let deadline = Instant::now() + LIMIT;
        loop {
            self.window.run();
            if there(self) {
                return;
            }
            let left = deadline.checked_duration_since(Instant::now());
            let left = left.unwrap_or_else(|| panic!("{what} did not come in time"));
            let _ = self.woken.recv_timeout(left.min(Duration::from_millis(200)));
        }
    }

    fn begin(&mut self) {
        self.click("Play a bot");
        self.click("Random");
        self.click("Ready: seal the fleet");
    }
}

#[test]
fn two_clicks_lead_to_a_placement_and_back() {
    let mut desk = Desk::open();
    desk.click("Play a bot");
    assert!(desk.shows("Lay out your fleet"));
    let ready = desk.window.get_by_label("Ready: seal the fleet");
    assert!(ready.accesskit_node().is_disabled(), "nothing lies yet");
    desk.click("Back");
    assert!(desk.shows("Naval battles without a referee"));
}

#[test]
fn a_fleet_is_laid_out_by_the_keyboard_alone() {
    let mut desk = Desk::open();
    desk.click("Play a bot");
    // The first cell of the sea, the battleship, then one below it, turned.
    desk.window.get_by_label("A1, water").focus();
    desk.window.run();
    desk.window.key_press(Key::Enter);
    desk.window.run();
    assert!(desk.shows("A1, battleship") && desk.shows("D1, battleship"));
    for _ in 0..2 {
        desk.window.key_press(Key::ArrowDown);
        desk.window.run();
    }
    desk.window.key_press(Key::R);
    desk.window.run();
    desk.window.key_press(Key::Enter);
    desk.window.run();
    assert!(desk.shows("A3, cruiser") && desk.shows("A5, cruiser"), "turned down");
    desk.window.key_press(Key::Delete);
    desk.window.run();
    assert!(desk.window.query_by_label("A4, cruiser").is_none(), "taken away again");
    desk.click("Undo");
    assert!(desk.shows("A4, cruiser"));
    desk.click("Complete");
    assert!(desk.shows("Every ship lies."));
}

#[test]
fn a_spot_that_will_not_do_is_explained() {
    let mut desk = Desk::open();
    desk.click("Play a bot");
    desk.click("A1, water");
    desk.click("E2, water");
    assert!(desk.shows("Ships may not touch"));
}

#[test]
fn a_whole_game_is_played_by_names_alone() {
    let mut desk = Desk::open();
    desk.begin();
    desk.until("the first turn", |desk| desk.shows("Your shot") || desk.shows("is thinking"));
    let cells: Vec<String> = ('A'..='J').flat_map(|x| (1..=10).map(move |y| format!("{x}{y}"))).collect();
    let mut fired = BTreeSet::new();
    let over = |desk: &Desk| desk.shows("You have won") || desk.shows("You have lost");
    while !over(&desk) {
        desk.until("a turn", |desk| desk.shows("Your shot") || over(desk));
        if over(&desk) {
            break;
        }
        let open = cells.iter().find(|cell| {
            !fired.contains(*cell) && desk.window.query_by_label(&format!("Enemy {cell}, unknown")).is_some()
        });
        let cell = open.expect("there is water to fire at").clone();
        desk.window.get_by_label(&format!("Enemy {cell}, unknown")).click_accesskit();
        desk.window.run();
        fired.insert(cell.clone());
        let name = format!("Enemy {cell}, unknown");
        desk.until("an answer", |desk| desk.window.query_by_label(&name).is_none() || over(desk));
    }
    desk.until("the record", |desk| desk.shows("Record:"));
    assert!(desk.shows("You: fleet shown, every answer was true."));
    desk.click("Home");
    assert!(desk.shows("Play a bot"));
}

#[test]
fn resigning_asks_first() {
    let mut desk = Desk::open();
    desk.begin();
    desk.until("the first turn", |desk| desk.shows("Your shot") || desk.shows("is thinking"));
    desk.click("Resign");
    desk.click("No, go on");
    assert!(!desk.shows("You have lost"));
    desk.click("Resign");
    desk.click("Yes, resign");
    desk.until("the end", |desk| desk.shows("You have lost"));
    assert!(desk.shows("A side has resigned."));
}

#[test]
fn a_game_that_was_left_is_offered_and_goes_on() {
    let mut desk = Desk::open();
    desk.begin();
    desk.until("the first turn", |desk| desk.shows("Your shot") || desk.shows("is thinking"));
    desk.click("Leave");
    desk.until("the first screen", |desk| desk.shows("Go on with a game"));
    desk.click("Go on with a game");
    desk.until("the game", |desk| desk.shows("Your shot") || desk.shows("is thinking"));
    assert!(desk.shows("fleet sealed, proven legal"), "what was before is shown");
}

#[test]
fn every_language_says_everything_and_nothing_else() {
    let english = words::keys(Language::English);
    assert!(english.len() > 60);
    for language in Language::ALL {
        assert_eq!(words::keys(language), english, "{}", language.name());
    }
    let source: String = sources("src").concat();
    for key in &english {
        assert!(source.contains(&format!("\"{key}\"")), "{key} is said nowhere");
    }
}

#[test]
fn numbers_have_the_form_that_their_language_wants() {
    let say = |language, count: u32| words::Words::new(language).fill("afloat", &[("count", count.into())]);
    let forms = [
        (Language::English, 1, "1 ship afloat"),
        (Language::English, 0, "0 ships afloat"),
        (Language::French, 0, "0 navire à flot"),
        (Language::French, 2, "2 navires à flot"),
        (Language::Romanian, 1, "1 navă pe linia de plutire"),
        (Language::Romanian, 2, "2 nave pe linia de plutire"),
        (Language::Romanian, 20, "20 de nave pe linia de plutire"),
        (Language::Romanian, 119, "119 nave pe linia de plutire"),
        (Language::Romanian, 120, "120 de nave pe linia de plutire"),
    ];
    for (language, count, form) in forms {
        assert_eq!(say(language, count), form);
    }
}

/// No screen says a sentence that is not in the files: string literals with two words in them.
#[test]
fn no_sentence_is_hard_coded_in_a_screen() {
    for source in sources("src/ui").iter().chain(&sources("src/app.rs")) {
        let code = source.split("#[cfg(test)]").next().unwrap_or_default();
        for line in code.lines().map(str::trim).filter(|line| !line.starts_with("//")) {
            let literals = line.split('"').skip(1).step_by(2);
            for literal in literals {
                let plain = literal.split(['{', '}']).step_by(2).collect::<String>();
                let words =
                    plain.split_whitespace().filter(|word| word.chars().all(char::is_alphabetic)).count();
                let said = words >= 2 && !line.contains("expect(") && !line.contains("request_discard");
                assert!(!said, "a sentence in the code: {line}");
            }
        }
    }
}

fn sources(path: &str) -> Vec<String> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if path.is_file() {
        return vec![std::fs::read_to_string(path).unwrap()];
    }
    let entries = std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
    let inside = entries.filter(|path| path.is_dir() || path.extension().is_some_and(|it| it == "rs"));
    inside.flat_map(|path| sources(&path.to_string_lossy())).collect()
}

/// Which role cells have, so that a screen reader knows that they can be pressed.
#[test]
fn cells_are_buttons() {
    let mut desk = Desk::open();
    desk.click("Play a bot");
    assert_eq!(
        desk.window
            .get_all_by_role(Role::Button)
            .filter(|it| it.accesskit_node().label().is_some_and(|label| label.ends_with(", water")))
            .count(),
        100
    );
}

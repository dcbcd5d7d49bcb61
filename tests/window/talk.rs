//! Friends talk beside their game.

use std::path::Path;

use eframe::egui::{Key, MissingGlyphPolicy, accesskit::Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use marque::ui::words::{Language, Words};

use crate::{desk::Desk, friends::Friends};

impl Desk {
    /// Writes a line and sends it.
    pub(crate) fn say(&mut self, text: &str) {
        self.field().focus();
        self.step();
        self.field().type_text(text);
        self.step();
        self.window.key_press(Key::Enter);
        self.step();
    }

    fn field(&self) -> egui_kittest::Node<'_> {
        self.window.get_by_role(Role::TextInput)
    }

    /// Whether nobody is left to talk to.
    pub(crate) fn is_alone(&self) -> bool {
        self.field().accesskit_node().is_disabled()
    }

    fn written(&self) -> String {
        self.field().accesskit_node().value().unwrap_or_default()
    }

    pub(crate) fn phrase(&mut self, menu: &str, phrase: &str) {
        self.click(menu);
        self.click(phrase);
    }
}

/// Both at the battle, and connected.
fn battle() -> Friends {
    let mut friends = Friends::meet();
    friends.lay();
    for desk in &mut friends.desks {
        desk.until("the first turn", |desk| desk.shows("Your shot") || desk.shows("is thinking"));
    }
    friends
}

/// Whether any file of a profile has this text.
fn has(folder: &Path, text: &str) -> bool {
    std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).any(|path| match path.is_dir() {
        true => has(&path, text),
        false => std::fs::read(&path).unwrap().windows(text.len()).any(|part| part == text.as_bytes()),
    })
}

#[test]
fn friends_talk_during_the_game_and_after_it() {
    let mut friends = battle();
    let [host, guest] = &mut friends.desks;
    assert!(host.shows("What is said here stays between you"));
    host.say("plugh, twice");
    assert_eq!(host.written(), "", "the line is free for the next");
    assert!(host.field().is_focused(), "and one can go on writing");
    guest.until("the word", |desk| desk.shows("plugh, twice"));
    host.until("the own word", |desk| desk.shows("plugh, twice"));
    assert!(!host.shows("not delivered"));
    guest.phrase("Phrases", "Well shot!");
    host.until("the phrase", |desk| desk.shows("Well shot!"));

    guest.click("Resign");
    guest.click("Yes, resign");
    for desk in [&mut *host, &mut *guest] {
        desk.until("the record", |desk| desk.shows("Record:"));
    }
    guest.phrase("Phrases", "Good game!");
    host.until("the phrase", |desk| desk.shows("Good game!"));
    host.say("plugh again");
    guest.until("the word", |desk| desk.shows("plugh again"));
    for folder in &friends.folders {
        assert!(!has(folder.path(), "plugh"), "{}", folder.path().display());
    }
    // Whoever stays is told that he sits alone now.
    guest.click("Home");
    host.until("the end of the talk", Desk::is_alone);
}

#[test]
fn keys_of_the_game_and_of_the_talk_do_not_mix() {
    let mut friends = battle();
    let desk = &mut friends.desks[0];
    desk.field().focus();
    desk.step();
    desk.field().type_text("ab");
    desk.window.key_press(Key::ArrowLeft);
    desk.step();
    desk.field().type_text("c");
    desk.step();
    assert_eq!(desk.written(), "acb", "arrows move in the line");
    desk.window.key_press(Key::Escape);
    desk.step();
    assert!(!desk.field().is_focused());
    // The keyboard is with the sea now.
    let cell = desk.window.get_all_by_label_contains("Enemy A1,").next().unwrap();
    cell.focus();
    desk.step();
    desk.window.key_press(Key::ArrowRight);
    desk.step();
    assert!(desk.window.get_all_by_label_contains("Enemy B1,").next().unwrap().is_focused());
    assert_eq!(desk.written(), "acb");
    // An empty line gives the keyboard back.
    desk.field().focus();
    desk.step();
    for _ in 0..3 {
        desk.window.key_press(Key::End);
        desk.window.key_press(Key::Backspace);
        desk.step();
    }
    assert_eq!(desk.written(), "");
    desk.window.key_press(Key::Enter);
    desk.step();
    assert!(!desk.field().is_focused());
}

#[test]
fn a_phrase_is_said_in_the_language_of_whoever_hears_it() {
    let friends = battle();
    let folder = friends.folders[1].path().to_owned();
    let french = Words::new(Language::French);
    let [mut host, guest] = friends.desks;
    drop(guest);
    host.until("the loss", |desk| desk.shows("is not connected"));
    host.phrase("Phrases", "Good luck!");
    host.until("the hint", |desk| desk.shows("not delivered: nobody is there to hear it"));
    let mut guest = Desk::speaking(Language::French, &folder);
    let resume = french.say("home-resume");
    guest.until("the game", |desk| desk.shows(&resume));
    guest.click(&resume);
    guest.until("the talk", |desk| desk.shows(&french.say("talk-title")));
    host.until("the guest", |desk| !desk.shows("is not connected"));
    host.phrase("Phrases", "One moment, please.");
    guest.until("the phrase", |desk| desk.shows("Un instant, s’il vous plaît."));
    assert!(!guest.shows("Bonne chance"), "that was not delivered");
    guest.phrase("Phrases", "Merci !");
    host.until("the thanks", |desk| desk.shows("Thank you!"));
}

#[test]
fn who_is_muted_or_blocked_is_not_seen() {
    let mut friends = battle();
    let [host, guest] = &mut friends.desks;
    guest.say("alpha");
    host.until("the word", |desk| desk.shows("alpha"));
    host.click("Mute");
    assert!(!host.shows("alpha") && host.shows("is not shown in this game"));
    guest.say("beta");
    host.say("mine");
    guest.until("the word", |desk| desk.shows("mine"));
    host.until("the own word", |desk| desk.shows("mine"));
    assert!(!host.shows("beta"));
    host.click("Mute");
    host.until("the words", |desk| desk.shows("alpha") && desk.shows("beta"));
    host.click("Block Opponent");
    assert!(!host.shows("alpha") && host.shows("mine") && host.shows("Opponent is blocked"));

    // In another process it is still so, until it is lifted.
    let folder = friends.folders[0].path().to_owned();
    let [host, mut guest] = friends.desks;
    drop(host);
    guest.until("the loss", |desk| desk.shows("is not connected"));
    let mut host = Desk::open(&folder);
    host.until("the game", |desk| desk.shows("Go on with a game"));
    host.click("Go on with a game");
    guest.until("the host", |desk| !desk.shows("is not connected"));
    host.until("the guest", |desk| desk.shows("Opponent is blocked") && !desk.shows("is not connected"));
    guest.say("gamma");
    host.say("again mine");
    guest.until("the word", |desk| desk.shows("again mine"));
    guest.say("delta");
    host.until("the own word", |desk| desk.shows("again mine"));
    assert!(!host.shows("gamma"));
    host.click("Block Opponent");
    host.until("the words", |desk| desk.shows("gamma") && desk.shows("delta"));
}

#[test]
fn nasty_text_is_harmless() {
    let mut friends = battle();
    let [host, guest] = &mut friends.desks;
    for desk in [&mut *host, &mut *guest] {
        desk.window.ctx.set_missing_glyph_policy(MissingGlyphPolicy::Tofu);
    }
    let pile = "\u{30d}".repeat(100);
    guest.say(&format!("one\u{202e}\u{1b}[2J\u{200b} e{pile}\u{2028}You: hit\u{fdd0}"));
    guest.say(&"\u{200b}".repeat(50));
    guest.say(&"x".repeat(400));
    guest.say("last");
    host.until("the words", |desk| desk.shows("last"));
    // One line, and to the right of the name of whoever said it.
    let shown = "one[2J e You: hit";
    let text = host.window.get_by_label(shown).rect();
    let name = host.window.get_all_by_label("Opponent:").next().unwrap().rect();
    assert!(text.left() > name.right() && text.height() < 1.5 * name.height(), "{text:?} {name:?}");
    // No more of a line than is allowed, within the window, and nothing where nothing is to be seen.
    let long = host.window.get_by_label(&"x".repeat(250)).rect();
    assert!(long.left() > name.right() && long.right() < 900.0 && long.height() > text.height(), "{long:?}");
    assert_eq!(host.window.get_all_by_label("Opponent:").count(), 3);
}

#[test]
fn who_talks_too_fast_is_told_so() {
    let mut friends = battle();
    let [host, guest] = &mut friends.desks;
    // Faster than a second for each of them.
    for n in 0..40 {
        host.field().focus();
        host.field().type_text(&format!("word {n}"));
        host.window.step();
        host.window.key_press(Key::Enter);
        host.window.step();
    }
    host.until("the hint", |desk| desk.shows("not sent: too many at once"));
    guest.until("what was sent", |desk| desk.shows("word 0"));
}

#[test]
fn nobody_talks_to_a_bot() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = Desk::open(folder.path());
    desk.click("Play a bot");
    desk.click("Random");
    desk.click("Ready: seal the fleet");
    desk.until("the first turn", |desk| desk.shows("Your shot") || desk.shows("is thinking"));
    assert!(!desk.shows("Talk") && desk.window.query_by_role(Role::TextInput).is_none());
}

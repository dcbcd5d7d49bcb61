//! Two windows, each with a profile of its own, over the network of this computer.

use std::{collections::BTreeSet, path::Path};

use eframe::egui::Event;
use egui_kittest::kittest::Queryable as _;
use marque::settings::Settings;
use marque_protocol::{audit, record, rules::Seat};

use crate::desk::Desk;

/// Two friends at one table: the first has invited the second.
pub(crate) struct Friends {
    pub(crate) desks: [Desk; 2],
    pub(crate) folders: [tempfile::TempDir; 2],
}

pub(crate) fn cells() -> impl Iterator<Item = String> {
    ('A'..='J').flat_map(|x| (1..=10).map(move |y| format!("{x}{y}")))
}

/// What was copied last.
pub(crate) fn copied(desk: &mut Desk, button: &str) -> String {
    desk.window.get_by_label(button).click();
    for _ in 0..4 {
        desk.window.step();
        for command in &desk.window.output().platform_output.commands {
            if let eframe::egui::OutputCommand::CopyText(text) = command {
                return text.clone();
            }
        }
    }
    panic!("nothing was copied")
}

impl Friends {
    /// Opens two windows, invites by one and accepts by the other.
    pub(crate) fn meet() -> Friends {
        Friends::called(["", ""])
    }

    /// The same, with names.
    pub(crate) fn called(names: [&str; 2]) -> Friends {
        let folders = names.map(|name| {
            let folder = tempfile::tempdir().unwrap();
            let settings = Settings { nickname: name.to_owned(), ..Settings::default() };
            settings.save(folder.path()).unwrap();
            folder
        });
        let mut desks = [Desk::open(folders[0].path()), Desk::open(folders[1].path())];
        let [host, guest] = &mut desks;
        host.click("Invite a friend");
        host.until("an invitation", |desk| desk.shows("Copy the text"));
        let message = copied(host, "Copy the text");
        assert!(message.starts_with("Play a game of Marque with me: marque1"));
        // A whole line of a chat, pasted anywhere.
        guest.window.event(Event::Paste(format!("<host> {message} :-)")));
        guest.until("the terms", |desk| desk.shows("These are the terms"));
        for line in ["Each decision: 1 minute", "Laying out the fleets: 3 minutes", "Agree and sign"] {
            assert!(guest.shows(line), "{line}");
        }
        host.until("the guest", |desk| desk.shows("The terms are being signed"));
        guest.click("Agree and sign");
        Friends { desks, folders }
    }

    /// Both lay out their fleets at random.
    pub(crate) fn lay(&mut self) {
        for desk in &mut self.desks {
            desk.until("the placement", |desk| desk.shows("Lay out your fleet"));
            desk.click("Random");
            desk.click("Ready: seal the fleet");
        }
    }

    /// Both fire at one cell after another until the end; whoever is due.
    fn fight(&mut self, most: usize) {
        let mut fired = [BTreeSet::new(), BTreeSet::new()];
        for _ in 0..most {
            let mut over = false;
            for (desk, fired) in self.desks.iter_mut().zip(&mut fired) {
                desk.step();
                over |= is_over(desk);
                if desk.shows("Your shot") {
                    fire(desk, fired);
                }
            }
            if over {
                return;
            }
        }
    }

    fn records(&self) -> Vec<record::Read> {
        self.folders.iter().map(|folder| record_in(folder.path())).collect()
    }
}

pub(crate) fn is_over(desk: &Desk) -> bool {
    desk.shows("You have won") || desk.shows("You have lost")
}

/// Fires at the next open cell.
pub(crate) fn fire(desk: &mut Desk, fired: &mut BTreeSet<String>) {
    let unknown = |cell: &String| format!("Enemy {cell}, unknown");
    let open =
        cells().find(|cell| !fired.contains(cell) && desk.window.query_by_label(&unknown(cell)).is_some());
    let cell = open.expect("there is water to fire at");
    desk.window.get_by_label(&unknown(&cell)).click_accesskit();
    desk.step();
    let name = unknown(&cell);
    desk.until("an answer", |desk| desk.window.query_by_label(&name).is_none() || is_over(desk));
    fired.insert(cell);
}

pub(crate) fn record_in(profile: &Path) -> record::Read {
    let mut files = std::fs::read_dir(profile.join("records")).unwrap();
    let path = files.next().expect("a record").unwrap().path();
    record::read(&std::fs::read(path).unwrap()).unwrap()
}

#[test]
fn two_windows_play_a_whole_game() {
    let mut friends = Friends::meet();
    friends.lay();
    friends.fight(10_000);
    for desk in &mut friends.desks {
        desk.until("the record", |desk| desk.shows("Record:"));
        assert!(desk.shows("You: fleet shown, every answer was true."));
    }
    let won: Vec<bool> = friends.desks.iter().map(|desk| desk.shows("You have won")).collect();
    assert_ne!(won[0], won[1]);
    let records = friends.records();
    let heads: Vec<_> = records.iter().map(|read| read.log.table().head()).collect();
    assert_eq!(heads[0], heads[1]);
    let winner = audit::verdict(&records[0].log).winner;
    assert_eq!(winner, Some(if won[0] { Seat(0) } else { Seat(1) }));
}

#[test]
fn who_leaves_while_the_fleets_are_laid_out_finds_back() {
    let mut friends = Friends::meet();
    let [host, guest] = &mut friends.desks;
    host.until("the placement", |desk| desk.shows("Lay out your fleet"));
    guest.until("the placement", |desk| desk.shows("Lay out your fleet"));
    guest.click("Random");
    guest.click("Ready: seal the fleet");
    guest.until("the seal", |desk| desk.shows("Your fleet is sealed"));
    host.click("Leave");
    host.until("the first screen", |desk| desk.shows("Go on with a game"));
    guest.until("the loss", |desk| desk.shows("is not connected"));
    host.click("Go on with a game");
    host.until("the placement", |desk| desk.shows("Lay out your fleet"));
    host.click("Random");
    host.click("Ready: seal the fleet");
    for desk in &mut friends.desks {
        desk.until("the first turn", |desk| desk.shows("Your shot") || desk.shows("is thinking"));
    }
}

/// Each of them has another port after a restart, and the other one is there.
#[test]
fn who_comes_back_later_finds_the_other_where_it_has_come_back() {
    let mut friends = Friends::meet();
    friends.lay();
    let turn = |desk: &Desk| desk.shows("Your shot") || desk.shows("is thinking");
    for desk in &mut friends.desks {
        desk.until("the first turn", turn);
    }
    let Friends { desks: [host, mut guest], folders } = friends;
    drop(host);
    guest.until("the loss", |desk| desk.shows("is not connected"));
    let mut host = goes_on(Desk::elsewhere(folders[0].path()));
    guest.until("the way to the host", |desk| desk.shows("direct, "));
    drop(guest);
    host.until("the loss", |desk| desk.shows("is not connected"));
    let mut guest = goes_on(Desk::elsewhere(folders[1].path()));
    guest.until("the way to the host", |desk| desk.shows("direct, "));
    host.until("the way to the guest", |desk| desk.shows("direct, "));
}

/// Both have been away: nobody is left to tell where the other one is, so each is where it was.
#[test]
fn who_were_both_away_find_each_other_where_they_were() {
    let mut friends = Friends::meet();
    friends.lay();
    for desk in &mut friends.desks {
        desk.until("the first turn", |desk| desk.shows("Your shot") || desk.shows("is thinking"));
    }
    let Friends { desks, folders } = friends;
    drop(desks);
    let mut desks = folders.each_ref().map(|folder| again(folder.path()));
    for desk in &mut desks {
        desk.until("the way to the other", |desk| desk.shows("direct, "));
    }
}

/// Opens a window and goes on with its game.
pub(crate) fn again(profile: &Path) -> Desk {
    goes_on(Desk::open(profile))
}

fn goes_on(mut desk: Desk) -> Desk {
    desk.until("the first screen", |desk| desk.shows("Go on with a game"));
    desk.click("Go on with a game");
    desk
}

#[test]
fn an_organiser_that_leaves_dissolves_the_table_with_a_word() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let [mut host, mut guest] = [Desk::open(folders[0].path()), Desk::open(folders[1].path())];
    host.click("Invite a friend");
    host.until("an invitation", |desk| desk.shows("Copy the link"));
    let link = copied(&mut host, "Copy the link");
    assert!(link.starts_with("marque:marque1"));
    guest.window.event(Event::Paste(link.clone()));
    guest.until("the terms", |desk| desk.shows("Agree and sign"));
    host.click("Leave the table");
    guest.until("the word", |desk| desk.shows("There is no such table any more"));
    assert!(guest.shows("Play a bot"), "back on the first screen");
    guest.window.event(Event::Paste("no ticket here".to_owned()));
    guest.step();
    assert!(guest.shows("There is no invitation in this text."));
    let broken = link.replace("marque:marque1", "marque:marque1a");
    guest.window.event(Event::Paste(broken));
    guest.step();
    assert!(guest.shows("The invitation is incomplete or mistyped"));
}

#[test]
fn an_organiser_that_closes_the_window_dissolves_the_table_too() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let [mut host, mut guest] = [Desk::open(folders[0].path()), Desk::open(folders[1].path())];
    host.click("Invite a friend");
    host.until("an invitation", |desk| desk.shows("Copy the link"));
    let link = copied(&mut host, "Copy the link");
    guest.window.event(Event::Paste(link));
    guest.until("the terms", |desk| desk.shows("Agree and sign"));
    drop(host);
    guest.until("an answer", |desk| !desk.shows("At a friend’s table"));
    assert!(guest.shows("There is no such table any more"));
}

#[test]
fn who_finds_the_table_full_is_told_so_and_has_the_seat_once_it_is_free() {
    let folders = [(); 3].map(|()| tempfile::tempdir().unwrap());
    let [mut host, mut guest, mut other] = [0, 1, 2].map(|side: usize| Desk::open(folders[side].path()));
    host.click("Invite a friend");
    host.until("an invitation", |desk| desk.shows("Copy the link"));
    let link = copied(&mut host, "Copy the link");
    guest.window.event(Event::Paste(link.clone()));
    guest.until("the terms", |desk| desk.shows("Agree and sign"));
    other.window.event(Event::Paste(link.clone()));
    other.until("the word", |desk| desk.shows("The table is full."));
    assert!(other.shows("Play a bot"), "back on the first screen");
    host.until("the word", |desk| desk.shows("Somebody found the table full."));
    guest.click("Leave the table");
    host.until("a free seat", |desk| desk.shows("2. free"));
    other.window.event(Event::Paste(link));
    other.until("the terms", |desk| desk.shows("Agree and sign"));
    host.until("the guest", |desk| desk.shows("The terms are being signed"));
    assert!(!host.shows("Somebody found the table full."), "that was before");
}

#[test]
fn ones_own_invitation_is_for_somebody_else() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = Desk::open(folder.path());
    desk.click("Invite a friend");
    desk.until("an invitation", |desk| desk.shows("Copy the text"));
    let message = copied(&mut desk, "Copy the text");
    desk.click("Leave the table");
    desk.window.event(Event::Paste(message));
    desk.until("the word", |desk| desk.shows("This is your own invitation"));
    desk.click("Invite a friend");
    desk.until("an invitation", |desk| desk.shows("Copy the text"));
    assert!(!desk.shows("This is your own invitation"), "that was said of another table");
}

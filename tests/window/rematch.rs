//! Two friends who play again, whoever of them is away in between.

use std::{
    fs,
    path::Path,
    sync::{Arc, mpsc},
    time::Duration,
};

use eframe::egui::Event;
use marque::{
    archive::{Archive, Report, Score},
    blocked::Blocked,
    engine::Engine,
    met::Met,
    net::{Reach, Ticket},
    rematch,
};
use marque_protocol::record;

use crate::{
    desk::Desk,
    friends::{Friends, record_in},
};

/// Ana has invited Ben and given up: both look at the end.
fn ended() -> Friends {
    let mut friends = Friends::called(["Ana", "Ben"]);
    give_up(&mut friends);
    friends
}

/// Ana gives up as soon as both have laid out their fleets.
fn give_up(friends: &mut Friends) {
    friends.lay();
    let ana = &mut friends.desks[0];
    ana.until("the first turn", |desk| desk.shows("Your shot") || desk.shows("is thinking"));
    ana.click("Resign");
    ana.click("Yes, resign");
    for desk in &mut friends.desks {
        desk.until("the record", |desk| desk.shows("Record:"));
    }
}

fn begins(desks: [&mut Desk; 2]) {
    for desk in desks {
        desk.until("the placement", |desk| {
            assert!(!desk.shows("Agree and sign"), "they have agreed by asking for it");
            desk.shows("Lay out your fleet")
        });
    }
}

/// Opens the window of a profile anew, and asks for another game on its first screen.
fn asks(profile: &Path, who: &str) -> Desk {
    let mut desk = Desk::open(profile);
    let rematch = format!("Rematch with {who}");
    desk.until("the list", |desk| desk.shows(&rematch));
    desk.click(&rematch);
    let title = format!("Another game with {who}");
    desk.until("the table", |desk| desk.shows(&title));
    desk
}

#[test]
fn who_is_asked_at_the_end_plays_again_with_one_click() {
    let mut friends = ended();
    let [ana, ben] = &mut friends.desks;
    ana.until("the score", |desk| desk.shows("You 0 : 1 Ben"));
    ben.until("the score", |desk| desk.shows("You 1 : 0 Ana"));
    assert!(!ana.shows("wants another game"));
    // Who sat second opens the table, and has come first.
    ben.click("Rematch");
    ben.until("the table", |desk| desk.shows("Ana is connected, and has not agreed"));
    assert!(ben.shows("Another game with Ana") && ben.shows("The seats are swapped") && !ben.shows("Copy"));
    ana.until("the wish", |desk| desk.shows("Ben wants another game."));
    ana.click("Accept the rematch");
    begins([ana, ben]);
    give_up(&mut friends);
    let [ana, ben] = &mut friends.desks;
    ana.until("the score", |desk| desk.shows("You 0 : 2 Ben"));
    ben.until("the score", |desk| desk.shows("You 2 : 0 Ana"));
    // And once more, both at the same time: she opened the first table, and opens the third.
    ana.click("Rematch");
    ben.click("Rematch");
    begins([ana, ben]);
    for folder in &friends.folders {
        let mut openers: Vec<String> = records(folder.path()).map(|read| opener(&read)).collect();
        openers.sort();
        assert_eq!(openers, ["Ana", "Ben"], "the seats were swapped");
    }
}

fn records(profile: &Path) -> impl Iterator<Item = record::Read> {
    let files = fs::read_dir(profile.join("records")).unwrap();
    files.map(|file| record::read(&fs::read(file.unwrap().path()).unwrap()).unwrap())
}

fn opener(read: &record::Read) -> String {
    read.log.agreed().terms.seats[0].nickname.clone()
}

#[test]
fn who_sat_first_may_ask_first_and_change_his_mind() {
    let mut friends = ended();
    let [ana, ben] = &mut friends.desks;
    ana.click("Rematch");
    ana.until("the table", |desk| desk.shows("Ben is connected, and has not agreed"));
    ben.until("the wish", |desk| desk.shows("Ana wants another game."));
    ana.click("Leave the table");
    ben.until("the change", |desk| !desk.shows("wants another game"));
    assert!(ben.shows("Nobody else is here any more."));
    // He asks, and waits; she finds it on her first screen.
    ben.click("Rematch");
    ben.until("the table", |desk| desk.shows("Ana is not connected."));
    ana.until("the list", |desk| desk.shows("You 0 : 1 Ben"));
    ana.click("Rematch with Ben");
    begins([ana, ben]);
}

#[test]
fn a_rematch_outlives_the_absence_of_each_in_turn() {
    let Friends { desks, folders } = ended();
    drop(desks);
    let [at_ana, at_ben] = [folders[0].path(), folders[1].path()];
    let mut ana = asks(at_ana, "Ben");
    ana.until("the absence", |desk| desk.shows("Ben is not connected."));
    drop(ana);
    let mut ben = asks(at_ben, "Ana");
    ben.until("the absence", |desk| desk.shows("Ana is not connected."));
    begins([&mut asks(at_ana, "Ben"), &mut ben]);
}

#[test]
fn who_comes_back_finds_the_other_still_at_the_end() {
    let Friends { desks: [ana, mut ben], folders } = ended();
    drop(ana);
    ben.until("the loss", |desk| desk.shows("Nobody else is here any more."));
    let mut ana = asks(folders[0].path(), "Ben");
    ben.until("the wish", |desk| desk.shows("Ana wants another game."));
    ben.click("Accept the rematch");
    begins([&mut ana, &mut ben]);
}

#[test]
fn nobody_else_sits_down_at_the_table_of_a_rematch() {
    let Friends { desks: [ana, mut ben], folders } = ended();
    drop(ana);
    ben.click("Rematch");
    ben.until("the table", |desk| desk.shows("Ana is not connected."));
    // Somebody who knows the game, and where he is.
    let played = record_in(folders[0].path());
    let agreed = played.log.agreed();
    let address = Met::load(folders[0].path()).address(&agreed.terms.seats[1].identity).unwrap();
    let ticket = Ticket { address, table: rematch::table(&agreed.id) };
    let folder = tempfile::tempdir().unwrap();
    let mut eve = Desk::open(folder.path());
    eve.window.event(Event::Paste(ticket.to_string()));
    eve.until("the word", |desk| desk.shows("There is no such table any more"));
    assert!(ben.shows("Ana is not connected."));
    begins([&mut asks(folders[0].path(), "Ben"), &mut ben]);
}

#[test]
fn who_is_blocked_is_neither_heard_nor_listed() {
    let mut friends = ended();
    let [ana, ben] = &mut friends.desks;
    ana.until("the score", |desk| desk.shows("You 0 : 1 Ben"));
    ana.click("Block Ben");
    assert!(!ana.shows("Rematch") && !ana.shows("You 0 : 1 Ben"));
    ben.click("Rematch");
    ben.until("the table", |desk| desk.shows("Ana is connected, and has not agreed"));
    ben.click("Leave the table");
    ana.until("the end of the talk", |desk| {
        assert!(!desk.shows("wants another game"));
        desk.is_alone()
    });
    let Friends { desks, folders } = friends;
    drop(desks);
    let shelf = Shelf::open(folders[0].path());
    let rivals = || {
        shelf.archive.rivals();
        shelf.until(|report| if let Report::Rivals(rivals) = report { Some(rivals.len()) } else { None })
    };
    assert_eq!(rivals(), 0);
    let ben = record_in(folders[0].path()).log.agreed().terms.seats[1].identity;
    Blocked::load(folders[0].path()).set(&ben, false).unwrap();
    assert_eq!(rivals(), 1);
}

#[test]
fn a_game_counts_once_however_many_records_it_has() {
    let Friends { desks, folders } = ended();
    drop(desks);
    let profile = folders[0].path();
    let read = record_in(profile);
    let ben = read.log.agreed().terms.seats[1].identity;
    let path = fs::read_dir(profile.join("records")).unwrap().next().unwrap().unwrap().path();
    let bytes = fs::read(&path).unwrap();
    let shelf = Shelf::open(profile);
    let score = || {
        shelf.archive.stand(ben);
        shelf.until(|report| if let Report::Score(_, score) = report { Some(score) } else { None })
    };
    let lost = Score { lost: 1, ..Score::default() };
    assert_eq!(score(), lost);
    for (name, copy) in [("a", &bytes[..]), ("b", &bytes[..bytes.len() / 2]), ("z", b"hello")] {
        fs::write(profile.join("records").join(name).with_extension("marque"), copy).unwrap();
        assert_eq!(score(), lost, "{name}");
    }
    fs::remove_file(path).unwrap();
    assert_eq!(score(), lost, "there is a copy");
    // What is left of it does not say how it ended.
    fs::remove_file(profile.join("records/a.marque")).unwrap();
    assert_eq!(score(), Score::default());
}

/// The records of a profile, without a window.
struct Shelf {
    archive: Archive,
    woken: mpsc::Receiver<()>,
    _engine: Engine,
}

impl Shelf {
    fn open(profile: &Path) -> Shelf {
        let (wake, woken) = mpsc::channel();
        let wake = Arc::new(move || {
            let _ = wake.send(());
        });
        let engine = Engine::start(Some(profile.to_owned()), Reach::default(), wake).unwrap();
        Shelf { archive: engine.archive(), woken, _engine: engine }
    }

    fn until<T>(&self, there: impl Fn(Report) -> Option<T>) -> T {
        loop {
            if let Some(found) = self.archive.report().and_then(&there) {
                return found;
            }
            self.woken.recv_timeout(Duration::from_secs(120)).expect("nothing came in time");
        }
    }
}

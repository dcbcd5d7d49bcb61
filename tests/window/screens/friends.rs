//! A game with a friend at another computer.

use std::collections::BTreeSet;

use eframe::egui::Event;
use egui_kittest::kittest::Queryable as _;
use marque::{
    settings::Settings,
    ui::{names, words::Words},
};

use super::{Room, ticket};
use crate::{crew::Crew, friends::fire, liar, promised};

/// Longer than any name is shown: it must have its place everywhere.
pub(super) const NAME: &str = "Contraamiralul Ștefan cel Mare și Bătrân, comandantul portului C";

pub(super) fn named(profile: &std::path::Path) {
    called(profile, NAME);
}

pub(super) fn called(profile: &std::path::Path, name: &str) {
    Settings { nickname: name.to_owned(), ..Settings::default() }.save(profile).unwrap();
}

/// Both at the table and agreed; the friend is among the others. A decision takes as long as this.
fn met(words: &Words, clock: Option<u32>) -> Room {
    let (mut host, friend) = (Room::new(), Room::over(named));
    host.desk.window.state_mut().settings().clock = clock;
    let mut host = host.click(words, &["home-invite"]).until(words, "lobby-copy");
    friend.desk.window.event(Event::Paste(ticket(&host, words)));
    let friend = friend.until(words, "lobby-agree").click(words, &["lobby-agree"]);
    host.others.push(friend.until(words, "placing-how"));
    host.until(words, "placing-how")
}

/// The terms were signed, and nobody is left to begin the game.
pub(super) fn promised(words: &Words) -> Room {
    let (invitation, host) = promised::open();
    let room = Room::new();
    room.desk.window.event(Event::Paste(invitation));
    let room = room.until(words, "lobby-agree").click(words, &["lobby-agree"]);
    host.join().unwrap();
    room.until(words, "lobby-dialling").click(words, &["lobby-leave"]).until(words, "home-promised")
}

/// At the table of bots.
fn among(crew: Crew) -> Room {
    let mut room = Room::over(named);
    room.desk.window.event(Event::Paste(crew.ticket.clone()));
    room.crew = Some(crew);
    room
}

/// A guest at a table at which one seat is free.
pub(super) fn awaited(words: &Words) -> Room {
    let mut room = among(Crew::around(4, NAME, &["Ben"]));
    let sentence = words.fill("lobby-waiting-more", &[("count", 1u32.into())]);
    room.desk.until(&sentence, |desk| desk.shows(&sentence) && desk.shows("Ben"));
    room
}

/// The table is full, and all others have signed.
pub(super) fn asked(words: &Words) -> Room {
    let mut room = among(Crew::around(3, NAME, &["Ben"])).until(words, "lobby-asked-all");
    let signed = words.say("lobby-signed");
    room.desk.until("both signatures", |desk| desk.window.query_all_by_label(&signed).count() == 2);
    room
}

/// While both lay out their fleets.
pub(super) fn placement(words: &Words) -> Room {
    met(words, Some(60))
}

/// The own fleet is sealed, the other is not.
pub(super) fn sealed(words: &Words) -> Room {
    placement(words).click(words, &["placing-random", "placing-ready"]).until(words, "sealed-waiting")
}

fn battle(words: &Words, clock: Option<u32>) -> Room {
    let lay = |room: Room| room.click(words, &["placing-random", "placing-ready"]);
    let mut room = lay(met(words, clock));
    let friend = lay(room.others.remove(0)).until(words, "sea-enemy");
    room.others.push(friend);
    room.until(words, "sea-enemy")
}

/// Both have said something: a phrase, little, and much without a space.
pub(super) fn talk(words: &Words) -> Room {
    let mut room = battle(words, Some(60));
    let friend = &mut room.others[0].desk;
    friend.phrase(&words.say("talk-phrases"), &words.say("phrase-luck"));
    friend.say("Gata?");
    room.desk.until("the word", |desk| desk.shows("Gata?"));
    room.desk.say("Da, trage. Să vedem cine găsește primul crucișătorul celuilalt, și cine rămâne pe apă!");
    let friend = &mut room.others[0].desk;
    friend.until("the word", |desk| desk.shows("Da, trage."));
    friend.say(&"W".repeat(100));
    friend.say("Last");
    room.desk.until("the last word", |desk| desk.shows("Last"));
    room
}

/// Who talks is muted and blocked.
pub(super) fn blocked(words: &Words) -> Room {
    let mut room = talk(words).click(words, &["talk-mute"]);
    let block = words.fill("talk-block", &[("who", names::shown(words, NAME).into())]);
    room.desk.click(&block);
    room
}

/// The friend has gone after quick shots, and its time is over.
pub(super) fn silent(words: &Words) -> Room {
    let mut room = battle(words, Some(5));
    let yours = words.say("turn-yours");
    let mut fired = [BTreeSet::new(), BTreeSet::new()];
    // Who hits fires again: until the friend is due, and the player has fired.
    loop {
        let friend = &mut room.others[0].desk;
        friend.step();
        if friend.shows(&yours) {
            if !fired[0].is_empty() {
                break;
            }
            fire(friend, &mut fired[1]);
        }
        room.desk.step();
        if room.desk.shows(&yours) {
            fire(&mut room.desk, &mut fired[0]);
        }
    }
    room.others.clear();
    room.until(words, "silent-claim")
}

/// Plays until it is the turn of the friend, or of the player.
fn until_turn(room: &mut Room, words: &Words, friends: bool) {
    let yours = words.say("turn-yours");
    let mut fired = [BTreeSet::new(), BTreeSet::new()];
    loop {
        let Room { desk, others, .. } = room;
        let friend = &mut others[0].desk;
        let (awaited, other) = if friends { (friend, desk) } else { (desk, friend) };
        awaited.step();
        other.step();
        if awaited.shows(&yours) {
            return;
        }
        if other.shows(&yours) {
            fire(other, &mut fired[usize::from(friends)]);
        }
    }
}

/// The friend has offered all that can be offered, and it is the turn of the player.
pub(super) fn offered(words: &Words) -> Room {
    let mut room = battle(words, Some(300));
    until_turn(&mut room, words, true);
    for offer in ["offer-draw", "offer-adjourn"] {
        let friend = &mut room.others[0].desk;
        friend.click(&words.say("offer"));
        friend.click(&words.say(offer));
    }
    until_turn(&mut room, words, false);
    room.until(words, "draw-accept")
}

/// The player has offered a draw.
pub(super) fn offering(words: &Words) -> Room {
    let mut room = battle(words, Some(300));
    until_turn(&mut room, words, false);
    room.click(words, &["offer", "offer-draw"]).until(words, "draw-offered-own")
}

/// The player has gone on with a game that was adjourned, the friend not yet.
pub(super) fn adjourned(words: &Words) -> Room {
    let room = offered(words).click(words, &["adjourn-accept"]).until(words, "home-resume");
    room.click(words, &["home-resume"]).until(words, "quiet")
}

/// Back in a game whose other side is not there.
pub(super) fn quiet(words: &Words) -> Room {
    let mut room = battle(words, Some(60)).click(words, &["leave"]).until(words, "home-resume");
    room.others.clear();
    room.click(words, &["home-resume"]).until(words, "quiet")
}

/// A copy of the profile, at another computer as it were, has gone on with the game.
pub(super) fn elsewhere(words: &Words) -> Room {
    let mut room = battle(words, None);
    let copied = |profile: &std::path::Path| copy(room.folder(), profile);
    let copy = Room::over(copied).until(words, "home-resume").click(words, &["home-resume"]);
    room.others.push(copy);
    room.until(words, "turn-elsewhere")
}

fn copy(from: &std::path::Path, to: &std::path::Path) {
    for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            std::fs::create_dir_all(&to).unwrap();
            copy(&entry.path(), &to);
        } else {
            std::fs::copy(entry.path(), to).unwrap();
        }
    }
}

/// After a game against somebody who lied.
pub(super) fn liar(_words: &Words) -> Room {
    Room::at(|profile| liar::against(profile, "miss-for-hit"))
}

/// After a game that the player has given up; the friend sits there still.
pub(super) fn verdict(words: &Words) -> Room {
    let room = battle(words, Some(60)).click(words, &["resign", "resign-yes"]).until(words, "record-replay");
    let mut room = scored(room, words);
    let friend = room.others.remove(0).until(words, "record-replay");
    room.others.push(friend);
    room
}

fn who() -> (&'static str, marque::ui::words::Fill) {
    ("who", names::drawn(NAME).into())
}

/// How the two stand is known.
fn scored(mut room: Room, words: &Words) -> Room {
    let zero = || 0u32.into();
    let score = words.fill("score", &[("won", zero()), ("lost", 1u32.into()), ("drawn", zero()), who()]);
    room.desk.until("the score", |desk| desk.shows(&score));
    room
}

/// The friend wants another game.
pub(super) fn wanted(words: &Words) -> Room {
    let mut room = verdict(words);
    let friend = room.others.remove(0).click(words, &["rematch"]).until(words, "lobby-seats");
    room.others.push(friend);
    room.until(words, "rematch-accept")
}

/// The friend has gone home.
pub(super) fn alone(words: &Words) -> Room {
    let mut room = verdict(words);
    room.others.clear();
    room.until(words, "rematch-alone")
}

/// The player wants another game, and the friend has not said anything.
pub(super) fn asking(words: &Words) -> Room {
    let mut room = verdict(words).click(words, &["rematch"]);
    let linked = words.fill("rematch-linked", &[who()]);
    room.desk.until("the table", |desk| desk.shows(&linked));
    room
}

/// The same, and the friend is away.
pub(super) fn away_again(words: &Words) -> Room {
    let mut room = asking(words);
    room.others.clear();
    let away = words.fill("rematch-away", &[who()]);
    room.desk.until("the loss", |desk| desk.shows(&away));
    room
}

/// The first screen after a game.
pub(super) fn rivals(words: &Words) -> Room {
    scored(verdict(words).click(words, &["home"]), words)
}

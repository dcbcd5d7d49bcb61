//! Tables for people at several computers, to which one of them has brought bots; over the network of this one.

use std::{
    fs,
    net::UdpSocket,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
};

use marque::{
    net::Ticket,
    table::{Offer, Stage},
};
use marque_protocol::terms::Clock;

use super::{
    sides::{heads, kept, some_act},
    *,
};

fn desk(folder: &Path) -> Desk {
    let reach = Reach { offline: true, bind: "127.0.0.1:0".parse().ok(), ..Reach::default() };
    Desk::reaching(folder, reach)
}

/// At another port than its own, as on another network.
fn elsewhere(folder: &Path) -> Desk {
    let free = UdpSocket::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    Desk::reaching(folder, Reach { offline: true, bind: Some(free), ..Reach::default() })
}

/// A table of somebody who brings bots.
struct Table {
    host: Desk,
    lobby: Helm<Lobby, Wish>,
    ticket: Ticket,
}

impl Table {
    fn open(folder: &Path, seats: usize) -> Table {
        let host = desk(folder);
        let game = games::cards().into_iter().find(|card| card.practice).unwrap().id;
        let options = Options::choose(game, &[("turns".to_owned(), "6".to_owned())]).unwrap();
        let clock = Clock { decision_s: None, ..Clock::default() };
        host.engine.host(Offer { game: game.to_owned(), options, seats, clock }, "Ana".to_owned());
        let lobby = host.lobby();
        let ticket = host.until(|| lobby.view()?.ticket.clone());
        Table { host, lobby, ticket: Ticket::find(&ticket).unwrap() }
    }

    /// Waits until exactly these sit at the table.
    fn until(&self, names: &[&str]) -> Arc<Lobby> {
        self.host.until(|| self.lobby.view().filter(|lobby| named(lobby, names)))
    }

    fn bring(&self, level: Level) {
        assert!(self.lobby.order(Wish::Bring(level)));
    }
}

fn named(lobby: &Lobby, names: &[&str]) -> bool {
    lobby.present.iter().map(|present| present.nickname.as_str()).eq(names.iter().copied())
}

fn bots(folder: &Path) -> [PathBuf; 3] {
    ["partner", "partner2", "partner3"].map(|name| folder.join(name))
}

/// A game of four: Ana, who has brought two bots, and Ben, who has joined last. Nobody has acted.
fn begin(folders: [&Path; 2]) -> [(Desk, Helm); 2] {
    let table = Table::open(folders[0], 4);
    table.bring(Level::Easy);
    table.until(&["Ana", "bot (easy)"]);
    table.bring(Level::Strong);
    table.until(&["Ana", "bot (easy)", "bot (strong)"]);
    let ben = desk(folders[1]);
    ben.engine.join(table.ticket, "Ben".to_owned());
    let seat = ben.lobby();
    let asked = ben.until(|| seat.view().filter(|lobby| lobby.stage == Stage::Asked));
    assert!(named(&asked, &["Ana", "bot (easy)", "bot (strong)", "Ben"]), "everybody sees who is a bot");
    assert!(asked.present.iter().all(|present| !present.brought) && !asked.may_bring, "they are not his");
    assert!(seat.order(Wish::Agree));
    let seated = |desk: Desk| {
        let helm = desk.helm();
        desk.until(|| helm.view()?.lay_by);
        let options = helm.view().unwrap().table.agreed().options.clone();
        let layout = options.random_layout(&mut ChaCha8Rng::seed_from_u64(3)).unwrap();
        assert!(helm.order(Order::Lay(layout)));
        (desk, helm)
    };
    [table.host, ben].map(seated)
}

/// Both play to the end.
fn play_out(sides: [(Desk, Helm); 2]) -> [Arc<View>; 2] {
    sides
        .map(|(desk, helm)| {
            thread::spawn(move || {
                let view = desk.act(&helm, kept);
                // Whoever goes first must not be missed by whom still writes.
                (desk, helm, view)
            })
        })
        .map(|side| side.join().unwrap())
        .map(|(desk, helm, view)| {
            assert!(helm.order(Order::Leave));
            desk.until(|| helm.is_over().then_some(()));
            view
        })
}

fn one_end(folders: [&Path; 2]) {
    let [first, second, _] = bots(folders[0]);
    let heads = heads(&[folders[0], folders[1], &first, &second]);
    assert!(heads.iter().all(|head| *head == heads[0]), "all four have the same record");
    for bot in bots(folders[0]) {
        assert_eq!(fs::read_dir(bot.join("games")).unwrap().count(), 0, "no bot is left in a game");
    }
}

#[test]
fn two_people_and_two_bots_play_a_whole_game() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let folders = folders.each_ref().map(|folder| folder.path());
    for view in play_out(begin(folders)) {
        assert_eq!(view.end.as_ref().unwrap().verdict.audits, [const { Audit::Good }; 4]);
    }
    one_end(folders);
}

#[test]
fn a_host_that_comes_back_elsewhere_brings_its_bots_back() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let folders = folders.each_ref().map(|folder| folder.path());
    let [(ana, helm), ben] = begin(folders);
    ana.act(&helm, |view| view.table.number() >= 8);
    drop(ana);
    let ana = elsewhere(folders[0]);
    let unfinished = ana.unfinished();
    assert_eq!(unfinished.len(), 1);
    assert_eq!(unfinished[0].against, Against::Friend, "Ben is at another computer");
    ana.engine.resume(unfinished[0].clone());
    // The lobby of a game that has begun is over at once.
    ana.lobby();
    let helm = ana.helm();
    play_out([(ana, helm), ben]);
    one_end(folders);
}

#[test]
fn the_command_line_brings_the_bots_back_too() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let folders = folders.each_ref().map(|folder| folder.path());
    let [(ana, helm), (ben, ben_helm)] = begin(folders);
    ana.act(&helm, |view| view.table.number() >= 8);
    drop(ana);
    let mut resume = Command::new(env!("CARGO_BIN_EXE_marque"));
    resume.arg("--profile").arg(folders[0]).args(["--offline", "--bind", "127.0.0.1"]);
    let mut resumed = resume.args(["resume", "--bot", "easy"]).stdout(Stdio::null()).spawn().unwrap();
    ben.act(&ben_helm, kept);
    assert!(ben_helm.order(Order::Leave));
    assert!(resumed.wait().unwrap().success());
    ben.until(|| ben_helm.is_over().then_some(()));
    one_end(folders);
}

#[test]
fn a_bot_can_be_taken_away_until_all_have_signed() {
    let folder = tempfile::tempdir().unwrap();
    let other = tempfile::tempdir().unwrap();
    let table = Table::open(folder.path(), 3);
    assert!(table.until(&["Ana"]).may_bring);
    table.bring(Level::Normal);
    let lobby = table.until(&["Ana", "bot (normal)"]);
    assert!(lobby.present[1].brought && !lobby.present[0].brought);
    let ben = desk(other.path());
    ben.engine.join(table.ticket.clone(), "Ben".to_owned());
    let seat = ben.lobby();
    ben.until(|| seat.view().filter(|lobby| lobby.stage == Stage::Asked));
    // The bot and the host have signed, Ben has not.
    let full = table.until(&["Ana", "bot (normal)", "Ben"]);
    assert!(!full.may_bring, "no seat is free");
    let ben_himself = full.present[2].identity;
    assert!(table.lobby.order(Wish::Dismiss(ben_himself)), "people are not sent away like that");
    assert!(table.lobby.order(Wish::Dismiss(full.present[1].identity)));
    table.until(&["Ana", "Ben"]);
    ben.until(|| seat.view().filter(|lobby| named(lobby, &["Ana", "Ben"])));
    table.bring(Level::Easy);
    table.until(&["Ana", "Ben", "bot (easy)"]);
    assert!(table.lobby.order(Wish::Leave));
    table.host.until(|| table.lobby.is_over().then_some(()));
    drop(table.host);
    // What bots have signed meanwhile is no game.
    drop(desk(folder.path()));
    for bot in bots(folder.path()) {
        assert_eq!(fs::read_dir(bot.join("games")).unwrap().count(), 0, "{}", bot.display());
    }
}

#[test]
fn no_bot_comes_to_a_table_for_two() {
    let folder = tempfile::tempdir().unwrap();
    let table = Table::open(folder.path(), 2);
    table.bring(Level::Easy);
    let other = tempfile::tempdir().unwrap();
    let ben = desk(other.path());
    ben.engine.join(table.ticket.clone(), "Ben".to_owned());
    let full = table.until(&["Ana", "Ben"]);
    assert!(!full.may_bring && full.coming == 0);
}

#[test]
fn no_more_bots_come_than_there_are_seats() {
    let folder = tempfile::tempdir().unwrap();
    let table = Table::open(folder.path(), 4);
    for _ in 0..8 {
        table.bring(Level::Easy);
    }
    // All seats are taken: the game of one person and three bots begins.
    let helm = table.host.helm();
    let view = table.host.until(|| helm.view());
    assert_eq!(view.table.agreed().seats(), 4);
    let options = view.table.agreed().options.clone();
    let layout = options.random_layout(&mut ChaCha8Rng::seed_from_u64(3)).unwrap();
    assert!(helm.order(Order::Lay(layout)));
    let view = table.host.act(&helm, |view| view.is_due());
    assert!(matches!(some_act(&view), Order::Act(_)));
    assert!(helm.order(Order::Leave));
    table.host.until(|| helm.is_over().then_some(()));
    // Everybody is at this computer: it goes on without a network.
    let unfinished = table.host.unfinished();
    assert!(unfinished.len() == 1 && unfinished[0].against == Against::Bot);
    table.host.engine.resume(unfinished[0].clone());
    let helm = table.host.helm();
    let view = table.host.act(&helm, kept);
    assert!(!view.far);
}

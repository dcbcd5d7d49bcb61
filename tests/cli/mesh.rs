//! Tables of two to four processes, each linked with each of the others.

use super::side::{Done, Side, Table};

/// Games that are tried until one is still on when its player is killed.
const TRIES: usize = 5;

/// The players of a table with so many seats, the host first. It is the game of simulations: all that can occur
/// does, with tiny seals.
fn crew(table: &Table, seats: usize) -> Vec<Side> {
    let count = seats.to_string();
    let host = ["host", "--game", "drill", "--seats", &count, "--set", "turns=6", "--bot", "easy"];
    let mut host = table.start("0", &host);
    let ticket = host.ticket();
    let guest = |number: usize| table.start(&number.to_string(), &["join", &ticket, "--bot", "easy"]);
    let guests: Vec<Side> = (1..seats).map(guest).collect();
    std::iter::once(host).chain(guests).collect()
}

fn one_head(ends: &[Done]) {
    let heads: Vec<String> = ends.iter().map(|done| done.ended().0).collect();
    assert!(heads.iter().all(|head| *head == heads[0]), "{heads:?}");
    for line in ends.iter().flat_map(|done| &done.said) {
        assert!(!line.contains("proven: ") && !line.contains("convicted"), "somebody is accused: {line}");
    }
}

#[test]
fn three_and_four_processes_play_whole_games() {
    for seats in [3, 4] {
        let table = Table::new();
        let ends: Vec<Done> = crew(&table, seats).into_iter().map(Side::finish).collect();
        one_head(&ends);
    }
}

#[test]
fn one_of_four_is_killed_and_comes_back() {
    // The host, whom all know, and a guest, whom the others know from each other.
    for victim in [0, 2] {
        let mut tries = 0;
        let (table, left) = loop {
            let table = Table::new();
            let mut crew = crew(&table, 4);
            crew[victim].until_step(16);
            crew.remove(victim).kill();
            if table.under_way(&victim.to_string()).len() == 1 {
                break (table, crew);
            }
            tries += 1;
            assert!(tries < TRIES, "{TRIES} games were over before anybody could be killed");
        };
        let back = table.start(&victim.to_string(), &["resume", "--bot", "easy"]);
        let ends: Vec<Done> = std::iter::once(back).chain(left).map(Side::finish).collect();
        one_head(&ends);
    }
}

/// The same key in two places: the older process is told and stops, the newer one goes on to the end.
#[test]
fn of_two_processes_with_one_key_the_older_stops_and_says_why() {
    let table = Table::new();
    let mut host = table.host(&[]);
    let mut guest = table.join("guest", &host.ticket());
    guest.until_step(4);
    // A copy of the whole profile while it plays, as somebody would make who has two computers. Between bots the
    // game would be over before the copy has come.
    guest.signal("-STOP");
    copy(&table.path("guest"), &table.path("copy"));
    let mut newer = table.resume("copy");
    newer.until("game ");
    newer.line().expect("it goes on");
    guest.signal("-CONT");
    let (newer, older, host) = (newer.finish(), guest.finish(), host.finish());
    assert_eq!(older.code, Some(1), "{:?}", older.said);
    assert!(older.error().contains("a newer copy of this player"), "{}", older.errors);
    one_head(&[newer, host]);
}

fn copy(from: &std::path::Path, to: &std::path::Path) {
    std::fs::create_dir_all(to).expect("can be made");
    for entry in std::fs::read_dir(from).expect("can be read") {
        let entry = entry.expect("can be read");
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &to);
        } else {
            std::fs::copy(entry.path(), to).expect("can be copied");
        }
    }
}

//! Sides that end without warning and go on later.

use marque::net::Ticket;

use super::side::{Side, Table};

/// Games that are tried until one is still on when its player is killed: on a busy computer a whole
/// game may go by between a line and its reader.
const TRIES: usize = 5;

/// A game of which one side is gone: where it was, and the side that is left.
fn cut_off(victim: &str, step: u32) -> (Table, Side) {
    for _ in 0..TRIES {
        let table = Table::new();
        let mut host = table.host(&[]);
        let ticket = host.ticket();
        let mut guest = table.join("guest", &ticket);
        let (gone, left) = if victim == "host" {
            host.until_step(step);
            (host, guest)
        } else {
            guest.until_step(step);
            (guest, host)
        };
        gone.kill();
        if table.under_way(victim).len() == 1 {
            return (table, left);
        }
    }
    panic!("{TRIES} games were over before anybody could be killed");
}

/// Both sides finish with the same head, nobody is accused and nothing is left behind.
fn goes_on(victim: &str, table: &Table, left: Side) {
    let resumed = table.resume(victim).finish();
    let left = left.finish();
    assert_eq!(resumed.ended().0, left.ended().0);
    for line in resumed.said.iter().chain(&left.said) {
        assert!(!line.contains("proven: ") && !line.contains("convicted"), "somebody is accused: {line}");
    }
    assert!(table.under_way(victim).is_empty(), "a finished game leaves no secrets");
    let again = table.resume(victim).finish();
    assert_eq!((again.code, again.said.len()), (Some(0), 1), "{:?}", again.said);
    assert!(again.said[0].contains("no game of this profile was interrupted"));
}

#[test]
fn a_host_that_is_killed_goes_on() {
    let (table, left) = cut_off("host", 20);
    goes_on("host", &table, left);
}

#[test]
fn a_guest_that_is_killed_goes_on() {
    let (table, left) = cut_off("guest", 20);
    goes_on("guest", &table, left);
}

#[test]
fn killed_between_the_seals_and_the_first_shot_both_go_on() {
    for (victim, step) in [("host", 0), ("guest", 1), ("host", 3)] {
        let (table, left) = cut_off(victim, step);
        goes_on(victim, &table, left);
    }
}

#[test]
fn an_entry_that_was_torn_is_fetched_from_the_other_side() {
    let (table, left) = cut_off("guest", 31);
    let log = table.under_way("guest")[0].join("log");
    let bytes = std::fs::read(&log).expect("the log is there");
    std::fs::write(&log, &bytes[..bytes.len() - 5]).expect("can be written");
    goes_on("guest", &table, left);
}

#[test]
fn both_sides_killed_go_on_where_they_were() {
    let (table, host) = cut_off("guest", 20);
    let host = host.kill();
    // Offline nobody can look up a new address: one side comes back where it was.
    let ticket = Ticket::find(host.told("ticket: ")).expect("a ticket");
    let address = ticket.address.ip_addrs().next().expect("an address").to_string();
    let host = table.start_at("host", &address, &["resume", "--bot", "normal"]);
    let guest = table.resume("guest");
    assert_eq!(host.finish().ended().0, guest.finish().ended().0);
}

//! Real processes that end at a named place, and go on. `MARQUE_FAILPOINT` says where.

use std::process::Command;

use marque::net::Ticket;
use marque_protocol::{
    audit::verdict,
    record::{self, Read},
};

use super::side::{Side, Table};

/// A side that ends at this place, such as `log.written:3=die`.
fn armed(table: &Table, name: &str, command: &[&str], place: &str) -> Side {
    let arguments = table.arguments(name, "127.0.0.1", command);
    let mut process = Command::new(env!("CARGO_BIN_EXE_marque"));
    Side::spawn(process.args(arguments).env("MARQUE_FAILPOINT", place))
}

const HOST: [&str; 7] = ["host", "--game", "classic", "--bot", "normal", "--name", "Ana"];

/// Where a host is: offline nobody can look up another address, so it comes back there.
fn address(ticket: &str) -> String {
    let ticket = Ticket::find(ticket).expect("a ticket");
    ticket.address.ip_addrs().next().expect("an address").to_string()
}

fn go_on(table: &Table, name: &str, address: &str) -> Side {
    let address = if name == "host" { address } else { "127.0.0.1" };
    table.start_at(name, address, &["resume", "--bot", "normal"])
}

/// The one record that a side has of the one game that it has played, which holds no fault.
fn record(table: &Table, name: &str) -> Read {
    assert_eq!(table.under_way(name).len(), 0, "a finished game leaves no secrets");
    let records = std::fs::read_dir(table.path(name).join("records")).expect("there are records");
    let records: Vec<_> = records.map(|entry| entry.expect("readable").path()).collect();
    let [path] = records.as_slice() else { panic!("records of the {name}: {records:?}") };
    let read = record::read(&std::fs::read(path).expect("readable")).expect("a record");
    assert_eq!(read.damage, None);
    assert_eq!(verdict(&read.log).faults.len(), 0, "somebody is accused");
    read
}

/// One side ends at this place, goes on, and both play to one end.
fn ends_at(victim: &str, place: &str) {
    let table = Table::new();
    let mut host =
        if victim == "host" { armed(&table, "host", &HOST, place) } else { table.start("host", &HOST) };
    let ticket = host.ticket();
    let join = ["join", &ticket, "--bot", "normal", "--name", "Ben"];
    let guest =
        if victim == "guest" { armed(&table, "guest", &join, place) } else { table.start("guest", &join) };
    let (gone, left) = if victim == "host" { (host, guest) } else { (guest, host) };
    let gone = gone.finish();
    match place.ends_with("=die") {
        true => assert_eq!(gone.code, None, "{victim} at {place}: it did not get there"),
        false => {
            assert_eq!(gone.code, Some(1), "{victim} at {place}");
            assert!(gone.error().contains("marque resume"), "{place}: {}", gone.errors);
        }
    }
    let again = if table.under_way(victim).iter().any(|game| game.extension().is_none()) {
        go_on(&table, victim, &address(&ticket))
    } else if victim == "guest" && !place.starts_with("game.re") {
        // Nothing was signed yet: it is a guest like any other.
        table.start("guest", &join)
    } else {
        go_on(&table, victim, &address(&ticket))
    };
    let (again, left) = (again.finish(), left.finish());
    assert_eq!((again.code, left.code), (Some(0), Some(0)), "{place}: {} {}", again.errors, left.errors);
    let (host, guest) = (record(&table, "host"), record(&table, "guest"));
    assert_eq!(host.log.table().head(), guest.log.table().head(), "{victim} at {place}");
}

fn end_at(victim: &str, places: &[&str]) {
    places.iter().for_each(|place| ends_at(victim, place));
}

#[test]
fn a_host_ends_while_its_game_begins() {
    end_at(
        "host",
        &["game.renamed:1=die", "secrets.written:2=die", "secrets.renamed:1=die", "log.write:2=die"],
    );
}

#[test]
fn a_guest_ends_while_its_game_begins() {
    end_at("guest", &["secrets.written:1=die", "terms.synced:1=die", "game.renamed:1=die"]);
    end_at("guest", &["log.written:1=die", "log.renamed:1=die", "log.write:2=die"]);
}

#[test]
fn a_host_ends_between_writing_and_sending() {
    for count in [2, 3, 25] {
        for step in ["log.write", "log.written", "log.synced", "game.send", "game.sent"] {
            ends_at("host", &format!("{step}:{count}=die"));
        }
    }
}

#[test]
fn a_guest_ends_between_writing_and_sending() {
    for count in [3, 4, 26] {
        for step in ["log.write", "log.written", "log.synced", "game.send", "game.sent"] {
            ends_at("guest", &format!("{step}:{count}=die"));
        }
    }
}

/// A game that was over when its process ended once kept the next one busy for ever.
#[test]
fn a_side_ends_while_its_game_does() {
    for victim in ["host", "guest"] {
        end_at(victim, &["record.write:1=die", "record.synced:1=die", "record.renamed:1=die"]);
        end_at(
            victim,
            &["game.rename:2=die", "game.renamed:2=die", "game.remove:1=die", "game.removed:1=die"],
        );
    }
}

#[test]
fn a_side_whose_disk_fails_says_so_and_goes_on_later() {
    end_at("host", &["log.write:20=full", "log.written:21=broken"]);
    end_at("guest", &["log.write:20=full", "log.written:21=broken", "record.written:1=full"]);
}

/// The guest has promised, and the host has no game: there will be none, and others can begin.
#[test]
fn a_game_that_never_began_is_withdrawn() {
    let table = Table::new();
    let mut host = armed(&table, "host", &HOST, "game.rename:1=die");
    let ticket = host.ticket();
    let guest = table.join("guest", &ticket);
    assert_eq!(host.finish().code, None);
    guest.signal("-INT");
    assert!(guest.finish().error().contains("interrupted"));
    assert_eq!(table.under_way("guest").len(), 1);
    let mut host = table.start_at("host", &address(&ticket), &HOST);
    let fresh = host.ticket();
    let resumed = table.resume("guest").finish();
    assert_eq!(resumed.code, Some(1));
    assert!(resumed.errors.contains("no such table"), "{}", resumed.errors);
    assert_eq!(table.under_way("guest").len(), 0);
    let guest = table.join("guest", &fresh);
    assert_eq!(guest.finish().ended().0, host.finish().ended().0);
}

//! Tables on the local network, of which loopback is the part that is always there.

use serde_json::Value;

use super::side::{Done, Table};

fn json(done: &Done) -> Value {
    assert_eq!(done.code, Some(0), "{}", done.errors);
    serde_json::from_str(&done.said.concat()).expect("one JSON object")
}

/// Found, joined by what was found, followed, gone; and who does not want to be heard is not.
#[test]
fn a_table_is_found_and_played_without_its_ticket() {
    let table = Table::new();
    let host = |profile, name, more: &[&str]| {
        let host = ["host", "--game", "classic", "--bot", "normal", "--name", name];
        table.start(profile, &[&host, more].concat())
    };
    let mut hidden = host("hidden", "Hidden", &["--no-announce"]);
    hidden.ticket();
    let mut shown = host("host", "Beacon", &[]);
    let ticket = shown.ticket();
    let mut lan = table.start("lan", &["lan", "--for", "1000"]);
    assert_eq!(lan.until("Beacon: classic, "), "1 of 2 seats taken, waiting for players");
    let found = lan.line().expect("the ticket");
    assert_eq!(found.trim(), ticket);
    let mut guest = table.join("guest", &found);
    guest.until_step(4);
    // A game between bots may be over before anybody near has heard that it is on.
    guest.signal("-STOP");
    assert_eq!(lan.until("Beacon: classic, "), "2 of 2 seats taken, playing");
    lan.line().expect("the ticket");
    guest.signal("-CONT");
    let guest = guest.finish().ended();
    assert_eq!(shown.finish().ended().0, guest.0);
    assert_eq!(lan.until("Beacon: classic, "), "2 of 2 seats taken, gone");
    assert!(!lan.said.iter().any(|line| line.starts_with("Hidden")), "{:#?}", lan.said);
    assert!(!table.path("lan").exists(), "who only listens leaves nothing behind");
}

#[test]
fn where_nothing_can_be_heard_the_cause_is_said() {
    let table = Table::new();
    // No interface has exactly this address.
    let nowhere =
        |more: &[&str]| table.start_at("lan", "127.9.9.9", &[&["lan", "--for", "1"], more].concat());
    let heard = json(&nowhere(&["--json"]).finish());
    assert_eq!(heard["tables"], Value::Array(Vec::new()));
    assert_eq!(heard["causes"][0]["cause"], "nointerface");
    assert!(heard["causes"][0]["remedy"].as_str().is_some_and(|remedy| !remedy.is_empty()));
    let said = nowhere(&[]).finish().said.join("\n");
    assert!(said.contains("no network") && said.contains("marque join TICKET"), "{said}");
}

#[test]
fn diagnose_says_what_is_known_and_what_to_do() {
    let table = Table::new();
    let found = json(&table.start("diagnose", &["diagnose", "--json"]).finish());
    let addresses = found["addresses"].as_array().expect("a list");
    assert!(addresses.iter().all(|address| address.as_str().is_some_and(|it| it.starts_with("127.0.0.1:"))));
    assert!(!addresses.is_empty());
    assert_eq!((&found["relay"]["state"], &found["nearby"]), (&Value::from("off"), &Value::Null));
    assert_eq!(found["findings"][0]["finding"], "nobodyasked");
    assert!(found["findings"][0]["remedy"].as_str().is_some_and(|remedy| !remedy.is_empty()));
    let said = table.start("diagnose", &["diagnose"]).finish().said.join("\n");
    assert!(said.contains("relay: none is used") && said.contains("- no relay is used"), "{said}");
}

//! A LAN party: no router, no route, no internet, and nobody who knows an address.

use serde_json::Value;

use super::{
    cables::{GUEST, HOST, OFFLINE, finished, pair},
    lab::Lab,
};
use crate::side::{Done, Side};

/// Within how many seconds a table must be found.
const FOUND_S: &str = "3";

#[test]
fn a_table_is_found_and_played_where_there_is_no_route() {
    let Some(lab) = pair() else { return };
    let mut ana = lab.host("ana").marque(&OFFLINE, &HOST);
    ana.ticket();
    let heard = lab.host("ben").marque(&OFFLINE, &["lan", "--json", "--for", FOUND_S]).finish();
    let heard: Value = serde_json::from_str(&heard.said.concat()).expect("one JSON object");
    let table = &heard["tables"][0];
    assert_eq!((&table["nickname"], &table["game"]), (&"Ana".into(), &"classic".into()), "{heard}");
    let ticket = table["ticket"].as_str().expect("a ticket");
    let ben = lab.host("ben").marque(&OFFLINE, &[&["join", ticket], &GUEST[..]].concat());
    finished(ana, ben);
}

/// The players of a table of four, two at each of two switches.
fn four() -> Option<(Lab, Vec<Side>)> {
    let players = ["0", "1", "2", "3"];
    let lab = Lab::with(&[&["east", "west"], &players[..]].concat())?;
    lab.cable("east", "west");
    for switch in ["east", "west"] {
        lab.host(switch).run("ip link add switch type bridge");
        lab.host(switch).run("ip link set switch up");
    }
    lab.host("east").run("ip link set west master switch");
    lab.host("west").run("ip link set east master switch");
    for (player, switch) in players.into_iter().zip(["east", "east", "west", "west"]) {
        lab.cable(switch, player);
        lab.host(switch).run(&format!("ip link set {player} master switch"));
        lab.host(player).run(&format!("ip address add 10.7.0.1{player}/24 dev {switch}"));
    }
    let table = ["host", "--game", "drill", "--seats", "4", "--set", "turns=6", "--bot", "easy"];
    let mut host = lab.host("0").marque(&OFFLINE, &table);
    let ticket = host.ticket();
    let guest = |player| lab.host(player).marque(&OFFLINE, &["join", &ticket, "--bot", "easy"]);
    let guests: Vec<Side> = players[1..].iter().copied().map(guest).collect();
    Some((lab, std::iter::once(host).chain(guests).collect()))
}

/// Neither half may go on without the other, or call it silent: two are not more than half of four.
#[test]
fn four_that_are_split_in_two_halves_go_on_once_they_are_healed() {
    let Some((lab, mut crew)) = four() else { return };
    crew[0].until_step(12);
    crew.iter().for_each(|side| side.signal("-STOP"));
    lab.host("east").run("ip link set west down");
    crew.iter().for_each(|side| side.signal("-CONT"));
    for side in &mut crew {
        side.until("no connection to ");
    }
    lab.host("east").run("ip link set west up");
    let ends: Vec<Done> = crew.into_iter().map(Side::finish).collect();
    let heads: Vec<String> = ends.iter().map(|done| done.ended().0).collect();
    assert!(heads.iter().all(|head| *head == heads[0]), "{heads:?}");
    let said = ends.iter().flat_map(|done| &done.said);
    let blamed: Vec<&String> =
        said.filter(|line| line.contains("silent") || line.contains("convicted")).collect();
    assert!(blamed.is_empty(), "{blamed:#?}");
}

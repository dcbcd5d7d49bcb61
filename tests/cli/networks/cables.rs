//! Two computers on one cable, without a router and without a way to anywhere else.

use super::lab::Lab;
use crate::side::{Done, Side};

/// No relay, no lookup.
pub(crate) const OFFLINE: [&str; 1] = ["--offline"];
pub(crate) const HOST: [&str; 7] = ["host", "--game", "classic", "--bot", "normal", "--name", "Ana"];
pub(crate) const GUEST: [&str; 4] = ["--bot", "normal", "--name", "Ben"];
/// How long the cable is out.
const OUTAGE_S: &str = "10";

/// Two computers with an address each, and no route beyond the cable.
pub(crate) fn pair() -> Option<Lab> {
    let lab = Lab::with(&["ana", "ben"])?;
    lab.cable("ana", "ben");
    lab.host("ana").run("ip address add 10.7.0.1/24 dev ben");
    lab.host("ben").run("ip address add 10.7.0.2/24 dev ana");
    Some(lab)
}

/// A game that has come as far as this step of the host's log, at which both stand still.
fn halted(lab: &Lab, step: u32) -> (Side, Side) {
    let mut ana = lab.host("ana").marque(&OFFLINE, &HOST);
    let ticket = ana.ticket();
    let ben = lab.host("ben").marque(&OFFLINE, &[&["join", &ticket], &GUEST[..]].concat());
    ana.until_step(step);
    ana.signal("-STOP");
    ben.signal("-STOP");
    (ana, ben)
}

/// Both go on to the end.
pub(crate) fn finished(ana: Side, ben: Side) -> (Done, Done) {
    let (ben, ana) = (ben.finish(), ana.finish());
    assert_eq!(ana.ended().0, ben.ended().0, "one head");
    (ana, ben)
}

#[test]
fn a_game_is_played_without_router_or_route() {
    let Some(lab) = pair() else { return };
    let mut ana = lab.host("ana").marque(&OFFLINE, &HOST);
    let ticket = ana.ticket();
    let ben = lab.host("ben").marque(&OFFLINE, &[&["join", &ticket], &GUEST[..]].concat());
    finished(ana, ben);
}

/// Shorter than the silence after which a connection is given up: nobody need dial again.
#[test]
fn a_cable_that_is_out_for_ten_seconds_costs_nothing() {
    let Some(lab) = pair() else { return };
    let (ana, ben) = halted(&lab, 6);
    lab.host("ana").run("ip link set ben down");
    ana.signal("-CONT");
    ben.signal("-CONT");
    // The outage is what is tried here: there is no event to wait for.
    lab.host("ana").run(&format!("sleep {OUTAGE_S}"));
    lab.host("ana").run("ip link set ben up");
    let (ana, ben) = finished(ana, ben);
    for side in [ana, ben] {
        assert!(!side.said.iter().any(|line| line.starts_with("no connection")), "{:#?}", side.said);
    }
}

#[test]
fn an_address_that_changes_in_mid_game_costs_nothing() {
    let Some(lab) = pair() else { return };
    let (ana, ben) = halted(&lab, 6);
    lab.host("ben").run("ip address add 10.7.0.3/24 dev ana");
    lab.host("ben").run("ip address delete 10.7.0.2/24 dev ana");
    // Removing the first address of a network removes those after it too.
    lab.host("ben").run("ip address replace 10.7.0.3/24 dev ana");
    ana.signal("-CONT");
    ben.signal("-CONT");
    finished(ana, ben);
}

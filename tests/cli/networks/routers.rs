//! Two computers, each behind a router that hides it, and a relay of our own on the net between.

use std::{
    io::{BufRead as _, BufReader},
    path::Path,
    process::{Child, Stdio},
};

use super::{
    cables::{GUEST, HOST, finished},
    lab::{Host, Lab},
};
use crate::side::Side;

const RELAY: &str = "203.0.113.9";
/// Its own address in place of those behind it, with their ports.
const MASQUERADE: &str = "masquerade";
/// With a port drawn anew for each destination, so that no port that was learnt is of use.
const SYMMETRIC: &str = "masquerade fully-random";
const NO_UDP: &str = "
table inet deaf {
    chain through { type filter hook forward priority -10; policy accept; meta l4proto udp drop; }
}";

/// What a router lets in: answers alone. To a stranger it does not even say that nobody is there, as routers at
/// home do not; a packet that it took for itself would besides hold the port that the way needs.
fn rules(hides: &str) -> String {
    format!(
        "table inet hide {{
            chain out {{ type nat hook postrouting priority srcnat; oifname net {hides}; }}
            chain own {{
                type filter hook input priority filter; policy drop;
                iifname != net accept
                ct state established,related accept
            }}
            chain through {{
                type filter hook forward priority filter; policy drop;
                iifname != net accept
                ct state established,related accept
            }}
        }}"
    )
}

/// The relay of a lab. Killed when dropped.
struct Relay(Child);

impl Drop for Relay {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn relay(lab: &Lab) -> Relay {
    let program = Path::new(env!("CARGO_BIN_EXE_marque")).with_file_name("examples").join("relay");
    assert!(program.exists(), "the relay is not built: cargo build --example relay");
    let mut command = lab.host("relay").command(program.to_str().expect("a path in UTF-8"));
    command.arg(RELAY).arg(lab.path("relay.pem")).stdout(Stdio::piped());
    let mut child = command.spawn().expect("the relay starts");
    let mut line = String::new();
    let output = child.stdout.take().expect("piped");
    BufReader::new(output).read_line(&mut line).expect("the relay speaks");
    assert!(line.starts_with("relay: "), "the relay says where it is: {line:?}");
    Relay(child)
}

/// Ana and Ben behind a router each, which hides them so.
fn towns(hides: &str) -> Option<(Lab, Relay)> {
    let lab = Lab::with(&["net", "relay", "east", "west", "ana", "ben"])?;
    let net = lab.host("net");
    net.run("ip link add street type bridge");
    net.run("ip link set street up");
    for (port, address) in [("relay", RELAY), ("east", "203.0.113.1"), ("west", "203.0.113.2")] {
        lab.cable("net", port);
        net.run(&format!("ip link set {port} master street"));
        lab.host(port).run(&format!("ip address add {address}/24 dev net"));
    }
    for (router, home, network) in [("east", "ana", 1), ("west", "ben", 2)] {
        lab.cable(router, home);
        let router_end = lab.host(router);
        router_end.run(&format!("ip address add 192.168.{network}.1/24 dev {home}"));
        router_end.run("sysctl -q -w net.ipv4.ip_forward=1");
        router_end.filter("hide", &rules(hides));
        lab.host(home).run(&format!("ip address add 192.168.{network}.2/24 dev {router}"));
        lab.host(home).run(&format!("ip route add default via 192.168.{network}.1"));
    }
    let relay = relay(&lab);
    Some((lab, relay))
}

/// `marque`, with the relay of the lab.
fn marque(lab: &Lab, host: Host, command: &[&str]) -> Side {
    let (url, roots) = (format!("https://{RELAY}"), lab.path("relay.pem"));
    let roots = roots.to_str().expect("a path in UTF-8");
    host.marque(&["--relay", &url, "--relay-roots", roots], command)
}

/// Host and guest of a game that has begun.
fn begun(lab: &Lab, host: &[&str]) -> (Side, Side) {
    let mut ana = marque(lab, lab.host("ana"), host);
    let ticket = ana.ticket();
    let ben = marque(lab, lab.host("ben"), &[&["join", &ticket], &GUEST[..]].concat());
    (ana, ben)
}

/// A whole game; each side must have reached the other on this kind of way.
fn played(lab: &Lab, kind: &str) {
    let (ana, ben) = begun(lab, &HOST);
    let (ana, ben) = finished(ana, ben);
    for side in [ana, ben] {
        assert!(side.told("way to ").contains(kind), "{:#?}", side.said);
    }
}

#[test]
fn behind_two_routers_the_way_is_direct() {
    let Some((lab, _relay)) = towns(MASQUERADE) else { return };
    played(&lab, ": direct, ");
}

#[test]
fn behind_routers_that_let_nobody_find_a_way_the_relay_carries_the_game() {
    let Some((lab, _relay)) = towns(SYMMETRIC) else { return };
    played(&lab, ": through a relay, ");
}

#[test]
fn without_udp_the_relay_carries_the_game() {
    let Some((lab, _relay)) = towns(MASQUERADE) else { return };
    lab.host("east").filter("deaf", NO_UDP);
    played(&lab, ": through a relay, ");
}

#[test]
fn a_relay_that_dies_does_not_harm_a_direct_way() {
    let Some((lab, relay)) = towns(MASQUERADE) else { return };
    // A game that is long enough for the way to become direct meanwhile, however quick the machine is.
    let long = ["host", "--game", "mines", "--set", "size=15", "--bot", "normal", "--name", "Ana"];
    let (mut ana, ben) = begun(&lab, &long);
    ana.until_step(160);
    ana.signal("-STOP");
    ben.signal("-STOP");
    drop(relay);
    ana.signal("-CONT");
    ben.signal("-CONT");
    let (ana, ben) = finished(ana, ben);
    for side in [ana, ben] {
        assert!(side.told("way to ").contains(": direct, "), "{:#?}", side.said);
    }
}

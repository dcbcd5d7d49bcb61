//! Sentences about the network: tables nearby, and what is the matter, each with what can be done.

use crate::{
    name,
    net::{
        lan::{Found, Heard, Phase, Silence},
        probe::{Finding, Relay, Surroundings, Udp},
    },
};

/// A table that was heard, two lines: what it says of itself, and the ticket to it.
pub fn nearby(found: &Found) -> String {
    let notice = &found.notice;
    let phase = match notice.phase {
        Phase::Waiting if notice.is_open() => "waiting for players",
        Phase::Waiting if notice.taken < notice.seats => "another version of Marque",
        Phase::Waiting => "full",
        Phase::Playing => "playing",
        Phase::Gone => "gone",
    };
    format!(
        "{}: {}, {} of {} seats taken, {phase}\n  {}",
        host(found),
        notice.game,
        notice.taken,
        notice.seats,
        found.ticket()
    )
}

/// What the host of a table is called, shown safely.
fn host(found: &Found) -> String {
    match name::plain(&found.notice.nickname).as_str() {
        "" => format!("somebody ({})", name::fingerprint(found.host.as_bytes())),
        name => name.to_owned(),
    }
}

/// A cause of silence, and what can be done about it.
pub fn silence(silence: Silence) -> [&'static str; 2] {
    match silence {
        Silence::NoInterface => [
            "no network: no interface of this computer is up with an IPv4 address (of those that it may use)",
            "plug in the cable or join the Wi-Fi; without a router give each computer an address of one network",
        ],
        Silence::Deaf => [
            "the system gives no socket for multicast on UDP port 5353",
            "end the program that keeps the port to itself, or let this one use the network",
        ],
        Silence::Loopback => [
            "--bind names this computer alone, so only tables on it can be heard",
            "leave --bind out, or give the address of an interface",
        ],
        Silence::Nobody => [
            "nobody waits at a table, or the host does not announce it",
            "ask whether the other side has its table open, and not only through a relay",
        ],
        Silence::Firewall => [
            "a firewall keeps beacons out, here or there",
            "let UDP port 5353 in on both computers, and let Marque accept connections",
        ],
        Silence::Isolated => [
            "the Wi-Fi filters multicast or keeps its guests apart",
            "use another Wi-Fi than that of guests, or a cable",
        ],
        Silence::Elsewhere => [
            "the other computer is on another network (VPN, mobile data, other Wi-Fi)",
            "bring both to the same network, or switch the VPN off",
        ],
    }
}

/// What works where nothing is heard.
pub fn instead() -> &'static str {
    "what works without all that: the ticket that the host is shown, sent in any way, with `marque join TICKET`; on \
     a network that only filters beacons it carries the address by which the host is reached"
}

/// What is the matter, and what can be done about it.
pub fn finding(finding: Finding) -> [&'static str; 2] {
    match finding {
        Finding::NoNetwork => ["this computer has no network", "connect it, then look again"],
        Finding::Portal => ["the network wants a login first", "open any page in a browser"],
        Finding::RelayDenied => ["the relay refuses this computer", "choose another relay (--relay URL)"],
        Finding::RelayAway => [
            "the relay does not answer",
            "see whether there is internet and the firewall lets the program out; players on one network can still meet",
        ],
        Finding::UdpBlocked => [
            "direct connections do not get through: the network blocks UDP",
            "nothing needs to be done: games go through the relay, which is slower",
        ],
        Finding::AddressVaries => [
            "the router shows another address to each, so direct connections may fail",
            "nothing needs to be done: games then go through the relay",
        ],
        Finding::Deaf => silence(Silence::Deaf),
        Finding::NobodyAsked => [
            "no relay is used: only players on one network are found, or those whose router lets connections in",
            "leave --offline out, or choose a relay in the settings",
        ],
        Finding::RelayOnly => [
            "direct connections are off, as it is set: games go through the relay",
            "allow direct connections in the settings if they are wanted",
        ],
        Finding::Good => ["all is well: direct connections are possible, and the relay answers", "play"],
    }
}

/// Everything that was found, several lines.
pub fn surroundings(found: &Surroundings) -> String {
    let list = |title: &str, of: &[std::net::SocketAddr]| {
        let all: Vec<String> = of.iter().map(ToString::to_string).collect();
        format!("{title}: {}", if all.is_empty() { "none".to_owned() } else { all.join(" ") })
    };
    let mut lines =
        vec![list("addresses", &found.addresses), list("sockets", &found.sockets), relay(&found.relay)];
    lines.push(found.udp.as_ref().map_or("UDP: not tried, no relay is asked".to_owned(), udp));
    lines.extend(found.nearby.as_ref().map(listening));
    for finding in found.findings() {
        let [cause, remedy] = self::finding(finding);
        lines.push(format!("- {cause}\n  {remedy}"));
    }
    lines.join("\n")
}

fn relay(relay: &Relay) -> String {
    match relay {
        Relay::Off => "relay: none is used".to_owned(),
        Relay::Connected { url, latency } => {
            let latency = latency.map_or(String::new(), |time| format!(" within {} ms", time.as_millis()));
            format!("relay: {url} answers{latency}")
        }
        Relay::Denied { url, why } => format!("relay: {url} refuses ({why})"),
        Relay::Unreachable { url, why } => {
            let url = url.as_ref().map_or("none of the public ones".to_owned(), ToString::to_string);
            let why = why.as_ref().map_or(String::new(), |why| format!(" ({})", why.replace('\n', " ")));
            format!("relay: no answer from {url}{why}")
        }
    }
}

fn udp(udp: &Udp) -> String {
    let works = |works| if works { "yes" } else { "no" };
    let public: Vec<String> = udp.public.iter().map(|seen| format!(", seen as {seen}")).collect();
    format!("UDP: IPv4 {}, IPv6 {}{}", works(udp.v4), works(udp.v6), public.concat())
}

fn listening(heard: &Heard) -> String {
    let interfaces = heard.interfaces.iter().flatten();
    let interfaces: Vec<String> =
        interfaces.map(|interface| format!("{} ({})", interface.name, interface.own)).collect();
    match (&heard.deaf, interfaces.as_slice()) {
        (Some(why), _) => format!("nearby: cannot listen ({why})"),
        (None, []) => "nearby: no interface to listen on".to_owned(),
        (None, some) if heard.tables.is_empty() => {
            format!("nearby: no table heard on {}; `marque lan` says why that may be", some.join(", "))
        }
        (None, some) => format!("nearby: {} tables heard on {}", heard.tables.len(), some.join(", ")),
    }
}

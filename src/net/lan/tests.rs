//! Beacons on loopback, where nobody else is asked to take part.

use std::{net::Ipv4Addr, time::Duration};

use marque_protocol::wire;
use tokio::time::timeout;

use super::*;
use crate::net::{Config, Net, bind_address};

const LOOPBACK: Ground = Ground::Only(IpAddr::V4(Ipv4Addr::LOCALHOST));
/// Far more than it takes; only a fault waits that long.
const DEADLINE: Duration = Duration::from_secs(30);

pub(super) fn notice() -> Notice {
    let (game, nickname) = ("classic".to_owned(), "Ștefan".to_owned());
    let (phase, table) = (Phase::Waiting, [7; 16]);
    Notice { protocol: wire::PROTOCOL, table, taken: 1, seats: 2, phase, game, nickname }
}

fn config(relay_only: bool, bind: Option<&str>) -> Config {
    let key = iroh::SecretKey::generate();
    let bind = bind.map(|bind| bind_address(bind).expect("an address"));
    Config { key, offline: true, bind, relay: None, roots: Vec::new(), relay_only }
}

async fn until(listener: &mut Listener, what: &str, is: impl Fn(&Heard) -> bool) -> Heard {
    let found = async {
        while !is(&listener.heard()) {
            listener.changed().await;
        }
        listener.heard()
    };
    timeout(DEADLINE, found).await.unwrap_or_else(|_| panic!("never {what}: {:?}", listener.heard()))
}

#[test]
fn who_hides_an_address_is_nowhere() {
    assert_eq!(Ground::of(&config(false, None)), Some(Ground::Every));
    assert_eq!(Ground::of(&config(false, Some("0.0.0.0"))), Some(Ground::Every));
    assert_eq!(Ground::of(&config(false, Some("127.0.0.1"))), Some(LOOPBACK));
    assert!(LOOPBACK.is_loopback());
    for bind in [None, Some("192.168.1.7"), Some("127.0.0.1")] {
        assert_eq!(Ground::of(&config(true, bind)), None);
    }
}

#[test]
fn a_name_is_one_host() {
    let host = iroh::SecretKey::from_bytes(&[5; 32]).public();
    assert_eq!(host_of(&name_of(&host)), Some(host));
    assert!(name_of(&host).len() + "-65535".len() < 64, "a label of DNS has at most 63 bytes");
    let name = name_of(&host);
    for bad in ["", "a", &name[1..], &name.to_ascii_uppercase(), &format!("{name}a"), &"é".repeat(26)] {
        assert_eq!(host_of(bad), None, "{bad}");
    }
}

#[test]
fn names_are_many_before_they_are_too_many_and_a_known_one_never_is() {
    let mut names = Names::default();
    for number in 0..NAMES_MOST {
        assert!(!names.flooded_by(&number.to_string()) && !names.flooded_by("0"));
    }
    assert!(names.flooded_by("another") && !names.flooded_by("0"));
    assert_eq!(names.0.len(), NAMES_MOST);
}

/// The whole way: two hosts announce, a third process listens; what they say changes, one takes its leave and one
/// falls silent.
#[tokio::test(flavor = "multi_thread")]
async fn tables_are_found_followed_and_forgotten() {
    let mut listener = Listener::start(LOOPBACK, || {});
    let (one, _events) = Net::start(config(false, Some("127.0.0.1"))).await.expect("a net");
    let (other, _more) = Net::start(config(false, Some("127.0.0.1"))).await.expect("a net");
    let announced = one.announce(LOOPBACK, notice());
    let silent = other.announce(LOOPBACK, Notice { table: [9; 16], ..notice() });
    let of = |net: &Net| net.address().id;
    let (first, second) = (of(&one), of(&other));
    let table = |heard: &Heard, of| heard.tables.iter().find(|table| table.host == of).cloned();
    let heard = until(&mut listener, "found", |heard| {
        table(heard, first).is_some() && table(heard, second).is_some()
    });
    let found = table(&heard.await, first).expect("just seen");
    assert_eq!(found.notice, notice());
    assert_eq!(found.ticket().address, one.address(), "who is told of it can dial");

    announced.say(Notice { taken: 2, ..notice() });
    let full = |heard: &Heard| table(heard, first).is_some_and(|table| table.notice.taken == 2);
    until(&mut listener, "full", full).await;

    announced.end().await;
    until(&mut listener, "gone", |heard| table(heard, first).is_none()).await;
    assert!(table(&listener.heard(), second).is_some(), "the other has said nothing of the kind");
    drop(silent);
    until(&mut listener, "forgotten", |heard| table(heard, second).is_none()).await;
    tokio::join!(one.shutdown(), other.shutdown());
}

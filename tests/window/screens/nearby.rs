//! The first screen where tables on the local network are heard, or none.

use eframe::egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use iroh::SecretKey;
use marque::{
    net::{
        Ticket,
        lan::{Found, Heard, Listener, Notice, Phase},
    },
    ui::words::{Language, Words},
};
use marque_protocol::wire;

use super::{Room, lobby, ticket};

fn table(nickname: &str, taken: u8, phase: Phase) -> Found {
    let (game, nickname) = ("classic".to_owned(), nickname.to_owned());
    let notice =
        Notice { protocol: wire::PROTOCOL, table: [taken; 16], taken, seats: 2, phase, game, nickname };
    let host = SecretKey::from_bytes(&[taken; 32]).public();
    Found { host, notice, addresses: vec!["192.168.1.7:4000".parse().unwrap()] }
}

fn hearing(heard: Heard) -> Room {
    let mut room = Room::new();
    room.desk.window.state_mut().listen_near(Listener::over(heard));
    room.desk.step();
    room
}

/// Tables of every kind, one of them with a name that wants to be more than a name.
pub(super) fn heard(words: &Words) -> Room {
    let mut newer = table("Later", 1, Phase::Waiting);
    newer.notice.protocol += 1;
    let tables = vec![
        table("Ana\u{202e}\n\nof all the seven seas and more", 1, Phase::Waiting),
        newer,
        table("", 2, Phase::Waiting),
        table("Bogdan", 2, Phase::Playing),
    ];
    hearing(Heard { tables, ..Heard::default() }).until(words, "nearby")
}

pub(super) fn silent(words: &Words) -> Room {
    hearing(Heard { quiet: true, ..Heard::default() }).until(words, "nearby-none")
}

#[test]
fn a_click_sits_down_at_a_table_that_is_heard() {
    let words = &Words::new(Language::English);
    let host = lobby(words);
    let invitation = Ticket::find(&ticket(&host, words)).unwrap();
    let there = table("Ana", 1, Phase::Waiting);
    let notice = Notice { table: invitation.table, ..there.notice };
    let addresses = invitation.address.ip_addrs().copied().collect();
    let found = Found { host: invitation.address.id, notice, addresses };
    let mut guest = hearing(Heard { tables: vec![found], ..Heard::default() });
    guest.desk.click("Ana: Bătălia Navală (classic), 1 of 2 seats taken");
    guest.until(words, "lobby-agree");
}

#[test]
fn only_where_there_is_a_seat_can_be_clicked() {
    let room = heard(&Words::new(Language::English));
    let button = |name: &str| {
        let mut buttons = room.desk.window.query_all_by_role(Role::Button);
        buttons.any(|button| button.accesskit_node().label().is_some_and(|label| label.contains(name)))
    };
    assert!(button("Ana"));
    for (who, why) in [("Later", "taken: another version"), ("Bogdan", "taken: playing")] {
        assert!(room.desk.shows(who) && room.desk.shows(why) && !button(who), "{who}");
    }
    assert!(room.desk.shows("2 of 2 seats taken: full"));
    assert!(!room.desk.shows("seven seas and more"), "a name is a short row of letters");
}

#[test]
fn silence_is_said_in_a_line_that_leads_to_why() {
    let words = &Words::new(Language::English);
    let nothing = hearing(Heard::default());
    assert!(!nothing.desk.shows(&words.say("nearby-none")) && !nothing.desk.shows(&words.say("nearby")));
    silent(words).click(words, &["nearby-why"]).until(words, "diag-findings");
}

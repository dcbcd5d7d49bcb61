//! `terms` and `agreement`: what may be agreed, and by whom (P-8 to P-12).

use marque_protocol::{
    games::{self, Options, duel},
    terms::{Agreement, Clock, Signature, Terms, game_id, sign_terms},
    wire,
};
use serde_json::json;

use super::{
    Case,
    curve::{not_canonical, plus_modulus, plus_order, small, torsion},
    hex,
    toys::{agree, agreement, classic, identity, keys, terms, terms_for},
};

pub fn cases() -> Vec<Case> {
    [games_and_seats(), clocks(), places(), encodings(), agreements()].into_iter().flatten().collect()
}

fn of_bytes(name: &str, about: &str, bytes: &[u8], accepted: bool) -> Case {
    let input = json!({ "bytes": hex(bytes) });
    Case::new("terms", name, "P-9", about, input).expects(json!({ "accepted": accepted }))
}

/// The terms of P-12, changed.
fn changed(name: &str, about: &str, accepted: bool, change: impl FnOnce(&mut Terms)) -> Case {
    let mut terms = classic();
    change(&mut terms);
    of_bytes(name, about, &wire::encode(&terms), accepted)
}

/// The terms of a game of this card with these options, permitted or not, and with their right digest.
fn with_options(name: &str, about: &str, card: &str, options: duel::Options, accepted: bool) -> Case {
    of_bytes(name, about, &wire::encode(&terms(card, &Options::Duel(options))), accepted)
}

fn games_and_seats() -> Vec<Case> {
    let (usual, sea) = (duel::Options::MINES, duel::Options::CLASSIC);
    let drill = Options::choose("drill", &[]).unwrap();
    let mut cases = vec![
        changed("honest", "The terms of P-12.", true, |_| {}),
        with_options("honest-mines", "The card mines by default.", "mines", usual, true),
        with_options(
            "honest-everything-on",
            "The largest board, and all that can be chosen.",
            "mines",
            duel::Options { size: 15, fleet: duel::Fleet::Russian, salvo: true, again: true, ..usual },
            true,
        ),
        with_options("size-9", "A board of 9.", "mines", duel::Options { size: 9, ..usual }, false),
        with_options("size-16", "A board of 16.", "mines", duel::Options { size: 16, ..usual }, false),
        with_options(
            "mines-with-halo",
            "Halo in the card mines.",
            "mines",
            duel::Options { halo: true, ..usual },
            false,
        ),
        with_options(
            "classic-on-8",
            "The card classic on a board of 8.",
            "classic",
            duel::Options { size: 8, ..sea },
            false,
        ),
        with_options(
            "classic-with-salvo",
            "Salvo in the card classic.",
            "classic",
            duel::Options { salvo: true, ..sea },
            false,
        ),
        with_options(
            "options-of-mines",
            "The card classic with the options of mines.",
            "classic",
            usual,
            false,
        ),
        of_bytes(
            "practice-game",
            "The drill, which is no game of this specification.",
            &wire::encode(&terms("drill", &drill)),
            false,
        ),
        changed("unknown-game", "A game that there is not.", false, |terms| terms.game = "chess".to_owned()),
        changed("capital-letter", "Classic is not classic.", false, |terms| {
            terms.game = "Classic".to_owned()
        }),
        changed("no-game", "A game without a name.", false, |terms| terms.game.clear()),
        changed("options-trailing-byte", "A byte behind the options.", false, |terms| terms.options.push(0)),
        changed("options-cut", "A byte of the options is missing.", false, |terms| {
            terms.options.pop();
        }),
        changed("options-bool-of-2", "halo is 2.", false, |terms| terms.options[5] = 2),
        changed("options-fleet-of-2", "A fleet that there is not.", false, |terms| terms.options[1] = 2),
        changed("rules-flipped", "A bit of the digest of the rules changed.", false, |terms| {
            terms.rules[31] ^= 1
        }),
        changed("version-2", "Version 2.", false, |terms| terms.protocol = 2),
        changed("version-0", "Version 0.", false, |terms| terms.protocol = 0),
    ];
    let rules = terms("mines", &Options::Duel(usual)).rules;
    cases
        .push(changed("rules-of-mines", "The digest of the card mines.", false, |terms| terms.rules = rules));
    let duel = Options::Duel(sea);
    for (seats, name) in [(0, "no-seats"), (1, "one-seat"), (3, "three-seats"), (4, "four-seats")] {
        let bytes = wire::encode(&terms_for(seats, "classic", &duel));
        cases.push(of_bytes(name, "Not two seats, at a game of two.", &bytes, false));
    }
    cases
}

fn clocks() -> Vec<Case> {
    let clock = |name: &str, about: &str, limits: (Option<u32>, u32, u32, u32), accepted| {
        let (decision_s, answer_s, seal_s, grace_s) = limits;
        changed(name, about, accepted, |terms| {
            terms.clock = Clock { decision_s, answer_s, seal_s, grace_s };
        })
    };
    let week = 604_800;
    vec![
        clock("honest-shortest-limits", "All limits as short as can be.", (Some(5), 5, 30, 0), true),
        clock("honest-longest-limits", "All limits of a week.", (Some(week), week, week, week), true),
        clock("honest-no-decision-limit", "No limit for decisions.", (None, 20, 180, 10), true),
        clock("decision-4", "4 seconds for a decision.", (Some(4), 20, 180, 10), false),
        clock(
            "decision-0",
            "No second for a decision, which is not the same as no limit.",
            (Some(0), 20, 180, 10),
            false,
        ),
        clock("answer-4", "4 seconds for an answer.", (Some(60), 4, 180, 10), false),
        clock("seal-29", "29 seconds for the seals.", (Some(60), 20, 29, 10), false),
        clock(
            "decision-over-a-week",
            "A second too many for a decision.",
            (Some(week + 1), 20, 180, 10),
            false,
        ),
        clock("answer-over-a-week", "A second too many for an answer.", (Some(60), week + 1, 180, 10), false),
        clock("seal-over-a-week", "A second too many for the seals.", (Some(60), 20, week + 1, 10), false),
        clock("grace-over-a-week", "A second too many of grace.", (Some(60), 20, 180, week + 1), false),
        clock("decision-largest", "The largest number.", (Some(u32::MAX), 20, 180, 10), false),
        changed("honest-last-day", "The largest day: a mere claim.", true, |terms| terms.day = u32::MAX),
    ]
}

fn places() -> Vec<Case> {
    let own = identity(0).verifying_key().to_bytes();
    let order_8 = torsion(8).compress().to_bytes();
    let one = small(1);
    vec![
        changed("honest-nickname-64", "A nickname of 64 bytes.", true, |t| {
            t.seats[1].nickname = "x".repeat(64)
        }),
        changed("honest-nickname-64-in-32", "32 characters of 2 bytes.", true, |t| {
            t.seats[1].nickname = "ж".repeat(32)
        }),
        changed("honest-no-nickname", "No nickname.", true, |t| t.seats[1].nickname.clear()),
        changed("honest-same-nickname", "Both have one nickname.", true, |t| {
            t.seats[1].nickname = "ann".to_owned()
        }),
        changed("honest-same-nonce", "Both have one nonce, which is not checked.", true, |t| {
            t.seats[1].nonce = [5; 32]
        }),
        changed("honest-signing-is-identity", "A seat signs with its identity.", true, |t| {
            t.seats[0].signing = own
        }),
        changed(
            "honest-signing-is-the-others-identity",
            "Keys are compared with their own kind.",
            true,
            |t| t.seats[1].signing = own,
        ),
        changed("nickname-65", "A nickname of 65 bytes.", false, |t| t.seats[1].nickname = "x".repeat(65)),
        changed("nickname-66-in-33", "33 characters, but 66 bytes.", false, |t| {
            t.seats[1].nickname = "ж".repeat(33)
        }),
        changed("same-identity", "Both seats are one peer.", false, |t| {
            t.seats[1].identity = t.seats[0].identity
        }),
        changed("same-signing", "Both seats sign with one key.", false, |t| {
            t.seats[1].signing = t.seats[0].signing
        }),
        changed("same-exchange", "Both seats read with one key.", false, |t| {
            t.seats[1].exchange = t.seats[0].exchange
        }),
        changed("identity-order-8", "An identity of small order.", false, |t| t.seats[1].identity = order_8),
        changed("signing-order-8", "A signing key of small order.", false, |t| t.seats[0].signing = order_8),
        changed("signing-not-canonical", "A signing key that is not canonical.", false, |t| {
            t.seats[0].signing = not_canonical()
        }),
        changed("exchange-order-1", "An exchange key of small order.", false, |t| t.seats[0].exchange = one),
        changed("exchange-high-bit", "An exchange key with its highest bit set.", false, |t| {
            t.seats[1].exchange[31] |= 0x80
        }),
        changed("exchange-not-canonical", "An exchange key of p + 2.", false, |t| {
            t.seats[1].exchange = plus_modulus(2)
        }),
    ]
}

/// The terms of P-12 with some bytes in place of others.
fn spliced(name: &str, about: &str, from: &[u8], to: &[u8]) -> Case {
    let bytes = wire::encode(&classic());
    let at = bytes.windows(from.len()).position(|window| window == from).unwrap();
    let spliced = [&bytes[..at], to, &bytes[at + from.len()..]].concat();
    of_bytes(name, about, &spliced, false)
}

fn encodings() -> Vec<Case> {
    let bytes = wire::encode(&classic());
    let clock = [1, 0x3c, 0x14, 0xb4, 1, 0x0a, 0xa0, 0x9c, 1, 2];
    let with = |at: usize, new: &[u8]| [&clock[..at], new, &clock[at + 1..]].concat();
    vec![
        of_bytes("trailing-byte", "A byte behind the terms.", &[bytes.as_slice(), &[0]].concat(), false),
        of_bytes("cut", "The last byte is missing.", &bytes[..bytes.len() - 1], false),
        of_bytes("empty", "No bytes.", &[], false),
        of_bytes(
            "version-in-two-bytes",
            "The version with a byte too many.",
            &[&[0x81, 0], &bytes[1..]].concat(),
            false,
        ),
        of_bytes(
            "version-in-three-bytes",
            "The version with two bytes too many.",
            &[&[0x81, 0x80, 0], &bytes[1..]].concat(),
            false,
        ),
        spliced("option-of-2", "An option that is neither 0 nor 1.", &clock, &with(0, &[2])),
        spliced("limit-in-two-bytes", "answer_s with a byte too many.", &clock, &with(2, &[0x94, 0])),
        spliced(
            "day-beyond-its-type",
            "A day of 33 bits.",
            &clock,
            &[&clock[..6], &[0xa0, 0x9c, 0x81, 0x80, 0x10, 2]].concat(),
        ),
        spliced(
            "count-in-two-bytes",
            "The number of seats with a byte too many.",
            &clock,
            &with(9, &[0x82, 0]),
        ),
        spliced("nickname-no-text", "A nickname that is not UTF-8.", b"\x03ann", b"\x03a\xffn"),
        spliced("nickname-surrogate", "A nickname with half of a pair.", b"\x03ann", b"\x03\xed\xa0\x80"),
        spliced("nickname-overlong", "A nickname with a zero in two bytes.", b"\x03ann", b"\x03a\xc0\x80"),
        spliced(
            "game-overlong",
            "The length of the game with a byte too many.",
            b"\x07classic",
            b"\x87\x00classic",
        ),
    ]
}

fn of_agreement(name: &str, about: &str, bytes: &[u8], game: Option<[u8; 32]>) -> Case {
    let input = json!({ "bytes": hex(bytes) });
    let mut expect = json!({ "accepted": game.is_some() });
    if let Some(game) = game {
        expect["game"] = json!(hex(&game));
    }
    Case::new("agreement", name, "P-11", about, input).expects(expect)
}

fn agreements() -> Vec<Case> {
    let honest = agreement();
    let bytes = wire::encode(&honest);
    let bad = |name: &str, about: &str, change: &dyn Fn(&mut Agreement)| {
        let mut agreement = honest.clone();
        change(&mut agreement);
        of_agreement(name, about, &wire::encode(&agreement), None)
    };
    let by_signing_key = Signature::make(&keys(1).signing(), b"marque/1/terms", &honest.terms);
    let with_tag = |tag: &[u8]| Signature::make(&identity(1), tag, &honest.terms);
    let mines = wire::encode(&terms("mines", &Options::Duel(duel::Options::MINES)));
    let mut unfair = classic();
    unfair.clock.answer_s = 4;
    let drill = wire::encode(&terms("drill", &Options::choose("drill", &[]).unwrap()));
    let count = honest.terms.len() + 2;
    let id = "ee57d170efbab7d2c78c26dfcef41ee60c9fa0df8d9bb5c45bb07dcfeb6c14d4";
    assert_eq!(hex(&game_id(&honest.terms)), id, "the vector of P-12");
    assert!(games::card("drill").is_some_and(|card| card.practice));
    vec![
        of_agreement("honest", "The agreement of P-12.", &bytes, Some(game_id(&honest.terms))),
        of_agreement(
            "honest-mines",
            "The card mines.",
            &wire::encode(&agree(&mines, 2)),
            Some(game_id(&mines)),
        ),
        bad("no-signatures", "Nobody signed.", &|it| it.signatures.clear()),
        bad("signature-missing", "Seat 1 did not sign.", &|it| it.signatures.truncate(1)),
        bad("signature-too-many", "A third signature.", &|it| it.signatures.push(it.signatures[1])),
        bad("signatures-swapped", "The signatures in another order.", &|it| it.signatures.swap(0, 1)),
        bad("signature-twice", "Seat 0 signed for both.", &|it| it.signatures[1] = it.signatures[0]),
        bad("by-signing-key", "Signed with the key of the game.", &|it| it.signatures[1] = by_signing_key),
        bad("tag-of-statements", "Signed with the tag of statements.", &|it| {
            it.signatures[1] = with_tag(b"marque/1/statement")
        }),
        bad("no-tag", "Signed without a tag.", &|it| it.signatures[1] = with_tag(b"")),
        bad("s-and-order", "S + l.", &|it| it.signatures[1].1 = plus_order(&it.signatures[1].1)),
        bad("other-terms", "Seat 1 signed other terms.", &|it| {
            it.signatures[1] = sign_terms(&identity(1), &mines)
        }),
        bad("terms-changed", "A nonce was changed after signing.", &|it| *it.terms.last_mut().unwrap() ^= 1),
        of_agreement(
            "terms-unfair",
            "4 seconds for an answer, signed by all.",
            &wire::encode(&agree(&wire::encode(&unfair), 2)),
            None,
        ),
        of_agreement(
            "terms-practice-game",
            "The drill, signed by all.",
            &wire::encode(&agree(&drill, 2)),
            None,
        ),
        of_agreement(
            "trailing-byte",
            "A byte behind the agreement.",
            &[bytes.as_slice(), &[0]].concat(),
            None,
        ),
        of_agreement("cut", "The last byte is missing.", &bytes[..bytes.len() - 1], None),
        of_agreement(
            "count-in-two-bytes",
            "The number of signatures with a byte too many.",
            &[&bytes[..count], &[0x82, 0], &bytes[count + 1..]].concat(),
            None,
        ),
    ]
}

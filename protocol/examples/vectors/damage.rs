//! Files that are no records, or damaged ones (P-74, P-75).

use marque_protocol::{
    games::{Options, duel},
    record::Item,
    rules::{Leaving, Seat},
    seal::Digest,
    statement::{Body, Opened, Out, Signed, Spot, Statement},
    wire,
};

use super::{
    Case,
    curve::plus_order,
    leaving::{WATER, opened, resigns},
    play::{A, B, Play, file, file_of},
    records::Games,
    toys::{agree, keys, terms},
};

pub fn cases(games: &Games) -> Vec<Case> {
    [files(games), first_items(games), items(games), refused(games), not_due(games), over(games)]
        .into_iter()
        .flatten()
        .collect()
}

/// A whole record of one statement.
fn short(games: &Games) -> Vec<u8> {
    let mut play = Play::empty(&games.usual);
    play.say(resigns(&play, A));
    play.record()
}

fn files(games: &Games) -> Vec<Case> {
    let whole = short(games);
    let with = |at: usize, byte: u8| {
        let mut bytes = whole.clone();
        bytes[at] = byte;
        bytes
    };
    let flipped = |at: usize| with(at, whole[at] ^ 1);
    let last = whole.len();
    let item = whole.len() - 8 - 133 - 4;
    assert_eq!(whole[item..item + 4], [133, 0, 0, 0], "the length of the last item");
    let cut = |name: &str, about: &str, at: usize| games.damaged(name, about, &whole[..at]);
    let long = [&whole[..item], &[1, 0, 0x10, 0], &whole[item + 4..]].concat();
    vec![
        cut("file-empty", "No bytes.", 0),
        cut("file-of-seven-bytes", "The first bytes are not all there.", 7),
        cut("file-header-alone", "No agreement.", 8),
        cut("agreement-torn", "The file ends in the agreement.", 100),
        cut("torn-in-a-length", "The file ends in a length.", item + 2),
        cut("torn-behind-a-length", "The file ends behind a length.", item + 4),
        cut("torn-in-an-item", "The file ends in an item.", item + 50),
        cut("torn-before-a-check", "The file ends before a check.", last - 8),
        cut("torn-in-a-check", "The last byte is missing.", last - 1),
        games.damaged("trailing-byte", "A byte behind the last item.", &[whole.as_slice(), &[0]].concat()),
        games.damaged("first-bytes-of-others", "Other first bytes.", &with(0, b'm')),
        games.damaged("version-2", "Version 2.", &with(7, 2)),
        games.damaged("version-0", "Version 0.", &with(7, 0)),
        games.damaged("check-wrong", "A bit of the last check changed.", &flipped(last - 1)),
        games.damaged("item-changed", "A bit of an item changed.", &flipped(last - 20)),
        games.damaged(
            "agreement-check-wrong",
            "A bit of the check of the agreement changed.",
            &flipped(item - 1),
        ),
        games.damaged("agreement-changed", "A bit of the agreement changed.", &flipped(60)),
        games.damaged("length-too-large", "A length of 2^20 + 1.", &long),
        games.damaged(
            "length-largest",
            "The largest length there is.",
            &[&whole[..item], &[0xff; 4], &whole[item + 4..]].concat(),
        ),
        games.damaged(
            "item-empty",
            "An item of no bytes, with the right check.",
            &file(&[vec![]], &games.usual.agreed),
        ),
    ]
}

fn first_items(games: &Games) -> Vec<Case> {
    let usual = &games.usual;
    let mut play = Play::empty(usual);
    play.say(resigns(&play, A));
    let said = wire::encode(&Item::Said(play.said[0].clone()));
    let agreement = usual.agreed.agreement.clone();
    let first = |agreement| file_of(&[wire::encode(&Item::Agreement(agreement))]);
    let mut unsigned = agreement.clone();
    unsigned.signatures[1] = unsigned.signatures[0];
    let mut malleable = agreement.clone();
    malleable.signatures[1].1 = plus_order(&malleable.signatures[1].1);
    let mut unfair = usual.agreed.terms.clone();
    unfair.clock.answer_s = 4;
    let mut rules = usual.agreed.terms.clone();
    rules.rules[0] ^= 1;
    let drill = terms("drill", &Options::choose("drill", &[]).unwrap());
    let nine = terms("mines", &Options::Duel(duel::Options { size: 9, ..duel::Options::MINES }));
    let agreed = |terms| first(agree(&wire::encode(terms), 2));
    let item = wire::encode(&Item::Agreement(agreement.clone()));
    vec![
        games.damaged("first-item-a-statement", "No agreement, but a statement.", &file_of(&[said])),
        games.damaged(
            "agreement-trailing-byte",
            "A byte behind the agreement, with the right check.",
            &file_of(&[[item.as_slice(), &[0]].concat()]),
        ),
        games.damaged("agreement-unsigned", "Seat 1 did not sign.", &first(unsigned)),
        games.damaged("agreement-s-and-order", "A signature with S + l.", &first(malleable)),
        games.damaged("terms-unfair", "4 seconds for an answer, signed by both.", &agreed(&unfair)),
        games.damaged("terms-other-rules", "Another digest of the rules, signed by both.", &agreed(&rules)),
        games.damaged("terms-practice-game", "The drill, signed by both: an unknown game.", &agreed(&drill)),
        games.damaged("terms-size-9", "A board of 9, signed by both.", &agreed(&nine)),
    ]
}

fn items(games: &Games) -> Vec<Case> {
    let usual = &games.usual;
    let mut play = Play::empty(usual);
    play.say(resigns(&play, A));
    let said = wire::encode(&Item::Said(play.said[0].clone()));
    let agreement = wire::encode(&Item::Agreement(usual.agreed.agreement.clone()));
    let two = |item: Vec<u8>| file(&[said.clone(), item], &usual.agreed);
    let one = |item: Vec<u8>| file(&[item], &usual.agreed);
    let length = [&said[..66], &[0xc2, 0], &said[67..]].concat();
    assert_eq!(said[66], 0x42, "the length of the statement");
    vec![
        games.damaged("second-agreement", "The agreement once more.", &two(agreement)),
        games.damaged(
            "item-trailing-byte",
            "A byte behind a statement, with the right check.",
            &one([said.as_slice(), &[0]].concat()),
        ),
        games.damaged("item-kind-2", "An item that there is not.", &two(vec![2])),
        games.damaged(
            "item-kind-in-two-bytes",
            "The kind of an item with a byte too many.",
            &one([&[0x81, 0], &said[1..]].concat()),
        ),
        games.damaged(
            "item-length-in-two-bytes",
            "The length of a statement with a byte too many.",
            &one(length),
        ),
    ]
}

/// Statements that are not authentic, or stand nowhere.
fn refused(games: &Games) -> Vec<Case> {
    let usual = &games.usual;
    let with = |name: &str, about: &str, signed: Signed| {
        let mut play = Play::opened(usual);
        play.push(signed);
        games.damaged(name, about, &play.record())
    };
    let (play, x, _) = opened(usual);
    let shot = play.fire(WATER[0]);
    let changed = |change: &dyn Fn(&mut Signed)| {
        let mut signed = shot.clone();
        change(&mut signed);
        signed
    };
    let resign = |spot| play.sign(x, &Statement::Resign(spot));
    let game = Signed::make(&keys(x.0).signing(), x, &[1; 32], &Statement::Resign(play.spot()));
    let mut order = Play::empty(usual);
    [2, 0, 1].iter().for_each(|at| order.push(usual.opening[*at].clone()));
    let mut missing = Play::empty(usual);
    [0, 1, 3].iter().for_each(|at| missing.push(usual.opening[*at].clone()));
    vec![
        with("signature-wrong", "A signature with a bit changed.", changed(&|it| it.signature.1[0] ^= 1)),
        with(
            "signature-s-and-order",
            "A signature with S + l.",
            changed(&|it| it.signature.1 = plus_order(&it.signature.1)),
        ),
        with(
            "statement-of-the-other",
            "The statement of a seat, as of the other.",
            changed(&|it| it.seat = Seat(1 - it.seat.0)),
        ),
        with(
            "statement-of-seat-2",
            "A statement of a seat that there is not.",
            changed(&|it| it.seat = Seat(2)),
        ),
        with("statement-of-other-game", "A notice that was signed for another game.", game),
        with(
            "spot-unknown",
            "A notice on a head that is not known.",
            resign(Spot { previous: [7; 32], ..play.spot() }),
        ),
        with(
            "spot-number-wrong",
            "A notice with a number that is not its head's.",
            resign(Spot { number: 5, ..play.spot() }),
        ),
        games.damaged("statements-out-of-order", "A link before the seals.", &order.record()),
        games.damaged("statement-missing", "The link of seat 0 is missing.", &missing.record()),
    ]
}

/// Statements for which it is too early or too late, or that are another seat's business.
fn not_due(games: &Games) -> Vec<Case> {
    let usual = &games.usual;
    let (play, x, y) = opened(usual);
    let with = |name: &str, about: &str, signed: Signed| {
        let mut play = Play::opened(usual);
        play.push(signed);
        games.damaged(name, about, &play.record())
    };
    let overdue = |seats: &[Seat]| play.sign(y, &Statement::Overdue(play.spot(), seats.to_vec()));
    let Spot { number, previous } = play.spot();
    let entry = |seat, spot, body| usual.entry(seat, spot, body);
    let empty: Digest = usual.agreed.id;
    let seal_at = |spot| entry(B, spot, Body::Seal { seal: usual.bare_seal(B), tip: usual.link(B, 0) });
    let out = play.spot_behind_out(&Out { seats: vec![x], why: Leaving::Resigned });
    vec![
        with(
            "entry-of-the-other",
            "An entry of the seat that is not due.",
            entry(y, play.spot(), Body::Acknowledge),
        ),
        with(
            "entry-of-seat-1-on-empty-log",
            "Seat 1 acknowledges on the empty log.",
            entry(B, Spot { number: 0, previous: empty }, Body::Acknowledge),
        ),
        with(
            "seal-at-another-spot",
            "A seal of seat 1 with number 0.",
            seal_at(Spot { number: 0, previous: empty }),
        ),
        with("seal-at-its-place-in-the-chain", "A seal of seat 1 behind that of seat 0.", {
            let mut play = Play::empty(usual);
            play.say(usual.seal(A));
            seal_at(play.spot())
        }),
        with("overdue-of-itself", "A call that names its author.", overdue(&[A, B])),
        with("overdue-of-nobody", "A call that names nobody.", overdue(&[])),
        with("overdue-twice", "A call that names the due seat twice.", overdue(&[x, x])),
        with("overdue-of-seat-2", "A call that names a seat that there is not.", overdue(&[x, Seat(2)])),
        with(
            "overdue-of-the-other",
            "The due seat calls the other overdue.",
            play.sign(x, &Statement::Overdue(play.spot(), vec![y])),
        ),
        with(
            "chart-before-the-end",
            "A chart, while the game goes on.",
            usual.shown(y, Spot { number, previous }, usual.charts[y.index()].values()),
        ),
        with(
            "result-before-the-end",
            "A result, while the game goes on.",
            play.sign(y, &Statement::Result(play.spot())),
        ),
        with(
            "result-of-no-end",
            "A result of an end that nothing led to.",
            play.sign(y, &Statement::Result(out)),
        ),
    ]
}

/// The same at the end of the game.
fn over(games: &Games) -> Vec<Case> {
    let usual = &games.usual;
    let (_, x, y) = opened(usual);
    let over = |name: &str, about: &str, said: &dyn Fn(&Play<'_>) -> Signed| {
        let mut play = Play::opened(usual);
        play.say(resigns(&play, x));
        play.push(said(&play));
        games.damaged(name, about, &play.record())
    };
    let values = usual.charts[y.index()].values().to_vec();
    let opened = |values: Vec<u8>| Opened { seed: keys(y.0).seed(), values };
    vec![
        over("entry-behind-the-end", "An entry behind the end.", &|play| {
            usual.entry(y, play.spot(), Body::Acknowledge)
        }),
        over("overdue-behind-the-end", "A call behind the end.", &|play| {
            play.sign(y, &Statement::Overdue(play.spot(), vec![x]))
        }),
        over("chart-too-short", "A chart with a value less.", &|play| {
            play.sign(y, &Statement::Chart(play.spot(), opened(values[1..].to_vec())))
        }),
        over("chart-too-long", "A chart with a value more.", &|play| {
            play.sign(y, &Statement::Chart(play.spot(), opened([values.as_slice(), &[0]].concat())))
        }),
        {
            let mut unsealed = Play::empty(usual);
            unsealed.say(usual.seal(A));
            unsealed.say(resigns(&unsealed, B));
            unsealed.push(usual.shown(B, unsealed.spot(), usual.charts[1].values()));
            games.damaged("chart-never-sealed", "A chart of a seat that never sealed.", &unsealed.record())
        },
        {
            let mut play = Play::opened(usual);
            play.say(resigns(&play, y));
            play.push(play.sign(x, &Statement::Result(play.spot())));
            games.damaged(
                "result-before-the-removal",
                "A result before the removal that ends the game.",
                &play.record(),
            )
        },
    ]
}

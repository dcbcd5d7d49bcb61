//! Records in which a draw or an adjournment is offered (P-83 to P-85).

use marque_protocol::{
    rules::Seat,
    statement::{Body, Proposal},
    table::{Duty, OFFERS_MOST},
};

use super::{
    Case,
    leaving::{WATER, opened, resigns},
    play::Play,
    records::{Expected, Games},
};

const DRAW: Proposal = Proposal::Draw;
const REST: Proposal = Proposal::Adjournment;

pub fn cases(games: &Games) -> Vec<Case> {
    [agreed(games), void(games), unsound(games), long(games)].into_iter().flatten().collect()
}

/// These words of whoever is due.
fn say<const N: usize>(play: &mut Play<'_>, bodies: [Body; N]) {
    for body in bodies {
        play.say(play.entry(body));
    }
}

fn drawn(entries: u32) -> Expected {
    Expected { outcome: "agreed", ..Expected::unfinished(entries) }
}

/// A shot of whoever is due, with these words in front of it.
fn offered<'a, const N: usize>(games: &'a Games, bodies: [Body; N]) -> (Play<'a>, Seat, Seat) {
    let (mut play, x, y) = opened(&games.usual);
    say(&mut play, bodies);
    play.shot(WATER[0]);
    (play, x, y)
}

fn agreed(games: &Games) -> Vec<Case> {
    let (mut draw, ..) = offered(games, [Body::Offer(DRAW)]);
    say(&mut draw, [Body::Accept(DRAW)]);
    assert_eq!(draw.table().duty(), Duty::Over);
    let bare = games.case("honest-draw-agreed", "A draw, offered and accepted.", &draw, &drawn(8));
    draw.end();
    let (mut rest, ..) = offered(games, [Body::Offer(REST)]);
    say(&mut rest, [Body::Accept(REST)]);
    assert!(rest.table().offers().adjourned());
    let adjourned =
        games.case("honest-adjourned", "An adjournment, agreed.", &rest, &Expected::unfinished(8));
    rest.shot(WATER[1]);
    let (mut both, ..) = offered(games, [Body::Offer(REST), Body::Offer(DRAW)]);
    say(&mut both, [Body::Accept(REST), Body::Accept(DRAW)]);
    let (mut after, ..) = offered(games, [Body::Offer(DRAW)]);
    after.shot(WATER[1]);
    say(&mut after, [Body::Offer(DRAW)]);
    after.shot(WATER[1]);
    say(&mut after, [Body::Accept(DRAW)]);
    vec![
        bare,
        games.case("honest-draw-audited", "Results and charts behind it.", &draw, &drawn(8).audited()),
        adjourned,
        games.case("honest-adjourned-and-on", "Play goes on.", &rest, &Expected::unfinished(10)),
        games.case("honest-adjourned-and-drawn", "Both are offered, both accepted.", &both, &drawn(10)),
        games.case("honest-draw-at-last", "The second offer is accepted.", &after, &drawn(13)),
    ]
}

/// Offers of which nothing comes.
fn void(games: &Games) -> Vec<Case> {
    let (mut open, ..) = opened(&games.usual);
    say(&mut open, [Body::Offer(DRAW)]);
    let (mut declined, x, y) = offered(games, [Body::Offer(DRAW)]);
    declined.shot(WATER[1]);
    let on = Expected::unfinished;
    let declined_case =
        games.case("honest-draw-declined", "Who is offered a draw plays on.", &declined, &on(9));
    say(&mut declined, [Body::Accept(DRAW)]);
    let (mut crossing, ..) = offered(games, [Body::Offer(DRAW)]);
    crossing.push(crossing.game.entry(x, crossing.spot(), Body::Withdraw(DRAW)));
    let (mut back, ..) = offered(games, [Body::Offer(DRAW), Body::Withdraw(DRAW), Body::Offer(DRAW)]);
    say(&mut back, [Body::Accept(DRAW)]);
    let (mut nothing_left, ..) = offered(games, [Body::Offer(DRAW), Body::Withdraw(DRAW)]);
    say(&mut nothing_left, [Body::Accept(DRAW)]);
    let (mut leaves, ..) = offered(games, [Body::Offer(DRAW)]);
    leaves.say(resigns(&leaves, y));
    vec![
        games.case("honest-draw-offered", "A draw is offered.", &open, &on(5)),
        declined_case,
        games.case(
            "accepts-what-it-declined",
            "An offer is accepted by who has made it, when it was declined.",
            &declined,
            &Expected::fault(10, Some(y), (x, 9, "offer")),
        ),
        games.damaged(
            "withdraws-out-of-turn",
            "An offer is taken back when another is due: refused.",
            &crossing.record(),
        ),
        games.case("honest-offered-again", "An offer is taken back, and made again.", &back, &drawn(10)),
        games.case(
            "accepts-what-was-withdrawn",
            "An offer that was taken back is accepted.",
            &nothing_left,
            &Expected::fault(9, Some(x), (y, 8, "offer")),
        ),
        games.case(
            "honest-resigns-for-an-answer",
            "Who is offered a draw resigns.",
            &leaves,
            &Expected::ended(8, "resigned", x),
        ),
    ]
}

/// Words that convict at the first turn.
fn unsound(games: &Games) -> Vec<Case> {
    let (_, x, y) = opened(&games.usual);
    let first = |name: &str, about: &str, bodies: &[Body], rule: &'static str| {
        let (mut play, ..) = opened(&games.usual);
        bodies.iter().for_each(|body| play.say(play.entry(body.clone())));
        let number = 4 + bodies.len() as u32 - 1;
        games.case(name, about, &play, &Expected::fault(number + 1, Some(y), (x, number, rule)))
    };
    let (mut cross, ..) = offered(games, [Body::Offer(DRAW)]);
    say(&mut cross, [Body::Offer(DRAW)]);
    let (mut answering, ..) = opened(&games.usual);
    answering.say(answering.fire(WATER[0]));
    say(&mut answering, [Body::Offer(DRAW)]);
    let (mut other, ..) = offered(games, [Body::Offer(DRAW)]);
    say(&mut other, [Body::Accept(REST)]);
    vec![
        first("accepts-nothing", "Nothing is offered.", &[Body::Accept(DRAW)], "offer"),
        first("withdraws-nothing", "Nothing is offered.", &[Body::Withdraw(REST)], "offer"),
        first("offers-twice", "A draw, twice.", &[Body::Offer(DRAW), Body::Offer(DRAW)], "offer"),
        first("accepts-its-own", "Its own offer.", &[Body::Offer(REST), Body::Accept(REST)], "offer"),
        games.case(
            "offers-what-is-offered",
            "A draw is offered to who offers one.",
            &cross,
            &Expected::fault(8, Some(x), (y, 7, "offer")),
        ),
        games.case(
            "accepts-another-kind",
            "A draw is offered, an adjournment accepted.",
            &other,
            &Expected::fault(8, Some(x), (y, 7, "offer")),
        ),
        games.case(
            "offers-for-an-answer",
            "An answer is due.",
            &answering,
            &Expected::fault(6, Some(x), (y, 5, "entry")),
        ),
    ]
}

/// All the offers that a seat has, and one more.
fn long(games: &Games) -> Vec<Case> {
    let (mut play, x, y) = opened(&games.usual);
    for _ in 0..OFFERS_MOST {
        say(&mut play, [Body::Offer(REST), Body::Withdraw(REST)]);
    }
    let all = games.case("honest-all-offers", "Every offer a seat has.", &play, &Expected::unfinished(36));
    say(&mut play, [Body::Offer(DRAW)]);
    let fault = Expected::fault(37, Some(y), (x, 36, "offer"));
    vec![all, games.case("offers-too-often", "One offer more.", &play, &fault)]
}

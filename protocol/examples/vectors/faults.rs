//! Records with a fault that one statement shows (P-57): seals, links, kinds, words.

use marque_protocol::{
    games::duel::Outcome::Miss,
    rules::{Leaving, Seat},
    seal::{ClaimsProof, Letter, Seal},
    statement::Body,
    wire,
};

use super::{
    Case,
    curve::{plus_one, plus_order},
    leaving::{WATER, opened, resigns},
    play::{A, B, Play, act, answer},
    records::{Expected, Games},
};
use marque_protocol::games::duel::Act;

pub fn cases(games: &Games) -> Vec<Case> {
    [seals(games), other_seals(games), links(games), kinds(games), words(games)]
        .into_iter()
        .flatten()
        .collect()
}

/// A seal of seat 1 that is bad, behind the good one of seat 0; or the other way.
fn seals(games: &Games) -> Vec<Case> {
    let usual = &games.usual;
    let second = |name: &str, about: &str, seal: Seal| {
        let mut play = Play::empty(usual);
        play.say(usual.seal(A));
        play.say(usual.sealing(B, seal));
        games.case(name, about, &play, &Expected::fault(2, Some(A), (B, 1, "proof")))
    };
    let spoilt = |change: &dyn Fn(&mut Seal)| {
        let mut seal = usual.bare_seal(B);
        change(&mut seal);
        seal
    };
    vec![
        second(
            "seal-ships-touch",
            "Two ships of the sealed chart touch.",
            usual.seal_of(&usual.secret_of(B, &touching(games)), B, None),
        ),
        second(
            "seal-sum-wrong",
            "An opening of a line of exactly n is off.",
            spoilt(&|seal| seal.laws.exactly[1] = plus_one(&seal.laws.exactly[1])),
        ),
        second(
            "seal-scalar-and-order",
            "An opening as another name of its scalar.",
            spoilt(&|seal| seal.laws.exactly[1] = plus_order(&seal.laws.exactly[1])),
        ),
        second("seal-board-changed", "The hashed board was changed.", spoilt(&|seal| seal.board[0] ^= 1)),
        second(
            "seal-commitment-repeated",
            "Two commitments are alike.",
            spoilt(&|seal| seal.commitments[3] = seal.commitments[1]),
        ),
        second(
            "seal-commitment-missing",
            "A commitment is missing.",
            spoilt(&|seal| {
                seal.commitments.pop();
            }),
        ),
        second("seal-of-the-other", "The seal of seat 0, signed by seat 1.", usual.bare_seal(A)),
    ]
}

/// The chart of seat 1 with the ship G7-H7 moved to F6-G6, which touches C5-E5.
fn touching(games: &Games) -> Vec<u8> {
    let mut values = games.usual.charts[1].values().to_vec();
    let slot = |x: usize, y: usize| 64 + 80 + 96 + y * 7 + x;
    assert_eq!(values[slot(6, 6)], 1);
    (values[slot(6, 6)], values[slot(5, 5)]) = (0, 1);
    values
}

/// Bad seals of seat 0 or of both, and a good one with another tip.
fn other_seals(games: &Games) -> Vec<Case> {
    let usual = &games.usual;
    let mut first = Play::empty(usual);
    let bad = |seat| {
        let mut seal = usual.bare_seal(seat);
        seal.laws.exactly[0] = plus_one(&seal.laws.exactly[0]);
        usual.sealing(seat, seal)
    };
    first.say(bad(A));
    let mut both = Play::empty(usual);
    both.say(bad(B));
    both.say(bad(A));
    vec![
        games.case(
            "seal-first-bad",
            "The seal of seat 0 is bad: seat 1 need not seal.",
            &first,
            &Expected::fault(1, Some(B), (A, 0, "proof")),
        ),
        games.case(
            "seal-both-bad",
            "Both seals are bad: nobody wins.",
            &both,
            &Expected::fault(1, None, (A, 0, "proof")),
        ),
        {
            let mut tip = Play::empty(usual);
            tip.say(usual.seal(A));
            let body = Body::Seal { seal: usual.bare_seal(B), tip: usual.link(B, 1) };
            let spot = marque_protocol::table::seal_spot(&usual.agreed, B);
            tip.say(usual.entry(B, spot, body));
            games.case(
                "seal-other-tip",
                "Another tip than the one of the proof.",
                &tip,
                &Expected::fault(2, Some(A), (B, 1, "proof")),
            )
        },
    ]
}

fn links(games: &Games) -> Vec<Case> {
    let usual = &games.usual;
    let with = |name: &str, about: &str, link: [u8; 32]| {
        let mut play = Play::empty(usual);
        usual.opening.iter().take(3).for_each(|signed| play.say(signed.clone()));
        assert_eq!(play.due(), B);
        play.say(play.entry(Body::Link(link)));
        games.case(name, about, &play, &Expected::fault(4, Some(A), (B, 3, "draw")))
    };
    let mut flipped = usual.link(B, 1);
    flipped[31] ^= 1;
    vec![
        with("link-passed-over", "Link 2, where number 1 is due.", usual.link(B, 2)),
        with("link-tip", "The tip itself.", usual.link(B, 0)),
        with("link-of-the-other", "The link of seat 0.", usual.link(A, 1)),
        with("link-flipped", "A bit of the link changed.", flipped),
    ]
}

/// Bodies that do not belong to the duty of the seat that may act.
fn kinds(games: &Games) -> Vec<Case> {
    let (play, x, y) = opened(&games.usual);
    let empty: ClaimsProof = wire::decode(&[0; 4]).unwrap();
    let fire = |extension| Body::Act { words: act_words(&play, WATER[0]), extension, proof: empty.clone() };
    let said = |name: &str, about: &str, body: Body, rule: &'static str| {
        let mut play = Play::opened(&games.usual);
        play.say(play.entry(body));
        games.case(name, about, &play, &Expected::fault(5, Some(y), (x, 4, rule)))
    };
    let mut nobody = Play::empty(&games.usual);
    nobody.say(games.usual.entry(A, nobody.spot(), Body::Acknowledge));
    let mut early = Play::empty(&games.usual);
    early.say(games.usual.entry(A, early.spot(), Body::Removal(vec![(B, Leaving::Resigned)])));
    let removal = |list: &[(Seat, Leaving)]| Body::Removal(list.to_vec());
    vec![
        said(
            "kind-answer",
            "An answer, where an act is due.",
            Body::Answer { words: vec![1, 0, 0], proof: empty.clone(), letter: None },
            "entry",
        ),
        said("kind-link", "A link, where an act is due.", Body::Link(games.usual.link(x, 2)), "entry"),
        said("kind-acknowledge", "An acknowledgement, where an act is due.", Body::Acknowledge, "entry"),
        said("kind-complain", "A complaint, where an act is due.", Body::Complain, "entry"),
        said("kind-disclose", "A disclosure, where an act is due.", Body::Disclose([7; 32]), "entry"),
        games.case(
            "kind-on-empty-log",
            "Seat 0 acknowledges, where its seal is due.",
            &nobody,
            &Expected::fault(1, Some(B), (A, 0, "entry")),
        ),
        games.case(
            "removal-before-seals",
            "Seat 0 removes, where its seal is due.",
            &early,
            &Expected::fault(1, Some(B), (A, 0, "entry")),
        ),
        said(
            "extension-not-asked-for",
            "An act that extends the seal of a game without extensions.",
            fire(Some(games.usual.bare_seal(x))),
            "entry",
        ),
        said("removal-of-nobody", "A removal of nobody.", removal(&[]), "entry"),
        said("removal-of-itself", "A removal of its author.", removal(&[(x, Leaving::Faulted)]), "entry"),
        said("removal-claimed", "A removal for silence.", removal(&[(y, Leaving::Claimed)]), "entry"),
        said(
            "removal-twice",
            "A removal that names a seat twice.",
            removal(&[(y, Leaving::Resigned), (y, Leaving::Resigned)]),
            "entry",
        ),
        said(
            "removal-of-seat-2",
            "A removal of a seat that there is not.",
            removal(&[(Seat(2), Leaving::Resigned)]),
            "entry",
        ),
        {
            let mut play = Play::opened(&games.usual);
            play.say(play.entry(removal(&[(y, Leaving::Resigned)])));
            games.case(
                "removal-without-reason",
                "A removal of a seat that has not resigned: as if it had not come.",
                &play,
                &Expected::unfinished(4),
            )
        },
        {
            let mut play = Play::opened(&games.usual);
            play.say(play.entry(removal(&[(y, Leaving::Faulted)])));
            play.say(resigns(&play, y));
            games.case(
                "removal-for-another-reason",
                "A removal for a fault of a seat that has resigned.",
                &play,
                &Expected::unfinished(4),
            )
        },
    ]
}

fn act_words(play: &Play<'_>, cell: &str) -> Vec<u8> {
    match play.body(&act(Act::Fire(super::play::cells_of(cell)))) {
        Body::Act { words, .. } => words,
        _ => Vec::new(),
    }
}

/// Words that are none, in an act at 4 or an answer at 5.
fn words(games: &Games) -> Vec<Case> {
    let (_, x, y) = opened(&games.usual);
    let empty: ClaimsProof = wire::decode(&[0; 4]).unwrap();
    let acts = |name: &str, about: &str, words: &[u8]| {
        let mut play = Play::opened(&games.usual);
        let body = Body::Act { words: words.to_vec(), extension: None, proof: empty.clone() };
        play.say(play.entry(body));
        games.case(name, about, &play, &Expected::fault(5, Some(y), (x, 4, "entry")))
    };
    let answers = |name: &str, about: &str, body: &dyn Fn(&Play<'_>) -> Body| {
        let mut play = Play::opened(&games.usual);
        play.say(play.fire(WATER[0]));
        play.say(play.entry(body(&play)));
        games.case(name, about, &play, &Expected::fault(6, Some(x), (y, 5, "entry")))
    };
    let letter = Letter { ephemeral: [9; 32], ciphertext: vec![0; 16] };
    vec![
        acts("words-empty", "No words.", &[]),
        acts("words-trailing-byte", "A byte behind the words.", &[0, 1, 7, 0, 0]),
        acts("words-cut", "The last byte is missing.", &[0, 1, 7]),
        acts("words-act-2", "An act that there is not.", &[2, 0]),
        acts("words-count-in-two-bytes", "The number of cells with a byte too many.", &[0, 0x81, 0, 7, 0]),
        answers("words-outcome-3", "An outcome that there is not.", &|_| Body::Answer {
            words: vec![1, 3, 0],
            proof: empty.clone(),
            letter: None,
        }),
        answers("words-answer-trailing-byte", "A byte behind the words.", &|_| Body::Answer {
            words: vec![1, 0, 0, 0],
            proof: empty.clone(),
            letter: None,
        }),
        answers("letter-not-asked-for", "An honest answer, and a letter.", &|play| match play
            .body(&answer(&[Miss], ""))
        {
            Body::Answer { words, proof, .. } => Body::Answer { words, proof, letter: Some(letter.clone()) },
            body => body,
        }),
    ]
}

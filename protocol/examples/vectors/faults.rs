//! Records with a fault that one statement shows (P-57): seals, links, words, claims, charts.

use marque_protocol::{
    games::duel::Outcome::{Hit, Miss},
    rules::{Leaving, Seat},
    seal::{ClaimsProof, Letter, Seal},
    statement::{Body, Signed, Statement},
    wire,
};

use super::{
    Case,
    curve::{plus_one, plus_order},
    leaving::{WATER, opened, resigns},
    play::{A, B, Play, act, answer, chart},
    records::{Expected, Games},
    whole::{MINES, SHIPS},
};
use marque_protocol::games::duel::Act;

pub fn cases(games: &Games) -> Vec<Case> {
    [seals(games), links(games), kinds(games), words(games), claims(games), charts(games), boards(games)]
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
    // B's chart with the ship G7-H7 moved to F6-G6, which touches C5-E5.
    let touching = {
        let mut values = usual.charts[1].values().to_vec();
        let slot = |x: usize, y: usize| 64 + 80 + 96 + y * 7 + x;
        assert_eq!(values[slot(6, 6)], 1);
        (values[slot(6, 6)], values[slot(5, 5)]) = (0, 1);
        values
    };
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
    let mut of_other = usual.bare_seal(A);
    of_other.board = usual.bare_seal(B).board;
    vec![
        second(
            "seal-ships-touch",
            "Two ships of the sealed chart touch.",
            usual.seal_of(&usual.secret_of(B, &touching), B, None),
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

/// An answer at 5 with this proof instead of its own.
fn proven_by(games: &Games, name: &str, about: &str, change: &dyn Fn(&mut ClaimsProof)) -> Case {
    let (mut play, x, y) = opened(&games.usual);
    play.say(play.fire(WATER[0]));
    let body = match play.body(&answer(&[Miss], "")) {
        Body::Answer { words, mut proof, letter } => {
            change(&mut proof);
            Body::Answer { words, proof, letter }
        }
        body => body,
    };
    play.say(play.entry(body));
    games.case(name, about, &play, &Expected::fault(6, Some(x), (y, 5, "proof")))
}

fn claims(games: &Games) -> Vec<Case> {
    let usual = &games.usual;
    let (_, x, y) = opened(usual);
    let lie = |name: &str, about: &str, cell: &str, lie: &dyn Fn(&Play<'_>) -> Signed| {
        let mut play = Play::opened(usual);
        play.say(play.fire(cell));
        play.say(lie(&play));
        games.case(name, about, &play, &Expected::fault(6, Some(x), (y, 5, "proof")))
    };
    let mut reveal = Play::opened(usual);
    reveal.shot(MINES[y.index()]);
    reveal.say(reveal.reveal(WATER[3]));
    let (mut sunk, _, owner) = opened(&games.classic);
    sunk.say(sunk.fire("D5"));
    sunk.say(sunk.says(&[Hit], ""));
    let shooter = if owner == A { B } else { A };
    let (mut not_there, _, _) = opened(&games.classic);
    not_there.say(not_there.fire("A1"));
    not_there.say(not_there.says(&[Hit], "A1"));
    let hidden_sinking = Expected::fault(6, Some(shooter), (owner, 5, "proof"));
    vec![
        lie("miss-for-a-hit", "Miss, where a ship lies.", SHIPS[y.index()], &|play| play.says(&[Miss], "")),
        lie("miss-for-a-mine", "Miss, where the mine lies.", MINES[y.index()], &|play| {
            play.says(&[Miss], "")
        }),
        lie("hit-for-a-miss", "Hit, where nothing lies.", WATER[0], &|play| play.says(&[Hit], "")),
        lie("mine-for-a-miss", "Mine, where nothing lies.", WATER[0], &|play| {
            play.says(&[marque_protocol::games::duel::Outcome::Mine], "")
        }),
        games.case("hit-for-a-sinking", "Hit, where a ship of one cell sinks.", &sunk, &hidden_sinking),
        games.case(
            "sinking-for-a-hit",
            "A ship of one cell sunk, where a longer one lies.",
            &not_there,
            &hidden_sinking,
        ),
        games.case(
            "reveal-of-water",
            "A revealed cell where nothing lies.",
            &reveal,
            &Expected::fault(7, Some(y), (x, 6, "proof")),
        ),
        proven_by(games, "opening-missing", "An answer without its opening.", &|proof| {
            proof.openings.clear()
        }),
        proven_by(games, "opening-too-many", "An opening more.", &|proof| proof.openings.push([0; 32])),
        proven_by(games, "opening-off-by-one", "Another opening.", &|proof| {
            proof.openings[0] = plus_one(&proof.openings[0])
        }),
        proven_by(games, "opening-and-order", "The opening as another name of its scalar.", &|proof| {
            proof.openings[0] = plus_order(&proof.openings[0]);
        }),
    ]
}

/// Charts that are shown after the due seat resigned: the other one wins, unless by its chart it loses.
fn charts(games: &Games) -> Vec<Case> {
    let (_, x, y) = opened(&games.usual);
    let ended = || {
        let mut play = Play::opened(&games.usual);
        play.say(resigns(&play, x));
        play
    };
    let shown = |name: &str, about: &str, show: &dyn Fn(&mut Play<'_>)| {
        let mut play = ended();
        show(&mut play);
        games.case(name, about, &play, &Expected::fault(5, Some(x), (y, 5, "chart")))
    };
    let values = games.usual.charts[y.index()].values().to_vec();
    let mut other = values.clone();
    other[0] ^= 1;
    let show = |play: &mut Play<'_>, values: &[u8]| {
        let (spot, game) = (play.spot(), play.game);
        play.say(game.shown(y, spot, values));
    };
    let mut loser = ended();
    let spot = loser.spot();
    loser.say(games.usual.shown(x, spot, &vec![0; values.len()]));
    vec![
        shown("chart-value-wrong", "A value of the shown chart was changed.", &|play| show(play, &other)),
        shown("chart-of-the-other", "The chart of the other seat.", &|play| {
            show(play, games.usual.charts[x.index()].values())
        }),
        shown("chart-seed-wrong", "Another seed.", &|play| {
            let opened = marque_protocol::statement::Opened { seed: [0; 32], values: values.clone() };
            let signed = play.sign(y, &Statement::Chart(play.spot(), opened));
            play.say(signed);
        }),
        shown("chart-good-and-bad", "The right chart, then another.", &|play| {
            show(play, &values);
            show(play, &other);
        }),
        shown("chart-bad-and-good", "A wrong chart, then the right one.", &|play| {
            show(play, &other);
            show(play, &values);
        }),
        games.case(
            "chart-of-the-loser-wrong",
            "The seat that resigned shows a wrong chart.",
            &loser,
            &Expected::fault(5, Some(y), (x, 5, "chart")),
        ),
    ]
}

/// Boards that were hashed of other charts than those that were committed to.
fn boards(games: &Games) -> Vec<Case> {
    let usual = &games.usual;
    let options = &usual.agreed.options;
    let other = chart(options, "A1-E1 A3-D3 A5-C5 E5-G5 A7-B7", "H8");
    let values = usual.charts[1].values().to_vec();
    let mut unlawful = values.clone();
    unlawful[0] ^= 1;
    let game = |board: &[u8]| {
        let board = usual.secret_of(B, board).board(0);
        let mut play = Play::empty(usual);
        play.say(usual.seal(A));
        play.say(usual.sealing(B, usual.seal_of(&usual.secret(B), B, board)));
        while let marque_protocol::table::Duty::Link(_) = play.table().duty() {
            play.say(play.link());
        }
        if play.due() == B {
            play.shot(WATER[0]);
        }
        assert_eq!(play.due(), A);
        play
    };
    let resigned = |play: &mut Play<'_>, values: &[u8]| {
        play.say(resigns(play, play.due()));
        let spot = play.spot();
        play.say(usual.shown(B, spot, values));
        spot.number
    };
    let mut untrue = game(other.values());
    let number = untrue.spot().number + 1;
    // A1 is water in the chart that was committed to, and a ship in the one that was hashed.
    untrue.say(untrue.fire("A1"));
    untrue.say(untrue.says(&[Miss], ""));
    while untrue.due() != A {
        untrue.shot(WATER[1]);
    }
    resigned(&mut untrue, other.values());
    let length = untrue.spot().number;
    let mut not_shown = game(other.values());
    let mut never_asked = game(other.values());
    let mut broken = game(&unlawful);
    let end = resigned(&mut broken, &unlawful);
    let mut committed = game(other.values());
    let committed_end = resigned(&mut committed, &values);
    let alike = resigned(&mut never_asked, other.values());
    not_shown.say(resigns(&not_shown, A));
    let entries = not_shown.spot().number;
    vec![
        games.case(
            "board-untrue",
            "The shown chart fits the hash and contradicts an answer.",
            &untrue,
            &Expected::fault(length, Some(A), (B, number, "chart")),
        ),
        games.case(
            "board-unlawful",
            "The shown chart fits the hash and breaks a law.",
            &broken,
            &Expected::fault(end, Some(A), (B, end, "chart")),
        ),
        games.case(
            "board-committed",
            "The chart that was committed to is not the one that was hashed.",
            &committed,
            &Expected::fault(committed_end, Some(A), (B, committed_end, "chart")),
        ),
        games.case(
            "board-of-another-not-shown",
            "Another chart was hashed, and none is shown: nobody can tell.",
            &not_shown,
            &Expected::ended(entries, "resigned", B),
        ),
        games.case(
            "board-never-asked",
            "Another chart was hashed and is shown; no answer contradicts it.",
            &never_asked,
            &Expected::ended(alike, "resigned", B),
        ),
    ]
}

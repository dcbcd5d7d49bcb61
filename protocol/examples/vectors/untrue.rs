//! Records with claims and charts that are not true (P-57, P-63 to P-65).

use marque_protocol::{
    games::duel::Outcome::{Hit, Mine, Miss},
    seal::ClaimsProof,
    statement::{Body, Opened, Signed, Statement},
    table::Duty,
};

use super::{
    Case,
    curve::{plus_one, plus_order},
    leaving::{WATER, opened, resigns},
    play::{A, B, Play, answer, chart},
    records::{Expected, Games},
    whole::{MINES, SHIPS},
};

pub fn cases(games: &Games) -> Vec<Case> {
    [claims(games), charts(games), boards(games)].into_iter().flatten().collect()
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
        lie("mine-for-a-miss", "Mine, where nothing lies.", WATER[0], &|play| play.says(&[Mine], "")),
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
            let opened = Opened { seed: [0; 32], values: values.clone() };
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
        while let Duty::Link(_) = play.table().duty() {
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

//! Records of seats that contradict themselves: two entries, two notices, both votes, a notice and an
//! entry (P-49 to P-57).

use marque_protocol::{
    games::duel::Outcome::Miss,
    rules::{Leaving, Seat},
    seal::Seal,
    statement::{Body, Out, Signed, Spot, Statement},
    table::seal_context,
};

use super::{
    Case,
    leaving::{WATER, opened, overdue, removal, resigns},
    play::{A, B, Play, answer},
    records::{Expected, Games},
    whole::SHIPS,
};

pub fn cases(games: &Games) -> Vec<Case> {
    [doubles(games), versions(games), seals_and_notices(games), votes(games), resigned(games), several(games)]
        .into_iter()
        .flatten()
        .collect()
}

/// An answer that stands on an entry at the end of the log, which need not be in it.
fn answer_on(play: &Play<'_>, entry: &Signed) -> Signed {
    let mut other = Play::empty(play.game);
    play.game.opening.iter().for_each(|signed| other.say(signed.clone()));
    other.say(entry.clone());
    other.truth()
}

fn shots(play: &Play<'_>) -> [Signed; 3] {
    [0, 1, 2].map(|at| play.fire(WATER[at]))
}

const DOUBLE: &str = "equivocation";

fn doubles(games: &Games) -> Vec<Case> {
    let usual = &games.usual;
    let (mut plain, x, y) = opened(usual);
    let [one, two, _] = shots(&plain);
    plain.say(one.clone());
    plain.say(two.clone());
    let fault = (x, 4, DOUBLE);
    let mut built = Play::opened(usual);
    let reply = answer_on(&built, &one);
    [&one, &reply, &two].into_iter().for_each(|signed| built.say(signed.clone()));
    let on_first = games.case(
        "double-behind-an-answer",
        "A second entry for a position that the other seat has built on: nothing is undone.",
        &built,
        &Expected::fault(6, None, fault),
    );
    built.say(removal(&built, x, Leaving::Faulted));
    let mut second = Play::opened(usual);
    let reply = answer_on(&second, &two);
    [&one, &two, &reply].into_iter().for_each(|signed| second.say(signed.clone()));
    let mut seen = Play::opened(usual);
    let vote = seen.sign(y, &Statement::Seen(seen.spot(), seen.head_behind(&two)));
    [&one, &two, &vote].into_iter().for_each(|signed| seen.say(signed.clone()));
    let mut two_answers = Play::opened(usual);
    two_answers.say(two_answers.fire(SHIPS[y.index()]));
    let (truth, lie) = (two_answers.truth(), two_answers.says(&[Miss], ""));
    two_answers.say(truth);
    two_answers.say(lie);
    vec![
        games.case("double", "Two entries for one position.", &plain, &Expected::fault(5, Some(y), fault)),
        on_first,
        games.case(
            "double-removed",
            "The same, and the removal for it.",
            &built,
            &Expected::fault(7, Some(y), fault),
        ),
        games.case(
            "double-answered-the-second",
            "The other seat built on the second entry: it stands.",
            &second,
            &Expected::fault(6, None, fault),
        ),
        games.case(
            "double-seen-the-second",
            "The other seat saw the second entry: it stands.",
            &seen,
            &Expected::fault(5, None, fault),
        ),
        games.case(
            "double-answer",
            "A true answer and a false one.",
            &two_answers,
            &Expected::fault(6, Some(x), (y, 5, DOUBLE)),
        ),
    ]
}

/// Three entries for one position; the third is superfluous, unless somebody stands on it (P-49, P-75).
fn versions(games: &Games) -> Vec<Case> {
    let usual = &games.usual;
    let (mut three, x, y) = opened(usual);
    let all = shots(&three);
    let reply = answer_on(&three, &all[2]);
    all.iter().for_each(|signed| three.say(signed.clone()));
    let fault = (x, 4, DOUBLE);
    let superfluous = games.case(
        "third-entry",
        "Three entries for one position.",
        &three,
        &Expected::fault(5, Some(y), fault),
    );
    three.say(reply.clone());
    let mut without = Play::opened(usual);
    all[..2].iter().for_each(|signed| without.say(signed.clone()));
    without.push(reply);
    vec![
        superfluous,
        games.case(
            "third-entry-answered",
            "The other seat built on the third: offered once more, it is kept and stands.",
            &three,
            &Expected::fault(6, None, fault),
        ),
        games.damaged(
            "third-entry-missing",
            "An answer to a third entry that is not there.",
            &without.record(),
        ),
    ]
}

fn seals_and_notices(games: &Games) -> Vec<Case> {
    let usual = &games.usual;
    let other_seal = {
        let tip = usual.link(B, 1);
        let laws = usual.agreed.options.laws();
        let seal = Seal::forge(&usual.secret(B), &laws, &tip, &seal_context(&usual.agreed, B));
        let spot = Spot { number: 1, previous: usual.agreed.id };
        usual.entry(B, spot, Body::Seal { seal, tip })
    };
    let mut two = Play::empty(usual);
    [usual.seal(A), usual.seal(B), other_seal.clone()].into_iter().for_each(|signed| two.say(signed));
    let (mut late, _, y) = opened(usual);
    late.say(late.fire(WATER[0]));
    late.say(other_seal);
    // Seat 1 is due at 4 or at 5, wherever it has not spoken yet.
    let late_case = if y == B {
        Expected::fault(6, Some(A), (B, 1, DOUBLE))
    } else {
        Expected::fault(5, None, (B, 1, DOUBLE))
    };
    let mut notices = Play::empty(usual);
    usual.opening.iter().take(2).for_each(|signed| notices.say(signed.clone()));
    let first = resigns(&notices, B);
    notices.say(usual.opening[2].clone());
    let second = resigns(&notices, B);
    let mut backwards = Play::empty(usual);
    usual.opening.iter().take(3).for_each(|signed| backwards.say(signed.clone()));
    [&first, &second].into_iter().for_each(|signed| notices.say(signed.clone()));
    [&second, &first].into_iter().for_each(|signed| backwards.say(signed.clone()));
    let expected = Expected::fault(4, Some(A), (B, 2, DOUBLE));
    vec![
        games.case(
            "double-seal",
            "Two seals of one seat.",
            &two,
            &Expected::fault(2, Some(A), (B, 1, DOUBLE)),
        ),
        games.case("double-seal-late", "A second seal in the middle of the game.", &late, &late_case),
        games.case("double-resignation", "Two notices: the first counts.", &notices, &expected),
        games.case("double-resignation-backwards", "The same, the later one first.", &backwards, &expected),
    ]
}

fn votes(games: &Games) -> Vec<Case> {
    let usual = &games.usual;
    let (start, x, y) = opened(usual);
    let [shot, other, _] = shots(&start);
    let seen = start.sign(y, &Statement::Seen(start.spot(), start.head_behind(&shot)));
    let seen_other = start.sign(y, &Statement::Seen(start.spot(), start.head_behind(&other)));
    let call = overdue(&start, y, x);
    let reply = answer_on(&start, &shot);
    let said = |name: &str, about: &str, statements: &[&Signed], expected: Expected| {
        let mut play = Play::opened(usual);
        statements.iter().for_each(|signed| play.say((*signed).clone()));
        games.case(name, about, &play, &expected)
    };
    let fault = (y, 4, "votes");
    vec![
        said(
            "both-votes",
            "Overdue, and seen; the entry stands, and the voter is out at its next duty.",
            &[&shot, &call, &seen],
            Expected::fault(6, Some(x), fault),
        ),
        said(
            "both-votes-before-the-entry",
            "The same, the votes first.",
            &[&seen, &call, &shot],
            Expected::fault(6, Some(x), fault),
        ),
        said(
            "both-votes-without-entry",
            "Both votes, and no entry: the call takes effect, and its author is at fault and loses.",
            &[&seen, &call],
            Expected::fault(5, Some(x), fault),
        ),
        said(
            "both-votes-other-head",
            "Overdue, and another entry seen than the one that came.",
            &[&shot, &call, &seen_other],
            Expected::fault(5, Some(x), fault),
        ),
        said(
            "called-and-answered",
            "Overdue, and an answer to the entry.",
            &[&call, &shot, &reply],
            Expected::fault(7, Some(x), fault),
        ),
        said(
            "answered-and-called",
            "An answer to the entry, then overdue.",
            &[&shot, &reply, &call],
            Expected::fault(7, Some(x), fault),
        ),
    ]
}

fn resigned(games: &Games) -> Vec<Case> {
    let usual = &games.usual;
    let (start, x, y) = opened(usual);
    let (notice, shot) = (resigns(&start, x), start.fire(WATER[0]));
    let reply = answer_on(&start, &shot);
    let said = |name: &str, about: &str, statements: &[&Signed], expected: Expected| {
        let mut play = Play::opened(usual);
        statements.iter().for_each(|signed| play.say((*signed).clone()));
        games.case(name, about, &play, &expected)
    };
    let fault = (x, 4, "resignation");
    let mut earlier = Play::empty(usual);
    usual.opening.iter().take(2).for_each(|signed| earlier.say(signed.clone()));
    let notice_at_2 = resigns(&earlier, B);
    usual.opening[2..].iter().for_each(|signed| earlier.say(signed.clone()));
    earlier.say(notice_at_2);
    vec![
        said(
            "entry-behind-resignation",
            "A resignation, and an entry at the same spot.",
            &[&notice, &shot],
            Expected::fault(5, Some(y), fault),
        ),
        said(
            "resignation-behind-entry",
            "The same, the entry first.",
            &[&shot, &notice],
            Expected::fault(5, Some(y), fault),
        ),
        said(
            "resignation-behind-answer",
            "The same, and the other seat has built on the entry: nothing is undone.",
            &[&shot, &reply, &notice],
            Expected::fault(6, None, fault),
        ),
        games.case(
            "resignation-earlier",
            "A resignation, and an entry further on.",
            &earlier,
            &Expected::fault(4, Some(A), (B, 3, "resignation")),
        ),
    ]
}

/// Several faults at once: which counts, and who wins.
fn several(games: &Games) -> Vec<Case> {
    let usual = &games.usual;
    let (start, x, y) = opened(usual);
    let [shot, other, _] = shots(&start);
    let off = start.fire("I9");
    let said = |name: &str, about: &str, statements: &[&Signed], expected: Expected| {
        let mut play = Play::opened(usual);
        statements.iter().for_each(|signed| play.say((*signed).clone()));
        games.case(name, about, &play, &expected)
    };
    let lie = {
        let mut play = Play::opened(usual);
        play.say(play.fire(SHIPS[y.index()]));
        (play.said.last().unwrap().clone(), play.words(&answer(&[Miss], "")))
    };
    let out = |why| start.spot_behind_out(&Out { seats: vec![x], why });
    let result = |why| start.sign(y, &Statement::Result(out(why)));
    let notice = resigns(&start, x);
    vec![
        said(
            "double-and-illegal",
            "A legal and an illegal entry for one position: Double comes first.",
            &[&shot, &off],
            Expected::fault(5, Some(y), (x, 4, DOUBLE)),
        ),
        said(
            "illegal-and-double",
            "The same, the illegal first.",
            &[&off, &shot],
            Expected::fault(5, Some(y), (x, 4, DOUBLE)),
        ),
        said(
            "double-and-false-answer",
            "Two entries, and a false answer to the first: nobody wins.",
            &[&lie.0, &lie.1, &other],
            Expected::fault(6, None, (x, 4, DOUBLE)),
        ),
        said(
            "result-of-the-resignation",
            "A resignation, its result signed, then an entry: the end stands.",
            &[&notice, &result(Leaving::Resigned), &shot],
            Expected::fault(5, Some(y), (x, 4, "resignation")),
        ),
        said(
            "result-before-a-late-entry",
            "A call, its result signed, then the entry: the end stands.",
            &[&overdue(&start, y, x), &result(Leaving::Claimed), &shot],
            Expected::ended(5, "claimed", y),
        ),
        {
            let mut play = Play::opened(usual);
            [&shot, &other].into_iter().for_each(|signed| play.say(signed.clone()));
            play.end();
            games.case(
                "double-shown",
                "Two entries for one position; results and charts.",
                &play,
                &Expected::fault(5, Some(y), (x, 4, DOUBLE)).audited(),
            )
        },
        {
            let mut play = Play::opened(usual);
            play.say(notice.clone());
            let spot = play.spot();
            for seat in [x, y] {
                play.say(usual.shown(seat, spot, &vec![1; usual.charts[0].values().len()]));
            }
            games.case(
                "charts-both-wrong",
                "Both show other charts: nobody wins.",
                &play,
                &Expected::fault(5, None, (A, 5, "chart")),
            )
        },
        shown_elsewhere(games),
    ]
}

/// The loser shows its chart behind its resignation; by its entry it is out at fault instead, and that is
/// another end (P-63, P-64).
fn shown_elsewhere(games: &Games) -> Case {
    let (mut play, x, y) = opened(&games.usual);
    let values = |seat: Seat| games.usual.charts[seat.index()].values();
    let shot = play.fire(WATER[0]);
    play.say(resigns(&play, x));
    play.say(games.usual.shown(x, play.spot(), values(x)));
    play.say(shot);
    play.say(games.usual.shown(y, play.spot(), values(y)));
    let expected = Expected::fault(5, Some(y), (x, 4, "resignation"));
    games.case(
        "chart-of-another-end",
        "The chart of one seat stands on an end that was not the end.",
        &play,
        &expected,
    )
}

//! The board in words: ships, acts, what has happened, and why something will not do.

use marque_protocol::{
    games::{
        diabolik::{Act, Board, Event, Heading, Illegal, TURNS_MOST, Why},
        grid::Cell,
    },
    rules::{Illegality as _, Seat},
};

use super::hand::{Hand, Meaning, Reason};
use crate::ui::words::{Fill, Words};

/// What a seat is called.
pub type Who<'a> = &'a dyn Fn(Seat) -> String;

fn at(name: &'static str, cell: Cell) -> (&'static str, Fill) {
    (name, cell.to_string().into())
}

fn to(words: &Words, heading: Heading) -> (&'static str, Fill) {
    ("heading", self::heading(words, heading).into())
}

/// A direction on the board.
pub fn heading(words: &Words, heading: Heading) -> String {
    words.fill("df-heading", &[("heading", format!("{heading:?}").into())])
}

/// What is on a cell, as the player at the seat `you` says it.
pub fn cell(words: &Words, board: &Board, who: Who<'_>, you: Option<Seat>, cell: Cell) -> String {
    let Some(ship) = board.ship(cell) else { return words.fill("df-water", &[at("cell", cell)]) };
    let fills = [at("cell", cell), to(words, ship.heading), ("who", who(ship.owner).into())];
    let key = match (you == Some(ship.owner), board.is_frozen(cell)) {
        (true, false) => "df-own",
        (true, true) => "df-own-frozen",
        (false, false) => "df-theirs",
        (false, true) => "df-theirs-frozen",
    };
    words.fill(key, &fills)
}

/// What it means to choose a cell; none if it means nothing.
pub fn meaning(words: &Words, meaning: &Meaning) -> Option<String> {
    Some(match meaning {
        Meaning::Nothing => return None,
        Meaning::Take(Hand::Ship(_)) => words.say("df-take"),
        Meaning::Take(Hand::Yard(Some(_))) => words.say("df-take-yard"),
        Meaning::Take(Hand::Empty | Hand::Yard(None)) => words.say("df-let-go"),
        Meaning::Act(act, cost) => priced(words, act, *cost),
        Meaning::Refused(reason) => refusal(words, reason),
    })
}

/// An act with what it costs.
pub fn priced(words: &Words, act: &Act, cost: u8) -> String {
    let cost = match cost {
        0 => words.say("df-free"),
        _ => balls(words, cost),
    };
    words.fill("df-priced", &[("act", self::act(words, act).into()), ("cost", cost.into())])
}

/// So many balls.
pub fn balls(words: &Words, count: u8) -> String {
    words.fill("df-balls", &[("count", u32::from(count).into())])
}

/// An act of a plan.
pub fn act(words: &Words, act: &Act) -> String {
    match *act {
        Act::Move { from } => words.fill("df-move", &[at("cell", from)]),
        Act::Turn { at: cell, to: way } => words.fill("df-turn", &[at("cell", cell), to(words, way)]),
        Act::Sink { target, by: [first, second] } => {
            words.fill("df-sink", &[at("target", target), at("first", first), at("second", second)])
        }
        Act::Build { at: cell, heading } => words.fill("df-build", &[at("cell", cell), to(words, heading)]),
    }
}

/// Why something will not do.
pub fn refusal(words: &Words, reason: &Reason) -> String {
    match reason {
        Reason::Rule(illegal) => rule(words, illegal),
        Reason::Far => words.say("df-why-far"),
        Reason::Flanks(count) => words.fill("df-why-flanks", &[("count", (*count).into())]),
    }
}

/// Which rule is in the way.
pub fn rule(words: &Words, illegal: &Illegal) -> String {
    let of = |key: &str, cell: Cell| words.fill(key, &[at("cell", cell)]);
    match *illegal {
        Illegal::SingleFile(first, second) => {
            words.fill("df-why-file", &[at("first", first), at("second", second)])
        }
        Illegal::Frozen(cell) => of("df-why-frozen", cell),
        Illegal::OffBoard(cell) => of("df-why-off-board", cell),
        Illegal::OwnFirstRow(cell) => of("df-why-first-row", cell),
        Illegal::CellOccupied(cell) => of("df-why-occupied", cell),
        Illegal::TargetFrozen(cell) => of("df-why-target-frozen", cell),
        Illegal::NotNeighbour(cell) => of("df-why-not-beside", cell),
        Illegal::NotFlank(cell) => of("df-why-not-flank", cell),
        Illegal::BuildNearEnemy(cell) => of("df-why-build-near", cell),
        Illegal::NotSecondRow(_) => words.say("df-why-second-row"),
        Illegal::NothingToRebuild => words.say("df-why-no-reserve"),
        Illegal::MustMoveBeforeSinking => words.say("df-why-move-first"),
        Illegal::MoveRequiredByAct2 => words.say("df-why-move-second"),
        Illegal::MoveRequired => words.say("df-why-move"),
        Illegal::GameOver => words.say("df-why-over"),
        Illegal::NotEnoughBalls { cost, left } => {
            let fills = [("cost", balls(words, cost).into()), ("left", u32::from(left).into())];
            words.fill("df-why-balls", &fills)
        }
        _ => words.fill("df-why-other", &[("rule", illegal.rule().into())]),
    }
}

/// What an event is in the log; none for what goes without saying.
pub fn event(words: &Words, who: Who<'_>, event: &Event) -> Option<String> {
    let of = |key: &str, seat: &Seat| words.fill(key, &[("who", who(*seat).into())]);
    Some(match event {
        Event::Drawn { begins, .. } => of("df-log-begins", begins),
        Event::SetUp(seat) => of("df-log-set-up", seat),
        Event::Moved { from, to, arrived, .. } => {
            let key = if *arrived { "df-log-arrived" } else { "df-log-moved" };
            words.fill(key, &[at("from", *from), at("to", *to)])
        }
        Event::Turned { at: cell, to: way, .. } => {
            words.fill("df-log-turned", &[at("cell", *cell), to(words, *way)])
        }
        Event::Sunk { owner, target, by: [first, second], .. } => {
            let fills = [at("target", *target), at("first", *first), at("second", *second)];
            words.fill("df-log-sunk", &[&fills[..], &[("who", who(*owner).into())]].concat())
        }
        Event::Built { at: cell, heading, .. } => {
            words.fill("df-log-built", &[at("cell", *cell), to(words, *heading)])
        }
        Event::Bonus(_) => words.say("df-log-bonus"),
        Event::Allies { allies, .. } if allies.is_empty() => words.say("df-log-lent-none"),
        Event::Allies { allies, .. } => {
            let names: Vec<String> = allies.iter().map(|seat| who(*seat)).collect();
            words.fill("df-log-lent", &[("who", names.join(", ").into())])
        }
        Event::Out { seat, why: Why::Few } => of("df-log-few", seat),
        Event::Out { seat, why: Why::Blocked } => of("df-log-blocked", seat),
        Event::Limit => words.fill("df-log-limit", &[("count", TURNS_MOST.into())]),
        Event::Out { why: Why::Left(_), .. } | Event::Turn(_) | Event::Over(_) => return None,
    })
}

//! What has just happened that the player may want to hear of.

use marque_protocol::table::News;

use crate::{helm::View, ui::boards};

/// A moment of a game; those behind weigh more.
#[derive(Copy, Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Cue {
    /// Somebody has said something.
    Said,
    /// A ship has moved.
    Moved,
    /// A shot has missed.
    Miss,
    /// Everybody is there, and the game begins.
    Joined,
    /// The player may act.
    YourTurn,
    /// A shot has hit.
    Hit,
    /// A ship has reached its goal.
    Arrived,
    /// A ship is gone.
    Sunk,
    /// The game is over, and the player has not won.
    Lost,
    /// The player has won.
    Won,
}

impl Cue {
    /// All of them.
    pub const ALL: [Cue; 10] = [
        Cue::Said,
        Cue::Moved,
        Cue::Miss,
        Cue::YourTurn,
        Cue::Hit,
        Cue::Arrived,
        Cue::Sunk,
        Cue::Joined,
        Cue::Lost,
        Cue::Won,
    ];
}

/// How a game stood: as much of a view as cues follow from.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Moment {
    /// Which game.
    pub game: Vec<u8>,
    /// How many steps there were.
    pub steps: u32,
    /// How many there were when the turn began.
    pub turn: u32,
    /// Whether anybody had acted.
    pub acted: bool,
    /// Whether the player could act.
    pub due: bool,
    /// Whether it was over, and the player's own victory.
    pub won: Option<bool>,
}

impl Moment {
    /// That of a view.
    pub fn of(view: &View) -> Moment {
        let mut news = view.steps.iter().flat_map(|step| &step.news);
        Moment {
            game: view.table.agreed().id.to_vec(),
            steps: view.steps.last().map_or(0, |step| step.number + 1),
            turn: view.table.turn().number,
            acted: news.any(|news| matches!(news, News::Said(..))),
            due: view.is_due(),
            won: view.end.as_ref().map(|end| end.verdict.winner == Some(view.seat)),
        }
    }
}

/// What has happened from one view to the next; from none where the game was not seen before.
pub fn cues(before: Option<&Moment>, now: &View) -> Vec<Cue> {
    let from = before.map_or(u32::MAX, |before| before.steps);
    let news = now.steps.iter().filter(|step| step.number >= from).flat_map(|step| &step.news);
    let events = news.filter_map(|news| match news {
        News::Said(_, _, events) | News::Drawn(events) | News::Left(_, _, events) => Some(events),
        _ => None,
    });
    between(before, &Moment::of(now), events.flatten().filter_map(boards::cue).collect())
}

/// The same with what the events between were to the board.
fn between(before: Option<&Moment>, now: &Moment, events: Vec<Cue>) -> Vec<Cue> {
    let Some(before) = before.filter(|before| before.game == now.game) else {
        let begins = [(Cue::Joined, !now.acted), (Cue::YourTurn, now.due)];
        return begins.into_iter().filter(|(_, is)| *is && now.won.is_none()).map(|(cue, _)| cue).collect();
    };
    let mut cues = events;
    // A turn that came, or went and came while nobody looked.
    if now.due && (!before.due || now.turn > before.turn) {
        cues.push(Cue::YourTurn);
    }
    if before.won.is_none() {
        cues.extend(now.won.map(|won| if won { Cue::Won } else { Cue::Lost }));
    }
    cues
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The moment before, the moment now, what the board made of it, and what is heard.
    type Line<'a> = (Option<&'a Moment>, Moment, &'a [Cue], &'a [Cue]);

    #[test]
    fn cues_follow_from_two_moments() {
        let none = Moment::default();
        let other = Moment { game: vec![1], ..none.clone() };
        let mine = |steps| Moment { steps, turn: steps, acted: true, due: true, ..none.clone() };
        let theirs = |steps| Moment { due: false, ..mine(steps) };
        let over = |won| Moment { won: Some(won), ..theirs(40) };
        let table: [Line<'_>; 13] = [
            (None, none.clone(), &[], &[Cue::Joined]),
            (None, Moment { due: true, ..none.clone() }, &[], &[Cue::Joined, Cue::YourTurn]),
            (Some(&other), none.clone(), &[Cue::Hit], &[Cue::Joined]),
            (None, mine(9), &[Cue::Hit], &[Cue::YourTurn]),
            (None, theirs(9), &[], &[]),
            (None, over(true), &[], &[]),
            (Some(&mine(9)), mine(9), &[], &[]),
            (Some(&theirs(9)), mine(9), &[], &[Cue::YourTurn]),
            (Some(&mine(9)), theirs(11), &[Cue::Miss], &[Cue::Miss]),
            (Some(&mine(9)), mine(11), &[Cue::Hit, Cue::Sunk], &[Cue::Hit, Cue::Sunk, Cue::YourTurn]),
            (Some(&theirs(39)), over(false), &[Cue::Sunk], &[Cue::Sunk, Cue::Lost]),
            (Some(&mine(39)), over(true), &[], &[Cue::Won]),
            (Some(&over(true)), over(true), &[], &[]),
        ];
        for (number, (before, now, events, cues)) in table.into_iter().enumerate() {
            assert_eq!(between(before, &now, events.to_vec()), cues, "line {number}");
        }
    }
}

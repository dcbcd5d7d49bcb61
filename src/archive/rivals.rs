//! With whom the player has played of late from other computers, and how the two stand: by the records of the
//! profile, each of them read through, and by nothing that anybody says.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use marque_protocol::{
    audit::{Outcome, Verdict},
    rules::Seat,
};

use super::{ArchiveError, Clerk, Found, Gone, Report, check, look};
use crate::{
    blocked::Blocked,
    met::Met,
    rematch::{Rematch, can_follow},
};

/// How many are listed.
const MOST: usize = 5;

/// The games of two against each other, as one of them counts them.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Score {
    /// Won by the player.
    pub won: u32,
    /// Won by the other.
    pub lost: u32,
    /// Without a winner.
    pub drawn: u32,
}

impl Score {
    /// Counts a game, as ratings do: a win that is only claimed, for the silence of the other, is none, and
    /// a game that has not ended, or in which both lied, is nobody's.
    pub fn count(&mut self, verdict: &Verdict, you: Seat) {
        let counter = match (verdict.outcome, verdict.winner) {
            (Outcome::Claimed | Outcome::Unfinished, _) | (Outcome::Fault, None) => return,
            (_, Some(winner)) if winner == you => &mut self.won,
            (_, Some(_)) => &mut self.lost,
            (_, None) => &mut self.drawn,
        };
        *counter = counter.saturating_add(1);
    }

    /// Whether no game counts.
    pub fn is_empty(&self) -> bool {
        *self == Score::default()
    }
}

/// What a record says, and how much that is; none of one that cannot be read.
type Said = Option<(Verdict, (bool, bool, usize, usize, bool))>;

/// What records said that were read through, for as long as they are as they were: by path, size and time.
#[derive(Clone, Default)]
pub struct Known(Arc<Mutex<Read>>);

/// By path, each with its size and time.
type Read = BTreeMap<PathBuf, (u64, u64, Said)>;

impl Known {
    /// How two stand after these games, of which each is counted once however many records it has; nothing
    /// once nobody wants to know any more.
    fn score<'a>(
        &self,
        games: impl Iterator<Item = (&'a Found, [u8; 32], Seat)>,
        wanted: impl Fn() -> bool,
    ) -> Result<Score, Gone> {
        // Held all the time: nobody reads a record that somebody else is reading.
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut best = BTreeMap::new();
        for (found, game, you) in games {
            if !wanted() {
                return Err(Gone);
            }
            let Some((verdict, rank)) = said(&mut known, found) else { continue };
            let kept = best.entry(game).or_insert_with(|| (rank, verdict.clone(), you));
            if kept.0 < rank {
                *kept = (rank, verdict, you);
            }
        }
        let mut score = Score::default();
        best.values().for_each(|(_, verdict, you)| score.count(verdict, *you));
        Ok(score)
    }
}

fn said(known: &mut Read, found: &Found) -> Said {
    let size = found.path.metadata().map_or(0, |file| file.len());
    match known.get(&found.path) {
        Some((length, written, said)) if (*length, *written) == (size, found.written_s) => said.clone(),
        _ => {
            let finding = check(&found.path).ok().map(|(.., finding)| finding);
            let said = finding.map(|finding| (finding.verdict.clone(), finding.rank()));
            known.insert(found.path.clone(), (size, found.written_s, said.clone()));
            said
        }
    }
}

/// A game of two with this other player.
fn of_two<'a>(found: &'a Found, other: &[u8; 32]) -> Option<(&'a Found, [u8; 32], Seat)> {
    let (agreed, you) = (found.game.as_ref().ok()?, found.you?);
    let seats = &agreed.terms.seats;
    let with = seats.len() == 2 && seats.iter().any(|place| place.identity == *other);
    with.then_some((found, agreed.id, you))
}

impl Clerk {
    /// Tells with whom another game may be wanted, and then how the player and each of them stand.
    pub(super) fn rivals(&self) -> Result<Result<(), Gone>, ArchiveError> {
        let found = self.found()?;
        let rivals = rivals(&found, self.profile.folder());
        let alone = |rematch: &&Rematch| rematch.last.seats() == 2;
        let others = rivals.iter().filter(alone).flat_map(Rematch::others).map(|place| place.identity);
        let others: Vec<[u8; 32]> = others.collect();
        Ok(self.tell(Report::Rivals(rivals)).and_then(|()| {
            others.into_iter().try_for_each(|other| {
                let score = self.score(&found, &other)?;
                self.tell(Report::Score(other, score))
            })
        }))
    }

    /// Tells how the player and somebody else stand.
    pub(super) fn stand(&self, other: &[u8; 32]) -> Result<Result<(), Gone>, ArchiveError> {
        let found = self.found()?;
        Ok(self.score(&found, other).and_then(|score| self.tell(Report::Score(*other, score))))
    }

    fn score(&self, found: &[Found], other: &[u8; 32]) -> Result<Score, Gone> {
        let games = found.iter().filter_map(|found| of_two(found, other));
        self.known.score(games, || self.open.strong_count() > 0)
    }

    /// All records by what they begin with, the newest first.
    pub(super) fn found(&self) -> Result<Vec<Found>, ArchiveError> {
        let own = self.own()?;
        let mut found: Vec<Found> =
            self.profile.records()?.into_iter().map(|path| look(path, &own)).collect();
        found.sort_by(|one, other| other.age().cmp(&one.age()));
        Ok(found)
    }
}

/// The newest game with each circle of players that was met from other computers, but for those who are blocked.
fn rivals(found: &[Found], profile: &Path) -> Vec<Rematch> {
    let (met, blocked) = (Met::load(profile), Blocked::load(profile));
    let mut circles = BTreeSet::new();
    let rematch = |found: &Found| Some(Rematch::new(found.game.as_ref().ok()?.clone(), found.you?, &met));
    let wanted = |rematch: &Rematch| {
        if !can_follow(&rematch.last.terms) {
            return false;
        }
        let others: BTreeSet<[u8; 32]> = rematch.others().map(|place| place.identity).collect();
        let known = |other: &[u8; 32]| met.address(other).is_some() && !blocked.has(other);
        others.iter().all(known) && circles.insert(others)
    };
    found.iter().filter_map(rematch).filter(wanted).take(MOST).collect()
}

#[cfg(test)]
mod tests {
    use marque_protocol::{audit::Proof, fault::Fault};

    use super::*;

    fn verdict(outcome: Outcome, winner: Option<u8>) -> Verdict {
        let faults = match outcome {
            Outcome::Fault => vec![Proof { seat: Seat(0), entry: 3, fault: Fault::Untrue }],
            _ => Vec::new(),
        };
        Verdict { outcome, winner: winner.map(Seat), faults, audits: Vec::new(), entries: 9 }
    }

    /// The same games, as one side counts them and as the other does.
    fn counted(games: &[Verdict]) -> [Score; 2] {
        [0, 1].map(|you| {
            let mut score = Score::default();
            games.iter().for_each(|game| score.count(game, Seat(you)));
            score
        })
    }

    #[test]
    fn what_counts_is_what_is_proven() {
        use Outcome::*;
        for (outcome, winner, score) in [
            (Won, Some(0), (1, 0, 0)),
            (Resigned, Some(1), (0, 1, 0)),
            (Forfeit, Some(0), (1, 0, 0)),
            (Fault, Some(1), (0, 1, 0)),
            (Fault, None, (0, 0, 0)),
            (Draw, None, (0, 0, 1)),
            (Claimed, Some(0), (0, 0, 0)),
            (Claimed, Some(1), (0, 0, 0)),
            (Unfinished, None, (0, 0, 0)),
        ] {
            let [own, _] = counted(&[verdict(outcome, winner)]);
            assert_eq!((own.won, own.lost, own.drawn), score, "{outcome:?} {winner:?}");
            assert_eq!(own.is_empty(), score == (0, 0, 0));
        }
    }

    #[test]
    fn both_sides_count_alike_in_whatever_order() {
        let mut games = vec![
            verdict(Outcome::Won, Some(0)),
            verdict(Outcome::Won, Some(1)),
            verdict(Outcome::Resigned, Some(0)),
            verdict(Outcome::Claimed, Some(1)),
            verdict(Outcome::Draw, None),
        ];
        let [own, other] = counted(&games);
        assert_eq!(own, Score { won: 2, lost: 1, drawn: 1 });
        assert_eq!(other, Score { won: own.lost, lost: own.won, drawn: own.drawn });
        games.reverse();
        assert_eq!(counted(&games), [own, other]);
    }
}

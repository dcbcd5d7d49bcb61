//! What was said about one sea, what its opponent has seen opened, and whether another layout could have
//! told the same.

use std::fmt;

use curve25519_dalek::Scalar;
use marque_protocol::{
    games::grid::{Cell, Cells},
    seal::Line,
};

use super::{
    sea::{Kind, Sea, Slots},
    span::{Span, line},
};

/// What the rules let the opponent know, and no cryptography.
pub enum Said {
    /// There is a lawful layout.
    Sealed,
    /// Of the cells `asked`: where a ship was hit, which of these hits belong to a ship that has lost all
    /// its cells by now, where a mine was. `lost` is every cell asked so far.
    Answered { asked: Cells, lost: Cells, hit: Cells, sunk: Cells, mine: Cells },
    /// Ships lie on these cells.
    Revealed(Cells),
}

impl Said {
    /// The truth about these cells (CL-6, MI-10, MI-20).
    pub fn answer(sea: &Sea, layout: &Slots, asked: Cells, before: Cells) -> Said {
        let lost = before.or(asked);
        let [mut hit, mut sunk, mut mine] = [Cells::EMPTY; 3];
        for thing in layout.iter().map(|&slot| sea.thing(slot)) {
            let met = thing.cells.and(asked);
            if thing.is_mine {
                mine = mine.or(met);
            } else if !met.is_empty() {
                hit = hit.or(met);
                if thing.cells.without(lost).is_empty() {
                    sunk = sunk.or(met);
                }
            }
        }
        Said::Answered { asked, lost, hit, sunk, mine }
    }

    /// Whether this layout says the same.
    fn is_true_of(&self, sea: &Sea, layout: &Slots) -> bool {
        match self {
            Said::Sealed => true,
            Said::Answered { asked, lost, hit, sunk, mine } => {
                let Said::Answered { hit: h, sunk: s, mine: m, .. } =
                    Said::answer(sea, layout, *asked, lost.without(*asked))
                else {
                    return false;
                };
                h == *hit && s == *sunk && m == *mine
            }
            Said::Revealed(cells) => {
                let ships = layout.iter().copied().filter(|&slot| !sea.thing(slot).is_mine);
                cells.without(sea.of(ships)).is_empty()
            }
        }
    }
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Said::Sealed => write!(f, "the seal"),
            Said::Answered { lost, hit, sunk, mine, .. } => {
                write!(f, "{lost:?}, the last hits being {hit:?}, sunk {sunk:?}, mines {mine:?}")
            }
            Said::Revealed(cells) => write!(f, "the reveal of {cells:?}"),
        }
    }
}

/// A line, or a difference of two slots, and its sum.
pub struct Sum {
    /// What it is to people.
    name: String,
    /// One a slot.
    coefficients: Vec<i8>,
    sum: i32,
}

impl Sum {
    fn new(sea: &Sea, name: String, slots: impl Iterator<Item = (u16, i8)>, truth: &Slots) -> Sum {
        let mut coefficients = vec![0; sea.things.len()];
        slots.for_each(|(slot, coefficient)| coefficients[usize::from(slot)] = coefficient);
        let mut new = Sum { name, coefficients, sum: 0 };
        new.sum = new.of(truth);
        new
    }

    fn of(&self, layout: &Slots) -> i32 {
        layout.iter().map(|&slot| i32::from(self.coefficients[usize::from(slot)])).sum()
    }

    fn is_true_of(&self, layout: &Slots) -> bool {
        self.of(layout) == self.sum
    }
}

struct Round {
    said: Said,
    opened: Vec<Sum>,
    /// What the opponent can compute now and could not before.
    derived: Vec<Sum>,
}

/// What comparing a tale with layouts has shown.
#[derive(Default)]
pub struct Findings {
    /// The first layout that says the same and is told apart by an opened line, with a picture.
    pub opened: Option<String>,
    /// The same for something that follows from opened lines.
    pub derived: Option<String>,
    /// A layout that says something else, and no opened line shows it.
    pub unproven: Option<String>,
    /// How many layouts say the same as far as each round, the true one among them.
    pub alike: Vec<u64>,
}

/// One seat's game as its opponent sees it.
pub struct Tale<'a> {
    sea: &'a Sea,
    pub truth: Vec<u16>,
    rounds: Vec<Round>,
    span: Span,
    /// Random, one a slot.
    any: Vec<Scalar>,
    /// Lines that mean something, until they are derived.
    wanted: Vec<(String, Vec<u16>)>,
    pub asked: Cells,
    pub findings: Findings,
}

impl<'a> Tale<'a> {
    pub fn new(sea: &'a Sea, truth: Vec<u16>, any: Vec<Scalar>) -> Tale<'a> {
        Tale {
            sea,
            truth,
            rounds: Vec::new(),
            span: Span::default(),
            any,
            wanted: sea.lines(),
            asked: Cells::EMPTY,
            findings: Findings::default(),
        }
    }

    /// Something is said, and these lines are opened with it.
    pub fn tell(&mut self, said: Said, lines: &[Line]) {
        if let Said::Answered { asked, .. } = said {
            self.asked = self.asked.or(asked);
        }
        let (sea, truth) = (self.sea, &self.truth);
        let slots = |line: &Line| line.slots().iter().map(|&slot| slot as u16).collect::<Vec<u16>>();
        lines.iter().for_each(|opened| self.span.open(line(slots(opened))));
        let opened = lines.iter().map(slots).map(|line| {
            let name = format!("the opened line {line:?}");
            Sum::new(sea, name, line.into_iter().map(|slot| (slot, 1)), truth)
        });
        let opened = opened.collect();
        let derived = self.derive();
        self.rounds.push(Round { said, opened, derived });
    }

    /// What has become computable: lines of [`Sea::lines`], and sums and differences of two slots.
    fn derive(&mut self) -> Vec<Sum> {
        let normal = self.span.normal(&self.any);
        let known = |slots: &Vec<u16>| {
            slots.iter().map(|&slot| normal[usize::from(slot)]).sum::<Scalar>() == Scalar::ZERO
                && self.span.contains(&line(slots.iter().copied()))
        };
        let (derived, wanted): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.wanted).into_iter().partition(|(_, slots)| known(slots));
        self.wanted = wanted;
        let plus = |slots: Vec<u16>| slots.into_iter().map(|slot| (slot, 1));
        let lines =
            derived.into_iter().map(|(name, slots)| Sum::new(self.sea, name, plus(slots), &self.truth));
        lines.chain(self.pairs(&normal)).collect()
    }

    /// Two slots whose numbers are equal or opposite have a known difference or sum; those that are known
    /// alone have the number 0.
    fn pairs(&self, normal: &[Scalar]) -> Vec<Sum> {
        let numbered = (0u16..).zip(normal).filter(|(_, number)| **number != Scalar::ZERO);
        let mut by_number: Vec<([u8; 32], u16, Scalar)> = numbered
            .map(|(slot, number)| (number.to_bytes().min((-number).to_bytes()), slot, *number))
            .collect();
        by_number.sort_unstable_by_key(|&(key, slot, _)| (key, slot));
        let equal = by_number.windows(2).filter(|two| two[0].0 == two[1].0);
        let sums = equal.map(|two| {
            let ((_, a, x), (_, b, y)) = (two[0], two[1]);
            let sign = if x == y { -1 } else { 1 };
            let name = format!("{} {sign:+} {}", self.sea.name(a), self.sea.name(b));
            Sum::new(self.sea, name, [(a, 1), (b, sign)].into_iter(), &self.truth)
        });
        sums.collect()
    }

    /// Follows another layout through the tale as far as it says the same.
    pub fn compare(&mut self, layout: &Slots) {
        self.findings.alike.resize(self.rounds.len(), 0);
        for (round, alike) in self.rounds.iter().zip(&mut self.findings.alike) {
            let show = |what: &str| {
                let (truth, other) = (self.sea.draw(&self.truth), self.sea.draw(layout));
                Some(format!("{what}, after {}\n{truth}\n{other}", round.said))
            };
            if !round.said.is_true_of(self.sea, layout) {
                if round.opened.iter().all(|sum| sum.is_true_of(layout)) {
                    self.findings.unproven = show("nothing proves what was said");
                }
                return;
            }
            *alike += 1;
            let apart = |sums: &[Sum]| {
                let sum = sums.iter().find(|sum| !sum.is_true_of(layout))?;
                show(&format!("{} is {}, not {}", sum.name, sum.sum, sum.of(layout)))
            };
            if self.findings.opened.is_none() {
                self.findings.opened = apart(&round.opened);
            }
            if self.findings.derived.is_none() {
                self.findings.derived = apart(&round.derived);
            }
        }
    }

    /// Number of rounds, of independent opened lines, and of things computed from them.
    pub fn size(&self) -> [usize; 3] {
        [self.rounds.len(), self.span.rank(), self.rounds.iter().map(|round| round.derived.len()).sum()]
    }
}

/// A 2x2 block.
fn block(at: Cell) -> Cells {
    (0..4u8).map(|i| Cell::new(at.x + i % 2, at.y + i / 2)).collect()
}

impl Sea {
    fn name(&self, slot: u16) -> String {
        let thing = self.thing(slot);
        if thing.is_mine { format!("mine {}", thing.ship) } else { thing.ship.to_string() }
    }

    fn what(&self, kind: &Kind) -> String {
        let first = self.thing(kind.slots.start);
        if first.is_mine { "a mine".to_owned() } else { format!("a ship of {}", first.ship.length) }
    }

    /// The slots of things like this.
    pub fn slots(&self, like: impl Fn(u16) -> bool) -> Vec<u16> {
        (0..self.things.len() as u16).filter(|&slot| like(slot)).collect()
    }

    /// Lines that would tell something to people: single slots, and what lies on each cell and block, in
    /// each row and column, by length and direction.
    fn lines(&self) -> Vec<(String, Vec<u16>)> {
        let mut lines: Vec<(String, Vec<u16>)> = Vec::new();
        (0..self.things.len() as u16).for_each(|slot| lines.push((self.name(slot), vec![slot])));
        let cells = || self.options.grid().cells();
        let ship = |slot: u16| !self.thing(slot).is_mine;
        for cell in cells() {
            let on = |slot: u16| self.thing(slot).cells.contains(cell);
            let mut add = |what: &str, like: &dyn Fn(u16) -> bool| {
                lines.push((format!("{what} on {cell}"), self.slots(|slot| on(slot) && like(slot))));
            };
            add("anything", &|_| true);
            add("a ship", &ship);
            add("a ship across", &|slot| ship(slot) && !self.thing(slot).ship.down);
            add("a ship down", &|slot| self.thing(slot).ship.down);
            for kind in &self.kinds {
                add(&self.what(kind), &|slot| kind.slots.contains(&slot));
            }
        }
        let mut meets = |what: String, area: Cells| {
            lines.push((what, self.slots(|slot| !self.thing(slot).cells.and(area).is_empty())));
        };
        for at in cells().filter(|at| at.x + 1 < self.options.size && at.y + 1 < self.options.size) {
            meets(format!("the block at {at}"), block(at));
        }
        for i in 0..self.options.size {
            meets(format!("row {}", i + 1), cells().filter(|cell| cell.y == i).collect());
            meets(format!("column {}", i + 1), cells().filter(|cell| cell.x == i).collect());
        }
        for kind in &self.kinds {
            let down = |slot: u16| kind.slots.contains(&slot) && self.thing(slot).ship.down;
            lines.push((format!("{}, down", self.what(kind)), self.slots(down)));
        }
        lines.retain(|(_, slots)| !slots.is_empty());
        lines
    }
}

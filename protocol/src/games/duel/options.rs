//! What can be chosen: the options of the Mines game, of which classic sea battle is one value.

use serde::{Deserialize, Serialize};

use crate::{
    games::grid::Grid,
    rules::{BadOption, Card, Key},
};

/// Ships of one length.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Class {
    /// Number of cells of each.
    pub length: u8,
    /// How many there are.
    pub count: u8,
}

/// Which ships each seat has (CL-2, MI-3).
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, Serialize, Deserialize)]
pub enum Fleet {
    /// 5, 4, 3, 3, 2.
    Classic,
    /// 4, 3, 3, 2, 2, 2, 1, 1, 1, 1.
    Russian,
}

const CLASSIC: &[Class] = &[
    Class { length: 5, count: 1 },
    Class { length: 4, count: 1 },
    Class { length: 3, count: 2 },
    Class { length: 2, count: 1 },
];

const RUSSIAN: &[Class] = &[
    Class { length: 4, count: 1 },
    Class { length: 3, count: 2 },
    Class { length: 2, count: 3 },
    Class { length: 1, count: 4 },
];

impl Fleet {
    /// Its ships by length, longest first.
    pub fn classes(self) -> &'static [Class] {
        match self {
            Fleet::Classic => CLASSIC,
            Fleet::Russian => RUSSIAN,
        }
    }

    /// The length of each ship, longest first.
    pub fn lengths(self) -> Vec<u8> {
        self.classes().iter().flat_map(|class| (0..class.count).map(|_| class.length)).collect()
    }

    /// Number of cells of all ships together.
    pub fn cells(self) -> usize {
        self.classes().iter().map(|class| usize::from(class.length) * usize::from(class.count)).sum()
    }
}

/// What is agreed before a duel.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, Serialize, Deserialize)]
pub struct Options {
    /// Columns and rows: 8, 10, 12 or 15.
    pub size: u8,
    /// Which ships.
    pub fleet: Fleet,
    /// Whether one fires as many shots at once as one has ships afloat (MI-19).
    pub salvo: bool,
    /// Whether a hit earns another turn (CL-6, MI-12).
    pub again: bool,
    /// Whether there are mines (MI-4).
    pub mines: bool,
    /// Whether the cells around a sunk ship become known and closed to shots (CL-7, CL-8); never in
    /// the Mines game (MI-11).
    pub halo: bool,
}

const ON_OFF: &[&str] = &["on", "off"];

/// Defaults of single keys are those of the preset `mines`, itself the default.
const KEYS: &[Key] = &[
    Key { name: Key::PRESET, values: &["standard", "mines", "salvo", "russian"], default: "mines" },
    Key { name: "size", values: &["8", "10", "12", "15"], default: "10" },
    Key { name: "fleet", values: &["classic", "russian"], default: "classic" },
    Key { name: "salvo", values: ON_OFF, default: "off" },
    Key { name: "again", values: ON_OFF, default: "off" },
    Key { name: "mines", values: ON_OFF, default: "on" },
];

/// The largest number of entries of a game on so many cells: a shot and an answer for every cell of both
/// seas, then reveals, and a score for seals, links and leaving.
const fn most_entries(cells: u32, reveals: u32) -> u32 {
    4 * cells + reveals + 20
}

/// The duels in the lobby.
pub(super) const CARDS: &[Card] = &[
    Card {
        id: "classic",
        practice: false,
        revision: 1,
        seats: 2..=2,
        keys: &[],
        draws: 1,
        entries: most_entries(100, 0),
    },
    Card {
        id: "mines",
        practice: false,
        revision: 1,
        seats: 2..=2,
        keys: KEYS,
        draws: 1,
        entries: most_entries(225, 6),
    },
];

impl Options {
    /// Classic sea battle (CL-1 to CL-8).
    pub const CLASSIC: Options =
        Options { size: 10, fleet: Fleet::Russian, salvo: false, again: true, mines: false, halo: true };

    /// The default of the Mines game.
    pub const MINES: Options =
        Options { size: 10, fleet: Fleet::Classic, salvo: false, again: false, mines: true, halo: false };

    /// The board of each seat.
    pub fn grid(&self) -> Grid {
        Grid::square(self.size)
    }

    /// How many mines each seat hides (MI-4).
    pub fn mine_count(&self) -> usize {
        match self.size {
            _ if !self.mines => 0,
            8 | 10 => 1,
            12 => 2,
            15 => 3,
            _ => 0,
        }
    }

    fn preset(name: &str) -> Options {
        match name {
            "standard" => Options { mines: false, ..Self::MINES },
            "salvo" => Options { mines: false, salvo: true, ..Self::MINES },
            "russian" => Options { fleet: Fleet::Russian, again: true, ..Self::MINES },
            _ => Self::MINES,
        }
    }

    /// The options of the card `id` with these choices. A key that is named overrides the preset,
    /// wherever it stands; of a key named twice the last counts.
    pub(super) fn choose(id: &str, choices: &[(String, String)]) -> Result<Options, BadOption> {
        let card = CARDS.iter().find(|card| card.id == id);
        let card = card.ok_or_else(|| BadOption::Foreign { game: id.to_owned() })?;
        choices.iter().try_for_each(|(key, value)| card.knows(key, value))?;
        if id == "classic" {
            return Ok(Self::CLASSIC);
        }
        let chosen = |name: &str| choices.iter().rev().find(|(key, _)| key == name).map(|(_, v)| v.as_str());
        let mut options = Self::preset(chosen("preset").unwrap_or("mines"));
        if let Some(size) = chosen("size").and_then(|size| size.parse().ok()) {
            options.size = size;
        }
        if let Some(fleet) = chosen("fleet") {
            options.fleet = if fleet == "russian" { Fleet::Russian } else { Fleet::Classic };
        }
        let switches =
            [("salvo", &mut options.salvo), ("again", &mut options.again), ("mines", &mut options.mines)];
        for (name, switch) in switches {
            *switch = chosen(name).map_or(*switch, |value| value == "on");
        }
        Ok(options)
    }

    /// The choices of the card `id` that come to these options.
    pub(super) fn chosen(&self, id: &str) -> Vec<(&'static str, &'static str)> {
        let switch = |on| if on { "on" } else { "off" };
        let size = match self.size {
            8 => "8",
            10 => "10",
            12 => "12",
            _ => "15",
        };
        let fleet = match self.fleet {
            Fleet::Classic => "classic",
            Fleet::Russian => "russian",
        };
        match id {
            "mines" => vec![
                ("size", size),
                ("fleet", fleet),
                ("salvo", switch(self.salvo)),
                ("again", switch(self.again)),
                ("mines", switch(self.mines)),
            ],
            _ => Vec::new(),
        }
    }

    /// Whether the card `id` could have produced these options.
    pub(super) fn belong_to(&self, id: &str) -> Result<(), BadOption> {
        let belong = match id {
            "classic" => *self == Self::CLASSIC,
            "mines" => matches!(self.size, 8 | 10 | 12 | 15) && !self.halo,
            _ => false,
        };
        if belong { Ok(()) } else { Err(BadOption::Foreign { game: id.to_owned() }) }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::{games::duel::Duel, rules::Game as _};

    #[test]
    fn presets_and_keys() {
        let chosen = |text: &str| {
            let pairs = text.split_whitespace().map(|pair| pair.split_once('=').unwrap());
            let choices: Vec<_> = pairs.map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
            Duel::options("mines", &choices)
        };
        let standard = Options { mines: false, ..Options::MINES };
        assert_eq!(chosen(""), Ok(Options::MINES));
        assert_eq!(chosen("preset=mines"), Ok(Options::MINES));
        assert_eq!(chosen("preset=standard"), Ok(standard));
        assert_eq!(chosen("preset=salvo"), Ok(Options { salvo: true, ..standard }));
        let russian = Options { fleet: Fleet::Russian, again: true, ..Options::MINES };
        assert_eq!(chosen("preset=russian"), Ok(russian));
        assert_eq!(
            chosen("again=off preset=russian size=15"),
            Ok(Options { again: false, size: 15, ..russian })
        );
        assert_eq!(chosen("size=12 size=8 salvo=on"), Ok(Options { size: 8, salvo: true, ..Options::MINES }));
        assert!(matches!(chosen("size=9"), Err(BadOption::Value { .. })));
        assert!(matches!(chosen("halo=on"), Err(BadOption::Unknown { .. })));
        assert!(Duel::permits("mines", &Options { size: 9, ..Options::MINES }).is_err());
        assert!(Duel::permits("mines", &Options { size: 255, ..Options::MINES }).is_err());
        for card in Duel::CARDS {
            for key in card.keys {
                assert!(key.values.contains(&key.default));
                for value in key.values {
                    let options = Duel::options(card.id, &[(key.name.into(), (*value).into())]).unwrap();
                    assert_eq!(Duel::permits(card.id, &options), Ok(()));
                    let chosen = Duel::chosen(card.id, &options).into_iter();
                    let chosen: Vec<_> = chosen.map(|(key, value)| (key.into(), value.into())).collect();
                    assert_eq!(Duel::options(card.id, &chosen), Ok(options), "{chosen:?}");
                }
                let default = Duel::options(card.id, &[(key.name.into(), key.default.into())]);
                assert_eq!(default, Duel::options(card.id, &[]), "{}", key.name);
            }
        }
    }
}

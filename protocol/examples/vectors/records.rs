//! `record`: files of games, and what is to be said of them (P-48 to P-66, P-74, P-75).

use marque_protocol::{games::duel, rules::Seat};
use serde_json::{Value, json};

use super::{
    Case, damage, faults, illegal, leaving, offers,
    pieces::{Base, packed},
    play::{Game, Play, is_written_so},
    quarrels, untrue, whole,
};

/// The games of the records, and the bytes of their openings, which most records begin with.
pub struct Games {
    /// The card mines on 8 by 8, the classic fleet, one mine: the usual one.
    pub usual: Game,
    /// The same with salvos and the Russian fleet.
    pub salvo: Game,
    /// The card classic.
    pub classic: Game,
    bases: Vec<Base>,
}

/// What `marque verify` is to say of a game.
pub struct Expected {
    pub entries: u32,
    pub outcome: &'static str,
    pub winner: Option<Seat>,
    /// Seat, entry and rule.
    pub fault: Option<(Seat, u32, &'static str)>,
    pub audited: bool,
}

impl Expected {
    pub fn unfinished(entries: u32) -> Expected {
        Expected { entries, outcome: "unfinished", winner: None, fault: None, audited: false }
    }

    pub fn ended(entries: u32, outcome: &'static str, winner: Seat) -> Expected {
        Expected { entries, outcome, winner: Some(winner), fault: None, audited: false }
    }

    pub fn fault(entries: u32, winner: Option<Seat>, fault: (Seat, u32, &'static str)) -> Expected {
        Expected { entries, outcome: "fault", winner, fault: Some(fault), audited: false }
    }

    pub fn audited(self) -> Expected {
        Expected { audited: true, ..self }
    }

    fn exit(&self) -> u8 {
        match self.outcome {
            "fault" => 3,
            "unfinished" => 1,
            _ => 0,
        }
    }
}

impl Games {
    fn new() -> Games {
        let mines = duel::Options { size: 8, ..duel::Options::MINES };
        let salvo = duel::Options { fleet: duel::Fleet::Russian, salvo: true, ..mines };
        let usual = Game::new(
            "mines",
            mines,
            [("A1-E1 A3-D3 A5-C5 E5-G5 A7-B7", "H8"), ("A2-A6 C1-F1 C3-E3 C5-E5 G7-H7", "C7")],
        );
        let russian = "A1-D1 A3-C3 E3-G3 A5-B5 D5-E5 G5-H5 A7 C7 E7 G7";
        let salvo = Game::new("mines", salvo, [(russian, "H1"), (russian, "G1")]);
        let layout = "A1-D1 F1-H1 A3-C3 E3-F3 H3-I3 A5-B5 J1 D5 F5 H5";
        let classic = Game::new("classic", duel::Options::CLASSIC, [(layout, ""), (layout, "")]);
        let base = |file, game: &Game| {
            let bytes = Play::opened(game).record();
            assert!(is_written_so(&game.agreed, &bytes));
            Base::new(file, bytes)
        };
        let bases = vec![
            base("record-honest-opening.json", &usual),
            base("record-honest-opening-salvo.json", &salvo),
            base("record-honest-opening-classic.json", &classic),
        ];
        Games { usual, salvo, classic, bases }
    }

    /// A case of these bytes.
    fn of_bytes(&self, name: &str, clause: &'static str, about: &str, bytes: &[u8], expect: Value) -> Case {
        // What others copy from is written out, so that nothing is copied from itself.
        let is_base = self.bases.iter().any(|base| base.is_of("record", name));
        let bases: Vec<&Base> = self.bases.iter().filter(|_| !is_base).collect();
        Case::new("record", name, clause, about, json!({ "bytes": packed(bytes, &bases) })).expects(expect)
    }

    /// A case of a file with a verdict.
    pub fn case(&self, name: &str, about: &str, play: &Play<'_>, expected: &Expected) -> Case {
        let Expected { entries, outcome, winner, fault, audited } = expected;
        let fault = fault.map(|(seat, entry, rule)| json!({ "seat": seat.0, "entry": entry, "rule": rule }));
        let verdict = json!({
            "game": play.game.agreed.terms.game,
            "seats": 2,
            "entries": entries,
            "outcome": outcome,
            "winner": winner.map(|seat| seat.0),
            "honest": fault.is_none(),
            "fault": fault,
            "audited": audited,
        });
        let expect = json!({ "exit": expected.exit(), "verdict": verdict });
        self.of_bytes(name, "P-66", about, &play.record(), expect)
    }

    /// A case of a file without a verdict.
    pub fn damaged(&self, name: &str, about: &str, bytes: &[u8]) -> Case {
        let verdict = json!({ "game": null, "outcome": "damaged", "fault": null });
        self.of_bytes(name, "P-75", about, bytes, json!({ "exit": 4, "verdict": verdict }))
    }
}

pub fn cases() -> Vec<Case> {
    let games = Games::new();
    [
        leaving::cases(&games),
        whole::cases(&games),
        faults::cases(&games),
        untrue::cases(&games),
        illegal::cases(&games),
        quarrels::cases(&games),
        offers::cases(&games),
        damage::cases(&games),
    ]
    .into_iter()
    .flatten()
    .collect()
}

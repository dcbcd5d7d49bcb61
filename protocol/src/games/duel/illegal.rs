//! Why words of a duel are refused.

use crate::{
    games::{
        fleet::{Ship, Unfit},
        grid::Cell,
    },
    rules::Illegality,
};

/// Why something is not allowed in a duel.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum Illegal {
    /// A ship or a cell is not on the board.
    #[error("not on the board")]
    OutOfGrid,
    /// A ship is bent, has gaps, or is encoded in another way than the one.
    #[error("a ship is not straight")]
    NotStraight,
    /// Wrong lengths or wrong number of ships.
    #[error("these are not the ships of the fleet")]
    WrongFleet,
    /// Two ships, or a ship and a mine, or two mines share a cell.
    #[error("two things lie on one cell")]
    Overlap,
    /// Two ships touch.
    #[error("two ships touch")]
    ShipsTouch,
    /// A mine touches a ship.
    #[error("mine {0} touches a ship")]
    MineTouchesShip(Cell),
    /// Two mines touch.
    #[error("two mines touch")]
    MinesTouch,
    /// Not the number of mines that the grid wants.
    #[error("{given} mines, but there must be {wanted}")]
    WrongMineCount {
        /// How many there are.
        given: usize,
        /// How many there must be.
        wanted: usize,
    },
    /// The ships leave no cell for a mine.
    #[error("these ships leave no cell for a mine")]
    MinePlacementImpossible,
    /// The random placement gave up.
    #[error("no random layout was found")]
    NoLayoutFound,
    /// It is another seat's turn.
    #[error("not this seat's turn")]
    NotYourTurn,
    /// A shot waits for its answer.
    #[error("a shot has to be answered first")]
    AnswerDue,
    /// A reveal has to come first.
    #[error("a ship cell has to be revealed first")]
    RevealDue,
    /// No mine was hit.
    #[error("no reveal is due")]
    NoRevealDue,
    /// Nobody asked for an answer.
    #[error("no shot waits for an answer")]
    NothingAsked,
    /// Play has ended.
    #[error("the game is over")]
    GameOver,
    /// The cell was fired at, or is known to be empty, where the rules mark the water around sunk ships.
    #[error("{0} is known already")]
    CellAlreadyKnown(Cell),
    /// The cell was fired at.
    #[error("{0} was fired at already")]
    AlreadyFired(Cell),
    /// Too many or too few shots.
    #[error("{given} shots, but there must be {wanted}")]
    WrongSalvoSize {
        /// How many there are.
        given: usize,
        /// How many there must be.
        wanted: usize,
    },
    /// A cell is named twice.
    #[error("{0} is named twice")]
    DuplicateCell(Cell),
    /// Cells or ships of a set are not in ascending order.
    #[error("the list is not in ascending order")]
    NotCanonical,
    /// The cell was fired at or revealed before.
    #[error("{0} cannot be revealed")]
    BadReveal(Cell),
    /// Too many or too few cells revealed.
    #[error("{given} cells revealed, but there must be {wanted}")]
    WrongRevealCount {
        /// How many there are.
        given: usize,
        /// How many there must be.
        wanted: usize,
    },
    /// Not one outcome for each shot, or more ships sunk than shots hit.
    #[error("the answer does not fit the shots")]
    WrongAnswerLength,
    /// A mine in a game without mines, or more mines than there are.
    #[error("there is no mine left that {0} could be")]
    NoMineLeft(Cell),
    /// No ship that is still afloat could lie there.
    #[error("no ship of {0} cells can be sunk there", ship.length)]
    NoSuchShip {
        /// The ship that was named.
        ship: Ship,
    },
    /// A ship is called sunk that has intact cells, or was sunk before.
    #[error("the ship at {0} is not sunk by these shots", ship.at)]
    NotSunkNow {
        /// The ship that was named.
        ship: Ship,
    },
    /// Every ship that could lie there has lost all its cells, so one of them must be named as sunk.
    #[error("a ship at {0} cannot be afloat")]
    HitMustSink(Cell),
}

impl Illegality for Illegal {
    fn rule(&self) -> &'static str {
        match self {
            Illegal::OutOfGrid => "CL-1",
            Illegal::WrongFleet | Illegal::NoSuchShip { .. } => "CL-2",
            Illegal::NotStraight | Illegal::Overlap | Illegal::ShipsTouch => "CL-3",
            Illegal::NotYourTurn | Illegal::AnswerDue | Illegal::NothingAsked => "CL-6",
            Illegal::NotSunkNow { .. } | Illegal::HitMustSink(_) => "CL-6",
            Illegal::CellAlreadyKnown(_) => "CL-8",
            Illegal::GameOver => "CL-9",
            Illegal::WrongMineCount { .. } | Illegal::NoMineLeft(_) => "MI-4",
            Illegal::MineTouchesShip(_) | Illegal::MinesTouch => "MI-5",
            Illegal::MinePlacementImpossible | Illegal::NoLayoutFound => "MI-7",
            Illegal::AlreadyFired(_) => "MI-11",
            Illegal::NoRevealDue | Illegal::BadReveal(_) => "MI-15",
            Illegal::RevealDue => "MI-18",
            Illegal::WrongSalvoSize { .. } | Illegal::DuplicateCell(_) => "MI-19",
            Illegal::NotCanonical | Illegal::WrongAnswerLength => "MI-20",
            Illegal::WrongRevealCount { .. } => "MI-21",
        }
    }
}

impl From<Unfit> for Illegal {
    fn from(unfit: Unfit) -> Illegal {
        match unfit {
            Unfit::OutOfGrid => Illegal::OutOfGrid,
            Unfit::NotStraight => Illegal::NotStraight,
            Unfit::WrongFleet => Illegal::WrongFleet,
            Unfit::Overlap => Illegal::Overlap,
            Unfit::ShipsTouch => Illegal::ShipsTouch,
        }
    }
}

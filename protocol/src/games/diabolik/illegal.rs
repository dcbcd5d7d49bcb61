//! Why words of the game are refused.

use crate::{
    games::grid::Cell,
    rules::{Illegality, Seat},
};

/// Why something is not allowed.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum Illegal {
    /// A ship of the set-up is not on a start cell, or there are two on one, or not eight.
    #[error("a set-up has one ship on each start cell")]
    BadStartCell,
    /// Two ships of one seat are in single file.
    #[error("the ships on {0} and {1} are in single file")]
    SingleFile(Cell, Cell),
    /// It is another seat's turn, or something else is due.
    #[error("that is not what is due")]
    NotDue,
    /// Play has ended.
    #[error("the game is over")]
    GameOver,
    /// No ship is there.
    #[error("no ship is on {0}")]
    NoShip(Cell),
    /// The ship there is another seat's, which does not permit its use.
    #[error("the ship on {0} is another's")]
    NotYourShip(Cell),
    /// The ship there has reached the goal row.
    #[error("the ship on {0} has reached the goal and stays as it is")]
    Frozen(Cell),
    /// The way ahead leads off the board.
    #[error("the ship on {0} would leave the board")]
    OffBoard(Cell),
    /// The way ahead leads to the seat's own first row.
    #[error("{0} is on the ship's own first row")]
    OwnFirstRow(Cell),
    /// A ship is there.
    #[error("a ship is on {0}")]
    CellOccupied(Cell),
    /// The ship has that heading.
    #[error("the ship on {0} has that heading already")]
    SameHeading(Cell),
    /// The ship to be sunk is the seat's own.
    #[error("the ship on {0} is no enemy")]
    NotEnemy(Cell),
    /// The ship to be sunk has reached its goal row.
    #[error("the ship on {0} has reached its goal and cannot be sunk")]
    TargetFrozen(Cell),
    /// An attacker is not beside the target.
    #[error("the ship on {0} is not beside the target")]
    NotNeighbour(Cell),
    /// An attacker has its flank elsewhere.
    #[error("the ship on {0} does not offer its flank to the target")]
    NotFlank(Cell),
    /// Both attackers are one ship.
    #[error("two different ships have to attack")]
    SameAttacker,
    /// The attackers, or allies, are not named in ascending order.
    #[error("the list is not in ascending order")]
    NotCanonical,
    /// Nothing has been moved in this turn.
    #[error("a ship has to be moved before another is sunk")]
    MustMoveBeforeSinking,
    /// The place for a new ship is not on the seat's second row.
    #[error("{0} is not on the second row")]
    NotSecondRow(Cell),
    /// No ship is in the reserve.
    #[error("no sunk ship is left to rebuild")]
    NothingToRebuild,
    /// An enemy is beside the place for a new ship.
    #[error("an enemy is beside {0}")]
    BuildNearEnemy(Cell),
    /// The act costs more than is left.
    #[error("it costs {cost} balls, and {left} are left")]
    NotEnoughBalls {
        /// What it costs.
        cost: u8,
        /// What is left.
        left: u8,
    },
    /// Neither the first nor the second act is a move.
    #[error("the first or the second act has to be a move")]
    MoveRequiredByAct2,
    /// A turn without a move.
    #[error("a ship has to be moved")]
    MoveRequired,
    /// A bonus turn after a turn in which nothing was sunk.
    #[error("only who has sunk a ship has a bonus turn")]
    NoBonus,
    /// A bonus turn after a bonus turn.
    #[error("a bonus turn earns no other one")]
    OnlyOneBonus,
    /// Permissions where ships serve their owners alone.
    #[error("no ships are lent in this game")]
    NotJoint,
    /// A permission for a seat that is not another one in play.
    #[error("seat {} is not another seat in play", .0.0)]
    BadAlly(Seat),
    /// Permissions that are as they were.
    #[error("these permissions are those that there are")]
    SameAllies,
}

impl Illegality for Illegal {
    fn rule(&self) -> &'static str {
        use Illegal as I;
        match self {
            I::BadStartCell => "DF-21",
            I::SingleFile(..) => "DF-3",
            I::NotDue => "DF-23",
            I::GameOver => "DF-16",
            I::NoShip(_) | I::NotYourShip(_) | I::SameHeading(_) => "DF-7",
            I::OffBoard(_) | I::CellOccupied(_) => "DF-19",
            I::OwnFirstRow(_) => "DF-22",
            I::Frozen(_) | I::TargetFrozen(_) => "DF-13",
            I::NotEnemy(_) | I::NotNeighbour(_) | I::NotFlank(_) | I::SameAttacker => "DF-1",
            I::NotCanonical => "DF-7",
            I::MustMoveBeforeSinking => "DF-9",
            I::NotSecondRow(_) | I::BuildNearEnemy(_) => "DF-21",
            I::NothingToRebuild => "DF-10",
            I::NotEnoughBalls { .. } => "DF-6",
            I::MoveRequiredByAct2 | I::MoveRequired => "DF-8",
            I::NoBonus | I::OnlyOneBonus => "DF-14",
            I::NotJoint | I::BadAlly(_) | I::SameAllies => "DF-26",
        }
    }
}

/// Where in a plan, and why.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("{why}")]
pub struct BadPlan {
    /// Whether it is in the bonus turn.
    pub bonus: bool,
    /// The number of the act, from 0; none if it is the turn as a whole.
    pub act: Option<usize>,
    /// The rule.
    pub why: Illegal,
}

//! One moment of a game as it may be seen: what boards draw, of a game under way or of a record.

use marque_protocol::{games::Layout, rules::Seat, table::Table};

use crate::helm::Happened;

/// See the module. It is borrowed for a frame; nothing is copied for it.
pub struct Scene<'a> {
    /// The public state.
    pub table: &'a Table,
    /// The steps up to here.
    pub steps: &'a [Happened],
    /// The seat from which the game is seen.
    pub seat: Seat,
    /// The seat of the person who looks on, if it is one of the players'.
    pub you: Option<Seat>,
    /// What may be seen of each seat's layout.
    pub layouts: Vec<Option<&'a Layout>>,
    /// Whether it is under way, with more to be found out.
    pub open: bool,
    /// Whether the person may act now.
    pub due: bool,
}

impl Scene<'_> {
    /// What may be seen of the layout of a seat.
    pub fn layout(&self, seat: Seat) -> Option<&Layout> {
        self.layouts.get(seat.index()).copied().flatten()
    }
}

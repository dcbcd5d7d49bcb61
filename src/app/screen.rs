//! The screens, of which one is open.

use crate::ui::{
    boards::Placement, cabin::Cabin, home::Home, lobby::Table, playing::Playing, records::Records,
    shared::Shared,
};

/// See the module.
pub(super) enum Screen {
    Home(Box<Home>),
    Placement(Box<Placement>),
    /// A game is being prepared: nothing can be asked for twice. Where a fleet was laid out for it, that.
    Waiting(Option<Box<Placement>>),
    /// A table over the network is sought or opened. That can take long, and be given up.
    Calling,
    Lobby(Table),
    Playing(Box<Playing>),
    Shared(Box<Shared>),
    Records(Box<Records>),
    Cabin(Box<Cabin>),
}

impl Screen {
    /// Whether the game or the table on it has come to its end; none where there is neither.
    pub(super) fn is_over(&self) -> Option<bool> {
        match self {
            Screen::Lobby(table) => Some(table.is_over()),
            Screen::Playing(playing) => Some(playing.is_over()),
            Screen::Shared(shared) => Some(shared.is_over()),
            _ => None,
        }
    }
}

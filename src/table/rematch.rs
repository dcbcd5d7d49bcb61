//! A table at which those sit down again who have played a game.

use anyhow::Context as _;
use marque_protocol::terms::Place;

use super::{Desk, Offer, Player};
use crate::{net::Ticket, rematch::Rematch, session::Session};

/// Somebody without whom another game does not begin.
#[derive(Clone, Debug)]
pub struct Awaited {
    /// Who, as it was called in the last game.
    pub place: Place,
    /// Whether it is connected, if only on its way to the table.
    pub linked: bool,
}

impl Desk {
    /// Plays another game with those who have played the last. Whoever comes first waits and dials.
    ///
    /// # Errors
    /// [`super::NoTable`], or what is needed of this computer fails.
    pub async fn rematch(&mut self, rematch: &Rematch, player: Player) -> anyhow::Result<Session> {
        let table = rematch.table();
        if rematch.is_host() {
            let others = rematch.others().filter_map(|place| rematch.address(&place.identity));
            others.for_each(|address| self.net.keep_dialling(address));
            let last = &rematch.last;
            let offer = Offer {
                game: last.terms.game.clone(),
                options: last.options.clone(),
                seats: last.seats(),
                clock: last.terms.clock,
            };
            return self.open_table(table, &offer, player, Some(rematch), &mut |_| {}).await;
        }
        let host = rematch.host().and_then(|place| rematch.address(&place.identity));
        let address = host.context("it is not known who opens the table")?;
        self.sit_down(&Ticket { address, table }, player, Some(rematch)).await
    }
}

//! The same identity plays elsewhere: this session says nothing any more, so that no spot has two values.

use tokio::sync::mpsc;

use super::{Left, Session};
use crate::{
    helm::{Order, View},
    interrupt::Interrupt,
    net::{Links, NetEvent},
};

/// A newer process of the same identity has come.
#[derive(Debug, thiserror::Error)]
#[error(
    "a newer copy of this player has come to the table: this one stops, the game is kept; go on here with: marque resume"
)]
pub struct Elsewhere;

impl Session {
    /// Shows a person how the game stood, until he leaves: then it can be gone on with here. Others have no use
    /// for that. Any peer can say that there is a newer process, and what it costs if that is a lie is this pause.
    pub(super) async fn stand_aside(
        &mut self,
        net: &impl Links,
        events: &mut mpsc::Receiver<NetEvent>,
        interrupt: &mut Interrupt,
    ) -> anyhow::Result<()> {
        self.rest(net);
        for link in std::mem::take(&mut self.links).into_keys() {
            net.close(link, 0, Self::GONE);
        }
        self.presence = self.present(net);
        let view = View { elsewhere: true, ..self.view() };
        let Some(person) = self.captain.person_mut() else { return Err(Elsewhere.into()) };
        person.show(view);
        loop {
            tokio::select! {
                order = person.next_order() => match order {
                    Some(Order::Leave) | None => return Err(Left.into()),
                    Some(_) => {}
                },
                event = events.recv() => match event {
                    Some(NetEvent::Up { link, .. }) => net.close(link, 0, Self::GONE),
                    Some(_) => {}
                    None => return Err(Elsewhere.into()),
                },
                () = interrupt.heard() => return Err(Left.into()),
            }
        }
    }

    const GONE: &str = "a newer copy of this player plays";
}

//! A person who waits at a table for more: who comes, who signs, who goes.

use marque_protocol::lobby::NoGame;
use tokio::{sync::Notify, task::JoinHandle};

use super::{
    mesh::{Place, Sailor, offer, player},
    *,
};
use crate::helm::{Helm, helm};

/// Somebody whose lobby is watched.
struct Watcher {
    lobby: Helm<Lobby, Wish>,
    news: Arc<Notify>,
    seat: JoinHandle<anyhow::Result<()>>,
}

impl Watcher {
    /// Sits down here.
    async fn at(place: Place, nickname: &str) -> (Watcher, Ticket) {
        Watcher::hurried(place, nickname, SIGN_LIMIT).await
    }

    /// The same, with so much time for guests to sign.
    async fn hurried(place: Place, nickname: &str, sign_limit: Duration) -> (Watcher, Ticket) {
        let mut sailor = Sailor::new().await;
        sailor.desk.sign_limit = sign_limit;
        let ticket = sailor.desk.ticket(TABLE);
        let news = Arc::new(Notify::new());
        let heard = news.clone();
        let (lobby, person) = helm(Arc::new(move || heard.notify_one()));
        let player = Player { nickname: nickname.to_owned(), lobby: Some(person), ..player() };
        let seat = tokio::spawn(async move {
            // All of it: the profile must not go before the desk.
            let mut sailor = sailor;
            let sat = match &place {
                Place::Host(offer) => sailor.desk.host(TABLE, offer, player, &mut |_| {}).await,
                Place::Guest(ticket) => sailor.desk.join(ticket, player).await,
            };
            sailor.desk.net.shutdown().await;
            sat.map(drop)
        });
        (Watcher { lobby, news, seat }, ticket)
    }

    /// Waits until the lobby looks like this: who is there, with a mark for who has signed.
    async fn until(&self, names: &[&str], stage: Stage) -> Arc<Lobby> {
        let wanted: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let look = async {
            loop {
                let lobby = self.lobby.view();
                let same = |lobby: &Arc<Lobby>| {
                    let name = |present: &Present| {
                        format!("{}{}", present.nickname, if present.signed { "+" } else { "" })
                    };
                    let names: Vec<String> = lobby.present.iter().map(name).collect();
                    names == wanted && lobby.stage == stage
                };
                match lobby.filter(same) {
                    Some(lobby) => return lobby,
                    None => self.news.notified().await,
                }
            }
        };
        let found = tokio::time::timeout(Duration::from_secs(60), look).await;
        found.unwrap_or_else(|_| {
            panic!("no {wanted:?}, {stage:?}: {:?}, {}", self.lobby.view(), self.seat.is_finished())
        })
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_waits_sees_who_comes_signs_and_goes_and_is_told_when_the_table_is_dissolved() {
    let (host, ticket) = Watcher::at(Place::Host(offer(3)), "Ana").await;
    let guest = || Place::Guest(ticket.clone());
    host.until(&["Ana"], Stage::Waiting).await;
    let (ben, _) = Watcher::at(guest(), "Ben").await;
    let lobby = ben.until(&["Ana", "Ben"], Stage::Waiting).await;
    assert_eq!(lobby.seats, 3);
    assert_eq!(lobby.terms.as_ref().map(|terms| terms.game.clone()), Some(offer(3).game), "what is offered");
    assert!(lobby.present[1].own && !lobby.present[0].own && lobby.present[0].path.is_some());

    // The table is full: the host has signed, and Ben does.
    let (cleo, _) = Watcher::at(guest(), "Cleo").await;
    ben.until(&["Ana+", "Ben", "Cleo"], Stage::Asked).await;
    assert!(ben.lobby.order(Wish::Agree));
    for (watcher, stage) in [(&cleo, Stage::Asked), (&ben, Stage::Signing), (&host, Stage::Signing)] {
        watcher.until(&["Ana+", "Ben+", "Cleo"], stage).await;
    }
    // Cleo goes: her seat is free, and nobody has signed anything any more.
    assert!(cleo.lobby.order(Wish::Leave));
    assert!(matches!(cleo.seat.await.unwrap().unwrap_err().downcast_ref(), Some(NoTable::Left)));
    for watcher in [&ben, &host] {
        watcher.until(&["Ana", "Ben"], Stage::Waiting).await;
    }
    // Another one comes, and there are other terms.
    let (dora, _) = Watcher::at(guest(), "Dora").await;
    ben.until(&["Ana+", "Ben", "Dora"], Stage::Asked).await;
    assert!(host.lobby.order(Wish::Leave));
    for guest in [ben, dora] {
        let error = guest.seat.await.unwrap().unwrap_err();
        assert!(matches!(error.downcast_ref(), Some(NoGame::Away(Away::Dissolved))), "{error:#}");
    }
    assert!(host.seat.await.unwrap().is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_is_free_again_if_its_guest_does_not_sign_in_time() {
    let (host, ticket) = Watcher::hurried(Place::Host(offer(2)), "Ana", Duration::from_millis(50)).await;
    let (ben, _) = Watcher::at(Place::Guest(ticket), "Ben").await;
    let error = ben.seat.await.unwrap().unwrap_err();
    assert!(matches!(error.downcast_ref(), Some(NoGame::Away(Away::Unsigned))), "{error:#}");
    host.until(&["Ana"], Stage::Waiting).await;
    assert!(host.lobby.order(Wish::Leave));
    assert!(host.seat.await.unwrap().is_err());
}

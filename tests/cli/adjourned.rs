//! A person who wants to go to bed, at a table with a program without a window.

use std::{
    collections::BTreeSet,
    path::Path,
    sync::{Arc, mpsc},
    time::{Duration, Instant},
};

use marque::{
    engine::{Engine, News},
    helm::{Helm, Order, View},
    net::{Reach, Ticket},
    table::{Lobby, Stage, Wish},
};
use marque_protocol::{
    games::{self, Options, Position, duel::Act},
    rules::{Intent, Seat},
    statement::Proposal,
};
use rand::{SeedableRng as _, rngs::ChaCha8Rng};

use super::side::Table;

const LIMIT: Duration = Duration::from_secs(50);
/// The bot has opened the table.
const BOT: Seat = Seat(0);

struct Person {
    engine: Engine,
    woken: mpsc::Receiver<()>,
    /// Steps behind which something was said already.
    said: BTreeSet<u32>,
}

impl Person {
    fn open(folder: &Path) -> Person {
        let (wake, woken) = mpsc::channel();
        let reach = Reach { offline: true, bind: "127.0.0.1:0".parse().ok(), ..Reach::default() };
        let wake = Arc::new(move || {
            let _ = wake.send(());
        });
        let engine = Engine::start(Some(folder.to_owned()), reach, wake).expect("a profile");
        Person { engine, woken, said: BTreeSet::new() }
    }

    fn until<T>(&mut self, mut there: impl FnMut(&mut Person) -> Option<T>) -> T {
        let deadline = Instant::now() + LIMIT;
        loop {
            if let Some(found) = there(self) {
                return found;
            }
            let left = deadline.checked_duration_since(Instant::now()).expect("nothing came in time");
            let _ = self.woken.recv_timeout(left);
        }
    }

    fn news(&mut self) -> News {
        match self.until(|person| person.engine.news()) {
            News::Failed(why) => panic!("{why:#}"),
            news => news,
        }
    }

    fn playing(&mut self) -> Helm {
        let News::Playing(helm, _) = self.news() else { panic!("that was not asked for") };
        helm
    }

    fn lobby(&mut self) -> Helm<Lobby, Wish> {
        let News::Lobby(helm) = self.news() else { panic!("that was not asked for") };
        helm
    }

    /// Sits down and lays out a fleet.
    fn sit(&mut self, ticket: &str) -> Helm {
        self.engine.join(Ticket::find(ticket).expect("a ticket"), "Eva".to_owned());
        let lobby = self.lobby();
        self.until(|_| lobby.view().filter(|lobby| lobby.stage == Stage::Asked));
        assert!(lobby.order(Wish::Agree));
        let helm = self.playing();
        let options = Options::choose("classic", &[]).expect("a card with defaults");
        let layout = options.random_layout(&mut ChaCha8Rng::seed_from_u64(1)).expect("a layout");
        self.until(|_| helm.view()?.lay_by);
        assert!(helm.order(Order::Lay(layout)));
        helm
    }

    /// Waits for the own turn.
    fn turn(&mut self, helm: &Helm) -> Arc<View> {
        self.until(|_| helm.view().filter(|view| view.is_due()))
    }

    /// Fires at each turn, until `enough`.
    fn fire(&mut self, helm: &Helm, enough: impl Fn(&View) -> bool) {
        self.until(|person| {
            let view = helm.view()?;
            if enough(&view) {
                return Some(());
            }
            if view.is_due() && person.said.insert(view.table.number()) {
                let Position::Duel(duel) = view.table.position() else { panic!("another game") };
                let cell = duel.open(BOT).iter().next().expect("there is water to fire at");
                assert!(helm.order(Order::Act(Intent::plain(games::Act::Duel(Act::fire([cell]))))));
            }
            None
        });
    }
}

#[test]
fn a_bot_goes_on_another_day_when_it_is_asked_to_and_agrees_to_no_draw() {
    let (table, folder) = (Table::new(), tempfile::tempdir().expect("a temporary folder"));
    let mut host = table.host(&["--clock", "none"]);
    let mut person = Person::open(folder.path());
    let helm = person.sit(&host.ticket());
    for proposal in [Proposal::Draw, Proposal::Adjournment] {
        person.turn(&helm);
        assert!(helm.order(Order::Offer(proposal)));
    }
    person
        .until(|_| helm.view().filter(|view| view.table.offers().standing(Proposal::Adjournment).is_some()));
    person.fire(&helm, |_| helm.is_over());
    assert!(person.engine.news().is_none(), "nothing went wrong");
    let host = host.finish();
    assert_eq!((host.code, host.errors.as_str()), (Some(0), ""), "{:#?}", host.said);
    assert!(host.told("adjourned, ").contains("marque resume"));
    assert!(!host.said.iter().any(|line| line.contains("accepts a draw")), "{:#?}", host.said);

    // Another day: neither is told where the other one is.
    drop(person);
    let host = table.resume("host");
    let mut person = Person::open(folder.path());
    person.engine.look();
    let News::Unfinished(mut games) = person.news() else { panic!("that was not asked for") };
    let game = games.pop().expect("it is kept");
    assert!(game.adjourned && games.is_empty());
    person.engine.resume(game);
    let helm = loop {
        if let News::Playing(helm, _) = person.news() {
            break helm;
        }
    };
    let before = person.until(|_| helm.view()).table.number();
    // The bot plays on, and declines by that what it was offered.
    person.fire(&helm, |view| view.table.number() > before + 4 && view.is_due());
    let view = helm.view().expect("a game");
    assert!(!view.table.offers().adjourned() && view.table.offers().standing(Proposal::Draw).is_none());
    assert!(helm.order(Order::Resign));
    let (head, _) = host.finish().ended();
    person.until(|_| helm.view().filter(|view| view.end.is_some()));
    assert!(!head.is_empty());
}

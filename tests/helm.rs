//! A person's seat without a window: a whole game against a bot, left in the middle and resumed.

#[path = "helm/giving_up.rs"]
mod giving_up;
#[path = "helm/half.rs"]
mod half;
#[path = "helm/laying.rs"]
mod laying;
#[path = "helm/mixed.rs"]
mod mixed;
#[path = "helm/sides.rs"]
mod sides;
#[path = "helm/silence.rs"]
mod silence;
#[path = "helm/talk.rs"]
mod talk;

use std::{
    collections::BTreeSet,
    sync::{Arc, mpsc},
    time::{Duration, Instant},
};

use marque::{
    bots::Level,
    engine::{Engine, News, Practice},
    helm::{Helm, Order, View},
    household::{Against, Unfinished},
    net::Reach,
    table::{Lobby, Wish},
};
use marque_protocol::{
    audit::{Audit, Outcome},
    games::{self, Options, Position, duel::Act},
    record,
    rules::{Intent, Seat},
    table::Duty,
};
use rand::{SeedableRng as _, rngs::ChaCha8Rng};

/// Nothing here takes that long; a machine under load might.
const LIMIT: Duration = Duration::from_secs(120);

struct Desk {
    engine: Engine,
    woken: mpsc::Receiver<()>,
}

impl Desk {
    fn open(folder: &std::path::Path) -> Desk {
        Desk::reaching(folder, Reach::default())
    }

    fn reaching(folder: &std::path::Path, reach: Reach) -> Desk {
        let (wake, woken) = mpsc::channel();
        let wake = Arc::new(move || {
            let _ = wake.send(());
        });
        Desk { engine: Engine::start(Some(folder.to_owned()), reach, wake).unwrap(), woken }
    }

    /// Waits until something is there.
    fn until<T>(&self, mut there: impl FnMut() -> Option<T>) -> T {
        let deadline = Instant::now() + LIMIT;
        loop {
            if let Some(found) = there() {
                return found;
            }
            let left = deadline.checked_duration_since(Instant::now()).expect("nothing came in time");
            let _ = self.woken.recv_timeout(left);
        }
    }

    fn helm(&self) -> Helm {
        match self.until(|| self.engine.news()) {
            News::Playing(helm, _) => helm,
            News::Failed(why) => panic!("{why:#}"),
            News::Lobby(_) | News::Shared(_) | News::Unfinished(_) => panic!("that was not asked for"),
        }
    }

    fn lobby(&self) -> Helm<Lobby, Wish> {
        match self.until(|| self.engine.news()) {
            News::Lobby(helm) => helm,
            News::Failed(why) => panic!("{why:#}"),
            _ => panic!("that was not asked for"),
        }
    }

    fn unfinished(&self) -> Vec<Unfinished> {
        self.engine.look();
        match self.until(|| self.engine.news()) {
            News::Unfinished(games) => games,
            _ => panic!("that was not asked for"),
        }
    }

    /// Fires at one open cell after another, until `enough`.
    fn fire(&self, helm: &Helm, enough: impl Fn(&View) -> bool) -> Arc<View> {
        let mut said = BTreeSet::new();
        self.until(|| {
            let view = helm.view()?;
            if enough(&view) {
                return Some(view);
            }
            if view.is_due() && said.insert(view.table.number()) {
                let Position::Duel(duel) = view.table.position() else { panic!("another game") };
                let cell = duel.open(Seat(1)).iter().next().unwrap();
                assert!(helm.order(Order::Act(Intent::plain(games::Act::Duel(Act::fire([cell]))))));
            }
            None
        })
    }
}

fn practice() -> Practice {
    let options = Options::choose("classic", &[]).unwrap();
    let layout = options.random_layout(&mut ChaCha8Rng::seed_from_u64(1)).unwrap();
    Practice { game: "classic", options, seats: 2, layout, level: Level::Easy }
}

#[test]
fn a_game_by_hand_ends_with_a_record_that_verifies() {
    let folder = tempfile::tempdir().unwrap();
    let desk = Desk::open(folder.path());
    desk.engine.practise(practice());
    let helm = desk.helm();
    let view = desk.fire(&helm, |view| view.end.as_ref().is_some_and(|end| end.record.is_some()));
    let end = view.end.as_ref().unwrap();
    assert_eq!(end.verdict.outcome, Outcome::Won);
    assert_eq!(end.verdict.audits, [Audit::Good, Audit::Good]);
    assert!(end.layouts.iter().all(Option::is_some), "both fleets are shown");
    let bytes = std::fs::read(end.record.as_ref().unwrap()).unwrap();
    assert!(record::read(&bytes).unwrap().damage.is_none());
    assert!(view.own.is_some() && view.seat == Seat(0));
    let numbers: Vec<u32> = view.steps.iter().map(|step| step.number).collect();
    assert_eq!(numbers, (0..view.table.number()).collect::<Vec<u32>>(), "every step was shown once");
}

#[test]
fn a_game_that_was_left_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let desk = Desk::open(folder.path());
    desk.engine.practise(practice());
    let helm = desk.helm();
    let before = desk.fire(&helm, |view| view.table.number() >= 16);
    assert!(helm.order(Order::Leave));
    desk.until(|| helm.is_over().then_some(()));
    drop(desk);

    // Another process would do the same.
    let desk = Desk::open(folder.path());
    let unfinished = desk.unfinished();
    assert_eq!(unfinished.len(), 1);
    assert!(
        unfinished[0].against == Against::Bot
            && unfinished[0].seat == Seat(0)
            && unfinished[0].terms.game == "classic"
    );
    let bot = &unfinished[0].terms.seats[1].nickname;
    assert_eq!(Level::called(bot), Some((Level::Easy, 1)), "it is as strong as before");
    desk.engine.resume(unfinished[0].clone());
    let helm = desk.helm();
    let view = desk.fire(&helm, |view| view.end.as_ref().is_some_and(|end| end.record.is_some()));
    assert!(view.table.number() > before.table.number());
    assert_eq!(view.steps.len(), view.table.number() as usize, "what was before is shown too");
    assert_eq!(view.end.as_ref().unwrap().verdict.outcome, Outcome::Won);
    assert!(desk.unfinished().is_empty());
}

#[test]
fn an_order_that_the_rules_forbid_changes_nothing_and_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let desk = Desk::open(folder.path());
    desk.engine.practise(practice());
    let helm = desk.helm();
    let view = desk.fire(&helm, |view| view.is_due() && view.table.number() > 6);
    let Position::Duel(duel) = view.table.position() else { panic!("another game") };
    let closed = duel.misses(Seat(1)).or(duel.hits(Seat(1))).iter().next();
    let act = Act::fire(closed.into_iter().chain(duel.open(Seat(1)).iter()).take(2));
    assert!(helm.order(Order::Act(Intent::plain(games::Act::Duel(act)))));
    let refused = desk.until(|| helm.view().filter(|view| view.refused.is_some()));
    assert_eq!(refused.table.number(), view.table.number());
    assert!(helm.order(Order::Resign));
    let view = desk.until(|| helm.view().filter(|view| view.end.is_some()));
    assert_eq!(view.end.as_ref().unwrap().verdict.outcome, Outcome::Resigned);
    assert_eq!(view.end.as_ref().unwrap().verdict.winner, Some(Seat(1)));
}

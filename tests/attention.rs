//! What a whole game sounds like, and when it calls a player who is not there.

use std::{
    collections::BTreeSet,
    sync::{Arc, mpsc},
    time::{Duration, Instant},
};

use eframe::egui::{self, RawInput, ViewportCommand, ViewportId};
use marque::{
    attention::{Attention, TITLE},
    bots::Level,
    cue::{Cue, Moment, cues},
    engine::{Engine, News, Practice},
    helm::{Helm, Order, View},
    settings::Settings,
    ui::words::{Language, Words},
};
use marque_protocol::{
    games::{self, Options, Position, duel::Act},
    rules::{Intent, Seat},
};
use rand::{SeedableRng as _, rngs::ChaCha8Rng};

const LIMIT: Duration = Duration::from_secs(120);

/// A game against an easy bot, in which the player fires at one cell after another.
struct Game {
    _engine: Engine,
    helm: Helm,
    woken: mpsc::Receiver<()>,
    fired: BTreeSet<u32>,
    _folder: tempfile::TempDir,
}

impl Game {
    fn begin() -> Game {
        let folder = tempfile::tempdir().unwrap();
        let (wake, woken) = mpsc::channel();
        let wake = Arc::new(move || {
            let _ = wake.send(());
        });
        let engine = Engine::start(Some(folder.path().to_owned()), Default::default(), wake).unwrap();
        let options = Options::choose("classic", &[]).unwrap();
        let layout = options.random_layout(&mut ChaCha8Rng::seed_from_u64(1)).unwrap();
        engine.practise(Practice { game: "classic", options, layout, level: Level::Easy, seats: 2 });
        woken.recv_timeout(LIMIT).unwrap();
        let Some(News::Playing(helm, _)) = engine.news() else { panic!("no game") };
        Game { _engine: engine, helm, woken, fired: BTreeSet::new(), _folder: folder }
    }

    /// Every view that can be had, until one is enough.
    fn follow(&mut self, mut enough: impl FnMut(&View) -> bool) -> Arc<View> {
        let deadline = Instant::now() + LIMIT;
        loop {
            if let Some(view) = self.helm.view() {
                if enough(&view) {
                    return view;
                }
                self.fire(&view);
            }
            let left = deadline.checked_duration_since(Instant::now()).expect("it did not come in time");
            let _ = self.woken.recv_timeout(left);
        }
    }

    fn fire(&mut self, view: &View) {
        if view.is_due() && self.fired.insert(view.table.number()) {
            let Position::Duel(duel) = view.table.position() else { panic!("another game") };
            let cell = duel.open(Seat(1)).iter().next().unwrap();
            assert!(self.helm.order(Order::Act(Intent::plain(games::Act::Duel(Act::fire([cell]))))));
        }
    }
}

#[test]
fn a_whole_game_is_heard_once_and_in_order() {
    let (mut heard, mut last) = (Vec::new(), None);
    let last_view = Game::begin().follow(|view| {
        heard.extend(cues(last.as_ref(), view));
        last = Some(Moment::of(view));
        view.end.as_ref().is_some_and(|end| end.record.is_some())
    });
    let count = |cue| heard.iter().filter(|it| **it == cue).count();
    let won = last_view.end.as_ref().unwrap().verdict.winner == Some(last_view.seat);
    let end = if won { Cue::Won } else { Cue::Lost };
    assert_eq!((heard.first(), heard.last()), (Some(&Cue::Joined), Some(&end)));
    assert_eq!((count(Cue::Joined), count(Cue::Won) + count(Cue::Lost)), (1, 1));
    // All of one fleet, and what was found of the other.
    assert!((10..20).contains(&count(Cue::Sunk)) && (20..40).contains(&count(Cue::Hit)), "{heard:?}");
    assert!(count(Cue::Miss) > 0 && count(Cue::YourTurn) > 0);
}

/// What is done to the window after one look at a view.
fn commands(attention: &mut Attention, focused: bool, view: Option<&View>) -> Vec<ViewportCommand> {
    hearing(attention, focused, view, 0)
}

/// The same when so many words were heard.
fn hearing(
    attention: &mut Attention,
    focused: bool,
    view: Option<&View>,
    heard: u32,
) -> Vec<ViewportCommand> {
    let ctx = egui::Context::default();
    let settings = Settings { notify: false, volume: 0, ..Settings::default() };
    let input = RawInput { focused, ..RawInput::default() };
    let mut output = ctx.run_ui(input, |ui| {
        attention.attend(ui.ctx(), &Words::new(Language::English), &settings, view, heard);
    });
    output.textures_delta.clear();
    let mut commands = output.viewport_output.remove(&ViewportId::ROOT).unwrap().commands;
    commands.retain(|command| !matches!(command, ViewportCommand::SetTheme(_)));
    commands
}

fn title(commands: &[ViewportCommand]) -> Option<&str> {
    commands.iter().find_map(|command| match command {
        ViewportCommand::Title(title) => Some(title.as_str()),
        _ => None,
    })
}

#[test]
fn who_is_away_is_called_and_who_is_there_is_not() {
    let mut game = Game::begin();
    let view = game.follow(|view| view.is_due());
    let (mut away, mut there) = (Attention::start(), Attention::start());
    let called = commands(&mut away, false, Some(&view));
    assert_eq!(title(&called), Some("● Your turn – Marque"));
    assert!(called.iter().any(|it| matches!(it, ViewportCommand::RequestUserAttention(_))));
    assert_eq!(commands(&mut away, false, Some(&view)), [], "once is enough");
    assert!(commands(&mut there, true, Some(&view)).is_empty());
    assert_eq!(title(&commands(&mut away, true, Some(&view))), Some(TITLE), "he has come");
    let called = hearing(&mut away, false, Some(&view), 1);
    assert_eq!(title(&called), Some("● There is a message for you – Marque"));
    assert_eq!(hearing(&mut away, false, Some(&view), 1), [], "once is enough");
    assert_eq!(title(&hearing(&mut away, true, Some(&view), 1)), Some(TITLE), "he has come again");
    assert!(commands(&mut away, true, Some(&view)).is_empty());

    game.fire(&view);
    let number = view.table.number();
    let next = game.follow(|view| view.table.number() > number && view.is_due());
    assert_eq!(title(&commands(&mut away, false, Some(&next))), Some("● Your turn – Marque"));
    assert!(commands(&mut there, true, Some(&next)).is_empty());
    assert!(game.helm.order(Order::Resign));
    let end = game.follow(|view| view.end.is_some());
    assert_eq!(title(&commands(&mut away, false, Some(&end))), Some("● The game is over – Marque"));
    // The call stays although he is on another screen by now.
    assert!(commands(&mut away, false, None).is_empty());
    assert_eq!(title(&commands(&mut away, true, None)), Some(TITLE));
}

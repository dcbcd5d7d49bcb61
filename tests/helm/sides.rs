//! Tables of two, three and four sides on this computer.

use std::{
    fs,
    io::{BufRead as _, BufReader},
    path::Path,
    process::{Command, Stdio},
};

use marque::{
    captain::Captain,
    local::{self, Side},
    store::Profile,
};

use super::*;

const PROFILE: &str = "MARQUE_TEST_SIDES_PROFILE";

/// The game in which everything occurs that may, for as many as can sit at a table.
fn game() -> &'static str {
    games::cards().into_iter().find(|card| card.practice).unwrap().id
}

fn options() -> Options {
    Options::choose(game(), &[("turns".to_owned(), "6".to_owned())]).unwrap()
}

fn against(bots: usize) -> Practice {
    let options = options();
    let layout = options.random_layout(&mut ChaCha8Rng::seed_from_u64(1)).unwrap();
    Practice { game: game(), options, seats: bots + 1, layout, level: Level::Easy }
}

/// Any act of the person that is legal now.
pub(crate) fn some_act(view: &View) -> Order {
    let options = &view.table.agreed().options;
    let chart = options.chart(view.own.as_ref().unwrap()).unwrap().unwrap();
    let (acts, _) = view.table.position().legal(view.seat, &chart);
    Order::Act(acts.into_iter().next().unwrap())
}

impl Desk {
    /// Acts whenever the person is due, until `enough`.
    pub(crate) fn act(&self, helm: &Helm, enough: impl Fn(&View) -> bool) -> Arc<View> {
        let mut said = BTreeSet::new();
        self.until(|| {
            let view = helm.view()?;
            if enough(&view) {
                return Some(view);
            }
            if view.is_due() && said.insert(view.table.number()) {
                assert!(helm.order(some_act(&view)));
            }
            None
        })
    }
}

pub(crate) fn kept(view: &View) -> bool {
    view.end.as_ref().is_some_and(|end| end.record.is_some())
}

/// The heads of the records in these profiles, one each.
pub(crate) fn heads(profiles: &[&Path]) -> Vec<[u8; 32]> {
    let head = |profile: &&Path| {
        let mut files = fs::read_dir(profile.join("records")).unwrap();
        let read = record::read(&fs::read(files.next().unwrap().unwrap().path()).unwrap()).unwrap();
        assert!(files.next().is_none() && read.damage.is_none());
        read.log.table().head()
    };
    profiles.iter().map(head).collect()
}

fn under_way(profile: &Path) -> usize {
    fs::read_dir(profile.join("games")).unwrap().count()
}

#[test]
fn two_three_and_four_sides_play_to_one_end() {
    for seats in 2..=4 {
        let folders: Vec<_> = (0..seats).map(|_| tempfile::tempdir().unwrap()).collect();
        let open =
            |folder: &tempfile::TempDir| Arc::new(Profile::open(Some(folder.path().to_owned())).unwrap());
        let profiles: Vec<_> = folders.iter().map(open).collect();
        let side = |(number, profile)| Side {
            profile,
            nickname: Level::Easy.nickname(number),
            captain: Captain::bot(Level::Easy).unwrap(),
            layout: None,
        };
        let sides: Vec<Side<'_>> = (1..).zip(profiles.iter().map(|profile| &**profile)).map(side).collect();
        let sessions = local::begin(sides, game(), &options()).unwrap();
        let seated: Vec<usize> = sessions.iter().map(|session| session.seat().index()).collect();
        assert_eq!(seated, (0..seats).collect::<Vec<_>>());
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        runtime.block_on(local::play(sessions, profiles.clone())).unwrap();
        let heads = heads(&folders.iter().map(|folder| folder.path()).collect::<Vec<_>>());
        assert!(heads.iter().all(|head| *head == heads[0]), "{seats} sides");
        assert!(folders.iter().all(|folder| under_way(folder.path()) == 0));
    }
}

#[test]
fn a_person_plays_against_three_bots_and_goes_on_after_leaving() {
    let folder = tempfile::tempdir().unwrap();
    let desk = Desk::open(folder.path());
    desk.engine.practise(against(3));
    let helm = desk.helm();
    desk.act(&helm, |view| view.table.number() > 12);
    assert!(helm.order(Order::Leave));
    desk.until(|| helm.is_over().then_some(()));
    drop(desk);

    let desk = Desk::open(folder.path());
    let unfinished = desk.unfinished();
    assert!(unfinished.len() == 1 && unfinished[0].against == Against::Bot);
    let names: Vec<_> = unfinished[0].terms.seats.iter().map(|place| place.nickname.as_str()).collect();
    assert_eq!(names[1..], ["bot (easy)", "bot (easy) 2", "bot (easy) 3"]);
    desk.engine.resume(unfinished[0].clone());
    let helm = desk.helm();
    let view = desk.act(&helm, kept);
    assert_eq!(view.end.as_ref().unwrap().verdict.audits, [const { Audit::Good }; 4]);
    desk.until(|| helm.is_over().then_some(()));
    drop(desk);
    let inside = ["", "partner", "partner2", "partner3"].map(|name| folder.path().join(name));
    let heads = heads(&inside.each_ref().map(|profile| profile.as_path()));
    assert!(heads.iter().all(|head| *head == heads[0]), "each side has kept the record");
    assert!(inside.iter().all(|profile| under_way(profile) == 0));
}

#[test]
fn who_gives_up_among_four_is_out_and_sees_the_others_play_on() {
    let folder = tempfile::tempdir().unwrap();
    let desk = Desk::open(folder.path());
    desk.engine.practise(against(3));
    let helm = desk.helm();
    desk.act(&helm, |view| view.is_due());
    assert!(helm.order(Order::Resign));
    let view = desk.until(|| helm.view().filter(|view| kept(view)));
    assert!(!view.table.is_in_play(Seat(0)) && view.table.in_play().count() == 3);
    // With equal points nobody has won.
    let outcome = view.end.as_ref().unwrap().verdict.outcome;
    assert!(matches!(outcome, Outcome::Won | Outcome::Draw), "{outcome:?}");
}

#[test]
fn a_game_of_which_one_of_four_sides_is_missing_is_cleared_away() {
    let folder = tempfile::tempdir().unwrap();
    let desk = Desk::open(folder.path());
    // The last of them has no room for its game.
    let last = folder.path().join("partner3/games");
    fs::remove_dir(&last).unwrap();
    fs::write(&last, "").unwrap();
    desk.engine.practise(against(3));
    desk.until(|| desk.engine.news());
    drop(desk);
    fs::remove_file(&last).unwrap();
    let inside = ["", "partner", "partner2"].map(|name| folder.path().join(name));
    assert!(inside.iter().all(|profile| under_way(profile) == 1));
    drop(Desk::open(folder.path()));
    assert!(inside.iter().all(|profile| under_way(profile) == 0));
}

/// What the next test kills; nothing by itself.
#[test]
fn a_player_among_four() {
    let Ok(profile) = std::env::var(PROFILE) else { return };
    let desk = Desk::open(Path::new(&profile));
    desk.engine.practise(against(3));
    let helm = desk.helm();
    for turn in 1.. {
        desk.act(&helm, |view| view.is_due() || kept(view));
        println!("player: turn {turn}");
        let view = helm.view().unwrap();
        assert!(helm.order(some_act(&view)));
        desk.until(|| helm.view().filter(|now| now.table.number() > view.table.number()));
    }
}

#[test]
fn a_process_that_is_killed_leaves_a_game_of_four_that_goes_on() {
    for turn in 1..=3 {
        let folder = tempfile::tempdir().unwrap();
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "--nocapture", "sides::a_player_among_four"])
            .env(PROFILE, folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let said = BufReader::new(child.stdout.take().unwrap());
        let due = format!("player: turn {turn}");
        assert!(said.lines().any(|line| line.unwrap().contains(&due)), "it ended before");
        child.kill().unwrap();
        child.wait().unwrap();

        let desk = Desk::open(folder.path());
        let unfinished = desk.unfinished();
        assert_eq!(unfinished.len(), 1);
        desk.engine.resume(unfinished[0].clone());
        let helm = desk.helm();
        let view = desk.act(&helm, kept);
        assert_eq!(view.end.as_ref().unwrap().verdict.audits, [const { Audit::Good }; 4]);
    }
}

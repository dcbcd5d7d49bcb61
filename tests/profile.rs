//! A profile that moves to another computer: laws of the file that it moves in.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use marque::{
    settings::Settings,
    store::{First, Holds, Profile, StoreError},
};
use sha2::{Digest as _, Sha256};

/// Two computers and what is carried between them.
struct Desk {
    folder: tempfile::TempDir,
}

impl Desk {
    fn new() -> Desk {
        Desk { folder: tempfile::tempdir().unwrap() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn open(&self, name: &str) -> Profile {
        Profile::open(Some(self.path(name))).unwrap()
    }

    /// A profile with everything that one can have, a partner's inside of it too.
    fn full(&self, name: &str) -> Profile {
        let profile = self.open(name);
        profile.identity().unwrap();
        Settings { nickname: "Ana".to_owned(), ..Settings::default() }.save(&self.path(name)).unwrap();
        let partner = Profile::open(Some(self.path(name).join("partner"))).unwrap();
        partner.identity().unwrap();
        for side in [&profile, &partner] {
            drop(side.create_game(&[7, 7], b"secrets of 7", First::Log(b"log of 7")).unwrap());
            drop(side.create_game(&[8], b"secrets of 8", First::Terms(b"terms")).unwrap());
            side.save_record("classic-1", &[5; 3000]).unwrap();
        }
        profile
    }

    /// Moves a full profile into a file; what was in it.
    fn moved(&self, name: &str) -> (PathBuf, BTreeMap<String, Vec<u8>>) {
        let (profile, file) = (self.full(name), self.path("file"));
        let tree = tree(profile.folder());
        profile.move_to(&[], &file).unwrap();
        (file, tree)
    }
}

/// Everything in a folder that goes with a profile.
fn tree(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let (mut open, mut found) = (vec![folder.to_owned()], BTreeMap::new());
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
            continue;
        }
        let name = path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
        if !name.ends_with("lock") && name != "moves" {
            found.insert(name, fs::read(&path).unwrap());
        }
    }
    found
}

#[test]
fn what_arrives_is_what_has_left() {
    let desk = Desk::new();
    let (file, before) = desk.moved("old");
    assert!(before.len() > 10 && before.contains_key("partner/games/0707/log"), "{:?}", before.keys());
    let new = desk.open("new");
    new.identity().unwrap();
    assert_eq!(new.arrive(&[], &file).unwrap(), Holds::Whole);
    assert!(new.replaced() && new.unfinished().unwrap().is_empty(), "not before it is opened again");
    drop(new);
    let new = desk.open("new");
    assert_eq!(tree(new.folder()), before);
    assert_eq!(new.unfinished().unwrap(), [vec![7, 7], vec![8]]);
    assert_eq!(new.open_game(&[7, 7]).unwrap().secrets().unwrap(), Some(b"secrets of 7".to_vec()));
    assert!(!desk.path("new/arrival").exists() && new.moved().is_none());
}

#[cfg(unix)]
#[test]
fn nobody_else_may_read_a_key_or_a_bundle() {
    use std::os::unix::fs::PermissionsExt as _;
    let desk = Desk::new();
    let (file, _) = desk.moved("old");
    let copy = desk.path("copy");
    desk.open("old").back_up_key(&copy).unwrap();
    let new = desk.open("new");
    new.arrive(&[], &file).unwrap();
    drop(new);
    let new = desk.open("new");
    let key = new.folder().join("identity.key");
    let secrets = new.folder().join("games/0707/secrets");
    for path in [&file, &copy, &key, &secrets, &new.folder().join("games"), &desk.path("old/identity.key")] {
        let mode = fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{}: {mode:o}", path.display());
    }
}

#[test]
fn no_part_of_a_bundle_and_none_with_another_byte_arrives() {
    let desk = Desk::new();
    let (file, _) = desk.moved("old");
    let whole = fs::read(&file).unwrap();
    let new = desk.open("new");
    let before = tree(new.folder());
    let bad = desk.path("bad");
    let refused = |bytes: &[u8], what: &str| {
        fs::write(&bad, bytes).unwrap();
        let error = new.arrive(&[], &bad).expect_err(what);
        assert!(
            matches!(error, StoreError::BadBundle { .. } | StoreError::OtherVersion { .. }),
            "{what}: {error}"
        );
        assert!(!new.replaced());
    };
    // All places where there is structure, and many of the others.
    let step = |at: usize| if at < 600 || at + 600 > whole.len() { 1 } else { 17 };
    let places: Vec<usize> = std::iter::successors(Some(0), |at| Some(at + step(*at)))
        .take_while(|at| *at < whole.len())
        .collect();
    for at in &places {
        refused(&whole[..*at], "cut off");
        let mut other = whole.clone();
        other[*at] ^= 1 << (at % 8);
        refused(&other, "another byte");
    }
    refused(&[&whole[..], b"x"].concat(), "more");
    refused(&[&whole[..], &whole[..]].concat(), "twice");
    assert_eq!(tree(new.folder()), before, "nothing has happened");
    assert!(!desk.path("new/arrival").exists() && !desk.path("new/arrival.draft").exists());
    new.arrive(&[], &file).unwrap();
}

/// A bundle that somebody has made by hand, with a check sum that is right.
fn forged(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut bytes = b"marque profile 1\n\x01".to_vec();
    bytes.extend([9; 16]);
    for (name, content) in files {
        bytes.extend((name.len() as u16).to_le_bytes());
        bytes.extend(name.as_bytes());
        bytes.extend((content.len() as u64).to_le_bytes());
        bytes.extend(*content);
    }
    bytes.extend([0, 0]);
    let check = Sha256::digest(&bytes);
    bytes.extend(check);
    bytes
}

#[test]
fn a_bundle_from_a_stranger_writes_nothing_elsewhere() {
    let desk = Desk::new();
    let (new, file) = (desk.open("new"), desk.path("file"));
    let key: (&str, &[u8]) = ("identity.key", &[3; 32]);
    let names = [
        "../x",
        "/x",
        "a/../../x",
        "a//x",
        "./x",
        "a\\x",
        "C:x",
        "x\0",
        "lock",
        "moves",
        "partner/lock",
        "arrival/x",
        "x.draft",
        "games/00.finished/log",
        "con",
        "x ",
        "x.",
        "a/b/c/d/e/f/g",
        "MOVES",
        "Identity.key",
    ];
    for name in names {
        fs::write(&file, forged(&[key, (name, b"x")])).unwrap();
        let error = new.arrive(&[], &file).expect_err(name);
        assert!(matches!(error, StoreError::BadBundle { .. }), "{name}: {error}");
    }
    let short: (&str, &[u8]) = ("identity.key", &[3; 31]);
    for files in [&[][..], &[short], &[("identity.key", &[0; 32])], &[key, key]] {
        fs::write(&file, forged(files)).unwrap();
        assert!(matches!(new.arrive(&[], &file), Err(StoreError::BadBundle { .. })));
    }
    fs::write(&file, forged(&[key, ("games/07/log", b"x")])).unwrap();
    new.arrive(&[], &file).unwrap();
}

#[test]
fn another_identity_with_games_or_records_stays() {
    let desk = Desk::new();
    let (file, _) = desk.moved("old");
    for what in ["games", "records"] {
        let other = desk.open(what);
        other.identity().unwrap();
        match what {
            "games" => drop(other.create_game(&[1], b"x", First::Log(b"y")).unwrap()),
            _ => drop(other.save_record("x", b"y").unwrap()),
        }
        let before = tree(other.folder());
        assert!(matches!(other.arrive(&[], &file), Err(StoreError::OtherIdentity)));
        assert_eq!(tree(other.folder()), before);
    }
}

#[test]
fn a_profile_that_has_moved_begins_and_resumes_nothing() {
    let desk = Desk::new();
    desk.moved("old");
    let old = desk.open("old");
    let when = old.moved().expect("it says when");
    assert!(when.ends_with(" UTC"), "{when}");
    for refused in [
        old.probe(),
        old.create_game(&[1], b"x", First::Log(b"y")).map(drop),
        old.open_game(&[7, 7]).map(drop),
        old.move_to(&[], &desk.path("again")),
    ] {
        let error = refused.expect_err("has moved");
        assert!(matches!(error, StoreError::Moved { .. }) && error.to_string().contains(&when), "{error}");
    }
    assert!(!desk.path("again").exists());
    old.take_back().unwrap();
    assert_eq!(old.moved(), None);
    drop(old.open_game(&[7, 7]).unwrap());
    drop(old);
    let old = desk.open("old");
    assert_eq!(old.moved(), None, "also after a restart");
    old.probe().unwrap();
    // What was taken back must not come back later, over games that have gone on.
    assert!(matches!(old.arrive(&[], &desk.path("file")), Err(StoreError::UsedBefore)));
}

#[test]
fn a_profile_comes_home_with_its_games_and_loses_no_record() {
    let desk = Desk::new();
    let (file, _) = desk.moved("old");
    let new = desk.open("new");
    new.arrive(&[], &file).unwrap();
    drop(new);
    let new = desk.open("new");
    assert!(matches!(new.arrive(&[], &file), Err(StoreError::UsedBefore)), "once is enough");
    new.open_game(&[8]).unwrap().finish().unwrap();
    new.save_record("classic-2", b"two").unwrap();
    new.move_to(&[], &desk.path("home")).unwrap();
    // A record that was made here since, under a name that is taken there.
    fs::write(desk.path("old/records/classic-2.marque"), b"other").unwrap();
    let old = desk.open("old");
    old.arrive(&[], &desk.path("home")).unwrap();
    drop(old);
    let old = desk.open("old");
    assert_eq!(old.moved(), None);
    assert_eq!(old.unfinished().unwrap(), [vec![7, 7]], "games are as they were there");
    let records: Vec<Vec<u8>> = fs::read_dir(old.folder().join("records"))
        .unwrap()
        .map(|entry| fs::read(entry.unwrap().path()).unwrap())
        .collect();
    assert_eq!(records.len(), 3);
    for record in [&[5; 3000][..], b"two", b"other"] {
        assert!(records.iter().any(|it| it == record));
    }
}

#[test]
fn games_that_are_under_way_here_are_not_set_back() {
    let desk = Desk::new();
    let (file, _) = desk.moved("old");
    let key = fs::read(desk.path("old/identity.key")).unwrap();
    let new = desk.open("new");
    fs::write(desk.path("new/identity.key"), key).unwrap();
    drop(new.create_game(&[7, 7], b"x", First::Log(b"newer")).unwrap());
    assert!(matches!(new.arrive(&[], &file), Err(StoreError::GamesHere)));
    new.open_game(&[7, 7]).unwrap().finish().unwrap();
    new.arrive(&[], &file).expect("the same key, and no game");
}

#[test]
fn nothing_moves_while_a_game_is_played() {
    let desk = Desk::new();
    let profile = desk.full("old");
    let partner = Profile::open(Some(desk.path("old/partner"))).unwrap();
    for side in [&profile, &partner] {
        let game = side.open_game(&[7, 7]).unwrap();
        let (away, home) =
            (profile.move_to(&[&partner], &desk.path("file")), profile.arrive(&[&partner], &desk.path("x")));
        assert!(matches!(away, Err(StoreError::GameOpen)) && matches!(home, Err(StoreError::GameOpen)));
        drop(game);
    }
    profile.move_to(&[&partner], &desk.path("file")).unwrap();
}

#[test]
fn a_copy_has_a_place_of_its_own() {
    let desk = Desk::new();
    let profile = desk.full("old");
    fs::write(desk.path("taken"), b"mine").unwrap();
    let wrong = [
        desk.path("taken"),
        desk.path("old/inside"),
        desk.path("old/games/../inside"),
        desk.path("no/folder"),
    ];
    for path in wrong {
        let before = tree(desk.folder.path());
        profile.move_to(&[], &path).expect_err("no place for it");
        profile.back_up_key(&path).expect_err("no place for it");
        assert_eq!(tree(desk.folder.path()), before, "{}", path.display());
        assert_eq!(profile.moved(), None);
    }
    profile.probe().expect("is here still");
}

#[test]
fn a_copy_of_the_key_marks_nothing_and_restores_it() {
    let desk = Desk::new();
    let (profile, copy) = (desk.full("old"), desk.path("copy"));
    let key = profile.identity().unwrap();
    profile.back_up_key(&copy).unwrap();
    assert_eq!(profile.moved(), None);
    profile.probe().unwrap();
    // On another computer, and here where the key has been damaged: what else is there stays.
    let before = tree(profile.folder());
    fs::write(desk.path("old/identity.key"), [0; 32]).unwrap();
    for side in [desk.open("new"), profile] {
        assert_eq!(side.arrive(&[], &copy).unwrap(), Holds::Key);
        assert!(matches!(side.probe(), Err(StoreError::Replaced)));
    }
    assert_eq!(desk.open("new").identity().unwrap(), key);
    assert_eq!(tree(desk.open("old").folder()), before);
}

/// What a crash leaves before an arrival is complete is nothing; after that, all of it.
#[test]
fn an_arrival_that_was_cut_off_is_all_or_nothing() {
    let desk = Desk::new();
    let (file, whole) = desk.moved("old");
    let new = desk.open("new");
    new.identity().unwrap();
    let before = tree(new.folder());
    new.arrive(&[], &file).unwrap();
    drop(new);
    let (arrival, draft) = (desk.path("new/arrival"), desk.path("new/arrival.draft"));
    let entries: Vec<String> = fs::read_dir(&arrival)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let copied = desk.path("copied");
    copy(&desk.path("new"), &copied);
    fs::rename(&arrival, &draft).unwrap();
    assert_eq!(tree(desk.open("new").folder()), before, "it was not complete");
    assert!(!draft.exists());
    // Any of its parts may have taken their places, and an old one may be gone already.
    for mask in 0..1u32 << entries.len() {
        let half = desk.path("half");
        copy(&copied, &half);
        for (bit, entry) in entries.iter().enumerate() {
            let place = half.join(entry);
            if mask >> bit & 1 == 1 {
                if place.is_dir() {
                    fs::remove_dir_all(&place).unwrap();
                }
                fs::rename(half.join("arrival").join(entry), place).unwrap();
            } else if mask % 3 == 1 && place.is_dir() {
                fs::remove_dir_all(&place).unwrap();
            }
        }
        assert_eq!(tree(desk.open("half").folder()), whole, "{mask:b} of {entries:?}");
        fs::remove_dir_all(half).unwrap();
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(|entry| entry.unwrap()) {
        let to = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copy(&entry.path(), &to),
            false => drop(fs::copy(entry.path(), to).unwrap()),
        }
    }
}

#[test]
fn a_file_of_moves_that_cannot_be_read_is_not_taken_for_none() {
    let desk = Desk::new();
    desk.moved("old");
    fs::write(desk.path("old/moves"), b"{").unwrap();
    let error = Profile::open(Some(desk.path("old"))).expect_err("may have moved");
    assert!(
        matches!(error, StoreError::DamagedMoves { .. }) && error.to_string().contains("moves"),
        "{error}"
    );
}

/// Nothing secret is in any error, nor in what a profile shows of itself.
#[test]
fn no_error_shows_a_key() {
    let desk = Desk::new();
    let (file, _) = desk.moved("old");
    let key: String =
        fs::read(desk.path("old/identity.key")).unwrap().iter().map(|byte| format!("{byte:02x}")).collect();
    let old = desk.open("old");
    let mut told = vec![format!("{old:?}")];
    told.extend(
        [old.arrive(&[], &file), old.arrive(&[], &desk.path("old"))].map(|error| format!("{error:?}")),
    );
    told.push(format!("{:?}", old.back_up_key(&file)));
    let bytes = old.identity().unwrap();
    for text in told {
        assert!(
            !text.contains(&key) && !text.contains(&format!("{:?}", &bytes[..4]).replace(['[', ']'], "")),
            "{text}"
        );
    }
}

#[test]
fn the_command_line_refuses_a_profile_that_has_moved_in_one_line() {
    let desk = Desk::new();
    desk.moved("old");
    let commands: [&[&str]; 2] =
        [&["host", "--game", "classic", "--bot", "easy"], &["resume", "--bot", "easy"]];
    for command in commands {
        let old = desk.path("old");
        let global = ["--offline", "--bind", "127.0.0.1", "--profile", old.to_str().unwrap()];
        let done = std::process::Command::new(env!("CARGO_BIN_EXE_marque"))
            .args(global)
            .args(command)
            .output()
            .unwrap();
        let errors = String::from_utf8(done.stderr).unwrap();
        assert_eq!((done.status.code(), done.stdout.len()), (Some(1), 0), "{command:?}: {errors}");
        assert_eq!(errors.lines().count(), 1, "{errors}");
        assert!(errors.contains("was moved to another computer on 2"), "{errors}");
    }
}

#[test]
fn the_command_line_heeds_that_an_address_is_to_be_hidden() {
    let desk = Desk::new();
    desk.full("own");
    Settings { relay_only: true, ..Settings::default() }.save(&desk.path("own")).unwrap();
    let own = desk.path("own");
    let host =
        ["--offline", "--profile", own.to_str().unwrap(), "host", "--game", "classic", "--bot", "easy"];
    let done = std::process::Command::new(env!("CARGO_BIN_EXE_marque")).args(host).output().unwrap();
    let errors = String::from_utf8(done.stderr).unwrap();
    assert_eq!((done.status.code(), done.stdout.len()), (Some(1), 0), "no ticket: {errors}");
    assert!(
        errors.starts_with("only through the relay, and no relay") && errors.lines().count() == 1,
        "{errors}"
    );
}

//! The profile on a real disk.

use std::fs;
use std::path::Path;

use tempfile::{TempDir, tempdir};

use super::*;

const NONE: [[u8; 0]; 0] = [];

fn profile() -> (TempDir, Profile) {
    let folder = tempdir().expect("a folder");
    let profile = open(folder.path()).expect("opens");
    (folder, profile)
}

fn open(folder: &Path) -> Result<Profile, StoreError> {
    Profile::open(Some(folder.to_path_buf()))
}

#[cfg(unix)]
fn mode(path: &Path) -> u32 {
    use std::os::unix::fs::PermissionsExt;
    let meta = fs::metadata(path).expect("is there");
    meta.permissions().mode() & 0o777
}

#[test]
fn a_profile_in_use_cannot_be_opened_again() {
    let (folder, first) = profile();
    let second = open(folder.path());
    assert!(matches!(second, Err(StoreError::InUse { .. })));
    let game = first.create_game(&[1], b"x", First::Log(b"")).expect("creates");
    drop(first);
    assert!(open(folder.path()).is_err(), "a game of it is still open");
    drop(game);
    open(folder.path()).expect("is free again");
}

#[test]
fn a_lock_file_left_behind_does_not_block() {
    let folder = tempdir().expect("a folder");
    fs::write(folder.path().join(LOCK), "left by a crash").expect("writes");
    open(folder.path()).expect("opens");
}

#[test]
fn the_key_is_made_once_and_stays() {
    let (folder, profile) = profile();
    let key = profile.identity().expect("makes a key");
    assert_eq!(profile.identity().expect("reads it"), key);
    drop(profile);
    let profile = open(folder.path()).expect("opens");
    assert_eq!(profile.identity().expect("reads it"), key);
    let path = folder.path().join(KEY);
    assert_eq!(fs::read(&path).expect("reads"), key);
    #[cfg(unix)]
    assert_eq!((mode(&path), mode(&folder.path().join(GAMES))), (0o600, 0o700));
    assert!(!path.with_extension("key.draft").exists());
}

#[test]
fn a_damaged_key_is_told_and_never_overwritten() {
    for damaged in [&[][..], &[0xab; 31], &[0xab; 33], &[0; 32]] {
        let (folder, profile) = profile();
        let path = folder.path().join(KEY);
        fs::write(&path, damaged).expect("writes");
        let error = profile.identity().expect_err("is damaged");
        assert!(matches!(error, StoreError::DamagedKey { .. }), "{error:?}");
        let told = format!("{error} {error:?}");
        assert!(told.contains(KEY), "{told}");
        assert!(!told.contains("171") && !told.contains("abab"), "{told}");
        assert_eq!(fs::read(&path).expect("reads"), damaged);
    }
}

#[test]
fn a_key_half_written_before_a_crash_is_no_obstacle() {
    let (folder, profile) = profile();
    fs::write(folder.path().join("identity.key.draft"), [1; 7]).expect("writes");
    profile.identity().expect("makes a key");
}

#[test]
fn what_is_not_a_folder_cannot_be_a_profile() {
    let folder = tempdir().expect("a folder");
    let file = folder.path().join("file");
    fs::write(&file, "").expect("writes");
    for path in [file.clone(), file.join("below")] {
        let error = open(&path).expect_err("is no folder");
        assert!(matches!(error, StoreError::NotAFolder { .. }), "{error:?}");
    }
}

#[test]
fn a_probe_leaves_nothing_and_tells_what_is_wrong() {
    let (folder, profile) = profile();
    profile.probe().expect("can be written");
    assert!(!folder.path().join(PROBE).exists());
    fs::create_dir(folder.path().join(PROBE)).expect("makes a folder");
    let error = profile.probe().expect_err("is in the way");
    assert!(error.to_string().contains(PROBE), "{error}");
    drop(folder);
    profile.probe().expect_err("the folder is gone");
}

#[test]
fn a_game_is_kept_until_it_is_finished() {
    let (folder, profile) = profile();
    let mut game = profile.create_game(&[0xbe, 0xef], b"north", First::Log(b"one ")).expect("creates");
    assert_eq!(profile.unfinished().expect("lists"), [[0xbe, 0xef]]);
    assert!(profile.create_game(&[0xbe, 0xef], b"x", First::Log(b"")).is_err());
    assert_eq!(game.secrets().expect("reads"), Some(b"north".to_vec()));
    game.write_secrets(b"south").expect("writes again");
    game.append(b"two ").expect("appends");
    assert_eq!(game.folder(), folder.path().join("games/beef"));
    #[cfg(unix)]
    for name in ["secrets", "log"] {
        assert_eq!(mode(&game.folder().join(name)), 0o600);
    }
    drop((game, profile));

    let profile = open(folder.path()).expect("opens");
    assert_eq!(profile.unfinished().expect("lists"), [[0xbe, 0xef]]);
    let mut game = profile.open_game(&[0xbe, 0xef]).expect("opens");
    assert_eq!(game.secrets().expect("reads"), Some(b"south".to_vec()));
    assert_eq!(game.log().expect("reads"), Some(b"one two ".to_vec()));
    game.restart_log(b"one two ").expect("goes on");
    game.append(b"three").expect("appends");
    assert_eq!(game.log().expect("reads"), Some(b"one two three".to_vec()));
    let told = format!("{game:?}");
    assert!(!told.contains("south"), "{told}");
    game.finish().expect("finishes");
    assert_eq!(profile.unfinished().expect("lists"), NONE);
    let left = fs::read_dir(folder.path().join(GAMES)).expect("lists");
    assert_eq!(left.count(), 0);
}

#[test]
fn a_game_that_has_not_begun_has_terms_and_no_log() {
    let (_folder, profile) = profile();
    let mut game = profile.create_game(&[1], b"x", First::Terms(b"terms")).expect("creates");
    assert_eq!(profile.unfinished().expect("lists"), [[1]]);
    assert!(matches!(game.append(b"x"), Err(StoreError::NoLog { .. })));
    drop(game);
    let mut game = profile.open_game(&[1]).expect("opens");
    assert_eq!(game.log().expect("reads"), None);
    assert_eq!(game.terms().expect("reads"), Some(b"terms".to_vec()));
    game.restart_log(b"one ").expect("begins");
    game.append(b"two").expect("appends");
    assert_eq!(game.log().expect("reads"), Some(b"one two".to_vec()));
}

#[test]
fn an_entry_cut_off_by_a_crash_is_cut_away() {
    let (_folder, profile) = profile();
    let mut game = profile.create_game(&[1; MAX_ID], b"x", First::Log(b"whole|ha")).expect("creates");
    game.set_aside(b"whole|ha").expect("keeps a copy");
    game.restart_log(b"whole|").expect("cuts");
    game.append(b"next|").expect("appends");
    assert_eq!(game.log().expect("reads"), Some(b"whole|next|".to_vec()));
    assert_eq!(fs::read(game.folder().join("log.damaged")).expect("reads"), b"whole|ha");
}

/// Whatever failed, nothing is written any more: not even what could be.
#[test]
fn after_one_error_a_game_keeps_nothing() {
    type Act = fn(&mut GameFiles) -> Result<(), StoreError>;
    let acts: [(&str, Act); 3] = [
        ("secrets.draft", |game| game.write_secrets(b"y")),
        ("log.draft", |game| game.restart_log(b"y")),
        ("log.damaged.draft", |game| game.set_aside(b"y")),
    ];
    for (obstacle, act) in acts {
        let (_folder, profile) = profile();
        let mut game = profile.create_game(&[1], b"x", First::Log(b"one")).expect("creates");
        let obstacle = game.folder().join(obstacle);
        fs::create_dir(&obstacle).expect("makes a folder");
        let error = act(&mut game).expect_err("is in the way").to_string();
        fs::remove_dir(obstacle).expect("removes it");
        for (_, act) in acts {
            assert_eq!(act(&mut game).expect_err("has stopped").to_string(), error);
        }
        assert_eq!(game.append(b"y").expect_err("has stopped").to_string(), error);
        assert_eq!(game.log().expect("reads"), Some(b"one".to_vec()));
        assert_eq!(game.secrets().expect("reads"), Some(b"x".to_vec()));
    }
}

#[test]
fn what_a_crash_left_half_done_is_swept_and_nothing_else() {
    for suffix in ["finished", "draft"] {
        let (folder, profile) = profile();
        let game = profile.create_game(&[7], b"x", First::Log(b"")).expect("creates");
        let path = game.folder().to_path_buf();
        drop((game, profile));
        fs::rename(&path, path.with_extension(suffix)).expect("renames");
        // Once a file of such a name kept the whole profile from opening.
        let file = path.with_file_name("note").with_extension(suffix);
        fs::write(&file, "not ours").expect("writes");
        let profile = open(folder.path()).expect("opens");
        assert_eq!(profile.unfinished().expect("lists"), NONE);
        let left = fs::read_dir(folder.path().join(GAMES)).expect("lists");
        let left: Vec<_> = left.map(|entry| entry.expect("reads").path()).collect();
        assert_eq!(left, [file]);
    }
}

#[test]
fn a_game_that_was_never_created_cannot_be_opened() {
    let (_folder, profile) = profile();
    assert!(profile.open_game(&[1]).is_err());
    for id in [&[][..], &[0; MAX_ID + 1]] {
        let error = profile.create_game(id, b"x", First::Log(b"")).expect_err("names no folder");
        assert!(matches!(error, StoreError::BadId { .. }), "{error:?}");
    }
}

/// Two threads that asked a fresh profile for its key at once were once told of two keys, or of none.
#[test]
fn all_threads_are_told_of_one_key() {
    for _ in 0..20 {
        let (_folder, profile) = profile();
        let keys = std::thread::scope(|scope| {
            let asked: Vec<_> = (0..4).map(|_| scope.spawn(|| profile.identity())).collect();
            asked.into_iter().map(|key| key.join().expect("no panic").expect("a key")).collect::<Vec<_>>()
        });
        assert!(keys.iter().all(|key| *key == keys[0]));
    }
}

/// A crash between the record and the end of its game once left the record twice.
#[test]
fn a_record_takes_the_place_of_its_own_beginning() {
    let (folder, profile) = profile();
    let other = profile.save_record("duel", b"other").expect("saves");
    let first = profile.save_record("duel", b"one two ").expect("saves");
    assert_eq!(profile.save_record("duel", b"one two three").expect("saves"), first);
    assert_eq!(profile.save_record("duel", b"one two three").expect("saves"), first);
    assert_eq!(fs::read(first).expect("reads"), b"one two three");
    assert_eq!(fs::read(other).expect("reads"), b"other");
    // What is empty may be anybody's.
    fs::write(folder.path().join("records/empty.marque"), b"").expect("writes");
    let beside = profile.save_record("empty", b"x").expect("saves");
    assert!(beside.ends_with("empty-2.marque"));
}

#[test]
fn a_folder_or_a_huge_file_where_a_file_should_be_is_told() {
    let (_folder, profile) = profile();
    let game = profile.create_game(&[7], b"x", First::Log(b"y")).expect("creates");
    for (name, read) in [("log", GameFiles::log as fn(&GameFiles) -> _), ("secrets", GameFiles::secrets)] {
        let path = game.folder().join(name);
        // It takes no room on the disk, and must take none in memory.
        fs::File::create(&path).and_then(|file| file.set_len(1 << 40)).expect("makes a long file");
        let error = read(&game).expect_err("is too long");
        assert!(matches!(error, StoreError::TooLong { .. }), "{error}");
        fs::remove_file(&path).expect("removes it");
        assert_eq!(read(&game).expect("is not there"), None);
        fs::create_dir(&path).expect("makes a folder");
        let error = read(&game).expect_err("is a folder");
        #[cfg(unix)]
        assert!(matches!(error, StoreError::NotAFile { .. }), "{error}");
        assert!(error.to_string().contains(name), "{error}");
    }
}

#[test]
fn a_record_never_takes_the_place_of_another() {
    let (folder, profile) = profile();
    let first = profile.save_record("duel", b"1").expect("saves");
    let second = profile.save_record("duel", b"2").expect("saves");
    let third = profile.save_record("duel", b"3").expect("saves");
    let records = folder.path().join(RECORDS);
    let names = ["duel.marque", "duel-2.marque", "duel-3.marque"];
    let paths = names.map(|name| records.join(name));
    assert_eq!([&first, &second, &third], paths.each_ref());
    for (path, bytes) in [(first, b"1"), (second, b"2"), (third, b"3")] {
        assert_eq!(fs::read(path).expect("reads"), bytes);
    }
}

#[test]
fn a_record_stays_in_its_folder_whatever_its_name() {
    let (folder, profile) = profile();
    let records = folder.path().join(RECORDS);
    let long = "x".repeat(500);
    for name in ["../../x", "/etc/x", "", "..", "con", "Lpt1.a", "a\0b", "Bătălia navală", &long] {
        let path = profile.save_record(name, b"x").expect("saves");
        assert_eq!(path.parent(), Some(records.as_path()));
        assert_eq!(path.extension(), Some("marque".as_ref()));
    }
    assert!(records.join("game-con.marque").exists());
    assert!(records.join("game-Lpt1.a.marque").exists());
}

#[test]
fn a_failed_write_leaves_the_old_content() {
    let folder = tempdir().expect("a folder");
    let path = folder.path().join("settings");
    write_atomic(&path, b"old").expect("writes");
    write_atomic(&path, b"new").expect("writes");
    assert_eq!(fs::read(&path).expect("reads"), b"new");
    fs::create_dir(folder.path().join("settings.draft")).expect("makes a folder");
    assert!(write_atomic(&path, b"newer").is_err());
    assert_eq!(fs::read(&path).expect("reads"), b"new");
}

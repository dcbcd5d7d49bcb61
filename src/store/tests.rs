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
    let game = first.create_game(&[1]).expect("creates");
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
    let mut game = profile.create_game(&[0xbe, 0xef]).expect("creates");
    assert_eq!(profile.unfinished().expect("lists"), NONE);
    assert!(profile.create_game(&[0xbe, 0xef]).is_err());
    assert_eq!(game.secrets().expect("reads"), None);
    game.write_secrets(b"north").expect("writes");
    game.write_secrets(b"south").expect("writes again");
    game.append(b"one ").expect("appends");
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
    game.append(b"three").expect("appends");
    assert_eq!(game.log().expect("reads"), b"one two three");
    let told = format!("{game:?}");
    assert!(!told.contains("south"), "{told}");
    game.finish().expect("finishes");
    assert_eq!(profile.unfinished().expect("lists"), NONE);
    let left = fs::read_dir(folder.path().join(GAMES)).expect("lists");
    assert_eq!(left.count(), 0);
}

#[test]
fn an_entry_cut_off_by_a_crash_is_cut_away() {
    let (_folder, profile) = profile();
    let mut game = profile.create_game(&[1; MAX_ID]).expect("creates");
    game.append(b"whole|ha").expect("appends");
    game.cut_log(6).expect("cuts");
    game.append(b"next|").expect("appends");
    assert_eq!(game.log().expect("reads"), b"whole|next|");
    game.cut_log(100).expect("has nothing to cut");
    assert_eq!(game.log().expect("reads"), b"whole|next|");
}

#[test]
fn what_a_crash_in_finishing_left_is_swept() {
    let (folder, profile) = profile();
    let game = profile.create_game(&[7]).expect("creates");
    game.write_secrets(b"x").expect("writes");
    let path = game.folder().to_path_buf();
    drop((game, profile));
    fs::rename(&path, path.with_extension("finished")).expect("renames");
    let profile = open(folder.path()).expect("opens");
    assert_eq!(profile.unfinished().expect("lists"), NONE);
    let left = fs::read_dir(folder.path().join(GAMES)).expect("lists");
    assert_eq!(left.count(), 0);
}

#[test]
fn a_game_that_was_never_created_cannot_be_opened() {
    let (_folder, profile) = profile();
    assert!(profile.open_game(&[1]).is_err());
    for id in [&[][..], &[0; MAX_ID + 1]] {
        let error = profile.create_game(id).expect_err("names no folder");
        assert!(matches!(error, StoreError::BadId { .. }), "{error:?}");
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

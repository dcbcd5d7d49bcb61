//! A disk that is full, or holds what it should not.

use std::{fs, path::Path, process::Command};

use super::side::{Side, Table};

/// A host that was killed in the middle of a game, and its guest.
fn cut_off(table: &Table) -> Side {
    loop {
        let mut host = table.host(&[]);
        let ticket = host.ticket();
        let guest = table.join("guest", &ticket);
        host.until_step(6);
        host.kill();
        if table.under_way("host").len() == 1 {
            return guest;
        }
        drop(guest);
    }
}

/// What stands in the place of a file is told and left alone; once the file is back the game goes on.
#[test]
fn what_is_no_file_of_ours_is_told_and_left_alone() {
    let table = Table::new();
    let guest = cut_off(&table);
    let game = table.under_way("host").pop().expect("a game is on");
    type Put = fn(&Path);
    let wrong: [(&str, Put); 4] = [
        ("folder", |path| fs::create_dir(path).expect("makes it")),
        ("empty", |path| fs::write(path, "").expect("writes")),
        ("huge", |path| fs::File::create(path).and_then(|file| file.set_len(1 << 40)).expect("makes it")),
        ("other", |path| fs::write(path, "MARQUE and nothing else").expect("writes")),
    ];
    for name in ["log", "secrets"] {
        let (path, aside) = (game.join(name), table.path(name));
        fs::rename(&path, &aside).expect("moves it");
        for (what, put) in wrong {
            put(&path);
            let resumed = table.resume("host").finish();
            assert_eq!(resumed.code, Some(1), "{name} {what}");
            let folder = game.to_str().expect("a path in UTF-8");
            let error = resumed.errors.lines().next().expect("it says why");
            assert!(error.contains(folder) && error.contains("away"), "{name} {what}: {error}");
            assert!(path.exists(), "{name} {what} is left alone");
            if path.is_dir() { fs::remove_dir(&path) } else { fs::remove_file(&path) }.expect("removes it");
        }
        fs::rename(&aside, &path).expect("moves it back");
    }
    assert_eq!(table.resume("host").finish().ended().0, guest.finish().ended().0);
}

/// One changed bit in the secrets once let a game go on whose seat could answer nothing any more.
#[test]
fn a_changed_bit_in_the_secrets_is_told() {
    let table = Table::new();
    let guest = cut_off(&table);
    let path = table.under_way("host").pop().expect("a game is on").join("secrets");
    let good = fs::read(&path).expect("readable");
    for at in [0, 1, 20, 40, good.len() / 2, good.len() - 1] {
        let mut bad = good.clone();
        bad[at] ^= 1;
        fs::write(&path, &bad).expect("writes");
        let resumed = table.resume("host").finish();
        assert!(resumed.errors.contains("are damaged"), "byte {at}: {}", resumed.errors);
        assert_eq!(fs::read(&path).expect("readable"), bad, "left alone");
    }
    fs::write(&path, good).expect("writes");
    assert_eq!(table.resume("host").finish().ended().0, guest.finish().ended().0);
}

/// The system lets no file grow beyond a limit: as an error, or as a signal that ends the process in
/// the middle of an entry.
#[cfg(unix)]
#[test]
fn a_limit_of_the_system_stops_a_game_that_goes_on_without_it() {
    for heed in ["trap '' XFSZ;", ""] {
        let table = Table::new();
        let mut host = table.host(&[]);
        let ticket = host.ticket();
        let join = ["join", &ticket, "--bot", "normal", "--name", "Ben"];
        // Blocks of 512 bytes: a little more than the probe at the start, less than any whole game.
        let shell = format!("{heed} ulimit -f 132; exec \"$0\" \"$@\"");
        let mut process = Command::new("sh");
        process.args(["-c", &shell, env!("CARGO_BIN_EXE_marque")]);
        let stopped = Side::spawn(process.args(table.arguments("guest", "127.0.0.1", &join))).finish();
        if heed.is_empty() {
            assert_eq!(stopped.code, None, "{:?}", stopped.said);
        } else {
            assert_eq!(stopped.code, Some(1), "{:?}", stopped.said);
            let error = stopped.error();
            assert!(error.contains("make room") && error.contains("marque resume"), "{error}");
        }
        assert_eq!(table.resume("guest").finish().ended().0, host.finish().ended().0);
    }
}

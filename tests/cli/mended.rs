//! What once went wrong at the edges of the client.

use crate::side::{PLAYED, Table, file, run};

/// Whoever is not seated was once cut off without a word and dialled for a minute.
#[cfg(unix)]
#[test]
fn a_third_person_is_told_that_the_table_is_full() {
    let table = Table::new();
    let mut host = table.host(&[]);
    let ticket = host.ticket();
    let mut guest = table.join("guest", &ticket);
    guest.until_step(3);
    // The game must still be on when the third person comes. (Dropping a side kills it, paused or not.)
    guest.signal("-STOP");
    let third = table.join("third", &ticket).finish();
    guest.signal("-CONT");
    assert_eq!(third.code, Some(1), "{}", third.errors);
    assert!(third.error().contains("the table is full"), "{}", third.errors);
    assert_eq!(host.finish().ended().0, guest.finish().ended().0);
}

/// A wrong command line is told in one line.
#[test]
fn what_clap_refuses_is_one_line_too() {
    for line in [&["sail"] as &[&str], &["verify"], &["host", "--game", "classic"]] {
        let done = run(line);
        assert_eq!(done.code, Some(2));
        done.error();
    }
}

/// A game whose log was never written once kept every other game of the profile from going on.
#[test]
fn one_game_that_cannot_go_on_does_not_hold_up_the_others() {
    let table = Table::new();
    let mut guests = Vec::new();
    // A game may have ended before its host is killed; then another one is begun.
    for guest in ["first", "second", "third", "fourth", "fifth", "sixth"] {
        let mut host = table.host(&[]);
        let ticket = host.ticket();
        guests.push(table.join(guest, &ticket));
        host.until_step(3);
        host.kill();
        if table.under_way("host").len() == 2 {
            break;
        }
    }
    let mut games = table.under_way("host");
    assert_eq!(games.len(), 2, "two games are on");
    games.sort();
    std::fs::write(games[0].join("log"), b"").expect("can be written");
    let resumed = table.resume("host").finish();
    assert!(resumed.said.iter().any(|line| line.starts_with("record: ")), "{}", resumed.errors);
}

/// Whatever holds a secret is its owner's only, the folder too.
#[cfg(unix)]
#[test]
fn the_folder_of_a_game_is_its_owners_only() {
    use std::os::unix::fs::PermissionsExt as _;
    let table = Table::new();
    let mut host = table.host(&[]);
    let ticket = host.ticket();
    let mut guest = table.join("guest", &ticket);
    guest.until_step(3);
    host.kill();
    let game = table.under_way("host").pop().expect("a game is on");
    let mode = std::fs::metadata(&game).expect("is there").permissions().mode();
    assert_eq!(mode & 0o077, 0, "{mode:o}");
}

/// A device or pipe has no length: it was once read without limit.
#[cfg(target_os = "linux")]
#[test]
fn a_file_without_an_end_is_refused() {
    // The shell limits the memory, so that the test itself does no harm.
    let shell = "ulimit -v 3000000; exec \"$0\" verify /dev/zero";
    let shown = std::process::Command::new("sh").args(["-c", shell, env!("CARGO_BIN_EXE_marque")]).output();
    let shown = shown.expect("there is a shell");
    let text = String::from_utf8_lossy(&shown.stdout).into_owned();
    assert_eq!(shown.status.code(), Some(4));
    assert!(text.contains("too large"), "{text}");
}

/// Standard output that cannot be written is no reason to panic.
#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_no_panic() {
    let table = Table::new();
    let name = file(&table.path(""), "good.marque", &PLAYED.records[0]);
    let full = std::fs::File::options().write(true).open("/dev/full").expect("linux has it");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_marque"));
    let done = command.args(["replay", &name]).stdout(full).output().expect("starts");
    let errors = String::from_utf8_lossy(&done.stderr);
    assert!(!errors.contains("panicked"), "{errors}");
}

/// The number of seeds once overflowed.
#[test]
fn a_huge_number_of_games_is_no_panic() {
    let games = (u64::MAX / 49).to_string();
    let wish = ["simulate", "--game", "classic", "--liar", "ship-missing", "--games", &games];
    // Without the panic it would play for ever.
    let mut limited = std::process::Command::new("timeout");
    let done =
        limited.args(["3", env!("CARGO_BIN_EXE_marque")]).args(wish).output().expect("there is a timeout");
    assert_ne!(done.status.code(), Some(101), "{}", String::from_utf8_lossy(&done.stderr));
}

/// An interrupt that came between two waits was once lost.
#[cfg(unix)]
#[test]
fn a_game_that_is_interrupted_says_how_to_go_on() {
    for _ in 0..5 {
        let table = Table::new();
        let mut host = table.host(&[]);
        let ticket = host.ticket();
        let mut guest = table.join("guest", &ticket);
        guest.until_step(4);
        // The other side holds still, so that the game cannot end first.
        host.signal("-STOP");
        guest.signal("-INT");
        let interrupted = guest.finish();
        host.signal("-CONT");
        assert_eq!(interrupted.code, Some(1), "{:?}", interrupted.said);
        assert!(interrupted.error().contains("marque resume"), "{}", interrupted.errors);
        let (resumed, host) = (table.resume("guest").finish(), host.finish());
        assert_eq!(resumed.ended().0, host.ended().0);
    }
}

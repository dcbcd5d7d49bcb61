//! Host and guest: how they find each other, how it ends, and what is told to those who cannot play.

use marque::net::Ticket;

use super::side::{PLAYED, Table, file, run};

#[test]
fn both_sides_end_with_one_head_and_one_winner() {
    let played = &*PLAYED;
    assert_eq!(played.heads[0], played.heads[1]);
    let table = Table::new();
    let [host, guest] = &played.records;
    let host = file(&table.path(""), "host.marque", host);
    let guest = file(&table.path(""), "guest.marque", guest);
    let verified = run(&["verify", "--json", &host, &guest]);
    assert_eq!(verified.code, Some(0), "{:?}", verified.said);
    let verdicts: Vec<serde_json::Value> = verified
        .said
        .iter()
        .map(|line| serde_json::from_str(line).expect("one JSON object a line"))
        .collect();
    assert_eq!(verdicts.len(), 2);
    for verdict in &verdicts {
        assert_eq!(verdict["outcome"], "won");
        assert_eq!(verdict["honest"], true);
        assert_eq!(verdict["audited"], true);
        assert_eq!(verdict["game"], "classic");
        assert_eq!(verdict["seats"], 2);
        assert!(verdict["fault"].is_null());
    }
    assert!(verdicts[0]["winner"].is_u64());
    assert_eq!(verdicts[0]["winner"], verdicts[1]["winner"]);
    assert_eq!(verdicts[0]["entries"], verdicts[1]["entries"]);
    // What both said while they played names that winner too.
    let winner = if verdicts[0]["winner"] == 0 { "won: Ana (seat 0)" } else { "won: Ben (seat 1)" };
    assert!(played.host.told(winner).starts_with(" has won"));
    assert!(played.guest.told(winner).starts_with(" has won"));
}

#[test]
fn the_first_line_of_a_host_is_its_ticket() {
    assert!(PLAYED.host.said[0].starts_with("ticket: marque1"), "{}", PLAYED.host.said[0]);
    assert!(PLAYED.host.errors.is_empty() && PLAYED.guest.errors.is_empty());
}

#[test]
fn a_second_game_on_the_same_ticket() {
    let table = Table::new();
    let mut host = table.host(&["--games", "2"]);
    let ticket = host.ticket();
    let first = table.join("guest", &ticket).finish().ended();
    let second = table.join("guest", &format!("come and play: <{ticket}> !")).finish().ended();
    let host = host.finish();
    assert_eq!(host.code, Some(0), "{}", host.errors);
    let heads: Vec<&str> = host.said.iter().filter_map(|line| line.strip_prefix("head: ")).collect();
    assert_eq!(heads, [first.0, second.0]);
}

#[test]
fn a_profile_in_use_is_told() {
    let table = Table::new();
    let mut host = table.host(&[]);
    let ticket = host.ticket();
    for second in [table.host(&[]), table.join("host", &ticket), table.resume("host")] {
        let second = second.finish();
        assert_eq!(second.code, Some(1));
        assert!(second.error().contains("in use by another copy"), "{}", second.errors);
        assert!(second.said.is_empty(), "{:?}", second.said);
    }
}

#[test]
fn the_own_ticket_is_told() {
    let table = Table::new();
    let mut host = table.host(&[]);
    let ticket = host.ticket();
    drop(host);
    let own = table.join("host", &ticket).finish();
    assert_eq!(own.code, Some(1));
    assert!(own.error().contains("your own ticket"), "{}", own.errors);
}

#[test]
fn a_mistyped_ticket_is_told_before_anything_else() {
    let ticket = PLAYED.host.told("ticket: ");
    let letter = |at: usize| if &ticket[at..=at] == "a" { "b" } else { "a" };
    let wrong = [
        (format!("{}{}{}", &ticket[..40], letter(40), &ticket[41..]), "incomplete or mistyped"),
        (ticket[..ticket.len() - 1].to_owned(), "incomplete or mistyped"),
        (ticket.replacen("marque1", "marque2", 1), "newer version"),
        ("see you at eight".to_owned(), "no ticket in this text"),
    ];
    let table = Table::new();
    for (text, why) in wrong {
        let guest = table.join("guest", &text).finish();
        assert_eq!(guest.code, Some(2), "{text}: {}", guest.errors);
        assert!(guest.error().contains(why), "{text}: {}", guest.errors);
    }
    assert!(!table.path("guest").exists(), "no profile is made for it");
}

#[test]
fn a_profile_that_cannot_be_written_is_told_before_a_game_starts() {
    let table = Table::new();
    file(&table.path(""), "host", b"a file in place of the folder");
    std::fs::create_dir(table.path("games-is-a-file")).expect("can be made");
    file(&table.path("games-is-a-file"), "games", b"a file in place of a folder");
    let under_a_file = table.start("host/below", &["resume", "--bot", "easy"]);
    let games_is_a_file = table.start("games-is-a-file", &["host", "--game", "classic", "--bot", "easy"]);
    for side in [table.host(&[]), under_a_file, games_is_a_file] {
        let side = side.finish();
        assert_eq!(side.code, Some(1));
        assert!(side.error().contains("is not a folder"), "{}", side.errors);
        assert!(side.said.is_empty(), "{:?}", side.said);
    }
}

#[cfg(unix)]
#[test]
fn a_read_only_profile_is_told_before_a_game_starts() {
    use std::os::unix::fs::PermissionsExt as _;
    let table = Table::new();
    let mut first = table.host(&[]);
    first.ticket();
    drop(first);
    let mode = |mode| {
        let permissions = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(table.path("host"), permissions).expect("the folder is ours");
    };
    mode(0o500);
    // The superuser may write everywhere: nothing to see then.
    if std::fs::write(table.path("host/trial"), b"").is_err() {
        let host = table.host(&[]).finish();
        assert_eq!(host.code, Some(1));
        assert!(host.error().contains("permission denied"), "{}", host.errors);
        assert!(host.said.is_empty(), "{:?}", host.said);
    }
    mode(0o700);
}

#[test]
fn a_ticket_of_a_table_that_is_gone_is_told() {
    let table = Table::new();
    let mut host = table.host(&[]);
    let old = host.ticket();
    drop(host);
    // The same player at the same address, but at another table.
    let address = Ticket::find(&old).expect("a ticket").address.ip_addrs().next().expect("one").to_string();
    let mut host = table.start_at("host", &address, &["host", "--game", "classic", "--bot", "easy"]);
    let new = host.ticket();
    assert_ne!(old, new);
    let late = table.join("guest", &old).finish();
    assert_eq!(late.code, Some(1));
    assert!(late.error().contains("no such table here any more"), "{}", late.errors);
    let guest = table.join("guest", &new).finish();
    assert_eq!(host.finish().ended().0, guest.ended().0);
}

//! A window that is killed between a shot and its answer, with `kill -9`, and comes back.

use std::{
    collections::BTreeSet,
    io::{BufRead as _, BufReader, Write as _},
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use eframe::egui::Event;
use egui_kittest::kittest::Queryable as _;

use crate::{
    desk::Desk,
    friends::{again, cells, copied, is_over, record_in},
};

const PROFILE: &str = "MARQUE_TEST_PROFILE";
const INVITATION: &str = "MARQUE_TEST_INVITATION";

/// The other side in a process of its own.
struct Side {
    child: Child,
    said: BufReader<ChildStdout>,
    told: ChildStdin,
}

impl Side {
    fn start(profile: &Path, invitation: &str) -> Side {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "--nocapture", "killed::the_other_side"])
            .env(PROFILE, profile)
            .env(INVITATION, invitation)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (said, told) = (BufReader::new(child.stdout.take().unwrap()), child.stdin.take().unwrap());
        Side { child, said, told }
    }

    /// Reads until the side says this.
    fn says(&mut self, what: &str) {
        let mut all = String::new();
        while !all.ends_with(&format!("side: {what}\n")) {
            let read = self.said.read_line(&mut all).unwrap();
            assert!(read > 0, "the other side ended instead of saying {what}: {all}");
        }
    }

    fn tell(&mut self, what: &str) {
        writeln!(self.told, "{what}").unwrap();
    }

    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Side {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What [`Side`] runs; nothing by itself. It asks before it fires for the first time.
#[test]
fn the_other_side() {
    let Ok(profile) = std::env::var(PROFILE) else { return };
    let invitation = std::env::var(INVITATION).unwrap();
    let open = if invitation.is_empty() { Desk::elsewhere } else { Desk::open };
    let mut desk = open(Path::new(&profile));
    if invitation.is_empty() {
        desk.until("the game", |desk| desk.shows("Go on with a game"));
        desk.click("Go on with a game");
        desk.until("the way", |desk| desk.shows("direct, "));
        desk.say("Back again");
    } else {
        desk.window.event(Event::Paste(invitation.clone()));
        desk.until("the terms", |desk| desk.shows("Agree and sign"));
        desk.click("Agree and sign");
        desk.until("the placement", |desk| desk.shows("Lay out your fleet"));
        desk.click("Random");
        desk.click("Ready: seal the fleet");
    }
    let mut asked = invitation.is_empty();
    loop {
        desk.until("a turn", |desk| desk.shows("Your shot") || is_over(desk));
        if is_over(&desk) {
            break;
        }
        if !asked {
            println!("side: due");
            std::io::stdin().read_line(&mut String::new()).unwrap();
            asked = true;
        }
        shoot(&mut desk);
        println!("side: fired");
        desk.until("an answer", |desk| !desk.shows("shot on its way") || is_over(desk));
    }
    desk.until("the record", |desk| desk.shows("Record:"));
    println!("side: over");
}

/// Fires at the first cell that nothing is known of, and waits for nothing.
fn shoot(desk: &mut Desk) {
    let cell = cells().map(|cell| format!("Enemy {cell}, unknown"));
    let open = cell.into_iter().find(|cell| desk.window.query_by_label(cell).is_some());
    desk.window.get_by_label(&open.expect("there is water to fire at")).click_accesskit();
    desk.step();
}

/// Whoever is killed says no goodbye, and has another port when it comes back.
#[test]
fn who_was_killed_is_looked_for_where_it_has_come_back() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let mut host = Desk::open(folders[0].path());
    host.click("Invite a friend");
    host.until("an invitation", |desk| desk.shows("Copy the text"));
    let invitation = copied(&mut host, "Copy the text");
    let side = Side::start(folders[1].path(), &invitation);
    host.until("the placement", |desk| desk.shows("Lay out your fleet"));
    host.click("Random");
    host.click("Ready: seal the fleet");
    host.until("a turn", |desk| desk.shows("Your shot") || desk.shows("is thinking"));
    side.kill();
    let _side = Side::start(folders[1].path(), "");
    host.until("a word", |desk| desk.shows("Back again"));
    drop(host);
    let mut host = again(folders[0].path());
    host.until("the way", |desk| desk.shows("direct, "));
}

#[test]
fn a_window_that_is_killed_between_shot_and_answer_goes_on() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let mut host = Desk::open(folders[0].path());
    host.click("Invite a friend");
    host.until("an invitation", |desk| desk.shows("Copy the text"));
    let invitation = copied(&mut host, "Copy the text");
    let mut side = Side::start(folders[1].path(), &invitation);
    host.until("the placement", |desk| desk.shows("Lay out your fleet"));
    host.click("Random");
    host.click("Ready: seal the fleet");

    // The host fires, when it is due, at somebody who is gone before it can answer; otherwise the other
    // side fires and is gone before it hears the answer.
    host.until("a turn", |desk| desk.shows("Your shot") || desk.shows("is thinking"));
    if host.shows("Your shot") {
        side.kill();
        shoot(&mut host);
        host.until("the shot, without an answer", |desk| desk.shows("shot on its way"));
    } else {
        side.says("due");
        side.tell("fire");
        side.says("fired");
        side.kill();
    }
    let mut side = Side::start(folders[1].path(), "");
    let mut fired = BTreeSet::new();
    while !is_over(&host) {
        host.until("a turn", |desk| desk.shows("Your shot") || is_over(desk));
        if !is_over(&host) {
            crate::friends::fire(&mut host, &mut fired);
        }
    }
    host.until("the record", |desk| desk.shows("Record:"));
    side.says("over");
    let heads = [0, 1].map(|side: usize| record_in(folders[side].path()).log.table().head());
    assert_eq!(heads[0], heads[1]);
}

//! One window a profile: what a second start hands over, and what it does not.
#![cfg(unix)]

use std::{
    fs,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::Shutdown,
    os::unix::{
        fs::{FileTypeExt as _, PermissionsExt as _},
        net::UnixStream,
    },
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    sync::{Arc, mpsc},
    time::Duration,
};

use marque::{
    instance::{Call, Listener, hand_over},
    store::Profile,
};
use tempfile::TempDir;

const LIMIT: Duration = Duration::from_secs(60);
/// Tells this test, started as another process, which profile it has to hold.
const HOLD: &str = "MARQUE_TEST_HOLD";

/// A profile in use, and what a window of it would hear.
struct Window {
    listener: Listener,
    woken: mpsc::Receiver<()>,
    _profile: Profile,
}

impl Window {
    fn open(profile: &Path) -> Window {
        let held = Profile::open(Some(profile.to_owned())).unwrap();
        let (wake, woken) = mpsc::channel();
        let wake = Arc::new(move || {
            let _ = wake.send(());
        });
        Window { listener: Listener::open(profile, wake).unwrap(), woken, _profile: held }
    }

    fn heard(&self) -> Call {
        self.woken.recv_timeout(LIMIT).expect("a call");
        self.listener.call().expect("what has woken it is there")
    }

    fn hears_nothing(&self) {
        assert_eq!(self.listener.call(), None);
    }
}

fn folder() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let profile = folder.path().join("profile");
    (folder, profile)
}

/// A second start, in this folder.
fn second(folder: &Path, profile: &Path, argument: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_marque"));
    // Were it to open a window, that would fail.
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").current_dir(folder);
    command.arg("--profile").arg(profile).args(argument).output().unwrap()
}

#[test]
fn a_second_start_hands_over_what_it_was_to_open_and_ends_well() {
    let (folder, profile) = folder();
    let window = Window::open(&profile);
    fs::write(folder.path().join("a game.marque"), "").unwrap();
    let whole = fs::canonicalize(folder.path()).unwrap().join("a game.marque");
    let starts: [(&[&str], Option<&str>); 3] =
        [(&[], None), (&["marque:hello"], Some("marque:hello")), (&["a game.marque"], whole.to_str())];
    for (argument, heard) in starts {
        let done = second(folder.path(), &profile, argument);
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        assert_eq!(String::from_utf8_lossy(&done.stdout).lines().count(), 1);
        assert!(done.stderr.is_empty());
        assert_eq!(window.heard().as_deref(), heard);
    }
    let typo = second(folder.path(), &profile, &["sail"]);
    assert_eq!(typo.status.code(), Some(2));
    window.hears_nothing();
}

#[test]
fn a_profile_that_is_held_without_a_window_is_in_use() {
    let (folder, profile) = folder();
    let held = Profile::open(Some(profile.clone())).unwrap();
    let done = second(folder.path(), &profile, &[]);
    assert_eq!(done.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&done.stderr).contains("in use by another copy"));
    drop(held);
}

#[test]
fn a_window_that_was_killed_is_in_nobodys_way() {
    let (folder, profile) = folder();
    let mut killed = Killed::start(&profile);
    assert_eq!(hand_over(&profile, None).ok(), Some(()));
    killed.0.kill().unwrap();
    killed.0.wait().unwrap();
    assert!(fs::symlink_metadata(socket(&profile)).is_ok(), "it has left its socket");
    assert!(hand_over(&profile, None).is_err());
    let window = Window::open(&profile);
    assert!(second(folder.path(), &profile, &[]).status.success());
    assert_eq!(window.heard(), None);
    drop(window);
    assert!(fs::symlink_metadata(socket(&profile)).is_err(), "one that is closed leaves none");
}

/// This test as another process that has a profile open.
struct Killed(Child);

impl Killed {
    fn start(profile: &Path) -> Killed {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "holds_a_profile_when_told", "--nocapture"]).env(HOLD, profile);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        assert!(lines.any(|line| line.unwrap().contains("holding")));
        Killed(child)
    }
}

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn holds_a_profile_when_told() {
    let Some(profile) = std::env::var_os(HOLD) else { return };
    let _window = Window::open(Path::new(&profile));
    println!("holding");
    // Until it is killed, or whoever has started it is gone.
    let _ = std::io::stdin().read(&mut [0]);
}

fn socket(profile: &Path) -> PathBuf {
    profile.join("window.socket")
}

#[test]
fn only_the_user_can_reach_the_socket() {
    let (_folder, profile) = folder();
    let _window = Window::open(&profile);
    let socket = fs::metadata(socket(&profile)).unwrap();
    assert!(socket.file_type().is_socket());
    assert_eq!(socket.permissions().mode() & 0o777, 0o600);
    assert_eq!(fs::metadata(&profile).unwrap().permissions().mode() & 0o777, 0o700);
}

#[test]
fn what_no_start_would_say_is_dropped_and_the_next_one_is_heard() {
    let (_folder, profile) = folder();
    let window = Window::open(&profile);
    let too_long = [&u32::MAX.to_be_bytes()[..], &[b'a'; 1000]].concat();
    let over = [&(64 * 1024 + 1_u32).to_be_bytes()[..], &[b'a'; 64 * 1024 + 1]].concat();
    let not_text = [&3_u32.to_be_bytes()[..], &[0xff, 0xfe, 0]].concat();
    let cut = [&9_u32.to_be_bytes()[..], b"marque"].concat();
    let garbage: Vec<u8> = (0..=255).cycle().take(300_000).collect();
    for said in [Vec::new(), vec![0], too_long, over, not_text, cut, garbage] {
        let mut stream = UnixStream::connect(socket(&profile)).unwrap();
        // It may have hung up before the end.
        let _ = stream.write_all(&said).and_then(|()| stream.shutdown(Shutdown::Write));
        let mut back = Vec::new();
        let _ = stream.read_to_end(&mut back);
        assert!(back.is_empty(), "no such thing is taken: {} bytes", said.len());
    }
    // One that says nothing and stays is not waited for long.
    let silent = UnixStream::connect(socket(&profile)).unwrap();
    hand_over(&profile, Some("still here")).unwrap();
    assert_eq!(window.heard().as_deref(), Some("still here"));
    window.hears_nothing();
    drop(silent);
}

#[test]
fn a_window_that_does_not_come_to_it_refuses_more() {
    let (_folder, profile) = folder();
    let window = Window::open(&profile);
    let taken = (0..40).take_while(|_| hand_over(&profile, None).is_ok()).count();
    assert_eq!(taken, 16);
    assert_eq!(window.heard(), None);
    hand_over(&profile, Some("there is room again")).unwrap();
}

#[test]
fn a_long_path_and_a_folder_that_takes_no_socket_are_no_hindrance() {
    let (folder, short) = folder();
    let deep = folder.path().join("a".repeat(100)).join("b".repeat(100));
    fs::create_dir_all(&deep).unwrap();
    fs::create_dir_all(socket(&short)).unwrap();
    for profile in [deep.join("profile"), short] {
        let window = Window::open(&profile);
        let done = second(folder.path(), &profile, &["marque:hello"]);
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        assert_eq!(window.heard().as_deref(), Some("marque:hello"));
    }
}

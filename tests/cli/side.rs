//! A running `marque`, and a table where two of them meet.

use std::{
    io::{BufRead as _, BufReader, Read as _},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{
        LazyLock,
        mpsc::{Receiver, RecvTimeoutError, channel},
    },
    thread::JoinHandle,
    time::{Duration, Instant},
};

use tempfile::TempDir;

/// How long one process may take. Reached only when something is wrong: a game takes seconds.
const LIMIT: Duration = Duration::from_secs(50);

/// A running process. Killed when dropped, so that a failing test leaves nothing behind.
pub(crate) struct Side {
    child: Child,
    lines: Receiver<String>,
    errors: Option<JoinHandle<String>>,
    deadline: Instant,
    /// What it has said so far.
    pub(crate) said: Vec<String>,
}

/// A process that has ended.
pub(crate) struct Done {
    /// Its exit code, none if it was killed.
    pub(crate) code: Option<i32>,
    /// Lines of its output.
    pub(crate) said: Vec<String>,
    /// Its standard error.
    pub(crate) errors: String,
}

impl Side {
    /// Starts `marque` with these arguments.
    pub(crate) fn start<S: AsRef<std::ffi::OsStr>>(arguments: impl IntoIterator<Item = S>) -> Side {
        Side::spawn(Command::new(env!("CARGO_BIN_EXE_marque")).args(arguments))
    }

    /// Starts this command, which is `marque` in the end.
    pub(crate) fn spawn(command: &mut Command) -> Side {
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        // Both pipes are read all the time: a process must never wait for its reader.
        let (output, errors) = (child.stdout.take().expect("piped"), child.stderr.take().expect("piped"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            BufReader::new(output).lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        let errors = std::thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = BufReader::new(errors).read_to_end(&mut bytes);
            String::from_utf8_lossy(&bytes).into_owned()
        });
        Side { child, lines, errors: Some(errors), deadline: Instant::now() + LIMIT, said: Vec::new() }
    }

    /// The next line, none at the end of the output.
    pub(crate) fn line(&mut self) -> Option<String> {
        match self.lines.recv_timeout(self.deadline.saturating_duration_since(Instant::now())) {
            Ok(line) => {
                self.said.push(line.clone());
                Some(line)
            }
            Err(RecvTimeoutError::Disconnected) => None,
            Err(RecvTimeoutError::Timeout) => panic!("no line in {LIMIT:?}; it said {:#?}", self.said),
        }
    }

    /// Reads up to the first line that begins like this, and returns what follows there.
    pub(crate) fn until(&mut self, begins: &str) -> String {
        while let Some(line) = self.line() {
            if let Some(rest) = line.strip_prefix(begins) {
                return rest.to_owned();
            }
        }
        panic!("ended without a line that begins with {begins:?}: {}", self.stop())
    }

    /// Reads until it has told this step of the log.
    pub(crate) fn until_step(&mut self, number: u32) {
        self.until(&format!("{number:>4}  "));
    }

    /// The first line of a host.
    pub(crate) fn ticket(&mut self) -> String {
        self.until("ticket: ")
    }

    /// Its number in the system.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends it a signal of the system, such as `-STOP`.
    #[cfg(unix)]
    pub(crate) fn signal(&self, signal: &str) {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args([signal, &id]).status().expect("there is a kill");
        assert!(sent.success(), "kill {signal}");
    }

    /// Ends it at once, as a power cut would, and reads what it had said.
    pub(crate) fn kill(mut self) -> Done {
        self.child.kill().expect("it can be killed");
        self.finish()
    }

    /// Waits for its end.
    pub(crate) fn finish(mut self) -> Done {
        while self.line().is_some() {}
        let code = self.child.wait().expect("it ends").code();
        let errors = self.errors.take().map(|errors| errors.join().expect("reads")).unwrap_or_default();
        Done { code, said: std::mem::take(&mut self.said), errors }
    }

    /// Everything about it, for the message of a failure.
    fn stop(&mut self) -> String {
        let _ = self.child.kill();
        let code = self.child.wait();
        let errors = self.errors.take().map(|errors| errors.join().expect("reads"));
        format!("{code:?}, said {:#?}, errors {}", self.said, errors.unwrap_or_default())
    }
}

impl Drop for Side {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Done {
    /// What follows this word in the first line that begins with it.
    pub(crate) fn told(&self, begins: &str) -> &str {
        let told = self.said.iter().find_map(|line| line.strip_prefix(begins));
        told.unwrap_or_else(|| panic!("no line {begins:?} in {:#?}, errors {}", self.said, self.errors))
    }

    /// Head, and bytes of the record, of a game that went to its end.
    pub(crate) fn ended(&self) -> (String, Vec<u8>) {
        assert_eq!(self.code, Some(0), "said {:#?}, errors {}", self.said, self.errors);
        let record = std::fs::read(self.told("record: ")).expect("the record is where it says");
        (self.told("head: ").to_owned(), record)
    }

    /// The one line of standard error.
    pub(crate) fn error(&self) -> &str {
        let mut lines = self.errors.lines();
        let line = lines.next().unwrap_or_else(|| panic!("no error; said {:#?}", self.said));
        assert_eq!(lines.next(), None, "more than one line: {}", self.errors);
        line
    }
}

/// Runs `marque` to its end.
pub(crate) fn run(arguments: &[&str]) -> Done {
    Side::start(arguments).finish()
}

/// A folder with the profiles of those who meet.
pub(crate) struct Table {
    folder: TempDir,
}

impl Table {
    pub(crate) fn new() -> Table {
        Table { folder: tempfile::tempdir().expect("a temporary folder") }
    }

    /// A path in the folder.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Starts a command with the profile of this name, on loopback alone.
    pub(crate) fn start(&self, name: &str, command: &[&str]) -> Side {
        self.start_at(name, "127.0.0.1", command)
    }

    /// The same on this address.
    pub(crate) fn start_at(&self, name: &str, address: &str, command: &[&str]) -> Side {
        Side::start(self.arguments(name, address, command))
    }

    /// A whole command line.
    pub(crate) fn arguments(&self, name: &str, address: &str, command: &[&str]) -> Vec<String> {
        let profile = self.path(name);
        let profile = profile.to_str().expect("a path in UTF-8");
        let global = ["--offline", "--bind", address, "--profile", profile];
        global.iter().chain(command).map(|word| (*word).to_owned()).collect()
    }

    /// A host of the classic game.
    pub(crate) fn host(&self, more: &[&str]) -> Side {
        self.start(
            "host",
            &[&["host", "--game", "classic", "--bot", "normal", "--name", "Ana"], more].concat(),
        )
    }

    /// A guest with this profile.
    pub(crate) fn join(&self, name: &str, ticket: &str) -> Side {
        self.start(name, &["join", ticket, "--bot", "normal", "--name", "Ben"])
    }

    /// Goes on with what was interrupted.
    pub(crate) fn resume(&self, name: &str) -> Side {
        self.start(name, &["resume", "--bot", "normal"])
    }

    /// The folders of the games that this profile has begun and not finished.
    pub(crate) fn under_way(&self, name: &str) -> Vec<PathBuf> {
        let games =
            std::fs::read_dir(self.path(name).join("games")).expect("a profile has a folder of games");
        games.map(|entry| entry.expect("readable").path()).collect()
    }
}

/// A whole game between two bots.
pub(crate) struct Played {
    pub(crate) host: Done,
    pub(crate) guest: Done,
    pub(crate) heads: [String; 2],
    pub(crate) records: [Vec<u8>; 2],
}

impl Played {
    fn new() -> Played {
        let table = Table::new();
        let mut host = table.host(&[]);
        let ticket = host.ticket();
        let guest = table.join("guest", &ticket).finish();
        let host = host.finish();
        let ((head, record), (guest_head, guest_record)) = (host.ended(), guest.ended());
        Played { host, guest, heads: [head, guest_head], records: [record, guest_record] }
    }
}

/// One game, played once, for all tests that only read what came of it.
pub(crate) static PLAYED: LazyLock<Played> = LazyLock::new(Played::new);

/// Writes a file for `verify` or `replay`.
pub(crate) fn file(folder: &Path, name: &str, bytes: &[u8]) -> String {
    let path = folder.join(name);
    std::fs::write(&path, bytes).expect("can be written");
    path.to_str().expect("a path in UTF-8").to_owned()
}

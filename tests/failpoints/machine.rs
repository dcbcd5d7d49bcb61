//! One machine: what the client does between its start and the end of its game, without a network.

use std::{fs, path::PathBuf, sync::Arc};

use marque::{
    book::{Book, Opened, Promise},
    seatfile::SeatFile,
    store::Profile,
};
use marque_protocol::{
    log::Log,
    peer::{Input, Peer},
    rules::Seat,
    seal::Chart,
    table::Duty,
    terms::Agreed,
};

/// One machine. What is on its disk outlives it.
pub(crate) struct Machine {
    pub(crate) seat: Seat,
    pub(crate) folder: PathBuf,
    pub(crate) master: [u8; 32],
    pub(crate) chart: Chart,
    pub(crate) lives: u64,
    pub(crate) key: Option<[u8; 32]>,
    pub(crate) promised: bool,
    pub(crate) spoke: bool,
    pub(crate) running: Option<Running>,
    pub(crate) finished: bool,
}

pub(crate) struct Running {
    pub(crate) profile: Profile,
    pub(crate) book: Book,
    pub(crate) peer: Peer,
}

impl Machine {
    /// What the client does from its start until its game is on: anew, or with what is there.
    pub(crate) fn start(&mut self, agreed: Arc<Agreed>) -> anyhow::Result<()> {
        self.lives += 1;
        let profile = Profile::open(Some(self.folder.clone()))?;
        profile.probe()?;
        let key = profile.identity()?;
        assert_eq!(*self.key.get_or_insert(key), key, "another identity");
        let records = fs::read_dir(self.folder.join("records"))?;
        let kept = records.flatten().any(|entry| entry.path().extension().is_some_and(|of| of == "marque"));
        let unfinished = profile.unfinished()?;
        let mut log = Log::new(agreed.clone());
        let mut again = true;
        let book = match unfinished.as_slice() {
            [] if kept => {
                self.finished = true;
                return Ok(());
            }
            [] => {
                assert!(!self.promised && !self.spoke, "a game that the other side relies on is gone");
                again = false;
                self.begin(&profile, &agreed)?
            }
            [id] => match Book::open(&profile, id)? {
                Opened::Promised(promise) => promise.begin(&agreed.agreement)?,
                Opened::Begun(book, begun) => {
                    log = *begun;
                    book
                }
            },
            more => panic!("{} games", more.len()),
        };
        let seated = book.seated();
        let peer = match again {
            true => Peer::resume(log, seated, self.lives, 0),
            false => Peer::new(agreed, seated, self.lives, 0),
        };
        self.running = Some(Running { profile, book, peer });
        Ok(())
    }

    /// The host begins at once; a guest promises first.
    fn begin(&mut self, profile: &Profile, agreed: &Agreed) -> anyhow::Result<Book> {
        if self.seat == Seat(0) {
            let secrets = SeatFile::new(self.seat, self.master, Some(&self.chart));
            return Book::begin(profile, agreed, secrets);
        }
        // A person, who lays out the fleet once the game is on.
        let secrets = SeatFile::new(self.seat, self.master, None);
        let promise = Promise::make(profile, [7; 16], agreed.agreement.terms.clone(), secrets)?;
        self.promised = true;
        promise.begin(&agreed.agreement)
    }

    /// Whether the fleet is still to be laid out.
    pub(crate) fn is_unlaid(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.book.seated().is_none())
    }

    /// What the client does when it is.
    pub(crate) fn lay(&mut self) -> anyhow::Result<()> {
        let Some(running) = &mut self.running else { return Ok(()) };
        running.book.lay(&self.chart)?;
        let seated = running.book.seated().expect("it is laid out");
        running.peer.handle(0, Input::Sit(Box::new(seated))).expect("nobody sat here before");
        Ok(())
    }

    pub(crate) fn is_over(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.peer.table().duty() == Duty::Over)
    }

    pub(crate) fn is_due(&self) -> bool {
        let due = |running: &Running| {
            running.peer.table().duty() == Duty::Act(self.seat) && !running.peer.is_quiet()
        };
        self.running.as_ref().is_some_and(due)
    }

    pub(crate) fn is_complete(&self) -> bool {
        let shown = |running: &Running| running.peer.log().charts().count() == 2;
        self.is_over() && self.running.as_ref().is_some_and(shown)
    }
}

//! Places at which tests end the process, or let the disk fail.
//!
//! Every change on disk and every frame of a game that is sent passes `reach`. Without the feature
//! `failpoints` that is an empty function; with it, a release build does not compile.

#[cfg(all(feature = "failpoints", not(debug_assertions)))]
compile_error!("the feature `failpoints` is for tests; a release build must not have it");

/// What has happened, or is about to.
#[derive(Copy, Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Step {
    /// A file or folder was made.
    Made,
    /// Bytes are about to be written to a file.
    Write,
    /// They are written, and perhaps only in memory.
    Written,
    /// They are on the disk.
    Synced,
    /// A file or folder is about to take this name.
    Rename,
    /// It has it, perhaps only in memory.
    Renamed,
    /// A folder is about to be removed with all that is in it.
    Remove,
    /// It is gone, perhaps only in memory.
    Removed,
    /// The names in a folder are on the disk.
    Listed,
    /// A frame of the game in this folder is about to be sent.
    Send,
    /// It is on its way.
    Sent,
}

#[cfg(not(feature = "failpoints"))]
#[inline(always)]
pub(crate) fn reach(_: Step, _: &std::path::Path) -> std::io::Result<()> {
    Ok(())
}

#[cfg(feature = "failpoints")]
pub use armed::{Watch, kind, reach, watch};

#[cfg(feature = "failpoints")]
mod armed {
    use std::{
        cell::RefCell,
        io,
        path::Path,
        rc::Rc,
        sync::{
            LazyLock,
            atomic::{AtomicU32, Ordering},
        },
    };

    use super::Step;

    /// Hears of every step of a thread, and may let it fail.
    pub type Watch = Rc<dyn Fn(Step, &Path) -> io::Result<()>>;

    thread_local! {
        static WATCH: RefCell<Option<Watch>> = const { RefCell::new(None) };
    }

    /// The variable that arms one place of a process, such as `log.written:3=die`: the third time, it
    /// ends at once. `=full` and `=broken` are errors of the disk instead.
    const VARIABLE: &str = "MARQUE_FAILPOINT";

    static PLAN: LazyLock<Option<Plan>> = LazyLock::new(|| {
        let text = std::env::var(VARIABLE).ok()?;
        Some(Plan::parse(&text).unwrap_or_else(|| panic!("{VARIABLE}={text} names no place")))
    });

    struct Plan {
        place: String,
        left: AtomicU32,
        action: Action,
    }

    #[derive(Copy, Clone)]
    enum Action {
        Die,
        Fail(io::ErrorKind),
    }

    /// Lets this hear of every step of this thread from now on.
    pub fn watch(watch: Option<Watch>) {
        WATCH.set(watch);
    }

    /// To be called at each step.
    pub fn reach(step: Step, path: &Path) -> io::Result<()> {
        if let Some(watch) = WATCH.with_borrow(Clone::clone) {
            watch(step, path)?;
        }
        PLAN.as_ref().map_or(Ok(()), |plan| plan.reach(step, path))
    }

    /// What a path is to a profile.
    pub fn kind(path: &Path) -> &'static str {
        let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
        let parent = path.parent().and_then(Path::file_name).map(|name| name.to_string_lossy());
        match name.trim_end_matches(".draft") {
            "log" => "log",
            "log.damaged" => "damaged",
            "secrets" => "secrets",
            "terms" => "terms",
            "identity.key" => "key",
            "lock" => "lock",
            "probe" => "probe",
            "games" => "games",
            "records" => "records",
            "moves" => "moves",
            "arrival" => "arrival",
            name if name.ends_with(".marque") => "record",
            _ if parent.is_some_and(|parent| parent == "games") => "game",
            _ => "profile",
        }
    }

    impl Plan {
        fn parse(text: &str) -> Option<Plan> {
            let (place, action) = text.split_once('=')?;
            let (place, count) = place.split_once(':')?;
            let action = match action {
                "die" => Action::Die,
                "full" => Action::Fail(io::ErrorKind::StorageFull),
                "broken" => Action::Fail(io::ErrorKind::Other),
                _ => return None,
            };
            Some(Plan { place: place.to_owned(), left: AtomicU32::new(count.parse().ok()?), action })
        }

        fn reach(&self, step: Step, path: &Path) -> io::Result<()> {
            let place = format!("{}.{step:?}", kind(path)).to_lowercase();
            if place != self.place || self.left.fetch_sub(1, Ordering::SeqCst) != 1 {
                return Ok(());
            }
            match self.action {
                // No destructor runs and nothing is flushed.
                Action::Die => std::process::abort(),
                Action::Fail(kind) => Err(kind.into()),
            }
        }
    }
}

//! A folder, and what of it would be there after a power cut.

use std::{
    collections::BTreeMap,
    ffi::OsString,
    fs,
    os::unix::fs::MetadataExt as _,
    path::{Path, PathBuf},
};

use marque::failpoint::Step;

/// What becomes of that which was not synced.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Loss {
    /// All is there: the process was killed and the computer ran on.
    Kept,
    /// Nothing of it is there, be it bytes or names.
    Lost,
    /// The names are there, and half of the bytes.
    Torn,
    /// The names are there, and zeros instead of the bytes.
    Zeroed,
}

impl Loss {
    pub(crate) const ALL: [Loss; 4] = [Loss::Kept, Loss::Lost, Loss::Torn, Loss::Zeroed];
}

/// See the module. Files and folders have numbers of their own: the system's are used again.
pub(crate) struct Disk {
    root: PathBuf,
    numbers: BTreeMap<u64, u64>,
    next: u64,
    contents: BTreeMap<u64, Vec<u8>>,
    names: BTreeMap<u64, Names>,
}

/// The number of each name in a folder, and whether it is a folder itself.
type Names = BTreeMap<OsString, (u64, bool)>;

impl Disk {
    /// A folder of which all is on the disk.
    pub(crate) fn new(root: &Path) -> Disk {
        let (numbers, contents, names) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let mut disk = Disk { root: root.to_path_buf(), numbers, next: 0, contents, names };
        disk.settle(root);
        disk
    }

    pub(crate) fn has(&self, path: &Path) -> bool {
        path.starts_with(&self.root)
    }

    fn number(&mut self, path: &Path) -> u64 {
        let system = fs::metadata(path).expect("is there").ino();
        let next = self.next;
        let number = *self.numbers.entry(system).or_insert(next);
        self.next += u64::from(number == next);
        number
    }

    fn list(&mut self, folder: &Path) -> Names {
        let paths = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("readable").path());
        let named = |path: PathBuf| {
            (path.file_name().expect("a name").to_owned(), (self.number(&path), path.is_dir()))
        };
        paths.map(named).collect()
    }

    /// Takes all below a folder as on the disk.
    fn settle(&mut self, folder: &Path) {
        let (number, names) = (self.number(folder), self.list(folder));
        for (name, (number, is_folder)) in &names {
            let path = folder.join(name);
            if *is_folder {
                self.settle(&path);
            } else {
                self.contents.insert(*number, fs::read(path).expect("readable"));
            }
        }
        self.names.insert(number, names);
    }

    /// Follows a step of the store.
    pub(crate) fn step(&mut self, step: Step, path: &Path) {
        match step {
            Step::Made => {
                let system = fs::metadata(path).expect("was made").ino();
                self.numbers.insert(system, self.next);
                self.next += 1;
            }
            Step::Synced => {
                let number = self.number(path);
                self.contents.insert(number, fs::read(path).expect("readable"));
            }
            Step::Listed => {
                let (number, names) = (self.number(path), self.list(path));
                self.names.insert(number, names);
            }
            _ => {}
        }
    }

    /// Whether all that was written to this file is on the disk.
    pub(crate) fn is_durable(&mut self, path: &Path) -> bool {
        let number = self.number(path);
        self.contents.get(&number) == fs::read(path).ok().as_ref()
    }

    /// Ends whatever used the folder, and leaves of it what a crash leaves.
    pub(crate) fn crash(&mut self, loss: Loss) {
        let root = self.root.clone();
        match loss {
            Loss::Kept => return,
            Loss::Lost => {
                let number = self.number(&root);
                clear(&root);
                self.restore(number, &root);
            }
            Loss::Torn | Loss::Zeroed => self.tear(&root, loss),
        }
        *self = Disk::new(&root);
    }

    fn restore(&self, number: u64, folder: &Path) {
        for (name, (number, is_folder)) in self.names.get(&number).into_iter().flatten() {
            let path = folder.join(name);
            if *is_folder {
                fs::create_dir(&path).expect("makes it");
                self.restore(*number, &path);
            } else {
                let content = self.contents.get(number).map_or(&[][..], Vec::as_slice);
                fs::write(path, content).expect("writes");
            }
        }
    }

    fn tear(&mut self, folder: &Path, loss: Loss) {
        for (name, (number, is_folder)) in self.list(folder) {
            let path = folder.join(name);
            if is_folder {
                self.tear(&path, loss);
                continue;
            }
            let mut bytes = fs::read(&path).expect("readable");
            let durable = self.contents.get(&number).map_or(0, Vec::len);
            let surplus = bytes.len().saturating_sub(durable);
            if loss == Loss::Torn {
                bytes.truncate(durable + surplus / 2);
            } else if surplus > 0 {
                bytes[durable..].fill(0);
            }
            fs::write(path, bytes).expect("writes");
        }
    }
}

fn clear(folder: &Path) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("readable").path();
        if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) }.expect("removes it");
    }
}

/// A folder in memory if there is one, which is as good as a disk here and much faster.
pub(crate) fn folder() -> tempfile::TempDir {
    let memory = Path::new("/dev/shm");
    let made = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
    made.expect("a folder")
}

//! A profile that moves, cut off at every step: what the disk holds then is copied and looked at.

use std::{
    cell::RefCell,
    fs,
    path::{Path, PathBuf},
    rc::Rc,
};

use marque::{
    failpoint,
    store::{First, Profile, StoreError},
};

/// Copies a folder at every step of something. How many copies there are is in the number of its result.
fn copied(what: &Path, to: &Path, act: impl FnOnce()) -> Vec<PathBuf> {
    let copies: Rc<RefCell<Vec<PathBuf>>> = Rc::default();
    let (what, to, kept) = (what.to_owned(), to.to_owned(), copies.clone());
    failpoint::watch(Some(Rc::new(move |_, _| {
        let mut copies = kept.borrow_mut();
        let copy = to.join(copies.len().to_string());
        self::copy(&what, &copy);
        copies.push(copy);
        Ok(())
    })));
    act();
    failpoint::watch(None);
    copies.take()
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(|entry| entry.unwrap()) {
        match entry.path().is_dir() {
            true => copy(&entry.path(), &to.join(entry.file_name())),
            false => drop(fs::copy(entry.path(), to.join(entry.file_name())).unwrap()),
        }
    }
}

fn open(folder: &Path) -> Profile {
    Profile::open(Some(folder.to_owned())).unwrap()
}

fn full(folder: &Path) -> Profile {
    let profile = open(folder);
    profile.identity().unwrap();
    drop(profile.create_game(&[7], b"secrets", First::Log(b"log")).unwrap());
    profile.save_record("one", b"record").unwrap();
    profile
}

/// What of a profile tells two states apart.
fn state(profile: &Profile) -> (Vec<u8>, Vec<Vec<u8>>, usize, bool) {
    let key = profile.identity().unwrap().to_vec();
    let records = fs::read_dir(profile.folder().join("records")).unwrap().count();
    (key, profile.unfinished().unwrap(), records, profile.moved().is_some())
}

#[test]
fn wherever_a_move_is_cut_off_no_two_profiles_are_live() {
    let folder = tempfile::tempdir().unwrap();
    let desk = folder.path().join("desk");
    let profile = full(&desk.join("old"));
    let copies = copied(&desk, &folder.path().join("copies"), || {
        profile.move_to(&[], &desk.join("file")).unwrap();
    });
    assert!(copies.len() > 10, "{}", copies.len());
    let mut arrived = 0;
    for (number, copy) in copies.iter().enumerate() {
        let moved = open(&copy.join("old")).moved().is_some();
        for file in ["file", "file.draft"] {
            let new = open(&copy.join(format!("new-{file}")));
            match new.arrive(&[], &copy.join(file)) {
                Ok(_) => {
                    assert!(moved, "step {number}: {file} is whole and the profile is live");
                    arrived += 1;
                }
                Err(StoreError::BadBundle { .. } | StoreError::Io { .. }) => {}
                Err(error) => panic!("step {number}: {error}"),
            }
        }
    }
    assert!(arrived > 0, "the last steps have all of it");
}

#[test]
fn a_move_that_fails_leaves_a_live_profile_or_no_file() {
    for step in 0.. {
        let folder = tempfile::tempdir().unwrap();
        let (old, file) = (folder.path().join("old"), folder.path().join("file"));
        let profile = full(&old);
        let left = Rc::new(RefCell::new(step));
        failpoint::watch(Some(Rc::new(move |_, _| {
            let mut left = left.borrow_mut();
            *left -= 1;
            if *left == -1 { Err(std::io::Error::other("a bad sector")) } else { Ok(()) }
        })));
        let done = profile.move_to(&[], &file);
        failpoint::watch(None);
        drop(profile);
        let moved = open(&old).moved().is_some();
        let draft = folder.path().join("file.draft");
        match done {
            Ok(()) => {
                assert!(moved && file.exists() && step > 10);
                return;
            }
            Err(_) => assert!(!file.exists() && !draft.exists() && !moved, "step {step}"),
        }
    }
}

#[test]
fn wherever_an_arrival_is_cut_off_it_is_all_or_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (desk, file) = (folder.path().join("desk"), folder.path().join("file"));
    let old = full(&folder.path().join("old"));
    let mut after = state(&old);
    old.move_to(&[], &file).unwrap();
    after.3 = false;
    let new = open(&desk);
    let before = state(&new);
    let arriving = copied(&desk, &folder.path().join("arriving"), || {
        new.arrive(&[], &file).unwrap();
    });
    drop(new);
    let settling = copied(&desk, &folder.path().join("settling"), || drop(open(&desk)));
    assert!(arriving.len() > 15 && settling.len() > 8, "{} {}", arriving.len(), settling.len());
    let states: Vec<_> = arriving.iter().map(|copy| state(&open(copy))).collect();
    let first = states.iter().position(|state| *state == after).expect("it has arrived in the end");
    assert!(states[..first].iter().all(|state| *state == before) && first > 10);
    assert!(states[first..].iter().all(|state| *state == after));
    for (number, copy) in settling.iter().enumerate() {
        assert_eq!(state(&open(copy)), after, "step {number}");
    }
}

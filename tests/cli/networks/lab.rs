//! Network namespaces, gone when dropped.

use std::{
    path::PathBuf,
    process::{Command, Output},
    sync::atomic::{AtomicU32, Ordering},
};

use tempfile::TempDir;

use crate::side::Side;

static LABS: AtomicU32 = AtomicU32::new(0);

/// Networks of one test.
pub(crate) struct Lab {
    folder: TempDir,
    number: u32,
    spaces: Vec<String>,
}

/// One computer, or one router, with a network of its own. Named by a word that is unique in its lab.
#[derive(Copy, Clone)]
pub(crate) struct Host<'a> {
    lab: &'a Lab,
    name: &'a str,
}

impl Lab {
    /// A lab with these computers; none, with a word on why, where this process may not lay one.
    pub(crate) fn with(hosts: &[&str]) -> Option<Lab> {
        let number = LABS.fetch_add(1, Ordering::Relaxed);
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut lab = Lab { folder, number, spaces: Vec::new() };
        for host in hosts {
            let space = lab.space(host);
            let made = Command::new("ip").args(["netns", "add", &space]).output();
            if let Err(why) = done(made) {
                let required = std::env::var_os("MARQUE_NAMESPACES").is_some_and(|word| word == "required");
                assert!(!required, "namespaces are required here: {why}");
                eprintln!("skipped: this needs network namespaces, and they cannot be had here: {why}");
                return None;
            }
            lab.spaces.push(space);
            lab.host(host).run("ip link set lo up");
        }
        Some(lab)
    }

    fn space(&self, host: &str) -> String {
        format!("marque{}-{}-{host}", std::process::id(), self.number)
    }

    pub(crate) fn host<'a>(&'a self, name: &'a str) -> Host<'a> {
        Host { lab: self, name }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Lays a cable between two computers; each end is called after the computer at the other.
    pub(crate) fn cable(&self, one: &str, two: &str) {
        let (from, to) = (self.space(one), self.space(two));
        let lay = format!("ip link add {two} netns {from} type veth peer name {one} netns {to}");
        self.host(one).run(&lay);
        for (host, end) in [(one, two), (two, one)] {
            self.host(host).run(&format!("ip link set {end} up"));
        }
    }
}

impl Drop for Lab {
    fn drop(&mut self) {
        for space in &self.spaces {
            let _ = Command::new("ip").args(["netns", "delete", space]).output();
        }
    }
}

impl Host<'_> {
    /// A command in this namespace.
    pub(crate) fn command(&self, program: &str) -> Command {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", &self.lab.space(self.name), program]);
        command
    }

    /// Runs a command that must succeed, words parted by spaces.
    pub(crate) fn run(&self, line: &str) {
        let mut words = line.split(' ');
        let mut command = self.command(words.next().unwrap_or_default());
        if let Err(why) = done(command.args(words).output()) {
            panic!("{}: {line}: {why}", self.name);
        }
    }

    /// Gives rules to the packet filter, as `nft` reads them.
    pub(crate) fn filter(&self, name: &str, rules: &str) {
        let file = self.lab.path(&format!("{}-{name}.nft", self.name));
        std::fs::write(&file, rules).expect("can be written");
        self.run(&format!("nft -f {}", file.display()));
    }

    /// Starts `marque` here, with a profile of its own.
    pub(crate) fn marque(&self, global: &[&str], command: &[&str]) -> Side {
        let mut marque = self.command(env!("CARGO_BIN_EXE_marque"));
        marque.arg("--profile").arg(self.lab.path(self.name)).args(global).args(command);
        Side::spawn(&mut marque)
    }
}

/// Why a command did not do what it should.
fn done(output: std::io::Result<Output>) -> Result<(), String> {
    let output = output.map_err(|error| error.to_string())?;
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).trim().to_owned()),
    }
}

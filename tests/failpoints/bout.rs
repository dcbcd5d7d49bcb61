//! A whole game between two machines, one of which has faults.

use std::{
    cell::RefCell,
    collections::{BTreeMap, VecDeque},
    fs, io,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    path::{Path, PathBuf},
    rc::Rc,
    sync::Arc,
};

use marque::failpoint::{self, Step, reach};
use marque_protocol::{
    audit::{Outcome, verdict},
    games::Options,
    peer::{Input, Link, Output},
    record,
    rules::Seat,
    seal::Chart,
    sim::{stream, table_of},
    statement::{Body, Signed, Statement},
    table::Duty,
    terms::{Agreed, SeatKeys},
    wire::Frame,
};
use rand::Rng as _;
use tempfile::TempDir;

use super::{
    disk::{Disk, Loss, folder},
    machine::{Machine, Running},
};

/// Turns of a game that ends; one that takes more is stuck.
const TURNS_MOST: usize = 20_000;

/// What is to go wrong at a step of the victim.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Fault {
    /// The machine stops at once.
    Crash(Loss),
    /// The step fails; the process ends with an error, and its disk is left like this.
    Error(io::ErrorKind, Loss),
}

/// What a game is to go through.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) game: &'static str,
    pub(crate) seed: u64,
    /// The seat with the faults.
    pub(crate) victim: usize,
    /// Faults by the number of the step, counted over all its lives.
    pub(crate) faults: BTreeMap<usize, Fault>,
    /// Whether frames that were on their way at a crash arrive.
    pub(crate) arrives: bool,
}

/// A step of the victim: what the file is, what happened to it, and when in the game.
pub(crate) type Place = (String, &'static str);

/// What a machine unwinds with.
struct Crash;

struct World {
    disks: Vec<Disk>,
    victim: usize,
    faults: BTreeMap<usize, Fault>,
    loss: Loss,
    moment: &'static str,
    steps: Vec<Place>,
}

impl World {
    fn at(&mut self, side: usize, moment: &'static str) {
        if side == self.victim {
            self.moment = moment;
        }
    }

    fn reach(&mut self, step: Step, path: &Path) -> Option<Fault> {
        let of = self.disks.iter().position(|disk| disk.has(path))?;
        self.disks[of].step(step, path);
        if of != self.victim {
            return None;
        }
        self.steps.push((format!("{}.{step:?}", failpoint::kind(path)).to_lowercase(), self.moment));
        let fault = self.faults.remove(&self.steps.len())?;
        let (Fault::Crash(loss) | Fault::Error(_, loss)) = fault;
        self.loss = loss;
        Some(fault)
    }
}

/// See the module.
pub(crate) struct Bout {
    plan: Plan,
    agreed: Arc<Agreed>,
    machines: Vec<Machine>,
    world: Rc<RefCell<World>>,
    link: Option<Link>,
    links: Link,
    mail: VecDeque<(usize, Vec<u8>)>,
    sent: Vec<Signed>,
    /// What the victim said when it ended with an error.
    pub(crate) errors: Vec<String>,
    folders: Vec<TempDir>,
}

impl Bout {
    pub(crate) fn new(plan: &Plan) -> Bout {
        let options = Options::choose(plan.game, &[]).expect("a card with defaults");
        let (agreed, secrets) = table_of(plan.game, &options, 2, plan.seed);
        let folders = [folder(), folder()];
        let mut random = stream(plan.seed, 1);
        let machine = |((seat, (keys, chart)), folder): ((Seat, (SeatKeys, Chart)), &TempDir)| {
            // Identity, master and nonce, as the simulator takes them.
            let [_, master, _] = [(); 3].map(|()| {
                let mut bytes = [0; 32];
                random.fill_bytes(&mut bytes);
                bytes
            });
            assert_eq!(SeatKeys::new(master).seed(), keys.seed(), "the simulator draws otherwise now");
            let folder = folder.path().to_path_buf();
            let (key, running) = (None, None);
            let (promised, spoke, finished) = (false, false, false);
            Machine { seat, folder, master, chart, lives: 0, key, promised, spoke, running, finished }
        };
        let machines = Seat::all(2).zip(secrets).zip(&folders).map(machine).collect();
        let world = World {
            disks: folders.iter().map(|folder| Disk::new(folder.path())).collect(),
            victim: plan.victim,
            faults: plan.faults.clone(),
            loss: Loss::Kept,
            moment: "start",
            steps: Vec::new(),
        };
        let (world, mail) = (Rc::new(RefCell::new(world)), VecDeque::new());
        let (plan, sent, errors) = (plan.clone(), Vec::new(), Vec::new());
        let folders = folders.into();
        Bout { plan, agreed, machines, world, link: None, links: 0, mail, sent, errors, folders }
    }

    /// Plays to the end, or until this says so; then everything that must be true is checked.
    pub(crate) fn play(&mut self, mut until: impl FnMut(&Bout) -> bool) {
        let world = self.world.clone();
        failpoint::watch(Some(Rc::new(move |step, path| {
            // Given back before anything unwinds.
            let fault = world.borrow_mut().reach(step, path);
            match fault {
                None => Ok(()),
                Some(Fault::Crash(_)) => resume_unwind(Box::new(Crash)),
                Some(Fault::Error(kind, _)) => Err(kind.into()),
            }
        })));
        let mut turns = 0;
        while !until(self) && self.turn() {
            turns += 1;
            assert!(turns < TURNS_MOST, "stuck: {:?}", self.plan);
        }
        failpoint::watch(None);
    }

    /// The steps of the victim.
    pub(crate) fn steps(&self) -> Vec<Place> {
        self.world.borrow().steps.clone()
    }

    /// The log of this side's game as it lies on disk.
    pub(crate) fn log(&self, side: usize) -> PathBuf {
        let games = fs::read_dir(self.folders[side].path().join("games")).expect("a folder");
        games.flatten().next().expect("a game is on").path().join("log")
    }

    /// One thing that happens; whether there was one.
    fn turn(&mut self) -> bool {
        if let Some(side) = self.side(|m| m.running.is_none() && !m.finished) {
            self.start(side);
        } else if self.link.is_none() && self.machines.iter().all(|m| m.running.is_some()) {
            self.connect();
        } else if let Some((to, bytes)) = self.mail.pop_front() {
            let link = self.link.unwrap_or_default();
            self.input(to, Input::Frame(link, bytes));
        } else if let Some(side) = self.side(Machine::is_unlaid) {
            self.lay(side);
        } else if let Some(side) = self.side(Machine::is_due) {
            self.think(side);
        } else if let Some(side) = self.side(Machine::is_complete) {
            self.finish(side);
        } else if let Some(side) = self.side(|m| m.running.is_some() && m.is_over()) {
            // Nothing more comes: the client waits some seconds and ends.
            assert!(self.machines[1 - side].finished, "nobody has anything to say: {:?}", self.plan);
            self.finish(side);
        } else {
            assert!(self.machines.iter().all(|m| m.finished), "stuck: {:?}", self.plan);
            return false;
        }
        true
    }

    fn side(&self, is: impl Fn(&Machine) -> bool) -> Option<usize> {
        self.machines.iter().position(is)
    }

    /// Lets a machine do something; a fault ends it.
    fn run(&mut self, side: usize, act: impl FnOnce(&mut Bout) -> anyhow::Result<()>) {
        match catch_unwind(AssertUnwindSafe(|| act(self))) {
            Ok(Ok(())) => {}
            Ok(Err(error)) => {
                self.errors.push(format!("{error:#}"));
                self.stopped(side);
            }
            Err(crash) if crash.is::<Crash>() => self.stopped(side),
            Err(bug) => resume_unwind(bug),
        }
    }

    fn stopped(&mut self, side: usize) {
        self.machines[side].running = None;
        let loss = self.world.borrow().loss;
        self.world.borrow_mut().disks[side].crash(loss);
        self.mail.retain(|(to, _)| *to != side);
        let Some(link) = self.link else { return };
        let mail = std::mem::take(&mut self.mail);
        let arrives = self.plan.arrives;
        mail.into_iter()
            .filter(|_| arrives)
            .for_each(|(to, bytes)| self.input(to, Input::Frame(link, bytes)));
        self.link = None;
        self.mail.clear();
        self.input(1 - side, Input::Disconnected(link));
    }

    fn start(&mut self, side: usize) {
        let moment = if self.machines[side].lives == 0 { "start" } else { "restart" };
        self.world.borrow_mut().at(side, moment);
        let agreed = self.agreed.clone();
        self.run(side, |bout| bout.machines[side].start(agreed));
        self.drain(side);
    }

    fn lay(&mut self, side: usize) {
        self.world.borrow_mut().at(side, "lay");
        self.run(side, |bout| bout.machines[side].lay());
        self.drain(side);
    }

    fn connect(&mut self) {
        self.links += 1;
        self.link = Some(self.links);
        for side in 0..2 {
            if let Some(link) = self.link {
                self.input(side, Input::Connected(link));
            }
        }
    }

    fn input(&mut self, side: usize, input: Input) {
        if let Some(running) = &mut self.machines[side].running {
            // A wish that is refused is the player's own business.
            let _ = running.peer.handle(0, input);
        }
        self.drain(side);
    }

    fn drain(&mut self, side: usize) {
        self.run(side, |bout| bout.carry_out(side));
    }

    /// What a session does with what its peer wants, in order.
    fn carry_out(&mut self, side: usize) -> anyhow::Result<()> {
        while let Some(running) = &mut self.machines[side].running
            && let Some(output) = running.peer.poll()
        {
            let over = running.peer.table().duty() == Duty::Over;
            match output {
                Output::Keep(kept) => {
                    self.world.borrow_mut().at(side, "act that seals more");
                    running.book.keep(kept)?;
                }
                Output::Persist(signed) => {
                    self.world.borrow_mut().at(side, moment(&self.agreed, &signed, over));
                    running.book.write(signed)?;
                }
                Output::Send(_, bytes) => {
                    let folder = running.book.folder().to_path_buf();
                    for name in ["log", "secrets"] {
                        let durable = self.world.borrow_mut().disks[side].is_durable(&folder.join(name));
                        assert!(durable, "sent before the {name} is on disk: {:?}", self.plan);
                    }
                    reach(Step::Send, &folder)?;
                    if let Ok(Frame::Said(signed)) = Frame::decode(&bytes) {
                        self.machines[side].spoke |= signed.seat.index() == side;
                        self.sent.push(signed);
                    }
                    self.mail.push_back((1 - side, bytes));
                    reach(Step::Sent, &folder)?;
                }
                Output::Close(..) | Output::Wake(_) | Output::Event(_) => {}
            }
        }
        Ok(())
    }

    fn think(&mut self, side: usize) {
        let machine = &self.machines[side];
        let Some(running) = &machine.running else { return };
        let Some(chart) = running.peer.chart() else { return };
        let (acts, _) = running.peer.table().position().legal(machine.seat, chart);
        // After a restart it would choose otherwise.
        let number = u64::from(running.peer.table().number());
        let choice = stream(self.plan.seed, number << 16 | machine.lives << 8 | side as u64).next_u64();
        let act = acts[choice as usize % acts.len()].clone();
        self.input(side, Input::Act(act));
    }

    fn finish(&mut self, side: usize) {
        self.world.borrow_mut().at(side, "end");
        self.run(side, |bout| {
            let Some(Running { profile, book, peer }) = bout.machines[side].running.take() else {
                return Ok(());
            };
            book.finish(&profile, peer.log())?;
            bout.machines[side].finished = true;
            Ok(())
        });
        // What it has sent arrives before its goodbye.
        while let Some((to, bytes)) = self.mail.pop_front() {
            if let (Some(link), true) = (self.link, to != side) {
                self.input(to, Input::Frame(link, bytes));
            }
        }
        if let Some(link) = self.link.take() {
            self.input(1 - side, Input::Disconnected(link));
        }
    }

    /// One record a side, one head, nobody accused, no secrets left, and one value for every spot.
    pub(crate) fn check(&self) {
        let mut heads = Vec::new();
        let mut said = self.sent.clone();
        for (machine, folder) in self.machines.iter().zip(&self.folders) {
            let left = |name: &str| {
                let entries = fs::read_dir(folder.path().join(name)).expect("a folder");
                entries.map(|entry| entry.expect("readable").path()).collect::<Vec<PathBuf>>()
            };
            assert!(left("games").is_empty(), "{:?}: {:?}", left("games"), self.plan);
            let records = left("records");
            let [path] = records.as_slice() else { panic!("{records:?}: {:?}", self.plan) };
            let read = record::read(&fs::read(path).expect("readable")).expect("a record");
            assert_eq!(read.damage, None, "{:?}", self.plan);
            let verdict = verdict(&read.log);
            assert!(verdict.faults.is_empty(), "{:?}: {:?}", machine.seat, self.plan);
            let played = matches!(verdict.outcome, Outcome::Won | Outcome::Draw);
            assert!(played, "{:?}, {:?}: {:?}", verdict.outcome, machine.seat, self.plan);
            heads.push(read.log.table().head());
            said.extend(read.statements);
        }
        assert_eq!(heads[0], heads[1], "{:?}", self.plan);
        one_value_a_spot(&self.agreed, &said);
    }
}

/// No seat has signed two statements of one kind for one spot.
pub(crate) fn one_value_a_spot(agreed: &Agreed, said: &[Signed]) {
    let mut values = BTreeMap::new();
    for signed in said {
        let (kind, spot) = match signed.open(agreed).expect("authentic") {
            Statement::Entry(spot, _) => ("entry", spot),
            Statement::Resign(spot) => ("resignation", spot),
            Statement::Seen(spot, _) => ("seen", spot),
            Statement::Overdue(spot, _) => ("overdue", spot),
            Statement::Chart(spot, _) => ("chart", spot),
            Statement::Result(spot) => ("result", spot),
        };
        let value = *values.entry((signed.seat, kind, spot)).or_insert(signed.digest());
        assert_eq!(value, signed.digest(), "{:?} signed two: {kind} {}", signed.seat, spot.number);
    }
}

fn moment(agreed: &Agreed, signed: &Signed, over: bool) -> &'static str {
    match signed.open(agreed).expect("authentic") {
        Statement::Entry(..) if over => "last step",
        Statement::Entry(_, body) => match body {
            Body::Seal { .. } => "seal",
            Body::Act { extension: Some(_), .. } => "act that seals more",
            Body::Act { .. } => "act",
            Body::Answer { .. } => "answer",
            Body::Link(_) => "link",
            _ => "private answer",
        },
        Statement::Result(_) => "result",
        Statement::Chart(..) => "chart",
        _ => "notice",
    }
}

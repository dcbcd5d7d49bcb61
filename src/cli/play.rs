//! `host`, `join` and `resume`: a seat played by a bot, over real links.

use std::process::ExitCode;

use anyhow::Context as _;
use clap::Args;
use iroh::SecretKey;
use marque_protocol::terms::{Clock, NICKNAME_MOST};
use tokio::sync::mpsc;

use super::{Choice, Global, Player, Usage, say};
use crate::{
    bots::Level,
    interrupt::Interrupt,
    net::{Net, NetEvent, Ticket},
    session::{Session, fresh_bytes},
    settings::Settings,
    store::{Profile, StoreError},
    table::{self, Offer},
    words,
};

#[derive(Args)]
pub(super) struct Host {
    #[command(flatten)]
    choice: Choice,
    /// Limit of a decision in seconds, or `none`
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    clock: Seconds,
    /// Seconds on top of each limit before a silent seat is called overdue
    #[arg(long, value_name = "SECONDS", default_value_t = Clock::default().grace_s,
        value_parser = clap::value_parser!(u32).range(..=i64::from(Clock::MOST_S)))]
    claim_after: u32,
    #[command(flatten)]
    player: Player,
    /// How many games to play on the same ticket, one after another
    #[arg(long, value_name = "K", default_value_t = 1)]
    games: u32,
}

#[derive(Args)]
pub(super) struct Join {
    /// The ticket, or any text that contains it
    ticket: String,
    #[command(flatten)]
    player: Player,
}

#[derive(Args)]
pub(super) struct Resume {
    #[command(flatten)]
    player: Player,
}

/// A limit, or none.
#[derive(Copy, Clone, Debug)]
struct Seconds(Option<u32>);

fn seconds(text: &str) -> Result<Seconds, String> {
    match text {
        "none" => Ok(Seconds(None)),
        text => match text.parse() {
            Ok(seconds) if (Clock::LEAST_S.0..=Clock::MOST_S).contains(&seconds) => {
                Ok(Seconds(Some(seconds)))
            }
            _ => Err(format!("from {} to {} seconds, or none", Clock::LEAST_S.0, Clock::MOST_S)),
        },
    }
}

/// What every game over the network needs.
struct Table {
    profile: Profile,
    net: Net,
    events: mpsc::Receiver<NetEvent>,
    interrupt: Interrupt,
}

impl Table {
    async fn open(global: &Global, player: &Player) -> anyhow::Result<Table> {
        if player.name.len() > NICKNAME_MOST {
            return Err(Usage::Name(NICKNAME_MOST).into());
        }
        let profile = Profile::open(global.profile.clone())?;
        profile.probe()?;
        let key = SecretKey::from_bytes(&profile.identity()?);
        let config = global.reach().over(Settings::load(profile.folder()).network(key));
        let (net, events) = Net::start(config).await?;
        Ok(Table { profile, net, events, interrupt: Interrupt::listen() })
    }

    /// Goes on with an interrupted game.
    async fn resume(&mut self, id: &[u8], level: Level) -> anyhow::Result<()> {
        let Table { profile, net, events, interrupt } = self;
        let session = table::resume(profile, net, events, interrupt, id, level).await?;
        self.play(session).await
    }

    /// Plays a game to its end and says how it ended.
    async fn play(&mut self, mut session: Session) -> anyhow::Result<()> {
        tell(words::begins(session.log().agreed(), session.seat()));
        let agreed = session.log().agreed().clone();
        let ended = async {
            session.play(&self.net, &mut self.events, &mut self.interrupt, tell).await?;
            session.end(&self.profile, &self.net, &mut self.events).await
        };
        let ended = ended.await.map_err(|error| match error.is::<StoreError>() {
            true => error.context(words::stopped()),
            false => error,
        })?;
        tell(format!("head: {}", words::hex(&ended.head)));
        tell(words::verdict(&agreed, &ended.verdict));
        tell(format!("record: {}", ended.record.display()));
        Ok(())
    }
}

fn tell(line: String) {
    // A game goes on even where nobody can read of it.
    let _ = say(line);
}

/// Runs a job on a network thread of its own; whatever comes of it, the endpoint is closed.
fn with_table<F>(global: &Global, player: &Player, job: F) -> anyhow::Result<ExitCode>
where
    F: AsyncFnOnce(&mut Table) -> anyhow::Result<()>,
{
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    runtime.context("no threads for the network")?.block_on(async {
        let mut table = Table::open(global, player).await?;
        let done = job(&mut table).await;
        table.net.shutdown().await;
        done.map(|()| ExitCode::SUCCESS)
    })
}

pub(super) fn host(global: &Global, host: &Host) -> anyhow::Result<ExitCode> {
    let (options, seats) = host.choice.options()?;
    let offer = Offer {
        game: host.choice.game.clone(),
        options,
        seats,
        clock: Clock { decision_s: host.clock.0, grace_s: host.claim_after, ..Clock::default() },
        nickname: host.player.name.clone(),
        level: host.player.bot,
    };
    with_table(global, &host.player, async |table| {
        if !table.net.is_offline() && !table.net.online().await {
            eprintln!("no relay answers: the ticket works only where this computer can be reached directly");
        }
        let token = fresh_bytes()?;
        tell(words::ticket(&Ticket { address: table.net.address(), table: token }));
        for _ in 0..host.games {
            let Table { profile, net, events, interrupt } = table;
            let session = table::host(profile, net, events, interrupt, token, &offer, &mut tell).await?;
            table.play(session).await?;
        }
        Ok(())
    })
}

pub(super) fn join(global: &Global, join: &Join) -> anyhow::Result<ExitCode> {
    let ticket = Ticket::find(&join.ticket).map_err(Usage::Ticket)?;
    let (name, level) = (join.player.name.clone(), join.player.bot);
    with_table(global, &join.player, async |table| {
        let Table { profile, net, events, interrupt } = table;
        let session = table::join(profile, net, events, interrupt, &ticket, name, level).await?;
        table.play(session).await
    })
}

pub(super) fn resume(global: &Global, resume: &Resume) -> anyhow::Result<ExitCode> {
    let level = resume.player.bot;
    with_table(global, &resume.player, async |table| {
        let unfinished = table.profile.unfinished()?;
        if unfinished.is_empty() {
            tell("no game of this profile was interrupted".to_owned());
        }
        let mut last = Ok(());
        for id in unfinished {
            // One game that cannot go on holds up no other.
            if let Err(error) = table.resume(&id, level).await {
                eprintln!("game {}: {error:#}", words::hex(&id));
                last = Err(error.context("not every game could go on"));
            }
        }
        last
    })
}

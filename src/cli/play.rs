//! `host`, `join` and `resume`: a seat played by a bot, over real links.

use std::{process::ExitCode, sync::Arc};

use anyhow::Context as _;
use clap::Args;
use iroh::SecretKey;
use marque_protocol::terms::{Clock, NICKNAME_MOST};

use super::{Choice, Global, Player, Usage, say};
use crate::{
    captain::Captain,
    household::{Against, Household},
    interrupt::Interrupt,
    net::Ticket,
    session::{Adjourned, Session, fresh_bytes},
    settings::Settings,
    store::{Profile, StoreError},
    table::{self, Desk, Offer},
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
    /// Do not tell the local network of the table
    #[arg(long)]
    no_announce: bool,
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

/// Opens what every game over the network needs.
async fn open(global: &Global, player: &Player) -> anyhow::Result<Desk> {
    if player.name.len() > NICKNAME_MOST {
        return Err(Usage::Name(NICKNAME_MOST).into());
    }
    let profile = Profile::open(global.profile.clone())?;
    profile.probe()?;
    let key = SecretKey::from_bytes(&profile.identity()?);
    let settings = Settings::load(profile.folder());
    let config = global.reach().over(settings.network(key));
    let mut desk = Desk::open(Arc::new(profile), config, Interrupt::listen()).await?;
    desk.announced_on = desk.announced_on.filter(|_| settings.nearby);
    Ok(desk)
}

/// A bot that plays as it was asked for.
fn bot(player: &Player) -> anyhow::Result<table::Player> {
    Ok(table::Player { nickname: player.name.clone(), captain: Captain::bot(player.bot)?, lobby: None })
}

/// Plays a game to its end, or until all want to rest, and says how it ended.
async fn play(desk: &mut Desk, session: Session) -> anyhow::Result<()> {
    tell(words::begins(session.log().agreed(), Some(session.seat())));
    let agreed = session.log().agreed().clone();
    let ended = match desk.play(session, tell).await {
        Err(error) if error.is::<Adjourned>() => {
            tell(words::adjourned().to_owned());
            return Ok(());
        }
        Err(error) if error.is::<StoreError>() => return Err(error.context(words::stopped())),
        played => played?,
    };
    tell(format!("head: {}", words::hex(&ended.head)));
    tell(words::verdict(&agreed, &ended.verdict));
    tell(format!("record: {}", ended.record.display()));
    Ok(())
}

fn tell(line: String) {
    // A game goes on even where nobody can read of it.
    let _ = say(line);
}

/// Runs a job on a network thread of its own; whatever comes of it, the endpoint is closed.
fn at_desk<F>(global: &Global, player: &Player, job: F) -> anyhow::Result<ExitCode>
where
    F: AsyncFnOnce(&mut Desk) -> anyhow::Result<()>,
{
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    runtime.context("no threads for the network")?.block_on(async {
        let mut desk = open(global, player).await?;
        let done = job(&mut desk).await;
        desk.close().await;
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
    };
    at_desk(global, &host.player, async |desk| {
        desk.announced_on = desk.announced_on.filter(|_| !host.no_announce);
        if !desk.net.is_offline() && !desk.net.online().await {
            eprintln!("no relay answers: the ticket works only where this computer can be reached directly");
        }
        let token = fresh_bytes()?;
        tell(words::ticket(&desk.ticket(token)));
        for _ in 0..host.games {
            let session = desk.host(token, &offer, bot(&host.player)?, &mut tell).await?;
            play(desk, session).await?;
        }
        Ok(())
    })
}

pub(super) fn join(global: &Global, join: &Join) -> anyhow::Result<ExitCode> {
    let ticket = Ticket::find(&join.ticket).map_err(Usage::Ticket)?;
    at_desk(global, &join.player, async |desk| {
        let session = desk.join(&ticket, bot(&join.player)?).await?;
        play(desk, session).await
    })
}

pub(super) fn resume(global: &Global, resume: &Resume) -> anyhow::Result<ExitCode> {
    at_desk(global, &resume.player, async |desk| {
        let unfinished = desk.profile.unfinished()?;
        if unfinished.is_empty() {
            tell("no game of this profile was interrupted".to_owned());
        }
        let here = Household::around(desk.profile.clone())?;
        desk.bring(here.bots.clone());
        let mut last = Ok(());
        for id in unfinished {
            if here.glance(&id).is_some_and(|game| game.against != Against::Friend) {
                tell(format!(
                    "game {}: it is played at this computer alone; go on in the window",
                    words::hex(&id)
                ));
                continue;
            }
            // One game that cannot go on holds up no other.
            let gone_on = async {
                let session = desk.resume(&id, bot(&resume.player)?).await?;
                play(desk, session).await
            };
            if let Err(error) = gone_on.await {
                eprintln!("game {}: {error:#}", words::hex(&id));
                last = Err(error.context("not every game could go on"));
            }
        }
        last
    })
}

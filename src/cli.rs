//! The command line: one binary, one command a job.

mod bots;
mod lan;
mod play;
mod records;
mod simulate;
mod window;

use std::{io::Write as _, net::SocketAddr, path::PathBuf, process::ExitCode};

use clap::{Args, Parser, Subcommand};
use iroh::RelayUrl;
use marque_protocol::games;
use rustls_pki_types::CertificateDer;
use serde_json::json;
use tracing_subscriber::EnvFilter;

use crate::{
    asked::Unasked,
    bots::Level,
    net::{self, Reach},
    ui::words::Language,
    words,
};

/// Exit code of a wrong command line.
const USAGE: u8 = 2;

/// Naval battles between friends, without a referee. Without a command it opens the window.
#[derive(Parser)]
#[command(version)]
struct Cli {
    #[command(flatten)]
    global: Global,
    /// What the window opens: a ticket, a link, a text that contains one, or a record file
    #[arg(value_name = "WHAT")]
    argument: Option<String>,
    #[command(subcommand)]
    command: Option<Command>,
}

/// Options of every command.
#[derive(Args)]
struct Global {
    /// Folder of keys, games and records
    #[arg(long, global = true, value_name = "DIR")]
    profile: Option<PathBuf>,
    /// No relay, and nobody looked up beyond the local network
    #[arg(long, global = true)]
    offline: bool,
    /// Listen on this address alone
    #[arg(long, global = true, value_name = "ADDR", value_parser = net::bind_address)]
    bind: Option<SocketAddr>,
    /// Use this relay instead of the public ones
    #[arg(long, global = true, value_name = "URL")]
    relay: Option<RelayUrl>,
    /// Trust what the certificates in this PEM file vouch for: a relay of your own needs no other authority
    #[arg(long, global = true, value_name = "FILE", value_parser = roots)]
    relay_roots: Option<Roots>,
    /// Language of the window for this run: en, fr or ro
    #[arg(long, global = true, value_name = "TAG", value_parser = language)]
    lang: Option<Language>,
    /// What goes to the log on stderr, such as `info` or `iroh=debug`
    #[arg(long, global = true, value_name = "FILTER", default_value = "error,swarm_discovery=off")]
    log: String,
}

impl Global {
    /// What this run says of the network in place of the settings.
    fn reach(&self) -> Reach {
        let roots = self.relay_roots.clone().map_or_else(Vec::new, |roots| roots.0);
        Reach { offline: self.offline, bind: self.bind, relay: self.relay.clone(), roots }
    }
}

/// Certificates of a file.
#[derive(Clone)]
struct Roots(Vec<CertificateDer<'static>>);

fn roots(path: &str) -> Result<Roots, String> {
    let text = std::fs::read(path).map_err(|error| error.to_string())?;
    net::roots(&text).map(Roots).map_err(|error| format!("no certificate in PEM: {error}"))
}

fn language(text: &str) -> Result<Language, String> {
    let of_tag = Language::ALL.into_iter().find(|language| language.tag() == text);
    of_tag.ok_or_else(|| "en, fr or ro".to_owned())
}

#[derive(Subcommand)]
enum Command {
    /// Open a table, print its ticket and play
    Host(play::Host),
    /// Sit down at the table of a ticket and play
    Join(play::Join),
    /// Go on with the games of this profile that were interrupted
    Resume(play::Resume),
    /// Tables on the local network, with their tickets
    Lan(lan::Lan),
    /// What the network looks like from here, and what to do about it
    Diagnose {
        /// One JSON object
        #[arg(long)]
        json: bool,
    },
    /// The games and their options
    Games {
        /// One JSON object
        #[arg(long)]
        json: bool,
    },
    /// Judge records, offline
    Verify(records::Verify),
    /// A record in words, one line an entry
    Replay(records::Replay),
    /// Whole games between simulated peers, honest or lying
    Simulate(simulate::Simulate),
    /// How strong each level of bots plays
    Bots(bots::Bots),
}

/// Who plays at this seat.
#[derive(Args)]
struct Player {
    /// Which bot plays
    #[arg(long, value_name = "LEVEL")]
    bot: Level,
    /// What the others see
    #[arg(long, value_name = "NAME", default_value = "sailor")]
    name: String,
}

/// Which game.
#[derive(Args, Clone)]
struct Choice {
    /// Id of the game, see `marque games`
    #[arg(long, value_name = "ID")]
    game: String,
    /// Number of seats; the fewest the game allows if not given
    #[arg(long, value_name = "N")]
    seats: Option<usize>,
    /// An option of the game
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = pair)]
    set: Vec<(String, String)>,
}

fn pair(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or("write it as KEY=VALUE")?;
    Ok((key.trim().to_owned(), value.trim().to_owned()))
}

/// A wish that the command line cannot grant: one line that says what to do.
#[derive(Debug, thiserror::Error)]
enum Usage {
    #[error(transparent)]
    Unavailable(#[from] games::Unavailable),
    #[error("{game} is for {least} to {most} seats, not for {seats}")]
    Seats { game: String, least: usize, most: usize, seats: usize },
    #[error("{0}")]
    Ticket(net::TicketError),
    #[error("there is no lie {0}; there are: {1}")]
    Lie(String, String),
    #[error("{0:?} is no command, and {1}")]
    Argument(String, Unasked),
    #[error("a nickname has at most {0} bytes")]
    Name(usize),
    #[error("the output cannot be written: {0}")]
    Output(std::io::Error),
}

impl Choice {
    fn options(&self) -> Result<(games::Options, usize), Usage> {
        let options = games::Options::choose(&self.game, &self.set)?;
        let range = games::card(&self.game).map_or(2..=2, |card| options.seats(card));
        let (least, most) = (*range.start(), *range.end());
        let seats = self.seats.unwrap_or(least);
        if !range.contains(&seats) {
            return Err(Usage::Seats { game: self.game.clone(), least, most, seats });
        }
        Ok((options, seats))
    }
}

/// Writes a line to standard output; a reader that went away is no reason to panic.
fn say(line: impl std::fmt::Display) -> Result<(), Usage> {
    writeln!(std::io::stdout().lock(), "{line}").map_err(Usage::Output)
}

/// What is wrong with a command line, in one line.
fn one_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let said = text.split("\n\n").next().unwrap_or_default();
    let said: Vec<&str> = said.lines().map(str::trim).collect();
    format!("{} (see `marque --help`)", said.join(" "))
}

/// Runs the command that was asked for.
pub fn run() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => {
            eprintln!("{}", one_line(&error));
            return ExitCode::from(USAGE);
        }
        Err(error) => error.exit(),
    };
    let filter = match EnvFilter::try_new(&cli.global.log) {
        Ok(filter) => filter,
        Err(error) => {
            eprintln!("--log: {error}");
            return ExitCode::from(USAGE);
        }
    };
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
    let Some(command) = cli.command else {
        return ended(window::open(&cli.global, cli.argument));
    };
    ended(match command {
        Command::Host(host) => play::host(&cli.global, &host),
        Command::Join(join) => play::join(&cli.global, &join),
        Command::Resume(resume) => play::resume(&cli.global, &resume),
        Command::Lan(lan) => lan::lan(&cli.global, &lan),
        Command::Diagnose { json } => lan::diagnose(&cli.global, json),
        Command::Games { json } => list_games(json).map(|()| ExitCode::SUCCESS).map_err(Into::into),
        Command::Verify(verify) => records::verify(&verify),
        Command::Replay(replay) => records::replay(&replay),
        Command::Simulate(simulate) => simulate::run(&simulate),
        Command::Bots(bots) => bots::run(&bots),
    })
}

fn ended(done: anyhow::Result<ExitCode>) -> ExitCode {
    done.unwrap_or_else(|error| {
        eprintln!("{error:#}");
        ExitCode::from(if error.is::<Usage>() { USAGE } else { 1 })
    })
}

fn list_games(as_json: bool) -> Result<(), Usage> {
    let cards = games::cards().into_iter().filter(|card| !card.practice);
    if !as_json {
        return cards.map(words::card).try_for_each(say);
    }
    let cards = cards.map(|card| {
        let keys = card
            .keys
            .iter()
            .map(|key| json!({ "key": key.name, "values": key.values, "default": key.default }));
        let keys: Vec<serde_json::Value> = keys.collect();
        json!({ "game": card.id, "seats": [card.seats.start(), card.seats.end()], "options": keys })
    });
    say(json!({ "games": cards.collect::<Vec<serde_json::Value>>() }))
}

//! `lan` and `diagnose`: who is near, and what is the matter.

use std::{process::ExitCode, time::Duration};

use anyhow::Context as _;
use clap::Args;
use iroh::SecretKey;
use serde_json::{Value, json};
use tokio::time::{Instant, timeout_at};

use super::{Global, Usage, say};
use crate::{
    name,
    net::{
        Config,
        lan::{Found, Ground, Heard, Listener, Phase, QUIET},
        probe::{Relay, Surroundings, probe},
    },
    settings::Settings,
    store, words,
};

/// The longest time to listen, in seconds.
const LONGEST_S: u64 = 24 * 60 * 60;

#[derive(Args)]
pub(super) struct Lan {
    /// How long to listen
    #[arg(long = "for", value_name = "SECONDS", default_value_t = QUIET.as_secs() + 1,
        value_parser = clap::value_parser!(u64).range(1..=LONGEST_S))]
    seconds: u64,
    /// One JSON object
    #[arg(long)]
    json: bool,
}

/// How this run stands on the network. Nothing of the profile is opened or made.
fn config(global: &Global) -> anyhow::Result<Config> {
    let folder = store::folder(global.profile.clone())?;
    Ok(global.reach().over(Settings::load(&folder).network(SecretKey::generate())))
}

fn on_network<T>(job: impl Future<Output = T>) -> anyhow::Result<T> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.context("no threads for the network")?;
    let done = runtime.block_on(job);
    runtime.shutdown_background();
    Ok(done)
}

pub(super) fn lan(global: &Global, lan: &Lan) -> anyhow::Result<ExitCode> {
    // Who listens tells opponents nothing; to sit down there takes more.
    let ground = Ground::of(&Config { relay_only: false, ..config(global)? }).unwrap_or(Ground::Every);
    let heard = on_network(listen(ground, lan))??;
    let silence = heard.silence();
    if lan.json {
        let causes = silence.iter().map(|cause| {
            let [text, remedy] = words::network::silence(*cause);
            json!({ "cause": format!("{cause:?}").to_lowercase(), "text": text, "remedy": remedy })
        });
        let tables: Vec<Value> = heard.tables.iter().map(table).collect();
        let causes = causes.collect::<Vec<Value>>();
        say(
            json!({ "tables": tables, "interfaces": interfaces(&heard), "error": heard.deaf, "causes": causes }),
        )?;
    } else if !silence.is_empty() {
        say("no table is heard on this network; likely causes:")?;
        for cause in silence {
            let [text, remedy] = words::network::silence(cause);
            say(format!("- {text}\n  {remedy}"))?;
        }
        say(words::network::instead())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Listens, and tells of each table as it changes; what is there at the end.
async fn listen(ground: Ground, lan: &Lan) -> Result<Heard, Usage> {
    let until = Instant::now() + Duration::from_secs(lan.seconds);
    let mut listener = Listener::start(ground, || {});
    let mut told: Vec<Found> = Vec::new();
    loop {
        let heard = listener.heard();
        if !lan.json {
            let gone = told.iter().filter(|old| !heard.tables.iter().any(|new| new.ticket() == old.ticket()));
            for old in gone {
                let mut gone = old.clone();
                gone.notice.phase = Phase::Gone;
                say(words::network::nearby(&gone))?;
            }
            let new = heard.tables.iter().filter(|new| !told.contains(new));
            new.map(words::network::nearby).try_for_each(say)?;
            told.clone_from(&heard.tables);
        }
        if timeout_at(until, listener.changed()).await.is_err() {
            return Ok(listener.heard());
        }
    }
}

fn table(found: &Found) -> Value {
    let notice = &found.notice;
    json!({
        "nickname": name::plain(&notice.nickname),
        "identity": words::hex(found.host.as_bytes()),
        "game": notice.game,
        "protocol": notice.protocol,
        "taken": notice.taken,
        "seats": notice.seats,
        "phase": match notice.phase {
            Phase::Waiting => "waiting",
            Phase::Playing => "playing",
            Phase::Gone => "gone",
        },
        "open": notice.is_open(),
        "addresses": found.addresses,
        "ticket": found.ticket().to_string(),
    })
}

fn interfaces(heard: &Heard) -> Vec<Value> {
    let all = heard.interfaces.iter().flatten();
    all.map(|it| json!({ "name": it.name, "address": it.own, "addresses": it.addresses })).collect()
}

pub(super) fn diagnose(global: &Global, as_json: bool) -> anyhow::Result<ExitCode> {
    let config = config(global)?;
    let found = on_network(async move { probe(&config).await })??;
    if as_json {
        say(report(&found))?;
    } else {
        say(words::network::surroundings(&found))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn report(found: &Surroundings) -> Value {
    let relay = match &found.relay {
        Relay::Off => json!({ "state": "off" }),
        Relay::Connected { url, latency } => {
            json!({ "state": "connected", "url": url.to_string(), "latency_ms": latency.map(|time| time.as_millis()) })
        }
        Relay::Denied { url, why } => json!({ "state": "denied", "url": url.to_string(), "error": why }),
        Relay::Unreachable { url, why } => {
            json!({ "state": "unreachable", "url": url.as_ref().map(ToString::to_string), "error": why })
        }
    };
    let udp = found.udp.as_ref().map(|udp| {
        let (varies, portal) = (udp.varies, udp.portal);
        json!({ "v4": udp.v4, "v6": udp.v6, "public": udp.public, "varies": varies, "portal": portal })
    });
    let nearby = found.nearby.as_ref().map(|heard| {
        let tables: Vec<Value> = heard.tables.iter().map(table).collect();
        json!({ "interfaces": interfaces(heard), "tables": tables, "error": heard.deaf })
    });
    let findings = found.findings().into_iter().map(|finding| {
        let [cause, remedy] = words::network::finding(finding);
        json!({ "finding": format!("{finding:?}").to_lowercase(), "cause": cause, "remedy": remedy })
    });
    json!({
        "addresses": found.addresses,
        "sockets": found.sockets,
        "relay": relay,
        "udp": udp,
        "nearby": nearby,
        "findings": findings.collect::<Vec<Value>>(),
    })
}

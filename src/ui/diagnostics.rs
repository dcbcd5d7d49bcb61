//! What is the matter: the program, the profile and the network, and what to do about them.

use eframe::egui::{Button, Label, Ui};
use marque_protocol::wire;

use super::{
    settings::{LEVEL, titled},
    troubles,
    widgets::{card, page},
    words::Words,
};
use crate::{
    engine::Engine,
    errand::Errand,
    net::{
        Reach,
        lan::Heard,
        probe::{Finding, ProbeError, Relay, Surroundings, Udp},
    },
    settings::Settings,
    store::StoreError,
};

/// The page. It looks around when it is opened, and again when asked to.
pub struct DiagnosticsPage {
    probing: Errand<Result<(), StoreError>>,
    profile: Option<Result<(), StoreError>>,
    looking: Errand<Result<Surroundings, ProbeError>>,
    network: Option<Result<Surroundings, ProbeError>>,
}

/// A title, and what there is to say under it.
type Entry = (String, Vec<String>);

impl DiagnosticsPage {
    /// Begins to look around.
    pub fn new(engine: &Engine, settings: &Settings, reach: &Reach) -> DiagnosticsPage {
        let (probing, looking) = (engine.probe_profile(), engine.look_around(settings, reach));
        DiagnosticsPage { probing, profile: None, looking, network: None }
    }

    /// Draws it; whether it is to look around once more.
    pub fn show(&mut self, ui: &mut Ui, words: &Words, engine: &Engine) -> bool {
        self.profile = self.probing.done().or(self.profile.take());
        self.network = self.looking.done().or(self.network.take());
        let entries = self.entries(words, engine);
        let mut again = false;
        page(ui, |ui| {
            card(ui, |ui| {
                for (title, lines) in &entries {
                    titled(ui, title.clone(), |ui, _| {
                        ui.vertical(|ui| {
                            ui.add_space(LEVEL);
                            lines.iter().for_each(|line| drop(ui.add(Label::new(line).wrap())));
                        });
                    });
                }
            });
            ui.horizontal_wrapped(|ui| {
                let done = self.profile.is_some() && self.network.is_some();
                again = ui.add_enabled(done, Button::new(words.say("diag-again"))).clicked();
                if ui.add_enabled(done, Button::new(words.say("diag-copy"))).clicked() {
                    ui.ctx().copy_text(report(&entries));
                }
            });
        });
        again
    }

    fn entries(&self, words: &Words, engine: &Engine) -> Vec<Entry> {
        let mut entries = vec![
            (words.say("diag-findings"), self.findings(words)),
            (
                words.say("diag-program"),
                vec![
                    words.fill("diag-version", &[("version", env!("CARGO_PKG_VERSION").into())]),
                    words.fill("diag-protocol", &[("version", u32::from(wire::PROTOCOL).to_string().into())]),
                ],
            ),
            (
                words.say("profile"),
                vec![
                    engine.folder().display().to_string(),
                    match &self.profile {
                        Some(Ok(())) => words.say("diag-writable"),
                        Some(Err(error)) => troubles::why(words, error),
                        None => words.say("working"),
                    },
                ],
            ),
        ];
        if let Some(Ok(found)) = &self.network {
            entries.extend(network(words, found));
        }
        let said = engine.troubles().all().iter().map(|trouble| troubles::say(words, trouble)).collect();
        entries.push((words.say("diag-troubles"), or(said, words.say("diag-no-troubles"))));
        entries
    }

    fn findings(&self, words: &Words) -> Vec<String> {
        match &self.network {
            None => vec![words.say("diag-looking")],
            Some(Err(ProbeError::NoWay(_))) => vec![words.say("set-relay-only-wrong")],
            Some(Err(ProbeError::Socket(why))) => {
                vec![words.fill("find-no-socket", &[("why", why.as_str().into())])]
            }
            Some(Ok(found)) => found.findings().into_iter().map(|finding| words.say(key(finding))).collect(),
        }
    }
}

fn key(finding: Finding) -> &'static str {
    match finding {
        Finding::NoNetwork => "find-no-network",
        Finding::Portal => "find-portal",
        Finding::RelayDenied => "find-relay-denied",
        Finding::RelayAway => "find-relay-away",
        Finding::UdpBlocked => "find-udp-blocked",
        Finding::AddressVaries => "find-address-varies",
        Finding::Deaf => "find-deaf",
        Finding::NobodyAsked => "find-nobody-asked",
        Finding::RelayOnly => "find-relay-only",
        Finding::Good => "find-good",
    }
}

fn network(words: &Words, found: &Surroundings) -> Vec<Entry> {
    let none = || words.say("diag-none");
    let list =
        |sockets: &[std::net::SocketAddr]| or(sockets.iter().map(ToString::to_string).collect(), none());
    vec![
        (words.say("diag-relay"), relay(words, &found.relay)),
        (words.say("diag-udp"), udp(words, found.udp.as_ref())),
        (words.say("diag-addresses"), list(&found.addresses)),
        (words.say("diag-sockets"), list(&found.sockets)),
        (words.say("diag-nearby"), nearby(words, found.nearby.as_ref())),
    ]
}

fn nearby(words: &Words, heard: Option<&Heard>) -> Vec<String> {
    let Some(heard) = heard else { return vec![words.say("diag-nearby-off")] };
    if let Some(why) = &heard.deaf {
        return vec![why.clone()];
    }
    let on = heard.interfaces.iter().flatten();
    let on: Vec<String> = on.map(|interface| format!("{}: {}", interface.name, interface.own)).collect();
    if on.is_empty() {
        return vec![words.say("diag-nearby-nowhere")];
    }
    let mut lines = vec![words.fill("diag-nearby-on", &[("interfaces", on.join(", ").into())])];
    if heard.tables.is_empty() {
        lines.extend([
            words.say("diag-nearby-none"),
            words.say("diag-nearby-causes"),
            words.say("diag-nearby-instead"),
        ]);
    } else {
        lines.push(words.fill("diag-nearby-tables", &[("count", heard.tables.len().into())]));
    }
    lines
}

fn relay(words: &Words, relay: &Relay) -> Vec<String> {
    let (key, url, why) = match relay {
        Relay::Off => return vec![words.say("diag-relay-off")],
        Relay::Connected { url, latency } => {
            let latency = latency.map(|latency| {
                words.fill("diag-latency", &[("count", latency.as_millis().to_string().into())])
            });
            return [Some(words.fill("diag-relay-answers", &[("url", url.to_string().into())])), latency]
                .into_iter()
                .flatten()
                .collect();
        }
        Relay::Denied { url, why } => ("diag-relay-denies", url, Some(why)),
        Relay::Unreachable { url: Some(url), why } => ("diag-relay-away", url, why.as_ref()),
        Relay::Unreachable { url: None, .. } => return vec![words.say("diag-relays-away")],
    };
    let url = url.to_string();
    std::iter::once(words.fill(key, &[("url", url.into())])).chain(why.cloned()).collect()
}

fn udp(words: &Words, udp: Option<&Udp>) -> Vec<String> {
    let Some(udp) = udp else { return vec![words.say("diag-udp-unknown")] };
    let works = |works: bool| words.say(if works { "diag-yes" } else { "diag-no" });
    let mut lines =
        vec![words.fill("diag-udp-works", &[("four", works(udp.v4).into()), ("six", works(udp.v6).into())])];
    lines.extend(
        udp.public.iter().map(|seen| words.fill("diag-seen", &[("address", seen.to_string().into())])),
    );
    lines
}

fn or(lines: Vec<String>, none: String) -> Vec<String> {
    if lines.is_empty() { vec![none] } else { lines }
}

/// The page as text, for whoever helps. It has no secret and no ticket in it.
fn report(entries: &[Entry]) -> String {
    let blocks = entries.iter().map(|(title, lines)| format!("{title}\n  {}", lines.join("\n  ")));
    blocks.collect::<Vec<String>>().join("\n")
}

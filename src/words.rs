//! Every sentence that people read, in one place.

pub mod network;

use std::path::Path;

use marque_protocol::{
    audit::{Audit, Outcome, Verdict},
    games::{self, diabolik, duel},
    lobby::Away,
    log::{Happening, Step},
    peer::Event,
    rules::{Card, Leaving, Seat},
    statement::{Body, Proposal},
    table::{Ending, News},
    terms::Agreed,
};

use crate::{
    missing::Missing,
    name,
    net::{self, Ticket},
};

/// A seat as people call it: its nickname and number, shown safely.
pub fn seat(agreed: &Agreed, seat: Seat) -> String {
    let nickname = agreed.place(seat).map_or("", |place| place.nickname.as_str());
    // Brackets are those of the number.
    match name::plain(&nickname.replace(['(', ')', '[', ']'], "")).as_str() {
        "" => format!("seat {}", seat.0),
        name => format!("{name} (seat {})", seat.0),
    }
}

/// The first line of a host.
pub fn ticket(ticket: &Ticket) -> String {
    format!("ticket: {ticket}")
}

/// Another window has the profile.
pub fn handed_over(argument: bool) -> &'static str {
    match argument {
        true => "the window that is open has been asked to open it",
        false => "the window is open already: it has been asked to come to the front",
    }
}

/// Why there is no window, and what to do. Packages are called as Debian calls them.
pub fn no_window(error: &str) -> String {
    let why = match Missing::of(error) {
        Some(Missing::Screen) => "there is no screen (neither DISPLAY nor WAYLAND_DISPLAY is set)",
        Some(Missing::Server) => "no X server answers where DISPLAY says, or it lets nobody in",
        Some(Missing::Compositor) => {
            "no Wayland compositor answers where WAYLAND_DISPLAY says, or its library is missing (libwayland-client0)"
        }
        Some(Missing::Libraries) => {
            "a library of X11 is missing: install libx11-6 libx11-xcb1 libxcursor1 libxi6 libxrandr2"
        }
        Some(Missing::Keyboard) => "the library for keyboards is missing: install libxkbcommon-x11-0",
        Some(Missing::Driver) => {
            "there is no driver for OpenGL: install libgl1, or the driver of the graphics card"
        }
        None => error,
    };
    format!("the window cannot be opened: {}; what goes without one: marque --help", why.replace('\n', " "))
}

/// The game begins.
pub fn begins(agreed: &Agreed, own: Option<Seat>) -> String {
    let players: Vec<String> = Seat::all(agreed.seats()).map(|of| seat(agreed, of)).collect();
    let own = own.map_or(String::new(), |own| format!("; you are seat {}", own.0));
    format!("game {}: {}, {}{own}", hex(&agreed.id), agreed.terms.game, players.join(" against "))
}

/// Somebody was turned away.
pub fn turned_away(away: Away) -> String {
    format!("turned somebody away: {away}")
}

/// A link is gone.
pub fn lost(agreed: &Agreed, identity: &[u8; 32], why: &str) -> String {
    let who = Seat::all(agreed.seats()).find(|of| agreed.place(*of).is_some_and(|p| p.identity == *identity));
    let who = who.map_or("somebody".to_owned(), |of| seat(agreed, of));
    format!("no connection to {who} ({why}); trying again")
}

/// On which way somebody is reached.
pub fn way(agreed: &Agreed, of: Seat, path: net::Path) -> String {
    let kind = if path.direct { "direct" } else { "through a relay" };
    format!("way to {}: {kind}, {} ms", seat(agreed, of), path.rtt.as_millis())
}

/// What a peer has to tell; none for what is nobody's concern.
pub fn event(agreed: &Agreed, event: &Event) -> Option<String> {
    match event {
        Event::Log(Happening::Stepped(number, step, news)) => Some(self::step(agreed, *number, step, news)),
        Event::Log(Happening::Rewound(number)) => {
            Some(format!("all from step {number} on is taken back: a seat told two stories"))
        }
        Event::Log(Happening::Convicted(who, fault)) => {
            Some(format!("{} is convicted: it {fault}", seat(agreed, *who)))
        }
        Event::Refused(_, who, refusal) => {
            Some(format!("refused something said to be from {}: {refusal}", seat(agreed, *who)))
        }
        Event::Overdue(silent) => {
            let silent: Vec<String> = silent.iter().map(|of| seat(agreed, *of)).collect();
            Some(format!("overdue: {}", silent.join(", ")))
        }
        Event::Told(note) => Some(format!("{} told you alone: {:?}", seat(agreed, note.writer), note.sums)),
        Event::Merged => Some("back in the game".to_owned()),
    }
}

/// One step of a log in one line.
pub fn step(agreed: &Agreed, number: u32, step: &Step, news: &[News]) -> String {
    let what = match step {
        Step::Entry(entry) => match &entry.body {
            Body::Removal(_) => String::new(),
            body => format!("{} {}", seat(agreed, entry.seat()), said(body, news)),
        },
        Step::Out(_) => String::new(),
    };
    let more = news.iter().filter_map(|news| news_beyond(agreed, news));
    let parts: Vec<String> = std::iter::once(what).filter(|what| !what.is_empty()).chain(more).collect();
    format!("{number:>4}  {}", parts.join("; "))
}

fn said(body: &Body, news: &[News]) -> String {
    let events = news.iter().find_map(|news| match news {
        News::Said(_, _, events) => Some(events.as_slice()),
        _ => None,
    });
    match body {
        Body::Seal { seal, .. } => format!("seals its board: {} slots, proven legal", seal.commitments.len()),
        Body::Act { .. } => joined(events.unwrap_or_default(), ""),
        Body::Answer { .. } => joined(events.unwrap_or_default(), " (proven)"),
        Body::Link(_) => "reveals a link for the draw".to_owned(),
        Body::Acknowledge => "could read the private answer".to_owned(),
        Body::Complain => "complains about the private answer".to_owned(),
        Body::Disclose(_) => "discloses the private answer".to_owned(),
        Body::Offer(proposal) => format!("offers {}", proposed(*proposal)),
        Body::Accept(proposal) => format!("accepts {}", proposed(*proposal)),
        Body::Withdraw(proposal) => format!("no longer offers {}", proposed(*proposal)),
        Body::Removal(_) => String::new(),
    }
}

fn proposed(proposal: Proposal) -> &'static str {
    match proposal {
        Proposal::Draw => "a draw",
        Proposal::Adjournment => "to adjourn",
    }
}

fn joined(events: &[games::Event], proven: &str) -> String {
    let words: Vec<String> = events.iter().filter_map(game_event).collect();
    match words.split_first() {
        Some((first, [])) => format!("{first}{proven}"),
        Some((first, rest)) => format!("{first}{proven}, {}", rest.join(", ")),
        None => "says so".to_owned(),
    }
}

fn game_event(event: &games::Event) -> Option<String> {
    match event {
        games::Event::Duel(event) => duel_event(event),
        games::Event::Diabolik(event) => diabolik_event(event),
        games::Event::Drill(event) => Some(format!("{event:?}")),
    }
}

fn duel_event(event: &duel::Event) -> Option<String> {
    let list = |cells: &[games::grid::Cell]| {
        cells.iter().map(ToString::to_string).collect::<Vec<String>>().join(" ")
    };
    Some(match event {
        duel::Event::Begins(of) => format!("seat {} begins", of.0),
        duel::Event::Fired { cells, .. } => format!("fires at {}", list(cells)),
        duel::Event::Answered { cell, outcome, .. } => match outcome {
            duel::Outcome::Miss => format!("{cell}: miss"),
            duel::Outcome::Hit => format!("{cell}: hit"),
            duel::Outcome::Mine => format!("{cell}: mine"),
        },
        duel::Event::Sunk { ship, .. } => format!("ship {ship} is sunk"),
        duel::Event::RevealDue { seat, count } => format!("seat {} owes {count} cells", seat.0),
        duel::Event::Revealed { cells, .. } => format!("reveals {} (proven)", list(cells)),
        duel::Event::KnownEmpty { .. }
        | duel::Event::Again(_)
        | duel::Event::Turn(_)
        | duel::Event::Left { .. }
        | duel::Event::Won(_)
        | duel::Event::Nobody => return None,
    })
}

fn diabolik_event(event: &diabolik::Event) -> Option<String> {
    use diabolik::Event;

    Some(match event {
        Event::Drawn { edges, begins } => {
            let sits = (0..).zip(edges).map(|(seat, edge)| format!("seat {seat} sits {edge:?}"));
            format!("{}, seat {} begins", sits.collect::<Vec<_>>().join(", "), begins.0)
        }
        Event::SetUp(_) => "shows its set-up".to_owned(),
        Event::Moved { from, to, arrived: false, .. } => format!("{from} to {to}"),
        Event::Moved { from, to, arrived: true, .. } => format!("{from} to {to}, its goal"),
        Event::Turned { at, to, .. } => format!("{at} turns to {to:?}"),
        Event::Sunk { owner, target, by: [first, second], .. } => {
            format!("{first} and {second} sink seat {}'s ship on {target}", owner.0)
        }
        Event::Built { at, heading, .. } => format!("a ship comes back on {at}, to {heading:?}"),
        Event::Bonus(_) => "bonus turn".to_owned(),
        Event::Allies { allies, .. } => {
            let seats: Vec<String> = allies.iter().map(|ally| format!("seat {}", ally.0)).collect();
            format!(
                "lends its ships to {}",
                if seats.is_empty() { "nobody".to_owned() } else { seats.join(", ") }
            )
        }
        Event::Out { seat, why: diabolik::Why::Few } => {
            format!("seat {} has too few ships and is out", seat.0)
        }
        Event::Out { seat, why: diabolik::Why::Blocked } => format!("seat {} is blocked and is out", seat.0),
        Event::Limit => format!("{} turns have been played", diabolik::TURNS_MOST),
        Event::Out { why: diabolik::Why::Left(_), .. } | Event::Turn(_) | Event::Over(_) => return None,
    })
}

fn news_beyond(agreed: &Agreed, news: &News) -> Option<String> {
    match news {
        News::Drawn(events) => {
            let words: Vec<String> = events.iter().filter_map(game_event).collect();
            Some(format!("drawn by all: {}", words.join(", ")))
        }
        News::Agreed(proposal) => Some(format!("agreed by all: {}", proposed(*proposal))),
        News::Declined(_, proposal) => Some(format!("{} is declined", proposed(*proposal))),
        News::Left(who, why, _) => Some(format!("{} is out: {}", seat(agreed, *who), leaving(*why))),
        News::Over(Ending { ranking, .. }) => Some(match ranking.winner() {
            Some(winner) => format!("play has ended, {} has won", seat(agreed, winner)),
            None => "play has ended without a single winner".to_owned(),
        }),
        _ => None,
    }
}

fn leaving(why: Leaving) -> &'static str {
    match why {
        Leaving::Resigned => "it resigned",
        Leaving::Forfeited => "it was silent, and all others say so",
        Leaving::Claimed => "it was silent, says the other side",
        Leaving::Faulted => "it broke the rules, and that is proven",
    }
}

/// The verdict, several lines.
pub fn verdict(agreed: &Agreed, verdict: &Verdict) -> String {
    let mut lines = vec![match (verdict.outcome, verdict.winner) {
        (Outcome::Unfinished, _) => format!("unfinished after {} entries", verdict.entries),
        (outcome, Some(winner)) => {
            format!("{}: {} has won after {} entries", outcome.word(), seat(agreed, winner), verdict.entries)
        }
        (outcome, None) => {
            format!("{}: no single winner after {} entries", outcome.word(), verdict.entries)
        }
    }];
    if verdict.outcome == Outcome::Claimed {
        lines.push("the end is claimed by one side: it follows from no rule of the game".to_owned());
    }
    for proof in &verdict.faults {
        let rule = proof.fault.rule();
        lines.push(format!(
            "proven: {} {} (entry {}, {rule})",
            seat(agreed, proof.seat),
            proof.fault,
            proof.entry
        ));
    }
    if verdict.outcome != Outcome::Unfinished {
        for (of, audit) in Seat::all(verdict.audits.len()).zip(&verdict.audits) {
            lines.push(match audit {
                Audit::Good => format!("{}: chart shown, everything it said was true", seat(agreed, of)),
                Audit::NotShown => format!("{}: chart not shown", seat(agreed, of)),
                Audit::Bad(fault, _) => format!("{}: {fault}", seat(agreed, of)),
            });
        }
    }
    lines.join("\n")
}

/// What keeps a seat from going on: nothing of it is known.
pub fn no_secrets(folder: &Path) -> String {
    format!(
        "the game cannot go on: put a copy of its secrets back into {0}, or move {0} away",
        folder.display()
    )
}

/// What keeps a seat from going on: its game cannot be read.
pub fn no_log(folder: &Path) -> String {
    format!("the game cannot go on: put a copy of its log back into {0}, or move {0} away", folder.display())
}

/// Everybody wanted to go on another day.
pub fn adjourned() -> &'static str {
    "adjourned, as everybody wanted; the game is kept, go on with: marque resume"
}

/// A game stops because it cannot be kept.
pub fn stopped() -> &'static str {
    "the game stops here, all that was sent of it is kept; go on later with: marque resume"
}

/// Where a file stops being good.
pub fn damaged(why: &impl std::fmt::Display, entries: usize, bytes: usize) -> String {
    format!("damaged: {why}; good up to entry {entries} (byte {bytes})")
}

/// A game and its options, several lines.
pub fn card(card: &Card) -> String {
    let (least, most) = (card.seats.start(), card.seats.end());
    let seats = if least == most { format!("{least}") } else { format!("{least} to {most}") };
    let mut lines = vec![format!("{}: {seats} seats", card.id)];
    for key in card.keys {
        lines.push(format!("  {} = {} (default {})", key.name, key.values.join(" | "), key.default));
    }
    lines.join("\n")
}

/// The name of a record's file.
pub fn record_name(agreed: &Agreed) -> String {
    format!(
        "{}-{}",
        agreed.terms.game,
        agreed.id.iter().take(6).map(|byte| format!("{byte:02x}")).collect::<String>()
    )
}

/// Lower-case hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

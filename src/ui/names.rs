//! Names in the window: with letters that its fonts have, and a piece of the key where two look alike.

use std::sync::{LazyLock, Mutex, PoisonError};

use eframe::{
    egui::{FontDefinitions, FontFamily, FontId, epaint::text::TextOptions},
    epaint::text::Fonts,
};
use marque_protocol::{rules::Seat, terms::Agreed};

use super::words::Words;
use crate::{bots::Level, name, net::MAX_TEXT};

/// What stands for a letter that no font has. The fonts of the window are compiled in, so that this is the
/// same everywhere.
const MISSING: char = '◻';

/// What can be drawn of a name: as [`name::plain`], with nothing in it that the window has no letter for.
pub fn drawn(text: &str) -> String {
    lettered(&name::plain(text))
}

/// What can be drawn of what somebody says.
pub fn said(text: &str) -> String {
    lettered(&name::row(text, MAX_TEXT))
}

fn lettered(text: &str) -> String {
    static FONTS: LazyLock<Mutex<Fonts>> =
        LazyLock::new(|| Mutex::new(Fonts::new(TextOptions::default(), FontDefinitions::default())));
    let font = FontId::new(16.0, FontFamily::Proportional);
    let mut fonts = FONTS.lock().unwrap_or_else(PoisonError::into_inner);
    let drawn = |c| match fonts.has_glyph(&font, c) {
        true => Some(c),
        // An accent that cannot be drawn leaves its letter.
        false => (!name::is_mark(c)).then_some(MISSING),
    };
    text.chars().filter_map(drawn).collect()
}

/// A bot, by how well it plays.
pub fn bot(words: &Words, level: Level) -> String {
    words.say(match level {
        Level::Easy => "bot-easy",
        Level::Normal => "bot-normal",
        Level::Strong => "bot-strong",
    })
}

/// A player who is not the one at the window. Never empty.
pub fn shown(words: &Words, nickname: &str) -> String {
    // What a bot is called in the terms is the same in every language.
    if let Some((level, number)) = Level::called(nickname) {
        let name = bot(words, level);
        return if number > 1 { format!("{name} {number}") } else { name };
    }
    match drawn(nickname) {
        nobody if nobody.is_empty() => words.say("opponent"),
        name => name,
    }
}

/// Everybody at a table in the order of seats, as one who has the seat `own` calls them.
pub fn table(words: &Words, agreed: &Agreed, own: Option<Seat>) -> Vec<String> {
    let seats = || Seat::all(agreed.seats());
    // The player takes nobody for himself.
    let others = seats().filter(|seat| Some(*seat) != own).filter_map(|seat| agreed.place(seat));
    let players: Vec<(&str, &[u8; 32])> =
        others.map(|place| (place.nickname.as_str(), &place.identity)).collect();
    let mut names = apart(words, &players).into_iter();
    let name = |seat| if own == Some(seat) { Some(words.say("you")) } else { names.next() };
    seats().map(name).map(|name| name.unwrap_or_else(|| words.say("opponent"))).collect()
}

/// The names of all players; those that can be taken for each other with a piece of the key beside them.
pub fn apart(words: &Words, players: &[(&str, &[u8; 32])]) -> Vec<String> {
    let names: Vec<String> = players.iter().map(|(nickname, _)| shown(words, nickname)).collect();
    let labelled = names.iter().zip(players).enumerate().map(|(at, (name, (_, identity)))| {
        let others = names.iter().enumerate().filter(|(other, _)| *other != at);
        match others.map(|(_, other)| other).any(|other| name::alike(other, name)) {
            true => format!("{name} · {}", name::fingerprint(identity)),
            false => name.clone(),
        }
    });
    labelled.collect()
}

/// All seats with their keys, a line each.
pub fn roll(words: &Words, agreed: &Agreed) -> String {
    let line = |seat| {
        let place = agreed.place(seat)?;
        let (who, key) = (shown(words, &place.nickname), name::fingerprint(&place.identity));
        Some(words.fill("name-key", &[("who", who.into()), ("key", key.into())]))
    };
    Seat::all(agreed.seats()).filter_map(line).collect::<Vec<String>>().join("\n")
}

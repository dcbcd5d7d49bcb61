//! The table of another game, at which only those are awaited who have played the last.

use marque_protocol::games::Options;

use crate::{
    table::{Awaited, Lobby, Stage},
    ui::{boards, names, words::Words},
};

/// What such a table is called.
pub(super) fn title(words: &Words, lobby: &Lobby) -> Option<String> {
    let names = called(words, &lobby.again);
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    (!names.is_empty()).then(|| words.fill("rematch-title", &[("who", names.join(", ").into())]))
}

/// Who is awaited, and where that one is as far as can be said; none once all are at the table.
pub(super) fn stage(words: &Words, lobby: &Lobby) -> Option<String> {
    if !matches!(lobby.stage, Stage::Dialling | Stage::Waiting) {
        return None;
    }
    let sits =
        |awaited: &Awaited| lobby.present.iter().any(|present| present.identity == awaited.place.identity);
    let awaited = lobby.again.iter().zip(called(words, &lobby.again)).filter(|(awaited, _)| !sits(awaited));
    let lines = awaited.map(|(awaited, who)| {
        let key = if awaited.linked { "rematch-linked" } else { "rematch-away" };
        words.fill(key, &[("who", who.into())])
    });
    let lines: Vec<String> = lines.collect();
    (!lines.is_empty()).then(|| lines.join(" "))
}

/// Who sits where this time, and what that means for who begins.
pub(super) fn seats(words: &Words, lobby: &Lobby) -> Option<String> {
    let terms = lobby.terms.as_ref().filter(|_| !lobby.again.is_empty())?;
    let options = Options::decode(&terms.game, &terms.options).ok()?;
    let beginning = boards::beginning(words, &options);
    Some([Some(words.say("rematch-seats")), beginning].into_iter().flatten().collect::<Vec<_>>().join(" "))
}

fn called(words: &Words, again: &[Awaited]) -> Vec<String> {
    let players: Vec<(&str, &[u8; 32])> =
        again.iter().map(|awaited| (awaited.place.nickname.as_str(), &awaited.place.identity)).collect();
    names::apart(words, &players)
}

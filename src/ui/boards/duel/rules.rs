//! The rules of a duel on one card, for the options that are played.

use marque_protocol::games::duel::Options;

use super::placement::name;
use crate::ui::words::Words;

/// One sentence a line.
pub fn card(words: &Words, options: &Options) -> Vec<String> {
    let fleet: Vec<String> = options
        .fleet
        .classes()
        .iter()
        .map(|class| {
            let ship = name(words, class.length).into();
            words.fill("rules-ships", &[("count", u32::from(class.count).into()), ("ship", ship)])
        })
        .collect();
    let size = u32::from(options.size);
    let mut lines = vec![
        words.fill("rules-board", &[("size", size.into())]),
        words.fill("rules-fleet", &[("fleet", fleet.join(", ").into())]),
    ];
    let told = [
        (true, "rules-touch"),
        (true, "rules-first"),
        (!options.salvo, "rules-shot"),
        (options.salvo, "rules-salvo"),
        (options.again, "rules-again"),
        (!options.again, "rules-turns"),
        (options.halo, "rules-halo"),
        (options.mines, "rules-mines"),
        (true, "rules-won"),
    ];
    lines.extend(told.into_iter().filter(|(holds, _)| *holds).map(|(_, key)| words.say(key)));
    lines
}

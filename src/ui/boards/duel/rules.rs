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
    if options.mines {
        lines.push(words.fill("rules-mines-laid", &[("count", options.mine_count().into())]));
    }
    let told = [
        (true, "rules-touch"),
        (true, "rules-first"),
        (!options.salvo, "rules-shot"),
        (options.salvo, "rules-salvo"),
        (options.again && !options.salvo, "rules-again"),
        (options.again && options.salvo, "rules-again-salvo"),
        (!options.again && !options.salvo, "rules-turns"),
        (!options.again && options.salvo, "rules-turns-salvo"),
        (options.halo, "rules-halo"),
        (options.mines, "rules-mines"),
        (true, "rules-won"),
    ];
    lines.extend(told.into_iter().filter(|(holds, _)| *holds).map(|(_, key)| words.say(key)));
    lines
}

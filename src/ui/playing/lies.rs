//! A lie in plain words: what was claimed, what is wrong with it, and what happens now.

use eframe::egui::{RichText, Ui};
use marque_protocol::fault::Fault;

use crate::{
    helm::Lie,
    ui::{boards, story::Story, theme, widgets::alarm, words::Words},
};

/// Draws it.
pub(super) fn show(ui: &mut Ui, story: &Story<'_>, lie: &Lie) {
    let (words, who) = (story.words, story.who(lie.proof.seat));
    let bad = theme::paint(ui).bad;
    alarm(ui, |ui| {
        let fills = [("who", who.clone().into())];
        ui.label(RichText::new(words.fill("lie-title", &fills)).size(20.0).strong().color(bad));
        ui.label(format!("{} {}", claim(story, lie), fault(words, &lie.proof.fault)));
        ui.label(words.fill("lie-then", &fills));
    });
}

fn claim(story: &Story<'_>, lie: &Lie) -> String {
    let (words, who) = (story.words, |seat| story.who(seat));
    let claimed: Vec<String> =
        lie.claimed.iter().filter_map(|event| boards::say(words, &who, event)).collect();
    let (who, entry) = (("who", who(lie.proof.seat).into()), ("entry", lie.proof.entry.into()));
    match claimed.is_empty() {
        true => words.fill("lie-said", &[who, entry]),
        false => words.fill("lie-claimed", &[who, entry, ("claim", claimed.join(" · ").into())]),
    }
}

fn fault(words: &Words, fault: &Fault) -> String {
    let key = match fault {
        Fault::Illegal(illegal) => return words.fill("fault-illegal", &[("rule", illegal.rule().into())]),
        Fault::Kind => "fault-kind",
        Fault::Words => "fault-words",
        Fault::Proof(_) => "fault-proof",
        Fault::Extension => "fault-extension",
        Fault::Letter => "fault-letter",
        Fault::Link => "fault-link",
        Fault::Removal => "fault-removal",
        Fault::Offer => "fault-offer",
        Fault::Double => "fault-double",
        Fault::BothVotes => "fault-both-votes",
        Fault::Resigned => "fault-resigned",
        Fault::FalseComplaint => "fault-complaint",
        Fault::Chart => "fault-chart",
        Fault::Unlawful => "fault-unlawful",
        Fault::Untrue => "fault-untrue",
    };
    words.say(key)
}

//! What was proven by the last answer, for the curious.

use eframe::egui::{RichText, Ui};
use marque_protocol::rules::Seat;

use super::story;
use crate::{helm::View, ui::words::Words};

/// Draws it.
pub(super) fn show(ui: &mut Ui, words: &Words, view: &View) {
    ui.label(words.say("proofs-how"));
    let head: String = view.table.head().iter().map(|byte| format!("{byte:02x}")).collect();
    ui.label(
        RichText::new(
            words.fill("proofs-head", &[("count", view.table.number().into()), ("head", head.into())]),
        )
        .monospace(),
    );
    for seat in Seat::all(view.table.agreed().seats()) {
        if let Some(sealed) = view.table.public(seat).and_then(|public| public.sealed.as_ref()) {
            let root: String = sealed.root().iter().map(|byte| format!("{byte:02x}")).collect();
            let fills = [
                ("who", story(words, view).who(seat).into()),
                ("count", sealed.len().into()),
                ("root", root.into()),
            ];
            ui.label(RichText::new(words.fill("proofs-seal", &fills)).monospace());
        }
    }
}

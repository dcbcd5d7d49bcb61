//! How all seats stand, and how it ended.

use eframe::egui::{Label, RichText, Ui};
use marque_protocol::{
    games::diabolik::{Diabolik, TURNS_MOST},
    rules::{Due, Ranking, Seat},
};

use super::vessel;
use crate::{
    scene::Scene,
    ui::{story::Story, theme, words::Words},
};

/// The side of the ship before a name, in points.
const ICON: f32 = 26.0;

/// Draws a row for each seat: who is on turn, what is at its goal, on the board and in reserve.
pub fn show(ui: &mut Ui, words: &Words, view: &Scene<'_>, game: &Diabolik) {
    let (story, board) = (Story::of(words, view), game.board());
    let due = view.table.position().due();
    ui.spacing_mut().item_spacing.y = 3.0;
    for seat in Seat::all(view.table.agreed().seats()) {
        ui.horizontal(|ui| {
            vessel::icon(ui, seat, ICON);
            ui.vertical(|ui| {
                let name = match due {
                    Due::Act(acting) if acting == seat => {
                        words.fill("df-on-turn", &[("who", story.who(seat).into())])
                    }
                    _ => story.who(seat),
                };
                let name = RichText::new(name).strong();
                ui.add(Label::new(name).wrap());
                let wanted = u32::from(board.options().arrivals);
                let fills = [
                    ("arrived", board.arrivals(seat).into()),
                    ("wanted", wanted.into()),
                    ("ships", board.fleet(seat).len().into()),
                    ("reserve", u32::from(board.reserve(seat)).into()),
                ];
                let how =
                    if board.plays(seat) { words.fill("df-standing", &fills) } else { words.say("df-out") };
                let friends: Vec<String> = board.allies(seat).map(|ally| story.who(ally)).collect();
                let lent = (!friends.is_empty())
                    .then(|| words.fill("df-log-lent", &[("who", friends.join(", ").into())]));
                let how = [how].into_iter().chain(lent).collect::<Vec<_>>().join(" · ");
                ui.add(Label::new(RichText::new(how).size(14.0).color(theme::paint(ui).pale)).wrap());
            });
        });
    }
    ui.spacing_mut().item_spacing.y = 8.0;
}

/// How it ended, once it has: on the board, as far as the board says it.
pub fn ended(words: &Words, view: &Scene<'_>, game: &Diabolik) -> Option<String> {
    let Due::Over(ranking) = view.table.position().due() else { return None };
    let story = Story::of(words, view);
    let board = game.board();
    let how = match ranking.winner() {
        Some(winner) if board.arrivals(winner) >= usize::from(board.options().arrivals) => {
            let fills = [("who", story.who(winner).into()), ("count", board.arrivals(winner).into())];
            Some(words.fill("df-end-arrived", &fills))
        }
        Some(winner) if board.playing().eq([winner]) => {
            Some(words.fill("df-end-alone", &[("who", story.who(winner).into())]))
        }
        _ if game.turns() >= TURNS_MOST => Some(words.fill("df-end-limit", &[("count", TURNS_MOST.into())])),
        _ => None,
    };
    let places = (view.table.agreed().seats() > 2).then(|| places(&story, &ranking));
    let parts: Vec<String> = how.into_iter().chain(places).collect();
    (!parts.is_empty()).then(|| parts.join("  "))
}

fn places(story: &Story<'_>, ranking: &Ranking) -> String {
    let mut place = 1;
    let mut parts = Vec::new();
    for group in &ranking.0 {
        let names: Vec<String> = group.iter().map(|seat| story.who(*seat)).collect();
        parts.push(format!("{place}. {}", names.join(", ")));
        place += group.len();
    }
    parts.join("   ")
}

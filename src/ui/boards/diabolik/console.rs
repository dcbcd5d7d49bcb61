//! Beside the board: the plan in the making with what it costs, the ship in hand, and the end of the turn.

use eframe::egui::{Button, Label, RichText, Sense, Stroke, Ui, vec2};
use marque_protocol::{
    games::diabolik::{BALLS, Board, Plan, Turn},
    rules::Seat,
};

use super::{
    battle::Battle,
    compass,
    draft::{Draft, Step},
    hand::{BUILD, Hand, Meaning},
    rules, says,
};
use crate::{
    scene::Scene,
    ui::{
        story::Story,
        theme,
        widgets::{main_button, sentence},
        words::Words,
    },
};

/// Height of what ends the turn, in points.
const END: f32 = 40.0;
/// A ball, in points.
const BALL: f32 = 16.0;

/// Draws it; gives the plan once the player ends the turn.
pub fn show(
    battle: &mut Battle,
    ui: &mut Ui,
    words: &Words,
    view: &Scene<'_>,
    board: &Board,
) -> Option<Plan> {
    ui.add_space(4.0);
    switches(battle, ui, words);
    let draft = battle.draft.clone()?;
    balls(ui, words, draft.turn());
    ui.horizontal_top(|ui| {
        if let Some(act) = compass::show(ui, words, battle.hand, draft.turn()) {
            battle.take(ui, words, &act);
        }
        ui.vertical(|ui| steps(ui, words, &draft));
    });
    tools(battle, ui, words, &draft);
    if board.options().joint {
        lending(battle, ui, words, view, &draft);
    }
    end(battle, ui, words, &draft)
}

/// What is shown besides, and the last turn once more.
fn switches(battle: &mut Battle, ui: &mut Ui, words: &Words) {
    ui.horizontal_wrapped(|ui| {
        let threats = Button::selectable(battle.threats, words.say("df-threats"));
        if ui.add(threats).on_hover_text(words.say("df-threats-line")).clicked() {
            battle.threats = !battle.threats;
            ui.ctx().request_repaint();
        }
        rules::switch(ui, words, &mut battle.rules);
        let (key, runs) = if battle.film.runs() { ("df-skip", true) } else { ("df-again", false) };
        if ui.add_enabled(!battle.film.is_empty(), Button::new(words.say(key))).clicked() {
            if runs {
                battle.film.stop()
            } else {
                battle.film.start(ui)
            }
            ui.ctx().request_repaint();
        }
    });
}

/// What is left of the balls of this turn.
fn balls(ui: &mut Ui, words: &Words, turn: &Turn) {
    let all = if turn.is_bonus() { turn.board().options().bonus } else { BALLS };
    let paint = theme::paint(ui);
    ui.horizontal_wrapped(|ui| {
        let key = if turn.is_bonus() { "df-left-bonus" } else { "df-left" };
        let fills = [("left", u32::from(turn.balls()).into()), ("all", u32::from(all).into())];
        sentence(ui, RichText::new(words.fill(key, &fills)).strong());
        let (rect, _) = ui.allocate_exact_size(vec2(f32::from(all) * (BALL + 4.0), BALL), Sense::hover());
        for number in 0..all {
            let at = rect.left_center() + vec2(f32::from(number) * (BALL + 4.0) + BALL / 2.0, 0.0);
            let line = Stroke::new(1.5, paint.border);
            match number < turn.balls() {
                true => drop(ui.painter().circle(at, BALL / 2.0 - 1.0, paint.accent, line)),
                false => drop(ui.painter().circle_stroke(at, BALL / 2.0 - 1.0, line)),
            }
        }
    });
}

/// The plan so far.
fn steps(ui: &mut Ui, words: &Words, draft: &Draft) {
    let small = |ui: &mut Ui, text: String| ui.add(Label::new(RichText::new(text).size(14.0)).wrap());
    if draft.steps().len() == 0 {
        ui.add(Label::new(RichText::new(words.say("df-plan-empty")).size(14.0).weak()).wrap());
    }
    for step in draft.steps() {
        match step {
            Step::Act(act, cost) => small(ui, says::priced(words, &act, cost)),
            Step::Bonus => ui.label(RichText::new(words.say("df-bonus-begins")).size(14.0).strong()),
        };
    }
    if draft.turn().is_won() {
        ui.label(RichText::new(words.say("df-wins")).strong());
    }
}

/// Rebuilding, and what takes back.
fn tools(battle: &mut Battle, ui: &mut Ui, words: &Words, draft: &Draft) {
    ui.horizontal_wrapped(|ui| {
        let some = draft.steps().len() > 0;
        if ui.add_enabled(some, Button::new(words.say("df-undo"))).clicked() {
            battle.undo(ui);
        }
        if ui.add_enabled(some, Button::new(words.say("df-clear"))).clicked() {
            if let Some(draft) = &mut battle.draft {
                draft.clear();
            }
            battle.hold(ui, Hand::Empty);
        }
        let turn = draft.turn();
        if turn.board().reserve(turn.seat()) > 0 {
            let yard = matches!(battle.hand, Hand::Yard(_));
            let cost = says::balls(words, BUILD);
            let build = Button::selectable(yard, words.fill("df-rebuild", &[("cost", cost.into())]));
            if ui.add(build).clicked() {
                rebuild(battle, ui, words, turn, yard);
            }
        }
    });
}

/// Takes a ship of the reserve in hand, or says why that will not do.
fn rebuild(battle: &mut Battle, ui: &Ui, words: &Words, turn: &Turn, held: bool) {
    if held {
        return battle.hold(ui, Hand::Empty);
    }
    battle.hold(ui, Hand::Yard(None));
    let second = turn.board().grid().cells().filter(|cell| turn.board().row(turn.seat(), *cell) == 1);
    let meanings: Vec<Meaning> = second.map(|cell| Hand::Yard(None).meaning(turn, cell)).collect();
    let open = meanings.iter().any(|meaning| matches!(meaning, Meaning::Take(Hand::Yard(_))));
    let mut refused = meanings.iter().filter(|meaning| matches!(meaning, Meaning::Refused(_)));
    if !open && let Some(meaning) = refused.next_back() {
        battle.hold(ui, Hand::Empty);
        battle.said = says::meaning(words, meaning);
    }
}

/// Who may sink with the ships of this seat.
fn lending(battle: &mut Battle, ui: &mut Ui, words: &Words, view: &Scene<'_>, draft: &Draft) {
    let (board, own) = (draft.turn().board(), draft.turn().seat());
    let story = Story::of(words, view);
    let others: Vec<Seat> = board.playing().filter(|seat| *seat != own).collect();
    for seat in others {
        let mut may = draft.lends(seat);
        let name = words.fill("df-lend", &[("who", story.who(seat).into())]);
        if ui.checkbox(&mut may, name).changed()
            && let Some(draft) = &mut battle.draft
        {
            draft.lend(seat, may);
        }
    }
}

/// The end of the turn, or why it cannot end yet.
fn end(battle: &mut Battle, ui: &mut Ui, words: &Words, draft: &Draft) -> Option<Plan> {
    let (plan, bonus) = (draft.plan(), draft.turn().bonus());
    let mut ended = None;
    ui.horizontal_wrapped(|ui| {
        let go = main_button(ui, &words.say("df-end")).min_size(vec2(130.0, END));
        if ui.add_enabled(plan.is_ok(), go).clicked() {
            ended = plan.as_ref().ok().cloned();
        }
        if let Ok(bonus) = &bonus {
            let count = says::balls(words, bonus.balls());
            let more =
                Button::new(words.fill("df-bonus", &[("balls", count.into())])).min_size(vec2(0.0, END));
            if ui.add(more).clicked() {
                if let Some(draft) = &mut battle.draft {
                    draft.begin_bonus().ok();
                }
                battle.hold(ui, Hand::Empty);
            }
        }
    });
    if let (Err(why), true) = (&plan, draft.steps().len() > 0) {
        let text = RichText::new(says::rule(words, why)).color(theme::paint(ui).bad).size(14.0);
        ui.add(Label::new(text).wrap());
    }
    ended
}

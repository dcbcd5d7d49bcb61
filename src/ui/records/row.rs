//! One record in the list.

use eframe::egui::{
    EventFilter, FontId, Key, Modifiers, Response, Role, Sense, StrokeKind, Ui, WidgetInfo,
    text::{LayoutJob, TextWrapping},
    vec2,
};
use marque_protocol::{
    audit::{Outcome, Verdict},
    record::{Damage, NoRecord},
    terms::{Agreed, BadTerms},
};

use crate::{
    archive::{ArchiveError, Finding, Found},
    ui::{dates::date, story::Story, theme, words::Words},
};

/// How tall it is, in points.
pub(super) const HEIGHT: f32 = 52.0;

/// See the module.
pub(super) struct Row {
    /// The file.
    pub(super) found: Found,
    /// What it holds, once it was read through.
    pub(super) finding: Option<Result<Finding, ArchiveError>>,
}

impl Row {
    /// Of a file that was found.
    pub(super) fn new(found: Found) -> Row {
        Row { found, finding: None }
    }

    /// Whether it is still to be read through.
    pub(super) fn is_open(&self) -> bool {
        self.found.game.is_ok() && self.finding.is_none()
    }

    /// Whether something is wrong with it, or proven by it.
    fn is_alarming(&self) -> bool {
        match (&self.found.game, &self.finding) {
            (Err(_), _) | (_, Some(Err(_))) => true,
            (_, Some(Ok(finding))) => finding.damage.is_some() || !finding.verdict.faults.is_empty(),
            _ => false,
        }
    }

    /// Draws it; `stop` is whether the keyboard can go to it.
    pub(super) fn show(&self, ui: &mut Ui, words: &Words, selected: bool, stop: bool) -> Response {
        let sense = if stop { Sense::click() } else { Sense::CLICK };
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), sense);
        let [title, line] = self.say(words);
        response
            .widget_info(|| WidgetInfo::selected(Role::Button, true, selected, format!("{title}, {line}")));
        let visuals = ui.style().interact_selectable(&response, selected);
        if selected || response.hovered() || response.has_focus() {
            ui.painter().rect(rect, 4.0, visuals.weak_bg_fill, visuals.bg_stroke, StrokeKind::Inside);
        }
        let strong = match self.is_alarming() && !selected {
            true => theme::paint(ui).bad,
            false => ui.visuals().strong_text_color(),
        };
        let weak = if selected { strong } else { ui.visuals().text_color() };
        let inside = rect.shrink2(vec2(10.0, 5.0));
        for (text, size, colour, top) in [(title, 16.0, strong, 0.0), (line, 13.5, weak, 22.0)] {
            let mut job = LayoutJob::simple_singleline(text, FontId::proportional(size), colour);
            job.wrap = TextWrapping::truncate_at_width(inside.width());
            let galley = ui.painter().layout_job(job);
            ui.painter().galley(inside.min + vec2(0.0, top), galley, colour);
        }
        response
    }

    /// How it ended and against whom; when, what, and whether all of it is verified.
    fn say(&self, words: &Words) -> [String; 2] {
        let day = date(words, self.found.day());
        let name = || self.found.path.file_name().map(|name| name.display().to_string());
        let agreed = match &self.found.game {
            Ok(agreed) => agreed,
            Err(error) => {
                return [name().unwrap_or_default(), format!("{day} · {}", reason(words, error))];
            }
        };
        let story = Story::new(words, agreed, self.found.you);
        let state = match &self.finding {
            None => words.say("record-unread"),
            Some(Err(error)) => reason(words, error),
            Some(Ok(Finding { damage: Some(_), .. })) => words.say("record-damaged"),
            Some(Ok(finding)) if !finding.verdict.faults.is_empty() => words.say("record-fault"),
            Some(Ok(finding)) if finding.verdict.audited() => format!("✔ {}", words.say("record-audited")),
            Some(Ok(_)) => words.say("record-not-audited"),
        };
        let verdict = self.finding.as_ref().and_then(|finding| finding.as_ref().ok());
        let outcome = verdict.map(|finding| outcome(&story, &finding.verdict));
        let title = [outcome, Some(players(&story))].into_iter().flatten().collect::<Vec<_>>().join(" · ");
        [title, [day, game(words, agreed), state].join(" · ")]
    }
}

/// The row, of so many, to which an arrow key goes from the one that has the focus; it is brought into sight.
pub(super) fn next(ui: &Ui, row: &Response, number: usize, rows: usize) -> Option<usize> {
    if !row.has_focus() {
        return None;
    }
    let arrows = EventFilter { vertical_arrows: true, ..Default::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(row.id, arrows));
    let pressed = |key| ui.input_mut(|input| input.count_and_consume_key(Modifiers::NONE, key));
    let (up, down) = (pressed(Key::ArrowUp), pressed(Key::ArrowDown));
    let to = (number + down).saturating_sub(up).min(rows.saturating_sub(1));
    if to == number {
        return None;
    }
    let shift = (to as f32 - number as f32) * (HEIGHT + ui.spacing().item_spacing.y);
    ui.scroll_to_rect(row.rect.translate(vec2(0.0, shift)), None);
    Some(to)
}

/// The name of a game.
pub(super) fn game(words: &Words, agreed: &Agreed) -> String {
    words.fill("record-game", &[("id", agreed.terms.game.as_str().into())])
}

/// Against whom the player played, or who played whom.
pub(in crate::ui) fn players(story: &Story<'_>) -> String {
    let names: Vec<String> = story.others().map(|seat| story.who(seat)).collect();
    match story.you {
        Some(_) => story.words.fill("record-against", &[("who", names.join(", ").into())]),
        None => names.join(" – "),
    }
}

/// How it ended for the player, or who has won.
pub(in crate::ui) fn outcome(story: &Story<'_>, verdict: &Verdict) -> String {
    let words = story.words;
    match (verdict.winner, story.you) {
        (Some(winner), Some(you)) if winner == you => words.say("record-won"),
        (Some(_), Some(_)) => words.say("record-lost"),
        (Some(winner), None) => words.fill("record-winner", &[("who", story.who(winner).into())]),
        (None, _) if verdict.outcome == Outcome::Unfinished => words.say("record-unfinished"),
        (None, _) => words.say("record-nobody"),
    }
}

/// What is wrong with a file.
pub(in crate::ui) fn reason(words: &Words, error: &ArchiveError) -> String {
    let why = |key, error: &dyn std::error::Error| words.fill(key, &[("why", error.to_string().into())]);
    match error {
        ArchiveError::Unreadable(error) => why("unfit-unreadable", error),
        ArchiveError::NotAFile => words.say("unfit-not-a-file"),
        ArchiveError::TooLarge => words.say("unfit-too-large"),
        ArchiveError::Exists => words.say("unfit-exists"),
        ArchiveError::Store(error) => why("unfit-store", error),
        ArchiveError::NoRecord(NoRecord::Magic) => words.say("unfit-no-record"),
        ArchiveError::NoRecord(
            NoRecord::Version(_)
            | NoRecord::Terms(BadTerms::Protocol(_) | BadTerms::Game(_) | BadTerms::Rules(_)),
        ) => words.say("unfit-version"),
        ArchiveError::NoRecord(NoRecord::Damaged(_)) => words.say("unfit-damaged"),
        ArchiveError::NoRecord(NoRecord::Terms(error)) => why("unfit-terms", error),
    }
}

/// What is wrong with a file at some place.
pub(in crate::ui) fn damage(words: &Words, damage: &Damage, entries: usize) -> String {
    let why = words.say(match damage {
        Damage::Torn => "damage-torn",
        Damage::Changed => "damage-changed",
        Damage::Foreign(_) => "damage-foreign",
    });
    words.fill("record-good-to", &[("why", why.into()), ("count", entries.into())])
}

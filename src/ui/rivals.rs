//! Those with whom the player has played of late, on the first screen: how they stand, and another game.

use eframe::egui::{Button, RichText, Ui};

use super::{
    boards, names,
    widgets::{card, heading, sentence},
    words::Words,
};
use crate::{
    archive::{Archive, Report, Score},
    rematch::Rematch,
};

/// The list, which comes in its own time.
pub struct Rivals {
    archive: Archive,
    rivals: Vec<Rematch>,
    scores: Vec<([u8; 32], Score)>,
}

impl Rivals {
    /// Those whom an archive knows.
    pub fn new(archive: Archive) -> Rivals {
        archive.rivals();
        Rivals { archive, rivals: Vec::new(), scores: Vec::new() }
    }

    /// Draws it, if there is anybody; with whom the player wants another game.
    pub fn show(&mut self, ui: &mut Ui, words: &Words) -> Option<Rematch> {
        self.hear();
        if self.rivals.is_empty() {
            return None;
        }
        let mut wanted = None;
        card(ui, |ui| {
            heading(ui, &words.say("rivals"), None);
            for (rival, who) in self.rivals.iter().zip(self.names(words)) {
                ui.horizontal_wrapped(|ui| {
                    let button = Button::new(words.fill("rivals-rematch", &[("who", who.clone().into())]));
                    if ui.add(button).on_hover_text(words.say("rivals-line")).clicked() {
                        wanted = Some(rival.clone());
                    }
                    sentence(ui, RichText::new(self.line(words, rival, &who)).weak());
                });
            }
        });
        wanted
    }

    fn hear(&mut self) {
        while let Some(report) = self.archive.report() {
            match report {
                Report::Rivals(rivals) => self.rivals = rivals,
                Report::Score(other, score) => self.scores.push((other, score)),
                _ => {}
            }
        }
    }

    /// Each rival's name, or the names of those of one game.
    fn names(&self, words: &Words) -> Vec<String> {
        let places = || self.rivals.iter().flat_map(Rematch::others);
        let mut players: Vec<(&str, &[u8; 32])> = Vec::new();
        for place in places() {
            if !players.iter().any(|(_, identity)| *identity == &place.identity) {
                players.push((&place.nickname, &place.identity));
            }
        }
        let apart = names::apart(words, &players);
        let name = |identity: &[u8; 32]| {
            let mut named = players.iter().zip(&apart);
            named.find(|((_, of), _)| *of == identity).map(|(_, name)| name.clone())
        };
        let all = |rival: &Rematch| {
            let names: Vec<String> = rival.others().filter_map(|place| name(&place.identity)).collect();
            names.join(", ")
        };
        self.rivals.iter().map(all).collect()
    }

    /// What was played, and how they stand.
    fn line(&self, words: &Words, rival: &Rematch, who: &str) -> String {
        let other = rival.others().next().map(|place| place.identity);
        let score = self.scores.iter().find(|(of, _)| Some(*of) == other).map(|(_, score)| score);
        let score = score.filter(|_| rival.last.seats() == 2).and_then(|score| say(words, score, who));
        let game = boards::title(words, &rival.last.terms.game);
        score.into_iter().chain([game]).collect::<Vec<String>>().join(" · ")
    }
}

/// How two stand; none before a game between them counts.
pub(super) fn say(words: &Words, score: &Score, who: &str) -> Option<String> {
    let fills = [
        ("who", who.into()),
        ("won", score.won.into()),
        ("lost", score.lost.into()),
        ("drawn", score.drawn.into()),
    ];
    let key = if score.drawn == 0 { "score" } else { "score-drawn" };
    (!score.is_empty()).then(|| words.fill(key, &fills))
}

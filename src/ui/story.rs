//! A game in words: who plays, what happened, how it ended.

use std::cell::OnceCell;

use marque_protocol::{
    audit::{Audit, Outcome, Verdict},
    games::Ply,
    log::Step,
    rules::{Leaving, Seat},
    statement::{Body, Proposal},
    table::News,
    terms::Agreed,
};

use super::{boards, names, words::Words};
use crate::{helm::Happened, scene::Scene};

/// See the module.
pub struct Story<'a> {
    /// The language.
    pub words: &'a Words,
    /// The game.
    pub agreed: &'a Agreed,
    /// The seat of whoever is told.
    pub you: Option<Seat>,
    /// Who sits there: looked for once, since a log names them in every line.
    names: OnceCell<Vec<String>>,
}

impl<'a> Story<'a> {
    /// Of what is seen.
    pub fn of(words: &'a Words, scene: &'a Scene<'_>) -> Story<'a> {
        Story::new(words, scene.table.agreed(), scene.you)
    }

    /// Of a game.
    pub fn new(words: &'a Words, agreed: &'a Agreed, you: Option<Seat>) -> Story<'a> {
        Story { words, agreed, you, names: OnceCell::new() }
    }

    /// A seat as the player calls it.
    pub fn who(&self, seat: Seat) -> String {
        let nameless =
            || self.agreed.place(seat).is_none_or(|place| names::drawn(&place.nickname).is_empty());
        if self.you.is_none() && nameless() {
            return self.words.fill("seat", &[("number", (seat.index() + 1).into())]);
        }
        let names = self.names.get_or_init(|| names::table(self.words, self.agreed, self.you));
        names.get(seat.index()).cloned().unwrap_or_else(|| self.words.say("opponent"))
    }

    /// All seats but that of the player.
    pub fn others(&self) -> impl Iterator<Item = Seat> + use<> {
        let you = self.you;
        self.seats().filter(move |seat| Some(*seat) != you)
    }

    fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.agreed.seats())
    }

    fn of_seat(&self, key: &str, seat: Seat) -> String {
        self.words.fill(key, &[("who", self.who(seat).into())])
    }

    /// A step in one line; none for what goes without saying.
    pub fn line(&self, happened: &Happened) -> Option<String> {
        let who = |seat| self.who(seat);
        let mut parts = Vec::new();
        for news in &happened.news {
            match news {
                News::Sealed(seat) => parts.push(self.of_seat("log-sealed", *seat)),
                News::Said(seat, ply, events) => {
                    let speaker = match ply {
                        Ply::Act(act) => boards::speaker(act, *seat),
                        Ply::Answer(_) => None,
                    };
                    parts.extend(speaker.map(|seat| self.who(seat)));
                    parts.extend(events.iter().filter_map(|event| boards::say(self.words, &who, event)));
                }
                News::Drawn(events) => {
                    parts.extend(events.iter().filter_map(|event| boards::say(self.words, &who, event)));
                }
                News::Left(seat, why, _) => {
                    let key = match why {
                        Leaving::Resigned => "log-left-resigned",
                        Leaving::Forfeited => "log-left-forfeited",
                        Leaving::Claimed => "log-left-claimed",
                        Leaving::Faulted => "log-left-faulted",
                    };
                    parts.push(self.of_seat(key, *seat));
                }
                News::Offered(seat, proposal) => parts.push(match proposal {
                    Proposal::Draw => self.of_seat("log-offered-draw", *seat),
                    Proposal::Adjournment => self.of_seat("log-offered-adjourn", *seat),
                }),
                News::Accepted(seat, proposal) => parts.push(match proposal {
                    Proposal::Draw => self.of_seat("log-accepted-draw", *seat),
                    Proposal::Adjournment => self.of_seat("log-accepted-adjourn", *seat),
                }),
                News::Withdrawn(seat, proposal) => parts.push(match proposal {
                    Proposal::Draw => self.of_seat("log-withdrawn-draw", *seat),
                    Proposal::Adjournment => self.of_seat("log-withdrawn-adjourn", *seat),
                }),
                News::Declined(_, proposal) => parts.push(self.words.say(match proposal {
                    Proposal::Draw => "log-declined-draw",
                    Proposal::Adjournment => "log-declined-adjourn",
                })),
                News::Agreed(proposal) => parts.push(self.words.say(match proposal {
                    Proposal::Draw => "log-agreed-draw",
                    Proposal::Adjournment => "log-agreed-adjourn",
                })),
                News::Linked(_) | News::Acknowledged(_) | News::Complained(_) | News::Over(_) => {}
            }
        }
        if parts.is_empty() {
            return None;
        }
        // The seal mark: this was proven, not merely said.
        let proven = matches!(&happened.step, Step::Entry(entry) if matches!(entry.body, Body::Answer { .. } | Body::Seal { .. }));
        let mark = if proven { format!("  ✔\u{a0}{}", self.words.say("proven")) } else { String::new() };
        Some(format!("{:>3}  {}{mark}", happened.number, parts.join(" · ")))
    }

    /// A step in one line, also where the log of a game under way passes over it.
    pub fn every_line(&self, happened: &Happened) -> String {
        let quiet = || {
            let said = happened.news.iter().find_map(|news| match news {
                News::Linked(seat) => Some(self.of_seat("log-linked", *seat)),
                News::Acknowledged(seat) => Some(self.of_seat("log-acknowledged", *seat)),
                News::Complained(seat) => Some(self.of_seat("log-complained", *seat)),
                News::Said(seat, Ply::Act(_), _) => Some(self.of_seat("log-acted", *seat)),
                News::Said(seat, Ply::Answer(_), _) => Some(self.of_seat("log-answered", *seat)),
                _ => None,
            });
            format!("{:>3}  {}", happened.number, said.unwrap_or_default())
        };
        self.line(happened).unwrap_or_else(quiet)
    }

    /// Who won and why, and what the audit of the charts found.
    pub fn verdict(&self, verdict: &Verdict) -> String {
        let key = match verdict.outcome {
            Outcome::Won => boards::won(&self.agreed.options),
            Outcome::Resigned => "verdict-resigned",
            Outcome::Forfeit => "verdict-forfeit",
            Outcome::Claimed => "verdict-claimed",
            Outcome::Fault => "verdict-fault",
            Outcome::Draw => "verdict-draw",
            Outcome::Agreed => "verdict-agreed",
            Outcome::Unfinished => "verdict-unfinished",
        };
        let mut parts = vec![self.words.say(key)];
        for proof in &verdict.faults {
            let fills = [
                ("who", self.who(proof.seat).into()),
                ("rule", proof.fault.rule().into()),
                ("entry", proof.entry.into()),
            ];
            parts.push(self.words.fill("verdict-proof", &fills));
        }
        for (seat, audit) in Seat::all(verdict.audits.len()).zip(&verdict.audits) {
            let key = match audit {
                Audit::Good => "audit-good",
                Audit::NotShown => "audit-not-shown",
                Audit::Bad(..) => "audit-bad",
            };
            parts.push(self.of_seat(key, seat));
        }
        parts.join("  ")
    }
}

//! A draw or an adjournment, offered between two at different computers.

use eframe::egui::{Button, Ui};
use marque_protocol::statement::Proposal;

use super::story;
use crate::{
    helm::{Order, View},
    ui::words::Words,
};

const ALL: [Proposal; 2] = [Proposal::Draw, Proposal::Adjournment];

/// What the player may offer or take back; says what he orders. Bots and who sits at the same window need
/// no such words.
pub(super) fn menu(ui: &mut Ui, words: &Words, view: &View) -> Option<Order> {
    if !view.far || view.own.is_none() {
        return None;
    }
    let mut order = None;
    ui.menu_button(words.say("offer"), |ui| {
        for proposal in ALL {
            let offers = view.table.offers();
            let back = offers.may_withdraw(view.seat, proposal);
            let can = view.is_due() && (back || offers.may_offer(view.seat, proposal));
            let button = Button::new(words.say(if back { take_back(proposal) } else { offer(proposal) }));
            let button = ui.add_enabled(can, button).on_disabled_hover_text(words.say("offer-when"));
            if button.clicked() {
                order = Some(if back { Order::Withdraw(proposal) } else { Order::Offer(proposal) });
                ui.close();
            }
        }
    });
    order
}

/// What is offered, and by whom; says what the player orders. Who plays on has declined.
pub(super) fn show(ui: &mut Ui, words: &Words, view: &View) -> Option<Order> {
    let offers = view.table.offers();
    let standing: Vec<_> = ALL.into_iter().filter_map(|proposal| offers.standing(proposal)).collect();
    if view.end.is_some() || standing.is_empty() && !offers.adjourned() {
        return None;
    }
    let mut order = None;
    if offers.adjourned() {
        ui.label(words.say("adjourned-until"));
    }
    for offer in standing {
        let (theirs, own, yes) = match offer.proposal {
            Proposal::Draw => ("draw-offered", "draw-offered-own", "draw-accept"),
            Proposal::Adjournment => ("adjourn-offered", "adjourn-offered-own", "adjourn-accept"),
        };
        if offer.by == view.seat || offer.accepted.contains(&view.seat) {
            ui.label(words.say(own));
            continue;
        }
        ui.horizontal_wrapped(|ui| {
            let fills = [("who", story(words, view).who(offer.by).into())];
            ui.label(words.fill(theirs, &fills));
            let accept = ui.add_enabled(view.is_due(), Button::new(words.say(yes)));
            if accept.on_disabled_hover_text(words.say("offer-when")).clicked() {
                order = Some(Order::Accept(offer.proposal));
            }
        });
    }
    order
}

fn offer(proposal: Proposal) -> &'static str {
    match proposal {
        Proposal::Draw => "offer-draw",
        Proposal::Adjournment => "offer-adjourn",
    }
}

fn take_back(proposal: Proposal) -> &'static str {
    match proposal {
        Proposal::Draw => "withdraw-draw",
        Proposal::Adjournment => "withdraw-adjourn",
    }
}

//! Somebody who does not act in time, over the network of this computer.

use marque::{
    net::Ticket,
    table::{Offer, Stage},
};
use marque_protocol::{games::Layout, terms::Clock};

use super::*;

fn desk(folder: &std::path::Path) -> Desk {
    let reach = Reach { offline: true, bind: "127.0.0.1:0".parse().ok(), relay: None, roots: Vec::new() };
    Desk::reaching(folder, reach)
}

/// Both sides of a game whose fleets are sealed; the first that is due.
fn begin(desks: &[Desk; 2], clock: Clock) -> ([Helm; 2], usize) {
    let [host, guest] = desks;
    let options = Options::choose("classic", &[]).unwrap();
    let layout = options.random_layout(&mut ChaCha8Rng::seed_from_u64(1)).unwrap();
    let offer = Offer { game: "classic".to_owned(), options, seats: 2, clock };
    host.engine.host(offer, "one".to_owned());
    let table = host.lobby();
    let ticket = host.until(|| table.view()?.ticket.clone());
    guest.engine.join(Ticket::find(&ticket).unwrap(), "other".to_owned());
    let seat = guest.lobby();
    guest.until(|| seat.view().filter(|lobby| lobby.stage == Stage::Asked));
    assert!(seat.order(Wish::Agree));
    let helms = [host.helm(), guest.helm()];
    for (desk, helm) in desks.iter().zip(&helms) {
        lay(desk, helm, &layout);
    }
    let due = host.until(|| match helms[0].view()?.table.duty() {
        Duty::Act(seat) => Some(seat.index()),
        _ => None,
    });
    (helms, due)
}

fn lay(desk: &Desk, helm: &Helm, layout: &Layout) {
    desk.until(|| helm.view()?.lay_by);
    assert!(helm.order(Order::Lay(layout.clone())));
}

#[test]
fn who_lets_the_time_pass_is_called_so_and_the_win_can_be_claimed() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let desks = [desk(folders[0].path()), desk(folders[1].path())];
    // What came before had a limit as well, that ends a little earlier.
    let clock = Clock { decision_s: Some(5), answer_s: 5, grace_s: 0, ..Clock::default() };
    let (helms, due) = begin(&desks, clock);
    let other = 1 - due;
    let view = desks[other].until(|| helms[other].view().filter(|view| !view.overdue.is_empty()));
    assert_eq!(view.overdue.iter().map(|seat| seat.index()).collect::<Vec<_>>(), [due]);
    assert!(helms[due].view().unwrap().overdue.is_empty(), "nobody calls himself silent");
    assert!(helms[other].order(Order::Claim));
    for (desk, helm) in desks.iter().zip(&helms) {
        let view = desk.until(|| helm.view().filter(|view| view.end.is_some()));
        let verdict = &view.end.as_ref().unwrap().verdict;
        assert_eq!(verdict.outcome, Outcome::Claimed);
        assert_eq!(verdict.winner.map(Seat::index), Some(other));
    }
}

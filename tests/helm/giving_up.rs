//! Who does not want to wait for the network any longer.

use marque::table::Offer;
use marque_protocol::terms::Clock;

use super::*;

#[test]
fn a_table_that_was_given_up_is_left_and_in_the_way_of_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let reach = Reach { offline: true, bind: "127.0.0.1:0".parse().ok(), relay: None, roots: Vec::new() };
    let desk = Desk::reaching(folder.path(), reach);
    let options = Options::choose("classic", &[]).unwrap();
    let offer = |decision_s| Offer {
        game: "classic".to_owned(),
        options: options.clone(),
        seats: 2,
        clock: Clock { decision_s, ..Clock::default() },
    };
    desk.engine.host(offer(Some(30)), String::new());
    desk.engine.give_up();
    // One table at a time: this one is opened when the other is gone.
    desk.engine.host(offer(Some(60)), String::new());
    let lobby = desk.lobby();
    let terms = desk.until(|| lobby.view()?.terms.clone());
    assert_eq!(terms.clock.decision_s, Some(60));
    assert!(lobby.order(Wish::Leave));
    desk.until(|| lobby.is_over().then_some(()));
    assert!(desk.engine.news().is_none());
}

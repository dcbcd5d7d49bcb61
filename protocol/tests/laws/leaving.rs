//! Seats that leave, whatever the moment.

use std::collections::BTreeSet;

use marque_protocol::rules::{Due, Leaving, Seat};

use super::bout::{Bout, Here, cases};

const REASONS: [Leaving; 4] = [Leaving::Resigned, Leaving::Forfeited, Leaving::Claimed, Leaving::Faulted];

/// What is due, and whether it is this seat's.
fn moment(bout: &Bout, seat: Seat) -> Option<(&'static str, bool)> {
    match bout.position.due() {
        Due::Act(due) => Some(("act", due == seat)),
        Due::Answer(due) => Some(("answer", due == seat)),
        Due::Draw => Some(("draw", true)),
        Due::Over(_) => None,
    }
}

#[test]
fn any_seat_may_leave_at_any_moment() {
    for case in cases() {
        let (mut came_up, mut left) = (BTreeSet::new(), BTreeSet::new());
        for seed in 0..3 {
            let _here = Here::at(&case, seed);
            let mut bout = Bout::new(&case, seed);
            loop {
                for seat in bout.playing() {
                    came_up.extend(moment(&bout, seat));
                    let plays_on = bout.below(12) == 0;
                    let mut without = bout.fork();
                    left.extend(leave(&mut without, seat));
                    if plays_on {
                        and_so_on(&mut without);
                    }
                }
                if bout.step().is_none() {
                    break;
                }
            }
        }
        assert_eq!(came_up, left, "{case}");
        assert!(came_up.contains(&("act", true)), "{case}: {came_up:?}");
    }
}

/// The seat leaves; the moment at which it did.
fn leave(bout: &mut Bout, seat: Seat) -> Option<(&'static str, bool)> {
    let moment = moment(bout, seat);
    let why = REASONS[bout.below(REASONS.len())];
    let before = bout.position.due();
    bout.position.leave(seat, why);
    bout.out.push(seat);
    let due = bout.position.due();
    assert!(!matches!(due, Due::Act(due) | Due::Answer(due) if due == seat), "{seat:?} is still due");
    let staying = bout.playing();
    bout.names_every_seat_once(&bout.position.stopped());
    match (&before, &due) {
        (Due::Over(before), Due::Over(after)) if !staying.is_empty() => {
            assert_eq!(before, after, "what is over stays as it is");
        }
        (Due::Over(_), Due::Over(_)) => {}
        (_, Due::Over(ranking)) => {
            bout.names_every_seat_once(ranking);
            if let [last] = staying.as_slice() {
                assert_eq!(ranking.winner(), Some(*last), "the last seat in play wins");
            }
        }
        _ => assert!(staying.len() > 1, "nobody is left to play with"),
    }
    let once = bout.position.clone();
    bout.position.leave(seat, why);
    assert_eq!(bout.position, once, "once is enough");
    moment
}

/// The game goes on without, others leave too, and in the end it is over.
fn and_so_on(bout: &mut Bout) {
    while bout.step().is_some() {
        let playing = bout.playing();
        if bout.below(20) == 0 && playing.len() > 1 {
            let seat = playing[bout.below(playing.len())];
            leave(bout, seat);
        }
    }
    for seat in bout.playing() {
        bout.position.leave(seat, Leaving::Faulted);
        let Due::Over(ranking) = bout.position.due() else { panic!("{seat:?} left, and play begins anew") };
        bout.names_every_seat_once(&ranking);
    }
}

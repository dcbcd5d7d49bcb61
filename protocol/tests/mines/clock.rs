//! MIV-30: a reveal that does not come, between real peers.

#[path = "../laws/mesh.rs"]
mod mesh;

use marque_protocol::{
    audit::{Outcome, verdict},
    games::{self, Layout, Position, duel},
    peer::{Event, Input},
    rules::{Intent, Seat},
    table::Duty,
};
use mesh::{A, Mesh, mesh};

fn act(mesh: &mut Mesh, seat: Seat, act: duel::Act) {
    mesh.input(seat, Input::Act(Intent::plain(games::Act::Duel(act)))).unwrap();
    mesh.run();
}

fn layout(mesh: &Mesh, seat: Seat) -> duel::Layout {
    let Some(Layout::Duel(layout)) = mesh.agreed.options.layout(&mesh.node(seat).chart) else {
        panic!("the layout of a duel")
    };
    layout
}

#[test]
fn miv_30() {
    let mut mesh = mesh("mines", 2, 30, &[]);
    let Duty::Act(shooter) = mesh.duty(A) else { panic!("somebody begins") };
    let owner = duel::Duel::opponent(shooter);
    let mines = layout(&mesh, owner).mines;
    act(&mut mesh, shooter, duel::Act::fire(mines));
    for seat in [shooter, owner] {
        let Position::Duel(duel) = mesh.peer(seat).table().position() else { panic!("a duel") };
        assert_eq!((duel.reveals_due(shooter), mesh.duty(seat)), (1, Duty::Act(shooter)));
    }
    // A reveal has the clock of a decision: 60 s, and 10 s of grace.
    let clock = mesh.agreed.terms.clock;
    assert_eq!((clock.decision_s, clock.grace_s), (Some(60), 10));
    let overdue = |mesh: &Mesh| {
        let events = &mesh.node(owner).events;
        events.iter().any(|event| matches!(event, Event::Overdue(seats) if *seats == [shooter]))
    };
    mesh.silence(shooter);
    mesh.wait(69_999);
    assert!(!overdue(&mesh), "it is not late yet");
    mesh.wait(1);
    assert!(overdue(&mesh));
    mesh.input(owner, Input::Claim).unwrap();
    mesh.run();
    let verdict = verdict(mesh.log(owner));
    assert_eq!(mesh.duty(owner), Duty::Over);
    assert_eq!((verdict.outcome, verdict.winner), (Outcome::Claimed, Some(owner)));
    assert!(verdict.faults.is_empty(), "silence convicts nobody");
}

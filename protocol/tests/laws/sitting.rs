//! Fleets that are laid out while the game is on: until then a peer is a spectator.

use marque_protocol::{
    games,
    peer::{Input, Refused},
    rules::Seat,
    table::Duty,
};

use crate::mesh::{Mesh, mesh};

/// A table at which nobody has laid out anything; all are connected.
fn unlaid(card: &str, seats: usize) -> Mesh {
    let everybody: Vec<Seat> = Seat::all(seats).collect();
    let mut mesh = mesh(card, seats, 7, &everybody);
    everybody.into_iter().for_each(|seat| mesh.begin(seat, None));
    mesh.connect_all();
    mesh
}

fn sit(mesh: &mut Mesh, seat: Seat) -> Result<(), Refused> {
    let seated = Box::new(mesh.seated(seat));
    mesh.input(seat, Input::Sit(seated))
}

/// Orders in which the seats lay out their fleets.
fn orders(seats: usize) -> Vec<Vec<Seat>> {
    let all: Vec<Seat> = Seat::all(seats).collect();
    let turned = (0..seats).map(|by| {
        let mut order = all.clone();
        order.rotate_left(by);
        order
    });
    let turned: Vec<Vec<Seat>> = turned.collect();
    let backwards = turned.iter().map(|order| order.iter().rev().copied().collect());
    turned.iter().cloned().chain(backwards).collect()
}

#[test]
fn in_whatever_order_fleets_are_laid_out_the_game_begins_when_all_are() {
    for card in games::cards() {
        for seats in card.seats.clone() {
            for order in orders(seats) {
                let mut mesh = unlaid(card.id, seats);
                for (done, seat) in order.iter().enumerate() {
                    assert!(matches!(mesh.duty(*seat), Duty::Seal(_)), "{done} of {seats} are not all");
                    sit(&mut mesh, *seat).unwrap();
                    mesh.run();
                }
                for seat in Seat::all(seats) {
                    assert!(!matches!(mesh.duty(seat), Duty::Seal(_)), "{} {order:?}", card.id);
                    assert_eq!(mesh.log(seat).table().head(), mesh.log(order[0]).table().head());
                }
            }
        }
    }
}

#[test]
fn a_fleet_is_laid_out_once_and_by_nobody_before() {
    let mut mesh = unlaid("classic", 2);
    let seat = Seat(0);
    assert_eq!(mesh.input(seat, Input::Resign), Err(Refused::Spectator));
    assert_eq!(mesh.input(seat, Input::Claim), Err(Refused::Spectator));
    sit(&mut mesh, seat).unwrap();
    let before = mesh.state(seat);
    assert_eq!(sit(&mut mesh, seat), Err(Refused::Seated));
    assert!(mesh.state(seat) == before);
}

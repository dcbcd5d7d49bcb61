//! Positions for tests.

use marque_protocol::{
    games::{
        diabolik::{Board, Edge, Heading, Options, Ship, setup},
        grid::Cell,
    },
    rules::Seat,
};

/// The cell of this name.
pub(super) fn cell(name: &str) -> Cell {
    name.parse().unwrap()
}

/// So many seats at the start, all bows ahead.
pub(super) fn start(seats: usize, options: &Options) -> Board {
    let edges = match seats {
        2 => vec![Edge::South, Edge::North],
        _ => Edge::ALL[..seats].to_vec(),
    };
    let mut board = Board::new(options, &edges);
    let size = board.grid().width;
    for (seat, edge) in Seat::all(seats).zip(edges) {
        for at in setup::start_cells(edge, size) {
            assert!(board.put(at, Ship { owner: seat, heading: edge.heading(Heading::N) }));
        }
    }
    board
}

/// Two seats, South first, with these ships.
pub(super) fn with(south: &[(u8, &str, Heading)], north: &[(u8, &str, Heading)]) -> Board {
    let mut board = Board::new(&Options::DEFAULT, &[Edge::South, Edge::North]);
    for &(owner, at, heading) in south.iter().chain(north) {
        assert!(board.put(cell(at), Ship { owner: Seat(owner), heading }), "{at}");
    }
    board
}

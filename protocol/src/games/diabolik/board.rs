//! Where all ships are, and what follows from it.

use super::{
    compass::{Edge, Heading},
    illegal::Illegal,
    options::Options,
    words::Act,
};
use crate::{
    games::grid::{Cell, Cells, Grid},
    rules::Seat,
};

/// Ships of a seat at the beginning.
pub const FLEET: u8 = 8;

/// Columns and rows of the larger board.
const SIDE: usize = 12;

/// A ship on the board.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Ship {
    /// Whose it is.
    pub owner: Seat,
    /// Where its bow points to.
    pub heading: Heading,
}

/// All squares, row by row from the South.
pub(super) type Squares = [[Option<Ship>; SIDE]; SIDE];

/// What there is of one seat.
#[derive(Clone, Debug, Eq, PartialEq)]
struct Player {
    edge: Edge,
    fleet: Cells,
    reserve: u8,
    plays: bool,
    allies: [bool; Seat::MOST],
}

/// The board with everything that acts depend on; whose turn it is, is another question. Small enough to
/// be copied at every step of a search.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Board {
    options: Options,
    size: u8,
    squares: Squares,
    players: [Option<Player>; Seat::MOST],
}

impl Board {
    /// A board without ships; seats sit at these edges, in the order of seats.
    pub fn new(options: &Options, edges: &[Edge]) -> Board {
        let mut players = [const { None }; Seat::MOST];
        for (player, &edge) in players.iter_mut().zip(edges) {
            let (fleet, allies) = (Cells::EMPTY, [false; Seat::MOST]);
            *player = Some(Player { edge, fleet, reserve: 0, plays: true, allies });
        }
        let size = if edges.len() > 2 { 12 } else { 8 };
        Board { options: *options, size, squares: [[None; SIDE]; SIDE], players }
    }

    /// What was agreed.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Its cells: 8x8 for two seats, 12x12 for more (DF-19).
    pub fn grid(&self) -> Grid {
        Grid::square(self.size)
    }

    /// The ship on a cell.
    pub fn ship(&self, cell: Cell) -> Option<Ship> {
        *self.squares.get(usize::from(cell.y))?.get(usize::from(cell.x))?
    }

    /// The cells of a seat's ships, row by row.
    pub fn fleet(&self, seat: Seat) -> Cells {
        self.player(seat).map_or(Cells::EMPTY, |player| player.fleet)
    }

    /// How many sunk ships of the seat can be rebuilt.
    pub fn reserve(&self, seat: Seat) -> u8 {
        self.player(seat).map_or(0, |player| player.reserve)
    }

    /// Where the seat sits.
    pub fn edge(&self, seat: Seat) -> Edge {
        self.player(seat).map_or(Edge::South, |player| player.edge)
    }

    /// Whether the seat is in play.
    pub fn plays(&self, seat: Seat) -> bool {
        self.player(seat).is_some_and(|player| player.plays)
    }

    /// The seats in play, in the order of seats.
    pub fn playing(&self) -> impl Iterator<Item = Seat> + Clone + '_ {
        Seat::all(Seat::MOST).filter(|&seat| self.plays(seat))
    }

    /// The next seat in play after this one, clockwise (DF-23); the seat itself comes last.
    pub fn next(&self, seat: Seat) -> Option<Seat> {
        let edges = Edge::ALL.into_iter().cycle().skip(1 + self.edge(seat) as usize).take(Edge::ALL.len());
        edges.filter_map(|edge| self.playing().find(|&other| self.edge(other) == edge)).next()
    }

    /// Who may use the ships of a seat (DF-26).
    pub fn allies(&self, seat: Seat) -> impl Iterator<Item = Seat> + '_ {
        Seat::all(Seat::MOST).filter(move |&other| self.permits(seat, other))
    }

    /// Whether `owner` permits `user` to sink with its ships (DF-26).
    pub fn permits(&self, owner: Seat, user: Seat) -> bool {
        let player = self.player(owner).filter(|player| player.plays && self.options.joint);
        player.is_some_and(|player| player.allies.get(user.index()) == Some(&true))
    }

    /// How many rows a cell is away from the seat's own edge: 0 is the own first row, 1 the second.
    pub fn row(&self, seat: Seat, cell: Cell) -> u8 {
        self.edge(seat).row(self.size, cell)
    }

    /// Whether a cell is on the row that the seat's ships want to reach, where they freeze (DF-13, DF-22).
    pub fn is_goal(&self, seat: Seat, cell: Cell) -> bool {
        self.row(seat, cell) + 1 == self.size
    }

    /// Whether a ship is on this cell that has reached its goal (DF-13).
    pub fn is_frozen(&self, cell: Cell) -> bool {
        self.ship(cell).is_some_and(|ship| self.is_goal(ship.owner, cell))
    }

    /// How many ships of the seat have reached the goal row.
    pub fn arrivals(&self, seat: Seat) -> usize {
        self.fleet(seat).iter().filter(|&cell| self.is_goal(seat, cell)).count()
    }

    /// How many ships of the seat are in the half of the board next to its goal (DF-18, DF-22).
    pub fn beyond_middle(&self, seat: Seat) -> usize {
        self.fleet(seat).iter().filter(|&cell| self.row(seat, cell) >= self.size / 2).count()
    }

    /// How many enemies of the seat are beside a cell, frozen ones too (DF-11).
    pub fn enemies_near(&self, seat: Seat, cell: Cell) -> usize {
        let near = Heading::ALL.into_iter().filter_map(|way| self.ship(way.from(cell)?));
        near.filter(|ship| ship.owner != seat).count()
    }

    /// What it costs the seat to move its ship on this cell.
    pub fn move_cost(&self, seat: Seat, from: Cell) -> u8 {
        if self.enemies_near(seat, from) == 0 { 1 } else { 2 }
    }

    /// What it costs the seat to turn its ship on this cell.
    pub fn turn_cost(&self, seat: Seat, at: Cell) -> u8 {
        match self.enemies_near(seat, at) {
            0 => 1,
            1 => 2,
            _ => 3,
        }
    }

    /// What a rebuilt ship costs.
    pub const BUILD_COST: u8 = 3;

    /// Whether the ship on a cell offers its flank to another cell (DF-1).
    pub fn flanks(&self, by: Cell, target: Cell) -> Result<(), Illegal> {
        let ship = self.ship(by).ok_or(Illegal::NoShip(by))?;
        let way = Heading::between(by, target).ok_or(Illegal::NotNeighbour(by))?;
        if ship.heading.is_across(way) { Ok(()) } else { Err(Illegal::NotFlank(by)) }
    }

    /// The cells of the board to which the ship on a cell offers its flanks (DF-1); none without a ship.
    pub fn flank_cells(&self, by: Cell) -> impl Iterator<Item = Cell> {
        let sides =
            self.ship(by).into_iter().flat_map(|ship| [2, 6].map(|eighths| ship.heading.turned(eighths)));
        sides.filter_map(move |side| side.from(by)).filter(|&cell| self.grid().contains(cell))
    }

    /// Two ships of the seat in single file, if there are any (DF-2).
    pub fn single_file(&self, seat: Seat) -> Option<(Cell, Cell)> {
        let ways = |cell: Cell, heading: Heading| {
            [heading, heading.turned(4)].into_iter().filter_map(move |way| way.from(cell))
        };
        self.fleet(seat).iter().find_map(|cell| {
            let heading = self.ship(cell)?.heading;
            let in_line = |ship: Ship| ship.owner == seat && ship.heading.is_along(heading);
            ways(cell, heading).find(|&near| self.ship(near).is_some_and(in_line)).map(|near| (cell, near))
        })
    }

    /// Every sinking for which the seat's ships, and those it may use, stand as they must, whether or not
    /// it has moved: its threats now.
    pub fn threats(&self, seat: Seat) -> Vec<Act> {
        let enemies = self.playing().filter(|&owner| owner != seat);
        let mut threats = Vec::new();
        for target in enemies.flat_map(|owner| self.fleet(owner).iter()) {
            if self.is_frozen(target) {
                continue;
            }
            let attackers: Vec<(Cell, Seat)> = self.flanking(seat, target).collect();
            for (number, &(first, owner)) in attackers.iter().enumerate() {
                let seconds = attackers.iter().skip(number + 1);
                let own = seconds.filter(|(_, other)| owner == seat || *other == seat);
                threats.extend(own.map(|&(second, _)| Act::sink(target, [first, second])));
            }
        }
        threats
    }

    /// Ships that the seat may use and that offer their flanks to a cell, with their owners.
    fn flanking(&self, seat: Seat, target: Cell) -> impl Iterator<Item = (Cell, Seat)> {
        Heading::ALL.into_iter().filter_map(move |way| {
            let by = way.from(target)?;
            let ship = self.ship(by).filter(|ship| ship.heading.is_across(way))?;
            (ship.owner == seat || self.permits(ship.owner, seat)).then_some((by, ship.owner))
        })
    }

    /// Puts a ship on an empty cell of the board; false if there is no room.
    pub fn put(&mut self, cell: Cell, ship: Ship) -> bool {
        if !self.grid().contains(cell) || self.ship(cell).is_some() {
            return false;
        }
        let Some(player) = self.player_mut(ship.owner) else { return false };
        player.fleet.insert(cell);
        if let Some(square) = self.square(cell) {
            *square = Some(ship);
        }
        true
    }

    /// Takes a ship from the board.
    pub fn take(&mut self, cell: Cell) -> Option<Ship> {
        let ship = self.square(cell)?.take()?;
        if let Some(player) = self.player_mut(ship.owner) {
            player.fleet.remove(cell);
        }
        Some(ship)
    }

    /// Says how many ships the seat can rebuild.
    pub fn set_reserve(&mut self, seat: Seat, reserve: u8) {
        if let Some(player) = self.player_mut(seat) {
            player.reserve = reserve;
        }
    }

    /// Says who may use the seat's ships.
    pub fn set_allies(&mut self, seat: Seat, allies: &[Seat]) {
        if let Some(player) = self.player_mut(seat) {
            let seats = Seat::all(Seat::MOST);
            player.allies.iter_mut().zip(seats).for_each(|(may, seat)| *may = allies.contains(&seat));
        }
    }

    /// The seat is out; if others play on, its ships leave the board (DF-24).
    pub fn retire(&mut self, seat: Seat) {
        let Some(player) = self.player_mut(seat) else { return };
        player.plays = false;
        if self.playing().nth(1).is_none() {
            return;
        }
        self.set_reserve(seat, 0);
        for cell in self.fleet(seat).iter() {
            self.take(cell);
        }
    }

    /// The one ranking of ships that counts where play is stopped (DF-18): on the goal row, beyond the
    /// middle, on the board.
    pub fn standing(&self, seat: Seat) -> (usize, usize, usize) {
        (self.arrivals(seat), self.beyond_middle(seat), self.fleet(seat).len())
    }

    pub(super) fn squares(&self) -> &Squares {
        &self.squares
    }

    fn square(&mut self, cell: Cell) -> Option<&mut Option<Ship>> {
        self.squares.get_mut(usize::from(cell.y))?.get_mut(usize::from(cell.x))
    }

    fn player(&self, seat: Seat) -> Option<&Player> {
        self.players.get(seat.index())?.as_ref()
    }

    fn player_mut(&mut self, seat: Seat) -> Option<&mut Player> {
        self.players.get_mut(seat.index())?.as_mut()
    }
}

//! Games of two seats for records: what is said is chosen here, and each seat's chart is known.

use std::sync::Arc;

use marque_protocol::{
    games::{
        self, Options, Ply,
        duel::{self, Act, Answer, Outcome},
    },
    log::Log,
    record::{Item, MAGIC, Writer},
    rules::Seat,
    seal::{Chart, Claim, ClaimsProof, Seal, Secret},
    statement::{Body, Opened, Out, Signed, Spot, Statement},
    table::{Duty, Table, seal_context, seal_spot},
    terms::Agreed,
    wire,
};

use super::toys::{agree, keys, terms};

pub const A: Seat = Seat(0);
pub const B: Seat = Seat(1);

/// A game that was agreed on, and what lies in each sea.
pub struct Game {
    pub agreed: Arc<Agreed>,
    pub charts: [Chart; 2],
    /// Seals and links, all honest.
    pub opening: Vec<Signed>,
}

/// The values of ships and mines, by the names of their cells.
pub fn chart(options: &Options, ships: &str, mines: &str) -> Chart {
    let ships = ships.split_whitespace().map(|name| name.parse().unwrap()).collect();
    let mines = mines.split_whitespace().map(|name| name.parse().unwrap()).collect();
    let layout = games::Layout::Duel(duel::Layout { ships, mines });
    options.chart(&layout).unwrap().unwrap()
}

impl Game {
    pub fn new(card: &str, options: duel::Options, charts: [(&str, &str); 2]) -> Game {
        let options = Options::Duel(options);
        let agreed = agree(&wire::encode(&terms(card, &options)), 2).check().unwrap();
        let charts = charts.map(|(ships, mines)| chart(&options, ships, mines));
        let mut game = Game { agreed, charts, opening: Vec::new() };
        let mut play = Play::empty(&game);
        for seat in [A, B] {
            play.say(game.seal(seat));
        }
        for _ in 0..2 {
            let link = play.link();
            play.say(link);
        }
        game.opening = play.said;
        game
    }

    /// Any statement of a seat.
    pub fn sign(&self, seat: Seat, statement: &Statement) -> Signed {
        Signed::make(&keys(seat.0).signing(), seat, &self.agreed.id, statement)
    }

    pub fn entry(&self, seat: Seat, spot: Spot, body: Body) -> Signed {
        self.sign(seat, &Statement::Entry(spot, body))
    }

    pub fn secret(&self, seat: Seat) -> Secret {
        self.secret_of(seat, self.charts[seat.index()].values())
    }

    /// What a seat with other values would keep.
    pub fn secret_of(&self, seat: Seat, values: &[u8]) -> Secret {
        Secret::new(self.agreed.id, seat.0, keys(seat.0).seed(), Chart::new(values.to_vec()))
    }

    /// A number of a seat's chain of links, the tip being number 0.
    pub fn link(&self, seat: Seat, number: u32) -> [u8; 32] {
        keys(seat.0).chain(&self.agreed.id, seat, self.agreed.card.draws).link(number).unwrap()
    }

    /// The honest seal of a seat, before it is signed.
    pub fn bare_seal(&self, seat: Seat) -> Seal {
        self.seal_of(&self.secret(seat), seat, None)
    }

    /// A seal of other values, or with the hashed board of others.
    pub fn seal_of(&self, secret: &Secret, seat: Seat, board: Option<[u8; 32]>) -> Seal {
        let (laws, context) = (self.agreed.options.laws(), seal_context(&self.agreed, seat));
        let board = board.unwrap_or_else(|| secret.board(0).unwrap());
        Seal::forge_with_board(secret, board, &laws, &self.link(seat, 0), &context)
    }

    pub fn sealing(&self, seat: Seat, seal: Seal) -> Signed {
        self.entry(seat, seal_spot(&self.agreed, seat), Body::Seal { seal, tip: self.link(seat, 0) })
    }

    pub fn seal(&self, seat: Seat) -> Signed {
        self.sealing(seat, self.bare_seal(seat))
    }

    /// The chart of a seat, or what it says it is, at a spot.
    pub fn shown(&self, seat: Seat, spot: Spot, values: &[u8]) -> Signed {
        let opened = Opened { seed: keys(seat.0).seed(), values: values.to_vec() };
        self.sign(seat, &Statement::Chart(spot, opened))
    }
}

/// A game under way: what was said, in the order of the file.
pub struct Play<'a> {
    pub game: &'a Game,
    pub log: Log,
    pub said: Vec<Signed>,
}

impl<'a> Play<'a> {
    pub fn empty(game: &'a Game) -> Play<'a> {
        Play { game, log: Log::new(game.agreed.clone()), said: Vec::new() }
    }

    /// Everything up to the first act.
    pub fn opened(game: &'a Game) -> Play<'a> {
        let mut play = Play::empty(game);
        game.opening.iter().for_each(|signed| play.say(signed.clone()));
        play
    }

    /// Says what the log takes.
    pub fn say(&mut self, signed: Signed) {
        self.log.replay(&self.said, signed.clone()).unwrap();
        self.said.push(signed);
    }

    /// Puts into the file whatever the log makes of it.
    pub fn push(&mut self, signed: Signed) {
        self.said.push(signed);
    }

    pub fn table(&self) -> &Table {
        self.log.table()
    }

    pub fn spot(&self) -> Spot {
        self.table().spot()
    }

    /// The seat whose duty it is.
    pub fn due(&self) -> Seat {
        self.table().duty().seat().unwrap()
    }

    pub fn sign(&self, seat: Seat, statement: &Statement) -> Signed {
        self.game.sign(seat, statement)
    }

    /// An entry of the seat that is due.
    pub fn entry(&self, body: Body) -> Signed {
        self.game.entry(self.due(), self.spot(), body)
    }

    /// The link of the seat that is due.
    pub fn link(&self) -> Signed {
        self.entry(Body::Link(self.game.link(self.due(), self.table().link_number())))
    }

    /// Words of the seat that is due, as well proven as can be.
    pub fn words(&self, ply: &Ply) -> Signed {
        self.entry(self.body(ply))
    }

    pub fn body(&self, ply: &Ply) -> Body {
        let seat = self.due();
        let claims = match self.table().position().check(seat, ply) {
            Some(Ok(implied)) => implied.claims,
            _ => Vec::new(),
        };
        let proof = self.proof(&claims);
        match ply {
            Ply::Act(act) => Body::Act { words: act.encode(), extension: None, proof },
            Ply::Answer(answer) => Body::Answer { words: answer.encode(), proof, letter: None },
        }
    }

    fn proof(&self, claims: &[Claim]) -> ClaimsProof {
        let seat = self.due();
        let sealed = self.table().public(seat).unwrap().sealed.as_ref().unwrap();
        ClaimsProof::forge(&self.game.secret(seat), claims, &self.table().context(seat), sealed)
    }

    /// Fires at these cells, in this order.
    pub fn fire(&self, cells: &str) -> Signed {
        self.words(&act(Act::Fire(cells_of(cells))))
    }

    pub fn reveal(&self, cells: &str) -> Signed {
        self.words(&act(Act::Reveal(cells_of(cells))))
    }

    pub fn says(&self, outcomes: &[Outcome], sunk: &str) -> Signed {
        self.words(&answer(outcomes, sunk))
    }

    /// The truth.
    pub fn truth(&self) -> Signed {
        let chart = &self.game.charts[self.due().index()];
        self.words(&Ply::Answer(self.table().position().honest(self.due(), chart)))
    }

    /// A shot and the truth about it.
    pub fn shot(&mut self, cells: &str) {
        self.say(self.fire(cells));
        self.say(self.truth());
    }

    /// The head behind an entry at the end of the log.
    pub fn head_behind(&self, entry: &Signed) -> [u8; 32] {
        entry.head(&self.spot().previous)
    }

    /// The spot behind seats that are out at the end of the log.
    pub fn spot_behind_out(&self, out: &Out) -> Spot {
        Spot { number: self.spot().number + 1, previous: out.head(&self.spot().previous) }
    }

    /// Everybody signs the result and shows its chart.
    pub fn end(&mut self) {
        assert_eq!(self.table().duty(), Duty::Over);
        let spot = self.spot();
        for seat in [A, B] {
            self.say(self.sign(seat, &Statement::Result(spot)));
        }
        for seat in [A, B] {
            self.say(self.game.shown(seat, spot, self.game.charts[seat.index()].values()));
        }
    }

    /// The file.
    pub fn record(&self) -> Vec<u8> {
        let items = self.said.iter().map(|signed| wire::encode(&Item::Said(signed.clone())));
        file(&items.collect::<Vec<_>>(), &self.game.agreed)
    }
}

/// A file of an agreement and these items, whatever they are, with the right checks.
pub fn file(items: &[Vec<u8>], agreed: &Agreed) -> Vec<u8> {
    let agreement = wire::encode(&Item::Agreement(agreed.agreement.clone()));
    file_of(&[&[agreement], items].concat())
}

/// A file of these items.
pub fn file_of(items: &[Vec<u8>]) -> Vec<u8> {
    let mut check: [u8; 32] = super::sha256(&[MAGIC]);
    let mut bytes = MAGIC.to_vec();
    for item in items {
        let length = item.len() as u64;
        check = super::sha256(&[b"marque/1/record", &check, &length.to_le_bytes(), item]);
        bytes.extend((item.len() as u32).to_le_bytes());
        bytes.extend(item);
        bytes.extend(&check[..8]);
    }
    bytes
}

/// The writer of the reference writes the same.
pub fn is_written_so(agreed: &Agreed, bytes: &[u8]) -> bool {
    let item = Item::Agreement(agreed.agreement.clone());
    bytes.get(MAGIC.len()..).is_some_and(|rest| rest.starts_with(&Writer::default().item(&item)))
}

pub fn cells_of(cells: &str) -> Vec<games::grid::Cell> {
    cells.split_whitespace().map(|name| name.parse().unwrap()).collect()
}

pub fn act(act: Act) -> Ply {
    Ply::Act(games::Act::Duel(act))
}

pub fn answer(outcomes: &[Outcome], sunk: &str) -> Ply {
    let sunk = sunk.split_whitespace().map(|ship| ship.parse().unwrap()).collect();
    Ply::Answer(games::Answer::Duel(Answer { outcomes: outcomes.to_vec(), sunk }))
}

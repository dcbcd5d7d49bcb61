//! The seats that may sign anything: one mind that sees every peer and holds all their keys.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use marque_protocol::{
    draw::Chain,
    log::Step,
    peer::Peer,
    rules::{Leaving, Seat},
    seal::{Chart, ClaimsProof, Context, Digest, Seal, Secret, letter::Letter},
    sim::below,
    statement::{Body, Opened, Proposal, Signed, Spot, Statement},
    table::{Duty, Table},
    terms::{Agreed, SeatKeys},
};
use rand::Rng;

/// What a villain does, each with its weight in a game.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Deed {
    /// A sound entry where it is due on some honest chain.
    Play,
    /// A sound entry anywhere it is due, old positions and side branches included.
    Fork,
    /// An entry that breaks a rule.
    Foul,
    /// A removal of anybody for any reason.
    Remove,
    /// A vote that a step was seen.
    Seen,
    /// A vote that seats are overdue.
    Overdue,
    /// A resignation.
    Resign,
    /// A chart or result.
    Attach,
    /// Something withheld comes out.
    Release,
}

pub const DEEDS: [Deed; 9] = [
    Deed::Play,
    Deed::Fork,
    Deed::Foul,
    Deed::Remove,
    Deed::Seen,
    Deed::Overdue,
    Deed::Resign,
    Deed::Attach,
    Deed::Release,
];

pub struct Hand {
    keys: SeatKeys,
    chart: Chart,
    secret: Secret,
    chain: Chain,
}

pub struct Villain {
    agreed: Arc<Agreed>,
    hands: BTreeMap<Seat, Hand>,
    pub tables: BTreeMap<Digest, Table>,
    entries: Vec<(Signed, Spot, Body)>,
    heard: BTreeSet<Digest>,
    pub said: Vec<Signed>,
    /// Different entries for one spot, at the most.
    pub versions: usize,
}

pub fn pick<'a, T>(rng: &mut dyn Rng, list: &'a [T]) -> Option<&'a T> {
    let at = below(rng, list.len() as u64) as usize;
    list.get(at)
}

impl Villain {
    pub fn new(agreed: &Arc<Agreed>, hands: Vec<(Seat, SeatKeys, Chart)>) -> Villain {
        let hand = |(seat, keys, chart): (Seat, SeatKeys, Chart)| {
            let secret = Secret::new(agreed.id, seat.0, keys.seed(), chart.clone());
            let chain = keys.chain(&agreed.id, seat, agreed.card.draws);
            (seat, Hand { keys, chart, secret, chain })
        };
        let mut villain = Villain {
            agreed: agreed.clone(),
            hands: hands.into_iter().map(hand).collect(),
            tables: BTreeMap::new(),
            entries: Vec::new(),
            heard: BTreeSet::new(),
            said: Vec::new(),
            versions: 2,
        };
        villain.know(Table::new(agreed.clone()));
        villain
    }

    pub fn seats(&self) -> impl Iterator<Item = Seat> + '_ {
        self.hands.keys().copied()
    }

    /// Takes a table and every table that known entries lead to from it.
    pub fn know(&mut self, table: Table) {
        let mut open = vec![table];
        while let Some(table) = open.pop() {
            if self.tables.contains_key(&table.head()) {
                continue;
            }
            for (signed, spot, body) in &self.entries {
                open.extend(after(&table, signed, spot, body));
            }
            self.tables.insert(table.head(), table);
        }
    }

    pub fn hear(&mut self, signed: &Signed) {
        if !self.heard.insert(signed.digest()) {
            return;
        }
        let Ok(Statement::Entry(spot, body)) = signed.open(&self.agreed) else { return };
        let on: Vec<Table> =
            self.tables.values().filter_map(|table| after(table, signed, &spot, &body)).collect();
        self.entries.push((signed.clone(), spot, body));
        for table in on {
            self.know(table);
        }
    }

    pub fn watch(&mut self, peer: &Peer) {
        for signed in peer.log().statements().to_vec() {
            self.hear(&signed);
        }
        for (number, step) in peer.log().chain().iter().enumerate() {
            if let (Step::Out(_), Some(table)) = (step, peer.log().table_at(number + 1)) {
                self.know(table.clone());
            }
        }
    }

    pub fn sign(&mut self, seat: Seat, statement: &Statement) -> Signed {
        if let Statement::Entry(spot, _) = statement {
            let own = self.entries.iter().filter(|(signed, at, _)| signed.seat == seat && at == spot);
            let own: Vec<Signed> = own.map(|(signed, ..)| signed.clone()).collect();
            if let (Some(last), true) = (own.last(), own.len() >= self.versions) {
                return last.clone();
            }
        }
        let signed = Signed::make(&self.hands[&seat].keys.signing(), seat, &self.agreed.id, statement);
        self.hear(&signed);
        self.said.push(signed.clone());
        signed
    }

    /// Whether some entry of this seat stands at this spot.
    pub fn has_signed(&self, spot: Spot, seat: Seat) -> Option<&Signed> {
        let mut own = self.entries.iter().filter(|(signed, at, _)| signed.seat == seat && *at == spot);
        own.next().map(|(signed, ..)| signed)
    }

    /// A sound body where this seat is due, if there is one.
    pub fn sound(&self, table: &Table, rng: &mut dyn Rng) -> Option<Body> {
        let seat = table.duty().seat()?;
        let hand = self.hands.get(&seat)?;
        let context = table.context(seat);
        match table.duty() {
            Duty::Seal(_) => {
                let mut tip = hand.chain.tip();
                if below(rng, 2) == 0 {
                    rng.fill_bytes(&mut tip);
                }
                let laws = self.agreed.options.laws();
                let seal = Seal::make(&hand.secret, &laws, &tip, &context).ok()?;
                Some(Body::Seal { seal, tip })
            }
            Duty::Act(_) if below(rng, 4) == 0 => {
                let body = parley(rng);
                table.check(seat, &body).is_ok().then_some(body)
            }
            Duty::Act(_) => {
                let (acts, _) = table.position().legal(seat, &hand.chart);
                let plain: Vec<_> = acts.iter().filter(|intent| intent.bits.is_empty()).collect();
                let words = pick(rng, &plain)?.act.encode();
                let proof = self.no_claims(table, hand)?;
                let body = Body::Act { words, extension: None, proof };
                self.proven(table, hand, body)
            }
            Duty::Answer(_) => {
                let words = table.position().honest(seat, &hand.chart).encode();
                let proof = self.no_claims(table, hand)?;
                self.proven(table, hand, Body::Answer { words, proof, letter: None })
            }
            Duty::Link(_) => hand.chain.link(table.link_number()).map(Body::Link),
            Duty::Acknowledge(_) if below(rng, 4) == 0 => Some(Body::Complain),
            Duty::Acknowledge(_) => Some(Body::Acknowledge),
            Duty::Disclose(_) => {
                let (.., context) = table.delivery()?;
                Some(Body::Disclose(Letter::disclosure(&hand.secret, context)))
            }
            Duty::Over => None,
        }
    }

    fn no_claims(&self, table: &Table, hand: &Hand) -> Option<ClaimsProof> {
        let seat = table.duty().seat()?;
        let sealed = table.public(seat)?.sealed.as_ref()?;
        ClaimsProof::make(&hand.secret, &[], &table.context(seat), sealed).ok()
    }

    fn proven(&self, table: &Table, hand: &Hand, body: Body) -> Option<Body> {
        let seat = table.duty().seat()?;
        let (_, implied) = table.implied(seat, &body).ok()?;
        let context: Context = table.context(seat);
        let sealed = table.public(seat)?.sealed.as_ref()?;
        let proof = ClaimsProof::make(&hand.secret, &implied.claims, &context, sealed).ok()?;
        Some(match body {
            Body::Answer { words, .. } => {
                let letter = implied.private.and_then(|private| {
                    let reader = self.agreed.place(private.reader)?.exchange;
                    Letter::write(&hand.secret, &context, &reader, &private.lines).ok()
                });
                Body::Answer { words, proof, letter }
            }
            Body::Act { words, extension, .. } => Body::Act { words, extension, proof },
            other => other,
        })
    }

    /// The statement that a deed is, if there is room for it. `tips` are the honest peers' tables.
    pub fn act(&mut self, deed: Deed, tips: &[Table], rng: &mut dyn Rng) -> Option<Signed> {
        let seats: Vec<Seat> = self.seats().collect();
        let tip = pick(rng, tips)?.clone();
        let all: Vec<Digest> = self.tables.keys().copied().collect();
        let any = self.tables[pick(rng, &all)?].clone();
        let due: Vec<&Table> =
            self.tables.values().filter(|t| t.duty().seat().is_some_and(|s| seats.contains(&s))).collect();
        let due = pick(rng, &due).map(|table| Table::clone(table));
        let table = if below(rng, 3) == 0 { any } else { tip.clone() };
        let seat = *pick(rng, &seats)?;
        let everyone = Seat::all(self.agreed.seats());
        let statement = match deed {
            Deed::Play => {
                let author = tip.duty().seat().filter(|due| seats.contains(due))?;
                if let Some(signed) = self.has_signed(tip.entry_spot(), author)
                    && below(rng, 4) > 0
                {
                    return Some(signed.clone());
                }
                let body = self.sound(&tip, rng)?;
                return Some(self.sign(author, &Statement::Entry(tip.entry_spot(), body)));
            }
            Deed::Fork => {
                let table = due?;
                let body = self.sound(&table, rng)?;
                return Some(self.sign(table.duty().seat()?, &Statement::Entry(table.entry_spot(), body)));
            }
            Deed::Foul => {
                let table = due?;
                let mut link = [0; 32];
                rng.fill_bytes(&mut link);
                let body = match below(rng, 3) {
                    0 => Body::Complain,
                    1 => Body::Link(link),
                    _ => parley(rng),
                };
                return Some(self.sign(table.duty().seat()?, &Statement::Entry(table.spot(), body)));
            }
            Deed::Remove => {
                let table = if below(rng, 2) == 0 { due? } else { tip };
                let author = table.duty().seat().filter(|due| seats.contains(due))?;
                let why = if below(rng, 2) == 0 { Leaving::Faulted } else { Leaving::Resigned };
                let out = everyone.filter(|seat| *seat != author && below(rng, 2) == 0);
                let removal = Body::Removal(out.map(|seat| (seat, why)).collect());
                return Some(self.sign(author, &Statement::Entry(table.spot(), removal)));
            }
            Deed::Seen => {
                let known = self.entries.iter().map(|(signed, spot, _)| (*spot, signed.head(&spot.previous)));
                let known: Vec<(Spot, Digest)> = known.collect();
                let (spot, head) = *pick(rng, &known)?;
                Statement::Seen(spot, head)
            }
            Deed::Overdue => {
                let due = table.duty().seat();
                let other = everyone.filter(|other| {
                    *other != seat && (due == Some(*other) && below(rng, 5) > 0 || below(rng, 5) == 0)
                });
                Statement::Overdue(table.spot(), other.collect())
            }
            Deed::Resign => Statement::Resign(table.spot()),
            Deed::Attach if below(rng, 2) == 0 => Statement::Result(table.spot()),
            Deed::Attach => {
                let hand = &self.hands[&seat];
                let mut values = hand.chart.values().to_vec();
                if below(rng, 2) == 0 {
                    values.reverse();
                }
                Statement::Chart(table.spot(), Opened { seed: hand.keys.seed(), values })
            }
            Deed::Release => return pick(rng, &self.said).cloned(),
        };
        Some(self.sign(seat, &statement))
    }
}

/// Something about an offer, whether or not it makes sense.
fn parley(rng: &mut dyn Rng) -> Body {
    let proposal = if below(rng, 2) == 0 { Proposal::Draw } else { Proposal::Adjournment };
    match below(rng, 3) {
        0 => Body::Offer(proposal),
        1 => Body::Accept(proposal),
        _ => Body::Withdraw(proposal),
    }
}

fn after(table: &Table, signed: &Signed, spot: &Spot, body: &Body) -> Option<Table> {
    if table.entry_spot() != *spot || table.duty().seat() != Some(signed.seat) {
        return None;
    }
    let proven = table.check(signed.seat, body).ok()?;
    let mut table = table.clone();
    table.apply(signed.seat, proven, signed.head(&table.head()));
    Some(table)
}

//! A lying machine: what an honest peer says passes through it, and one thing is changed.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use ed25519_dalek::{
    SigningKey, VerifyingKey,
    hazmat::{ExpandedSecretKey, raw_sign},
};
use rand::{Rng, rngs::ChaCha20Rng};
use sha2::{Digest as _, Sha256, Sha512};

use super::{
    below,
    lies::{How, LieSpec},
    stream,
};
use crate::{
    games::{lies, lies::Where},
    log::Step,
    peer::{Link, Peer},
    rules::{Leaving, Seat},
    seal::{Chart, ClaimsProof, Context, Digest, Seal, Secret, letter::Letter},
    statement::{Body, Proposal, Signed, Spot, Statement},
    table::{Duty, Table},
    terms::{Agreed, SeatKeys, Signature},
    wire::Frame,
};

/// A machine that tells one lie; the honest peer is beside it.
pub struct Liar {
    lie: LieSpec,
    agreed: Arc<Agreed>,
    seat: Seat,
    keys: SeatKeys,
    signing: SigningKey,
    chart: Chart,
    secret: Secret,
    /// Another lawful board, to answer from.
    other: Secret,
    rng: ChaCha20Rng,
    /// Opportunities to let pass before lying.
    patience: u64,
    /// Honest statements with which an opportunity was let pass.
    passed: BTreeSet<Digest>,
    /// Number of the step of the lie that is on its way.
    begun: Option<u32>,
    /// Statements that honest peers have had.
    heard: BTreeSet<Digest>,
    /// What is said instead of an honest statement, by its digest.
    replaced: BTreeMap<Digest, Instead>,
    volunteered: Vec<Signed>,
}

enum Instead {
    /// These, the original left out; with several, each peer hears one.
    Of(Vec<Signed>),
    /// These, and then the original.
    Before(Vec<Signed>),
    /// Nothing, now and later.
    Silence,
}

impl Liar {
    /// A machine for this seat, whose honest peer has the same secrets.
    pub fn new(
        lie: LieSpec,
        agreed: &Arc<Agreed>,
        seat: Seat,
        keys: &SeatKeys,
        chart: &Chart,
        seed: u64,
    ) -> Liar {
        let mut rng = stream(seed, 200);
        let options = &agreed.options;
        let layout = options.random_layout(&mut rng).expect("the generator finds a layout");
        let other = options.chart(&layout).expect("of this game").expect("a legal layout");
        // A lie that only some positions have room for is told at the first.
        let patience = match lie.how {
            How::Game(_) | How::BadLink | How::BadLetter | How::FalseComplaint => 0,
            _ if seed.is_multiple_of(2) => 0,
            _ => below(&mut rng, 3),
        };
        Liar {
            lie,
            agreed: agreed.clone(),
            seat,
            signing: keys.signing(),
            secret: Secret::new(agreed.id, seat.0, keys.seed(), chart.clone()),
            other: Secret::new(agreed.id, seat.0, keys.seed(), other),
            keys: keys.clone(),
            chart: chart.clone(),
            rng,
            patience,
            passed: BTreeSet::new(),
            begun: None,
            heard: BTreeSet::new(),
            replaced: BTreeMap::new(),
            volunteered: Vec::new(),
        }
    }

    /// Number of the step at which the lie was told: honest peers have had all that makes it one. What was lost
    /// on the way and never said again is no lie.
    pub fn told(&self) -> Option<u32> {
        let said = self.replaced.values().flat_map(|instead| match instead {
            Instead::Of(said) | Instead::Before(said) => said.as_slice(),
            Instead::Silence => &[],
        });
        let mut said = said.chain(&self.volunteered);
        self.begun.filter(|_| said.all(|signed| self.heard.contains(&signed_digest(signed))))
    }

    /// An honest peer has had this, from whomever.
    pub(super) fn was_heard(&mut self, bytes: &[u8]) {
        if let Ok(Frame::Said(signed)) = Frame::decode(bytes) {
            self.heard.insert(signed_digest(&signed));
        }
    }

    /// What goes out where the honest peer sends `bytes`.
    pub fn distort(&mut self, peer: &Peer, link: Link, bytes: Vec<u8>) -> Vec<(Link, Vec<u8>)> {
        let signed = match Frame::decode(&bytes) {
            Ok(Frame::Said(signed)) if signed.seat == self.seat => signed,
            Ok(Frame::Synced) => {
                let again = self.volunteered.iter().map(|signed| (link, frame(signed)));
                return again.chain([(link, bytes)]).collect();
            }
            _ => return vec![(link, bytes)],
        };
        let digest = signed.digest();
        if self.begun.is_none()
            && !self.passed.contains(&digest)
            && let Ok(statement) = signed.open(&self.agreed)
            && let Some((number, instead)) = self.tell(peer, &signed, &statement)
        {
            if self.patience > 0 {
                self.patience -= 1;
                self.passed.insert(digest);
            } else {
                self.begun = Some(number);
                self.replaced.insert(digest, instead);
            }
        }
        match self.replaced.get(&digest) {
            Some(Instead::Of(said)) => {
                let hearer = (link & 0xff) as usize;
                let pick = if hearer == 0 || (hearer == 1 && self.seat.0 == 0) { 0 } else { said.len() - 1 };
                said.get(pick).map(|signed| (link, frame(signed))).into_iter().collect()
            }
            Some(Instead::Before(said)) => {
                said.iter().map(|signed| (link, frame(signed))).chain([(link, bytes)]).collect()
            }
            Some(Instead::Silence) => Vec::new(),
            // Behind a replaced statement the honest peer talks to itself.
            None if self.replaced.values().any(|instead| !matches!(instead, Instead::Before(_))) => {
                Vec::new()
            }
            None => vec![(link, bytes)],
        }
    }

    fn sign(&self, statement: &Statement) -> Signed {
        Signed::make(&self.signing, self.seat, &self.agreed.id, statement)
    }

    fn entry(&self, spot: Spot, body: Body) -> Signed {
        self.sign(&Statement::Entry(spot, body))
    }

    fn random(&mut self) -> Digest {
        let mut bytes = [0; 32];
        self.rng.fill_bytes(&mut bytes);
        bytes
    }

    fn someone_else(&self) -> Seat {
        if self.seat == Seat(0) { Seat(1) } else { Seat(0) }
    }

    /// The lie that can be told in place of an honest statement.
    fn tell(&mut self, peer: &Peer, signed: &Signed, statement: &Statement) -> Option<(u32, Instead)> {
        let (spot, body) = match statement {
            Statement::Entry(spot, body) => (*spot, body),
            Statement::Chart(spot, opened) if self.lie.how == How::FalseChart => {
                self.patience = 0;
                let mut opened = opened.clone();
                let value = opened.values.last_mut()?;
                *value = 1 - (*value).min(1);
                let lie = self.sign(&Statement::Chart(*spot, opened));
                return Some((peer.table().number(), Instead::Of(vec![lie])));
            }
            _ => return None,
        };
        let instead = match (self.lie.how, body) {
            (How::WrongPrevious, Body::Act { .. }) => {
                let spot = Spot { previous: self.random(), ..spot };
                Instead::Before(vec![self.entry(spot, body.clone())])
            }
            (How::ForgedSignature, Body::Act { .. }) => {
                let signature = Signature(self.random(), signed.signature.1);
                Instead::Before(vec![Signed { signature, ..signed.clone() }])
            }
            (How::ForgedAuthor, Body::Act { .. }) => {
                Instead::Before(vec![Signed { seat: self.someone_else(), ..signed.clone() }])
            }
            (How::SignedTwice, Body::Act { .. }) => Instead::Before(vec![self.sign_again(signed)]),
            (How::AfterResigning, Body::Act { .. }) => {
                Instead::Before(vec![self.sign(&Statement::Resign(spot))])
            }
            (How::Silence, Body::Answer { .. }) => Instead::Silence,
            (How::BadLink, Body::Link(_)) => {
                let link = self.random();
                Instead::Of(vec![self.entry(spot, Body::Link(link))])
            }
            (How::FalseRemoval, Body::Act { .. }) => {
                let removal = Body::Removal(vec![(self.someone_else(), Leaving::Faulted)]);
                Instead::Of(vec![self.entry(spot, removal)])
            }
            (How::FalseComplaint, Body::Acknowledge) => Instead::Of(vec![self.entry(spot, Body::Complain)]),
            (How::Game(Where::Chart), Body::Seal { tip, .. }) => {
                let body = self.false_seal(spot, tip)?;
                Instead::Of(vec![self.entry(spot, body)])
            }
            _ => {
                let table = peer.log().table_at(spot.number as usize)?;
                self.tell_at(table, peer, spot, body)?
            }
        };
        Some((spot.number, instead))
    }

    /// Lies about acts and answers, which need the table on which they stand.
    fn tell_at(&mut self, table: &Table, peer: &Peer, spot: Spot, body: &Body) -> Option<Instead> {
        let body = match (self.lie.how, body) {
            (How::Game(Where::Act), Body::Act { extension, proof, .. }) => {
                let act = lies::act(self.lie.name, table.position(), self.seat, &self.chart)?;
                let lie =
                    Body::Act { words: act.encode(), extension: extension.clone(), proof: proof.clone() };
                self.prove(table, &self.secret, lie)
            }
            (How::Game(Where::Answer), Body::Answer { proof, .. }) => {
                let answer = lies::answer(self.lie.name, table.position(), self.seat, &self.chart)?;
                let lie = Body::Answer { words: answer.encode(), proof: proof.clone(), letter: None };
                self.prove(table, &self.secret, lie)
            }
            (How::Game(Where::Silence), Body::Act { .. }) => {
                return lies::silent(self.lie.name, table.position(), self.seat).then_some(Instead::Silence);
            }
            (How::OtherBoard, Body::Answer { words, proof, letter: None }) => {
                let answer = table.position().honest(self.seat, self.other.chart()).encode();
                let lie = Body::Answer { words: answer.clone(), proof: proof.clone(), letter: None };
                if answer == *words {
                    return None;
                }
                self.prove(table, &self.other, lie)
            }
            (How::CopiedProof, Body::Answer { words, proof, letter }) => {
                let copied = self.proof_of(peer, spot, |seat| seat != self.seat, proof)?;
                Body::Answer { words: words.clone(), proof: copied, letter: letter.clone() }
            }
            (How::ReplayedProof, Body::Answer { words, proof, letter }) => {
                let replayed = self.proof_of(peer, spot, |seat| seat == self.seat, proof)?;
                Body::Answer { words: words.clone(), proof: replayed, letter: letter.clone() }
            }
            (How::ActForAnswer, Body::Answer { .. }) => self.own_act(peer)?,
            (How::BadLetter, Body::Answer { words, proof, letter: Some(_) }) => {
                let implied = table.implied(self.seat, body).ok()?.1;
                let private = implied.private?;
                let reader = self.agreed.place(private.reader)?.exchange;
                let context = table.context(self.seat);
                let sums = private.lines.iter().map(|line| self.chart.sum(line) + 1);
                let sums: Vec<u32> = sums.collect();
                let letter = Letter::forge(&self.secret, &context, &reader, &private.lines, &sums).ok();
                Body::Answer { words: words.clone(), proof: proof.clone(), letter }
            }
            // What it has just offered it offers once more; see `Whims`.
            (How::TwoOffers, Body::Act { .. }) => {
                let stands = table.offers().may_withdraw(self.seat, Proposal::Draw);
                stands.then_some(Body::Offer(Proposal::Draw))?
            }
            (How::AcceptsNothing, Body::Act { .. }) => {
                let nothing = !table.offers().may_accept(self.seat, Proposal::Draw);
                nothing.then_some(Body::Accept(Proposal::Draw))?
            }
            (How::TwoStories, Body::Act { words, proof, .. }) => {
                let (acts, _) = table.position().legal(self.seat, &self.chart);
                let other = acts.into_iter().find(|i| i.bits.is_empty() && i.act.encode() != *words)?;
                let lie = Body::Act { words: other.act.encode(), extension: None, proof: proof.clone() };
                let lie = self.prove(table, &self.secret, lie);
                return Some(Instead::Of(vec![self.entry(spot, body.clone()), self.entry(spot, lie)]));
            }
            _ => return None,
        };
        Some(Instead::Of(vec![self.entry(spot, body)]))
    }

    /// The body with the best proof that the liar can make for its words.
    fn prove(&self, table: &Table, secret: &Secret, body: Body) -> Body {
        let sealed = table.public(self.seat).and_then(|public| public.sealed.as_ref());
        let (Ok((_, implied)), Some(sealed)) = (table.implied(self.seat, &body), sealed) else {
            return body;
        };
        if implied.extension.is_some() {
            return body;
        }
        let forged = ClaimsProof::forge(secret, &implied.claims, &table.context(self.seat), sealed);
        match body {
            Body::Act { words, extension, .. } => Body::Act { words, extension, proof: forged },
            Body::Answer { words, letter, .. } => Body::Answer { words, proof: forged, letter },
            other => other,
        }
    }

    fn false_seal(&mut self, spot: Spot, tip: &Digest) -> Option<Body> {
        let chart = lies::chart(self.lie.name, &self.agreed.options, &self.chart, &mut self.rng)?;
        let secret = Secret::new(self.agreed.id, self.seat.0, self.keys.seed(), chart);
        let laws = self.agreed.options.laws();
        Some(Body::Seal { seal: Seal::forge(&secret, &laws, tip, &self.context(spot)), tip: *tip })
    }

    fn context(&self, spot: Spot) -> Context {
        Context { game: self.agreed.id, seat: self.seat.0, number: spot.number, previous: spot.previous }
    }

    /// The same bytes under a second valid signature.
    fn sign_again(&mut self, signed: &Signed) -> Signed {
        let mut key = ExpandedSecretKey::from(self.signing.as_bytes());
        key.hash_prefix = self.random();
        let message = [crate::statement::TAG, &signed.bytes].concat();
        let signature = raw_sign::<Sha512>(&key, &message, &VerifyingKey::from(&self.signing));
        let signature = Signature(*signature.r_bytes(), *signature.s_bytes());
        Signed { signature, ..signed.clone() }
    }

    /// The proof of another answer, not the one given.
    fn proof_of(
        &self,
        peer: &Peer,
        before: Spot,
        of: impl Fn(Seat) -> bool,
        not: &ClaimsProof,
    ) -> Option<ClaimsProof> {
        let earlier = peer.log().chain().iter().take(before.number as usize).rev();
        let proofs = earlier.filter_map(|step| match step {
            Step::Entry(entry) if of(entry.seat()) => match &entry.body {
                Body::Answer { proof, .. } if proof != not && !proof.openings.is_empty() => {
                    Some(proof.clone())
                }
                _ => None,
            },
            _ => None,
        });
        let mut proofs = proofs;
        proofs.next()
    }

    fn own_act(&self, peer: &Peer) -> Option<Body> {
        peer.log().chain().iter().rev().find_map(|step| match step {
            Step::Entry(entry) if entry.seat() == self.seat && matches!(entry.body, Body::Act { .. }) => {
                Some(entry.body.clone())
            }
            _ => None,
        })
    }

    /// What the liar says to what it hears: asked to disclose a bad letter, it does.
    pub(super) fn overhear(&mut self, bytes: &[u8]) -> Option<Vec<u8>> {
        let (How::BadLetter, Ok(Frame::Said(signed))) = (self.lie.how, Frame::decode(bytes)) else {
            return None;
        };
        let Ok(Statement::Entry(spot, Body::Complain)) = signed.open(&self.agreed) else { return None };
        let lies = self.replaced.values().filter_map(|instead| match instead {
            Instead::Of(said) => said.first(),
            _ => None,
        });
        let mut spots = lies.filter_map(|lie| match lie.open(&self.agreed) {
            Ok(Statement::Entry(at, _)) if lie.head(&at.previous) == spot.previous => Some(at),
            _ => None,
        });
        let key = Letter::disclosure(&self.secret, &self.context(spots.next()?));
        let next = Spot { number: spot.number + 1, previous: signed.head(&spot.previous) };
        let disclosure = self.entry(next, Body::Disclose(key));
        self.volunteered.push(disclosure.clone());
        Some(frame(&disclosure))
    }

    /// What the liar says unasked.
    pub(super) fn volunteer(&mut self, peer: &Peer, links: &[Link]) -> Vec<(Link, Vec<u8>)> {
        if self.begun.is_some() || links.is_empty() {
            return Vec::new();
        }
        let Some((number, said)) = self.unasked(peer) else { return Vec::new() };
        if self.patience > 0 {
            self.patience -= 1;
            return Vec::new();
        }
        self.begun = Some(number);
        self.volunteered = said;
        let all =
            self.volunteered.iter().flat_map(|signed| links.iter().map(move |link| (*link, frame(signed))));
        all.collect()
    }

    fn unasked(&mut self, peer: &Peer) -> Option<(u32, Vec<Signed>)> {
        let table = peer.table();
        let spot = table.spot();
        let chain = peer.log().chain();
        let lie = match (self.lie.how, table.duty()) {
            (How::OutOfTurn, Duty::Answer(due)) | (How::TurnSkipped, Duty::Act(due)) if due != self.seat => {
                vec![self.entry(spot, self.own_act(peer)?)]
            }
            (How::OfferOutOfTurn, Duty::Act(due)) if due != self.seat => {
                vec![self.entry(spot, Body::Offer(Proposal::Draw))]
            }
            (How::SecondShot, Duty::Act(due)) if due != self.seat => {
                let act = match chain {
                    [.., Step::Entry(act), Step::Entry(answer)]
                        if matches!(answer.body, Body::Answer { .. }) =>
                    {
                        act
                    }
                    [.., Step::Entry(act)] => act,
                    _ => return None,
                };
                if act.seat() != self.seat || !matches!(act.body, Body::Act { .. }) {
                    return None;
                }
                vec![self.entry(spot, act.body.clone())]
            }
            (How::OldPosition, duty) if duty != Duty::Over => {
                let (old, body) = self.built_on(peer)?;
                return Some((old.number, vec![self.entry(old, body)]));
            }
            (How::SecondSeal, duty) if !matches!(duty, Duty::Seal(_) | Duty::Over) => {
                let spot = Spot { number: u32::from(self.seat.0), previous: self.agreed.id };
                let (laws, tip) = (self.agreed.options.laws(), self.random());
                let seal = Seal::make(&self.other, &laws, &tip, &self.context(spot)).ok()?;
                return Some((spot.number, vec![self.entry(spot, Body::Seal { seal, tip })]));
            }
            (How::BothVotes, duty) if duty != Duty::Over => {
                let Some(Step::Entry(last)) = chain.last() else { return None };
                let (author, at) = (last.seat(), peer.log().table_at(chain.len() - 1)?.spot());
                if author == self.seat {
                    return None;
                }
                let votes = [Statement::Seen(at, table.head()), Statement::Overdue(at, vec![author])];
                return Some((at.number, votes.iter().map(|vote| self.sign(vote)).collect()));
            }
            (How::ForeignOverdue, Duty::Act(due)) if due != self.seat => {
                let elsewhere = Statement::Overdue(Spot { previous: self.random(), ..spot }, vec![due]);
                let replayed = Statement::Overdue(spot, vec![due]);
                let game = self.random();
                let replayed = Signed::make(&self.signing, self.seat, &game, &replayed);
                vec![self.sign(&elsewhere), replayed]
            }
            _ => return None,
        };
        Some((spot.number, lie))
    }

    /// An act of the liar that every other seat has built on, and another body for its place.
    fn built_on(&self, peer: &Peer) -> Option<(Spot, Body)> {
        let entries = peer.log().chain().iter().filter_map(|step| match step {
            Step::Entry(entry) => Some(entry),
            Step::Out(_) => None,
        });
        let mut later: Vec<Seat> = Vec::new();
        for entry in entries.collect::<Vec<_>>().into_iter().rev() {
            let own = entry.seat() == self.seat;
            let all = peer.table().in_play().filter(|seat| *seat != self.seat).all(|s| later.contains(&s));
            if own && all && matches!(entry.body, Body::Act { .. }) {
                return Some((entry.spot, Body::Link([1; 32])));
            }
            later.push(entry.seat());
        }
        None
    }
}

/// Of a statement with its signature: the same words under another one can be a lie.
fn signed_digest(signed: &Signed) -> Digest {
    Sha256::digest(frame(signed)).into()
}

fn frame(signed: &Signed) -> Vec<u8> {
    Frame::Said(signed.clone()).encode()
}

//! Proofs that at least one of several lines has its sum, without saying which.
//!
//! A line with blinding sum r has the sum v exactly if its commitment less `v·G` is `r·H` with a known
//! r, so a branch is a proof of knowledge of one discrete logarithm (Schnorr), and a statement joins
//! its branches by simulating all but one (Cramer, Damgård, Schoenmakers, *Proofs of partial knowledge
//! and simplified design of witness hiding protocols*, 1994). All statements of a proof share one
//! challenge; the challenges of a statement's branches must add up to it.
//!
//! The first messages are sent, not recomputed: so all equations `A + c·X − z·H = 0` of a proof are
//! verified together, by one multiscalar multiplication over a weighted sum of them. The weights are
//! hashed from everything that the prover chose, *challenges and responses included*: against weights
//! known before the responses, two false equations could be made to cancel.

use curve25519_dalek::traits::{Identity, IsIdentity, VartimeMultiscalarMul};
use curve25519_dalek::{RistrettoPoint, Scalar};
use serde::{Deserialize, Serialize};
use zeroize::{Zeroize, ZeroizeOnDrop};

use super::pedersen::{self, G, H};
use super::transcript::Transcript;
use super::{Flaw, Line, Secret};

/// "At least one of these lines has its sum."
pub(super) struct Statement<'a>(Vec<(&'a [u32], u32)>);

impl<'a> Statement<'a> {
    /// One of these lines has its sum.
    pub(super) fn one_of(branches: &'a [(Line, u32)]) -> Statement<'a> {
        Statement(branches.iter().map(|(line, sum)| (line.slots(), *sum)).collect())
    }
}

/// A proof of a list of statements, whose order and branches both sides know.
///
/// With n branches in all and m statements it holds n points and 2n - m scalars of 32 bytes each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrProof {
    /// One point a branch.
    first_messages: Vec<[u8; 32]>,
    /// One scalar a branch, but for the last branch of each statement, where it follows.
    challenges: Vec<[u8; 32]>,
    /// One scalar a branch.
    responses: Vec<[u8; 32]>,
}

impl OrProof {
    /// Whether it is the proof of no statements.
    pub(super) fn is_empty(&self) -> bool {
        self.first_messages.is_empty() && self.challenges.is_empty() && self.responses.is_empty()
    }
}

/// Why a proof does not verify.
#[derive(Debug, Eq, PartialEq)]
pub(super) enum Rejected {
    /// It cannot be read as a proof of these statements.
    Malformed(Flaw),
    /// It does not prove the statement of this number.
    False(usize),
}

impl Rejected {
    /// The flaw, given what a statement's number stands for.
    pub(super) fn flaw(self, statement: impl FnOnce(usize) -> Flaw) -> Flaw {
        match self {
            Rejected::Malformed(flaw) => flaw,
            Rejected::False(number) => statement(number),
        }
    }
}

/// What the prover knows and chooses for one branch; X being its line's commitment less the sum.
#[derive(Zeroize, ZeroizeOnDrop)]
struct Branch {
    /// 1 in the branch that is proven, 0 in those that are simulated.
    proven: u8,
    /// How far the line's sum is from what the branch says: X = excess·G + blinding·H.
    excess: Scalar,
    blinding: Scalar,
    /// Chosen where simulated, 0 where proven.
    challenge: Scalar,
    /// Nonce where proven, response where simulated.
    nonce: Scalar,
}

/// Proves the statements about a secret's lines; the transcript already binds what they speak of.
///
/// Which branch is true decides neither the course nor the memory accesses here: each branch is
/// computed as a simulated one, and one with challenge 0 *is* the honest first message. Sums, nonces
/// and all products by secret scalars take constant time; only what is public does not. (That the chart
/// obeys its laws is checked before, in plain arithmetic whose time may tell where a *broken* chart fails.)
///
/// Never fails: of a false statement it pretends that the first branch is true, and nobody accepts
/// the result. Callers that mean to be honest check first.
pub(super) fn prove(mut transcript: Transcript, statements: &[Statement<'_>], secret: &Secret) -> OrProof {
    append_statements(&mut transcript, statements);
    let mut nonces = transcript.nonces(secret.seed(), secret.chart().values());
    let known: Vec<Vec<Branch>> =
        statements.iter().map(|statement| choose(statement, secret, || nonces.next_scalar())).collect();

    let halves: Vec<RistrettoPoint> = half_first_messages(&known);
    let first_messages = pedersen::encode_doubled(&halves);
    transcript.append_all("first messages", &first_messages);
    let challenge = transcript.challenge();

    let mut proof = OrProof { first_messages, challenges: Vec::new(), responses: Vec::new() };
    for branches in &known {
        let rest = challenge - branches.iter().map(|branch| branch.challenge).sum::<Scalar>();
        for (i, branch) in branches.iter().enumerate() {
            let proven = Scalar::from(branch.proven) * rest;
            if i + 1 < branches.len() {
                proof.challenges.push((branch.challenge + proven).to_bytes());
            }
            proof.responses.push((branch.nonce + proven * branch.blinding).to_bytes());
        }
    }
    proof
}

/// Settles which branch of a statement is proven, the first true one, and draws its nonces.
fn choose(statement: &Statement<'_>, secret: &Secret, mut nonce: impl FnMut() -> Scalar) -> Vec<Branch> {
    let mut pending = 1u8;
    let mut branches: Vec<Branch> = Vec::with_capacity(statement.0.len());
    for (slots, sum) in &statement.0 {
        let found = secret.sum(slots);
        let proven = u8::from(found == *sum) & pending;
        pending ^= proven;
        let excess = Scalar::from(found) - Scalar::from(*sum);
        let (challenge, nonce) = (nonce(), nonce());
        branches.push(Branch { proven, excess, blinding: secret.blinding(slots), challenge, nonce });
    }
    if let Some(first) = branches.first_mut() {
        first.proven |= pending;
    }
    for branch in &mut branches {
        branch.challenge *= Scalar::from(1 - branch.proven);
    }
    branches
}

/// Halves of `nonce·H − challenge·X` for each branch; the encoder doubles.
///
/// All products by H come before those by G: one table of multiples fits the nearest cache, two do not.
fn half_first_messages(known: &[Vec<Branch>]) -> Vec<RistrettoPoint> {
    let on_h = |it: &Branch| (it.nonce - it.challenge * it.blinding).div_by_2();
    let mut halves: Vec<RistrettoPoint> =
        known.iter().flatten().map(|branch| pedersen::times_h(&on_h(branch))).collect();
    for (half, on_g) in halves.iter_mut().zip(known.iter().flat_map(|branches| halves_on_g(branches))) {
        *half -= on_g;
    }
    halves
}

/// Halves of `challenge·excess·G` for each branch of a statement.
///
/// The proven branch, whose challenge is 0, needs no such product. To save it without showing which
/// branch that is, the products of the others are computed in their order and then moved to their
/// places by selections that take constant time.
fn halves_on_g(branches: &[Branch]) -> Vec<RistrettoPoint> {
    let zero = RistrettoPoint::identity();
    let scalars: Vec<Scalar> = branches.iter().map(|it| (it.challenge * it.excess).div_by_2()).collect();
    let (mut passed, mut product) = (0, zero);
    let mut halves = Vec::with_capacity(branches.len());
    for (i, (branch, own)) in branches.iter().zip(&scalars).enumerate() {
        // Behind the proven branch every product was computed one place before its own.
        let moved = pedersen::select(passed, &product, &zero);
        passed |= branch.proven;
        if let Some(next) = scalars.get(i + 1) {
            product = pedersen::times_g(&(own + Scalar::from(passed) * (next - own)));
        }
        halves.push(pedersen::select(passed, &moved, &product));
    }
    halves
}

/// Verifies a proof of the statements about the lines of these commitments.
///
/// Takes variable time: all of it is public.
pub(super) fn verify(
    mut transcript: Transcript,
    statements: &[Statement<'_>],
    commitments: &[RistrettoPoint],
    proof: &OrProof,
) -> Result<(), Rejected> {
    check_shape(statements, commitments.len(), proof).map_err(Rejected::Malformed)?;
    append_statements(&mut transcript, statements);
    transcript.append_all("first messages", &proof.first_messages);
    let challenge = transcript.challenge();
    let equations = read_equations(statements, proof, challenge).map_err(Rejected::Malformed)?;
    let weights = weights(transcript, proof);
    if equations.is_empty() || hold_together(&equations, &weights, commitments) {
        return Ok(());
    }
    match equations.iter().find(|equation| !equation.holds(commitments)) {
        Some(equation) => Err(Rejected::False(equation.statement)),
        // Where every equation holds their sum does too, so this is never reached.
        None => Ok(()),
    }
}

fn append_statements(transcript: &mut Transcript, statements: &[Statement<'_>]) {
    transcript.append_number("statements", statements.len() as u64);
    for statement in statements {
        transcript.append_number("branches", statement.0.len() as u64);
        for (slots, sum) in &statement.0 {
            transcript.append_line("branch", slots, *sum);
        }
    }
}

/// Statements alone decide how many parts a proof has.
fn check_shape(statements: &[Statement<'_>], sealed: usize, proof: &OrProof) -> Result<(), Flaw> {
    let branches: usize = statements.iter().map(|statement| statement.0.len()).sum();
    let fits = statements.iter().all(|statement| !statement.0.is_empty())
        && proof.first_messages.len() == branches
        && proof.responses.len() == branches
        && proof.challenges.len() + statements.len() == branches;
    if !fits {
        return Err(Flaw::Shape);
    }
    let mut slots = statements.iter().flat_map(|statement| &statement.0).flat_map(|(slots, _)| *slots);
    slots.find(|slot| **slot as usize >= sealed).map_or(Ok(()), |slot| Err(Flaw::Unsealed(*slot)))
}

/// `first + challenge·X − response·H = 0`, X being the line's commitment less `sum·G`.
struct Equation<'a> {
    statement: usize,
    slots: &'a [u32],
    sum: Scalar,
    first: RistrettoPoint,
    challenge: Scalar,
    response: Scalar,
}

impl Equation<'_> {
    /// Whether it holds by itself.
    fn holds(&self, commitments: &[RistrettoPoint]) -> bool {
        let line = pedersen::line(self.slots, commitments);
        let scalars = [self.challenge, -self.challenge * self.sum, -self.response];
        let points = [line, *G, H];
        (self.first + RistrettoPoint::vartime_multiscalar_mul(scalars, points)).is_identity()
    }
}

/// The equations of a proof of the right shape, one a branch.
fn read_equations<'a>(
    statements: &[Statement<'a>],
    proof: &OrProof,
    challenge: Scalar,
) -> Result<Vec<Equation<'a>>, Flaw> {
    let mut first_messages =
        proof.first_messages.iter().map(|it| pedersen::decode_point(it).ok_or(Flaw::Point));
    let mut challenges = proof.challenges.iter().map(|it| pedersen::decode_scalar(it).ok_or(Flaw::Scalar));
    let mut responses = proof.responses.iter().map(|it| pedersen::decode_scalar(it).ok_or(Flaw::Scalar));
    let mut equations = Vec::with_capacity(proof.first_messages.len());
    for (number, statement) in statements.iter().enumerate() {
        let mut rest = challenge;
        for (i, (slots, sum)) in statement.0.iter().enumerate() {
            let last = i + 1 == statement.0.len();
            let own = if last { rest } else { challenges.next().ok_or(Flaw::Shape)?? };
            rest -= own;
            equations.push(Equation {
                statement: number,
                slots,
                sum: Scalar::from(*sum),
                first: first_messages.next().ok_or(Flaw::Shape)??,
                challenge: own,
                response: responses.next().ok_or(Flaw::Shape)??,
            });
        }
    }
    Ok(equations)
}

/// The weights of a proof's equations, given the transcript from which its challenge was taken.
fn weights(mut transcript: Transcript, proof: &OrProof) -> Vec<Scalar> {
    transcript.append_all("challenges", &proof.challenges);
    transcript.append_all("responses", &proof.responses);
    let mut weights = transcript.weights();
    proof.first_messages.iter().map(|_| weights.next_weight()).collect()
}

/// Whether the weighted sum of all equations holds.
fn hold_together(equations: &[Equation<'_>], weights: &[Scalar], commitments: &[RistrettoPoint]) -> bool {
    let mut scalars = weights.to_vec();
    let mut points: Vec<RistrettoPoint> = equations.iter().map(|equation| equation.first).collect();
    let (mut on_g, mut on_h) = (Scalar::ZERO, Scalar::ZERO);
    let mut on_lines = Vec::with_capacity(equations.len());
    for (equation, weight) in equations.iter().zip(weights) {
        let weighted = weight * equation.challenge;
        on_g -= weighted * equation.sum;
        on_h -= weight * equation.response;
        on_lines.push((equation.slots, weighted));
    }
    scalars.extend([on_g, on_h]);
    points.extend([*G, H]);
    // Many lines touch a slot more than once; an answer has few lines, of many slots each.
    if equations.len() > commitments.len() {
        let mut on_commitments = vec![Scalar::ZERO; commitments.len()];
        for (slots, weighted) in on_lines {
            for &slot in slots {
                if let Some(scalar) = on_commitments.get_mut(slot as usize) {
                    *scalar += weighted;
                }
            }
        }
        scalars.extend(on_commitments);
        points.extend(commitments);
    } else {
        scalars.extend(on_lines.iter().map(|(_, weighted)| weighted));
        points.extend(on_lines.iter().map(|(slots, _)| pedersen::line(slots, commitments)));
    }
    RistrettoPoint::vartime_multiscalar_mul(scalars, points).is_identity()
}

#[cfg(test)]
mod tests;

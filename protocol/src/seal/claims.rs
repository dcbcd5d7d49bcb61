//! Proofs of what acts and answers assert about a sealed vector.

use serde::{Deserialize, Serialize};

use super::or_proof::{self, OrProof, Statement};
use super::sealed::Sealed;
use super::transcript::{Context, Transcript};
use super::{Claim, Digest, Flaw, Line, Secret, Unlawful};

/// Proof of a list of claims.
///
/// A line's opening is unique, so it needs no context; the OR-proof holds in one context only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClaimsProof {
    /// The blinding sum of the line of every [`Claim::Opens`], in their order, a scalar each.
    pub openings: Vec<[u8; 32]>,
    /// Every [`Claim::OneOf`], in their order.
    pub or: OrProof,
}

impl ClaimsProof {
    /// Proves claims about a secret; `sealed` is what everybody else knows of it.
    ///
    /// # Errors
    /// A claim is false, or names slots that are not sealed.
    pub fn make(
        secret: &Secret,
        claims: &[Claim],
        context: &Context,
        sealed: &Sealed,
    ) -> Result<ClaimsProof, Unlawful> {
        let known = secret.len().min(sealed.len());
        if let Some(slot) =
            claims.iter().flat_map(lines).flat_map(Line::slots).find(|s| **s as usize >= known)
        {
            return Err(Unlawful::Slot(*slot));
        }
        match claims.iter().position(|claim| !claim.holds(secret.chart().values())) {
            Some(number) => Err(Unlawful::Claim(number)),
            None => Ok(build(secret, claims, context, sealed)),
        }
    }

    /// As [`ClaimsProof::make`], whatever the claims: the lie of a test.
    #[cfg(feature = "sim")]
    pub fn forge(secret: &Secret, claims: &[Claim], context: &Context, sealed: &Sealed) -> ClaimsProof {
        build(secret, claims, context, sealed)
    }
}

impl Sealed {
    /// Verifies a proof made by [`ClaimsProof::make`] with the same claims and context.
    ///
    /// # Errors
    /// What is wrong with it, with the number of the first claim that is not proven.
    pub fn proves(&self, claims: &[Claim], proof: &ClaimsProof, context: &Context) -> Result<(), Flaw> {
        if claims.iter().filter(|claim| matches!(claim, Claim::Opens(..))).count() != proof.openings.len() {
            return Err(Flaw::Shape);
        }
        let mut openings = proof.openings.iter();
        let mut disjunctions = Vec::new();
        for (number, claim) in claims.iter().enumerate() {
            match claim {
                Claim::Opens(line, sum) => {
                    let blinding = openings.next().ok_or(Flaw::Shape)?;
                    self.check_opening(line, *sum, blinding, Flaw::Claim(number))?;
                }
                Claim::OneOf(_) => disjunctions.push(number),
            }
        }
        let statements = statements(claims);
        // Most words only open lines: then there is nothing to hash.
        if statements.is_empty() && proof.or.is_empty() {
            return Ok(());
        }
        let transcript = claims_transcript(context, &self.root(), claims);
        or_proof::verify(transcript, &statements, self.points(), &proof.or).map_err(|rejected| {
            rejected.flaw(|number| Flaw::Claim(disjunctions.get(number).copied().unwrap_or(number)))
        })
    }
}

fn build(secret: &Secret, claims: &[Claim], context: &Context, sealed: &Sealed) -> ClaimsProof {
    let opened = claims.iter().filter_map(|claim| match claim {
        Claim::Opens(line, _) => Some(secret.opening(line).1),
        Claim::OneOf(_) => None,
    });
    let transcript = claims_transcript(context, &sealed.root(), claims);
    let or = or_proof::prove(transcript, &statements(claims), secret);
    ClaimsProof { openings: opened.collect(), or }
}

/// The lines that a claim speaks of.
fn lines(claim: &Claim) -> Vec<&Line> {
    match claim {
        Claim::Opens(line, _) => vec![line],
        Claim::OneOf(branches) => branches.iter().map(|(line, _)| line).collect(),
    }
}

/// What the OR-proof of claims proves.
fn statements(claims: &[Claim]) -> Vec<Statement<'_>> {
    let disjunctions = claims.iter().filter_map(|claim| match claim {
        Claim::Opens(..) => None,
        Claim::OneOf(branches) => Some(Statement::one_of(branches)),
    });
    disjunctions.collect()
}

/// The transcript of the claims' proof, up to its statements: where it stands and what is opened
/// beside them.
fn claims_transcript(context: &Context, root: &Digest, claims: &[Claim]) -> Transcript {
    let mut transcript = Transcript::new("marque/1/claims", context);
    transcript.append("root", root);
    transcript.append_number("claims", claims.len() as u64);
    for (number, claim) in (0u64..).zip(claims) {
        if let Claim::Opens(line, sum) = claim {
            transcript.append_number("opens", number);
            transcript.append_line("opens", line.slots(), *sum);
        }
    }
    transcript
}

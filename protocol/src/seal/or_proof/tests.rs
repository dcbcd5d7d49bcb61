//! Attacks on the batch, and the shapes and encodings of proofs.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use super::super::{Chart, Context};
use super::*;

const SLOTS: [u32; 3] = [0, 1, 2];

fn transcript() -> Transcript {
    let context = Context { game: [1; 32], seat: 0, number: 3, previous: [4; 32] };
    Transcript::new("marque/1/test", &context)
}

fn secret(values: &[u8]) -> (Secret, Vec<RistrettoPoint>) {
    let secret = Secret::new([1; 32], 0, [5; 32], Chart::new(values.to_vec()));
    let commitments = secret.commitments(0).iter().map(|it| pedersen::decode_point(it).unwrap()).collect();
    (secret, commitments)
}

fn bits() -> Vec<Statement<'static>> {
    SLOTS.chunks(1).map(|slot| Statement(vec![(slot, 0), (slot, 1)])).collect()
}

/// Transcript, equations and weights as the verifier of this proof sees them.
fn as_verified<'a>(statements: &[Statement<'a>], proof: &OrProof) -> (Vec<Equation<'a>>, Vec<Scalar>) {
    let mut transcript = transcript();
    append_statements(&mut transcript, statements);
    transcript.append_all("first messages", &proof.first_messages);
    let equations = read_equations(statements, proof, transcript.challenge()).unwrap();
    (equations, weights(transcript, proof))
}

fn add(bytes: &mut [u8; 32], scalar: Scalar) {
    *bytes = (pedersen::decode_scalar(bytes).unwrap() + scalar).to_bytes();
}

/// The altered proof cancels under the weights of the honest one, which shows that the attack is
/// real, and is refused all the same.
fn check_refused(honest: &OrProof, altered: &OrProof, commitments: &[RistrettoPoint]) {
    assert_ne!(honest, altered);
    let (_, honest_weights) = as_verified(&bits(), honest);
    let (equations, _) = as_verified(&bits(), altered);
    assert!(hold_together(&equations, &honest_weights, commitments));
    let verdict = verify(transcript(), &bits(), commitments, altered);
    assert!(matches!(verdict, Err(Rejected::False(_))), "{verdict:?}");
}

#[test]
fn responses_that_compensate_each_other_are_refused() {
    let (secret, commitments) = secret(&[0, 1, 1]);
    let honest = prove(transcript(), &bits(), &secret);
    assert_eq!(verify(transcript(), &bits(), &commitments, &honest), Ok(()));
    let (_, weights) = as_verified(&bits(), &honest);
    let mut altered = honest.clone();
    add(&mut altered.responses[0], weights[3]);
    add(&mut altered.responses[3], -weights[0]);
    check_refused(&honest, &altered, &commitments);

    // Equal weights would cancel these.
    let mut altered = honest.clone();
    add(&mut altered.responses[0], Scalar::ONE);
    add(&mut altered.responses[3], -Scalar::ONE);
    assert_eq!(verify(transcript(), &bits(), &commitments, &altered), Err(Rejected::False(0)));
}

#[test]
fn challenges_that_compensate_each_other_are_refused() {
    let (secret, commitments) = secret(&[0, 1, 1]);
    let honest = prove(transcript(), &bits(), &secret);
    let (_, w) = as_verified(&bits(), &honest);
    // Moving d between the two challenges of slot k, with value b and blinding r, adds
    // d·(w0 - w1)·(b·G + r·H) + d·w1·G to the sum: two equations in three unknown d.
    let values = [Scalar::ZERO, Scalar::ONE, Scalar::ONE];
    let on_g = [0, 1, 2].map(|k| (w[2 * k] - w[2 * k + 1]) * values[k] + w[2 * k + 1]);
    let on_h = [0, 1, 2].map(|k| (w[2 * k] - w[2 * k + 1]) * secret.blinding(&[SLOTS[k]]));
    let mut altered = honest.clone();
    for k in 0..3 {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        add(&mut altered.challenges[k], on_g[i] * on_h[j] - on_g[j] * on_h[i]);
    }
    check_refused(&honest, &altered, &commitments);
}

#[test]
fn false_statements_are_named() {
    for (number, values) in [(0, [2, 1, 0]), (1, [0, 255, 0]), (2, [1, 1, 7])] {
        let (secret, commitments) = secret(&values);
        let forged = prove(transcript(), &bits(), &secret);
        let verdict = verify(transcript(), &bits(), &commitments, &forged);
        assert_eq!(verdict, Err(Rejected::False(number)));
    }
}

#[test]
fn every_true_branch_can_be_the_proven_one() {
    let lines: Vec<Line> = (0..5).map(Line::one).collect();
    for truth in 0u8..32 {
        let values: Vec<u8> = (0..5).map(|k| truth >> k & 1).collect();
        let (secret, commitments) = secret(&values);
        let branches: Vec<(Line, u32)> = lines.iter().map(|line| (line.clone(), 1)).collect();
        let statement = [Statement::one_of(&branches)];
        let proof = prove(transcript(), &statement, &secret);
        let expected = if truth == 0 { Err(Rejected::False(0)) } else { Ok(()) };
        assert_eq!(verify(transcript(), &statement, &commitments, &proof), expected, "{truth:05b}");
    }
}

#[test]
fn wrong_shapes_are_refused() {
    let (secret, commitments) = secret(&[0, 1, 1]);
    let honest = prove(transcript(), &bits(), &secret);
    type Part = fn(&mut OrProof) -> &mut Vec<[u8; 32]>;
    let parts: [Part; 3] = [|it| &mut it.first_messages, |it| &mut it.challenges, |it| &mut it.responses];
    for part in parts {
        let (mut longer, mut shorter) = (honest.clone(), honest.clone());
        part(&mut longer).push([0; 32]);
        part(&mut shorter).pop();
        for altered in [longer, shorter] {
            let verdict = verify(transcript(), &bits(), &commitments, &altered);
            assert_eq!(verdict, Err(Rejected::Malformed(Flaw::Shape)));
        }
    }
    let none = OrProof { first_messages: vec![], challenges: vec![], responses: vec![] };
    let empty = verify(transcript(), &[Statement::one_of(&[])], &commitments, &none);
    assert_eq!(empty, Err(Rejected::Malformed(Flaw::Shape)), "one of no lines is false");
    assert_eq!(verify(transcript(), &[], &commitments, &none), Ok(()));
}

#[test]
fn other_encodings_of_the_same_proof_are_refused() {
    let (secret, commitments) = secret(&[0, 1, 1]);
    let honest = prove(transcript(), &bits(), &secret);
    let mut order = (-Scalar::ONE).to_bytes();
    order[0] += 1;
    let plus_order = |bytes: &mut [u8; 32]| {
        let mut carry = 0;
        for (byte, other) in bytes.iter_mut().zip(order) {
            carry += u16::from(*byte) + u16::from(other);
            [*byte, _] = carry.to_le_bytes();
            carry >>= 8;
        }
    };
    for k in 0..6 {
        let mut altered = honest.clone();
        plus_order(&mut altered.responses[k]);
        let verdict = verify(transcript(), &bits(), &commitments, &altered);
        assert_eq!(verdict, Err(Rejected::Malformed(Flaw::Scalar)));
    }
    for k in 0..3 {
        let mut altered = honest.clone();
        plus_order(&mut altered.challenges[k]);
        let verdict = verify(transcript(), &bits(), &commitments, &altered);
        assert_eq!(verdict, Err(Rejected::Malformed(Flaw::Scalar)));
    }
    let mut altered = honest.clone();
    altered.first_messages[2] = [0xff; 32];
    let verdict = verify(transcript(), &bits(), &commitments, &altered);
    assert_eq!(verdict, Err(Rejected::Malformed(Flaw::Point)));
}

#[test]
fn the_challenge_depends_on_every_word_of_the_statements() {
    type Branches = Vec<(&'static [u32], u32)>;
    let challenge = |statements: Vec<Branches>| {
        let statements: Vec<Statement> = statements.into_iter().map(Statement).collect();
        let mut transcript = transcript();
        append_statements(&mut transcript, &statements);
        transcript.challenge()
    };
    let [a, b, c]: [(&'static [u32], u32); 3] = [(&[0], 1), (&[1], 1), (&[2], 1)];
    let challenges = [
        challenge(vec![]),
        challenge(vec![vec![]]),
        challenge(vec![vec![(&[0, 1], 1)]]),
        challenge(vec![vec![(&[0, 1], 2)]]),
        challenge(vec![vec![(&[0, 1, 1], 1)]]),
        challenge(vec![vec![a]]),
        challenge(vec![vec![a, b]]),
        challenge(vec![vec![b, a]]),
        challenge(vec![vec![a], vec![b]]),
        challenge(vec![vec![a], vec![b, c]]),
        challenge(vec![vec![a, b], vec![c]]),
    ];
    for (i, one) in challenges.iter().enumerate() {
        assert!(challenges.iter().skip(i + 1).all(|other| one != other), "variant {i}");
    }
}

//! The same statements about the same commitments, by an independent implementation.

use curve25519_dalek::ristretto::CompressedRistretto;
use curve25519_dalek::{RistrettoPoint, Scalar};
use sha2::Sha512;
use sigma_proofs::composition::{ComposedInstance, ComposedWitness};
use sigma_proofs::{LinearRelation, prove_batchable, verify_batchable};

use super::*;

const TAG: &[u8] = b"MARQUE-ORACLE-V01-0001-DSFS-with-sigma-proofs_TurboShake128_Ristretto255";

/// "The commitment of one of these lines, less its sum times G, is a known multiple of H."
fn one_of(branches: &[(Line, u32)], seal: &Seal) -> ComposedInstance<RistrettoPoint> {
    let base = RistrettoPoint::hash_from_bytes::<Sha512>(b"marque/1/value base");
    let point = |slot: &u32| CompressedRistretto(seal.commitments[*slot as usize]).decompress().unwrap();
    let relations = branches.iter().map(|(line, sum)| {
        let committed: RistrettoPoint = line.slots().iter().map(point).sum();
        let mut relation = LinearRelation::<RistrettoPoint>::new();
        let blinding = relation.allocate_scalar();
        relation.allocate_eq_with(committed - base * Scalar::from(*sum), blinding * relation.generator());
        relation.compile().unwrap()
    });
    ComposedInstance::or(relations).unwrap()
}

fn witness(branches: &[(Line, u32)], secret: &Secret) -> ComposedWitness<RistrettoPoint> {
    let blinding = |line| Scalar::from_canonical_bytes(secret.opening(line).1).unwrap();
    ComposedWitness::or(branches.iter().map(|(line, _)| vec![blinding(line)]))
}

/// Whether the oracle can prove this, with a proof that it accepts.
fn provable(branches: &[(Line, u32)], secret: &Secret, seal: &Seal) -> bool {
    let statement = one_of(branches, seal);
    match prove_batchable(TAG, &statement, &witness(branches, secret)) {
        Ok(proof) => verify_batchable(TAG, &statement, &proof).is_ok(),
        Err(_) => false,
    }
}

#[test]
fn agrees_on_bits() {
    for values in [[0, 1], [1, 0], [2, 0], [1, 255]] {
        let laws = Laws { slots: 2, ..Laws::default() };
        let secret = secret(1, &values);
        let seal = Seal::forge(&secret, &laws, &TIP, &context());
        let bits = [0, 1].map(|slot| [(Line::one(slot), 0), (Line::one(slot), 1)]);
        let theirs = bits.map(|bit| provable(&bit, &secret, &seal));
        assert_eq!(theirs, values.map(|value| value <= 1));
        assert_eq!(seal.open(&laws, &TIP, &context()).is_ok(), theirs == [true, true]);
    }
}

#[test]
fn agrees_on_claims() {
    each_round(|rng| {
        let (values, laws) = random_laws(rng);
        let secret = secret(1, &values);
        let seal = Seal::make(&secret, &laws, &TIP, &context()).unwrap();
        let sealed = seal.open(&laws, &TIP, &context()).unwrap();
        let branches: Vec<(Line, u32)> =
            (0..3).map(|_| (random_line(rng, laws.slots), rng.random_range(0..3))).collect();
        // The oracle refuses trivial equations, ours proves them.
        if branches.iter().any(|(line, _)| line.slots().is_empty()) {
            return;
        }
        let theirs = provable(&branches, &secret, &seal);
        let claims = [Claim::OneOf(branches)];
        let proof = ClaimsProof::forge(&secret, &claims, &context(), &sealed);
        assert_eq!(sealed.proves(&claims, &proof, &context()).is_ok(), theirs);
        assert_eq!(claims[0].holds(&values), theirs);
    });
}

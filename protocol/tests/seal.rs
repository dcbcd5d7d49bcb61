//! Seals, claims and letters, honest and lying, over small random laws.

#![cfg(feature = "sim")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::cast_possible_truncation)]

#[path = "seal/letters.rs"]
mod letters;
#[path = "seal/oracle.rs"]
mod oracle;

use marque_protocol::seal::{
    Chart, Claim, ClaimsProof, Context, Flaw, Laws, Line, Seal, Sealed, Secret, Unlawful,
};
use rand::rngs::ChaCha20Rng;
use rand::{RngExt, SeedableRng};

const GAME: [u8; 32] = [1; 32];
const TIP: [u8; 32] = [9; 32];
const ROUNDS: u64 = 40;

fn context() -> Context {
    Context { game: GAME, seat: 1, number: 5, previous: [7; 32] }
}

/// The context with each of its four parts changed in turn.
fn elsewhere() -> [Context; 4] {
    [
        Context { game: [2; 32], ..context() },
        Context { seat: 2, ..context() },
        Context { number: 6, ..context() },
        Context { previous: [8; 32], ..context() },
    ]
}

fn secret(seat: u8, values: &[u8]) -> Secret {
    Secret::new(GAME, seat, [3; 32], Chart::new(values.to_vec()))
}

fn random_line(rng: &mut ChaCha20Rng, slots: u32) -> Line {
    Line::new((0..slots).filter(|_| rng.random_range(0..3) == 0))
}

/// A small vector of bits, and laws that it obeys.
fn random_laws(rng: &mut ChaCha20Rng) -> (Vec<u8>, Laws) {
    let slots = rng.random_range(2..9);
    let values: Vec<u8> = (0..slots).map(|_| rng.random_range(0..2)).collect();
    let lines: Vec<Line> = (0..6).map(|_| random_line(rng, slots)).collect();
    let at_most_one = lines.iter().filter(|line| line.sum(&values) <= 1).take(3).cloned().collect();
    let exactly = lines.iter().rev().take(2).map(|line| (line.clone(), line.sum(&values))).collect();
    (values, Laws { slots, at_most_one, exactly })
}

/// Claims of both kinds that are true of these values.
fn random_claims(rng: &mut ChaCha20Rng, values: &[u8]) -> Vec<Claim> {
    let count = rng.random_range(1..5);
    let claim = |rng: &mut ChaCha20Rng| {
        let line = random_line(rng, values.len() as u32);
        let sum = line.sum(values);
        if rng.random_range(0..2) == 0 {
            return Claim::Opens(line, sum);
        }
        let mut branches: Vec<(Line, u32)> = (0..rng.random_range(0..4))
            .map(|_| (random_line(rng, values.len() as u32), rng.random_range(0..3)))
            .collect();
        branches.insert(rng.random_range(0..=branches.len()), (line, sum));
        Claim::OneOf(branches)
    };
    (0..count).map(|_| claim(rng)).collect()
}

/// A claim made false, whatever the values: sums are at most 8 here.
fn falsified(claim: &Claim) -> Claim {
    match claim {
        Claim::Opens(line, sum) => Claim::Opens(line.clone(), sum + 1),
        Claim::OneOf(branches) => {
            Claim::OneOf(branches.iter().map(|(line, sum)| (line.clone(), sum + 9)).collect())
        }
    }
}

/// Runs a property with a generator for each round; the seed is in the message of a failure.
fn each_round(property: impl Fn(&mut ChaCha20Rng)) {
    for seed in 0..ROUNDS {
        let failed = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            property(&mut ChaCha20Rng::seed_from_u64(seed));
        }));
        assert!(failed.is_ok(), "failed with seed {seed}");
    }
}

/// Every alteration of one bit of some bytes.
fn with_flips(bytes: &[u8], mut check: impl FnMut(&[u8], usize)) {
    let mut altered = bytes.to_vec();
    for bit in 0..bytes.len() * 8 {
        altered[bit / 8] ^= 1 << (bit % 8);
        check(&altered, bit);
        altered[bit / 8] ^= 1 << (bit % 8);
    }
}

/// Two ships on four slots: one of the first two, one of the last two, never neighbours.
fn small() -> (Secret, Laws, Seal, Sealed) {
    let line = |slots: [u32; 2]| Line::new(slots);
    let laws = Laws {
        slots: 4,
        at_most_one: vec![line([1, 2])],
        exactly: vec![(line([0, 1]), 1), (line([2, 3]), 1)],
    };
    let secret = secret(1, &[1, 0, 0, 1]);
    let seal = Seal::make(&secret, &laws, &TIP, &context()).unwrap();
    let sealed = seal.open(&laws, &TIP, &context()).unwrap();
    (secret, laws, seal, sealed)
}

#[test]
fn honest_seals_and_true_claims_verify() {
    each_round(|rng| {
        let (values, laws) = random_laws(rng);
        let secret = secret(1, &values);
        let seal = Seal::make(&secret, &laws, &TIP, &context()).unwrap();
        let sealed = seal.open(&laws, &TIP, &context()).unwrap();
        assert_eq!(sealed.len(), values.len());
        let claims = random_claims(rng, &values);
        let proof = ClaimsProof::make(&secret, &claims, &context(), &sealed).unwrap();
        assert_eq!(sealed.proves(&claims, &proof, &context()), Ok(()));
        let bytes = postcard::to_allocvec(&(seal, proof.clone())).unwrap();
        let (seal, again): (Seal, ClaimsProof) = postcard::from_bytes(&bytes).unwrap();
        assert_eq!(seal.open(&laws, &TIP, &context()).unwrap().root(), sealed.root());
        assert_eq!(again, proof);
    });
}

#[test]
fn false_claims_cannot_be_proven() {
    each_round(|rng| {
        let (values, laws) = random_laws(rng);
        let secret = secret(1, &values);
        let sealed = Seal::forge(&secret, &laws, &TIP, &context()).open(&laws, &TIP, &context()).unwrap();
        let claims = random_claims(rng, &values);
        let honest = ClaimsProof::make(&secret, &claims, &context(), &sealed).unwrap();
        for lie in 0..claims.len() {
            let mut claims = claims.clone();
            claims[lie] = falsified(&claims[lie]);
            let refused = ClaimsProof::make(&secret, &claims, &context(), &sealed);
            assert_eq!(refused, Err(Unlawful::Claim(lie)));
            let forged = ClaimsProof::forge(&secret, &claims, &context(), &sealed);
            assert_eq!(sealed.proves(&claims, &forged, &context()), Err(Flaw::Claim(lie)));
            assert!(sealed.proves(&claims, &honest, &context()).is_err(), "a proof of other words");
        }
    });
}

#[test]
fn charts_that_break_their_laws_cannot_be_sealed() {
    each_round(|rng| {
        let (values, laws) = random_laws(rng);
        for slot in 0..values.len() {
            for value in [1 - values[slot], 2, 255] {
                let mut values = values.clone();
                values[slot] = value;
                let secret = secret(1, &values);
                let forged = Seal::forge(&secret, &laws, &TIP, &context()).open(&laws, &TIP, &context());
                let made = Seal::make(&secret, &laws, &TIP, &context());
                if laws.hold(&values) {
                    assert!(made.is_ok() && forged.is_ok());
                } else {
                    assert_eq!(made.unwrap_err(), Unlawful::Laws);
                    assert!(matches!(forged.unwrap_err(), Flaw::Bits | Flaw::Sum(_)));
                }
            }
        }
    });
}

#[test]
fn the_broken_law_is_named() {
    let (_, laws, ..) = small();
    // The lines of exactly are checked first.
    let [bits, first, second] = [Flaw::Bits, Flaw::Sum(0), Flaw::Sum(1)];
    let broken = [
        (vec![0, 1, 1, 0], bits),
        (vec![0, 1, 2, 255], second),
        (vec![2, 255, 0, 1], first),
        (vec![0, 0, 0, 1], first),
        (vec![1, 0, 0, 0], second),
    ];
    for (values, flaw) in broken {
        let forged = Seal::forge(&secret(1, &values), &laws, &TIP, &context());
        assert_eq!(forged.open(&laws, &TIP, &context()).unwrap_err(), flaw);
    }
}

#[test]
fn wrong_counts_are_refused() {
    let (_, laws, seal, _) = small();
    for values in [vec![1, 0, 0], vec![1, 0, 0, 1, 0]] {
        let found = values.len();
        let made = Seal::make(&secret(1, &values), &laws, &TIP, &context());
        assert_eq!(made.unwrap_err(), Unlawful::Count { due: 4, found });
        let forged = Seal::forge(&secret(1, &values), &laws, &TIP, &context());
        assert_eq!(forged.open(&laws, &TIP, &context()).unwrap_err(), Flaw::Count { due: 4, found });
    }
    let mut fewer = seal.clone();
    fewer.laws.exactly.pop();
    assert_eq!(fewer.open(&laws, &TIP, &context()).unwrap_err(), Flaw::Shape);
    let strange = Laws { at_most_one: vec![Line::one(4)], ..laws };
    assert_eq!(Seal::make(&secret(1, &[1, 0, 0, 1]), &strange, &TIP, &context()), Err(Unlawful::Slot(4)));
    assert!(seal.open(&strange, &TIP, &context()).is_err());
    let forged = Seal::forge(&secret(1, &[1, 0, 0, 1]), &strange, &TIP, &context());
    assert_eq!(forged.open(&strange, &TIP, &context()).unwrap_err(), Flaw::Unsealed(4));
}

#[test]
fn no_bit_of_a_seal_can_be_changed() {
    let (_, laws, seal, _) = small();
    with_flips(&postcard::to_allocvec(&seal).unwrap(), |bytes, bit| {
        let Ok((altered, [])) = postcard::take_from_bytes::<Seal>(bytes) else { return };
        assert!(altered.open(&laws, &TIP, &context()).is_err(), "bit {bit}");
    });
    assert!(seal.open(&laws, &[8; 32], &context()).is_err(), "another draw chain");
}

#[test]
fn no_bit_of_a_claims_proof_can_be_changed() {
    let (secret, _, _, sealed) = small();
    let claims = [
        Claim::Opens(Line::new([0, 2]), 1),
        Claim::OneOf(vec![(Line::one(1), 1), (Line::one(3), 1), (Line::new([0, 1]), 0)]),
        Claim::OneOf(vec![(Line::new([0, 3]), 2)]),
    ];
    let proof = ClaimsProof::make(&secret, &claims, &context(), &sealed).unwrap();
    assert_eq!(sealed.proves(&claims, &proof, &context()), Ok(()));
    with_flips(&postcard::to_allocvec(&proof).unwrap(), |bytes, bit| {
        let Ok((altered, [])) = postcard::take_from_bytes::<ClaimsProof>(bytes) else { return };
        assert!(sealed.proves(&claims, &altered, &context()).is_err(), "bit {bit}");
    });
}

#[test]
fn proofs_hold_in_their_context_only() {
    let (secret, laws, seal, sealed) = small();
    let claims = [Claim::OneOf(vec![(Line::one(0), 1), (Line::one(1), 1)])];
    let proof = ClaimsProof::make(&secret, &claims, &context(), &sealed).unwrap();
    for context in elsewhere() {
        assert_eq!(seal.open(&laws, &TIP, &context).unwrap_err(), Flaw::Bits);
        assert_eq!(sealed.proves(&claims, &proof, &context), Err(Flaw::Claim(0)));
        assert_ne!(ClaimsProof::make(&secret, &claims, &context, &sealed).unwrap(), proof);
    }
    let swapped = [Claim::OneOf(vec![(Line::one(1), 1), (Line::one(0), 1)])];
    assert!(sealed.proves(&swapped, &proof, &context()).is_err());
    let other = Seal::make(&secret, &laws, &[8; 32], &context()).unwrap();
    let other = other.open(&laws, &[8; 32], &context()).unwrap();
    assert_eq!(other.proves(&claims, &proof, &context()), Err(Flaw::Claim(0)), "bound to the root");
}

#[test]
fn proving_again_gives_the_same_bytes() {
    let ((secret, laws, seal, sealed), (_, _, again, _)) = (small(), small());
    assert_eq!(seal, again);
    assert_eq!(Seal::make(&secret, &laws, &TIP, &context()), Ok(again));
    let claims = [Claim::OneOf(vec![(Line::one(0), 1), (Line::one(1), 1)])];
    let prove = || ClaimsProof::make(&secret, &claims, &context(), &sealed).unwrap();
    assert_eq!(prove(), prove());
}

#[test]
fn weak_commitments_are_refused() {
    let (_, laws, seal, _) = small();
    let open = |alter: &dyn Fn(&mut Seal)| {
        let mut seal = seal.clone();
        alter(&mut seal);
        seal.open(&laws, &TIP, &context()).unwrap_err()
    };
    // Vector GV-07.
    assert_eq!(open(&|it| it.commitments[2] = it.commitments[0]), Flaw::Repeated(2));
    assert_eq!(open(&|it| it.commitments[1] = [0; 32]), Flaw::Identity(1));
    assert_eq!(open(&|it| it.commitments[1] = [0xff; 32]), Flaw::Point);
    assert_eq!(open(&|it| it.laws.exactly[1] = [0xff; 32]), Flaw::Scalar);
    assert_eq!(open(&|it| it.laws.exactly.swap(0, 1)), Flaw::Sum(0));
}

#[test]
fn slots_that_were_never_sealed_prove_nothing() {
    let (secret, _, _, sealed) = small();
    for line in [Line::one(4), Line::new([0, u32::MAX])] {
        let unsealed = *line.slots().last().unwrap();
        for claim in [Claim::Opens(line.clone(), 0), Claim::OneOf(vec![(line.clone(), 0)])] {
            let claims = [claim];
            let made = ClaimsProof::make(&secret, &claims, &context(), &sealed);
            assert_eq!(made, Err(Unlawful::Slot(unsealed)));
            let forged = ClaimsProof::forge(&secret, &claims, &context(), &sealed);
            assert_eq!(sealed.proves(&claims, &forged, &context()), Err(Flaw::Unsealed(unsealed)));
        }
        let (sum, blinding) = secret.opening(&line);
        assert!(!sealed.opens(&line, sum, &blinding));
    }
    let nothing = [Claim::OneOf(vec![])];
    assert_eq!(ClaimsProof::make(&secret, &nothing, &context(), &sealed), Err(Unlawful::Claim(0)));
    let forged = ClaimsProof::forge(&secret, &nothing, &context(), &sealed);
    assert_eq!(sealed.proves(&nothing, &forged, &context()), Err(Flaw::Shape));
}

#[test]
fn lines_open_to_their_sums_only() {
    let (secret, _, _, sealed) = small();
    let line = Line::new([0, 1, 3]);
    let (sum, blinding) = secret.opening(&line);
    assert_eq!(sum, 2);
    assert!(sealed.opens(&line, 2, &blinding));
    assert!(!sealed.opens(&line, 1, &blinding));
    assert!(!sealed.opens(&Line::new([0, 3]), 2, &blinding));
    assert!(!sealed.opens(&line, 2, &[0xff; 32]));
    let shown = format!("{sealed:?}");
    assert!(shown.starts_with("Sealed(4 slots, root ") && shown.len() < 100, "{shown}");
}

#[test]
fn seals_grow() {
    let (mut secret, _, _, sealed) = small();
    let later = Context { number: 30, previous: [30; 32], ..context() };
    // Two shields, at most one of them, exactly one of the first with slot 3.
    let laws = Laws { slots: 2, at_most_one: vec![Line::new([4, 5])], exactly: vec![(Line::new([3, 4]), 1)] };
    let early = Seal::extend(&secret, &laws, &later, &sealed);
    assert_eq!(early.unwrap_err(), Unlawful::Count { due: 2, found: 0 });
    secret.extend(later.previous, &[0, 1]);
    let seal = Seal::extend(&secret, &laws, &later, &sealed).unwrap();
    let grown = sealed.extended(&laws, &seal, &later).unwrap();
    assert_eq!((sealed.len(), grown.len()), (4, 6));
    assert_ne!(sealed.root(), grown.root());
    assert_eq!(Some(seal.board), secret.board(1));

    let claims =
        [Claim::Opens(Line::new([0, 5]), 2), Claim::OneOf(vec![(Line::one(4), 1), (Line::one(5), 1)])];
    let proof = ClaimsProof::make(&secret, &claims, &later, &grown).unwrap();
    assert_eq!(grown.proves(&claims, &proof, &later), Ok(()));
    assert_eq!(sealed.proves(&claims, &proof, &later), Err(Flaw::Unsealed(5)));
    let old = [Claim::Opens(Line::new([0, 3]), 2)];
    let proof = ClaimsProof::make(&secret, &old, &later, &sealed).unwrap();
    assert_eq!(sealed.proves(&old, &proof, &later), Ok(()));

    // Only the part that comes next can be sealed, and only as one.
    secret.extend(later.previous, &[0]);
    let late = Seal::extend(&secret, &laws, &later, &sealed);
    assert_eq!(late.unwrap_err(), Unlawful::Count { due: 2, found: 3 });
    let three = Laws { slots: 3, ..Laws::default() };
    assert_eq!(Seal::extend(&secret, &three, &later, &sealed), Err(Unlawful::Count { due: 3, found: 1 }));

    // Neither twice, nor elsewhere, nor as a seal of its own, nor with an old commitment in it.
    assert_eq!(grown.extended(&laws, &seal, &later).unwrap_err(), Flaw::Repeated(6));
    for context in [context(), Context { seat: 2, ..later.clone() }] {
        assert_eq!(sealed.extended(&laws, &seal, &context).unwrap_err(), Flaw::Bits);
    }
    assert!(seal.open(&Laws { slots: 2, ..Laws::default() }, &TIP, &later).is_err());
    let mut copied = seal.clone();
    copied.commitments[1] = [0; 32];
    assert_eq!(sealed.extended(&laws, &copied, &later).unwrap_err(), Flaw::Identity(5));
    copied.commitments[1] = small().2.commitments[2];
    assert_eq!(sealed.extended(&laws, &copied, &later).unwrap_err(), Flaw::Repeated(5));
}

#[test]
fn unlawful_extensions_are_refused() {
    let laws = Laws { slots: 2, at_most_one: vec![Line::new([4, 5])], exactly: vec![(Line::new([3, 4]), 1)] };
    for (bits, flaw) in [([0, 2], Flaw::Bits), ([1, 0], Flaw::Sum(0)), ([0, 255], Flaw::Bits)] {
        let (mut secret, _, _, sealed) = small();
        secret.extend(context().previous, &bits);
        assert_eq!(Seal::extend(&secret, &laws, &context(), &sealed), Err(Unlawful::Laws));
        let forged = Seal::forge_extension(&secret, &laws, &context(), &sealed);
        assert_eq!(sealed.extended(&laws, &forged, &context()).unwrap_err(), flaw);
    }
}

//! Which vectors can be proven, and attacks by provers who know the verifier.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use super::super::{Chart, Context, Line};
use super::*;

fn transcript() -> Transcript {
    let context = Context { game: [1; 32], seat: 0, number: 3, previous: [4; 32] };
    Transcript::new("marque/1/test", &context)
}

fn secret(values: &[u8]) -> Secret {
    Secret::new([1; 32], 0, [5; 32], Chart::new(values.to_vec()))
}

fn commitments(secret: &Secret) -> Vec<RistrettoPoint> {
    secret.commitments(0).iter().map(|it| pedersen::decode_point(it).unwrap()).collect()
}

/// Three slots, of which the last two together are at most one.
fn bits() -> Bits {
    Bits::of(&Laws { slots: 3, at_most_one: vec![Line::new([1, 2])], exactly: vec![] }, 0)
}

fn check(secret: &Secret, proof: &BitsProof) -> Result<(), Flaw> {
    verify(transcript(), &bits(), &commitments(secret), proof)
}

#[test]
fn exactly_the_vectors_that_obey_are_proven() {
    for code in 0..27u8 {
        let values = [code / 9, code / 3 % 3, code % 3];
        let obeys = values.iter().all(|it| *it <= 1) && values[1] + values[2] <= 1;
        let secret = secret(&values);
        let proof = prove(transcript(), &bits(), &secret);
        assert_eq!(check(&secret, &proof).is_ok(), obeys, "{values:?}");
    }
}

#[test]
fn old_slots_of_a_line_count() {
    let laws = Laws { slots: 1, at_most_one: vec![Line::new([0, 2])], exactly: vec![] };
    let bits = Bits::of(&laws, 2);
    assert_eq!((bits.slots.as_slice(), bits.lines.as_slice()), ([0, 2].as_slice(), [vec![0, 1]].as_slice()));
    for (values, obeys) in [([0, 1, 1], true), ([1, 1, 0], true), ([1, 0, 1], false)] {
        let secret = secret(&values);
        let proof = prove(transcript(), &bits, &secret);
        assert_eq!(verify(transcript(), &bits, &commitments(&secret), &proof).is_ok(), obeys);
    }
}

#[test]
fn nothing_is_proven_by_nothing() {
    let bits = Bits::of(&Laws::default(), 0);
    let proof = prove(transcript(), &bits, &secret(&[]));
    assert_eq!(verify(transcript(), &bits, &[], &proof), Ok(()));
}

#[test]
fn the_values_of_the_proof_are_those_of_the_seal() {
    // The prover commits to bits in V while the seal hides something else.
    let [sealed, pretended] = [[1, 0, 2], [1, 0, 1]].map(|values| secret(&values));
    let proof = prove(transcript(), &bits(), &pretended);
    assert_eq!(check(&pretended, &proof), Ok(()));
    assert_eq!(check(&sealed, &proof), Err(Flaw::Bits));
}

#[test]
fn a_prover_who_knows_the_challenge_could_cheat_and_the_transcript_forbids_it() {
    // Coefficients chosen behind x make any vector pass: so x must depend on both of them.
    let secret = secret(&[2, 0, 1]);
    let honest = prove(transcript(), &bits(), &secret);
    let mut transcript = transcript();
    let y = honest.first_challenge(&mut transcript);
    let x = honest.last_challenge(&mut transcript);
    let read = honest.read(&bits()).unwrap();
    let squares = weighted(y, bits().with_sums(read.responses.clone()).iter().map(|f| f * (f - x)));
    let fitting = pedersen::times_g(&squares) + pedersen::times_h(&read.blindings[2]);
    let commitments = commitments(&secret);
    let sealed: Vec<&RistrettoPoint> = commitments.iter().collect();
    for k in [0, 1] {
        let mut points = read.points;
        // x·T_1 + T_0 must be `fitting`.
        points[3 + k] = if k == 0 { x.invert() * (fitting - points[4]) } else { fitting - x * points[3] };
        let (responses, blindings) = (read.responses.clone(), read.blindings);
        let fitted = Read { points, responses, blindings };
        let weights = [3u8, 5, 7].map(Scalar::from);
        assert!(holds(&fitted, &bits(), &sealed, [x, y], weights), "the attack is real");
        let mut altered = honest.clone();
        altered.coefficients[k] = encode(points[3 + k]);
        assert_eq!(check(&secret, &altered), Err(Flaw::Bits));
    }
}

#[test]
fn equations_that_cancel_under_known_weights_are_refused() {
    let secret = secret(&[1, 0, 1]);
    let honest = prove(transcript(), &bits(), &secret);
    let commitments = commitments(&secret);
    let sealed: Vec<&RistrettoPoint> = commitments.iter().collect();
    let mut transcript = transcript();
    let y = honest.first_challenge(&mut transcript);
    let x = honest.last_challenge(&mut transcript);
    transcript.append_all("responses", &honest.responses);
    transcript.append_all("blindings", &honest.blindings);
    let mut weights = transcript.weights();
    let weights = [(); 3].map(|()| weights.next_weight());

    let mut altered = honest.clone();
    let shift = |bytes: &mut [u8; 32], by: Scalar| {
        *bytes = (pedersen::decode_scalar(bytes).unwrap() + by).to_bytes();
    };
    shift(&mut altered.blindings[0], weights[1]);
    shift(&mut altered.blindings[1], -weights[0]);
    let read = altered.read(&bits()).unwrap();
    assert!(holds(&read, &bits(), &sealed, [x, y], weights), "the attack is real");
    assert_eq!(check(&secret, &altered), Err(Flaw::Bits));
}

#[test]
fn what_is_not_a_proof_is_refused() {
    let secret = secret(&[1, 0, 1]);
    let honest = prove(transcript(), &bits(), &secret);
    let altered = |alter: &dyn Fn(&mut BitsProof)| {
        let mut proof = honest.clone();
        alter(&mut proof);
        check(&secret, &proof)
    };
    assert_eq!(altered(&|it| it.responses.push([0; 32])), Err(Flaw::Shape));
    assert_eq!(altered(&|it| it.responses.truncate(2)), Err(Flaw::Shape));
    assert_eq!(altered(&|it| it.responses[1] = [0xff; 32]), Err(Flaw::Scalar));
    assert_eq!(altered(&|it| it.blindings[2] = [0xff; 32]), Err(Flaw::Scalar));
    type Point = fn(&mut BitsProof) -> &mut [u8; 32];
    let points: [Point; 4] =
        [|it| &mut it.values, |it| &mut it.masks, |it| &mut it.link, |it| &mut it.coefficients[0]];
    for point in points {
        assert_eq!(altered(&|it| *point(it) = [0xff; 32]), Err(Flaw::Point));
        assert_eq!(altered(&|it| *point(it) = [0; 32]), Err(Flaw::Bits));
    }
    let fewer = &commitments(&secret)[..2];
    assert_eq!(verify(transcript(), &bits(), fewer, &honest), Err(Flaw::Unsealed(2)));
}

#[test]
fn every_slot_has_a_base_of_its_own() {
    let some = slot_bases(&[2, 40]);
    let all = slot_bases(&(0..50).collect::<Vec<u32>>());
    assert_eq!(some, [all[2], all[40]]);
    let mut seen: Vec<[u8; 32]> = all.iter().chain([&*G, &H]).map(|it| encode(*it)).collect();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), 52);
    let weights = [2u8, 3].map(Scalar::from);
    assert_eq!(
        sum_of_bases(&Bits::of(&Laws { slots: 2, ..Laws::default() }, 0), &secret(&[2, 3]), &all),
        all[0] * weights[0] + all[1] * weights[1],
        "a lie is committed to as it is"
    );
}

//! Acts, answers and options: what is listed stands, what is not listed does not, and every value has
//! one encoding.

use std::collections::BTreeSet;

use marque_protocol::{
    games::{self, Options, Ply},
    rules::{Card, Due, Seat},
    sim::{below, stream},
};
use rand::{Rng as _, rngs::ChaCha20Rng};

use super::bout::{Bout, Here, cases, default_cases};

/// Listed acts that are looked at in one position, at the most.
const LISTED_MOST: usize = 24;
/// New slots whose bits are tried out completely.
const BITS_MOST: u32 = 10;
/// Sets of options of a card that are enumerated.
const OPTIONS_MOST: usize = 100_000;

#[test]
fn who_may_act_can_and_what_is_listed_stands() {
    for case in cases() {
        for seed in 0..3 {
            let _here = Here::at(&case, seed);
            let mut bout = Bout::new(&case, seed);
            loop {
                if let Due::Act(seat) = bout.position.due() {
                    let (acts, _) = bout.position.legal(seat, &bout.charts[seat.index()]);
                    for number in 0..acts.len().min(LISTED_MOST) {
                        let number = if acts.len() <= LISTED_MOST { number } else { bout.below(acts.len()) };
                        let intent = &acts[number];
                        bout.provable(seat, &Ply::Act(intent.act.clone()), &intent.bits);
                        assert_eq!(acts.iter().filter(|other| *other == intent).count(), 1, "listed twice");
                    }
                }
                if bout.step().is_none() {
                    break;
                }
            }
        }
    }
}

#[test]
fn what_is_not_listed_is_refused_or_false() {
    for case in cases() {
        for seed in 10..12 {
            let _here = Here::at(&case, seed);
            let mut bout = Bout::new(&case, seed);
            loop {
                match bout.position.due() {
                    Due::Act(seat) => unlisted_acts(&mut bout, seat),
                    Due::Answer(seat) => other_answers(&mut bout, seat),
                    Due::Draw | Due::Over(_) => {}
                }
                if bout.step().is_none() {
                    break;
                }
            }
        }
    }
}

fn unlisted_acts(bout: &mut Bout, seat: Seat) {
    let (acts, complete) = bout.position.legal(seat, &bout.charts[seat.index()]);
    for _ in 0..8 {
        let listed = bout.below(acts.len());
        let bytes = mutated(&mut bout.rng, &acts[listed].act.encode());
        let Some(act) = bout.position.decode_act(&bytes) else { continue };
        let ply = Ply::Act(act.clone());
        if acts.iter().any(|intent| intent.act == act) {
            continue;
        }
        let stands = match bout.position.check(seat, &ply) {
            Some(Ok(implied)) => {
                let slots = implied.extension.map_or(0, |laws| laws.slots);
                all_bits(slots).iter().any(|bits| bout.stands(seat, &ply, bits))
            }
            _ => false,
        };
        assert!(!stands || !complete, "{act:?} stands, and is not listed");
    }
    // Nor can a listed act seal other bits than those listed with it.
    let intent = acts[bout.below(acts.len())].clone();
    let ply = Ply::Act(intent.act.clone());
    for bits in all_bits(intent.bits.len() as u32) {
        let listed = acts.iter().any(|other| other.act == intent.act && other.bits == bits);
        assert!(listed || !complete || !bout.stands(seat, &ply, &bits), "{ply:?} {bits:?}");
    }
    assert!(!bout.stands(seat, &ply, &[intent.bits.as_slice(), &[0]].concat()), "a slot too many");
}

/// Every vector of bits, if there are not too many; then none.
fn all_bits(slots: u32) -> Vec<Vec<u8>> {
    if slots > BITS_MOST {
        return Vec::new();
    }
    (0..1u32 << slots).map(|bits| (0..slots).map(|slot| (bits >> slot & 1) as u8).collect()).collect()
}

fn other_answers(bout: &mut Bout, seat: Seat) {
    let honest = bout.position.honest(seat, &bout.charts[seat.index()]);
    assert!(bout.stands(seat, &Ply::Answer(honest.clone()), &[]), "the honest answer {honest:?}");
    for _ in 0..8 {
        let bytes = mutated(&mut bout.rng, &honest.encode());
        let Some(answer) = bout.position.decode_answer(&bytes) else { continue };
        let stands = bout.stands(seat, &Ply::Answer(answer.clone()), &[]);
        assert!(!stands || answer == honest, "{answer:?} stands beside the honest {honest:?}");
    }
}

#[test]
fn random_bytes_are_no_words_or_are_judged() {
    for case in default_cases() {
        for seed in 20..24 {
            let _here = Here::at(&case, seed);
            let mut bout = Bout::new(&case, seed);
            loop {
                for _ in 0..20 {
                    let mut bytes = vec![0; bout.below(12)];
                    bout.rng.fill_bytes(&mut bytes);
                    // Small numbers mean something more often.
                    bytes.iter_mut().filter(|byte| **byte >= 64).for_each(|byte| *byte %= 8);
                    let due = bout.position.due();
                    if let (Due::Act(seat), Some(act)) = (&due, bout.position.decode_act(&bytes)) {
                        assert_eq!(act.encode(), bytes);
                        assert!(bout.position.check(*seat, &Ply::Act(act)).is_some());
                    }
                    if let (Due::Answer(seat), Some(answer)) = (&due, bout.position.decode_answer(&bytes)) {
                        assert_eq!(answer.encode(), bytes);
                        assert!(bout.position.check(*seat, &Ply::Answer(answer)).is_some());
                    }
                }
                if bout.step().is_none() {
                    break;
                }
            }
        }
    }
}

#[test]
fn every_value_has_one_encoding() {
    for case in cases() {
        let id = case.card.id;
        let _here = Here::at(&case, 30);
        one_encoding(&case.options.encode(), |bytes| Options::decode(id, bytes).ok(), Options::encode);
        let mut bout = Bout::new(&case, 30);
        loop {
            let position = bout.position.clone();
            match position.due() {
                Due::Act(seat) => {
                    let (acts, _) = position.legal(seat, &bout.charts[seat.index()]);
                    let act = &acts[bout.below(acts.len())].act;
                    one_encoding(&act.encode(), |bytes| position.decode_act(bytes), games::Act::encode);
                }
                Due::Answer(seat) => {
                    let answer = position.honest(seat, &bout.charts[seat.index()]);
                    let decode = |bytes: &[u8]| position.decode_answer(bytes);
                    one_encoding(&answer.encode(), decode, games::Answer::encode);
                }
                Due::Draw | Due::Over(_) => {}
            }
            if bout.step().is_none() {
                break;
            }
        }
    }
}

fn one_encoding<T: PartialEq + std::fmt::Debug>(
    bytes: &[u8],
    decode: impl Fn(&[u8]) -> Option<T>,
    encode: impl Fn(&T) -> Vec<u8>,
) {
    let value = decode(bytes).unwrap();
    assert_eq!(encode(&value), bytes);
    for surplus in [0, 1, 255] {
        assert_eq!(decode(&[bytes, &[surplus]].concat()), None, "surplus behind {value:?}");
    }
    for length in 0..bytes.len() {
        assert_eq!(decode(&bytes[..length]), None, "{value:?} cut to {length}");
    }
    for at in 0..bytes.len() {
        // A number below 128 written in two bytes instead of one.
        let longer = [&bytes[..at], &[bytes[at] | 0x80, 0], &bytes[at + 1..]].concat();
        if let Some(other) = decode(&longer) {
            assert_ne!(other, value, "a second encoding");
            assert_eq!(encode(&other), longer);
        }
    }
}

#[test]
fn options_of_peers_are_those_that_can_be_chosen() {
    for card in games::cards() {
        let _here = Here(format!("{}, seed 40", card.id));
        let mut rng = stream(40, 60);
        let possible = possible(card);
        for bytes in &possible {
            assert!(Options::decode(card.id, bytes).is_ok_and(|options| options.encode() == *bytes));
        }
        let all: Vec<&Vec<u8>> = possible.iter().collect();
        for round in 0..20_000 {
            let bytes = if round % 4 == 0 {
                let mut bytes = vec![0; below(&mut rng, 10) as usize];
                rng.fill_bytes(&mut bytes);
                bytes
            } else {
                let of = all[below(&mut rng, all.len() as u64) as usize];
                mutated(&mut rng, of)
            };
            let accepted = Options::decode(card.id, &bytes).is_ok();
            assert_eq!(accepted, possible.contains(&bytes), "{bytes:?}");
        }
        let foreign = games::cards().into_iter().filter(|other| other.id != card.id);
        for other in foreign {
            let accepted = all.iter().filter(|bytes| Options::decode(other.id, bytes).is_ok()).count();
            let shared = self::possible(other).intersection(&possible).count();
            assert_eq!(accepted, shared, "options of {} for {}", card.id, other.id);
        }
        assert!(Options::decode("no such game", all[0]).is_err());
    }
}

/// The bytes of all options that can be chosen.
fn possible(card: &Card) -> BTreeSet<Vec<u8>> {
    let mut choices: Vec<Vec<(String, String)>> = vec![Vec::new()];
    for key in card.keys {
        let before = choices.clone();
        for value in key.values {
            let more = before.iter().cloned().map(|mut choice| {
                choice.push((key.name.to_owned(), (*value).to_owned()));
                choice
            });
            choices.extend(more);
        }
        assert!(choices.len() <= OPTIONS_MOST, "{} has too many options to enumerate", card.id);
    }
    choices.iter().map(|choices| Options::choose(card.id, choices).unwrap().encode()).collect()
}

/// Bytes with one to three small changes.
fn mutated(rng: &mut ChaCha20Rng, bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=below(rng, 3) {
        let at = below(rng, bytes.len() as u64 + 1) as usize;
        let byte = if below(rng, 2) == 0 { below(rng, 12) as u8 } else { rng.next_u32() as u8 };
        match below(rng, 6) {
            0 => bytes.insert(at, byte),
            1 if at < bytes.len() => drop(bytes.remove(at)),
            2 if at < bytes.len() => bytes[at] ^= 1 << below(rng, 8),
            3 if at + 1 < bytes.len() => bytes.swap(at, at + 1),
            _ if at < bytes.len() => bytes[at] = byte,
            _ => {}
        }
    }
    bytes
}

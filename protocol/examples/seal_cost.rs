//! What a seal costs: time to prove and to verify the classic fleet on 10x10, where ships may not
//! touch, beside one ed25519 signature of the same run.
//!
//! `cargo run --release --example seal_cost`

use cpu_time::ThreadTime;
use std::hint::black_box;
use std::time::Duration;

use ed25519_dalek::{Signer, SigningKey};
use marque_protocol::seal::{Chart, Claim, ClaimsProof, Context, Laws, Line, Seal, Secret};

const SIDE: u32 = 10;
const RUNS: usize = 21;

/// Ships by length, and how many of each.
const FLEET: [(u32, u32); 4] = [(4, 1), (3, 2), (2, 3), (1, 4)];

/// Bow, whether it points down, and length.
type Placement = (u32, u32, bool, u32);

/// A legal fleet, one placement a ship.
const LAYOUT: [Placement; 10] = [
    (0, 0, false, 4),
    (0, 2, false, 3),
    (0, 4, false, 3),
    (5, 0, false, 2),
    (4, 2, false, 2),
    (4, 4, false, 2),
    (8, 0, false, 1),
    (8, 2, false, 1),
    (8, 4, false, 1),
    (0, 6, false, 1),
];

fn main() {
    let placements = placements();
    let laws = laws(&placements);
    let values = placements.iter().map(|it| u8::from(LAYOUT.contains(it))).collect();
    let secret = Secret::new([1; 32], 0, [2; 32], Chart::new(values));
    let (tip, context) = ([3; 32], Context { game: [1; 32], seat: 0, number: 1, previous: [4; 32] });

    let make = median(|| Seal::make(&secret, &laws, &tip, &context).expect("the fleet is legal"));
    let seal = Seal::make(&secret, &laws, &tip, &context).expect("the fleet is legal");
    let open = median(|| seal.open(&laws, &tip, &context).expect("the seal is honest"));
    let sealed = seal.open(&laws, &tip, &context).expect("the seal is honest");

    let cell = [Claim::Opens(line(&placements, |it| covers(it, 0, 0)), 1)];
    let some = [Claim::OneOf((0..8).map(|x| (line(&placements, |it| covers(it, x, 0)), 1)).collect())];
    let [opening, disjunction] = [&cell, &some].map(|claims| {
        let prove = || ClaimsProof::make(&secret, claims, &context, &sealed).expect("the claims are true");
        let proof = prove();
        (median(prove), median(|| sealed.proves(claims, &proof, &context).expect("the proof is honest")))
    });

    let key = SigningKey::from_bytes(&[5; 32]);
    let signature = key.sign(&[6; 200]);
    let sign = median(|| key.sign(black_box(&[6; 200])));
    let strict = median(|| key.verifying_key().verify_strict(black_box(&[6; 200]), &signature));

    let statements = laws.slots as usize + laws.at_most_one.len();
    let bytes = postcard::to_allocvec(&seal).expect("a seal can be encoded").len();
    println!("{statements} statements, {bytes} bytes; medians of {RUNS} runs");
    let row = |what: &str, prove: Duration, verify: Duration| {
        println!(
            "{what:<28} prove {:>8.3} ms = {:>6.1} signatures   verify {:>8.3} ms = {:>6.1} verifications",
            prove.as_secs_f64() * 1e3,
            prove.as_secs_f64() / sign.as_secs_f64(),
            verify.as_secs_f64() * 1e3,
            verify.as_secs_f64() / strict.as_secs_f64(),
        );
    };
    row("seal", make, open);
    row("opening of a cell", opening.0, opening.1);
    row("one of 8 cells", disjunction.0, disjunction.1);
    row("ed25519, 200 bytes, strict", sign, strict);
}

fn median<T>(mut work: impl FnMut() -> T) -> Duration {
    black_box(work());
    let mut times: Vec<Duration> = (0..RUNS)
        .map(|_| {
            let start = ThreadTime::now();
            black_box(work());
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    times.get(RUNS / 2).copied().unwrap_or_default()
}

fn placements() -> Vec<Placement> {
    let mut all = Vec::new();
    for (length, _) in FLEET {
        for (y, x) in (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (y, x))) {
            if x + length <= SIDE {
                all.push((x, y, false, length));
            }
            if length > 1 && y + length <= SIDE {
                all.push((x, y, true, length));
            }
        }
    }
    all
}

fn covers(&(left, top, down, length): &Placement, x: u32, y: u32) -> bool {
    let (right, bottom) = if down { (left, top + length - 1) } else { (left + length - 1, top) };
    (left..=right).contains(&x) && (top..=bottom).contains(&y)
}

fn line(placements: &[Placement], on: impl Fn(&Placement) -> bool) -> Line {
    Line::new((0..).zip(placements).filter(|(_, it)| on(it)).map(|(slot, _)| slot))
}

fn laws(placements: &[Placement]) -> Laws {
    let blocks = (0..SIDE - 1).flat_map(|y| (0..SIDE - 1).map(move |x| (x, y)));
    let on_block = |it: &Placement, x, y| (0..4).any(|i| covers(it, x + i % 2, y + i / 2));
    Laws {
        slots: u32::try_from(placements.len()).unwrap_or(u32::MAX),
        at_most_one: blocks.map(|(x, y)| line(placements, |it| on_block(it, x, y))).collect(),
        exactly: FLEET.map(|(length, n)| (line(placements, |it| it.3 == length), n)).to_vec(),
    }
}

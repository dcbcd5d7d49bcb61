//! `statement`: what a seat signs, and whether it did (P-14 to P-18).

use ed25519_dalek::SigningKey;
use marque_protocol::{
    rules::{Leaving, Seat},
    seal::{ClaimsProof, Letter, Seal},
    statement::{Body, Opened, Proposal, SEAL_MOST, STATEMENT_MOST, Signed, Spot, Statement},
    terms::{Signature, game_id},
    wire,
};
use serde_json::{Value, json};

use super::{
    Case,
    curve::plus_order,
    hex, pieces,
    toys::{Toy, agreement, identity, keys},
};

const TAG: &[u8] = b"marque/1/statement";
const BEHIND: [u8; 32] = [0xaa; 32];

/// Where statements stand here.
pub fn spot() -> Spot {
    Spot { number: 7, previous: BEHIND }
}

fn game() -> [u8; 32] {
    game_id(&agreement().terms)
}

fn input(signed: &[u8]) -> Value {
    json!({
        "agreement": hex(&wire::encode(&agreement())),
        "signed": pieces::packed(signed, &[]),
        "behind": hex(&BEHIND),
    })
}

fn honest(name: &str, about: &str, statement: &Statement) -> Case {
    let signed = signed_bytes(&wire::encode(&(game(), statement)));
    let mut expect = json!({ "authentic": true, "digest": hex(&signed.digest()) });
    if let Statement::Entry(..) = statement {
        expect["head"] = json!(hex(&signed.head(&BEHIND)));
    }
    Case::new("statement", name, "P-18", about, input(&wire::encode(&signed))).expects(expect)
}

fn bad(name: &str, about: &str, signed: &[u8]) -> Case {
    Case::new("statement", name, "P-17", about, input(signed)).expects(json!({ "authentic": false }))
}

/// Any bytes, signed by a key for a seat with a tag.
fn sign(key: &SigningKey, seat: u8, tag: &[u8], bytes: &[u8]) -> Signed {
    Signed { seat: Seat(seat), signature: Signature::make(key, tag, bytes), bytes: bytes.to_vec() }
}

fn signed_bytes(bytes: &[u8]) -> Signed {
    sign(&keys(1).signing(), 1, TAG, bytes)
}

fn acknowledge() -> Vec<u8> {
    wire::encode(&(game(), Statement::Entry(spot(), Body::Acknowledge)))
}

pub fn cases() -> Vec<Case> {
    [entries(), others(), signers(), encodings(), sizes()].into_iter().flatten().collect()
}

fn entries() -> Vec<Case> {
    let proof: ClaimsProof = wire::decode(&[0; 4]).unwrap();
    let toy = Toy::of_two();
    let letter = Letter { ephemeral: [9; 32], ciphertext: vec![1, 2, 3] };
    let act = |extension| Body::Act { words: vec![0, 1, 2, 3], extension, proof: proof.clone() };
    let answer = |letter| Body::Answer { words: vec![1, 0, 0], proof: proof.clone(), letter };
    let removal = Body::Removal(vec![(Seat(0), Leaving::Resigned), (Seat(200), Leaving::Claimed)]);
    let bodies = [
        ("honest", "The vector of P-19.", Body::Acknowledge),
        (
            "honest-seal",
            "A seal that no game has: authentic all the same.",
            Body::Seal { seal: toy.seal.clone(), tip: toy.tip },
        ),
        ("honest-act", "An act.", act(None)),
        ("honest-act-extension", "An act with an extension.", act(Some(toy.seal.clone()))),
        ("honest-answer", "An answer.", answer(None)),
        ("honest-answer-letter", "An answer with a letter that is too short for any.", answer(Some(letter))),
        ("honest-link", "A link.", Body::Link([8; 32])),
        ("honest-complain", "A complaint.", Body::Complain),
        ("honest-disclose", "A disclosure.", Body::Disclose([8; 32])),
        ("honest-removal", "A removal, also of a seat that there is not.", removal),
        ("honest-offer", "An offer of a draw.", Body::Offer(Proposal::Draw)),
        ("honest-accept", "An adjournment is accepted.", Body::Accept(Proposal::Adjournment)),
        ("honest-withdraw", "A draw is no longer offered.", Body::Withdraw(Proposal::Draw)),
    ];
    bodies.map(|(name, about, body)| honest(name, about, &Statement::Entry(spot(), body))).into()
}

fn others() -> Vec<Case> {
    let statements = [
        ("honest-resign", "A resignation.", Statement::Resign(spot())),
        ("honest-seen", "Seen.", Statement::Seen(spot(), [8; 32])),
        (
            "honest-overdue",
            "Overdue, of seats that cannot be: authentic all the same.",
            Statement::Overdue(spot(), vec![Seat(2), Seat(0)]),
        ),
        (
            "honest-chart",
            "A chart.",
            Statement::Chart(spot(), Opened { seed: [3; 32], values: vec![0, 1, 255] }),
        ),
        (
            "honest-result",
            "A result, at the largest number.",
            Statement::Result(Spot { number: u32::MAX, previous: BEHIND }),
        ),
    ];
    statements.map(|(name, about, statement)| honest(name, about, &statement)).into()
}

fn signers() -> Vec<Case> {
    let bytes = acknowledge();
    let wrong = |name: &str, about: &str, signed: Signed| bad(name, about, &wire::encode(&signed));
    let own = keys(1).signing();
    let changed = |change: &dyn Fn(&mut Signed)| {
        let mut signed = signed_bytes(&bytes);
        change(&mut signed);
        signed
    };
    let other_game = wire::encode(&([1; 32], Statement::Entry(spot(), Body::Acknowledge)));
    vec![
        wrong("other-game", "Signed for another game.", signed_bytes(&other_game)),
        wrong("tag-of-terms", "Signed with the tag of terms.", sign(&own, 1, b"marque/1/terms", &bytes)),
        wrong("no-tag", "Signed without a tag.", sign(&own, 1, b"", &bytes)),
        wrong("by-identity", "Signed with the identity.", sign(&identity(1), 1, TAG, &bytes)),
        wrong(
            "by-other-seat",
            "Seat 0 signed it and says it is of seat 1.",
            sign(&keys(0).signing(), 1, TAG, &bytes),
        ),
        wrong("of-other-seat", "Signed by seat 1, sent as of seat 0.", sign(&own, 0, TAG, &bytes)),
        wrong("seat-2", "A seat that there is not.", sign(&own, 2, TAG, &bytes)),
        wrong("seat-255", "A seat that no table has.", sign(&own, 255, TAG, &bytes)),
        wrong("s-and-order", "S + l.", changed(&|it| it.signature.1 = plus_order(&it.signature.1))),
        wrong("changed", "A byte changed after signing.", changed(&|it| it.bytes[32 + 2] ^= 1)),
        wrong("signed-without-game", "Signed without the id in front.", {
            let signature = Signature::make(&own, TAG, &bytes[32..]);
            Signed { seat: Seat(1), signature, bytes: bytes.clone() }
        }),
    ]
}

fn encodings() -> Vec<Case> {
    let wrong = |name: &str, about: &str, bytes: &[u8]| bad(name, about, &wire::encode(&signed_bytes(bytes)));
    let honest = acknowledge();
    let (head, tail) = (&honest[..32], &honest[34..]);
    let entry = |body: &[u8]| [&honest[..66], body].concat();
    let at = |statement: &[u8], behind: &[u8]| [head, statement, tail[..32].as_ref(), behind].concat();
    let signed = wire::encode(&signed_bytes(&honest));
    vec![
        wrong("trailing-byte", "A byte behind the statement.", &[honest.as_slice(), &[0]].concat()),
        wrong("cut", "The body is missing.", &honest[..honest.len() - 1]),
        wrong("nothing", "Only the game.", head),
        wrong("number-in-two-bytes", "The number with a byte too many.", &at(&[0, 0x87, 0], &[4])),
        wrong(
            "number-beyond-its-type",
            "A number of 33 bits.",
            &at(&[0, 0x87, 0x80, 0x80, 0x80, 0x10], &[4]),
        ),
        wrong("statement-in-two-bytes", "The kind with a byte too many.", &at(&[0x80, 0, 7], &[4])),
        wrong("statement-6", "A kind that there is not.", &at(&[6, 7], &[])),
        wrong("body-without-proposal", "An offer of which nothing is said.", &entry(&[8])),
        wrong("body-11", "A body that there is not.", &entry(&[11, 0])),
        wrong("proposal-2", "An offer of what there is not.", &entry(&[8, 2])),
        wrong("proposal-in-two-bytes", "An offer with a byte too many.", &entry(&[9, 0x80, 0])),
        wrong("leaving-4", "A reason that there is not.", &entry(&[7, 1, 0, 4])),
        wrong("act-option-of-2", "An extension that neither is nor is not.", &entry(&[1, 0, 2, 0, 0, 0, 0])),
        wrong("seat-in-two-bytes", "A seat as a varint: it is a byte.", &at(&[3, 7], &[1, 0x80, 1])),
        bad("signed-trailing-byte", "A byte behind the whole.", &[signed.as_slice(), &[0]].concat()),
        bad(
            "signed-length-in-three-bytes",
            "The length with a byte too many.",
            &[&signed[..65], &[0xc3, 0], &signed[66..]].concat(),
        ),
    ]
}

/// Sizes at and over the limit, and those that only the decoded statement tells apart.
fn sizes() -> Vec<Case> {
    let chart = |length: usize| {
        let opened = |values| Statement::Chart(spot(), Opened { seed: [3; 32], values });
        let rest = wire::encode(&(game(), opened(vec![0; length]))).len() - length;
        opened(vec![0; length - rest])
    };
    let act_with = |extension: Option<Seal>, length: usize| {
        let act = |words| {
            let proof = wire::decode(&[0; 4]).unwrap();
            Statement::Entry(spot(), Body::Act { words, extension: extension.clone(), proof })
        };
        let rest = wire::encode(&(game(), act(vec![0; length]))).len() - length;
        act(vec![0; length - rest])
    };
    let act = |length| act_with(None, length);
    let extending = |length| act_with(Some(Toy::of_two().seal), length);
    // A seal that is no better for its length: words of one byte each would not do, points have 32.
    let seal = |over: usize| {
        let mut toy = Toy::of_two();
        let with = |toy: &Toy| Statement::Entry(spot(), Body::Seal { seal: toy.seal.clone(), tip: toy.tip });
        let length = |toy: &Toy| wire::encode(&(game(), with(toy))).len();
        toy.seal.commitments.resize(2000, [0; 32]);
        let more = (SEAL_MOST - length(&toy)) / 32;
        toy.seal.commitments.resize(2000 + more + over, [0; 32]);
        with(&toy)
    };
    let size = |statement: &Statement| wire::encode(&(game(), statement)).len();
    assert_eq!(
        (size(&chart(STATEMENT_MOST)), size(&act(STATEMENT_MOST + 1))),
        (STATEMENT_MOST, STATEMENT_MOST + 1)
    );
    assert_eq!(size(&extending(STATEMENT_MOST + 1)), STATEMENT_MOST + 1);
    assert!(size(&seal(0)) <= SEAL_MOST && size(&seal(1)) > SEAL_MOST);
    let bad = |name: &str, about: &str, statement: &Statement| {
        bad(name, about, &wire::encode(&signed_bytes(&wire::encode(&(game(), statement)))))
    };
    vec![
        honest("honest-longest-chart", "2^17 bytes.", &chart(STATEMENT_MOST)),
        honest("honest-longest-act", "An act of 2^17 bytes.", &act(STATEMENT_MOST)),
        honest("honest-long-seal", "An entry with a seal may be longer.", &seal(0)),
        bad("chart-too-long", "2^17 + 1 bytes.", &chart(STATEMENT_MOST + 1)),
        bad(
            "act-too-long",
            "An act of 2^17 + 1 bytes: an entry, but none with a seal.",
            &act(STATEMENT_MOST + 1),
        ),
        honest(
            "honest-longest-extension",
            "An act with an extension, of 2^17 bytes.",
            &extending(STATEMENT_MOST),
        ),
        bad(
            "extension-too-long",
            "An act with an extension, of 2^17 + 1 bytes: that is no entry with the body Seal.",
            &extending(STATEMENT_MOST + 1),
        ),
        bad("seal-too-long", "An entry with a seal of more than 2^20 − 256 bytes.", &seal(1)),
    ]
}

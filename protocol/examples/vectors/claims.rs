//! `claims`: what words assert about a vector, and its proof (P-36 to P-38).

use marque_protocol::{
    seal::{Claim, ClaimsProof, Context},
    wire,
};
use serde_json::{Value, json};

use super::{
    Case,
    curve::{minus_one, plus_one, plus_order},
    hex,
    toys::{Toy, claim_json, context_json, later, line},
};

/// The lists of which a proof of claims is made.
#[derive(Clone)]
struct Parts {
    openings: Vec<[u8; 32]>,
    first_messages: Vec<[u8; 32]>,
    challenges: Vec<[u8; 32]>,
    responses: Vec<[u8; 32]>,
}

type Lists = (Vec<[u8; 32]>, Vec<[u8; 32]>, Vec<[u8; 32]>, Vec<[u8; 32]>);

impl Parts {
    fn of(proof: &ClaimsProof) -> Parts {
        let lists: Lists = wire::decode(&wire::encode(proof)).unwrap();
        let (openings, first_messages, challenges, responses) = lists;
        Parts { openings, first_messages, challenges, responses }
    }

    fn bytes(&self) -> Vec<u8> {
        wire::encode(&(&self.openings, &self.first_messages, &self.challenges, &self.responses))
    }
}

fn case(
    name: &str,
    about: &str,
    base: Value,
    context: &Context,
    claims: &[Claim],
    proof: &[u8],
    proven: bool,
) -> Case {
    let input = json!({
        "base": base,
        "context": context_json(context),
        "claims": claims.iter().map(claim_json).collect::<Vec<Value>>(),
        "proof": hex(proof),
    });
    Case::new("claims", name, "P-38", about, input).expects(json!({ "proven": proven }))
}

fn opens(slots: &[u32], sum: u32) -> Claim {
    Claim::Opens(line(slots), sum)
}

fn one_of(branches: &[(&[u32], u32)]) -> Claim {
    Claim::OneOf(branches.iter().map(|(slots, sum)| (line(slots), *sum)).collect())
}

/// The claims of P-38.
fn usual() -> Vec<Claim> {
    vec![opens(&[0], 0), one_of(&[(&[0], 1), (&[1], 1)])]
}

/// As well proven as can be.
fn proof(toy: &Toy, claims: &[Claim], context: &Context) -> ClaimsProof {
    ClaimsProof::forge(&toy.secret, claims, context, &toy.sealed())
}

pub fn cases() -> Vec<Case> {
    [honest(), false_ones(), elsewhere(), altered(), counts()].into_iter().flatten().collect()
}

fn said(name: &str, about: &str, claims: &[Claim], proven: bool) -> Case {
    let toy = Toy::of_two();
    let proof = wire::encode(&proof(&toy, claims, &later()));
    case(name, about, toy.json(), &later(), claims, &proof, proven)
}

fn honest() -> Vec<Case> {
    let four = Toy::of_four(&[1, 0, 0, 1]);
    let many = [
        one_of(&[(&[1], 1), (&[3], 1), (&[0, 1], 0)]),
        opens(&[0, 2], 1),
        one_of(&[(&[0, 3], 2)]),
        opens(&[0, 1, 2, 3], 2),
    ];
    let openings = [opens(&[0, 1], 1)];
    let toy = Toy::of_two();
    let anywhere = wire::encode(&proof(&toy, &openings, &later()));
    let other = Context { number: 6, previous: [8; 32], ..later() };
    let bytes = wire::encode(&proof(&four, &many, &later()));
    vec![
        said("honest", "The vector of P-38.", &usual(), true),
        said("honest-none", "No claims.", &[], true),
        said("honest-opening", "The other vector of P-38.", &openings, true),
        said("honest-all-true", "Both branches are true.", &[one_of(&[(&[0], 0), (&[1], 1)])], true),
        said(
            "honest-one-branch",
            "A statement of one branch, with the whole challenge.",
            &[one_of(&[(&[0, 1], 1)])],
            true,
        ),
        said("honest-same-branch", "One branch, twice.", &[one_of(&[(&[1], 1), (&[1], 1)])], true),
        said(
            "honest-no-slots",
            "The sum of no slots is 0.",
            &[opens(&[], 0), one_of(&[(&[], 0), (&[0], 1)])],
            true,
        ),
        case("honest-many", "Claims of both kinds, in turn.", four.json(), &later(), &many, &bytes, true),
        case(
            "honest-opening-elsewhere",
            "What only opens holds in any context.",
            toy.json(),
            &other,
            &openings,
            &anywhere,
            true,
        ),
    ]
}

fn false_ones() -> Vec<Case> {
    let toy = Toy::of_two();
    let truth = proof(&toy, &usual(), &later());
    let of_truth = |name: &str, about: &str, claims: &[Claim]| {
        case(name, about, toy.json(), &later(), claims, &wire::encode(&truth), false)
    };
    let empty = |claims: &[Claim], name: &str, about: &str| {
        case(name, about, toy.json(), &later(), claims, &[0; 4], false)
    };
    vec![
        said("opening-false", "Slot 0 is not 1.", &[opens(&[0], 1)], false),
        said(
            "opening-false-beside-true",
            "Slot 0 is not 1, though one of the others holds.",
            &[opens(&[0], 1), usual().pop().unwrap()],
            false,
        ),
        said("no-slots-open-to-1", "The sum of no slots is not 1.", &[opens(&[], 1)], false),
        said("one-of-false", "Neither branch is true.", &[one_of(&[(&[0], 1), (&[1], 0)])], false),
        said("one-branch-false", "Its only branch is false.", &[one_of(&[(&[0], 1)])], false),
        said(
            "one-of-two-false",
            "The second of two statements is false.",
            &[one_of(&[(&[0], 0), (&[1], 0)]), one_of(&[(&[0], 1), (&[1], 0)])],
            false,
        ),
        said("opens-unsealed", "Slot 2 was never sealed.", &[opens(&[2], 0)], false),
        said(
            "one-of-unsealed",
            "Slot 2 was never sealed; the other branch is true.",
            &[one_of(&[(&[2], 0), (&[1], 1)])],
            false,
        ),
        said(
            "one-of-unsealed-far",
            "The largest slot there could be.",
            &[one_of(&[(&[1], 1), (&[0, u32::MAX], 0)])],
            false,
        ),
        empty(&[one_of(&[])], "one-of-nothing", "No branch can be true."),
        of_truth("other-sum", "The proof of sum 0, for sum 1.", &[opens(&[0], 1), usual().pop().unwrap()]),
        of_truth(
            "branches-swapped",
            "The branches in another order.",
            &[opens(&[0], 0), one_of(&[(&[1], 1), (&[0], 1)])],
        ),
        of_truth(
            "other-branch-sum",
            "A branch with another sum, the true one left.",
            &[opens(&[0], 0), one_of(&[(&[0], 2), (&[1], 1)])],
        ),
        of_truth(
            "claims-swapped",
            "The claims in another order: their numbers are hashed.",
            &[usual().pop().unwrap(), opens(&[0], 0)],
        ),
    ]
}

/// A true proof, shown where it was not made.
fn elsewhere() -> Vec<Case> {
    let toy = Toy::of_two();
    let bytes = wire::encode(&proof(&toy, &usual(), &later()));
    let moved = |name: &str, about: &str, context: Context| {
        case(name, about, toy.json(), &context, &usual(), &bytes, false)
    };
    let other_tip = {
        let tip = [8; 32];
        let seal = marque_protocol::seal::Seal::forge(&toy.secret, &toy.laws, &tip, &toy.context);
        Toy { tip, seal, ..Toy::of_two() }
    };
    vec![
        moved("other-game", "Replayed in another game.", Context { game: [2; 32], ..later() }),
        moved("other-seat", "Replayed by another seat.", Context { seat: 1, ..later() }),
        moved("other-number", "Replayed at another number.", Context { number: 6, ..later() }),
        moved("other-previous", "Replayed behind another head.", Context { previous: [8; 32], ..later() }),
        case(
            "other-root",
            "Replayed over the same commitments under another root.",
            other_tip.json(),
            &later(),
            &usual(),
            &bytes,
            false,
        ),
    ]
}

fn changed(name: &str, about: &str, change: impl FnOnce(&mut Parts)) -> Case {
    let toy = Toy::of_two();
    let mut parts = Parts::of(&proof(&toy, &usual(), &later()));
    change(&mut parts);
    case(name, about, toy.json(), &later(), &usual(), &parts.bytes(), false)
}

fn altered() -> Vec<Case> {
    let base = super::unhex32("e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76");
    vec![
        changed("opening-and-order", "The opening as another name of its scalar.", |it| {
            it.openings[0] = plus_order(&it.openings[0])
        }),
        changed("challenge-and-order", "The challenge as another name of its scalar.", |it| {
            it.challenges[0] = plus_order(&it.challenges[0])
        }),
        changed("first-response-and-order", "A response as another name of its scalar.", |it| {
            it.responses[0] = plus_order(&it.responses[0])
        }),
        changed("last-response-and-order", "A response as another name of its scalar.", |it| {
            it.responses[1] = plus_order(&it.responses[1])
        }),
        changed("opening-off-by-one", "Another opening.", |it| it.openings[0] = plus_one(&it.openings[0])),
        changed("challenge-off-by-one", "Another challenge.", |it| {
            it.challenges[0] = plus_one(&it.challenges[0])
        }),
        changed("response-off-by-one", "Another response.", |it| {
            it.responses[1] = plus_one(&it.responses[1])
        }),
        changed(
            "responses-cancel-out",
            "One response more by 1, one less: a batch without weights accepts it.",
            |it| {
                it.responses[0] = plus_one(&it.responses[0]);
                it.responses[1] = minus_one(&it.responses[1]);
            },
        ),
        changed("responses-swapped", "The responses in another order.", |it| it.responses.swap(0, 1)),
        changed("first-message-another", "Another point.", |it| it.first_messages[0] = base),
        changed("first-message-identity", "The identity.", |it| it.first_messages[1] = [0; 32]),
        changed("first-message-no-point", "No point.", |it| it.first_messages[1] = [0xff; 32]),
        changed("first-message-high-bit", "A point with its highest bit set.", |it| {
            it.first_messages[0][31] |= 0x80
        }),
        changed("first-messages-swapped", "The first messages in another order.", |it| {
            it.first_messages.swap(0, 1)
        }),
    ]
}

fn counts() -> Vec<Case> {
    let toy = Toy::of_two();
    let bytes = wire::encode(&proof(&toy, &usual(), &later()));
    let with = |name: &str, about: &str, bytes: &[u8]| {
        case(name, about, toy.json(), &later(), &usual(), bytes, false)
    };
    let two = [opens(&[0], 0), opens(&[1], 1)];
    let mut swapped = Parts::of(&proof(&toy, &two, &later()));
    swapped.openings.swap(0, 1);
    vec![
        case(
            "openings-swapped",
            "Two openings in another order.",
            toy.json(),
            &later(),
            &two,
            &swapped.bytes(),
            false,
        ),
        changed("opening-missing", "No opening.", |it| it.openings.clear()),
        changed("opening-too-many", "An opening more.", |it| it.openings.push([0; 32])),
        changed("first-message-missing", "A first message is missing.", |it| {
            it.first_messages.pop();
        }),
        changed("first-message-too-many", "A first message more.", |it| it.first_messages.push([0; 32])),
        changed("challenge-missing", "The challenge is missing.", |it| it.challenges.clear()),
        changed("challenge-too-many", "A challenge for the last branch too.", |it| {
            it.challenges.push([0; 32])
        }),
        changed("response-missing", "A response is missing.", |it| {
            it.responses.pop();
        }),
        changed("response-too-many", "A response more.", |it| it.responses.push([0; 32])),
        case(
            "proof-of-nothing-with-challenge",
            "No claims, and a challenge.",
            toy.json(),
            &later(),
            &[],
            &[&[0, 0, 1][..], &[0; 32], &[0]].concat(),
            false,
        ),
        with("trailing-byte", "A byte behind the proof.", &[bytes.as_slice(), &[0]].concat()),
        with("cut", "The last byte is missing.", &bytes[..bytes.len() - 1]),
        with(
            "count-in-two-bytes",
            "The number of openings with a byte too many.",
            &[&[0x81, 0], &bytes[1..]].concat(),
        ),
        with("empty", "No bytes.", &[]),
    ]
}

//! `extension`: what is sealed later (P-39).

use marque_protocol::{
    seal::{Context, Laws, Seal},
    wire,
};
use serde_json::{Value, json};

use super::{
    Case, hex,
    toys::{Toy, context_json, later, laws_json, laws_of_two, line, secret},
};

/// The base of an extension, and what is added.
struct Grown {
    base: Value,
    laws: Laws,
    context: Context,
    seal: Seal,
}

impl Grown {
    /// The vector of P-39, with another value and another sum.
    fn new(bit: u8, laws: Laws) -> Grown {
        let mut toy = Toy::of_two();
        toy.secret.extend(later().previous, &[bit]);
        let seal = Seal::forge_extension(&toy.secret, &laws, &later(), &toy.sealed());
        Grown { base: toy.json(), laws, context: later(), seal }
    }

    fn case(&self, name: &str, about: &str, root: Option<[u8; 32]>) -> Case {
        let input = json!({
            "base": self.base,
            "laws": laws_json(&self.laws),
            "context": context_json(&self.context),
            "seal": hex(&wire::encode(&self.seal)),
        });
        let mut expect = json!({ "verifies": root.is_some() });
        if let Some(root) = root {
            expect["root"] = json!(hex(&root));
        }
        Case::new("extension", name, "P-39", about, input).expects(expect)
    }
}

/// The laws of P-39.
fn growing(sum: u32) -> Laws {
    Laws { slots: 1, at_most_one: vec![], exactly: vec![(line(&[1, 2]), sum)] }
}

pub fn cases() -> Vec<Case> {
    let good = |name: &str, about: &str, bit: u8, laws: Laws| {
        let grown = Grown::new(bit, laws);
        let sealed = Toy::of_two().sealed().extended(&grown.laws, &grown.seal, &grown.context).unwrap();
        grown.case(name, about, Some(sealed.root()))
    };
    let forged = |name: &str, about: &str, bit: u8, laws: Laws| Grown::new(bit, laws).case(name, about, None);
    let spoilt = |name: &str, about: &str, change: &dyn Fn(&mut Grown)| {
        let mut grown = Grown::new(1, growing(2));
        change(&mut grown);
        grown.case(name, about, None)
    };
    let first_of = Toy::of_two().seal.commitments[0];
    let across = |most: [u32; 2]| Laws { slots: 1, at_most_one: vec![line(&most)], exactly: vec![] };
    let other_base = Toy::new(&[1, 0], laws_of_two()).json();
    let mut retold = Toy::of_two();
    retold.tip = [8; 32];
    retold.seal = Seal::forge(&retold.secret, &retold.laws, &retold.tip, &retold.context);
    let retold = retold.json();
    vec![
        good("honest", "The vector of P-39.", 1, growing(2)),
        good("honest-zero", "The new slot is 0.", 0, growing(1)),
        good("honest-across", "A line of at most one over old and new slots.", 1, across([0, 2])),
        forged("two-in-a-line", "An old and a new slot in a line of at most one.", 1, across([1, 2])),
        forged("sum-too-small", "The line is to have 2.", 0, growing(2)),
        forged("value-2", "A value of 2, with which the line holds.", 2, growing(3)),
        spoilt("commitment-of-base", "A commitment that the base has.", &|it| {
            it.seal.commitments[0] = first_of
        }),
        spoilt("commitment-identity", "The identity.", &|it| it.seal.commitments[0] = [0; 32]),
        spoilt("other-board", "Another hashed board.", &|it| it.seal.board[0] ^= 1),
        spoilt("other-number", "Replayed at another number.", &|it| it.context.number = 6),
        spoilt("other-previous", "Replayed behind another head.", &|it| it.context.previous = [8; 32]),
        spoilt("other-base", "On other commitments.", &|it| it.base = other_base.clone()),
        spoilt("other-root", "On the same commitments under another root.", &|it| it.base = retold.clone()),
        spoilt("other-sum", "The line is to have another sum.", &|it| it.laws = growing(1)),
        spoilt("seal-for-extension", "A first seal instead of an extension.", &|it| {
            let laws = Laws { slots: 1, ..Laws::default() };
            it.seal = Seal::forge(&secret(&[1]), &laws, &[9; 32], &later());
            it.laws = laws;
        }),
    ]
}

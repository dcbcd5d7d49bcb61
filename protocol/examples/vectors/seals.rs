//! `seal`: commitments, and the proof that what they hide obeys laws (P-27 to P-34,
//! P-39, P-81).

use marque_protocol::{
    seal::{Context, Laws, LawsProof, Seal, Secret},
    wire,
};
use serde_json::{Value, json};

use super::{
    Case,
    curve::{minus_one, plus_one, plus_order},
    hex,
    toys::{Toy, context, laws_of_two, line, secret},
    unhex32,
};

/// H: a point that is not where it belongs.
const POINT: &str = "e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76";

/// The parts of which a seal is made. Those whose number is fixed cannot be left out.
#[derive(Clone)]
struct Parts {
    commitments: Vec<[u8; 32]>,
    values: [[u8; 32]; 1],
    masks: [[u8; 32]; 1],
    link: [[u8; 32]; 1],
    coefficients: [[u8; 32]; 2],
    responses: Vec<[u8; 32]>,
    blindings: [[u8; 32]; 3],
    exactly: Vec<[u8; 32]>,
    board: [u8; 32],
}

type Point = [u8; 32];
/// As LawsProof is encoded.
type Lists = (Point, Point, Point, [Point; 2], Vec<[u8; 32]>, [[u8; 32]; 3], Vec<[u8; 32]>);

impl Parts {
    fn of(seal: &Seal) -> Parts {
        let lists: Lists = wire::decode(&wire::encode(&seal.laws)).unwrap();
        let (values, masks, link, coefficients, responses, blindings, exactly) = lists;
        Parts {
            commitments: seal.commitments.clone(),
            values: [values],
            masks: [masks],
            link: [link],
            coefficients,
            responses,
            blindings,
            exactly,
            board: seal.board,
        }
    }

    fn seal(&self) -> Seal {
        let ([values], [masks], [link]) = (self.values, self.masks, self.link);
        let (responses, exactly) = (self.responses.clone(), self.exactly.clone());
        let lists: Lists = (values, masks, link, self.coefficients, responses, self.blindings, exactly);
        let laws: LawsProof = wire::decode(&wire::encode(&lists)).unwrap();
        Seal { commitments: self.commitments.clone(), laws, board: self.board }
    }

    /// All points and scalars with their names and kinds, to be changed.
    fn items(&mut self) -> Vec<(&'static str, Kind, &mut [[u8; 32]])> {
        vec![
            ("commitment", Kind::Point, &mut self.commitments),
            ("values", Kind::Point, &mut self.values),
            ("masks", Kind::Point, &mut self.masks),
            ("link", Kind::Point, &mut self.link),
            ("coefficient", Kind::Point, &mut self.coefficients),
            ("response", Kind::Scalar, &mut self.responses),
            ("blinding", Kind::Scalar, &mut self.blindings),
            ("exactly", Kind::Scalar, &mut self.exactly),
        ]
    }

    /// A list that could have another length.
    fn list(&mut self, number: usize) -> (Kind, &mut Vec<[u8; 32]>) {
        match number {
            0 => (Kind::Point, &mut self.commitments),
            1 => (Kind::Scalar, &mut self.responses),
            _ => (Kind::Scalar, &mut self.exactly),
        }
    }

    /// The number, name and length of all that is of this kind, in the toy's seal.
    fn shape(kind: Kind) -> Vec<(usize, &'static str, usize)> {
        let mut parts = Parts::of(&Toy::of_two().seal);
        let items = parts.items().into_iter().enumerate().filter(|(_, item)| item.1 == kind);
        items.map(|(number, (name, _, list))| (number, name, list.len())).collect()
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Point,
    Scalar,
}

pub fn cases() -> Vec<Case> {
    [honest(), false_ones(), weak(), scalars(), points(), counts(), elsewhere()]
        .into_iter()
        .flatten()
        .collect()
}

fn good(name: &str, about: &str, toy: &Toy) -> Case {
    let root = toy.sealed().root();
    let case = Case::new("seal", name, "P-32", about, toy.json());
    case.expects(json!({ "verifies": true, "root": hex(&root) }))
}

fn bad(name: &str, about: &str, sealed: Value) -> Case {
    Case::new("seal", name, "P-32", about, sealed).expects(json!({ "verifies": false }))
}

/// The toy of P-81 with a part of its seal changed.
fn changed(name: &str, about: &str, change: impl FnOnce(&mut Parts)) -> Case {
    let toy = Toy::of_two();
    let mut parts = Parts::of(&toy.seal);
    change(&mut parts);
    bad(name, about, toy.json_with(&wire::encode(&parts.seal())))
}

fn honest() -> Vec<Case> {
    let bits = Laws { slots: 3, ..Laws::default() };
    let largest = Laws { slots: 3, at_most_one: vec![], exactly: vec![(line(&[0, 1, 2]), 3)] };
    let none = Laws { slots: 2, at_most_one: vec![line(&[0, 1])], exactly: vec![(line(&[0, 1]), 0)] };
    let empty = Laws { slots: 1, at_most_one: vec![line(&[])], exactly: vec![(line(&[]), 0)] };
    vec![
        good("honest", "The vector of P-81.", &Toy::of_two()),
        good("honest-other-values", "The toy with 1, 0.", &Toy::new(&[1, 0], laws_of_two())),
        good("honest-four", "Four slots.", &Toy::of_four(&[1, 0, 0, 1])),
        good("honest-four-others", "Four slots, with other values.", &Toy::of_four(&[0, 1, 0, 1])),
        good("honest-bits-alone", "No lines.", &Toy::new(&[0, 1, 1], bits)),
        good("honest-all-ones", "All values are 1.", &Toy::new(&[1, 1, 1], largest)),
        good("honest-all-zeros", "All values are 0.", &Toy::new(&[0, 0], none)),
        good("honest-empty-lines", "Lines without slots.", &Toy::new(&[1], empty)),
    ]
}

/// As well proven as a cheat can, with one law broken.
fn false_ones() -> Vec<Case> {
    let four = |name: &str, about: &str, values: &[u8]| bad(name, about, Toy::of_four(values).json());
    let two = |name: &str, about: &str, values: &[u8], sum: u32| {
        let laws = Laws { slots: 2, at_most_one: vec![], exactly: vec![(line(&[0, 1]), sum)] };
        bad(name, about, Toy::new(values, laws).json())
    };
    let at_most = |name: &str, about: &str, values: &[u8]| {
        let laws = Laws { slots: 3, at_most_one: vec![line(&[0, 1, 2])], exactly: vec![] };
        bad(name, about, Toy::new(values, laws).json())
    };
    vec![
        four("two-in-a-line", "Two in the line of at most one.", &[0, 1, 1, 0]),
        at_most("three-in-a-line", "Three in the line of at most one.", &[1, 1, 1]),
        four("sum-too-large", "Two in a line of exactly one.", &[1, 1, 0, 1]),
        four("sum-too-small", "None in a line of exactly one.", &[0, 0, 0, 1]),
        two("value-2", "A value of 2, with which the line holds.", &[2, 0], 2),
        two("value-255", "A value of 255, with which the line holds.", &[0, 255], 255),
        two("value-2-and-0", "2 and 0 where the line is to have 1.", &[2, 0], 1),
    ]
}

/// Commitments that a cheat chooses so that everything else can be proven.
fn weak() -> Vec<Case> {
    let blinded = |name: &str, about: &str, values: &[u8], laws: Laws, blindings: &[u64]| {
        let scalar = |n: &u64| curve25519_dalek::Scalar::from(*n).to_bytes();
        let blindings: Vec<[u8; 32]> = blindings.iter().map(scalar).collect();
        let secret: Secret = secret(values).blinded_by(&blindings).unwrap();
        let seal = Seal::forge(&secret, &laws, &[9; 32], &context());
        bad(name, about, Toy { secret, laws, seal, tip: [9; 32], context: context() }.json())
    };
    let bits = |slots| Laws { slots, ..Laws::default() };
    vec![
        blinded(
            "commitment-identity",
            "A 0 with blinding 0: all else is proven.",
            &[0, 1],
            laws_of_two(),
            &[0, 7],
        ),
        blinded(
            "commitment-repeated",
            "Two values and blindings alike: all else is proven.",
            &[1, 1],
            bits(2),
            &[7, 7],
        ),
        blinded(
            "commitment-repeated-later",
            "The first and the last are alike.",
            &[0, 1, 0],
            bits(3),
            &[7, 8, 7],
        ),
        changed("commitment-copied", "The first commitment, twice.", |it| {
            it.commitments[1] = it.commitments[0]
        }),
        changed("commitment-replaced-by-identity", "The identity, without a new proof.", |it| {
            it.commitments[1] = [0; 32]
        }),
    ]
}

/// The toy with a change among the points or scalars of its seal.
fn among(item: usize, name: &str, about: &str, change: impl FnOnce(&mut [[u8; 32]])) -> Case {
    changed(name, about, |parts| change(parts.items().remove(item).2))
}

/// The name of one of several, or of the only one.
fn numbered(what: &str, at: usize, count: usize) -> String {
    if count > 1 { format!("{what}-{at}") } else { what.to_owned() }
}

fn scalars() -> Vec<Case> {
    let mut cases = Vec::new();
    for (item, what, count) in Parts::shape(Kind::Scalar) {
        for at in 0..count {
            let mut case = |name: &str, about: &str, change: fn(&[u8; 32]) -> [u8; 32]| {
                let name = format!("{}-{name}", numbered(what, at, count));
                cases.push(among(item, &name, about, |it| it[at] = change(&it[at])));
            };
            case("and-order", "Another name of the scalar: l more.", plus_order);
            case("off-by-one", "Another scalar.", plus_one);
        }
        if count > 1 {
            let name = format!("{what}s-swapped");
            cases.push(among(item, &name, "Two scalars in another order.", |it| it.swap(0, 1)));
        }
    }
    let mut cancel = |name: &str, more: usize, less: usize| {
        let about = "One blinding more by 1, one less: a batch without weights accepts it.";
        cases.push(changed(name, about, |it| {
            it.blindings[more] = plus_one(&it.blindings[more]);
            it.blindings[less] = minus_one(&it.blindings[less]);
        }));
    };
    cancel("first-two-cancel-out", 0, 1);
    cancel("last-two-cancel-out", 1, 2);
    cancel("first-and-last-cancel-out", 0, 2);
    cases
}

fn points() -> Vec<Case> {
    let mut cases = Vec::new();
    for (item, what, count) in Parts::shape(Kind::Point) {
        for at in 0..count {
            let mut case = |name: &str, about: &str, change: fn(&mut [u8; 32])| {
                let name = format!("{}-{name}", numbered(what, at, count));
                cases.push(among(item, &name, about, |it| change(&mut it[at])));
            };
            case("another", "Another point.", |point| *point = unhex32(POINT));
            case("no-point", "No point.", |point| *point = [0xff; 32]);
            case("high-bit", "The point with its highest bit set.", |point| point[31] |= 0x80);
        }
        if what != "commitment" {
            let name = format!("{what}-identity");
            cases.push(among(item, &name, "The identity: a point, but not the one.", |it| it[0] = [0; 32]));
        }
        if count > 1 {
            let name = format!("{what}s-swapped");
            cases.push(among(item, &name, "Two points in another order.", |it| it.swap(0, 1)));
        }
    }
    cases.push(changed("values-and-masks-swapped", "Two points in another order.", |it| {
        std::mem::swap(&mut it.values, &mut it.masks);
    }));
    cases
}

fn counts() -> Vec<Case> {
    let mut cases = Vec::new();
    for list in 0..3 {
        let change = |name: &str, about: &str, change: fn(Kind, &mut Vec<[u8; 32]>)| {
            let what = ["commitment", "response", "exactly"][list];
            changed(&format!("{what}-{name}"), about, |parts| {
                let (kind, list) = parts.list(list);
                change(kind, list);
            })
        };
        cases.push(change("missing", "The last is missing.", |_, it| {
            it.pop();
        }));
        cases.push(change("too-many", "One more.", |kind, it| {
            it.push(if kind == Kind::Point { unhex32(POINT) } else { [0; 32] });
        }));
    }
    let bytes = wire::encode(&Toy::of_two().seal);
    let raw = |name: &str, about: &str, bytes: &[u8]| bad(name, about, Toy::of_two().json_with(bytes));
    cases.extend([
        raw("trailing-byte", "A byte behind the seal.", &[bytes.as_slice(), &[0]].concat()),
        raw("cut", "The last byte is missing.", &bytes[..bytes.len() - 1]),
        raw(
            "count-in-two-bytes",
            "The number of commitments with a byte too many.",
            &[&[0x82, 0], &bytes[1..]].concat(),
        ),
        raw("empty", "No bytes.", &[]),
    ]);
    cases
}

/// An honest seal, shown where it was not made.
fn elsewhere() -> Vec<Case> {
    let moved = |name: &str, about: &str, change: &dyn Fn(&mut Toy)| {
        let mut toy = Toy::of_two();
        change(&mut toy);
        bad(name, about, toy.json())
    };
    let at = |context: Context| move |toy: &mut Toy| toy.context = context.clone();
    vec![
        moved("other-game", "Replayed in another game.", &at(Context { game: [2; 32], ..context() })),
        moved("other-seat", "Replayed by another seat.", &at(Context { seat: 1, ..context() })),
        moved("other-number", "Replayed at another number.", &at(Context { number: 3, ..context() })),
        moved(
            "other-previous",
            "Replayed behind another head.",
            &at(Context { previous: [2; 32], ..context() }),
        ),
        moved("other-tip", "Another tip.", &|toy| toy.tip = [8; 32]),
        moved("other-board", "Another hashed board.", &|toy| toy.seal.board[0] ^= 1),
        moved("other-sum", "The line is to have another sum.", &|toy| toy.laws.exactly[0].1 = 0),
        moved("law-missing", "No line of at most one.", &|toy| toy.laws.at_most_one.clear()),
        moved("law-too-many", "A line of at most one more.", &|toy| toy.laws.at_most_one.push(line(&[0]))),
        moved("slot-missing", "Laws of one slot.", &|toy| toy.laws.slots = 1),
        moved("slot-too-many", "Laws of three slots.", &|toy| toy.laws.slots = 3),
        moved("law-beyond", "A law about a slot that there is not.", &|toy| {
            toy.laws.at_most_one = vec![line(&[0, 2])]
        }),
    ]
}

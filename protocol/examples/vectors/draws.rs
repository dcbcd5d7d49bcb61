//! `link`, `outcome` and `chart`: plain hashes (P-27, P-30, P-45 to P-47, P-65).

use marque_protocol::{
    draw::Draw,
    games::{Options, duel, fleet::Ship},
    rules::Seat,
    seal::{Laws, board_digest},
    terms::game_id,
};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::{
    Case, hex,
    toys::{agreement, keys, laws_json, laws_of_four, line},
};

pub fn cases() -> Vec<Case> {
    [links(), outcomes(), charts(), ships()].into_iter().flatten().collect()
}

fn game() -> [u8; 32] {
    game_id(&agreement().terms)
}

/// A link of seat 1's chain, the tip being number 0.
fn link_of(number: u32) -> [u8; 32] {
    let chain = keys(1).chain(&game(), Seat(1), 1);
    chain.link(number).unwrap()
}

fn links() -> Vec<Case> {
    let case =
        |name: &str, about: &str, seat: u8, last: (u32, [u8; 32]), next: (u32, [u8; 32]), follows: bool| {
            let input = json!({
                "game": hex(&game()), "seat": seat, "last_number": last.0, "last": hex(&last.1),
                "number": next.0, "link": hex(&next.1),
            });
            Case::new("link", name, "P-46", about, input).expects(json!({ "follows": follows }))
        };
    let of = |number| (number, link_of(number));
    let mut flipped = link_of(1);
    flipped[0] ^= 1;
    let others = keys(0).chain(&game(), Seat(0), 1).link(1).unwrap();
    let elsewhere = keys(1).chain(&[1; 32], Seat(1), 1);
    vec![
        case("honest", "The first link behind the tip.", 1, of(0), of(1), true),
        case("honest-second", "The next.", 1, of(1), of(2), true),
        case("honest-passed-over", "Link 3 behind link 1: number 2 was passed over.", 1, of(1), of(3), true),
        case("honest-last", "The last behind the tip.", 1, of(0), of(6), true),
        case("flipped", "A bit changed.", 1, of(0), (1, flipped), false),
        case("not-passed-over", "Link 2, where number 1 is due.", 1, of(0), (1, link_of(2)), false),
        case("of-earlier-number", "Link 1, where number 2 is due.", 1, of(0), (2, link_of(1)), false),
        case(
            "number-shifted",
            "The right number of steps, with other numbers.",
            1,
            (1, link_of(0)),
            (2, link_of(1)),
            false,
        ),
        case("same-again", "The last link again, no step behind itself.", 1, of(1), of(1), false),
        case("backwards", "The tip behind the first link.", 1, of(1), of(0), false),
        case("other-seats", "The link of seat 0.", 1, of(0), (1, others), false),
        case("as-of-other-seat", "The link of seat 1, shown by seat 0.", 0, of(0), of(1), false),
        case(
            "of-other-game",
            "The same secret, in another game.",
            1,
            (0, link_of(0)),
            (1, elsewhere.link(1).unwrap()),
            false,
        ),
        case("tip-for-link", "The tip itself.", 1, of(0), (1, link_of(0)), false),
    ]
}

fn outcomes() -> Vec<Case> {
    let seat_0 = keys(0).chain(&game(), Seat(0), 1);
    let links = [(0u8, seat_0.link(1).unwrap()), (1, link_of(1))];
    let case =
        |name: &str, about: &str, number: u32, head: [u8; 32], links: &[(u8, [u8; 32])], bounds: &[u32]| {
            let shown: Vec<[u8; 32]> = links.iter().map(|(_, link)| *link).collect();
            let mut draw = Draw::new(&game(), number, &head, &shown);
            let below: Vec<u32> = bounds.iter().map(|n| draw.below(*n)).collect();
            let hash = Sha256::new_with_prefix("marque/1/draw/outcome")
                .chain_update(game())
                .chain_update(number.to_le_bytes())
                .chain_update(head)
                .chain_update(shown.concat());
            let pairs: Vec<Value> = links.iter().map(|(seat, link)| json!([seat, hex(link)])).collect();
            let input = json!({
                "game": hex(&game()), "number": number, "head": hex(&head), "links": pairs, "bounds": bounds,
            });
            let expect = json!({ "outcome": hex(&hash.finalize()), "below": below });
            Case::new("outcome", name, "P-47", about, input).expects(expect)
        };
    let head = [0xaa; 32];
    let second = [(0, seat_0.link(2).unwrap()), (1, link_of(2))];
    let swapped = [links[1], links[0]];
    let long: Vec<u32> = (0..40).map(|i| [3, 10, 6, 1000, 1 << 31, u32::MAX][i % 6]).collect();
    vec![
        case("honest", "The vector of P-47.", 1, head, &links, &[5, 5, 5, 5]),
        case("honest-coin", "Who begins.", 1, head, &links, &[2]),
        case(
            "honest-without-choice",
            "Bounds of 0 and 1 take no bit.",
            1,
            head,
            &links,
            &[1, 0, 2, 1, 2, 0, 2],
        ),
        case("honest-long", "More bits than a block has.", 1, head, &links, &long),
        case("honest-second-links", "The links of number 2.", 2, head, &second, &[5, 5, 5, 5]),
        case("honest-one-link", "The only seat that is left.", 3, head, &links[1..], &[5, 5, 5, 5]),
        case(
            "links-swapped",
            "The links in another order: another outcome.",
            1,
            head,
            &swapped,
            &[5, 5, 5, 5],
        ),
        case(
            "other-number",
            "The same links under another number: another outcome.",
            2,
            head,
            &links,
            &[5, 5, 5, 5],
        ),
        case(
            "other-head",
            "The same links behind another head: another outcome.",
            1,
            [0xab; 32],
            &links,
            &[5, 5, 5, 5],
        ),
    ]
}

/// A chart that is shown, and the hashed boards that it has to fit.
struct Shown {
    seat: u8,
    parts: Vec<(usize, [u8; 32], [u8; 32])>,
    laws: Laws,
    seed: [u8; 32],
    values: Vec<u8>,
}

impl Shown {
    /// The parts of these values, as seat 2 sealed them.
    fn new(parts: &[([u8; 32], &[u8])], laws: Laws) -> Shown {
        let seed = [3; 32];
        let board = |(previous, values): &([u8; 32], &[u8])| {
            (values.len(), *previous, board_digest(&[1; 32], 2, previous, &seed, values))
        };
        let values = parts.iter().flat_map(|(_, values)| values.to_vec()).collect();
        Shown { seat: 2, parts: parts.iter().map(board).collect(), laws, seed, values }
    }

    fn case(&self, name: &str, about: &str, lawful: Option<bool>) -> Case {
        let part = |(slots, previous, board): &(usize, [u8; 32], [u8; 32])| {
            json!([slots, hex(previous), hex(board)])
        };
        let input = json!({
            "game": hex(&[1; 32]), "seat": self.seat,
            "parts": self.parts.iter().map(part).collect::<Vec<Value>>(),
            "laws": laws_json(&self.laws), "seed": hex(&self.seed), "values": hex(&self.values),
        });
        let expect = json!({ "fits": lawful.is_some(), "lawful": lawful });
        Case::new("chart", name, "P-65", about, input).expects(expect)
    }
}

fn charts() -> Vec<Case> {
    let one = |values: &[u8]| Shown::new(&[([0; 32], values)], laws_of_four());
    let two = || Shown::new(&[([0; 32], &[1, 0, 0, 1]), ([7; 32], &[1])], laws_of_four());
    let changed = |name: &str, about: &str, change: &dyn Fn(&mut Shown)| {
        let mut shown = two();
        change(&mut shown);
        shown.case(name, about, None)
    };
    vec![
        one(&[1, 0, 0, 1]).case("honest", "One part.", Some(true)),
        two().case("honest-extended", "Two parts.", Some(true)),
        one(&[1, 0, 1, 0]).case("honest-other", "Another lawful chart.", Some(true)),
        one(&[0, 1, 1, 0]).case("two-in-a-line", "Two in a line of at most one.", Some(false)),
        one(&[1, 1, 0, 1]).case("sum-too-large", "Two in a line of exactly one.", Some(false)),
        one(&[0, 0, 0, 1]).case("sum-too-small", "None in a line of exactly one.", Some(false)),
        one(&[1, 0, 2, 255]).case(
            "values-not-bits",
            "Sums are right modulo 256, and values are not 0 or 1.",
            Some(false),
        ),
        Shown::new(
            &[([0; 32], &[2, 1])],
            Laws { slots: 2, at_most_one: vec![], exactly: vec![(line(&[0, 1]), 3)] },
        )
        .case("value-2", "A value of 2, with which all lines hold.", Some(false)),
        changed("seed-wrong", "Another seed.", &|it| it.seed[0] ^= 1),
        changed("value-wrong", "A value changed.", &|it| it.values[0] = 0),
        changed("extension-wrong", "A value of the second part changed.", &|it| it.values[4] = 0),
        changed("value-missing", "A value is missing.", &|it| {
            it.values.pop();
        }),
        changed("value-too-many", "A value more.", &|it| it.values.push(0)),
        changed("parts-swapped", "The parts in another order.", &|it| it.parts.swap(0, 1)),
        changed("parts-split-elsewhere", "Parts of 3 and 2 values.", &|it| {
            (it.parts[0].0, it.parts[1].0) = (3, 2)
        }),
        changed("part-missing", "The second part was never sealed.", &|it| {
            it.parts.pop();
        }),
        changed("other-seat", "The chart of seat 2, as of seat 1.", &|it| it.seat = 1),
        changed("other-previous", "The second part was sealed behind another head.", &|it| {
            it.parts[1].1 = [8; 32]
        }),
        changed("other-board", "Another hash.", &|it| it.parts[0].2[31] ^= 1),
    ]
}

/// Charts of a real game.
fn ships() -> Vec<Case> {
    let options = duel::Options { size: 8, mines: false, ..duel::Options::MINES };
    let laws = Options::Duel(options).laws();
    let chart = |ships: &[&str]| {
        let mut values = vec![0; laws.slots as usize];
        ships.iter().for_each(|ship| values[slot(ship.parse().unwrap()) as usize] = 1);
        Shown::new(&[([0; 32], &values)], laws.clone())
    };
    vec![
        chart(&["A1-E1", "A3-D3", "A5-C5", "E5-G5", "A7-B7"]).case(
            "honest-fleet",
            "A fleet on 8 by 8.",
            Some(true),
        ),
        chart(&["A1-E1", "A3-D3", "A5-C5", "D6-F6", "A8-B8"]).case(
            "ships-touch",
            "Two ships touch at a corner.",
            Some(false),
        ),
        chart(&["A1-E1", "A3-D3", "A5-C5", "A5-A7", "D8-E8"]).case(
            "ships-overlap",
            "Two ships share a cell.",
            Some(false),
        ),
        chart(&["A1-E1", "A3-D3", "A5-C5", "A7-B7"]).case("ship-missing", "A ship is missing.", Some(false)),
        chart(&["A1-E1", "A3-D3", "A5-C5", "E5-G5", "A7-B7", "D7-E7"]).case(
            "ship-too-many",
            "A ship of 2 more.",
            Some(false),
        ),
    ]
}

/// The slot of a ship on 8 by 8 with the classic fleet, by P-69.
fn slot(ship: Ship) -> u32 {
    let (n, length) = (8, u32::from(ship.length));
    let base = match length {
        5 => 0,
        4 => 64,
        3 => 64 + 80,
        _ => 64 + 80 + 96,
    };
    let (x, y, w) = (u32::from(ship.at.x), u32::from(ship.at.y), n + 1 - length);
    base + if ship.down { w * n + y * n + x } else { y * w + x }
}

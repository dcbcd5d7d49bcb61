//! Files that claim to be records.

use std::sync::OnceLock;

use marque_protocol::{
    audit::verdict,
    games::Options,
    record::{self, Item, MAGIC, Read, Writer},
    rules::Seat,
    sim::{self, Network, Setup, lies_of, table_of},
    statement::Signed,
    terms::{SeatKeys, Signature},
    wire,
};

use super::choices::Choices;

/// The first byte says whether the others are the file itself, or a script that makes one out of the
/// items of real games, so that its checks and most of its signatures are good.
pub fn body(bytes: &[u8]) {
    let Some((kind, rest)) = bytes.split_first() else { return };
    if kind % 2 == 0 { file(rest) } else { file(&scripted(&mut Choices::new(rest))) }
}

fn file(bytes: &[u8]) {
    let Ok(read) = record::read(bytes) else { return };
    assert!(read.good <= bytes.len());
    assert_eq!(read.damage.is_none(), read.good == bytes.len(), "{:?}", read.damage);
    if read.damage.is_some() {
        let good = whole(&bytes[..read.good]);
        assert_eq!(good.statements, read.statements, "what stands before the damage is good");
        assert_eq!(good.log.table().head(), read.log.table().head());
    }
    let written = record::write(&read.log);
    let again = whole(&written);
    assert_eq!(again.log.table().head(), read.log.table().head());
    assert_eq!(verdict(&again.log), verdict(&read.log));
    assert!(record::write(&again.log) == written, "a record that is written again is another");
}

fn whole(bytes: &[u8]) -> Read {
    let read = record::read(bytes).expect("a record");
    assert!(read.damage.is_none(), "{:?}", read.damage);
    read
}

struct Game {
    items: Vec<Item>,
    keys: Vec<SeatKeys>,
}

/// Records of small games, honest and not.
fn games() -> &'static [Game] {
    static GAMES: OnceLock<Vec<Game>> = OnceLock::new();
    GAMES.get_or_init(|| {
        let options = Options::choose("drill", &[("turns".to_owned(), "2".to_owned())]);
        let options = options.expect("the drill has two turns");
        let mut games = Vec::new();
        let lies = [
            "second-seal",
            "seen-and-overdue",
            "false-complaint",
            "entry-after-resigning",
            "refusal-to-answer",
        ];
        let lying = lies.into_iter().map(|lie| (2, Some(lie)));
        for (seed, (seats, lie)) in (0..).zip([(2, None), (3, None)].into_iter().chain(lying)) {
            let lie = lies_of("drill", seats).into_iter().find(|spec| Some(spec.name) == lie);
            let setup = Setup {
                game: "drill".to_owned(),
                options: options.clone(),
                seats,
                seed,
                network: Network::Calm,
                liar: lie.map(|lie| (Seat(1), lie)),
            };
            let (_, hands) = table_of("drill", &options, seats, seed);
            let keys: Vec<SeatKeys> = hands.into_iter().map(|(keys, _)| keys).collect();
            let records = sim::play(&setup).records;
            games.extend(records.into_iter().take(1).map(|(_, bytes)| {
                let read = whole(&bytes);
                let said = read.statements.into_iter().map(Item::Said);
                let agreement = Item::Agreement(read.log.agreed().agreement.clone());
                Game { items: [agreement].into_iter().chain(said).collect(), keys: keys.clone() }
            }));
        }
        games
    })
}

/// Every statement of these games.
#[allow(dead_code, reason = "only the seeds of frames are made of them")]
pub fn statements() -> impl Iterator<Item = Signed> {
    games().iter().flat_map(|game| &game.items).filter_map(|item| match item {
        Item::Said(signed) => Some(signed.clone()),
        Item::Agreement(_) => None,
    })
}

/// A file out of items: left out, doubled, moved, from other games, changed and signed again.
fn scripted(choices: &mut Choices) -> Vec<u8> {
    let all = games();
    let game = &all[choices.below(all.len())];
    let mut items = game.items.clone();
    items.truncate(1 + choices.below(items.len()));
    while items.len() < 200 && !choices.is_empty() {
        let (kind, at) = (choices.below(8), choices.far(items.len()));
        match kind {
            0 if !items.is_empty() => drop(items.remove(at)),
            1 if !items.is_empty() => items.push(items[at].clone()),
            2 if !items.is_empty() => {
                let other = choices.far(items.len());
                items.swap(at, other);
            }
            3 => {
                let other = &all[choices.below(all.len())].items;
                items.insert(at, other[choices.far(other.len())].clone());
            }
            4..=6 => {
                let bytes = match items.get_mut(at) {
                    Some(Item::Said(signed)) => &mut signed.bytes,
                    Some(Item::Agreement(agreement)) => &mut agreement.terms,
                    None => continue,
                };
                choices.damage(bytes);
                if let (Some(Item::Said(signed)), true) = (items.get_mut(at), kind > 4) {
                    let seat = choices.below(game.keys.len());
                    signed.seat = Seat::all(seat + 1).last().unwrap_or(Seat(0));
                    let key = game.keys[seat].signing();
                    signed.signature = Signature::make(&key, b"marque/1/statement", &signed.bytes);
                }
            }
            _ => break,
        }
    }
    let mut bytes = written(&items);
    if !choices.is_empty() {
        choices.damage(&mut bytes);
    }
    bytes
}

fn written(items: &[Item]) -> Vec<u8> {
    let mut writer = Writer::default();
    let mut bytes = MAGIC.to_vec();
    for item in items {
        assert_eq!(wire::decode::<Item>(&wire::encode(item)).as_ref(), Some(item));
        bytes.extend(writer.item(item));
    }
    bytes
}

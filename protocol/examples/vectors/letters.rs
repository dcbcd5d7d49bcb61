//! `letter`: private answers, and complaints about them (P-41 to P-44).

use chacha20poly1305::{
    ChaCha20Poly1305,
    aead::{Aead as _, KeyInit as _},
};
use marque_protocol::{
    seal::{Context, Letter, Line},
    wire,
};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::{
    Case,
    curve::{plus_modulus, plus_order, small},
    hex,
    toys::{Toy, context_json, exchange_key, keys, later, line},
};

/// What a judge is given.
struct Judged {
    base: Value,
    context: Context,
    lines: Vec<Line>,
    reader: [u8; 32],
    letter: Vec<u8>,
    disclosed: [u8; 32],
}

impl Judged {
    /// The letter of P-44.
    fn new() -> Judged {
        let (toy, lines) = (Toy::of_two(), vec![line(&[0, 1])]);
        let letter = Letter::write(&toy.secret, &later(), &reader(), &lines).unwrap();
        let (base, letter) = (toy.json(), wire::encode(&letter));
        Judged { base, context: later(), lines, reader: reader(), letter, disclosed: secret() }
    }

    fn case(&self, name: &str, about: &str, good: bool) -> Case {
        let lines: Vec<&[u32]> = self.lines.iter().map(Line::slots).collect();
        let input = json!({
            "base": self.base,
            "context": context_json(&self.context),
            "lines": lines,
            "reader": hex(&self.reader),
            "letter": hex(&self.letter),
            "disclosed": hex(&self.disclosed),
        });
        Case::new("letter", name, "P-44", about, input).expects(json!({ "good": good }))
    }
}

fn reader() -> [u8; 32] {
    exchange_key(&keys(1).exchange())
}

/// The ephemeral secret of the letter.
fn secret() -> [u8; 32] {
    Letter::disclosure(&Toy::of_two().secret, &later())
}

fn honest_letter() -> Letter {
    wire::decode(&Judged::new().letter).unwrap()
}

/// A letter with this plaintext, encrypted with one secret and sent as of another.
fn by_hand(own: [u8; 32], ephemeral: [u8; 32], reader: [u8; 32], plaintext: &[u8]) -> Vec<u8> {
    let shared = x25519_dalek::StaticSecret::from(own).diffie_hellman(&x25519_dalek::PublicKey::from(reader));
    let key = Sha256::new_with_prefix("marque/1/letter key")
        .chain_update(shared.as_bytes())
        .chain_update(later().game)
        .chain_update(later().number.to_le_bytes())
        .chain_update(ephemeral)
        .chain_update(reader)
        .finalize();
    let ciphertext = ChaCha20Poly1305::new(&key).encrypt(&Default::default(), plaintext).unwrap();
    wire::encode(&Letter { ephemeral, ciphertext })
}

fn plaintext(sum: u32, blinding: [u8; 32]) -> Vec<u8> {
    [&sum.to_le_bytes()[..], &blinding].concat()
}

fn blinding() -> [u8; 32] {
    Toy::of_two().secret.opening(&line(&[0, 1])).1
}

pub fn cases() -> Vec<Case> {
    [honest(), keys_of_letters(), contents(), elsewhere()].into_iter().flatten().collect()
}

fn with(name: &str, about: &str, good: bool, change: impl FnOnce(&mut Judged)) -> Case {
    let mut judged = Judged::new();
    change(&mut judged);
    judged.case(name, about, good)
}

fn honest() -> Vec<Case> {
    let (toy, two) = (Toy::of_two(), vec![line(&[1]), line(&[0])]);
    let own = exchange_key(&secret());
    assert_eq!(by_hand(secret(), own, reader(), &plaintext(1, blinding())), Judged::new().letter);
    vec![
        with("honest", "The vector of P-44.", true, |_| {}),
        with("honest-two-lines", "Two lines.", true, |it| {
            it.letter = wire::encode(&Letter::write(&toy.secret, &later(), &reader(), &two).unwrap());
            it.lines = two;
        }),
        with("honest-no-lines", "No lines: 16 bytes.", true, |it| {
            it.letter = wire::encode(&Letter::write(&toy.secret, &later(), &reader(), &[]).unwrap());
            it.lines.clear();
        }),
        with(
            "honest-disclosed-not-clamped",
            "A secret that X25519 takes for the same (RFC 7748, 5).",
            true,
            |it| {
                it.disclosed[0] ^= 7;
                it.disclosed[31] ^= 0x80;
            },
        ),
    ]
}

fn keys_of_letters() -> Vec<Case> {
    let own = exchange_key(&secret());
    vec![
        with("disclosed-another", "Another secret is disclosed.", false, |it| it.disclosed = [5; 32]),
        with("disclosed-public-key", "The public key is disclosed.", false, |it| it.disclosed = own),
        with(
            "key-of-another",
            "Encrypted with one key, sent with another: its own is disclosed.",
            false,
            |it| {
                it.letter = by_hand([5; 32], own, reader(), &plaintext(1, blinding()));
            },
        ),
        with(
            "key-of-another-disclosed",
            "Encrypted with one key, sent with another: the first is disclosed.",
            false,
            |it| {
                it.letter = by_hand([5; 32], own, reader(), &plaintext(1, blinding()));
                it.disclosed = [5; 32];
            },
        ),
        with("ephemeral-zero", "An ephemeral key of small order.", false, |it| {
            it.letter = by_hand(secret(), [0; 32], reader(), &plaintext(1, blinding()));
        }),
        with("ephemeral-not-canonical", "An ephemeral key that is none.", false, |it| {
            it.letter = by_hand(secret(), plus_modulus(2), reader(), &plaintext(1, blinding()));
        }),
        with("ephemeral-high-bit", "The ephemeral key with its highest bit set.", false, |it| {
            let mut high = own;
            high[31] |= 0x80;
            it.letter = by_hand(secret(), high, reader(), &plaintext(1, blinding()));
        }),
        with("reader-order-1", "A reader whose key is of small order.", false, |it| {
            it.reader = small(1);
            it.letter = by_hand(secret(), own, small(1), &plaintext(1, blinding()));
        }),
    ]
}

fn contents() -> Vec<Case> {
    let own = exchange_key(&secret());
    let said = |name: &str, about: &str, plaintext: &[u8]| {
        let letter = by_hand(secret(), own, reader(), plaintext);
        with(name, about, false, |it| it.letter = letter)
    };
    let altered = |name: &str, about: &str, change: &dyn Fn(&mut Letter)| {
        let mut letter = honest_letter();
        change(&mut letter);
        with(name, about, false, |it| it.letter = wire::encode(&letter))
    };
    let bytes = wire::encode(&honest_letter());
    let mut other = blinding();
    other[0] ^= 1;
    vec![
        said("sum-wrong", "Another sum than the line's.", &plaintext(0, blinding())),
        said("sum-largest", "Another sum than the line's.", &plaintext(u32::MAX, blinding())),
        said("blinding-wrong", "Another blinding than the line's.", &plaintext(1, other)),
        said(
            "blinding-and-order",
            "The blinding as another name of its scalar.",
            &plaintext(1, plus_order(&blinding())),
        ),
        said("too-short", "A byte less than 36.", &plaintext(1, blinding())[..35]),
        said("too-long", "A byte more than 36.", &[plaintext(1, blinding()), vec![0]].concat()),
        said(
            "a-line-more",
            "The line, twice.",
            &[plaintext(1, blinding()), plaintext(1, blinding())].concat(),
        ),
        said("nothing", "No line.", &[]),
        altered("ciphertext-altered", "A bit of the ciphertext changed.", &|it| it.ciphertext[3] ^= 1),
        altered("tag-altered", "A bit of the authentication changed.", &|it| {
            *it.ciphertext.last_mut().unwrap() ^= 1
        }),
        altered("tag-missing", "The authentication is missing.", &|it| it.ciphertext.truncate(36)),
        altered("empty", "No ciphertext.", &|it| it.ciphertext.clear()),
        with("trailing-byte", "A byte behind the letter.", false, |it| it.letter.push(0)),
        with("length-in-two-bytes", "The length with a byte too many.", false, |it| {
            it.letter = [&bytes[..32], &[0xb4, 0], &bytes[33..]].concat();
        }),
    ]
}

fn elsewhere() -> Vec<Case> {
    vec![
        with("other-game", "Sent again in another game.", false, |it| it.context.game = [2; 32]),
        with("other-number", "Sent again at another number.", false, |it| it.context.number = 6),
        with("other-reader", "Judged for another reader.", false, |it| it.reader = exchange_key(&[42; 32])),
        with("other-line", "Judged for another line.", false, |it| it.lines = vec![line(&[0])]),
        with("more-lines", "Judged for two lines.", false, |it| it.lines.push(line(&[0]))),
        with("no-lines", "Judged for no line.", false, |it| it.lines.clear()),
        with("unsealed", "Judged for a line with a slot that was never sealed.", false, |it| {
            it.lines = vec![line(&[0, 1, 2])]
        }),
    ]
}

//! `signature`: strict verification (P-3).

use ed25519_dalek::{Signer as _, SigningKey};
use serde_json::json;

use super::{
    Case,
    curve::{Hand, Rest, plain, plus_modulus, plus_order, torsion},
    hex,
};

const TAG: &str = "marque/1/statement";
const MESSAGE: &[u8] = b"sixteen letters!";

fn case(name: &str, about: &str, key: [u8; 32], signature: [u8; 64], strict: bool) -> Case {
    with_message(name, about, key, (TAG, MESSAGE), signature, strict)
}

fn with_message(
    name: &str,
    about: &str,
    key: [u8; 32],
    (tag, message): (&str, &[u8]),
    signature: [u8; 64],
    strict: bool,
) -> Case {
    let input = json!({
        "key": hex(&key), "tag": tag, "message": hex(message), "signature": hex(&signature),
    });
    Case::new("signature", name, "P-3", about, input).expects(json!({ "strict": strict }))
}

fn tagged(tag: &str, message: &[u8]) -> Vec<u8> {
    [tag.as_bytes(), message].concat()
}

pub fn cases() -> Vec<Case> {
    [ordinary(), of_small_order(), of_mixed_order()].into_iter().flatten().collect()
}

fn ordinary() -> Vec<Case> {
    let (key, other) = (SigningKey::from_bytes(&[1; 32]), SigningKey::from_bytes(&[2; 32]));
    let public = key.verifying_key().to_bytes();
    let honest = key.sign(&tagged(TAG, MESSAGE)).to_bytes();
    let halves = |r: &[u8], s: &[u8]| -> [u8; 64] { [r, s].concat().try_into().unwrap() };
    let (r, s) = honest.split_at(32);
    let mut flipped = honest;
    flipped[40] ^= 1;
    let mut high = honest;
    high[63] |= 0x80;
    let mut longer = MESSAGE.to_vec();
    longer.push(0);
    let empty = key.sign(TAG.as_bytes()).to_bytes();
    vec![
        case("honest", "Tag and message, signed.", public, honest, true),
        with_message("honest-empty", "No message behind the tag.", public, (TAG, b""), empty, true),
        with_message(
            "honest-split-elsewhere",
            "The tag ends earlier and the message begins so: the same bytes.",
            public,
            ("marque/1/state", b"mentsixteen letters!"),
            honest,
            true,
        ),
        with_message(
            "other-tag",
            "Signed with another tag.",
            public,
            ("marque/1/terms", MESSAGE),
            honest,
            false,
        ),
        with_message("no-tag", "Signed with a tag, shown without.", public, ("", MESSAGE), honest, false),
        with_message("longer-message", "A zero byte more.", public, (TAG, &longer), honest, false),
        case(
            "other-key",
            "Somebody else's signature.",
            public,
            other.sign(&tagged(TAG, MESSAGE)).to_bytes(),
            false,
        ),
        case(
            "s-and-order",
            "S + l: another name of S.",
            public,
            halves(r, &plus_order(s.try_into().unwrap())),
            false,
        ),
        case("s-high-bit", "S with the highest bit set.", public, high, false),
        case("s-flipped", "A bit of S changed.", public, flipped, false),
        case("halves-swapped", "S before R.", public, halves(s, r), false),
        case("zeros", "All zeros.", public, [0; 64], false),
    ]
}

fn of_small_order() -> Vec<Case> {
    let message = tagged(TAG, MESSAGE);
    let without_nonce = Hand::new(7, plain(), torsion(1));
    let order_8 = Hand::new(0, torsion(8), plain());
    let order_2 = Hand::new(0, torsion(2), plain());
    let order_1 = Hand::new(0, torsion(1), plain());
    let honest = Hand::new(7, plain(), plain());
    let signed = without_nonce.sign_without_nonce(&message);
    // The identity under its other name: the point is the same, k is not.
    let other_name: [u8; 64] = [&plus_modulus(1)[..], &signed[32..]].concat().try_into().unwrap();
    let other_key = plus_modulus(1);
    vec![
        case("honest-by-hand", "Secret 7, nonce 1.", honest.key(), honest.sign(&message, Rest::None), true),
        case("r-identity", "R is the identity, and the equation holds.", without_nonce.key(), signed, false),
        case(
            "r-order-8",
            "R has order 8, and the equation holds multiplied by 8.",
            without_nonce.key(),
            Hand::new(7, plain(), torsion(8)).sign_without_nonce(&message),
            false,
        ),
        case(
            "r-identity-not-canonical",
            "R is the identity with y as 1 + p.",
            without_nonce.key(),
            other_name,
            false,
        ),
        case(
            "key-identity",
            "The key is the identity: S = r signs all.",
            order_1.key(),
            order_1.sign(&message, Rest::None),
            false,
        ),
        case(
            "key-identity-not-canonical",
            "The key is the identity with y as 1 + p.",
            other_key,
            order_1.sign(&message, Rest::None),
            false,
        ),
        case(
            "key-order-2",
            "The key has order 2, and the equation holds.",
            order_2.key(),
            order_2.sign(&message, Rest::None),
            false,
        ),
        case(
            "key-order-8",
            "The key has order 8, and the equation holds.",
            order_8.key(),
            order_8.sign(&message, Rest::None),
            false,
        ),
    ]
}

fn of_mixed_order() -> Vec<Case> {
    let message = tagged(TAG, MESSAGE);
    let key = Hand::new(7, torsion(8), plain());
    let nonce = Hand::new(7, plain(), torsion(8));
    let both = Hand::new(7, torsion(8), torsion(4));
    vec![
        case(
            "honest-key-mixed-order",
            "The key has a part of order 8, and the equation holds all the same.",
            key.key(),
            key.sign(&message, Rest::None),
            true,
        ),
        case(
            "honest-both-mixed-order",
            "Key and R have parts of small order that cancel out.",
            both.key(),
            both.sign(&message, Rest::None),
            true,
        ),
        case(
            "key-mixed-order",
            "The key has a part of order 8: the equation holds only multiplied by 8.",
            key.key(),
            key.sign(&message, Rest::Torsion),
            false,
        ),
        case(
            "r-mixed-order",
            "R has a part of order 8: the equation holds only multiplied by 8.",
            nonce.key(),
            nonce.sign(&message, Rest::Torsion),
            false,
        ),
        case(
            "both-mixed-order",
            "Key and R have parts of small order that do not cancel out.",
            both.key(),
            both.sign(&message, Rest::Torsion),
            false,
        ),
    ]
}

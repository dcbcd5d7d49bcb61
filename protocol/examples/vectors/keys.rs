//! `key`, `point` and `scalar`: encodings (P-4, P-5).

use curve25519_dalek::EdwardsPoint;
use ed25519_dalek::SigningKey;
use serde_json::json;

use super::{
    Case,
    curve::{least, not_canonical, plus_modulus, plus_order, small, torsion},
    hex, toys, unhex32,
};

pub fn cases() -> Vec<Case> {
    [signing(), exchange(), points(), scalars()].into_iter().flatten().collect()
}

fn key(kind: &str, name: &str, about: &str, key: [u8; 32], acceptable: bool) -> Case {
    let input = json!({ "kind": kind, "key": hex(&key) });
    Case::new("key", name, "P-4", about, input).expects(json!({ "acceptable": acceptable }))
}

fn bytes(point: &EdwardsPoint) -> [u8; 32] {
    point.compress().to_bytes()
}

/// With the sign of x turned.
fn negated(mut key: [u8; 32]) -> [u8; 32] {
    key[31] ^= 0x80;
    key
}

fn signing() -> Vec<Case> {
    let signing = |name: &str, about: &str, bytes, acceptable| {
        let name = name
            .strip_prefix("honest")
            .map_or(format!("signing-{name}"), |rest| format!("honest-signing{rest}"));
        key("signing", &name, about, bytes, acceptable)
    };
    let honest = SigningKey::from_bytes(&[1; 32]).verifying_key();
    let mixed = honest.to_edwards() + torsion(8);
    let no_point = least(|point| point.is_none());
    let large = least(|point| point.is_some_and(|point| !point.is_small_order()));
    vec![
        signing("honest", "The key of the secret [1; 32].", honest.to_bytes(), true),
        signing(
            "honest-mixed-order",
            "A key with a part of order 8: it has no small order itself.",
            bytes(&mixed),
            true,
        ),
        signing("honest-small-coordinate", "A canonical point with a y below 19.", small(large), true),
        signing("order-1", "The identity.", bytes(&torsion(1)), false),
        signing("order-2", "The point of order 2.", bytes(&torsion(2)), false),
        signing("order-4", "A point of order 4.", bytes(&torsion(4)), false),
        signing("order-4-negated", "The other point of order 4.", negated(bytes(&torsion(4))), false),
        signing("order-8", "A point of order 8.", bytes(&torsion(8)), false),
        signing("order-8-negated", "Another point of order 8.", negated(bytes(&torsion(8))), false),
        signing("no-point", "A y with which there is no point.", small(no_point), false),
        signing(
            "not-canonical",
            "A point of no small order, with y written as y + p.",
            not_canonical(),
            false,
        ),
        signing("not-canonical-identity", "The identity, with y written as 1 + p.", plus_modulus(1), false),
        signing("not-canonical-order-4", "A point of order 4, with y written as p.", plus_modulus(0), false),
        signing("negative-zero", "The identity, with the sign of an x that is 0.", negated(small(1)), false),
        signing("ones", "All bits set.", [0xff; 32], false),
    ]
}

fn exchange() -> Vec<Case> {
    let exchange = |name: &str, about: &str, bytes, acceptable| {
        let name = name
            .strip_prefix("honest")
            .map_or(format!("exchange-{name}"), |rest| format!("honest-exchange{rest}"));
        key("exchange", &name, about, bytes, acceptable)
    };
    let honest = toys::exchange_key(&[42; 32]);
    let below_modulus = |n: u8| {
        let mut bytes = plus_modulus(0);
        bytes[0] -= n;
        bytes
    };
    let order_8 = [
        "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
        "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
    ]
    .map(unhex32);
    vec![
        exchange("honest", "The key of the secret [42; 32].", honest, true),
        exchange("honest-two", "A small number; which curve it lies on does not matter.", small(2), true),
        exchange("honest-three", "A small number; which curve it lies on does not matter.", small(3), true),
        exchange("honest-largest", "p − 2, the largest number that is one.", below_modulus(2), true),
        exchange("order-4", "0: every secret with it is zeros.", [0; 32], false),
        exchange("order-1", "1: every secret with it is zeros.", small(1), false),
        exchange("order-8", "A point of order 8.", order_8[0], false),
        exchange("other-order-8", "The other point of order 8.", order_8[1], false),
        exchange("order-2-twist", "p − 1, of small order on the twist.", below_modulus(1), false),
        exchange("modulus", "p, another name of 0.", plus_modulus(0), false),
        exchange("modulus-and-1", "p + 1, another name of 1.", plus_modulus(1), false),
        exchange("modulus-and-2", "p + 2, another name of 2, which is acceptable.", plus_modulus(2), false),
        exchange("modulus-and-18", "2^255 − 1, another name of 18.", plus_modulus(18), false),
        exchange(
            "high-bit",
            "The honest key with a highest bit that X25519 ignores.",
            negated(honest),
            false,
        ),
        exchange("ones", "All bits set.", [0xff; 32], false),
    ]
}

fn points() -> Vec<Case> {
    let point = |name: &str, about: &str, bytes: [u8; 32], is_point: bool| {
        let input = json!({ "bytes": hex(&bytes) });
        Case::new("point", name, "P-5", about, input).expects(json!({ "point": is_point }))
    };
    let mut cases = vec![
        point(
            "honest",
            "H.",
            unhex32("e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76"),
            true,
        ),
        point(
            "honest-value-base",
            "G.",
            unhex32("58c3bf94a0f39eca169f3c809d846e87037c08d0fde0eb03f143bc9190f49868"),
            true,
        ),
        point("honest-identity", "The identity is a point.", [0; 32], true),
        point(
            "high-bit",
            "H with the highest bit set.",
            negated(unhex32("e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76")),
            false,
        ),
        point("modulus", "The identity, with 0 written as p.", plus_modulus(0), false),
        point("negative-one", "An s that is odd, so negative: 1.", small(1), false),
        point(
            "minus-one",
            "s = p − 1, which would have y = 0.",
            unhex32("ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"),
            false,
        ),
        point("ones", "All bits set.", [0xff; 32], false),
        point(
            "edwards-base",
            "The base point of Ed25519, in the encoding of Ed25519.",
            unhex32("5866666666666666666666666666666666666666666666666666666666666666"),
            false,
        ),
    ];
    // Of RFC 9496, appendix A.3.
    let bad = [
        (
            "not-canonical",
            "A number of p or more.",
            "f3ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        ),
        (
            "negative",
            "An s that is negative.",
            "ed57ffd8c914fb201471d1c3d245ce3c746fcbe63a3679d51b6a516ebebe0e20",
        ),
        (
            "not-square",
            "An s with which x² is no square.",
            "26948d35ca62e643e26a83177332e6b6afeb9d08e4268b650f1f5bbd8d81d371",
        ),
        (
            "negative-xy",
            "An s with which x·y is negative.",
            "3eb858e78f5a7254d8c9731174a94f76755fd3941c0ac93735c07ba14579630e",
        ),
    ];
    cases.extend(bad.map(|(name, about, text)| point(name, about, unhex32(text), false)));
    cases
}

fn scalars() -> Vec<Case> {
    let scalar = |name: &str, about: &str, bytes: [u8; 32], is_scalar: bool| {
        let input = json!({ "bytes": hex(&bytes) });
        Case::new("scalar", name, "P-5", about, input).expects(json!({ "scalar": is_scalar }))
    };
    let mut below = plus_order(&[0; 32]);
    below[0] -= 1;
    let mut power = [0; 32];
    power[31] = 0x10;
    let honest = unhex32("82f027ab7b0ead9e76cb3ea8a1998fdd0cb280f58115f11874bedf2dc9174303");
    vec![
        scalar("honest", "A blinding.", honest, true),
        scalar("honest-zero", "0.", [0; 32], true),
        scalar("honest-one", "1.", small(1), true),
        scalar("honest-largest", "l − 1.", below, true),
        scalar("honest-power", "2^252, which is below l.", power, true),
        scalar("order", "l, another name of 0.", plus_order(&[0; 32]), false),
        scalar("order-and-1", "l + 1, another name of 1.", plus_order(&small(1)), false),
        scalar("honest-and-order", "The blinding and l.", plus_order(&honest), false),
        scalar("high-bit", "The blinding with the highest bit set.", negated(honest), false),
        scalar(
            "bit-253",
            "1 and 2^253.",
            {
                let mut bytes = small(1);
                bytes[31] = 0x20;
                bytes
            },
            false,
        ),
        scalar("ones", "All bits set.", [0xff; 32], false),
    ]
}

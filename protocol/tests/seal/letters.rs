//! Private answers, and complaints about them both ways.

use chacha20poly1305::ChaCha20Poly1305;
use chacha20poly1305::aead::{Aead, KeyInit};
use marque_protocol::seal::Letter;
use marque_protocol::seal::letter::acceptable;
use sha2::{Digest, Sha256};

use super::*;

const READER: [u8; 32] = [42; 32];

fn public(secret: [u8; 32]) -> [u8; 32] {
    x25519_dalek::PublicKey::from(&x25519_dalek::StaticSecret::from(secret)).to_bytes()
}

fn lines() -> [Line; 3] {
    [Line::one(0), Line::new([0, 3]), Line::new([1, 2])]
}

#[test]
fn only_their_reader_reads_them() {
    let (secret, _, _, sealed) = small();
    let letter = Letter::write(&secret, &context(), &public(READER), &lines()).unwrap();
    assert_eq!(letter.ciphertext.len(), 3 * 36 + 16);
    assert_eq!(letter.read(&READER, &context(), &lines(), &sealed), Ok(vec![1, 2, 0]));
    assert_eq!(letter.read(&[43; 32], &context(), &lines(), &sealed), Err(Flaw::Letter));
    assert_eq!(letter.read(&READER, &context(), &lines()[..2], &sealed), Err(Flaw::Letter));
    let mut others = lines();
    others.swap(0, 1);
    assert_eq!(letter.read(&READER, &context(), &others, &sealed), Err(Flaw::Letter));
    let [game, _, number, _] = elsewhere();
    for context in [game, number] {
        assert_eq!(letter.read(&READER, &context, &lines(), &sealed), Err(Flaw::Letter));
    }
    assert_eq!(Letter::write(&secret, &context(), &public(READER), &lines()), Ok(letter));
    for context in elsewhere() {
        assert_ne!(Letter::disclosure(&secret, &context), Letter::disclosure(&secret, &super::context()));
    }
}

#[test]
fn a_false_complaint_is_recognized() {
    let (secret, _, _, sealed) = small();
    let letter = Letter::write(&secret, &context(), &public(READER), &lines()).unwrap();
    let disclosed = Letter::disclosure(&secret, &context());
    let verdict = letter.judge(&disclosed, &public(READER), &context(), &lines(), &sealed);
    assert_eq!(verdict, Ok(vec![1, 2, 0]));
    // A writer who discloses something else has no excuse.
    let verdict = letter.judge(&[1; 32], &public(READER), &context(), &lines(), &sealed);
    assert_eq!(verdict, Err(Flaw::Letter));
}

/// A letter whose ciphertext is in order, under the key shared with `own`.
fn written_by_hand(own: [u8; 32], ephemeral: [u8; 32]) -> Letter {
    let own = x25519_dalek::StaticSecret::from(own);
    let shared = own.diffie_hellman(&x25519_dalek::PublicKey::from(public(READER)));
    let mut hash = Sha256::new_with_prefix("marque/1/letter key");
    for part in [shared.as_bytes(), &GAME[..], &context().number.to_le_bytes(), &ephemeral, &public(READER)] {
        hash.update(part);
    }
    let mut plaintext = Vec::new();
    for line in lines() {
        let (sum, blinding) = small().0.opening(&line);
        plaintext.extend_from_slice(&sum.to_le_bytes());
        plaintext.extend_from_slice(&blinding);
    }
    let cipher = ChaCha20Poly1305::new(&hash.finalize());
    Letter { ephemeral, ciphertext: cipher.encrypt(&Default::default(), plaintext.as_slice()).unwrap() }
}

#[test]
fn a_letter_under_another_key_than_its_own_convicts_its_writer() {
    let (secret, _, _, sealed) = small();
    let own = Letter::disclosure(&secret, &context());
    let honest = Letter::write(&secret, &context(), &public(READER), &lines()).unwrap();
    assert_eq!(written_by_hand(own, public(own)), honest);
    // Encrypted with one key, sent with the public half of another: the first must not pass for it.
    let letter = written_by_hand([5; 32], public(own));
    assert_eq!(letter.read(&READER, &context(), &lines(), &sealed), Err(Flaw::Letter));
    for disclosed in [own, [5; 32]] {
        let verdict = letter.judge(&disclosed, &public(READER), &context(), &lines(), &sealed);
        assert_eq!(verdict, Err(Flaw::Letter));
    }
}

#[test]
fn a_lying_letter_convicts_its_writer() {
    let (secret, _, _, sealed) = small();
    let disclosed = Letter::disclosure(&secret, &context());
    for values in [[0, 2, 0], [1, 1, 0], [1, 2, u32::MAX]] {
        let letter = Letter::forge(&secret, &context(), &public(READER), &lines(), &values).unwrap();
        assert_eq!(letter.read(&READER, &context(), &lines(), &sealed), Err(Flaw::Letter));
        let verdict = letter.judge(&disclosed, &public(READER), &context(), &lines(), &sealed);
        assert_eq!(verdict, Err(Flaw::Letter));
    }
}

#[test]
fn reader_and_judges_agree_on_every_flipped_bit() {
    let (secret, _, _, sealed) = small();
    let letter = Letter::write(&secret, &context(), &public(READER), &lines()).unwrap();
    let disclosed = Letter::disclosure(&secret, &context());
    with_flips(&postcard::to_allocvec(&letter).unwrap(), |bytes, bit| {
        let Ok((altered, [])) = postcard::take_from_bytes::<Letter>(bytes) else { return };
        let read = altered.read(&READER, &context(), &lines(), &sealed);
        let judged = altered.judge(&disclosed, &public(READER), &context(), &lines(), &sealed);
        assert_eq!((read, judged), (Err(Flaw::Letter), Err(Flaw::Letter)), "bit {bit}");
    });
}

#[test]
fn keys_that_keep_no_secret_are_refused() {
    let (secret, _, _, sealed) = small();
    let mut modulus = [0xff; 32];
    (modulus[0], modulus[31]) = (0xed, 0x7f);
    let mut one = [0; 32];
    one[0] = 1;
    let mut high = public(READER);
    high[31] |= 0x80;
    for key in [[0; 32], one, modulus, [0xff; 32], high] {
        assert!(!acceptable(&key));
        assert_eq!(Letter::write(&secret, &context(), &key, &lines()), Err(Unlawful::Reader));
        let letter = Letter { ephemeral: key, ciphertext: vec![0; 3 * 36 + 16] };
        assert_eq!(letter.read(&READER, &context(), &lines(), &sealed), Err(Flaw::Letter));
    }
    assert!(acceptable(&public(READER)));
}

#[test]
fn lines_that_were_never_sealed_are_refused() {
    let (mut secret, _, _, sealed) = small();
    let lines = [Line::one(4)];
    let refused = Letter::write(&secret, &context(), &public(READER), &lines);
    assert_eq!(refused, Err(Unlawful::Slot(4)));
    secret.extend([0; 32], &[1]);
    let letter = Letter::write(&secret, &context(), &public(READER), &lines).unwrap();
    assert_eq!(letter.read(&READER, &context(), &lines, &sealed), Err(Flaw::Unsealed(4)));
}

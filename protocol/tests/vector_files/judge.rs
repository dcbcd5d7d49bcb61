//! What the reference says of the input of a vector, through its public functions.

use ed25519_dalek::VerifyingKey;
use marque_protocol::{
    draw::{self, Draw},
    seal::{Chart, Claim, ClaimsProof, Context, Flaw, Laws, Letter, Line, Seal, Secret, board_digest},
    statement::{Signed, Statement},
    terms::{Agreed, Agreement, Place, SeatKeys, Signature, Terms},
    ticket::{Ticket, TicketError},
    wire::{self, Frame},
};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::input::{bytes, claim, context, digest, laws, line, list, number, sealed, seat};

/// What the vector of this kind should expect.
pub fn judge(kind: &str, input: &Value) -> Value {
    match kind {
        "key" => json!({ "acceptable": is_acceptable(input) }),
        "point" => json!({ "point": is_point(digest(&input["bytes"])) }),
        "scalar" => json!({ "scalar": is_scalar(digest(&input["bytes"])) }),
        "signature" => json!({ "strict": is_strict(input) }),
        "terms" => json!({ "accepted": accepted(&bytes(&input["bytes"])) }),
        "agreement" => agreement(&bytes(&input["bytes"])),
        "statement" => statement(input),
        "seal" => verified(sealed(input).map(|sealed| sealed.root())),
        "extension" => verified(extension(input)),
        "claims" => json!({ "proven": are_proven(input) }),
        "letter" => json!({ "good": is_good(input) }),
        "link" => json!({ "follows": follows(input) }),
        "outcome" => outcome(input),
        "chart" => chart(input),
        "record" => super::verdict::of(&bytes(&input["bytes"])),
        "frame" => json!({ "read": Frame::decode(&bytes(&input["bytes"])).is_ok() }),
        "ticket" => ticket(input["text"].as_str().unwrap()),
        _ => panic!("unknown kind {kind}"),
    }
}

/// Lower-case hexadecimal.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// By a place at a table whose other keys are good.
fn is_acceptable(input: &Value) -> bool {
    let good = SeatKeys::new([1; 32]);
    let identity = good.signing().verifying_key().to_bytes();
    let place = good.place(identity, String::new(), [0; 32]);
    let key = digest(&input["key"]);
    match input["kind"].as_str().unwrap() {
        "signing" => {
            let has_keys = |place: Place| place.has_keys();
            let signing = has_keys(Place { signing: key, ..place.clone() });
            assert_eq!(signing, has_keys(Place { identity: key, ..place }), "one rule for both");
            signing
        }
        "exchange" => Place { exchange: key, ..place }.has_keys(),
        other => panic!("unknown kind of key {other}"),
    }
}

fn somewhere() -> Context {
    Context { game: [1; 32], seat: 0, number: 0, previous: [1; 32] }
}

/// By a seal of one slot in which it is the commitment.
fn is_point(bytes: [u8; 32]) -> bool {
    let laws = Laws { slots: 1, ..Laws::default() };
    let secret = Secret::new([1; 32], 0, [2; 32], Chart::new(vec![0]));
    let mut seal = Seal::make(&secret, &laws, &[3; 32], &somewhere()).unwrap();
    seal.commitments[0] = bytes;
    !matches!(seal.open(&laws, &[3; 32], &somewhere()), Err(Flaw::Point))
}

/// By a proof in which it is the opening.
fn is_scalar(bytes: [u8; 32]) -> bool {
    let laws = Laws { slots: 1, ..Laws::default() };
    let secret = Secret::new([1; 32], 0, [2; 32], Chart::new(vec![0]));
    let sealed = Seal::make(&secret, &laws, &[3; 32], &somewhere()).unwrap();
    let sealed = sealed.open(&laws, &[3; 32], &somewhere()).unwrap();
    let claims = [Claim::Opens(Line::one(0), 0)];
    let mut proof = ClaimsProof::make(&secret, &claims, &somewhere(), &sealed).unwrap();
    proof.openings[0] = bytes;
    sealed.proves(&claims, &proof, &somewhere()) != Err(Flaw::Scalar)
}

fn is_strict(input: &Value) -> bool {
    let Ok(key) = VerifyingKey::from_bytes(&digest(&input["key"])) else { return false };
    let signature = bytes(&input["signature"]);
    let (halves, rest) = signature.as_chunks::<32>();
    assert_eq!((halves.len(), rest.len()), (2, 0));
    let tag = input["tag"].as_str().unwrap().as_bytes();
    Signature(halves[0], halves[1]).verifies(&key, tag, &bytes(&input["message"]))
}

/// The practice game is compiled in here, and is no game of the specification.
fn accepted(terms: &[u8]) -> bool {
    Terms::decode(terms).is_ok_and(|(.., card)| !card.practice)
}

/// The game of an agreement, if the agreement is accepted.
pub fn agreed(bytes: &[u8]) -> Option<std::sync::Arc<Agreed>> {
    let agreement: Agreement = wire::decode(bytes)?;
    agreement.check().ok().filter(|agreed| !agreed.card.practice)
}

fn agreement(bytes: &[u8]) -> Value {
    match agreed(bytes) {
        Some(agreed) => json!({ "accepted": true, "game": hex(&agreed.id) }),
        None => json!({ "accepted": false }),
    }
}

fn statement(input: &Value) -> Value {
    let agreed = agreed(&bytes(&input["agreement"])).unwrap();
    let opened = wire::decode(&bytes(&input["signed"]))
        .and_then(|signed: Signed| Some((signed.open(&agreed).ok()?, signed)));
    match opened {
        None => json!({ "authentic": false }),
        Some((Statement::Entry(..), signed)) => {
            let head = signed.head(&digest(&input["behind"]));
            json!({ "authentic": true, "digest": hex(&signed.digest()), "head": hex(&head) })
        }
        Some((_, signed)) => json!({ "authentic": true, "digest": hex(&signed.digest()) }),
    }
}

fn verified(root: Option<[u8; 32]>) -> Value {
    match root {
        Some(root) => json!({ "verifies": true, "root": hex(&root) }),
        None => json!({ "verifies": false }),
    }
}

fn extension(input: &Value) -> Option<[u8; 32]> {
    let base = sealed(&input["base"]).unwrap();
    let seal: Seal = wire::decode(&bytes(&input["seal"]))?;
    let sealed = base.extended(&laws(&input["laws"]), &seal, &context(&input["context"])).ok()?;
    Some(sealed.root())
}

fn are_proven(input: &Value) -> bool {
    let base = sealed(&input["base"]).unwrap();
    let proof = wire::decode::<ClaimsProof>(&bytes(&input["proof"]));
    let claims = list(&input["claims"], claim);
    proof.is_some_and(|proof| base.proves(&claims, &proof, &context(&input["context"])).is_ok())
}

fn is_good(input: &Value) -> bool {
    let base = sealed(&input["base"]).unwrap();
    let letter = wire::decode::<Letter>(&bytes(&input["letter"]));
    let (disclosed, reader) = (digest(&input["disclosed"]), digest(&input["reader"]));
    let (context, lines) = (context(&input["context"]), list(&input["lines"], line));
    letter.is_some_and(|letter| letter.judge(&disclosed, &reader, &context, &lines, &base).is_ok())
}

fn follows(input: &Value) -> bool {
    let last = digest(&input["last"]);
    let known = (number(&input["last_number"]), &last);
    let link = digest(&input["link"]);
    draw::follows(&digest(&input["game"]), seat(&input["seat"]), known, number(&input["number"]), &link)
}

/// The numbers by the reference, and the seed, which it does not show, by P-47.
fn outcome(input: &Value) -> Value {
    let (game, number, head) = (digest(&input["game"]), number(&input["number"]), digest(&input["head"]));
    let links: Vec<[u8; 32]> = list(&input["links"], |link| digest(&link[1]));
    let mut hash = Sha256::new_with_prefix("marque/1/draw/outcome");
    hash.update([&game[..], &number.to_le_bytes(), &head, links.as_flattened()].concat());
    let mut draw = Draw::new(&game, number, &head, &links);
    let below: Vec<u32> =
        list(&input["bounds"], super::input::number).iter().map(|n| draw.below(*n)).collect();
    json!({ "outcome": hex(&hash.finalize()), "below": below })
}

fn chart(input: &Value) -> Value {
    let (game, seat, seed) = (digest(&input["game"]), seat(&input["seat"]), digest(&input["seed"]));
    let values = bytes(&input["values"]);
    let laws = laws(&input["laws"]);
    let mut rest = values.as_slice();
    let mut fits = true;
    for part in input["parts"].as_array().unwrap() {
        let Some((own, behind)) = rest.split_at_checked(number(&part[0]) as usize) else {
            fits = false;
            break;
        };
        fits &= board_digest(&game, seat, &digest(&part[1]), &seed, own) == digest(&part[2]);
        rest = behind;
    }
    let fits = fits && rest.is_empty();
    let first = values.get(..laws.slots as usize);
    let lawful = fits.then(|| first.is_some_and(|values| laws.hold(values)));
    json!({ "fits": fits, "lawful": lawful })
}

/// That a relay is a URL is for the network to say; here it is enough that it looks like one.
fn ticket(text: &str) -> Value {
    let usable =
        |ticket: Ticket| ticket.relay.as_ref().is_none_or(|url| url.contains("://")).then_some(ticket);
    let ticket = match Ticket::find_usable(text, usable) {
        Ok(ticket) => ticket,
        Err(TicketError::NotFound) => return json!({ "error": "not found" }),
        Err(TicketError::Mistyped) => return json!({ "error": "mistyped" }),
        Err(TicketError::Newer) => return json!({ "error": "newer" }),
    };
    let addresses: Vec<String> = ticket.addresses.iter().map(ToString::to_string).collect();
    let (id, table) = (hex(&ticket.id), hex(&ticket.table));
    json!({ "ticket": { "id": id, "table": table, "relay": ticket.relay, "addresses": addresses } })
}

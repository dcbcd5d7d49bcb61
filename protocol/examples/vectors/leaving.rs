//! Records of honest games: how far they came, and how they ended.

use marque_protocol::{
    rules::{Leaving, Seat},
    statement::{Body, Signed, Statement},
    terms::Signature,
};

use super::{
    Case,
    play::{A, B, Game, Play},
    records::{Expected, Games},
    toys::keys,
};

/// Water in both seas of the usual game.
pub const WATER: [&str; 4] = ["H1", "H2", "H3", "H4"];

/// The usual game up to the first act, who fires, and the other seat.
pub fn opened(game: &Game) -> (Play<'_>, Seat, Seat) {
    let play = Play::opened(game);
    let x = play.due();
    (play, x, if x == A { B } else { A })
}

pub fn resigns(play: &Play<'_>, seat: Seat) -> Signed {
    play.sign(seat, &Statement::Resign(play.spot()))
}

pub fn overdue(play: &Play<'_>, seat: Seat, of: Seat) -> Signed {
    play.sign(seat, &Statement::Overdue(play.spot(), vec![of]))
}

pub fn removal(play: &Play<'_>, of: Seat, why: Leaving) -> Signed {
    play.entry(Body::Removal(vec![(of, why)]))
}

pub fn cases(games: &Games) -> Vec<Case> {
    [beginnings(games), resigned(games), removed(games), behind_own(games), claimed(games), again(games)]
        .into_iter()
        .flatten()
        .collect()
}

fn beginnings(games: &Games) -> Vec<Case> {
    let usual = &games.usual;
    let mut one_seal = Play::empty(usual);
    one_seal.say(usual.seal(A));
    let mut second_first = Play::empty(usual);
    second_first.say(usual.seal(B));
    let only_second = games.case(
        "honest-second-seal-alone",
        "The seal of seat 1 waits for that of seat 0.",
        &second_first,
        &Expected::unfinished(0),
    );
    second_first.say(usual.seal(A));
    let (mut shot, ..) = opened(usual);
    shot.shot(WATER[0]);
    vec![
        games.case(
            "honest-agreement-alone",
            "Nothing was said.",
            &Play::empty(usual),
            &Expected::unfinished(0),
        ),
        games.case("honest-one-seal", "One seal.", &one_seal, &Expected::unfinished(1)),
        only_second,
        games.case(
            "honest-seals-the-other-way",
            "Seat 1 sealed first.",
            &second_first,
            &Expected::unfinished(2),
        ),
        games.case(
            "honest-opening",
            "Seals and links: mines on 8 by 8.",
            &opened(usual).0,
            &Expected::unfinished(4),
        ),
        games.case(
            "honest-opening-salvo",
            "Seals and links: mines on 8 by 8, with salvos.",
            &opened(&games.salvo).0,
            &Expected::unfinished(4),
        ),
        games.case(
            "honest-opening-classic",
            "Seals and links: classic.",
            &opened(&games.classic).0,
            &Expected::unfinished(4),
        ),
        games.case("honest-shot", "A shot and its answer.", &shot, &Expected::unfinished(6)),
    ]
}

fn resigned(games: &Games) -> Vec<Case> {
    let usual = &games.usual;
    let mut at_once = Play::empty(&games.classic);
    at_once.say(resigns(&at_once, A));
    let (mut due, x, y) = opened(usual);
    due.say(resigns(&due, x));
    let mut not_shown = Play::opened(usual);
    not_shown.say(resigns(&not_shown, x));
    due.end();
    let both = {
        let mut both = Play::opened(usual);
        both.say(resigns(&both, y));
        both.say(resigns(&both, x));
        games.case(
            "honest-both-resigned",
            "Both resigned at one spot: the due one is out.",
            &both,
            &Expected::ended(5, "resigned", y),
        )
    };
    vec![
        games.case(
            "honest-resigned-at-once",
            "The vector of P-75.",
            &at_once,
            &Expected::ended(1, "resigned", B),
        ),
        games.case(
            "honest-resigned",
            "The due seat resigned; results and charts.",
            &due,
            &Expected::ended(5, "resigned", y).audited(),
        ),
        games.case(
            "honest-resigned-not-shown",
            "The due seat resigned.",
            &not_shown,
            &Expected::ended(5, "resigned", y),
        ),
        both,
    ]
}

/// The seat that is not due resigned, and the due one removes it.
fn removed(games: &Games) -> Vec<Case> {
    let usual = &games.usual;
    let (mut other, x, y) = opened(usual);
    other.say(resigns(&other, y));
    let alone = games.case(
        "honest-resignation-waits",
        "The seat that is not due resigned: the due one has not removed it yet.",
        &other,
        &Expected::unfinished(4),
    );
    other.say(removal(&other, y, Leaving::Resigned));
    let removed = games.case(
        "honest-removal",
        "The seat that is not due resigned, and was removed.",
        &other,
        &Expected::ended(5, "resigned", x),
    );
    let mut waiting = Play::opened(usual);
    let notice = resigns(&waiting, y);
    waiting.say(removal(&waiting, y, Leaving::Resigned));
    waiting.say(notice);
    let backed = games.case(
        "honest-removal-before-its-notice",
        "The removal came before the notice that backs it: it waits for it (P-56).",
        &waiting,
        &Expected::ended(5, "resigned", x),
    );
    vec![alone, removed, backed]
}

/// A notice of a seat behind what it said itself.
fn behind_own(games: &Games) -> Vec<Case> {
    let usual = &games.usual;
    let (mut behind_own, x, y) = opened(usual);
    behind_own.say(behind_own.fire(WATER[0]));
    behind_own.say(resigns(&behind_own, x));
    let waits = games.case(
        "honest-resigned-behind-own-entry",
        "A shot, then a resignation behind it.",
        &behind_own,
        &Expected::unfinished(5),
    );
    behind_own.say(removal(&behind_own, x, Leaving::Resigned));
    let mut sealed = Play::empty(usual);
    sealed.say(usual.seal(A));
    let notice = usual.sign(B, &Statement::Resign(Play::empty(usual).spot()));
    sealed.say(notice);
    let unsealed = games.case(
        "honest-resigned-unsealed",
        "Seat 1 resigned before it sealed.",
        &sealed,
        &Expected::ended(2, "resigned", A),
    );
    sealed.say(usual.seal(B));
    vec![
        waits,
        games.case(
            "honest-removal-behind-own-entry",
            "A shot, a resignation behind it, and the removal.",
            &behind_own,
            &Expected::ended(6, "resigned", y),
        ),
        unsealed,
        games.case(
            "honest-sealed-behind-resignation",
            "The notice stands on the empty log as the seal does: the seal counts.",
            &sealed,
            &Expected::unfinished(2),
        ),
    ]
}

fn claimed(games: &Games) -> Vec<Case> {
    let usual = &games.usual;
    let (mut silent, x, y) = opened(usual);
    silent.say(overdue(&silent, y, x));
    let short = games.case(
        "honest-claimed-not-shown",
        "The other seat called the due one overdue.",
        &silent,
        &Expected::ended(5, "claimed", y),
    );
    silent.end();
    let mut late = Play::opened(usual);
    let shot = late.fire(WATER[0]);
    let call = overdue(&late, y, x);
    late.say(call.clone());
    late.say(shot.clone());
    let mut early = Play::opened(usual);
    early.say(shot.clone());
    early.say(call);
    let mut seen = Play::opened(usual);
    let vote = seen.sign(y, &Statement::Seen(seen.spot(), seen.head_behind(&shot)));
    seen.say(vote);
    seen.say(shot);
    let mut seal = Play::empty(usual);
    seal.say(usual.seal(A));
    seal.say(overdue(&seal, A, B));
    vec![
        games.case(
            "honest-claimed",
            "The other seat called the due one overdue; results and charts.",
            &silent,
            &Expected::ended(5, "claimed", y).audited(),
        ),
        short,
        games.case(
            "honest-too-late",
            "The entry came behind the call: it gives way.",
            &late,
            &Expected::ended(5, "claimed", y),
        ),
        games.case(
            "honest-called-behind-entry",
            "The call came behind the entry, which nobody built on: the same.",
            &early,
            &Expected::ended(5, "claimed", y),
        ),
        games.case("honest-seen", "The other seat saw the entry.", &seen, &Expected::unfinished(5)),
        games.case("honest-seal-claimed", "Seat 1 did not seal.", &seal, &Expected::ended(2, "claimed", A)),
    ]
}

/// What is known, or counts for nothing.
fn again(games: &Games) -> Vec<Case> {
    let usual = &games.usual;
    let (mut twice, x, y) = opened(usual);
    let shot = twice.fire(WATER[0]);
    twice.say(shot.clone());
    twice.say(shot.clone());
    let mut signed_again = Play::opened(usual);
    signed_again.say(shot.clone());
    signed_again.say(other_signature(&shot));
    let mut resigned_again = Play::opened(usual);
    let notice = resigns(&resigned_again, x);
    resigned_again.say(notice.clone());
    resigned_again.say(notice);
    let mut many = Play::opened(usual);
    for head in 0..6 {
        let vote = many.sign(y, &Statement::Seen(many.spot(), [head; 32]));
        many.say(vote);
    }
    let mut early = Play::empty(usual);
    early.say(usual.seal(B));
    early.say(usual.seal(B));
    early.say(usual.seal(A));
    assert_eq!(usual.seal(B), usual.seal(B), "proofs are deterministic");
    vec![
        games.case(
            "honest-said-twice",
            "The same statement twice: it is known.",
            &twice,
            &Expected::unfinished(5),
        ),
        games.case(
            "honest-signed-twice",
            "The same bytes under another signature: they are known.",
            &signed_again,
            &Expected::unfinished(5),
        ),
        games.case(
            "honest-resigned-twice",
            "The same notice twice.",
            &resigned_again,
            &Expected::ended(5, "resigned", y),
        ),
        games.case("honest-sealed-twice", "The same seal twice.", &early, &Expected::unfinished(2)),
        games.case(
            "seen-six-heads",
            "Six votes for steps that there are not: four are kept.",
            &many,
            &Expected::unfinished(4),
        ),
    ]
}

/// The same bytes signed with another nonce.
fn other_signature(signed: &Signed) -> Signed {
    let secret = keys(signed.seat.0).signing();
    let mut expanded = ed25519_dalek::hazmat::ExpandedSecretKey::from(&secret.to_bytes());
    expanded.hash_prefix[0] ^= 1;
    let message = [&b"marque/1/statement"[..], &signed.bytes].concat();
    let again = ed25519_dalek::hazmat::raw_sign::<sha2::Sha512>(&expanded, &message, &secret.verifying_key());
    let again = Signature(*again.r_bytes(), *again.s_bytes());
    assert!(again != signed.signature);
    Signed { signature: again, ..signed.clone() }
}

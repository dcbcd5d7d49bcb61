//! What is secret can be neither shown nor serialized: this file would not compile otherwise.

use std::fmt::{Debug, Display};

use marque_protocol::{
    draw::Chain,
    games::{
        Layout,
        duel::{self, Duel},
    },
    peer::{Input, Kept, Output, Peer, Seated},
    rules::{Acts, Intent},
    seal::{Chart, Secret},
    terms::SeatKeys,
};
use serde::Serialize;

// Every type implements these with `()`, and a second time if it can be shown or written. Which of the two
// is meant where the parameter is left open is clear only if there is one.
trait Shown<T> {
    const IS: () = ();
}
impl<T> Shown<()> for T {}
impl<T: Debug> Shown<u8> for T {}
impl<T: Display> Shown<u16> for T {}

trait Written<T> {
    const IS: () = ();
}
impl<T> Written<()> for T {}
impl<T: Serialize> Written<u8> for T {}

macro_rules! never_shown_nor_written {
    ($($Secret:ty),*) => {
        $(const _: () = (<$Secret as Shown<_>>::IS, <$Secret as Written<_>>::IS).0;)*
    };
}

never_shown_nor_written!(Chain, Chart, Secret, SeatKeys, Seated, Peer, Input, Layout, duel::Layout);
never_shown_nor_written!(Acts<Duel>, Intent<duel::Act>);
const _: () = <Kept as Written<_>>::IS;

/// It has to be shown as part of an output, but not what it holds.
#[test]
fn kept_bits_are_not_shown() {
    let output = Output::Keep(Kept { previous: [77; 32], bits: vec![55; 3] });
    assert_eq!(format!("{output:?}"), "Keep(Kept(..))");
}

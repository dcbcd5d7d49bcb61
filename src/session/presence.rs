//! Who is connected, and how well.

use std::{collections::BTreeMap, time::Duration};

use marque_protocol::{peer::Link, rules::Seat, terms::Agreed};

use crate::net::{Links, Path};

/// A round trip that changes by less than this is no news.
const SLIGHT: Duration = Duration::from_millis(10);

/// The seats that are connected, each with its way through a network if there is one.
#[derive(Default)]
pub(super) struct Presence(Vec<(Seat, Option<Path>)>);

impl Presence {
    /// Who is there now, and on which ways.
    pub(super) fn of(agreed: &Agreed, links: &BTreeMap<Link, [u8; 32]>, net: &impl Links) -> Presence {
        let way = |seat: Seat| way(links, &agreed.place(seat)?.identity, |link| net.path(link));
        let seats = Seat::all(agreed.seats());
        Presence(seats.filter_map(|seat| Some((seat, way(seat)?))).collect())
    }

    pub(super) fn seats(&self) -> Vec<(Seat, Option<Path>)> {
        self.0.clone()
    }

    /// Whether nobody is connected.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a person would see no difference worth a look: a window that shows every tremble of a
    /// round trip would never rest.
    pub(super) fn is_like(&self, other: &Presence) -> bool {
        let alike = |one: &Option<Path>, two: &Option<Path>| match (one, two) {
            (Some(one), Some(two)) => {
                let apart = one.rtt.abs_diff(two.rtt);
                one.direct == two.direct && one.pulse == two.pulse && (apart < SLIGHT || apart < one.rtt / 2)
            }
            (None, None) => true,
            _ => false,
        };
        let mut both = self.0.iter().zip(&other.0);
        self.0.len() == other.0.len() && both.all(|((seat, path), (of, way))| seat == of && alike(path, way))
    }
}

/// The way to whoever has this identity; none at all without a link. Who comes back after a crash has two
/// links until the old one is seen to be dead, and a way by the new one only.
fn way(
    links: &BTreeMap<Link, [u8; 32]>,
    identity: &[u8; 32],
    path: impl Fn(Link) -> Option<Path>,
) -> Option<Option<Path>> {
    let newest_first = links.iter().rev().filter(|(_, of)| *of == identity);
    newest_first.map(|(link, _)| path(*link)).reduce(|newer, older| newer.or(older))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::Pulse;

    fn over(direct: bool, rtt: u64) -> Presence {
        Presence(vec![(Seat(1), Some(Path { direct, rtt: Duration::from_millis(rtt), pulse: Pulse::Well }))])
    }

    #[test]
    fn who_has_come_back_is_reached_by_the_new_link() {
        let path = |link| {
            (link > 3).then(|| Path { direct: true, rtt: Duration::from_millis(link), pulse: Pulse::Well })
        };
        let links: BTreeMap<Link, [u8; 32]> =
            [(1, [1; 32]), (2, [2; 32]), (3, [3; 32]), (4, [1; 32]), (5, [1; 32])].into();
        assert!(way(&links, &[1; 32], path) == Some(path(5)));
        assert!(way(&links, &[2; 32], path) == Some(None), "connected, by whatever way");
        assert!(way(&links, &[9; 32], path).is_none(), "away");
    }

    #[test]
    fn only_what_a_person_would_see_is_news() {
        for (rtt, same) in [(40, true), (49, true), (55, true), (61, false), (19, false), (400, false)] {
            assert_eq!(over(true, 40).is_like(&over(true, rtt)), same, "{rtt}");
        }
        assert!(!over(true, 40).is_like(&over(false, 40)), "relayed now");
        assert!(!over(true, 40).is_like(&Presence::default()), "gone");
        assert!(Presence::default().is_like(&Presence::default()));
    }
}

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
        let link = |seat: Seat| {
            let place = agreed.place(seat)?;
            links.iter().find(|(_, identity)| **identity == place.identity).map(|(link, _)| *link)
        };
        let seats = Seat::all(agreed.seats());
        Presence(seats.filter_map(|seat| Some((seat, net.path(link(seat)?)))).collect())
    }

    pub(super) fn seats(&self) -> Vec<(Seat, Option<Path>)> {
        self.0.clone()
    }

    /// Whether there is anything that can change by itself.
    pub(super) fn has_ways(&self) -> bool {
        self.0.iter().any(|(_, path)| path.is_some())
    }

    /// Whether a person would see no difference worth a look: a window that shows every tremble of a
    /// round trip would never rest.
    pub(super) fn is_like(&self, other: &Presence) -> bool {
        let alike = |one: &Option<Path>, two: &Option<Path>| match (one, two) {
            (Some(one), Some(two)) => {
                let apart = one.rtt.abs_diff(two.rtt);
                one.direct == two.direct && (apart < SLIGHT || apart < one.rtt / 2)
            }
            (None, None) => true,
            _ => false,
        };
        let mut both = self.0.iter().zip(&other.0);
        self.0.len() == other.0.len() && both.all(|((seat, path), (of, way))| seat == of && alike(path, way))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn over(direct: bool, rtt: u64) -> Presence {
        Presence(vec![(Seat(1), Some(Path { direct, rtt: Duration::from_millis(rtt) }))])
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

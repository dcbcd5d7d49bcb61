//! What is painted by hand, as it was seen and found good. Whoever changes it on purpose looks at it and keeps it anew
//! with `MARQUE_SNAPSHOTS=keep cargo test --test window snapshots::`.

use std::path::Path;

use eframe::egui::{self, CentralPanel, Rect, Ui, vec2};
use egui_kittest::Harness;
use marque::{
    net,
    ui::{
        boards::diabolik::{
            signs::{self, Sign},
            vessel::Vessel,
        },
        lobby::badge,
        sea::{Hull, Mark, Sea},
        theme,
        widgets::{heading, ship_icon},
        words::{Language, Words},
    },
};
use marque_protocol::{
    games::{
        diabolik::Heading,
        grid::{Cell, Grid},
    },
    rules::Seat,
};

use crate::raster::Picture;

const KEEP: &str = "MARQUE_SNAPSHOTS";
/// Pixels that may differ, and by how much each may before it counts: machines round otherwise.
const DIFFERENT_MOST: usize = 12;
const ROUNDING: u8 = 32;

#[test]
fn seas_ships_and_badges_are_painted_as_they_were() {
    for (theme, name) in [(egui::Theme::Light, "light"), (egui::Theme::Dark, "dark")] {
        compare(&painted(theme, |ui| sea(ui, Mark::Miss)), &format!("sea-{name}"));
        compare(&painted(theme, ships), &format!("ships-{name}"));
        compare(&painted(theme, vessels), &format!("vessels-{name}"));
    }
}

#[test]
fn one_other_mark_is_seen() {
    let one = painted(egui::Theme::Light, |ui| sea(ui, Mark::Miss));
    for mark in [
        Mark::None,
        Mark::Empty,
        Mark::Fired,
        Mark::Hit,
        Mark::Sunk,
        Mark::Known,
        Mark::Laid,
        Mark::Aimed,
        Mark::Choice,
    ] {
        let other = painted(egui::Theme::Light, |ui| sea(ui, mark));
        assert!(different(&one, &other) > DIFFERENT_MOST, "{mark:?}");
    }
}

fn painted(theme: egui::Theme, add: impl Fn(&mut Ui)) -> Picture {
    let mut window = Harness::builder().with_size(vec2(330.0, 320.0)).with_theme(theme).build_ui(|ui| {
        theme::install(ui.ctx());
        CentralPanel::default().show(ui, |ui| add(ui));
    });
    window.run_steps(2);
    Picture::of(&window.ctx, window.output())
}

/// Every mark and every way to draw a ship; the first mark is to be chosen.
fn sea(ui: &mut Ui, first: Mark) {
    let marks = [first, Mark::Empty, Mark::Fired, Mark::Hit, Mark::Known, Mark::Mine, Mark::None];
    let mark = |cell: Cell| match cell.y {
        0 => marks.get(usize::from(cell.x)).copied().unwrap_or_default(),
        4 if cell.x < 3 => Mark::Sunk,
        2 if cell.x == 1 => Mark::Hit,
        _ => Mark::None,
    };
    let ship = |text: &str| text.parse().unwrap();
    let hulls = vec![
        (ship("A3-D3"), Hull::Lies),
        (ship("A5-C5"), Hull::Lies),
        (ship("A7-B7"), Hull::Fits),
        (ship("D7-F7"), Hull::Unfit),
        (ship("G2-G4"), Hull::Lies),
        (ship("I3-I7"), Hull::Lies),
        (ship("E5"), Hull::Lies),
    ];
    let grid = Grid { width: 10, height: 7 };
    let (framed, label) = (vec![Cell::new(0, 0)], |cell: Cell| cell.to_string());
    let name = String::new();
    Sea { id: "sea", name, grid, cell: 26.0, hulls, mark: &mark, label: &label, framed, live: true }.show(ui);
}

/// Ships of the lists, and what says how somebody is connected.
fn ships(ui: &mut Ui) {
    for length in 1..=5 {
        ui.horizontal(|ui| {
            ship_icon(ui, length, 16.0);
            ship_icon(ui, length, 24.0);
        });
    }
    let words = Words::new(Language::English);
    for direct in [true, false] {
        let rtt = std::time::Duration::from_millis(12);
        badge::show(ui, &words, Some(net::Path { direct, rtt, pulse: net::Pulse::Well }));
    }
    ui.horizontal(|ui| {
        for seat in Seat::all(4) {
            heading(ui, &seat.0.to_string(), Some(seat));
        }
    });
}

/// Ships with a heading, of every seat, and every sign on a cell.
fn vessels(ui: &mut Ui) {
    let paint = theme::paint(ui);
    let origin = ui.min_rect().min;
    let place = |x: u8, y: u8| {
        Rect::from_min_size(origin + vec2(f32::from(x), f32::from(y)) * 36.0, vec2(36.0, 36.0))
    };
    for (seat, y) in Seat::all(4).zip(0..) {
        for heading in Heading::ALL {
            let mut vessel = Vessel::new(place(heading.number(), y), heading, Some(seat));
            vessel.frozen = heading == Heading::NW;
            vessel.draw(ui.painter(), paint);
        }
    }
    Vessel::new(place(0, 4), Heading::N, None).draw(ui.painter(), paint);
    let signs = [
        Sign::Held,
        Sign::Steer(Heading::NE, true, 1),
        Sign::Steer(Heading::SW, false, 3),
        Sign::Build(3),
        Sign::Refused,
        Sign::Flank,
        Sign::Target,
        Sign::Danger,
        Sign::Last,
        Sign::File,
    ];
    for (number, sign) in (0..).zip(signs) {
        signs::draw(ui.painter(), place(number % 8, 5 + number / 8), sign, paint);
    }
}

/// How many pixels are not the same.
fn different(one: &Picture, other: &Picture) -> usize {
    assert_eq!((one.width, one.height), (other.width, other.height));
    let pairs = one.pixels.iter().zip(&other.pixels);
    let differs = |(one, other): &(&egui::Color32, &egui::Color32)| {
        one.to_array().iter().zip(other.to_array()).any(|(one, other)| one.abs_diff(other) > ROUNDING)
    };
    pairs.filter(differs).count()
}

fn compare(picture: &Picture, name: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots");
    let kept = folder.join(format!("{name}.png"));
    if std::env::var_os(KEEP).is_some() {
        return picture.save(&kept);
    }
    let found = different(picture, &Picture::load(&kept));
    if found > DIFFERENT_MOST {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.png"));
        picture.save(&path);
        panic!("{found} pixels of {name} are others: see {}", path.display());
    }
}

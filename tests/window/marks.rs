//! Marks are told apart by their shapes alone, at the smallest size that a cell has.

use eframe::egui::{CentralPanel, Color32, Frame, Rect, Vec2, pos2};
use egui_kittest::Harness;
use marque::ui::{
    marks::{self, Mark},
    theme::{self, Paint},
};

use crate::raster::Picture;

/// The side of the smallest cell.
const SIDE: f32 = 24.0;
/// So many pixels of a cell differ at least, and each by so much.
const DIFFERENT_LEAST: usize = 24;
const CLEARLY: u8 = 96;

const ALL: [Mark; 13] = [
    Mark::None,
    Mark::Fired,
    Mark::Aimed,
    Mark::Choice,
    Mark::Chosen,
    Mark::Miss,
    Mark::Hit,
    Mark::Mine,
    Mark::Laid,
    Mark::Empty,
    Mark::Known,
    Mark::MaybeShip,
    Mark::MaybeWater,
];

/// A mark in white, with black where it is filled for contrast, on black.
fn painted(mark: Mark) -> Vec<u8> {
    let mut window = Harness::builder().with_size(Vec2::splat(3.0 * SIDE)).build_ui(|ui| {
        let (ink, ground) = (Color32::WHITE, Color32::BLACK);
        let paint =
            Paint { miss: ink, hit: ink, hull: ink, good: ink, last: ink, border: ink, ..theme::paint(ui) };
        let paint = Paint { on_ship: ground, edge: ground, ..paint };
        CentralPanel::default().frame(Frame::new().fill(ground)).show(ui, |ui| {
            let cell = Rect::from_min_size(pos2(SIDE, SIDE), Vec2::splat(SIDE));
            marks::draw(ui.painter(), cell, mark, paint);
        });
    });
    window.run_steps(2);
    let picture = Picture::of(&window.ctx, window.output());
    picture.pixels.iter().map(|pixel| pixel.g()).collect()
}

#[test]
fn every_mark_has_a_shape_of_its_own_at_the_smallest_size() {
    let pictures = ALL.map(|mark| (mark, painted(mark)));
    for (number, (one, here)) in pictures.iter().enumerate() {
        for (other, there) in &pictures[number + 1..] {
            // The smallest is a small dot, which is to be told from nothing only.
            let least = if [*one, *other] == [Mark::None, Mark::Empty] { 4 } else { DIFFERENT_LEAST };
            let differ =
                here.iter().zip(there).filter(|(one, other)| one.abs_diff(**other) > CLEARLY).count();
            assert!(differ >= least, "{one:?} and {other:?} differ in {differ} pixels only");
        }
    }
}

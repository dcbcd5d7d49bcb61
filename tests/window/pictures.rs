//! Every screen as it is seen: whether it can be read, and pictures of it.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
};

use eframe::egui::{Color32, Rect};
use egui_kittest::Harness;
use marque::ui::words::Language;

use crate::{
    desk::{LEAST as SMALL, Looks},
    laws::Frame,
    raster::Picture,
};

/// A folder for the pictures: `scripts/screenshots` names one.
const FOLDER: &str = "MARQUE_PICTURES";
/// The least contrast of a text to what it is written on, as the guidelines of accessibility have it.
const LEAST: f32 = 4.5;

/// Whether contrasts are judged with these looks. Where things lie and what they say makes no difference to
/// their colours: the rest is for those who look.
pub(crate) fn wanted(looks: &Looks) -> bool {
    let judged = looks.scale == 100 && looks.size == SMALL || std::env::var_os(FOLDER).is_some();
    looks.language == Language::English && judged
}

/// The texts in a window that cannot be read well. If pictures are asked for, one is kept.
pub(crate) fn faint<State>(window: &Harness<'_, State>, screen: &str, looks: Looks) -> BTreeSet<String> {
    let picture = Picture::of(&window.ctx, window.output());
    if let Some(folder) = std::env::var_os(FOLDER).map(PathBuf::from) {
        let look = format!("{:?}", looks.look).to_lowercase();
        let screen = screen.replace(',', "").replace(' ', "-");
        picture.save(&folder.join(format!("{screen}-{look}-{}-{}.png", looks.size.x, looks.scale)));
    }
    let contrast = |(text, rect, colour): (&str, Rect, Color32)| {
        // With a little of what is around: of a thin letter there is more than of its ground.
        let area = rect.expand(3.0).intersect(window.ctx.content_rect());
        let found = contrast(colour, ground(&picture, area * window.ctx.pixels_per_point()));
        (found < LEAST).then(|| format!("too faint: {found:.1} for {text}"))
    };
    Frame::of(window).readable().filter_map(contrast).collect()
}

/// The colour that most of an area has.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn ground(picture: &Picture, area: Rect) -> Color32 {
    let mut counts = BTreeMap::new();
    for y in area.top() as usize..(area.bottom() as usize).min(picture.height) {
        for pixel in &picture.pixels[y * picture.width..][area.left() as usize..area.right() as usize] {
            *counts.entry(pixel.to_array()).or_insert(0) += 1;
        }
    }
    let most = counts.into_iter().max_by_key(|(_, count)| *count);
    let ([red, green, blue, _], _) = most.expect("a text has an area");
    Color32::from_rgb(red, green, blue)
}

/// The ratio of WCAG, from 1 to 21.
fn contrast(one: Color32, other: Color32) -> f32 {
    let light = |colour: Color32| {
        let [red, green, blue] = [colour.r(), colour.g(), colour.b()].map(|part| {
            let part = f32::from(part) / 255.0;
            if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
    };
    let (one, other) = (light(one), light(other));
    one.max(other) / one.min(other)
}

#[test]
fn contrast_is_measured_as_the_guidelines_have_it() {
    assert!((contrast(Color32::BLACK, Color32::WHITE) - 21.0).abs() < 0.01);
    assert!((contrast(Color32::from_rgb(0x76, 0x76, 0x76), Color32::WHITE) - 4.54).abs() < 0.01);
}

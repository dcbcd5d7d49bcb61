//! Colours and sizes: a calm sea chart, light and dark.
//!
//! The palette is that of Okabe and Ito, which people with any kind of colour blindness can tell apart;
//! every mark has a shape of its own besides.

use eframe::egui::{self, Color32, FontId, Stroke, TextStyle, Visuals, vec2};

/// The smallest size of the window, in points.
pub const LEAST: [f32; 2] = [900.0, 640.0];

/// Room that is less than this, in points, holds one thing above the other: a small window at 200 %.
const ROOMY: [f32; 2] = [640.0, 480.0];

/// Whether the window has little room.
pub fn is_tight(ui: &egui::Ui) -> bool {
    let size = ui.ctx().content_rect().size();
    size.x < ROOMY[0] || size.y < ROOMY[1]
}

/// What is painted with.
#[derive(Copy, Clone, Debug)]
pub struct Paint {
    /// Water of which nothing is known.
    pub water: Color32,
    /// Lines between cells.
    pub line: Color32,
    /// Letters and numbers at the border.
    pub border: Color32,
    /// Own ships.
    pub hull: Color32,
    /// Water that was fired at, and the mark on it.
    pub miss: Color32,
    /// A ship that was hit.
    pub hit: Color32,
    /// A ship that is sunk.
    pub sunk: Color32,
    /// Marks upon hit and sunk.
    pub on_ship: Color32,
    /// What can be chosen, and is.
    pub good: Color32,
    /// What will not do.
    pub bad: Color32,
    /// The cursor of the keyboard.
    pub focus: Color32,
    /// The last shot.
    pub last: Color32,
}

const DARK: Paint = Paint {
    water: Color32::from_rgb(0x1b, 0x36, 0x4a),
    line: Color32::from_rgb(0x2b, 0x4c, 0x63),
    border: Color32::from_rgb(0x9f, 0xb6, 0xc4),
    hull: Color32::from_rgb(0x9a, 0xa7, 0xb0),
    miss: Color32::from_rgb(0xb8, 0xd4, 0xe6),
    hit: Color32::from_rgb(0xd5, 0x5e, 0x00),
    sunk: Color32::from_rgb(0x5c, 0x1f, 0x10),
    on_ship: Color32::from_rgb(0xff, 0xf3, 0xe4),
    good: Color32::from_rgb(0x00, 0x9e, 0x73),
    bad: Color32::from_rgb(0xcc, 0x79, 0xa7),
    focus: Color32::from_rgb(0xf0, 0xe4, 0x42),
    last: Color32::from_rgb(0xf0, 0xe4, 0x42),
};

const LIGHT: Paint = Paint {
    water: Color32::from_rgb(0xd9, 0xea, 0xf3),
    line: Color32::from_rgb(0xb3, 0xcd, 0xdc),
    border: Color32::from_rgb(0x3f, 0x5a, 0x6b),
    hull: Color32::from_rgb(0x6d, 0x7b, 0x85),
    miss: Color32::from_rgb(0x00, 0x58, 0x8c),
    hit: Color32::from_rgb(0xd5, 0x5e, 0x00),
    sunk: Color32::from_rgb(0x6e, 0x22, 0x10),
    on_ship: Color32::from_rgb(0xff, 0xf8, 0xf0),
    good: Color32::from_rgb(0x00, 0x7a, 0x59),
    bad: Color32::from_rgb(0xa8, 0x3f, 0x7d),
    focus: Color32::from_rgb(0x10, 0x10, 0x10),
    last: Color32::from_rgb(0x8a, 0x5a, 0x00),
};

/// The paint that suits the theme of this place.
pub fn paint(ui: &egui::Ui) -> Paint {
    if ui.visuals().dark_mode { DARK } else { LIGHT }
}

/// Sets fonts, spaces and both themes once.
pub fn install(ctx: &egui::Context) {
    ctx.all_styles_mut(|style| {
        style.spacing.item_spacing = vec2(10.0, 8.0);
        style.spacing.button_padding = vec2(14.0, 7.0);
        style.spacing.interact_size.y = 30.0;
        style.text_styles.insert(TextStyle::Heading, FontId::proportional(26.0));
        style.text_styles.insert(TextStyle::Body, FontId::proportional(16.0));
        style.text_styles.insert(TextStyle::Button, FontId::proportional(16.0));
        style.text_styles.insert(TextStyle::Small, FontId::proportional(13.0));
        // Bars that scroll lie beside what they scroll, not upon it.
        style.spacing.scroll.floating_allocated_width = style.spacing.scroll.bar_width;
        style.animation_time = 0.0;
    });
    ctx.set_visuals_of(
        egui::Theme::Dark,
        visuals(Visuals::dark(), DARK, Color32::from_rgb(0x10, 0x20, 0x2d)),
    );
    ctx.set_visuals_of(
        egui::Theme::Light,
        visuals(Visuals::light(), LIGHT, Color32::from_rgb(0xf3, 0xf8, 0xfb)),
    );
}

fn visuals(mut visuals: Visuals, paint: Paint, ground: Color32) -> Visuals {
    visuals.panel_fill = ground;
    visuals.window_fill = ground;
    visuals.selection.bg_fill = paint.good.gamma_multiply(0.6);
    visuals.selection.stroke = Stroke::new(1.0, paint.border);
    visuals
}

//! Colours and sizes: a calm sea chart, light and dark.
//!
//! The palette is that of Okabe and Ito, which people with any kind of colour blindness can tell apart;
//! every mark has a shape of its own besides.

use eframe::egui::{self, Color32, FontId, Stroke, TextStyle, Visuals, vec2};
use marque_protocol::rules::Seat;

/// The smallest size of the window, in points.
pub const LEAST: [f32; 2] = [900.0, 640.0];

/// Room that is less than this, in points, holds one thing above the other: a small window at 200 %.
const ROOMY: [f32; 2] = [640.0, 480.0];

/// A window that is wider than this, in points, has what was said beside the seas rather than below.
const WIDE: f32 = 860.0;

/// Whether the window is wide.
pub fn is_wide(ui: &egui::Ui) -> bool {
    ui.ctx().content_rect().width() >= WIDE
}

/// Whether the window has little room.
pub fn is_tight(ui: &egui::Ui) -> bool {
    let size = ui.ctx().content_rect().size();
    size.x < ROOMY[0] || size.y < ROOMY[1]
}

/// What is painted with.
#[derive(Copy, Clone, Debug)]
pub struct Paint {
    /// What all lies on.
    pub ground: Color32,
    /// What belongs together lies on a card.
    pub card: Color32,
    /// Text.
    pub ink: Color32,
    /// Text of less weight.
    pub pale: Color32,
    /// What is most likely wanted: buttons, and the text on them.
    pub accent: Color32,
    /// See [`Paint::accent`].
    pub on_accent: Color32,
    /// One colour for each seat.
    pub seats: [Color32; 4],
    /// Water of which nothing is known.
    pub water: Color32,
    /// Lines between cells.
    pub line: Color32,
    /// Letters and numbers at the border.
    pub border: Color32,
    /// The frame of a sea.
    pub frame: Color32,
    /// Own ships.
    pub hull: Color32,
    /// What stands on their decks.
    pub deck: Color32,
    /// Lines around ships and marks.
    pub edge: Color32,
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
    ground: Color32::from_rgb(0x10, 0x20, 0x2d),
    card: Color32::from_rgb(0x16, 0x2b, 0x3b),
    ink: Color32::from_rgb(0xe4, 0xee, 0xf4),
    pale: Color32::from_rgb(0xa3, 0xba, 0xc8),
    accent: Color32::from_rgb(0x1f, 0x6f, 0x9c),
    on_accent: Color32::from_rgb(0xff, 0xff, 0xff),
    seats: [
        Color32::from_rgb(0x56, 0xb4, 0xe9),
        Color32::from_rgb(0xe6, 0x9f, 0x00),
        Color32::from_rgb(0x1f, 0xb8, 0x8a),
        Color32::from_rgb(0xdc, 0x92, 0xbb),
    ],
    water: Color32::from_rgb(0x1b, 0x36, 0x4a),
    line: Color32::from_rgb(0x2b, 0x4c, 0x63),
    border: Color32::from_rgb(0x9f, 0xb6, 0xc4),
    frame: Color32::from_rgb(0x4a, 0x70, 0x8a),
    hull: Color32::from_rgb(0xa6, 0xb4, 0xbd),
    deck: Color32::from_rgb(0x6f, 0x81, 0x8d),
    edge: Color32::from_rgb(0x0b, 0x18, 0x22),
    miss: Color32::from_rgb(0xb8, 0xd4, 0xe6),
    hit: Color32::from_rgb(0xd5, 0x5e, 0x00),
    sunk: Color32::from_rgb(0x7a, 0x26, 0x12),
    on_ship: Color32::from_rgb(0xff, 0xf3, 0xe4),
    good: Color32::from_rgb(0x14, 0xae, 0x82),
    bad: Color32::from_rgb(0xe2, 0x9b, 0xc2),
    focus: Color32::from_rgb(0xf0, 0xe4, 0x42),
    last: Color32::from_rgb(0xf0, 0xe4, 0x42),
};

const LIGHT: Paint = Paint {
    ground: Color32::from_rgb(0xf0, 0xf6, 0xfa),
    card: Color32::from_rgb(0xff, 0xff, 0xff),
    ink: Color32::from_rgb(0x14, 0x2b, 0x3a),
    pale: Color32::from_rgb(0x48, 0x62, 0x73),
    accent: Color32::from_rgb(0x0b, 0x5f, 0x8f),
    on_accent: Color32::from_rgb(0xff, 0xff, 0xff),
    seats: [
        Color32::from_rgb(0x00, 0x72, 0xb2),
        Color32::from_rgb(0xa8, 0x66, 0x00),
        Color32::from_rgb(0x00, 0x7a, 0x59),
        Color32::from_rgb(0xa8, 0x3f, 0x7d),
    ],
    water: Color32::from_rgb(0xd9, 0xea, 0xf3),
    line: Color32::from_rgb(0xb3, 0xcd, 0xdc),
    border: Color32::from_rgb(0x3f, 0x5a, 0x6b),
    frame: Color32::from_rgb(0x6f, 0x97, 0xaf),
    hull: Color32::from_rgb(0x7d, 0x8e, 0x9a),
    deck: Color32::from_rgb(0xb4, 0xc2, 0xcb),
    edge: Color32::from_rgb(0x1e, 0x33, 0x42),
    miss: Color32::from_rgb(0x00, 0x58, 0x8c),
    hit: Color32::from_rgb(0xd5, 0x5e, 0x00),
    sunk: Color32::from_rgb(0x7a, 0x26, 0x12),
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

/// The colour of a seat.
pub fn seat(paint: Paint, seat: Seat) -> Color32 {
    paint.seats.get(seat.index()).copied().unwrap_or(paint.hull)
}

/// Whether the player wants things to move for a moment.
pub fn moves(ui: &egui::Ui) -> bool {
    ui.style().animation_time > 0.0
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
    ctx.set_visuals_of(egui::Theme::Dark, visuals(Visuals::dark(), DARK));
    ctx.set_visuals_of(egui::Theme::Light, visuals(Visuals::light(), LIGHT));
}

fn visuals(mut visuals: Visuals, paint: Paint) -> Visuals {
    let tint = |part: f32| paint.card.lerp_to_gamma(paint.accent, part);
    visuals.panel_fill = paint.ground;
    visuals.window_fill = paint.card;
    visuals.extreme_bg_color = paint.card;
    visuals.faint_bg_color = paint.card;
    visuals.weak_text_color = Some(paint.pale);
    // A cursor that blinks draws the window twice a second for nothing.
    visuals.text_cursor.blink = false;
    visuals.selection.bg_fill = tint(0.45);
    visuals.selection.stroke = Stroke::new(1.0, paint.ink);
    visuals.window_stroke = Stroke::new(1.0, paint.line);
    let widgets = &mut visuals.widgets;
    // How much of the accent, the line around, and the text.
    // What the keyboard is at counts as active.
    for (widget, part, line) in [
        (&mut widgets.noninteractive, 0.0, Stroke::new(1.0, paint.line)),
        (&mut widgets.inactive, 0.14, Stroke::new(1.0, paint.line)),
        (&mut widgets.hovered, 0.26, Stroke::new(1.0, paint.border)),
        (&mut widgets.active, 0.38, Stroke::new(2.0, paint.focus)),
        (&mut widgets.open, 0.26, Stroke::new(1.0, paint.line)),
    ] {
        (widget.bg_fill, widget.weak_bg_fill) = (tint(part), tint(part));
        widget.bg_stroke = line;
        widget.fg_stroke = Stroke::new(1.0, paint.ink);
        widget.corner_radius = 6.into();
        widget.expansion = 0.0;
    }
    visuals
}

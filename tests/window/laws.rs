//! What holds on every screen, in whatever language, theme and size: judged by where things lie, what is
//! painted, and what a screen reader is told.

use std::collections::{BTreeMap, BTreeSet};

use eframe::egui::{
    Align2, Button, Color32, Event, FontId, Label, Rect, ScrollArea, Sense, Shape, Ui, Vec2, WidgetInfo,
    accessibility::is_input,
    accesskit::{Action, ActionRequest, NodeId, Role, TreeId},
    epaint::{ClippedShape, TextShape},
    pos2,
    style::ScrollStyle,
    vec2,
};
use egui_kittest::{Harness, kittest::NodeT as _};

/// The least height and width of what can be clicked, in points.
const TARGET: f32 = 24.0;
/// Layout is rounded to pixels.
const ROUNDING: f32 = 1.0;

/// Something that is named, or takes room without a name.
struct Thing {
    id: NodeId,
    /// What it is, and what it is called; none for what no screen reader is told of.
    named: Option<(Role, String)>,
    rect: Rect,
    /// What is seen of it.
    seen: Rect,
    enabled: bool,
}

impl Thing {
    fn is_cut(&self) -> bool {
        !self.seen.expand(ROUNDING).contains_rect(self.rect)
    }

    fn role(&self) -> Option<Role> {
        self.named.as_ref().map(|(role, _)| *role)
    }

    fn name(&self) -> &str {
        self.named.as_ref().map_or("something without a name", |(_, name)| name)
    }

    /// What is pulled along its edge: thin, and across what it parts.
    fn is_edge(&self) -> bool {
        matches!(self.role(), Some(Role::Splitter))
    }

    fn is_text_input(&self) -> bool {
        matches!(self.role(), Some(Role::TextInput | Role::MultilineTextInput))
    }
}

/// A text as it is painted.
struct Text {
    text: String,
    rect: Rect,
    clip: Rect,
    elided: bool,
    colour: Color32,
}

/// One frame.
pub(crate) struct Frame {
    things: Vec<Thing>,
    texts: Vec<Text>,
}

/// All breaches of the laws by what is shown, also by what must be scrolled to.
pub(crate) fn breaches<State>(window: &mut Harness<'_, State>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut cut = BTreeMap::new();
    let mut whole = BTreeSet::new();
    loop {
        let frame = Frame::of(window);
        frame.judge(&mut found);
        whole.extend(frame.things.iter().filter(|thing| !thing.is_cut()).map(|thing| thing.id));
        cut.retain(|id, _| !whole.contains(id));
        let mut named = frame.things.iter().filter(|thing| thing.named.is_some());
        let next = named.find(|thing| !whole.contains(&thing.id) && !cut.contains_key(&thing.id));
        let Some(next) = next else { break };
        cut.insert(next.id, format!("cut off: {}", next.name()));
        scroll_to(window, next.id);
    }
    found.extend(cut.into_values());
    found
}

fn scroll_to<State>(window: &mut Harness<'_, State>, target_node: NodeId) {
    let (target_tree, action) = (TreeId::ROOT, Action::ScrollIntoView);
    window.event(Event::AccessKitActionRequest(ActionRequest {
        action,
        target_tree,
        target_node,
        data: None,
    }));
    window.run_steps(3);
}

impl Frame {
    pub(crate) fn of<State>(window: &Harness<'_, State>) -> Frame {
        let root = window.root();
        let nodes: BTreeMap<NodeId, (Role, String)> = root
            .children_recursive()
            .map(|node| node.accesskit_node())
            .map(|node| (node.locate().0, (node.role(), node.label().or(node.value()).unwrap_or_default())))
            .collect();
        let mut things = Vec::new();
        window.ctx.viewport(|viewport| {
            for widget in viewport.prev_pass.widgets.layers().flat_map(|(_, widgets)| widgets) {
                let id = widget.id.accesskit_id();
                let named = nodes.get(&id).cloned();
                let holds = matches!(named, Some((Role::GenericContainer | Role::Pane | Role::Window, _)));
                if !holds {
                    let (rect, seen, enabled) = (widget.rect, widget.interact_rect, widget.enabled);
                    things.push(Thing { id, named, rect, seen, enabled });
                }
            }
        });
        let mut texts = Vec::new();
        for ClippedShape { clip_rect, shape, .. } in &window.output().shapes {
            texts_in(shape, *clip_rect, &mut texts);
        }
        texts.retain(|text: &Text| !text.text.trim().is_empty());
        Frame { things, texts }
    }

    /// The texts that can be read whole, where they are, and their colours; not of what cannot be done now.
    pub(crate) fn readable(&self) -> impl Iterator<Item = (&str, Rect, Color32)> {
        let enabled = |text: &&Text| {
            let mut around = self.things.iter().filter(|thing| thing.rect.contains_rect(text.rect));
            around.all(|thing| thing.enabled)
        };
        let whole = self.texts.iter().filter(|text| text.clip.contains_rect(text.rect)).filter(enabled);
        whole.map(|text| (text.text.as_str(), text.rect, text.colour))
    }

    fn judge(&self, found: &mut BTreeSet<String>) {
        self.judge_names(found);
        self.judge_room(found);
        self.judge_texts(found);
    }

    /// What can be done has a name of its own, and is large enough to be hit.
    fn judge_names(&self, found: &mut BTreeSet<String>) {
        let mut names = BTreeSet::new();
        for thing in &self.things {
            let Some((role, name)) = &thing.named else { continue };
            if name.trim().is_empty() && *role != Role::ScrollBar {
                found.insert(format!("without a name: {role:?}"));
            }
            if !is_input(*role) {
                continue;
            }
            if !names.insert(name) {
                found.insert(format!("twice: {name}"));
            }
            let hit = thing.rect.height().min(thing.rect.width());
            if hit < TARGET && !thing.is_edge() {
                found.insert(format!("too small: {name}, {hit}"));
            }
        }
    }

    /// Nothing lies upon another thing.
    fn judge_room(&self, found: &mut BTreeSet<String>) {
        let named: Vec<&Thing> =
            self.things.iter().filter(|thing| thing.named.is_some() && !thing.is_edge()).collect();
        for (number, thing) in named.iter().enumerate() {
            if !thing.rect.is_positive() {
                found.insert(format!("of no size: {}", thing.name()));
            }
            for other in &named[number + 1..] {
                if overlap(thing.seen, other.seen) {
                    found.insert(format!("upon each other: {} and {}", thing.name(), other.name()));
                }
            }
        }
    }

    /// Every text is painted whole, on nothing that it does not belong to.
    fn judge_texts(&self, found: &mut BTreeSet<String>) {
        for (number, text) in self.texts.iter().enumerate() {
            let seen = text.rect.intersect(text.clip);
            if text.elided {
                found.insert(format!("shortened: {}", text.text));
            }
            let around = |thing: &&Thing| thing.rect.expand(2.0 * ROUNDING).contains_rect(text.rect);
            let scrolled = self.things.iter().filter(around).any(|it| it.is_cut() || it.is_text_input());
            if !text.clip.expand(ROUNDING).contains_rect(text.rect) && !scrolled {
                found.insert(format!("cut off: the text {}", text.text));
            }
            for other in &self.texts[number + 1..] {
                if overlap(seen, other.rect.intersect(other.clip)) {
                    found.insert(format!("written upon each other: {} and {}", text.text, other.text));
                }
            }
            for thing in self.things.iter().filter(|it| it.role().is_some_and(is_input) && !it.is_edge()) {
                if overlap(seen, thing.seen) && !around(&thing) && !thing.is_text_input() {
                    found.insert(format!("wider than its place: {} at {}", text.text, thing.name()));
                }
            }
        }
    }
}

fn overlap(one: Rect, other: Rect) -> bool {
    let both = one.intersect(other);
    both.is_positive() && both.width() > ROUNDING && both.height() > ROUNDING
}

fn texts_in(shape: &Shape, clip: Rect, texts: &mut Vec<Text>) {
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| texts_in(shape, clip, texts)),
        // Row by row: a text may begin behind something else and go on below it.
        Shape::Text(painted) => texts.extend(painted.galley.rows.iter().map(|row| Text {
            text: row.text(),
            rect: row.visuals.mesh_bounds.translate(painted.pos.to_vec2() + row.pos.to_vec2()),
            clip,
            elided: painted.galley.elided,
            colour: colour(painted),
        })),
        _ => {}
    }
}

/// The colour of the first letters of a text.
fn colour(painted: &TextShape) -> Color32 {
    let own = painted.galley.job.sections.first().map(|section| section.format.color);
    let own = own.filter(|colour| *colour != Color32::PLACEHOLDER).unwrap_or(painted.fallback_color);
    painted.override_text_color.unwrap_or(own).gamma_multiply(painted.opacity_factor)
}

/// Each law, and what breaks it.
#[test]
fn every_law_is_kept_by_force() {
    let room = Rect::from_min_size(pos2(20.0, 20.0), vec2(60.0, 30.0));
    let painted = |ui: &Ui, clip: Rect, text: &str| {
        let painter = ui.painter().with_clip_rect(clip);
        painter.text(room.left_top(), Align2::LEFT_TOP, text, FontId::proportional(14.0), Color32::WHITE);
    };
    let told = |ui: &Ui, rect: Rect, name: &'static str| {
        let response = ui.interact(rect, ui.scope_id().with(rect.width().to_bits()), Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
    };
    let lines = |ui: &mut Ui| {
        for line in 0..100 {
            ui.label(format!("line {line}"));
        }
    };
    breaks("without a name", |ui| told(ui, room, ""));
    breaks("twice", |ui| drop((ui.button("one"), ui.button("one"))));
    breaks("too small", |ui| told(ui, room.with_max_y(30.0), "flat"));
    breaks("of no size", |ui| drop(ui.label("")));
    breaks("upon each other", |ui| drop((ui.put(room, Label::new("one")), ui.put(room, Label::new("two")))));
    breaks("cut off", lines);
    breaks("cut off", |ui| drop(ui.horizontal(|ui| ui.label("a long line ".repeat(20)))));
    breaks("shortened", |ui| drop(ui.add(Label::new("a long line ".repeat(20)).truncate())));
    breaks("cut off: the text", |ui| painted(ui, room.with_max_x(40.0), "longer than its place"));
    breaks("written upon each other", |ui| {
        painted(ui, Rect::EVERYTHING, "one");
        painted(ui, Rect::EVERYTHING, "two");
    });
    breaks("wider than its place", |ui| {
        told(ui, room, "named");
        painted(ui, Rect::EVERYTHING, "longer than its place");
    });
    let scrolled = of(|ui| {
        ui.spacing_mut().scroll = ScrollStyle::solid();
        ui.add(Button::new("one").min_size(Vec2::splat(TARGET)));
        ScrollArea::vertical().show(ui, lines);
    });
    assert_eq!(scrolled, BTreeSet::new(), "what is cut can be scrolled to");
}

fn of(add: impl FnMut(&mut Ui)) -> BTreeSet<String> {
    breaches(
        &mut Harness::builder().with_size(vec2(300.0, 200.0)).with_accessibility_check(false).build_ui(add),
    )
}

fn breaks(law: &str, add: impl FnMut(&mut Ui)) {
    let found = of(add);
    assert!(found.iter().any(|breach| breach.starts_with(law)), "{law} is not found, but {found:?}");
}

//! `marque` alone: the window.

use std::{
    process::ExitCode,
    sync::{Arc, OnceLock},
};

use anyhow::anyhow;
use eframe::egui;

use super::Global;
use crate::{app::App, engine::Engine, ui::theme};

/// The size at the first start.
const SIZE: [f32; 2] = [1080.0, 740.0];

pub(super) fn open(global: &Global) -> anyhow::Result<ExitCode> {
    let context: Arc<OnceLock<egui::Context>> = Arc::default();
    let drawn = context.clone();
    // Before the window is there it need not be told that there is something to draw.
    let wake = Arc::new(move || {
        if let Some(ctx) = drawn.get() {
            ctx.request_repaint();
        }
    });
    let engine = Engine::start(global.profile.clone(), wake)?;
    let (folder, language, reach) = (engine.folder().to_owned(), global.lang, global.reach());
    let viewport = egui::ViewportBuilder::default()
        .with_title("Marque")
        .with_app_id("marque")
        .with_inner_size(SIZE)
        .with_min_inner_size(theme::LEAST);
    let options = eframe::NativeOptions { viewport, ..Default::default() };
    let run = eframe::run_native(
        "Marque",
        options,
        Box::new(move |cc| {
            let _ = context.set(cc.egui_ctx.clone());
            Ok(Box::new(App::new(&cc.egui_ctx, engine, folder)?.speaking(language).reaching(reach)))
        }),
    );
    run.map(|()| ExitCode::SUCCESS).map_err(|error| {
        anyhow!("the window cannot be opened ({error}): is there a screen? Without one, see: marque --help")
    })
}

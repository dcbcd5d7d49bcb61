//! `marque` alone: the window, or a word to the one that is open.

use std::{
    env,
    process::ExitCode,
    sync::{Arc, OnceLock},
    time::Instant,
};

use anyhow::anyhow;
use eframe::egui;

use super::{Global, Usage, say};
use crate::{
    app::App,
    asked::{self, Asked, Unasked},
    attention,
    engine::Engine,
    helm::Wake,
    instance::{self, Listener},
    missing,
    store::StoreError,
    ui::{icon, theme},
    words,
};

/// The size at the first start.
const SIZE: [f32; 2] = [1080.0, 740.0];
/// Pixels of the icon across; the desktop makes it smaller.
const ICON: u32 = 48;

pub(super) fn open(global: &Global, argument: Option<String>) -> anyhow::Result<ExitCode> {
    let begun = Instant::now();
    let argument = match argument {
        Some(argument) => Some(readable(argument)?),
        None => None,
    };
    let context: Arc<OnceLock<egui::Context>> = Arc::default();
    let drawn = context.clone();
    // Before the window is there it need not be told that there is something to draw.
    let wake: Wake = Arc::new(move || {
        if let Some(ctx) = drawn.get() {
            ctx.request_repaint();
        }
    });
    let engine = match Engine::start(global.profile.clone(), global.reach(), wake.clone()) {
        Ok(engine) => engine,
        Err(error) => return hand_over(error, argument.as_deref()),
    };
    let listener = Listener::open(engine.folder(), wake)
        .inspect_err(|error| tracing::warn!("other starts will not find this window: {error}"));
    let (folder, language) = (engine.folder().to_owned(), global.lang);
    let viewport = egui::ViewportBuilder::default()
        .with_title(attention::TITLE)
        .with_app_id("marque")
        .with_icon(icon::icon(ICON))
        .with_inner_size(SIZE)
        .with_min_inner_size(theme::LEAST);
    let options = eframe::NativeOptions { viewport, ..Default::default() };
    let opened = context.clone();
    let run = move || {
        let create: eframe::AppCreator<'_> = Box::new(move |cc| {
            let _ = context.set(cc.egui_ctx.clone());
            let mut app = App::new(&cc.egui_ctx, engine, folder)?.speaking(language).begun(begun);
            app.listen(listener.ok());
            if let Some(argument) = argument {
                app.open(&argument);
            }
            Ok(Box::new(app))
        });
        eframe::run_native(attention::TITLE, options, create)
    };
    let run = missing::opened(run, move || opened.get().is_some());
    run.map(|()| ExitCode::SUCCESS).map_err(|error| anyhow!(words::no_window(&error)))
}

/// An argument as the window reads it. A word that asks for nothing is a mistyped command.
fn readable(argument: String) -> anyhow::Result<String> {
    let argument = match env::current_dir() {
        Ok(folder) => asked::absolute(argument, &folder),
        Err(_) => argument,
    };
    match Asked::read(&argument) {
        Err(Unasked::Nothing) => Err(Usage::Argument(argument, Unasked::Nothing).into()),
        _ => Ok(argument),
    }
}

/// Where another window has the profile, it is asked; any other error stays one.
fn hand_over(error: anyhow::Error, argument: Option<&str>) -> anyhow::Result<ExitCode> {
    let Some(StoreError::InUse { path }) = error.downcast_ref() else { return Err(error) };
    let Some(profile) = path.parent() else { return Err(error) };
    if let Err(why) = instance::hand_over(profile, argument) {
        tracing::info!("no window to hand over to: {why}");
        return Err(error);
    }
    say(words::handed_over(argument.is_some()))?;
    Ok(ExitCode::SUCCESS)
}

//! What calls the player to the window: a sound, and where nobody looks at it a title, the mark of the
//! desktop and a notification.

mod notices;

use eframe::egui::{Context, UserAttentionType, ViewportCommand};

use crate::{
    cue::{Cue, Moment, cues},
    helm::View,
    settings::Settings,
    sound::Sound,
    ui::words::Words,
};
use notices::Notices;

/// The title of a window that calls nobody.
pub const TITLE: &str = "Marque";

/// See the module.
pub struct Attention {
    sound: Sound,
    notices: Notices,
    last: Option<Moment>,
    /// How many words were heard in that game.
    heard: u32,
    calling: Option<Cue>,
}

impl Attention {
    /// Nothing has happened yet.
    pub fn start() -> Attention {
        Attention { sound: Sound::start(), notices: Notices::start(), last: None, heard: 0, calling: None }
    }

    /// To be called whenever something may have changed, also while the window is hidden. `heard` is how
    /// many words there were up to the last one of others that the player may see.
    pub fn attend(
        &mut self,
        ctx: &Context,
        words: &Words,
        settings: &Settings,
        view: Option<&View>,
        heard: u32,
    ) {
        if let Some(view) = view {
            let mut cues = cues(self.last.as_ref(), view);
            let now = Moment::of(view);
            let known = self.last.as_ref().is_some_and(|last| last.game == now.game);
            if known && heard > self.heard {
                cues.push(Cue::Said);
            }
            (self.last, self.heard) = (Some(now), heard);
            if let Some(cue) = cues.iter().max() {
                self.sound.play(*cue, settings.volume);
            }
            if let Some((cue, key)) = cues.iter().filter_map(|cue| Some((*cue, call(*cue)?))).max()
                && !is_there(ctx)
            {
                self.call(ctx, words, settings, cue, key);
            }
        }
        let gone = self.calling == Some(Cue::YourTurn) && view.is_some_and(|view| !view.is_due());
        if self.calling.is_some() && (gone || is_there(ctx)) {
            self.calling = None;
            ctx.send_viewport_cmd(ViewportCommand::Title(TITLE.to_owned()));
            ctx.send_viewport_cmd(ViewportCommand::RequestUserAttention(UserAttentionType::Reset));
        }
    }

    fn call(&mut self, ctx: &Context, words: &Words, settings: &Settings, cue: Cue, key: &str) {
        self.calling = Some(cue);
        let what = words.say(key);
        let title = words.fill("called-title", &[("what", what.as_str().into())]);
        ctx.send_viewport_cmd(ViewportCommand::Title(title));
        ctx.send_viewport_cmd(ViewportCommand::RequestUserAttention(UserAttentionType::Informational));
        if settings.notify {
            self.notices.show(what);
        }
    }
}

/// The sentence with which a cue calls; none if it waits until somebody looks.
fn call(cue: Cue) -> Option<&'static str> {
    match cue {
        Cue::YourTurn => Some("called-turn"),
        Cue::Joined => Some("called-joined"),
        Cue::Won | Cue::Lost => Some("called-over"),
        Cue::Said => Some("called-said"),
        Cue::Moved | Cue::Arrived | Cue::Hit | Cue::Miss | Cue::Sunk => None,
    }
}

/// Whether the player has the window before him.
fn is_there(ctx: &Context) -> bool {
    ctx.input(|input| input.focused && input.viewport().minimized != Some(true))
}

/// Brings the window to the front, as far as the desktop lets it; otherwise it is marked.
pub fn come_to_front(ctx: &Context) {
    ctx.send_viewport_cmd(ViewportCommand::Minimized(false));
    ctx.send_viewport_cmd(ViewportCommand::Focus);
    ctx.send_viewport_cmd(ViewportCommand::RequestUserAttention(UserAttentionType::Informational));
}

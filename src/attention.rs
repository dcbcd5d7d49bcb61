//! What calls the player to the window.

use eframe::egui::{Context, UserAttentionType, ViewportCommand};

/// Brings the window to the front, as far as the desktop lets it; otherwise it is marked.
pub fn come_to_front(ctx: &Context) {
    ctx.send_viewport_cmd(ViewportCommand::Minimized(false));
    ctx.send_viewport_cmd(ViewportCommand::Focus);
    ctx.send_viewport_cmd(ViewportCommand::RequestUserAttention(UserAttentionType::Informational));
}

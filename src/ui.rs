//! The window: screens that draw the newest view and leave orders.

pub mod boards;
pub mod cabin;
pub mod diagnostics;
pub mod home;
pub mod names;
pub mod playing;
pub mod profile;
pub mod sea;
pub mod settings;
pub mod theme;
pub mod troubles;
pub mod widgets;
pub mod words;

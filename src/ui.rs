//! The window: screens that draw the newest view and leave orders.

pub mod banner;
pub mod boards;
pub mod cabin;
pub mod choosing;
pub mod dates;
pub mod diagnostics;
pub mod home;
pub mod hull;
pub mod icon;
pub mod lobby;
pub mod marks;
pub mod names;
pub mod nearby;
pub mod playing;
pub mod profile;
pub mod records;
pub mod replay;
pub mod rivals;
pub mod sea;
pub mod settings;
pub mod shared;
pub mod story;
pub mod theme;
pub mod troubles;
pub mod widgets;
pub mod words;

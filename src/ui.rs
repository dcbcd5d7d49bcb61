//! The window: screens that draw the newest view and leave orders.

pub mod banner;
pub mod boards;
pub mod home;
pub mod hull;
pub mod lobby;
pub mod marks;
pub mod playing;
pub mod reasons;
pub mod sea;
pub mod theme;
pub mod widgets;
pub mod words;

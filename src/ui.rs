//! The window: screens that draw the newest view and leave orders.

pub mod boards;
pub mod dates;
pub mod home;
pub mod icon;
pub mod lobby;
pub mod playing;
pub mod reasons;
pub mod records;
pub mod replay;
pub mod sea;
pub mod shared;
pub mod story;
pub mod theme;
pub mod widgets;
pub mod words;

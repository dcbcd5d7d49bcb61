//! Screens, driven by what a screen reader is told of them.

#[path = "window/aim.rs"]
mod aim;
#[path = "window/bot.rs"]
mod bot;
#[path = "window/crew.rs"]
mod crew;
#[path = "window/desk.rs"]
mod desk;
#[path = "window/diabolik.rs"]
mod diabolik;
#[path = "window/disk.rs"]
mod disk;
#[path = "window/friends.rs"]
mod friends;
#[path = "window/killed.rs"]
mod killed;
#[path = "window/late.rs"]
mod late;
#[path = "window/laws.rs"]
mod laws;
#[path = "window/liar.rs"]
mod liar;
#[path = "window/many.rs"]
mod many;
#[path = "window/marks.rs"]
mod marks;
#[path = "window/mines.rs"]
mod mines;
#[path = "window/offers.rs"]
mod offers;
#[path = "window/pictures.rs"]
mod pictures;
#[path = "window/promised.rs"]
mod promised;
#[path = "window/raster.rs"]
mod raster;
#[path = "window/rematch.rs"]
mod rematch;
#[path = "window/salvo.rs"]
mod salvo;
#[path = "window/screens.rs"]
mod screens;
#[path = "window/shared.rs"]
mod shared;
#[path = "window/simulated.rs"]
mod simulated;
#[path = "window/snapshots.rs"]
mod snapshots;
#[path = "window/talk.rs"]
mod talk;
#[path = "window/texts.rs"]
mod texts;

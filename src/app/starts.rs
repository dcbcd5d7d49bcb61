//! What other starts of the program want this window to open.

use eframe::egui;

use super::{App, Screen};
use crate::{
    asked::{Asked, Unasked},
    attention,
    instance::Listener,
    net::Ticket,
    ui::{home, widgets::main_button},
};

impl App {
    /// Hears other starts from now on.
    pub fn listen(&mut self, listener: Option<Listener>) {
        self.listener = listener;
    }

    /// Asks for what a start wants to open: whoever made the link may mean no good, and nobody is
    /// taken out of a game.
    pub fn open(&mut self, argument: &str) {
        match Asked::read(argument) {
            Ok(asked) => self.want(asked),
            Err(Unasked::Ticket(fault)) => self.notice = Some(self.words.say(home::fault_key(fault))),
            Err(Unasked::Nothing) => self.notice = Some(self.words.say("asked-nothing")),
        }
    }

    fn want(&mut self, asked: Asked) {
        match asked {
            Asked::Record(path) if !self.busy() => self.open_record(path),
            asked => self.asked = Some(asked),
        }
    }

    /// A file that is dropped on the window is opened like one that a start names; the records bring theirs in.
    pub(super) fn take_dropped(&mut self, ui: &egui::Ui) {
        let path = ui.input(|input| input.raw.dropped_files.first().map(|file| file.path().to_owned()));
        let brought_in = matches!(&self.screen, Screen::Records(records) if records.takes_dropped());
        if let Some(path) = path.filter(|_| !brought_in) {
            self.want(Asked::Record(path));
        }
    }

    pub(super) fn answer_starts(&mut self, ctx: &egui::Context) {
        while let Some(argument) = self.listener.as_ref().and_then(Listener::call) {
            attention::come_to_front(ctx);
            if let Some(argument) = argument {
                self.open(&argument);
            }
        }
    }

    /// What a start has asked for, until the player has answered.
    pub(super) fn ask(&mut self, ui: &mut egui::Ui) {
        let Some(asked) = self.asked.clone() else { return };
        let (key, go) = match asked {
            Asked::Invitation(_) => ("asked-invitation", "asked-join"),
            Asked::Record(_) => ("asked-record", "asked-open"),
        };
        ui.label(self.words.say(key));
        let go = ui.add_enabled(!self.busy(), main_button(ui, &self.words.say(go)));
        if go.on_disabled_hover_text(self.words.say("asked-busy")).clicked() {
            (self.asked, self.notice) = (None, None);
            match asked {
                Asked::Record(path) => self.open_record(path),
                Asked::Invitation(text) => match Ticket::find(&text) {
                    Ok(ticket) => self.join(ticket),
                    Err(fault) => self.notice = Some(self.words.say(home::fault_key(fault))),
                },
            }
            ui.ctx().request_repaint();
        }
        if ui.button(self.words.say("asked-no")).clicked() {
            self.asked = None;
        }
    }
}

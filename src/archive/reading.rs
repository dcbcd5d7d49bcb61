//! A record that was read, to be gone through step by step.

use marque_protocol::{
    record::{Damage, Read},
    rules::Seat,
    table::Table,
    terms::Agreed,
};

use crate::{
    helm::{End, Happened},
    scene::Scene,
};

/// See the module. Its log has the table at every step, so that any step is there at once.
pub struct Reading {
    read: Read,
    steps: Vec<Happened>,
    end: End,
    /// The seat of this profile.
    pub you: Option<Seat>,
}

impl Reading {
    /// Of what was read of a file.
    pub fn new(mut read: Read, you: Option<Seat>) -> Reading {
        let steps = Happened::chain(&mut read.log);
        let end = End::of(&read.log, None);
        Reading { read, steps, end, you }
    }

    /// What was agreed.
    pub fn agreed(&self) -> &Agreed {
        self.read.log.agreed()
    }

    /// All steps.
    pub fn steps(&self) -> &[Happened] {
        &self.steps
    }

    /// How it ended, and what was shown.
    pub fn end(&self) -> &End {
        &self.end
    }

    /// Why the file is not good to its end, if it is not.
    pub fn damage(&self) -> Option<&Damage> {
        self.read.damage.as_ref()
    }

    /// What is seen from a seat after so many steps: the public state and the seat's own chart if the
    /// record has it; all charts at the end, or from the beginning if `all` are to be shown.
    pub fn scene(&self, number: usize, seat: Seat, all: bool) -> Scene<'_> {
        let number = number.min(self.steps.len());
        let all = all || number == self.steps.len();
        let layouts = Seat::all(self.end.layouts.len()).zip(&self.end.layouts);
        let layouts = layouts.map(|(of, layout)| layout.as_ref().filter(|_| all || of == seat)).collect();
        let steps = self.steps.get(..number).unwrap_or_default();
        let (table, you) = (self.table(number), self.you);
        Scene { table, steps, seat, you, layouts, open: false, due: false }
    }

    fn table(&self, number: usize) -> &Table {
        self.read.log.table_at(number).unwrap_or(self.read.log.table())
    }
}

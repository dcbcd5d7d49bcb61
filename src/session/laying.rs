//! The fleet of a session: laid out by the person, or at random, once.

use marque_protocol::{
    games::Layout,
    peer::{Input, Refused},
};

use super::{Session, fresh_rng};

impl Session {
    /// Keeps and seals a fleet, unless one is laid out already.
    pub(super) fn lay(&mut self, layout: &Layout) -> anyhow::Result<()> {
        if self.lay_by.is_none() {
            return Ok(());
        }
        let chart = match self.agreed().options.chart(layout) {
            Some(Ok(chart)) => chart,
            Some(Err(illegal)) => return self.refuse(Refused::Illegal(illegal)),
            None => return self.refuse(Refused::Foreign),
        };
        self.book.lay(&chart)?;
        self.lay_by = None;
        self.lookout.refused(None);
        if let Some(seated) = self.book.seated() {
            self.input(Input::Sit(Box::new(seated)));
        }
        Ok(())
    }

    /// Nobody has laid one out in time, or needs to.
    pub(super) fn lay_at_random(&mut self) -> anyhow::Result<()> {
        if self.lay_by.is_some() {
            let layout = self.agreed().options.random_layout(&mut fresh_rng()?)?;
            self.lay(&layout)?;
        }
        Ok(())
    }

    /// An order that changes nothing.
    fn refuse(&mut self, why: Refused) -> anyhow::Result<()> {
        self.lookout.refused(Some(why));
        Ok(())
    }
}

//! A named pipe. The system lets nobody write to it but its owner and administrators.

use std::{io, mem, path::Path};

use tokio::net::windows::named_pipe::{ClientOptions, NamedPipeClient, NamedPipeServer, ServerOptions};

pub(super) struct Door {
    name: String,
    next: NamedPipeServer,
}

impl Door {
    /// Fails where somebody has taken the name.
    pub(super) fn open(profile: &Path) -> io::Result<Door> {
        let name = name(profile);
        let next = ServerOptions::new().first_pipe_instance(true).create(&name)?;
        Ok(Door { name, next })
    }

    pub(super) async fn accept(&mut self) -> io::Result<NamedPipeServer> {
        self.next.connect().await?;
        let next = ServerOptions::new().create(&self.name)?;
        Ok(mem::replace(&mut self.next, next))
    }
}

/// Calls the window of a profile.
pub(super) async fn call(profile: &Path) -> io::Result<NamedPipeClient> {
    ClientOptions::new().open(name(profile))
}

fn name(profile: &Path) -> String {
    format!(r"\\.\pipe\marque-{}", super::short_name(profile))
}

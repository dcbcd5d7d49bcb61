//! A socket in the profile; where its path is too long for one or the folder takes none, in the folder of
//! the session, or that of temporary files.

use std::{
    env, fs, io,
    os::unix::fs::{FileTypeExt as _, PermissionsExt as _},
    path::{Path, PathBuf},
};

use tokio::net::{UnixListener, UnixStream};

const NAME: &str = "window.socket";

pub(super) struct Door {
    listener: UnixListener,
    place: PathBuf,
    own: u32,
}

impl Door {
    /// The profile is held: a socket that is there was left by a window that is gone.
    pub(super) fn open(profile: &Path) -> io::Result<Door> {
        let own = own()?;
        let mut last = io::ErrorKind::NotFound.into();
        for place in places(profile) {
            match listen(&place) {
                Ok(listener) => return Ok(Door { listener, place, own }),
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    /// The next caller of the same user; others are sent away.
    pub(super) async fn accept(&mut self) -> io::Result<UnixStream> {
        loop {
            let (caller, _) = self.listener.accept().await?;
            if is_own(&caller, self.own) {
                return Ok(caller);
            }
        }
    }
}

impl Drop for Door {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.place);
    }
}

/// Calls the window of a profile. It must be of the same user: in a folder of all users anybody may have
/// taken the name.
pub(super) async fn call(profile: &Path) -> io::Result<UnixStream> {
    let own = own()?;
    let mut last = io::ErrorKind::NotFound.into();
    for place in places(profile) {
        match UnixStream::connect(&place).await {
            Ok(window) if is_own(&window, own) => return Ok(window),
            Ok(_) => last = io::ErrorKind::PermissionDenied.into(),
            Err(error) => last = error,
        }
    }
    Err(last)
}

fn places(profile: &Path) -> impl Iterator<Item = PathBuf> {
    let session = env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from).filter(|folder| folder.is_absolute());
    let short = format!("marque-{}.socket", super::short_name(profile));
    let elsewhere = session.into_iter().chain([env::temp_dir()]).map(move |folder| folder.join(&short));
    [profile.join(NAME)].into_iter().chain(elsewhere)
}

fn listen(place: &Path) -> io::Result<UnixListener> {
    match fs::symlink_metadata(place) {
        Ok(left) if left.file_type().is_socket() => fs::remove_file(place)?,
        // The error is that of the name being taken.
        _ => {}
    }
    let listener = UnixListener::bind(place)?;
    fs::set_permissions(place, fs::Permissions::from_mode(0o600))?;
    Ok(listener)
}

/// The user of this process, as the other end of a socket sees it.
fn own() -> io::Result<u32> {
    Ok(UnixStream::pair()?.0.peer_cred()?.uid())
}

fn is_own(stream: &UnixStream, own: u32) -> bool {
    stream.peer_cred().is_ok_and(|peer| peer.uid() == own)
}

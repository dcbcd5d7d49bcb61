//! What the window is asked to open: the argument of a start, or what a second start has handed over.

use std::path::{Path, PathBuf};

use crate::net::{Ticket, TicketError};

/// How links begin; behind it is a ticket.
pub const SCHEME: &str = "marque:";
const FILE_SCHEME: &str = "file://";
const RECORD_SUFFIX: &str = "marque";

/// Something that the window can open.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Asked {
    /// A text with a ticket in it.
    Invitation(String),
    /// A file that should be a record.
    Record(PathBuf),
}

/// Why a text asks for nothing that can be opened.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum Unasked {
    /// There is a ticket, and no use for it.
    #[error(transparent)]
    Ticket(TicketError),
    /// It is neither a ticket nor the path of a file.
    #[error("it is neither a ticket, a link nor a record file")]
    Nothing,
}

impl Asked {
    /// Reads an argument that went through [`absolute`].
    ///
    /// # Errors
    /// It asks for nothing.
    pub fn read(argument: &str) -> Result<Asked, Unasked> {
        let argument = argument.trim();
        let why = match Ticket::find(argument) {
            Ok(_) => return Ok(Asked::Invitation(argument.to_owned())),
            Err(why) => why,
        };
        if let Some(path) = file_of(argument).or_else(|| Some(argument.into())).filter(|it| it.is_absolute())
        {
            return Ok(Asked::Record(path));
        }
        Err(match why {
            TicketError::NotFound if argument.starts_with(SCHEME) => Unasked::Ticket(TicketError::Mistyped),
            TicketError::NotFound => Unasked::Nothing,
            why => Unasked::Ticket(why),
        })
    }
}

/// The argument as it can be read in any folder: what is, or is called like, a record of this folder
/// becomes its whole path.
pub fn absolute(argument: String, folder: &Path) -> String {
    let named = Path::new(&argument).extension().is_some_and(|suffix| suffix == RECORD_SUFFIX);
    let whole = folder.join(&argument);
    if (named || whole.is_file()) && file_of(&argument).is_none() && Ticket::find(&argument).is_err() {
        whole.to_str().map(str::to_owned).unwrap_or(argument)
    } else {
        argument
    }
}

/// The path of a `file://` link, which is how desktops name files.
fn file_of(link: &str) -> Option<PathBuf> {
    let (_host, path) =
        link.strip_prefix(FILE_SCHEME)?.split_at_checked(link[FILE_SCHEME.len()..].find('/')?)?;
    let mut bytes = Vec::new();
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => hex(rest.next()?)? << 4 | hex(rest.next()?)?,
            byte => byte,
        });
    }
    let path = String::from_utf8(bytes).ok()?;
    // On Windows the drive follows the slash.
    let path = if cfg!(windows) { path.trim_start_matches('/') } else { &path };
    Some(path.into())
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ticket() -> String {
        let key = iroh::SecretKey::from_bytes(&[7; 32]).public();
        Ticket { address: iroh::EndpointAddr::new(key), table: [9; 16] }.to_string()
    }

    #[test]
    fn invitations_are_found_in_links_and_chat_and_files_by_their_whole_path() {
        let ticket = ticket();
        for text in [ticket.clone(), format!("marque:{ticket}"), format!("/tell Ben: come, {ticket}!")] {
            assert_eq!(Asked::read(&text), Ok(Asked::Invitation(text.clone())));
        }
        let root = if cfg!(windows) { "C:/" } else { "/" };
        let file = |path: &str| Ok(Asked::Record(PathBuf::from(format!("{root}{path}"))));
        assert_eq!(Asked::read(&format!(" {root}a/été 1.marque\n")), file("a/été 1.marque"));
        assert_eq!(
            Asked::read("file:///C:/a%20b.marque"),
            if cfg!(windows) { file("a b.marque") } else { file("C:/a b.marque") }
        );
        let broken = &ticket[..ticket.len() - 1];
        let table = [
            (broken, Unasked::Ticket(TicketError::Mistyped)),
            ("marque:", Unasked::Ticket(TicketError::Mistyped)),
            ("marque:hello", Unasked::Ticket(TicketError::Mistyped)),
            (&ticket.replacen('1', "2", 1), Unasked::Ticket(TicketError::Newer)),
            ("", Unasked::Nothing),
            ("sail", Unasked::Nothing),
            ("a/b.marque", Unasked::Nothing),
            ("file://", Unasked::Nothing),
            ("file:///%zz", Unasked::Nothing),
            ("file:///%ff%fe", Unasked::Nothing),
            ("\0\u{202e}\n", Unasked::Nothing),
        ];
        for (text, why) in table {
            assert_eq!(Asked::read(text), Err(why), "{text:?}");
        }
    }

    #[test]
    fn the_path_of_a_record_becomes_whole_and_nothing_else_changes() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("kept"), "").unwrap();
        std::fs::create_dir(folder.path().join("games")).unwrap();
        let whole = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        let links =
            [ticket(), format!("{SCHEME}{}", ticket()), "file:///a.marque".to_owned(), "sail".to_owned()];
        for same in links.into_iter().chain(["games".to_owned(), whole("kept")]) {
            assert_eq!(absolute(same.clone(), folder.path()), same);
        }
        for name in ["kept", "none.marque"] {
            assert_eq!(absolute(name.to_owned(), folder.path()), whole(name));
        }
    }
}

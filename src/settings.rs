//! What the player has chosen once and for all games; kept in the profile.

use std::{fs, path::Path};

use serde::{Deserialize, Serialize};

use crate::{bots::Level, store, ui::words::Language};

const FILE: &str = "settings.json";
/// A file longer than this is none of ours.
const LONGEST: u64 = 64 * 1024;

/// Which theme the window has.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
pub enum Look {
    /// As the system.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// The choices. What a file lacks or has wrong is as at the first start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Language of the window.
    pub language: Language,
    /// Theme.
    pub look: Look,
    /// Size of everything, in percent: 100 to 200.
    pub scale: u16,
    /// The last strength of bots.
    pub level: Level,
    /// The last limit of a decision at a table for friends, in seconds.
    pub clock: Option<u32>,
    /// What the others see.
    pub nickname: String,
    /// Loudness of sounds, in percent; 0 is silence.
    pub volume: u8,
    /// Whether the desktop tells what happens while the window is hidden.
    pub notify: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            language: Language::of_system(),
            look: Look::System,
            scale: 100,
            level: Level::Normal,
            clock: Some(60),
            nickname: String::new(),
            volume: 60,
            notify: true,
        }
    }
}

impl Settings {
    /// Those of a profile.
    pub fn load(profile: &Path) -> Settings {
        let path = profile.join(FILE);
        let short = fs::metadata(&path).is_ok_and(|file| file.is_file() && file.len() <= LONGEST);
        let text = if short { fs::read_to_string(path).ok() } else { None };
        let mut settings: Settings =
            text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
        settings.scale = settings.scale.clamp(100, 200);
        settings.volume = settings.volume.min(100);
        settings
    }

    /// Keeps them.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save(&self, profile: &Path) -> anyhow::Result<()> {
        let bytes = serde_json::to_vec_pretty(self)?;
        Ok(store::write_atomic(&profile.join(FILE), &bytes)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_file_has_wrong_is_as_at_the_first_start() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Settings::load(folder.path()), Settings::default());
        let mine = Settings {
            language: Language::Romanian,
            look: Look::Dark,
            scale: 150,
            level: Level::Strong,
            clock: None,
            nickname: "Ștefan".to_owned(),
            volume: 0,
            notify: false,
        };
        mine.save(folder.path()).unwrap();
        assert_eq!(Settings::load(folder.path()), mine);
        fs::write(folder.path().join(FILE), r#"{"language":"French","scale":9000,"volume":200,"more":1}"#)
            .unwrap();
        let some = Settings::load(folder.path());
        assert_eq!(
            (some.language, some.scale, some.level, some.volume),
            (Language::French, 200, Level::Normal, 100)
        );
        for wrong in ["", "{", "[]", r#"{"language":"Klingon"}"#] {
            fs::write(folder.path().join(FILE), wrong).unwrap();
            assert_eq!(Settings::load(folder.path()), Settings::default());
        }
        fs::remove_file(folder.path().join(FILE)).unwrap();
        fs::create_dir(folder.path().join(FILE)).unwrap();
        assert_eq!(Settings::load(folder.path()), Settings::default());
    }
}

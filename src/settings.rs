//! What the player has chosen once and for all games; kept in the profile.

use std::path::Path;

use iroh::{RelayUrl, SecretKey};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{bots::Level, chosen::Chosen, name, net::Config, store, ui::words::Language};

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

/// Which relay helps two players to meet.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
pub enum Relay {
    /// The public ones.
    #[default]
    Public,
    /// One of the player's own.
    Own(RelayUrl),
    /// None: only addresses that a ticket names.
    None,
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
    /// The last game, with its options.
    pub chosen: Chosen,
    /// The last strength of bots.
    pub level: Level,
    /// The last limit of a decision at a table for friends, in seconds.
    pub clock: Option<u32>,
    /// What the others see; any text of at most as many bytes as the protocol takes.
    pub nickname: String,
    /// How loud sounds are, in percent; 0 is off.
    pub volume: u8,
    /// Whether things may move for a moment.
    pub animation: bool,
    /// Whether the desktop says that it is the player's turn.
    pub notify: bool,
    /// How others are found.
    pub relay: Relay,
    /// Only through the relay, so that opponents do not learn the address of this computer.
    pub relay_only: bool,
    /// Whether tables of this player are shown to everybody on the local network.
    pub nearby: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            language: Language::of_system(),
            look: Look::System,
            scale: 100,
            chosen: Chosen::default(),
            level: Level::Normal,
            clock: Some(60),
            nickname: String::new(),
            volume: 60,
            animation: true,
            notify: true,
            relay: Relay::Public,
            relay_only: false,
            nearby: true,
        }
    }
}

impl Settings {
    /// Those of a profile.
    pub fn load(profile: &Path) -> Settings {
        let text = store::short_text(&profile.join(FILE), LONGEST);
        let mut settings = text.and_then(|text| overlaid(&text)).unwrap_or_default();
        settings.scale = settings.scale.clamp(100, 200);
        settings.volume = settings.volume.min(100);
        if !settings.chosen.is_offered() || settings.chosen.options().is_err() {
            settings.chosen = Chosen::default();
        }
        settings.nickname = name::fit(&settings.nickname).to_owned();
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

    /// How this player stands on the network.
    pub fn network(&self, key: SecretKey) -> Config {
        let relay = match &self.relay {
            Relay::Own(url) => Some(url.clone()),
            Relay::Public | Relay::None => None,
        };
        Config {
            key,
            offline: self.relay == Relay::None,
            bind: None,
            relay,
            roots: Vec::new(),
            relay_only: self.relay_only,
        }
    }
}

/// The first settings with all over them that a file has right. Each choice stands for itself: one that is
/// damaged must not undo another, least of all one that hides an address.
fn overlaid(text: &str) -> Option<Settings> {
    let Ok(Value::Object(file)) = serde_json::from_str(text) else { return None };
    let mut good = serde_json::to_value(Settings::default()).ok()?;
    for (choice, value) in file {
        let mut tried = good.clone();
        tried.as_object_mut()?.insert(choice, value);
        if serde_json::from_value::<Settings>(tried.clone()).is_ok() {
            good = tried;
        }
    }
    serde_json::from_value(good).ok()
}

/// A relay as a player writes it; none if that is no address of one.
pub fn relay_url(text: &str) -> Option<RelayUrl> {
    let url: RelayUrl = text.trim().parse().ok()?;
    let web = matches!(url.scheme(), "https" | "http") && url.host_str().is_some_and(|host| !host.is_empty());
    web.then_some(url)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use marque_protocol::games;

    use super::*;

    #[test]
    fn what_a_file_has_wrong_is_as_at_the_first_start() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Settings::load(folder.path()), Settings::default());
        let mine = Settings {
            language: Language::Romanian,
            look: Look::Dark,
            scale: 150,
            chosen: Chosen::new(games::card("mines").unwrap(), Some("salvo")).among(4),
            level: Level::Strong,
            clock: None,
            nickname: "Ștefan".to_owned(),
            volume: 0,
            animation: false,
            notify: false,
            relay: Relay::Own("https://relay.example.org".parse().unwrap()),
            relay_only: true,
            nearby: false,
        };
        mine.save(folder.path()).unwrap();
        assert_eq!(Settings::load(folder.path()), mine);
        let file = r#"{"language":"French","scale":9000,"volume":255,"more":1}"#;
        fs::write(folder.path().join(FILE), file).unwrap();
        let some = Settings::load(folder.path());
        assert_eq!((some.language, some.scale, some.level), (Language::French, 200, Level::Normal));
        assert_eq!(some.volume, 100);
        let games = [
            r#"{"chosen":{"game":"drill","options":[]}}"#,
            r#"{"chosen":{"game":"mines","options":[["size","9"]]}}"#,
        ];
        for wrong in ["", "{", "[]", r#"{"language":"Klingon"}"#].into_iter().chain(games) {
            fs::write(folder.path().join(FILE), wrong).unwrap();
            assert_eq!(Settings::load(folder.path()), Settings::default());
        }
        fs::remove_file(folder.path().join(FILE)).unwrap();
        fs::create_dir(folder.path().join(FILE)).unwrap();
        assert_eq!(Settings::load(folder.path()), Settings::default());
    }

    #[test]
    fn one_damaged_choice_undoes_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let file = r#"{"relay_only":true,"relay":{"Own":"::"},"volume":-1,"look":"Dark"}"#;
        fs::write(folder.path().join(FILE), file).unwrap();
        let read = Settings::load(folder.path());
        assert!(read.relay_only && read.look == Look::Dark);
        assert_eq!((read.relay, read.volume), (Relay::Public, Settings::default().volume));
    }

    #[test]
    fn a_nickname_that_is_too_long_is_cut_between_two_letters() {
        let folder = tempfile::tempdir().unwrap();
        let long = Settings { nickname: "ș".repeat(5000), ..Settings::default() };
        long.save(folder.path()).unwrap();
        assert_eq!(Settings::load(folder.path()).nickname, "ș".repeat(32));
    }

    #[test]
    fn a_relay_is_an_address_of_the_web() {
        for good in ["https://relay.example.org", " http://10.0.0.1:3340 ", "https://[::1]:443/"] {
            assert!(relay_url(good).is_some(), "{good}");
        }
        for bad in ["", "relay", "relay.example.org", "mailto:a@b.org", "file:///etc", "https://", "::"] {
            assert!(relay_url(bad).is_none(), "{bad}");
        }
    }
}

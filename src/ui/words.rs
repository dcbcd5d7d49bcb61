//! What the window says, in the language of the player: Fluent files, compiled in.
//!
//! Plural forms are chosen by `icu_plurals` and handed to the files as a word: `$n` comes with
//! `$n-cat`, which is `one`, `few` or `other`. (The rules that come with Fluent's own crate are wrong for
//! Romanian numbers from 102 on.)

use std::collections::BTreeSet;

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};
use icu_plurals::{PluralCategory, PluralRules};

/// The files of a language: one for each part of the window.
macro_rules! rooms {
    ($tag:literal) => {
        rooms!($tag: "home", "lobby", "placing", "playing", "diabolik", "talk", "records", "settings", "notices")
    };
    ($tag:literal: $($room:literal),*) => {
        [$(include_str!(concat!("../../assets/text/", $tag, "/", $room, ".ftl"))),*]
    };
}

/// A language of the window.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum Language {
    /// English, also for whoever speaks none of the others.
    #[default]
    English,
    /// French.
    French,
    /// Romanian.
    Romanian,
}

impl Language {
    /// All of them.
    pub const ALL: [Language; 3] = [Language::English, Language::French, Language::Romanian];

    /// The tag, as in `--lang`.
    pub fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::French => "fr",
            Language::Romanian => "ro",
        }
    }

    /// What its speakers call it.
    pub fn name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::French => "Français",
            Language::Romanian => "Română",
        }
    }

    /// The language of a tag such as `fr-CA`; none if the window does not speak it.
    pub fn of_tag(tag: &str) -> Option<Language> {
        let main = tag.split(['-', '_', '.']).next().unwrap_or_default().to_ascii_lowercase();
        Language::ALL.into_iter().find(|language| language.tag() == main)
    }

    /// That of the system, as far as it can be told.
    pub fn of_system() -> Language {
        sys_locale::get_locales().find_map(|tag| Language::of_tag(&tag)).unwrap_or_default()
    }

    fn sources(self) -> [&'static str; 9] {
        match self {
            Language::English => rooms!("en"),
            Language::French => rooms!("fr"),
            Language::Romanian => rooms!("ro"),
        }
    }
}

/// The sentences of one language.
pub struct Words {
    language: Language,
    bundle: FluentBundle<FluentResource>,
    plurals: Option<PluralRules>,
}

/// Something to be filled into a sentence.
#[derive(Clone, Debug)]
pub enum Fill {
    /// A number, for which the sentence may have several forms.
    Number(u64),
    /// A name or other text.
    Text(String),
}

impl From<usize> for Fill {
    fn from(number: usize) -> Fill {
        Fill::Number(number as u64)
    }
}

impl From<u32> for Fill {
    fn from(number: u32) -> Fill {
        Fill::Number(number.into())
    }
}

impl From<String> for Fill {
    fn from(text: String) -> Fill {
        Fill::Text(text)
    }
}

impl From<&str> for Fill {
    fn from(text: &str) -> Fill {
        Fill::Text(text.to_owned())
    }
}

impl Words {
    /// The sentences of this language.
    pub fn new(language: Language) -> Words {
        let locale = language.tag().parse().unwrap_or_default();
        let mut bundle = FluentBundle::new(vec![locale]);
        // The marks around what is filled in have no glyph in the fonts.
        bundle.set_use_isolating(false);
        // A test sees to it that the files have no mistake; with one, the rest of a file is still there.
        for source in language.sources() {
            let resource =
                FluentResource::try_new(source.to_owned()).unwrap_or_else(|(resource, _)| resource);
            bundle.add_resource_overriding(resource);
        }
        let plurals =
            language.tag().parse().ok().and_then(|locale: icu_locale_core::Locale| {
                PluralRules::try_new_cardinal(locale.into()).ok()
            });
        Words { language, bundle, plurals }
    }

    /// Which language it is.
    pub fn language(&self) -> Language {
        self.language
    }

    /// A sentence with nothing to fill in.
    pub fn say(&self, key: &str) -> String {
        self.fill(key, &[])
    }

    /// A sentence with what is to be filled in. A key that no file has is said itself.
    pub fn fill(&self, key: &str, fills: &[(&str, Fill)]) -> String {
        let Some(pattern) = self.bundle.get_message(key).and_then(|message| message.value()) else {
            return key.to_owned();
        };
        let mut args = FluentArgs::new();
        for (name, fill) in fills {
            match fill {
                Fill::Text(text) => args.set(*name, text.as_str()),
                Fill::Number(number) => {
                    args.set(*name, FluentValue::from(*number));
                    args.set(format!("{name}-cat"), self.category(*number));
                }
            }
        }
        let mut mistakes = Vec::new();
        let said = self.bundle.format_pattern(pattern, Some(&args), &mut mistakes).into_owned();
        debug_assert!(mistakes.is_empty(), "{key}: {mistakes:?}");
        said
    }

    fn category(&self, number: u64) -> &'static str {
        match self.plurals.as_ref().map(|rules| rules.category_for(number)) {
            Some(PluralCategory::One) => "one",
            Some(PluralCategory::Few) => "few",
            Some(PluralCategory::Many) => "many",
            _ => "other",
        }
    }
}

/// The keys of a language's file.
pub fn keys(language: Language) -> BTreeSet<&'static str> {
    let lines = language.sources().into_iter().flat_map(str::lines);
    let key = |line: &'static str| line.split_once(" =").map(|(key, _)| key);
    lines.filter(|line| line.starts_with(|first: char| first.is_ascii_lowercase())).filter_map(key).collect()
}

//! What the window says, in every language.

use marque::ui::words::{self, Language};
use marque_protocol::rules::Key;

#[test]
fn every_language_says_everything_and_nothing_else() {
    let english = words::keys(Language::English);
    assert!(english.len() > 60);
    for language in Language::ALL {
        assert_eq!(words::keys(language), english, "{}", language.name());
    }
    let source: String = sources("src").concat();
    for key in &english {
        assert!(source.contains(&format!("\"{key}\"")), "{key} is said nowhere");
    }
}

#[test]
fn numbers_have_the_form_that_their_language_wants() {
    let say = |language, count: u32| words::Words::new(language).fill("afloat", &[("count", count.into())]);
    let forms = [
        (Language::English, 1, "1 ship afloat"),
        (Language::English, 0, "0 ships afloat"),
        (Language::French, 0, "0 navire à flot"),
        (Language::French, 2, "2 navires à flot"),
        (Language::Romanian, 1, "1 navă pe linia de plutire"),
        (Language::Romanian, 2, "2 nave pe linia de plutire"),
        (Language::Romanian, 20, "20 de nave pe linia de plutire"),
        (Language::Romanian, 119, "119 nave pe linia de plutire"),
        (Language::Romanian, 120, "120 de nave pe linia de plutire"),
    ];
    for (language, count, form) in forms {
        assert_eq!(say(language, count), form);
    }
}

#[test]
fn every_option_of_every_game_has_its_words() {
    for language in Language::ALL {
        let words = words::Words::new(language);
        for card in marque::chosen::offered() {
            for key in card.keys {
                let name = words.fill("option-name", &[("option", key.name.into())]);
                assert!(key.name == Key::PRESET || name != key.name, "{language:?}: {}", key.name);
                for value in key.values {
                    let value = format!("{}-{value}", key.name);
                    assert_ne!(
                        words.fill("option-value", &[("value", value.clone().into())]),
                        value,
                        "{language:?}"
                    );
                }
            }
            let about = words.fill("game-about", &[("game", card.id.into())]);
            assert!(!card.keys.is_empty() || about != card.id, "{language:?}: {}", card.id);
        }
    }
}

/// No screen says a sentence that is not in the files: string literals with two words in them.
#[test]
fn no_sentence_is_hard_coded_in_a_screen() {
    for source in ["src/ui", "src/app", "src/app.rs"].into_iter().flat_map(sources) {
        let code = source.split("#[cfg(test)]").next().unwrap_or_default();
        for line in code.lines().map(str::trim).filter(|line| !line.starts_with("//")) {
            let literals = line.split('"').skip(1).step_by(2);
            for literal in literals {
                let plain = literal.split(['{', '}']).step_by(2).collect::<String>();
                let words =
                    plain.split_whitespace().filter(|word| word.chars().all(char::is_alphabetic)).count();
                let said = words >= 2
                    && !line.contains("tracing::")
                    && !line.contains("expect(")
                    && !line.contains("request_discard");
                assert!(!said, "a sentence in the code: {line}");
            }
        }
    }
}

fn sources(path: &str) -> Vec<String> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if path.is_file() {
        return vec![std::fs::read_to_string(path).unwrap()];
    }
    let entries = std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
    let code =
        |path: &std::path::Path| path.extension().is_some_and(|it| it == "rs") && !path.ends_with("tests.rs");
    let inside = entries.filter(|path| path.is_dir() || code(path));
    inside.flat_map(|path| sources(&path.to_string_lossy())).collect()
}

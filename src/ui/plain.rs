//! Texts of others, made harmless: what is shown is one line of letters and signs, and nothing that moves,
//! hides, turns round or piles up what stands around it.

/// What can be shown of somebody's text; maybe nothing.
///
/// Gone are control characters, marks of direction, characters of no width and private ones, and every mark
/// that is set upon another character: letters with accents are characters of their own. White space of any
/// kind and length is one space.
pub fn text(said: &str) -> String {
    let seen: String = said.chars().filter(|c| c.is_whitespace() || is_seen(*c)).collect();
    seen.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a character is seen by itself. The standard library knows that of every character, since it has
/// to write the others as numbers in debug output.
fn is_seen(c: char) -> bool {
    matches!(c, '\'' | '"' | '\\') || c.escape_debug().len() == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_write_is_shown_as_it_is() {
        for said in [
            "Bien joué, l’ami !",
            "Ștefan și Țuțea: «bună»",
            "50 % \\ \"no\" 'yes' #1 <3",
            "⚓ ★ 😀",
            "日本 Ελλάς",
        ] {
            assert_eq!(text(said), said);
        }
    }

    #[test]
    fn nothing_else_is() {
        for (said, shown) in [
            ("a\u{1b}[31mb\u{7}\u{0}\u{7f}\u{9b}c", "a[31mbc"),
            ("  one\r\n\ttwo\u{2028}three\u{2029}\u{85}\u{a0}\u{3000}four ", "one two three four"),
            ("\u{202e}evil\u{202c}\u{2066}x\u{2069}\u{200e}\u{200f}\u{61c}", "evilx"),
            ("a\u{200b}\u{200c}\u{200d}\u{2060}\u{feff}\u{ad}b\u{fe0f}", "ab"),
            ("\u{e0041}\u{e007f}\u{e000}\u{10fffd}\u{fff9}x", "x"),
            ("\u{200b}\u{301}\n", ""),
        ] {
            assert_eq!(text(said), shown, "{said:?}");
        }
        let pile: String = std::iter::once('e').chain(std::iter::repeat_n('\u{30d}', 200)).collect();
        assert_eq!(text(&pile), "e");
    }

    /// Whatever the text, the second time changes nothing, and nothing stays that could work upon its
    /// surroundings.
    #[test]
    fn every_character_is_shown_by_itself_or_not_at_all() {
        for c in (0..=0x10_ffff).filter_map(char::from_u32) {
            let shown = text(&format!("a{c}b"));
            assert_eq!(text(&shown), shown);
            assert!(["ab".to_owned(), "a b".to_owned(), format!("a{c}b")].contains(&shown), "{c:?}");
            let works = c.is_control()
                || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
                    | '\u{300}'..='\u{36f}' | '\u{e0000}'..='\u{e0fff}' | '\u{fe00}'..='\u{fe0f}');
            assert!(!works || !shown.contains(c), "{c:?}");
        }
    }
}

//! Makes text from a file safe to print: no control characters reach a terminal, and the length is bounded.

/// The most characters that are shown of one text.
const MOST: usize = 500;

/// The text with control characters and marks of direction written as escapes, shortened where it is long.
pub fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len().min(MOST));
    for (at, c) in text.chars().enumerate() {
        if at == MOST {
            shown.push_str("...");
            break;
        }
        let turns = matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        if c.is_control() || turns {
            shown.extend(c.escape_unicode());
        } else {
            shown.push(c);
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_stays_and_the_rest_is_escaped() {
        assert_eq!(printable("0.16, 4 cores é"), "0.16, 4 cores é");
        assert_eq!(printable("a\u{1b}[2J\n\u{202e}b\u{9b}"), "a\\u{1b}[2J\\u{a}\\u{202e}b\\u{9b}");
        assert_eq!(printable(&"x".repeat(2000)).len(), MOST + 3);
    }
}

//! Texts in the form that the other side takes.

use domain::values::search_text::fold;

/// Without white space around it and without control characters, at most so many characters.
pub fn cut(text: &str, max: usize) -> String {
    text.trim().chars().filter(|c| !c.is_control()).take(max).collect()
}

/// The part of an address that a text becomes: ASCII letters and digits in lower case, its words joined by hyphens.
pub fn slug(text: &str) -> String {
    let folded = fold(text);
    let words = folded.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_by_characters() {
        assert_eq!(cut("  é\u{0}ção\n ", 3), "éçã");
        assert_eq!(cut("", 3), "");
    }

    #[test]
    fn slugs_have_letters_digits_and_single_hyphens() {
        assert_eq!(slug(" Camiseta básica -- AÇÃO/2 "), "camiseta-basica-acao-2");
        assert_eq!(slug("日本"), "");
    }
}

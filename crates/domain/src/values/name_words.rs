//! By which words a person or a company is found.
//!
//! A name is found by the words that it is made of, in any order: a word of the search of three letters or
//! more means every word that begins with it, a shorter one means itself. Case, accents, marks, particles and
//! initials do not count.

use std::collections::BTreeSet;

use super::search_text::fold;

/// Words of a name that are kept.
const KEPT: usize = 12;

/// Words of a search that are looked for, the longest.
const SOUGHT: usize = 6;

/// Letters from which a word of a search means the words that begin with it.
const BEGINNING: usize = 3;

/// Words that half of all names hold.
const PARTICLES: [&str; 5] = ["de", "da", "do", "das", "dos"];

/// A word that is looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sought {
    /// This one.
    Whole(String),
    /// All that begin so.
    Beginning(String),
}

impl Sought {
    /// The words that are meant: from the first text on, before the second, byte by byte.
    pub fn range(&self) -> (&str, String) {
        match self {
            // no word holds a control character, and every other character is greater
            Self::Whole(word) => (word, format!("{word}\u{1}")),
            Self::Beginning(word) => (word, format!("{word}{}", char::MAX)),
        }
    }
}

/// The words by which a name is found.
pub fn of_name(name: &str) -> BTreeSet<String> {
    words(&fold(name)).filter(|word| is_name(word)).take(KEPT).map(str::to_owned).collect()
}

/// What a search looks for, the longest word first; nothing where it is no name.
pub fn of_search(text: &str) -> Vec<Sought> {
    let folded = fold(text);
    if folded.contains('@') || folded.contains(|c: char| c.is_numeric()) {
        return Vec::new();
    }
    let mut distinct: Vec<&str> = words(&folded).filter(|word| is_name(word)).collect();
    distinct.sort_unstable_by_key(|word| (std::cmp::Reverse(word.len()), *word));
    distinct.dedup();
    distinct.truncate(SOUGHT);
    let sought = |word: &str| match word.chars().count() < BEGINNING {
        true => Sought::Whole(word.to_owned()),
        false => Sought::Beginning(word.to_owned()),
    };
    distinct.into_iter().map(sought).collect()
}

/// A search with each word a letter shorter, for where nothing is found: `gab` for `gabi`, by which Gabriela is meant. Nothing
/// where it is no name, or has no word that could be shorter.
pub fn shorter(text: &str) -> Option<String> {
    let mut any = false;
    let mut of_word = |word: &str| {
        let letters = word.chars().count();
        any |= letters > BEGINNING;
        word.chars().take(BEGINNING.max(letters.saturating_sub(1))).collect::<String>()
    };
    let words: Vec<String> = text.split_whitespace().map(&mut of_word).collect();
    (any && !of_search(text).is_empty()).then(|| words.join(" "))
}

/// Shortest number of an order's code by which it is found.
const NUMBER: usize = 3;

/// What people read aloud of an order's code: `1000001667` of `LOJA-1000001667`, a number without what stands before
/// it. Nothing where nothing stands there, or where letters follow.
pub fn number_of(code: &str) -> Option<&str> {
    let (before, number) = code.split_at_checked(code.find(|c: char| c.is_ascii_digit())?)?;
    (!before.is_empty() && is_number(number)).then_some(number)
}

/// Whether a text may be such a number.
pub fn is_number(text: &str) -> bool {
    let marks = |c: char| matches!(c, '-' | '.' | '/');
    text.len() >= NUMBER
        && text.starts_with(|c: char| c.is_ascii_digit())
        && text.chars().all(|c| c.is_ascii_digit() || marks(c))
}

fn words(folded: &str) -> impl Iterator<Item = &str> {
    folded.split(|c: char| !c.is_alphanumeric())
}

/// Not an initial, nothing with digits, no particle.
fn is_name(word: &str) -> bool {
    word.chars().nth(1).is_some() && !word.contains(char::is_numeric) && !PARTICLES.contains(&word)
}

#[cfg(test)]
#[allow(clippy::indexing_slicing)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn finds(text: &str, name: &str) -> bool {
        let (sought, words) = (of_search(text), of_name(name));
        let meant = |sought: &Sought| {
            let (from, until) = sought.range();
            words.iter().any(|word| word.as_str() >= from && *word < until)
        };
        !sought.is_empty() && sought.iter().all(meant)
    }

    #[test]
    fn a_name_is_found_by_beginnings_of_its_words() {
        for text in
            ["joão", "JOAO", "silva", "Sil", "silva joa", "de silva", "sá", "D'Ávila", "avi", "J. Silva"]
        {
            assert!(finds(text, "João da Silva Sá d'Ávila"), "{text}");
        }
        for text in
            ["", "j", "da", "s", "si", "ilva", "silva souza", "davila", "joao@x", "joao 1", "x silva sou"]
        {
            assert!(!finds(text, "João da Silva Sá d'Ávila"), "{text}");
        }
        assert!(of_name("M*** S. 123 4x").is_empty());
    }

    #[test]
    fn a_search_gets_shorter_letter_by_letter() {
        assert_eq!(shorter("gabi"), Some("gab".to_owned()));
        assert_eq!(shorter(" José  Gabriele da"), Some("Jos Gabriel da".to_owned()));
        assert!(finds("gab", "Gabriela") && !finds("gabi", "Gabriela"));
        for text in ["", "gab", "ana da", "1000001667", "gabi@x.example"] {
            assert_eq!(shorter(text), None, "{text}");
        }
    }

    #[test]
    fn a_code_is_found_by_its_number() {
        for (code, number) in [
            ("LOJA-1000001667", Some("1000001667")),
            ("#1001", Some("1001")),
            ("AMZ 702-1234567-7654321", Some("702-1234567-7654321")),
            ("1000001667", None),
            ("order_01HZXK", None),
            ("a3f1-99", None),
            ("A-12", None),
            ("LOJA", None),
            ("", None),
        ] {
            assert_eq!(number_of(code), number, "{code}");
        }
    }

    #[test]
    fn long_names_and_long_searches_are_bounded() {
        let many: String = ('a'..='z').map(|c| format!("{c}aa ")).collect();
        assert_eq!((of_name(&many).len(), of_search(&many).len()), (KEPT, SOUGHT));
    }

    proptest! {
        /// Any beginning of any word leads to the name, however it is written.
        #[test]
        fn beginnings_are_found(words in prop::collection::vec("[a-zà-öø-ÿ]{3,9}", 1..6),
            at: usize, cut: usize) {
            let name = words.join(" ");
            let word = &words[at % words.len()];
            let letters: Vec<char> = word.to_uppercase().chars().collect();
            let beginning: String = letters[..3.max(cut % (letters.len() + 1))].iter().collect();
            prop_assume!(!of_search(&beginning).is_empty());
            prop_assert!(finds(&beginning, &name), "{} in {}", beginning, name);
        }

        #[test]
        fn no_text_is_too_odd(text: String) {
            for sought in of_search(&text) {
                let (from, until) = sought.range();
                prop_assert!(from < until.as_str());
            }
            prop_assert!(of_name(&text).iter().all(|word| !word.contains('\0')));
        }
    }
}

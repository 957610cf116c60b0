//! Passwords that are guessed first: common words, names of the person and of their company and stores, keyboard walks,
//! and those that leaked most often.

use sha2::{Digest, Sha256};

/// Different letters.
const DIFFERENT: usize = 5;
/// Letters that are left when what everybody would try first is taken out.
const OWN: usize = 6;
/// Keys of a walk in any direction, and of one along a line.
const WALK: usize = 4;
const LINE: usize = 3;

/// What everybody would try first, in small letters; the longer ones first.
const COMMON: [&str; 18] = [
    "administrador",
    "administrator",
    "corinthians",
    "entreposto",
    "palmeiras",
    "iloveyou",
    "flamengo",
    "princesa",
    "password",
    "letmein",
    "welcome",
    "abcdef",
    "brasil",
    "admin",
    "jesus",
    "mudar",
    "senha",
    "teamo",
];

/// The keys of a keyboard, and what they write with Shift.
const KEYS: [&str; 5] = ["1234567890-=", "qwertyuiop[]", "asdfghjkl\u{e7}'", "zxcvbnm,./", "!@#$%^&*()"];

/// The 10,000 passwords of 12 letters and more that leaked most often and that nothing else here refuses: of each, in small
/// letters, the first four bytes of its SHA-256, in their order. [Their source](../../data/LICENSE-passwords).
const LEAKED: &[u8] = include_bytes!("../../data/most-used-passwords.bin");
/// Bytes of one of them. One password in 400,000 is taken for one.
const SHORT: usize = 4;

/// Whether a password is among those that are guessed first. `known`: the person's name and e-mail, names of their company
/// and stores.
pub fn is_common(password: &str, known: &[&str]) -> bool {
    let password = password.to_lowercase();
    let mut letters: Vec<char> = password.chars().collect();
    letters.sort_unstable();
    letters.dedup();
    letters.len() < DIFFERENT || own_letters(&password, known) < OWN || has_leaked(&password)
}

/// How many letters are left when words and walks are taken out.
fn own_letters(password: &str, known: &[&str]) -> usize {
    /// What stands where a word was: nothing on either side of it goes together.
    const GAP: &str = "\0";
    let known = known.iter().flat_map(|text| text.split(['@', '.', ' ', '-', '_'])).map(str::to_lowercase);
    let known: Vec<String> = known.filter(|part| part.chars().count() >= 3).collect();
    let words = known.iter().map(String::as_str).chain(COMMON);
    let rest: Vec<char> =
        words.fold(password.to_owned(), |rest, word| rest.replace(word, GAP)).chars().collect();
    let steps = rest.chunk_by(|a, b| step(*a, *b).is_some());
    steps.filter(|keys| !is_walk(keys)).flatten().filter(|letter| **letter != '\0').count()
}

/// From one key to another that touches it: how many rows and places; `None` for others.
fn step(from: char, to: char) -> Option<(i32, i32)> {
    let ((row, place), (next_row, next_place)) = (key(from)?, key(to)?);
    let step = (next_row - row, next_place - place);
    (step.0.abs() <= 1 && step.1.abs() <= 1).then_some(step)
}

/// Row and place of a key.
fn key(letter: char) -> Option<(i32, i32)> {
    let row = KEYS.iter().position(|row| row.contains(letter))?;
    let place = KEYS.get(row)?.chars().position(|known| known == letter)?;
    let row = if row == 4 { 0 } else { row };
    Some((i32::try_from(row).ok()?, i32::try_from(place).ok()?))
}

fn is_walk(keys: &[char]) -> bool {
    let mut steps = keys.iter().zip(keys.iter().skip(1)).map(|(from, to)| step(*from, *to));
    let first = steps.next();
    keys.len() >= WALK || (keys.len() >= LINE && steps.all(|next| Some(next) == first))
}

fn has_leaked(password: &str) -> bool {
    let hash = Sha256::digest(password.as_bytes());
    let (all, rest) = LEAKED.as_chunks::<SHORT>();
    debug_assert!(rest.is_empty(), "the list has whole entries");
    hash.first_chunk::<SHORT>().is_some_and(|short| all.binary_search(short).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_everybody_would_try_is_common() {
        let known = ["Maria da Silva", "maria@papelaria.example"];
        for common in [
            "senha1234567",
            "MariaSilva12345",
            "papelaria-maria",
            "aaaaaaaaaaaaaaa",
            "ababababababab",
            "Password12345!",
        ] {
            assert!(is_common(common, &known), "{common}");
        }
        for own in
            ["cavalo bateria grampo", "Maria mora no 7o andar", "x9!kPq2#vLm4", "tres pessoas no metro"]
        {
            assert!(!is_common(own, &known), "{own}");
        }
    }

    #[test]
    fn keyboard_walks_are_common() {
        for walk in [
            "q1w2e3r4t5y6",
            "1qaz2wsx3edc",
            "qazwsxedcrfv",
            "123qweasdzxc",
            "!QAZ@WSX#EDC",
            "poiuytrewq99",
            "asdfghjkl\u{e7}\u{e7}\u{e7}",
        ] {
            assert!(is_common(walk, &[]), "{walk}");
        }
    }

    #[test]
    fn what_leaked_most_often_is_common() {
        assert_eq!(LEAKED.len(), 10_000 * SHORT);
        assert!(LEAKED.as_chunks::<SHORT>().0.is_sorted_by(|a, b| a < b));
        for leaked in ["leavemealone", "SonyEricsson", "counterstrike", "unbelievable", "finalfantasy"] {
            assert!(is_common(leaked, &[]), "{leaked}");
        }
    }
}

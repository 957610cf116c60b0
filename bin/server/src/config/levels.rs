//! Levels of the log that somebody has mistyped.

use super::unknown::nearest;

/// What a filter may say of how much is wanted.
const LEVELS: [&str; 5] = ["error", "warn", "info", "debug", "trace"];

/// The level that was meant by a word that is none, if there is one. To the filter such a word is a part of
/// the program, so that it would silence all others.
pub fn meant(filter: &str) -> Option<&'static str> {
    let words = filter.split(',').map(str::trim).filter(|word| word.bytes().all(|b| b.is_ascii_alphabetic()));
    let unknown =
        words.map(str::to_lowercase).filter(|word| !LEVELS.contains(&word.as_str()) && word != "off");
    unknown.filter(|word| word.len() > 2).find_map(|word| {
        let begins = |level: &&str| word.starts_with(level) || level.starts_with(&word);
        let found = LEVELS.into_iter().find(begins);
        found.or_else(|| nearest(&word, LEVELS.map(|level| (level, level)).into_iter()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_that_is_nearly_a_level_is_one_mistyped() {
        for (filter, level) in [
            ("inof", "info"),
            ("warning", "warn"),
            ("info,err", "error"),
            ("Debugging", "debug"),
            ("info,store=debug", ""),
            ("INFO", ""),
            ("entreposto", ""),
            ("delivery,off", ""),
            ("", ""),
        ] {
            assert_eq!(meant(filter).unwrap_or_default(), level, "{filter}");
        }
    }
}

//! Misspelt levels and targets in the log filter.

use tracing_subscriber::filter::LevelFilter;

use super::unknown::nearest;

/// A filter that says more than a level.
pub const EXAMPLE: &str = "info,entreposto_store=debug";
/// Prefixes of log targets: this program and its crates.
const PARTS: [&str; 9] =
    ["actix", "diesel", "entreposto", "hyper", "mio", "reqwest", "rustls", "tokio", "tracing"];

/// The levels of a filter.
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

/// Why a filter does not say how much is wanted, if it does not: the log would end without a word, errors
/// too.
pub fn unknown(filter: &str) -> Option<String> {
    let mut parts = filter.split(',').map(str::trim).filter(|part| !part.is_empty()).peekable();
    if parts.peek().is_none() {
        return Some(format!("has no level: write e.g. info or {EXAMPLE}"));
    }
    let part = parts.find(|part| !is_known(part))?;
    Some(format!("has {part:?}, which is no level and no part of the program: write e.g. info or {EXAMPLE}"))
}

/// True for a level, a part of the program, and anything with a level behind it.
fn is_known(directive: &str) -> bool {
    let (span, rest) = directive.rsplit_once(']').map_or((None, directive), |(s, rest)| (Some(s), rest));
    match (rest.split_once('='), span) {
        (Some((_, level)), _) => is_level(level),
        (None, Some(_)) => true,
        (None, None) => is_level(rest) || is_part(rest),
    }
}

fn is_level(word: &str) -> bool {
    // an empty one counts as one there
    !word.is_empty() && word.parse::<LevelFilter>().is_ok()
}

fn is_part(target: &str) -> bool {
    let name = target.split("::").next().unwrap_or_default();
    PARTS
        .iter()
        .any(|part| name.strip_prefix(part).is_some_and(|rest| rest.is_empty() || rest.starts_with('_')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_directive_has_a_level_or_is_a_part_of_the_program() {
        for known in
            ["info", "OFF", "3", "foo=debug", "[request]", "[request]=warn", "entreposto", "hyper_util"]
        {
            assert_eq!(unknown(known), None, "{known}");
        }
        for none in
            ["", " , ", "loud", "info,on", "foo=", "foo=loud", "[request]=loud", "entrepostos", "server"]
        {
            assert!(unknown(none).is_some(), "{none}");
        }
    }

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

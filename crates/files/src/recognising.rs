//! What headings are recognised by: patterns, profiles, and what a column looks like.

use std::collections::HashSet;

use crate::error::FileError;
use crate::heading::key;
use crate::kind::Kind;
use crate::options::{Options, ProfileChoice};
use crate::profile::{self, Profile};

/// The member that the price, the stock or the code of an unknown column may be.
pub fn looks_like(heading: &str) -> Option<&'static str> {
    let has = |words: &[&str]| words.iter().any(|word| heading.contains(word));
    // what others buy for, hold at least and so on is neither
    if has(&[
        "custo", "cost", "compra", "minim", "maxim", "forneced", "ncm", "cest", "atacado", "fiscal", "pais",
    ]) {
        return None;
    }
    if has(&["preco", "price", "valor"]) {
        return Some("precoPor");
    }
    if has(&["estoque", "saldo", "stock", "inventory"])
        || matches!(heading, "qtd" | "qtde" | "qty" | "quantidade")
    {
        return Some("estoque");
    }
    has(&["barras", "barcode", "gtin", "ean"]).then_some("gtin")
}

/// Places of the headings that a pattern names; `*` is whatever stands there.
pub fn places(keys: &[String], pattern: &str) -> Vec<usize> {
    let whole = key(pattern);
    let ends = pattern.split_once('*').map(|(start, end)| (key(start), key(end)));
    let found = |one: &String| match &ends {
        // a heading in a profile may end in `*` itself, which a key has not
        Some((start, end)) => {
            one.len() >= start.len() + end.len() && one.starts_with(start) && one.ends_with(end)
        }
        None => *one == whole,
    };
    let wide =
        keys.iter().enumerate().filter(|(_, one)| found(one)).map(|(place, _)| place).collect::<Vec<_>>();
    match wide.is_empty() {
        true => keys.iter().enumerate().filter(|(_, one)| **one == whole).map(|(place, _)| place).collect(),
        false => wide,
    }
}

/// How many columns stand in front of the file's own: a file of refused rows begins with why and where.
pub fn mending(keys: &[String]) -> usize {
    match keys {
        [first, second, ..] if (first.as_str(), second.as_str()) == ("erro", "linha") => 2,
        _ => 0,
    }
}

/// Whether an own profile knows each of the headings: with one more it is another sheet, in which what the profile
/// passes over may mean something.
fn covers(profile: &Profile, keys: &[String]) -> bool {
    let known: HashSet<usize> = profile.named().flat_map(|pattern| places(keys, pattern)).collect();
    let mut own = keys.iter().enumerate().skip(mending(keys));
    own.all(|(place, heading)| heading.is_empty() || known.contains(&place))
}

/// What stands in a heading where the pattern has its star.
pub fn starred(pattern: &str, heading: &str) -> String {
    let Some((start, end)) = pattern.split_once('*') else { return String::new() };
    let lower = heading.to_lowercase();
    let rest = lower.strip_prefix(&start.to_lowercase()).unwrap_or(&lower);
    rest.strip_suffix(&end.to_lowercase()).unwrap_or(rest).trim().to_owned()
}

pub fn capital(text: &str) -> String {
    let text = text.replace(['-', '_'], " ");
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// The profile that was asked for, or that knows the most of the headings.
pub fn chosen(keys: &[String], kind: Kind, options: &Options) -> Result<Option<Profile>, FileError> {
    let all = || options.own.iter().chain(profile::profiles());
    match &options.profile {
        ProfileChoice::None => Ok(None),
        ProfileChoice::Named(name) => {
            let mut named = all().filter(|profile| profile.serves(kind) && profile.nome == *name);
            named.next().cloned().map(Some).ok_or_else(|| FileError::NoProfile(name.clone()))
        }
        ProfileChoice::Auto => {
            let set: HashSet<String> = keys.iter().cloned().collect();
            let own = options.own.iter().filter(|one| covers(one, keys));
            let all = own.chain(profile::profiles()).filter(|profile| profile.serves(kind));
            let known = all.map(|one| (one.recognises(&set), one));
            // of two that know as much the first, which is the store's own
            let best =
                known.filter(|(count, _)| *count > 0).fold(None, |best: Option<(usize, &Profile)>, one| {
                    if best.is_some_and(|best| best.0 >= one.0) { best } else { Some(one) }
                });
            Ok(best.map(|(_, profile)| profile.clone()))
        }
    }
}

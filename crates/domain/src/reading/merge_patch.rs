//! JSON merge patch (RFC 7396) on JSON text, so that numbers keep the digits they were written with.

use std::collections::BTreeMap;

use serde_json::Value;
use serde_json::value::RawValue;

use crate::reading::json::is_blank;

/// Objects nested deeper than this are taken from the patch as they are: nothing here is so deep, and a
/// hostile patch could otherwise exhaust the stack.
const LEVELS: usize = 32;

type Members<'a> = BTreeMap<String, &'a RawValue>;

/// `base` after `patch`: an object's members are merged, null removes, anything else replaces. But an empty text
/// leaves what is not a text as it is.
pub fn merge(base: &RawValue, patch: &RawValue) -> Box<RawValue> {
    let mut output = String::with_capacity(base.get().len() + patch.get().len());
    write_merged(&mut output, Some(base), patch, LEVELS);
    // the text is made of valid pieces
    RawValue::from_string(output).unwrap_or_else(|_| patch.to_owned())
}

fn write_merged(output: &mut String, base: Option<&RawValue>, patch: &RawValue, levels: usize) {
    let Some(added) = members(patch).filter(|_| levels > 0) else {
        let stays = base.filter(|base| says_nothing(base, patch));
        output.push_str(stays.unwrap_or(patch).get());
        return;
    };
    let previous = base.and_then(members).unwrap_or_default();
    let mut writer = ObjectWriter::new(output);
    for (name, old) in &previous {
        if !added.contains_key(name) {
            writer.member(name).push_str(old.get());
        }
    }
    for (name, new) in &added {
        if new.get() != "null" {
            write_merged(writer.member(name), previous.get(name).copied(), new, levels - 1);
        }
    }
    writer.end();
}

/// True for an empty text in the place of what is not a text.
fn says_nothing(base: &RawValue, patch: &RawValue) -> bool {
    is_blank(patch) && !base.get().starts_with('"')
}

/// The members of `base` that `patch` names without saying anything of them.
pub fn unsaid(base: &RawValue, patch: &RawValue) -> impl Iterator<Item = String> {
    let (base, patch) = (members(base).unwrap_or_default(), members(patch).unwrap_or_default());
    patch
        .into_iter()
        .filter(move |(name, new)| base.get(name).is_some_and(|old| says_nothing(old, new)))
        .map(|(name, _)| name)
}

/// An object with its members renamed; a member that already has the right name wins over its aliases,
/// and an earlier alias over a later one. Anything but an object is left alone.
pub fn rename(raw: &RawValue, aliases: &[(&str, &str)]) -> Box<RawValue> {
    let Some(mut found) = members(raw).filter(|_| !aliases.is_empty()) else {
        return raw.to_owned();
    };
    for (alias, name) in aliases {
        if let Some(value) = found.remove(*alias) {
            found.entry((*name).to_owned()).or_insert(value);
        }
    }
    let mut output = String::with_capacity(raw.get().len());
    let mut writer = ObjectWriter::new(&mut output);
    for (name, value) in &found {
        writer.member(name).push_str(value.get());
    }
    writer.end();
    RawValue::from_string(output).unwrap_or_else(|_| raw.to_owned())
}

fn members(raw: &RawValue) -> Option<Members<'_>> {
    serde_json::from_str(raw.get()).ok()
}

struct ObjectWriter<'a> {
    output: &'a mut String,
    empty: bool,
}

impl<'a> ObjectWriter<'a> {
    fn new(output: &'a mut String) -> Self {
        output.push('{');
        Self { output, empty: true }
    }

    /// Writes a member's name; the caller appends its value.
    fn member(&mut self, name: &str) -> &mut String {
        if !std::mem::take(&mut self.empty) {
            self.output.push(',');
        }
        self.output.push_str(&Value::from(name).to_string());
        self.output.push(':');
        self.output
    }

    fn end(self) {
        self.output.push('}');
    }
}

#[cfg(test)]
mod tests;

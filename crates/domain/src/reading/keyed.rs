//! Entities whose key is also part of a request's path.

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use crate::reading::json::{FromJson, InputObject, InputValue, read_noting};
use crate::reading::merge_patch::{merge, rename, unsaid};
use crate::reading::problems::{Notice, Problems, Taken};

/// An entity that is named by one of its members.
pub trait Keyed: Sized {
    /// The key's type.
    type Key: FromJson + Clone + PartialEq;

    /// The JSON member that holds the key.
    const KEY: &'static str;

    /// Other names under which members are read, each with the name that is written.
    const ALIASES: &'static [(&'static str, &'static str)] = &[];

    /// The entity's key.
    fn key(&self) -> &Self::Key;

    /// Reads every member but the key, which is `None` when it could not be read.
    fn read_members(obj: &InputObject<'_>, key: Option<Self::Key>, p: &mut Problems) -> Option<Self>;

    /// Reads an entity whose key may stand in the address: a body without it takes it from there, a body
    /// with another one is refused. Also what was taken otherwise than it was said.
    fn read_with_key(raw: &RawValue, key: Option<&Self::Key>) -> Result<(Self, Vec<Notice>), Problems> {
        read_noting(raw, |value, p| read_value(value, key, p))
    }

    /// The entity after a JSON merge patch (RFC 7396), validated as a whole; its key cannot change. An empty
    /// text where there is no text says nothing.
    fn patch(&self, patch: &RawValue) -> Result<(Self, Vec<Notice>), Problems>
    where
        Self: Serialize,
    {
        let current = to_raw_value(self).map_err(|e| {
            let mut p = Problems::new();
            p.push("", e);
            p
        })?;
        let patch = rename(patch, Self::ALIASES);
        let (after, mut notices) = Self::read_with_key(&merge(&current, &patch), Some(self.key()))?;
        notices.extend(unsaid(&current, &patch).map(|path| Notice { path, taken: Taken::Unsaid }));
        Ok((after, notices))
    }
}

impl<T: Keyed> FromJson for T {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        read_value(value, None, p)
    }
}

fn read_value<T: Keyed>(value: &InputValue<'_>, expected: Option<&T::Key>, p: &mut Problems) -> Option<T> {
    let obj = value.object(p)?;
    let key = match expected {
        None => obj.required::<T::Key>(T::KEY, p),
        Some(expected) => match obj.optional::<T::Key>(T::KEY, p) {
            Some(Some(parsed)) if parsed != *expected => {
                obj.problem(T::KEY, p, "deve ser igual ao do endereço")
            }
            Some(_) => Some(expected.clone()),
            None => None,
        },
    };
    T::read_members(&obj, key, p)
}

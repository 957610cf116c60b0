//! What whoever brings a file says about it.

use domain::loja_config::BRASILIA;
use domain::values::dates::Zone;

use crate::error::FileError;
use crate::kind::{Column, Kind};
use crate::profile::Profile;
use crate::units::Unit;

/// Which profile a file is read with.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum ProfileChoice {
    /// The one that the headings are recognised by, if there is one.
    #[default]
    Auto,
    /// None: names, synonyms and what is said besides.
    None,
    /// The one with this name, of [`Options::own`] or of those that come with the project.
    Named(String),
}

/// What whoever brings a file says about it. The default is a file that says all of it itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// The profile.
    pub profile: ProfileChoice,
    /// Profiles of the application's own.
    pub own: Vec<Profile>,
    /// Headings, and the member of each, with its unit behind a colon: `("Peso", "peso:kg")`.
    pub map: Vec<(String, String)>,
    /// Members, and the value that each has in every row without one.
    pub set: Vec<(String, String)>,
    /// Headings of columns that are not to be taken.
    pub ignore: Vec<String>,
    /// The time zone of dates that name no offset.
    pub timezone: Zone,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            profile: ProfileChoice::Auto,
            own: Vec::new(),
            map: Vec::new(),
            set: Vec::new(),
            ignore: Vec::new(),
            timezone: BRASILIA,
        }
    }
}

impl Options {
    /// Reads `auto`, `none` or a name, as it is asked for on the command line and in requests.
    pub fn choice(name: &str) -> ProfileChoice {
        match name {
            "" | "auto" => ProfileChoice::Auto,
            "none" => ProfileChoice::None,
            name => ProfileChoice::Named(name.to_owned()),
        }
    }

    /// Whether anything is said of columns.
    pub(crate) fn names_columns(&self) -> bool {
        let named = matches!(self.profile, ProfileChoice::Named(_));
        named || !(self.map.is_empty() && self.set.is_empty() && self.ignore.is_empty())
    }

    /// Reads `heading=member` or `heading=member:unit`; a heading may have an equals sign of its own.
    pub fn pair(text: &str) -> Option<(String, String)> {
        let (left, right) = text.rsplit_once('=')?;
        (!left.trim().is_empty()).then(|| (left.trim().to_owned(), right.trim().to_owned()))
    }

    /// Reads `member=value`.
    pub fn constant(text: &str) -> Option<(String, String)> {
        let (left, right) = text.split_once('=')?;
        (!left.trim().is_empty()).then(|| (left.trim().to_owned(), right.trim().to_owned()))
    }
}

/// A member and its unit, of `peso:kg`.
pub fn member(kind: Kind, text: &str) -> Result<(&'static Column, Option<Unit>), FileError> {
    let unknown = || FileError::NoMember(text.to_owned());
    let (name, unit) = text.split_once(':').map_or((text, None), |(name, unit)| (name, Some(unit)));
    let column = kind.column(name.trim()).ok_or_else(unknown)?;
    let unit = unit.map(|unit| Unit::from_name(unit).ok_or_else(unknown)).transpose()?;
    Ok((column, unit))
}

//! Where values come from: flags, environment, TOML file, defaults; the first that has one wins.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use anyhow::Result;

use super::settings::{self, SETTINGS};
use crate::setting::Setting;
use crate::usage::usage;

/// Environment variable that names the TOML file.
pub const FILE_ENV: &str = "ENTREPOSTO_CONFIG";
/// The file that is read when nobody names another and it exists.
pub const FILE_DEFAULT: &str = "entreposto.toml";

/// Where a value came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// A flag of the command line.
    Flag(&'static str),
    /// An environment variable.
    Environment(&'static str),
    /// A key of the TOML file.
    File(PathBuf, &'static str),
    /// Nobody set it.
    Default,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag(name) => write!(f, "flag --{name}"),
            Self::Environment(name) => write!(f, "environment {name}"),
            Self::File(path, key) => write!(f, "file {}, key {key}", path.display()),
            Self::Default => f.write_str("default"),
        }
    }
}

/// A setting's value as text and where it came from.
#[derive(Debug, Clone)]
pub struct Value {
    /// The setting.
    pub setting: &'static Setting,
    /// As written; empty = not set.
    pub text: String,
    /// Where it was written.
    pub origin: Origin,
}

/// What was given on the command line.
#[derive(Debug, Clone, Default)]
pub struct Flags {
    /// `--config`.
    pub file: Option<PathBuf>,
    /// Settings by key.
    pub values: BTreeMap<&'static str, String>,
}

/// The value of every setting, in the table's order.
pub fn collect(flags: &Flags, env: impl Fn(&str) -> Option<std::ffi::OsString>) -> Result<Vec<Value>> {
    let file = match config_file(flags, &env) {
        Some(path) => Some(File::read(&path)?),
        None => None,
    };
    SETTINGS.iter().map(|setting| value_of(setting, flags, &env, file.as_ref())).collect()
}

fn config_file(flags: &Flags, env: impl Fn(&str) -> Option<std::ffi::OsString>) -> Option<PathBuf> {
    let named = flags.file.clone().or_else(|| env(FILE_ENV).filter(|v| !v.is_empty()).map(PathBuf::from));
    named.or_else(|| Path::new(FILE_DEFAULT).exists().then(|| FILE_DEFAULT.into()))
}

fn value_of(
    setting: &'static Setting,
    flags: &Flags,
    env: impl Fn(&str) -> Option<std::ffi::OsString>,
    file: Option<&File>,
) -> Result<Value> {
    if let Some(text) = flags.values.get(setting.key) {
        return Ok(Value { setting, text: text.clone(), origin: Origin::Flag(setting.flag) });
    }
    // an empty variable is how a shell or a container says "not set"
    if let Some(raw) = env(setting.env).filter(|v| !v.is_empty()) {
        let origin = Origin::Environment(setting.env);
        let Ok(text) = raw.into_string() else {
            return Err(usage(format!("{origin}: the value is not UTF-8 text")));
        };
        return Ok(Value { setting, text, origin });
    }
    if let Some(file) = file
        && let Some(text) = file.values.get(setting.key)
    {
        let origin = Origin::File(file.path.clone(), setting.key);
        return Ok(Value { setting, text: text.clone(), origin });
    }
    Ok(Value { setting, text: setting.default.to_owned(), origin: Origin::Default })
}

/// The TOML file's values as text.
struct File {
    path: PathBuf,
    values: BTreeMap<String, String>,
}

impl File {
    fn read(path: &Path) -> Result<File> {
        let shown = path.display();
        let text = std::fs::read_to_string(path)
            .map_err(|e| usage(format!("cannot read the configuration file {shown}: {e}")))?;
        let table: toml::Table =
            toml::from_str(&text).map_err(|e| usage(format!("file {shown} is not valid TOML: {e}")))?;
        let mut values = BTreeMap::new();
        for (key, value) in table {
            if settings::find(&key).is_none() {
                let known: Vec<_> = SETTINGS.iter().map(|s| s.key).collect();
                return Err(usage(format!(
                    "file {shown}, key {key}: there is no such setting; the settings are {}",
                    known.join(", ")
                )));
            }
            let text = match value {
                toml::Value::String(text) => text,
                toml::Value::Integer(n) => n.to_string(),
                toml::Value::Boolean(b) => b.to_string(),
                other => {
                    let kind = other.type_str();
                    return Err(usage(format!(
                        "file {shown}, key {key}: must be a text or a number, not {kind}"
                    )));
                }
            };
            values.insert(key, text);
        }
        Ok(File { path: path.to_owned(), values })
    }
}

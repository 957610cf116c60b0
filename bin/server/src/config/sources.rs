//! Sources of values, in order of precedence: flags, environment, TOML file, defaults.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};

use super::settings::{self, FILE_ENV, SETTINGS};
use super::unknown;
use crate::advice;
use crate::setting::Setting;

/// The default file, read if it exists.
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
    /// Not set: the default.
    Default,
    /// The program, which makes it what it needs.
    Program,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag(name) => write!(f, "flag --{name}"),
            Self::Environment(name) => write!(f, "environment {name}"),
            Self::File(path, key) => write!(f, "file {}, key {key}", path.display()),
            Self::Default => f.write_str("default"),
            Self::Program => f.write_str("the program itself"),
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

/// The flags of the command line.
#[derive(Debug, Clone, Default)]
pub struct Flags {
    /// `--config`.
    pub file: Option<PathBuf>,
    /// Settings by key.
    pub values: BTreeMap<&'static str, String>,
}

/// The values that were found, and the errors of their sources.
#[derive(Debug, Clone, Default)]
pub struct Collected {
    /// The value of every setting, in the table's order.
    pub values: Vec<Value>,
    /// Whole sentences.
    pub problems: Vec<String>,
}

/// The value of every setting; `names` are those of all environment variables.
pub fn collect(
    flags: &Flags,
    names: impl IntoIterator<Item = String>,
    env: impl Fn(&str) -> Option<OsString>,
) -> Collected {
    let mut found = Collected { problems: unknown::variables(names), ..Collected::default() };
    let file = config_file(flags, &env).and_then(|path| File::read(&path, &mut found.problems));
    for setting in SETTINGS.iter() {
        let value = value_of(setting, flags, &env, file.as_ref(), &mut found.problems);
        found.values.push(value);
    }
    found
}

fn config_file(flags: &Flags, env: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let named = flags.file.clone().or_else(|| env(FILE_ENV).filter(|v| !v.is_empty()).map(PathBuf::from));
    named.or_else(|| Path::new(FILE_DEFAULT).exists().then(|| FILE_DEFAULT.into()))
}

fn value_of(
    setting: &'static Setting,
    flags: &Flags,
    env: impl Fn(&str) -> Option<OsString>,
    file: Option<&File>,
    problems: &mut Vec<String>,
) -> Value {
    if let Some(text) = flags.values.get(setting.key) {
        return Value { setting, text: text.clone(), origin: Origin::Flag(setting.flag) };
    }
    // an empty variable is how a shell or a container says "not set"
    if let Some(raw) = env(setting.env).filter(|v| !v.is_empty()) {
        let origin = Origin::Environment(setting.env);
        match raw.into_string() {
            Ok(text) => return Value { setting, text, origin },
            Err(_) => problems.push(format!("{origin}: the value is not UTF-8 text")),
        }
    }
    if let Some(file) = file
        && let Some(text) = file.values.get(setting.key)
    {
        let origin = Origin::File(file.path.clone(), setting.key);
        return Value { setting, text: text.clone(), origin };
    }
    Value { setting, text: setting.default.to_owned(), origin: Origin::Default }
}

/// The TOML file's values as text.
struct File {
    path: PathBuf,
    values: BTreeMap<String, String>,
}

impl File {
    /// Everything in it that can be read; the rest becomes problems.
    fn read(path: &Path, problems: &mut Vec<String>) -> Option<File> {
        let shown = path.display();
        let read = std::fs::read_to_string(path)
            .map_err(|e| format!("cannot read the configuration file {shown}: {e}; {}", advice::to_read(&e)))
            .and_then(|text| {
                toml::from_str::<toml::Table>(&text).map_err(|e| {
                    format!("file {shown}{} is not valid TOML: {}", line(&text, &e), e.message())
                })
            });
        let table = match read {
            Ok(table) => table,
            Err(problem) => {
                problems.push(problem);
                return None;
            }
        };
        let mut values = BTreeMap::new();
        for (key, value) in table {
            if settings::find(&key).is_none() {
                problems.push(format!("file {shown}, key {key}: {}", unknown::key(&key)));
                continue;
            }
            let text = match value {
                toml::Value::String(text) => text,
                toml::Value::Integer(n) => n.to_string(),
                toml::Value::Boolean(b) => b.to_string(),
                other => {
                    let kind = other.type_str();
                    problems.push(format!(
                        "file {shown}, key {key}: must be a text, a number, true or false, not {kind}"
                    ));
                    continue;
                }
            };
            values.insert(key, text);
        }
        Some(File { path: path.to_owned(), values })
    }
}

/// The position of an error. The text there is not shown: it may be a password.
fn line(text: &str, error: &toml::de::Error) -> String {
    let before = error.span().and_then(|span| text.get(..span.start));
    before.map_or_else(String::new, |before| format!(", line {}", before.matches('\n').count() + 1))
}

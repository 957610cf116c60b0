//! Libraries that are put before a server: made of their C source where there is a compiler.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::process::{find, output};
use crate::server::{Around, Launch};

/// Whether there is a C compiler.
pub fn possible() -> bool {
    find("cc").is_some()
}

/// Compiles a library of this name.
pub fn compile(folder: &Path, name: &str, text: &str) -> Result<PathBuf> {
    let (source, library) = (folder.join(format!("{name}.c")), folder.join(format!("{name}.so")));
    fs::write(&source, text).context("cannot write a C source")?;
    output(Command::new("cc").args(["-shared", "-fPIC", "-O1", "-o"]).args([&library, &source]).arg("-ldl"))?;
    Ok(library)
}

/// A launch with a library put before it, and what it asks its environment for.
pub fn before(plain: &Launch, library: &Path, environment: &[(&str, &Path)]) -> Launch {
    let own = std::iter::once(("LD_PRELOAD", library)).chain(environment.iter().copied());
    let environment = own.map(|(name, value)| (name.to_owned(), OsString::from(value))).collect();
    Launch { around: Around { before: None, environment }, ..plain.clone() }
}

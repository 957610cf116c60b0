//! Which program is the server.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

/// The server's program. Where cargo is at hand it builds it, which takes no time when nothing has changed:
/// the figures of an old program would be worse than none. A debug build takes the debug server as it is.
pub fn find(named: Option<&Path>) -> Result<PathBuf> {
    if let Some(path) = named {
        return std::fs::canonicalize(path).with_context(|| format!("there is no {}", path.display()));
    }
    let own = std::env::current_exe().context("this program does not know where it is")?;
    let beside = own.with_file_name("server");
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    if !cfg!(debug_assertions) && workspace.join("Cargo.toml").is_file() {
        let built = Command::new("cargo")
            .args(["build", "--release", "-p", "entreposto-server"])
            .current_dir(&workspace)
            .status();
        match built {
            Ok(status) => ensure!(status.success(), "cargo could not build the server"),
            Err(error) => eprintln!("cargo cannot be started ({error}): the server is taken as it is"),
        }
    }
    ensure!(
        beside.is_file(),
        "there is no {}: build it with `cargo build --release`, or name it with --server",
        beside.display()
    );
    Ok(beside)
}

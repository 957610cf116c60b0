//! The program; everything is in the library, where tests reach it.

use std::env;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};

/// Instead of the C library's, for SQLite as well: see docs/decisions/0030-memory-of-the-server.md.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How long memory that was given back stays with the process, in milliseconds.
const PURGE_DELAY: &str = "MIMALLOC_PURGE_DELAY";

fn main() -> ExitCode {
    give_memory_back_at_once();
    server::cli::main()
}

/// The allocator reads its settings from the environment before `main`: so the program starts over in its own place,
/// with the one that it needs. Where that is not possible it takes a little more memory.
fn give_memory_back_at_once() {
    let mut arguments = env::args_os();
    if let (None, Ok(program), Some(name)) = (env::var_os(PURGE_DELAY), env::current_exe(), arguments.next())
    {
        let _ = Command::new(program).arg0(name).args(arguments).env(PURGE_DELAY, "0").exec();
    }
}

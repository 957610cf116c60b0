//! The program; everything is in the library, where tests reach it.

use std::process::ExitCode;

/// Instead of the C library's, for SQLite as well: see docs/decisions/0024-build-packaging-and-upgrades.md.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    entreposto_server::cli::main()
}

//! The program; everything is in the library, where tests reach it.

use std::process::ExitCode;

fn main() -> ExitCode {
    server::cli::main()
}

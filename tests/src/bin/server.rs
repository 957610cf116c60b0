//! The program once more, so that the tests of this package get it built and know where it is.

use std::process::ExitCode;

fn main() -> ExitCode {
    server::cli::main()
}

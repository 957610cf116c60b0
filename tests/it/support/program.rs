//! The program as a process, in a folder of its own and with nothing of this process's environment.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use server::interfaces::INTERFACES;
use tempfile::TempDir;

/// A folder in which the program is run.
pub struct Program {
    /// The folder.
    pub folder: TempDir,
    env: Vec<(String, String)>,
}

/// How a run ended.
pub struct ProgramOutput {
    /// Exit code.
    pub codigo: i32,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

impl Program {
    /// A new empty folder, and the keys of all tests.
    pub fn new() -> Self {
        Self::without_keys().env("ENTREPOSTO_SECRETS_KEY_FILE", &super::key_file().to_string_lossy())
    }

    /// A new empty folder.
    pub fn without_keys() -> Self {
        let folder =
            tempfile::Builder::new().prefix("entreposto-cli-").tempdir().expect("a temporary folder");
        Self { folder, env: Vec::new() }
    }

    /// With an environment variable.
    pub fn env(mut self, name: &str, value: &str) -> Self {
        self.env.push((name.to_owned(), value.to_owned()));
        self
    }

    /// With a free port for every address that it listens on.
    pub fn free_ports(self) -> Self {
        let interfaces = INTERFACES.iter().map(|row| row.listen.env);
        interfaces.chain(["ENTREPOSTO_LISTEN_ADMIN"]).fold(self, |p, name| p.env(name, "127.0.0.1:0"))
    }

    /// The program, ready to be started.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(Path::new(env!("CARGO_BIN_EXE_entreposto-under-test")));
        command.args(arguments).current_dir(self.folder.path()).env_clear().stdin(Stdio::null());
        command.envs(self.env.iter().map(|(name, value)| (name, value)));
        command
    }

    /// Runs the program to its end.
    pub fn run(&self, arguments: &[&str]) -> ProgramOutput {
        self.command(arguments).output().expect("the program starts").into()
    }

    /// Runs the program, which must succeed; answers its standard output without the last line end.
    #[track_caller]
    pub fn ok(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(output.codigo, 0, "{arguments:?}\n{}\n{}", output.stdout, output.stderr);
        output.stdout.trim_end().to_owned()
    }

    /// Runs the program, which must fail with this code; answers its standard error.
    #[track_caller]
    pub fn failure(&self, code: i32, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(output.codigo, code, "{arguments:?}\n{}\n{}", output.stdout, output.stderr);
        output.stderr
    }
}

impl From<Output> for ProgramOutput {
    fn from(output: Output) -> Self {
        Self {
            codigo: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8(output.stdout).expect("UTF-8"),
            stderr: String::from_utf8(output.stderr).expect("UTF-8"),
        }
    }
}

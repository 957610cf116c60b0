//! The program as a process, in a folder of its own and with nothing of this process's environment.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use server::interfaces::INTERFACES;
use tempfile::TempDir;

/// A folder in which the program is run.
pub struct Programa {
    /// The folder.
    pub pasta: TempDir,
    env: Vec<(String, String)>,
}

/// How a run ended.
pub struct Saida {
    /// Exit code.
    pub codigo: i32,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

impl Programa {
    /// A new empty folder.
    pub fn novo() -> Self {
        let pasta = tempfile::Builder::new().prefix("entreposto-cli-").tempdir().expect("a temporary folder");
        Self { pasta, env: Vec::new() }
    }

    /// With an environment variable.
    pub fn env(mut self, nome: &str, valor: &str) -> Self {
        self.env.push((nome.to_owned(), valor.to_owned()));
        self
    }

    /// With a free port for every address that it listens on.
    pub fn portas_livres(self) -> Self {
        let interfaces = INTERFACES.iter().map(|row| row.listen.env);
        interfaces.chain(["ENTREPOSTO_LISTEN_ADMIN"]).fold(self, |p, nome| p.env(nome, "127.0.0.1:0"))
    }

    /// The program, ready to be started.
    pub fn comando(&self, argumentos: &[&str]) -> Command {
        let mut comando = Command::new(Path::new(env!("CARGO_BIN_EXE_entreposto-servidor")));
        comando.args(argumentos).current_dir(self.pasta.path()).env_clear().stdin(Stdio::null());
        comando.envs(self.env.iter().map(|(nome, valor)| (nome, valor)));
        comando
    }

    /// Runs the program to its end.
    pub fn rodar(&self, argumentos: &[&str]) -> Saida {
        self.comando(argumentos).output().expect("the program starts").into()
    }

    /// Runs the program, which must succeed; answers its standard output without the last line end.
    #[track_caller]
    pub fn ok(&self, argumentos: &[&str]) -> String {
        let saida = self.rodar(argumentos);
        assert_eq!(saida.codigo, 0, "{argumentos:?}\n{}\n{}", saida.stdout, saida.stderr);
        saida.stdout.trim_end().to_owned()
    }

    /// Runs the program, which must fail with this code; answers its standard error.
    #[track_caller]
    pub fn falha(&self, codigo: i32, argumentos: &[&str]) -> String {
        let saida = self.rodar(argumentos);
        assert_eq!(saida.codigo, codigo, "{argumentos:?}\n{}\n{}", saida.stdout, saida.stderr);
        saida.stderr
    }
}

impl From<Output> for Saida {
    fn from(saida: Output) -> Self {
        Self {
            codigo: saida.status.code().unwrap_or(-1),
            stdout: String::from_utf8(saida.stdout).expect("UTF-8"),
            stderr: String::from_utf8(saida.stderr).expect("UTF-8"),
        }
    }
}

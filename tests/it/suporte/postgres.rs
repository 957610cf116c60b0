//! A throw-away PostgreSQL: started once per test process, gone when the process is gone.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Use this server instead of an own one: `postgres://USER@HOST:PORT`, without a database.
const URL_ENV: &str = "ENTREPOSTO_TEST_POSTGRES_URL";

/// A server on which databases can be created.
pub struct Servidor {
    /// `postgres://USER@HOST:PORT`.
    base: String,
    psql: PathBuf,
    /// Name of the migrated database that the others are copies of.
    modelo: String,
    /// Writing end of the watchdog's input: it closes when this process ends, however it ends.
    _vigia: Option<std::process::ChildStdin>,
}

static SERVIDOR: OnceLock<Option<Servidor>> = OnceLock::new();
static NUMERO: AtomicU32 = AtomicU32::new(0);

/// The server; `None`, said once in a visible line, when there are no programs to start one with.
pub fn servidor() -> Option<&'static Servidor> {
    SERVIDOR.get_or_init(Servidor::iniciar).as_ref()
}

impl Servidor {
    fn iniciar() -> Option<Self> {
        let Some(programas) = programas() else {
            assert!(
                std::env::var("CI").as_deref() != Ok("true"),
                "CI=true needs PostgreSQL's server programs"
            );
            // straight to the terminal: the test harness swallows what eprintln! writes
            let linha = "\nPostgreSQL's server programs (initdb, postgres, psql) were not found: \
                         the PostgreSQL half of the tests is left out\n";
            let _ = std::io::stderr().write_all(linha.as_bytes());
            return None;
        };
        let psql = programas.join("psql");
        let (base, vigia) = match std::env::var(URL_ENV) {
            Ok(url) => (url.trim_end_matches('/').to_owned(), None),
            Err(_) => iniciar_servidor(&programas),
        };
        let modelo = format!("entreposto_{}_modelo", std::process::id());
        let servidor = Self { base, psql, modelo, _vigia: vigia };
        servidor.esperar();
        servidor.sql(&format!("CREATE DATABASE {} ENCODING 'UTF8' TEMPLATE template0", servidor.modelo));
        // a copy needs a source that nobody is connected to: the store is closed before the first copy
        let store = store::Store::open(&store::StoreConfig {
            connections: 1,
            ..store::StoreConfig::new(servidor.url(&servidor.modelo))
        });
        store.expect("the template opens").migrate().expect("the template migrates");
        Some(servidor)
    }

    /// The address of a database.
    pub fn url(&self, banco: &str) -> String {
        format!("{}/{banco}", self.base)
    }

    /// A new database with the schema in place.
    pub fn novo_banco(&self) -> String {
        let nome = self.nome_novo();
        // the template's last connection may still be on its way out
        for _ in 0..50 {
            if self.tentar_sql(&format!("CREATE DATABASE {nome} TEMPLATE {}", self.modelo)).is_ok() {
                return nome;
            }
            sleep(Duration::from_millis(100));
        }
        self.sql(&format!("CREATE DATABASE {nome} TEMPLATE {}", self.modelo));
        nome
    }

    /// A new database without anything in it.
    pub fn novo_banco_vazio(&self) -> String {
        let nome = self.nome_novo();
        self.sql(&format!("CREATE DATABASE {nome} ENCODING 'UTF8' TEMPLATE template0"));
        nome
    }

    /// Runs SQL in a database.
    pub fn executar(&self, url: &str, sql: &str) {
        let saida = self.comando_em(url, sql).output().expect("psql starts");
        assert!(saida.status.success(), "{}", String::from_utf8_lossy(&saida.stderr));
    }

    /// What a question about a database is answered: values separated by `|`, rows by line ends.
    pub fn perguntar(&self, url: &str, sql: &str) -> String {
        let saida = self.comando_em(url, sql).args(["-A", "-t"]).output().expect("psql starts");
        assert!(saida.status.success(), "{}", String::from_utf8_lossy(&saida.stderr));
        String::from_utf8_lossy(&saida.stdout).trim().to_owned()
    }

    /// Removes a database without waiting for it.
    pub fn remover(&self, nome: &str) {
        let _ = self
            .comando(&format!("DROP DATABASE IF EXISTS {nome} WITH (FORCE)"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
    }

    fn nome_novo(&self) -> String {
        format!("entreposto_{}_{}", std::process::id(), NUMERO.fetch_add(1, Ordering::Relaxed))
    }

    fn esperar(&self) {
        let inicio = Instant::now();
        while let Err(erro) = self.tentar_sql("SELECT 1") {
            assert!(inicio.elapsed() < Duration::from_secs(60), "PostgreSQL does not answer: {erro}");
            sleep(Duration::from_millis(100));
        }
    }

    fn sql(&self, comando: &str) {
        self.tentar_sql(comando).unwrap_or_else(|erro| panic!("{comando}: {erro}"));
    }

    fn tentar_sql(&self, comando: &str) -> Result<(), String> {
        let saida = self.comando(comando).output().expect("psql starts");
        if saida.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&saida.stderr).into_owned()) }
    }

    fn comando(&self, sql: &str) -> Command {
        self.comando_em(&self.url("postgres"), sql)
    }

    fn comando_em(&self, url: &str, sql: &str) -> Command {
        let mut comando = Command::new(&self.psql);
        comando.args(["-X", "-q", "-v", "ON_ERROR_STOP=1", "-c", sql, url]).stdin(Stdio::null());
        comando
    }
}

/// The folder with initdb, postgres and psql.
fn programas() -> Option<PathBuf> {
    let completa = |pasta: &PathBuf| ["initdb", "postgres", "psql"].iter().all(|p| pasta.join(p).is_file());
    let path = std::env::var_os("PATH").unwrap_or_default();
    if let Some(pasta) = std::env::split_paths(&path).find(completa) {
        return Some(pasta);
    }
    let versoes = fs::read_dir("/usr/lib/postgresql").ok()?.flatten();
    let mut pastas: Vec<(u32, PathBuf)> = versoes
        .filter_map(|v| Some((v.file_name().to_str()?.parse().ok()?, v.path().join("bin"))))
        .filter(|(_, pasta)| completa(pasta))
        .collect();
    pastas.sort();
    pastas.pop().map(|(_, pasta)| pasta)
}

/// Starts an own server; answers its address and what keeps the watchdog waiting.
fn iniciar_servidor(programas: &Path) -> (String, Option<std::process::ChildStdin>) {
    let pasta =
        tempfile::Builder::new().prefix("entreposto-pg-").tempdir().expect("a temporary folder").keep();
    let dono = dono(&pasta);
    let dados = pasta.join("dados");
    let registro = pasta.join("registro");
    let initdb = como(dono, &programas.join("initdb"), &pasta)
        .arg("-D")
        .arg(&dados)
        .args(["-U", "postgres", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C"])
        .output()
        .expect("initdb starts");
    assert!(initdb.status.success(), "initdb: {}", String::from_utf8_lossy(&initdb.stderr));

    // the port is free now; should somebody else take it before PostgreSQL does, another one is tried
    for _ in 0..5 {
        let porta =
            TcpListener::bind("127.0.0.1:0").and_then(|l| l.local_addr()).expect("a free port").port();
        let saida = File::create(&registro).expect("a log file");
        let mut postgres = como(dono, &programas.join("postgres"), &pasta);
        postgres.arg("-D").arg(&dados).arg("-k").arg(&pasta).args(["-p", &porta.to_string()]);
        for ajuste in [
            "listen_addresses=127.0.0.1",
            "fsync=off",
            "synchronous_commit=off",
            "full_page_writes=off",
            "max_connections=300",
            "shared_buffers=64MB",
            "autovacuum=off",
            "max_wal_size=1GB",
        ] {
            postgres.args(["-c", ajuste]);
        }
        let erro = saida.try_clone().expect("a log file");
        let mut processo =
            postgres.stdout(saida).stderr(erro).process_group(0).spawn().expect("postgres starts");
        let vigia = vigiar(processo.id(), &pasta);
        while processo.try_wait().expect("postgres can be asked").is_none() {
            if TcpStream::connect(("127.0.0.1", porta)).is_ok() {
                return (format!("postgres://postgres@127.0.0.1:{porta}"), Some(vigia));
            }
            sleep(Duration::from_millis(50));
        }
        std::mem::forget(vigia);
    }
    let mut texto = String::new();
    let _ = File::open(&registro).and_then(|mut f| f.read_to_string(&mut texto));
    panic!("PostgreSQL does not start:\n{texto}");
}

/// A shell that waits for this process to end, by whatever way, then ends the server and removes its folder.
#[allow(clippy::zombie_processes)] // it is there to outlive this process
fn vigiar(pid: u32, pasta: &Path) -> std::process::ChildStdin {
    let roteiro =
        "read -r _; kill -QUIT \"$0\" 2>/dev/null; sleep 1; kill -KILL \"$0\" 2>/dev/null; rm -rf -- \"$1\"";
    let mut vigia = Command::new("sh")
        .args(["-c", roteiro, &pid.to_string()])
        .arg(pasta)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        // its own group: Ctrl-C must not end it before its work is done
        .process_group(0)
        .spawn()
        .expect("sh starts");
    vigia.stdin.take().expect("a pipe")
}

/// PostgreSQL refuses to run as root: the folder then belongs to another user, whose numbers are answered.
fn dono(pasta: &Path) -> Option<(u32, u32)> {
    use std::os::unix::fs::{MetadataExt, chown};
    if fs::metadata(pasta).expect("the folder exists").uid() != 0 {
        return None;
    }
    let usuarios = fs::read_to_string("/etc/passwd").expect("a list of users");
    let numeros = |nome: &str| {
        let linha = usuarios.lines().find(|l| l.split(':').next() == Some(nome))?;
        let mut campos = linha.split(':').skip(2);
        Some((campos.next()?.parse().ok()?, campos.next()?.parse().ok()?))
    };
    let (uid, gid) = numeros("postgres").or_else(|| numeros("nobody")).unwrap_or((65_534, 65_534));
    chown(pasta, Some(uid), Some(gid)).expect("the folder can be given away");
    Some((uid, gid))
}

fn como(dono: Option<(u32, u32)>, programa: &Path, pasta: &Path) -> Command {
    let mut comando = Command::new(programa);
    // the current folder may be closed to the other user
    comando.current_dir(pasta).stdin(Stdio::null()).env_remove("PGDATA");
    if let Some((uid, gid)) = dono {
        comando.uid(uid).gid(gid);
    }
    comando
}

//! Wrong settings, files and databases: each is refused in a whole sentence that says what to do.

use std::fs;
use std::path::Path;

use rcgen::{CertifiedKey, KeyPair};

use crate::support::program::Program;
use crate::support::{Database, TestDatabase, postgres};

/// Runs the program, which must refuse in one line that has all of these parts and no more than one of the
/// system's own words.
#[track_caller]
fn refused(p: &Program, code: i32, arguments: &[&str], parts: &[&str]) {
    let error = p.failure(code, arguments);
    // a process that may open few files, and a file that others may read, are said before
    let said: Vec<&str> = error.lines().filter(|line| line.starts_with("error: ")).collect();
    assert_eq!(said.len(), 1, "{arguments:?}: {error}");
    for part in parts {
        assert!(said[0].contains(part), "{arguments:?} lacks {part:?}: {error}");
    }
    assert!(!error.contains("panicked"), "{error}");
}

fn write(p: &Program, name: &str, content: impl AsRef<[u8]>) {
    fs::write(p.folder.path().join(name), content).unwrap();
}

#[test]
fn settings_that_cannot_be_read_say_why() {
    let p = Program::new().free_ports();
    fs::create_dir(p.folder.path().join("folder.toml")).unwrap();
    write(&p, "latin.toml", b"timezone = \"S\xE3o Paulo\"\n");
    write(&p, "log.toml", "log = \"inof\"\n");
    for (arguments, parts) in [
        (&["config", "--config", "nowhere.toml"][..], &["nowhere.toml", "name a file that is there"][..]),
        (&["config", "--config", "folder.toml"], &["folder.toml", "it is a folder: name a file"]),
        (&["config", "--config", "latin.toml"], &["latin.toml", "save it as text in UTF-8"]),
        (&["config", "--config", "log.toml"], &["file log.toml, key log", "is info meant?"]),
        (&["config", "--log", "warning"], &["flag --log", "is warn meant?"]),
        (&["config", "--log", "info,foo=bar=baz"], &["flag --log", "write e.g. info"]),
        (&["config", "--log", "loud"], &["flag --log", "no level and no part of the program"]),
        (&["config", "--notify-retries", ","], &["flag --notify-retries", "has an empty part"]),
        (&["serve", "--channel-types", "nowhere.toml"], &["nowhere.toml", "name a file that is there"]),
        (&["serve", "--channel-types", "folder.toml"], &["folder.toml", "it is a folder: name a file"]),
        (&["console", "link", "--url", "ftp://hub.example"], &["--url", "https://hub.example.com"]),
        (&["console", "link", "--url", "hub.example"], &["--url", "https://hub.example.com"]),
    ] {
        refused(&p, 2, arguments, parts);
    }
    // the name of a part of the program is a filter as well
    p.ok(&["config", "--log", "entreposto_store"]);
    p.ok(&["config", "--log", "debug,actix_http"]);
}

#[test]
fn certificates_that_do_not_go_say_which_file_is_wrong() {
    let p = Program::new().free_ports();
    let pair = |name: &str| -> CertifiedKey<KeyPair> {
        let made = rcgen::generate_simple_self_signed([name.to_owned()]).unwrap();
        write(&p, &format!("{name}.crt"), made.cert.pem());
        write(&p, &format!("{name}.key"), made.signing_key.serialize_pem());
        made
    };
    let (first, _) = (pair("first"), pair("second"));
    write(&p, "binary.crt", first.cert.der());
    write(
        &p,
        "locked.key",
        "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n",
    );
    write(&p, "junk.crt", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
    write(&p, "broken.crt", "-----BEGIN CERTIFICATE-----\n!!!!\n-----END CERTIFICATE-----\n");
    write(&p, "junk.key", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n");
    for (certificate, key, parts) in [
        ("first.crt", "second.key", &["first.crt", "second.key", "another certificate", "tls_key"][..]),
        ("nowhere.crt", "first.key", &["certificate nowhere.crt", "name a file that is there"]),
        ("first.crt", "nowhere.key", &["key nowhere.key", "name a file that is there"]),
        (".", "first.key", &["certificate .", "it is a folder: name a file"]),
        ("first.key", "first.key", &["certificate first.key", "BEGIN CERTIFICATE", "tls_cert"]),
        ("binary.crt", "first.key", &["certificate binary.crt", "BEGIN CERTIFICATE", "openssl x509"]),
        ("junk.crt", "first.key", &["certificate junk.crt", "issued"]),
        ("broken.crt", "first.key", &["certificate broken.crt", "issued"]),
        ("first.crt", "first.crt", &["key first.crt", "BEGIN PRIVATE KEY", "tls_key"]),
        ("first.crt", "locked.key", &["key locked.key", "passphrase", "openssl pkey"]),
        ("first.crt", "junk.key", &["key junk.key", "RSA, ECDSA or Ed25519"]),
    ] {
        refused(&p, 2, &["serve", "--tls-cert", certificate, "--tls-key", key], parts);
    }
    assert!(!Path::new("data").exists());
}

#[test]
fn files_that_are_no_databases_say_so() {
    let p = Program::new().free_ports();
    write(&p, "text.db", "so many words that it could be a database, but it is none\n".repeat(20));
    p.ok(&["seed", "--orders", "20", "--skus", "10"]);
    let whole = fs::read(p.folder.path().join("data/entreposto.db")).unwrap();
    write(&p, "cut.db", &whole[..whole.len() / 3]);
    for command in [&["app", "list"][..], &["check"], &["backup", "x.zst"], &["serve"]] {
        let none = [command, &["--database-url", "sqlite://./text.db"]].concat();
        refused(&p, 1, &none, &["./text.db is no SQLite database", "database_url", "restore a backup"]);
        // it is not for us to tell who may read a file that is not ours
        assert!(!p.failure(1, &none).contains("chmod"));
    }
    let cut = ["check", "--database-url", "sqlite://./cut.db"];
    refused(&p, 1, &cut, &["./cut.db", "is damaged or cut off", "restore a backup"]);
    // and that helps
    p.ok(&["backup", "whole.zst"]);
    for file in ["text.db", "cut.db"] {
        let url = format!("sqlite://./{file}");
        p.ok(&["restore", "whole.zst", "--replace", "--database-url", &url]);
        p.ok(&["check", "--database-url", &url]);
        let kept = p.folder.path().join(format!("{file}.before-restore"));
        let replaced = fs::read(&kept).unwrap();
        // another one would destroy what may be the only copy
        let again = ["restore", "whole.zst", "--replace", "--database-url", &url];
        refused(&p, 1, &again, &[&*format!("{file}.before-restore is there"), "move it away or delete it"]);
        assert_eq!(fs::read(&kept).unwrap(), replaced);
        fs::remove_file(&kept).unwrap();
        // with the log of a damaged one, if it had any
        let _ = fs::remove_file(format!("{}-wal", kept.display()));
        p.ok(&again);
    }
}

#[test]
fn places_that_cannot_be_written_to_say_so() {
    let p = Program::new();
    p.ok(&["seed", "--orders", "0", "--skus", "3"]);
    write(&p, "file", "");
    let which = ["--app", "seed", "--user", "loja-1"];
    for (code, arguments, parts) in [
        (1, &["backup", "file/"][..], &["file/", "a part of that path is a file"][..]),
        (1, &["backup", "/proc/x/"], &["/proc/x/", "name a folder that this user may write to"]),
        (1, &["backup", "nowhere/x.zst"], &["nowhere/x.zst", "there is no such folder"]),
        (1, &["man", "nowhere"], &["nowhere/server.1", "there is no such folder"]),
        (1, &["restore", "."], &["the backup .", "it is a folder: name a file"]),
        (1, &["restore", "nowhere.zst"], &["nowhere.zst", "name the file that `server backup` wrote"]),
    ] {
        refused(&p, code, arguments, parts);
    }
    for (code, arguments, parts) in [
        (1, &["import", "skus", "nowhere.csv"][..], &["nowhere.csv", "name a file that is there"][..]),
        (1, &["import", "skus", "."], &["it is a folder: name a file"]),
        (1, &["export", "skus", "file"], &["file", "name one that is not there"]),
        (2, &["export", "skus", "skus.parquet"], &["skus.parquet", ".csv", ".jsonl", "--format"]),
        (
            1,
            &["order", "show", "999"],
            &["no order 999", "pedidoId", "`server export pedidos --format jsonl`"],
        ),
        (1, &["store", "set", "--payment-methods", "nowhere.json"], &["nowhere.json", "name a file"]),
    ] {
        refused(&p, code, &[arguments, &which].concat(), parts);
    }
    write(&p, "wrong.json", "{}");
    let set = ["store", "set", "--payment-methods", "wrong.json"];
    refused(&p, 2, &[&set[..], &which].concat(), &["wrong.json", "formaPagamentoId", "a list of"]);
    assert!(!p.folder.path().join("skus.parquet").exists());
    p.ok(&[&["export", "skus", "skus.parquet", "--format", "csv"][..], &which].concat());
    for count in ["abc", "-5"] {
        let error = p.failure(2, &["app", "limit", "seed", "--skus", count]);
        assert!(error.contains("it must be a whole number from 0"), "{error}");
    }
}

#[test]
fn what_is_no_table_says_what_is_taken() {
    let p = Program::new();
    p.ok(&["seed", "--orders", "0", "--skus", "3"]);
    p.ok(&["backup", "whole.zst"]);
    write(&p, "utf16.csv", b"s\0k\0u\0;\0n\0o\0m\0e\0\n\0A\0;\0B\0\n\0");
    write(&p, "report.pdf", b"%PDF-1.4\n%\xE2\xE3\xCF\xD3\n1 0 obj\n");
    write(&p, "sheet.xls", b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1");
    write(&p, "archive.gz", b"\x1F\x8B\x08\x00 and so on\n");
    write(&p, "old.csv", b"sku;nome\nS-1;Camis\xE3o\n");
    for (file, said) in [
        ("report.pdf", "a table is needed, as a workbook (XLSX) or as CSV"),
        ("sheet.xls", "it is broken, or not complete"),
        ("archive.gz", "unpack it first"),
        ("data/entreposto.db", "save it as a workbook (XLSX) or as CSV"),
        ("whole.zst", "unpack it first"),
        ("/proc/self/exe", "save it as a workbook (XLSX) or as CSV"),
    ] {
        let import = ["import", "skus", file, "--app", "seed", "--user", "loja-1"];
        refused(&p, 1, &import, &[file, said]);
        assert!(!p.failure(1, &import).contains("are missing"), "{file}");
    }
    for file in ["old.csv", "utf16.csv"] {
        p.ok(&["import", "skus", file, "--app", "seed", "--user", "loja-1"]);
    }
}

#[test]
fn backups_that_cannot_be_used_say_what_else_to_take() {
    let from = TestDatabase::empty(Database::Sqlite).unwrap();
    let p = Program::new().env("DATABASE_URL", &from.url);
    p.ok(&["seed", "--orders", "100", "--skus", "50"]);
    p.ok(&["backup", "whole.zst"]);
    let whole = fs::read(p.folder.path().join("whole.zst")).unwrap();
    let to = ["--database-url", "sqlite://./new.db"];
    for length in [4, 40, whole.len() / 2, whole.len() - 1] {
        write(&p, "cut.zst", &whole[..length]);
        for command in [&["restore", "cut.zst"][..], &["restore", "--check", "cut.zst"]] {
            let parts = ["cut.zst", "ends too early", "was cut off", "copy it again or take another"];
            refused(&p, 1, &[command, &to].concat(), &parts);
        }
    }
    let plain = zstd::decode_all(&whole[..]).unwrap();
    write(&p, "cut.jsonl", &plain[..plain.len() / 2]);
    refused(
        &p,
        1,
        &["restore", "--check", "cut.jsonl"],
        &["ends too early", "copy it again or take another"],
    );
    write(&p, "none.csv", "sku;nome\n");
    write(&p, "empty", "");
    write(&p, "packed.gz", b"\x1F\x8B\x08\x00");
    for (file, parts) in [
        ("none.csv", &["no backup of this program", "name the file that `server backup` wrote"][..]),
        ("empty", &["it is empty", "name the file that `server backup` wrote"]),
        ("packed.gz", &["gzip", "unpack it first"]),
        ("data.db", &["an SQLite database", "database_url", "name the file that `server backup` wrote"]),
    ] {
        if file == "data.db" {
            fs::copy(from.url.strip_prefix("sqlite://").unwrap(), p.folder.path().join(file)).unwrap();
        }
        refused(&p, 1, &["restore", "--check", file], parts);
    }
    assert!(!p.folder.path().join("new.db").exists());
    // copy has no --replace, and its address another name
    let to = TestDatabase::new(Database::Sqlite).unwrap();
    refused(&p, 1, &["copy", "--from", &from.url, "--to", &to.url], &["nothing was copied", "--to"]);
    assert!(!p.failure(1, &["copy", "--from", &from.url, "--to", &to.url]).contains("--replace"));
}

#[test]
fn what_postgres_refuses_names_the_remedy() {
    let Some(empty) = TestDatabase::empty(Database::Postgres) else { return };
    let read_only = TestDatabase::new(Database::Postgres).unwrap();
    let server = postgres::server().unwrap();
    let name = |database: &TestDatabase| database.url.rsplit('/').next().unwrap().to_owned();
    let alone = format!("ALTER DATABASE {} SET default_transaction_read_only = on", name(&read_only));
    server.execute(&read_only.url, &alone);
    let p = Program::new().free_ports();
    let odd = format!("{}?nope=1", empty.url);
    let port = "postgres://ana:s3nha@127.0.0.1:porta/x".to_owned();
    for (arguments, url, parts) in [
        (&["backup", "x.zst"][..], &empty.url, &["holds nothing of this program", "server migrate"][..]),
        (&["migrate"], &odd, &["nope", "take it out of the address"]),
        (&["migrate"], &port, &["invalid port number", "postgres://USER:PASSWORD@HOST:PORT/NAME"]),
        (&["app", "create", "x"], &read_only.url, &["takes reads alone", "default_transaction_read_only"]),
        (&["seed", "--orders", "1"], &read_only.url, &["takes reads alone", "primary"]),
    ] {
        refused(&p, 1, &[arguments, &["--database-url", url]].concat(), parts);
    }
    let latin = format!("latim_{}", std::process::id());
    let make =
        format!("CREATE DATABASE {latin} ENCODING LATIN1 LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0");
    server.execute(&empty.url, &make);
    let there = format!("{}/{latin}", empty.url.rsplit_once('/').unwrap().0);
    refused(&p, 1, &["migrate", "--database-url", &there], &["createdb --encoding UTF8"]);
    server.execute(&empty.url, &format!("DROP DATABASE {latin}"));
    let role = format!("de_fora_{}", std::process::id());
    server.execute(&empty.url, &format!("CREATE ROLE {role} LOGIN PASSWORD 's3nha'"));
    server.execute(&empty.url, "REVOKE ALL ON SCHEMA public FROM PUBLIC");
    let (_, host) = empty.url.split_once('@').unwrap();
    let outside = format!("postgres://{role}:s3nha@{host}");
    refused(&p, 1, &["migrate", "--database-url", &outside], &["GRANT CREATE, USAGE ON SCHEMA public"]);
    server.execute(&empty.url, &format!("DROP ROLE {role}"));
    let file = TestDatabase::new(Database::Sqlite).unwrap();
    let copy = ["copy", "--from", &empty.url, "--to", "sqlite://./new.db"];
    refused(&p, 1, &copy, &["--from", "holds nothing of this program"]);
    let full = ["copy", "--from", &file.url, "--to", &read_only.url];
    refused(&p, 1, &full, &["is not empty", "createdb", "--to"]);
}

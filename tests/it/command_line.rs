//! The command line, driven as an operator drives it: answers on stdout, advice on stderr, exit codes.

use std::fs;

use serde_json::Value;

use crate::support::program::Program;
use crate::support::{Database, TestDatabase};

#[test]
fn keys_are_created_listed_rotated_and_revoked() {
    let p = Program::new();
    let key = p.ok(&["token", "create", "app", "--name", "erp", "--expires", "90d"]);
    assert!(key.starts_with("eap_") && !key.contains(char::is_whitespace), "{key}");
    let list = p.ok(&["token", "list"]);
    let row: Vec<&str> = list.lines().nth(1).unwrap().split('\t').collect();
    assert_eq!((row[1], row[2], row[5]), ("app", "erp", "active"));
    assert!(!list.contains(&key), "a key is shown once");

    let new = p.ok(&["token", "rotate", row[0]]);
    assert_ne!(new, key);
    let list = p.ok(&["token", "list"]);
    assert_eq!(list.lines().count(), 3, "{list}");
    let end =
        |n: usize| p.ok(&["token", "list"]).lines().nth(n).unwrap().split('\t').nth(7).unwrap().to_owned();
    assert!(end(2).starts_with("20"), "a key that replaces one ends when that one was to: {}", end(2));
    let rotated = p.run(&["token", "rotate", "2", "--overlap", "0s", "--expires", "1d"]);
    assert_eq!(rotated.codigo, 0);
    assert!(rotated.stderr.contains(&format!("key 3 works until {}", end(3))), "{}", rotated.stderr);
    assert!(end(3) < end(2) || end(3)[..10] < row[7][..10], "{} {}", end(3), row[7]);
    let state =
        |n: usize| p.ok(&["token", "list"]).lines().nth(n).unwrap().split('\t').nth(5).unwrap().to_owned();
    assert_eq!(state(2), "expired");
    let revoked = p.ok(&["token", "revoke", "1"]);
    assert!(revoked.contains(r#"key 1 of the application "erp" is revoked"#), "{revoked}");
    assert!(p.ok(&["token", "revoke", "1"]).contains("was revoked already, at 20"));
    assert_eq!(state(1), "revoked");
    assert!(p.failure(1, &["token", "rotate", "1"]).contains("token create"));
    assert!(p.failure(1, &["token", "revoke", "99"]).contains("token list"));
    p.failure(2, &["token", "rotate", "1", "--overlap", "soon"]);
    p.failure(2, &["token", "rotate", "2", "--expires", "0s"]);
    p.failure(2, &["token", "create", "app"]);
}

#[test]
fn a_store_key_wants_an_application_and_a_user_that_exist() {
    let p = Program::new();
    let create =
        |app: &'static str, user: &'static str| ["token", "create", "store", "--app", app, "--user", user];
    assert!(p.failure(1, &create("erp", "u1")).contains("there is no database at ./data/entreposto.db"));
    p.ok(&["migrate"]);
    assert!(p.failure(1, &create("erp", "u1")).contains("app create"));
    p.ok(&["app", "create", "erp"]);
    assert!(p.failure(1, &["app", "create", "erp"]).contains("app list"));
    assert!(p.ok(&["app", "list"]).contains("\terp\t"));
    assert!(p.failure(1, &create("erp", "u1")).contains("POST /Usuario"));
    p.failure(2, &["app", "create", "  "]);
    p.ok(&["seed", "--orders", "0", "--skus", "1"]);
    assert!(p.ok(&create("seed", "loja-1")).starts_with("elo_"));
}

#[test]
fn the_configuration_says_where_each_value_came_from() {
    let p = Program::new()
        .env("DATABASE_URL", "postgres://ana:s3nha@a,b/entreposto")
        .env("ENTREPOSTO_WORKERS", "3");
    fs::write(p.folder.path().join("entreposto.toml"), "workers = 2\ntimezone = \"America/Sao_Paulo\"\n")
        .unwrap();
    let config = p.ok(&["config", "--log", "warn"]);
    for row in [
        r#"database_url = "postgres://ana:****@a,b/entreposto"  # environment DATABASE_URL"#,
        r#"workers = "3"  # environment ENTREPOSTO_WORKERS"#,
        r#"timezone = "America/Sao_Paulo"  # file entreposto.toml, key timezone"#,
        r#"log = "warn"  # flag --log"#,
        r#"durability = "full"  # default"#,
    ] {
        assert!(config.lines().any(|l| l == row), "{row}\n{config}");
    }
    assert!(!config.contains("s3nha"));
}

#[test]
fn a_bad_value_names_its_origin() {
    let p = Program::new();
    assert!(p.failure(2, &["--durability", "half"]).contains("flag --durability"));
    let p = Program::new().env("ENTREPOSTO_LISTEN_A", "here");
    assert!(p.failure(2, &["serve"]).contains("environment ENTREPOSTO_LISTEN_A"));
    let p = Program::new();
    fs::write(p.folder.path().join("outro.toml"), "body_limit = \"huge\"\n").unwrap();
    assert!(p.failure(2, &["serve", "--config", "outro.toml"]).contains("file outro.toml, key body_limit"));
    fs::write(p.folder.path().join("outro.toml"), "boddy_limit = 1\n").unwrap();
    assert!(p.failure(2, &["serve", "--config", "outro.toml"]).contains("no such setting"));
    assert!(p.failure(2, &["serve", "--config", "none.toml"]).contains("none.toml"));
}

#[test]
fn an_unknown_scheme_is_an_error_and_never_a_file() {
    for url in ["mysql://x/y", "postgre://x/y", "entreposto.db", "sqlite3://x.db"] {
        let p = Program::new().env("DATABASE_URL", url);
        for command in [&["migrate"][..], &["migrate", "--check"], &["token", "list"], &["serve"]] {
            assert!(p.failure(2, command).contains("environment DATABASE_URL"));
        }
        assert_eq!(fs::read_dir(p.folder.path()).unwrap().count(), 0, "{url}");
    }
}

#[test]
fn migrate_applies_and_checks() {
    let p = Program::new();
    assert!(p.failure(1, &["migrate", "--check"]).contains("server migrate"));
    assert_eq!(fs::read_dir(p.folder.path()).unwrap().count(), 0, "a check changes nothing");
    assert!(p.ok(&["migrate"]).contains("applied"));
    assert!(p.ok(&["migrate", "--check"]).contains("up to date"));
    assert!(p.ok(&["migrate"]).contains("up to date"));
}

#[test]
fn migrate_checks_an_empty_postgres() {
    let Some(database) = TestDatabase::empty(Database::Postgres) else { return };
    let p = Program::new().env("DATABASE_URL", &database.url);
    assert!(p.failure(1, &["migrate", "--check"]).contains("pending"));
    p.ok(&["migrate"]);
    p.ok(&["migrate", "--check"]);
}

#[test]
fn a_database_that_is_away_is_an_error_and_not_a_hang() {
    let p = Program::new().env("DATABASE_URL", "postgres://ana:s3nha@127.0.0.1:9/x");
    let error = p.failure(1, &["token", "list"]);
    assert!(error.contains("database") && !error.contains("s3nha"), "{error}");
}

#[test]
fn operators_add_channel_types() {
    let p = Program::new();
    let file = p.folder.path().join("tipos.toml");
    fs::write(&file, "[[tipos]]\ncodigo = \"Feira\"\ntitulo = \"Feira livre\"\n").unwrap();
    let kinds = server::tipos_canal::catalogue(Some(&file), &server::connectors::all()).unwrap();
    assert!(kinds.find("Feira").is_some() && kinds.find("Amazon").is_some());
    fs::write(&file, "[[tipos]]\ncodigo = 1\n").unwrap();
    let args = ["serve", "--channel-types", "tipos.toml", "--listen-a", "127.0.0.1:0"];
    assert!(p.failure(2, &args).contains("tipos.toml"));
}

#[test]
fn completions_and_help_need_nothing() {
    let p = Program::new();
    for shell in ["bash", "zsh", "fish"] {
        assert!(p.ok(&["completions", shell]).contains("server"));
    }
    assert!(p.ok(&["--help"]).contains("--database-url"));
    assert_eq!(fs::read_dir(p.folder.path()).unwrap().count(), 0);
}

#[test]
fn seed_prints_json_and_nothing_else() {
    let p = Program::new();
    let output = p.ok(&["seed", "--orders", "30", "--skus", "40", "--users", "2", "--days", "30", "--json"]);
    let json: Value = serde_json::from_str(&output).unwrap();
    assert!(json["appKey"].as_str().unwrap().starts_with("eap_"));
    assert_eq!(json["stores"].as_array().unwrap().len(), 2);
    assert_eq!(json["stores"][1]["usuarioId"], "loja-2");
    assert!(json["stores"][0]["storeKey"].as_str().unwrap().starts_with("elo_"));
    assert_eq!(json["orders"], 30);
    assert!(json["from"].as_str().unwrap() < json["to"].as_str().unwrap());
    assert_eq!(json.as_object().unwrap().len(), 5);
    // a second time: another application beside the first
    let second = p.ok(&["seed", "--orders", "1"]);
    assert!(second.contains("application seed-2: eap_"), "{second}");
    p.failure(2, &["seed"]);
}

/// Commands that take no `--json`, and why.
const PLAIN: &[(&str, &str)] = &[
    ("serve", "says nothing but its log"),
    ("demo", "is for people"),
    ("token create app", "the key alone, as it is"),
    ("token create store", "the key alone, as it is"),
    ("token rotate", "the key alone, as it is"),
    ("token revoke", "the exit code says it"),
    ("app create", "the exit code says it"),
    ("secrets rotate", "the exit code says it"),
    ("secrets discard", "the exit code says it"),
    ("console link", "the address alone, as it is"),
    ("console factor-optional", "one word says whether it was required"),
    ("titular anonymise", "the counts of a deed that a person answers for"),
    ("export", "the file itself"),
    ("health", "the exit code says it"),
    ("completions", "a script"),
    ("man", "files"),
];

/// Commands without any below them, by their names.
fn leaves(p: &Program, above: &[&str]) -> Vec<String> {
    let help = p.ok(&[above, &["--help"]].concat());
    let Some((_, commands)) = help.split_once("\nCommands:\n") else { return vec![above.join(" ")] };
    let names = commands.lines().take_while(|line| !line.is_empty()).filter_map(|line| {
        line.strip_prefix("  ").filter(|rest| !rest.starts_with(' '))?.split_whitespace().next()
    });
    let below = names.filter(|name| *name != "help").map(|name| [above, &[name]].concat());
    below.flat_map(|path| leaves(p, &path)).collect()
}

#[test]
fn every_command_prints_json_or_says_why_not() {
    let p = Program::new();
    let all = leaves(&p, &[]);
    assert!(all.len() > 25, "{all:?}");
    for command in &all {
        let path: Vec<&str> = command.split(' ').collect();
        let json = p.ok(&[&path[..], &["--help"]].concat()).contains("--json");
        let plain = PLAIN.iter().any(|(name, _)| name == command);
        assert!(json != plain, "{command}: --json is {json}");
    }
    assert!(PLAIN.iter().all(|(name, _)| all.iter().any(|command| command == name)));
}

/// What programs read is JSON wherever something is listed.
#[test]
fn whatever_is_listed_is_listed_as_json_too() {
    let p = Program::new();
    p.ok(&["app", "create", "erp"]);
    p.ok(&["token", "create", "app", "--name", "erp"]);
    p.ok(&["app", "limit", "erp", "--skus", "7"]);
    let json = |arguments: &[&str]| -> Value { serde_json::from_str(&p.ok(arguments)).unwrap() };
    let apps = json(&["app", "list", "--json"]);
    assert_eq!((&apps[0]["name"], apps.as_array().unwrap().len()), (&Value::from("erp"), 1), "{apps}");
    let keys = json(&["token", "list", "--json"]);
    assert_eq!((&keys[0]["kind"], &keys[0]["state"]), (&Value::from("app"), &Value::from("active")));
    assert_eq!((&keys[0]["user"], &keys[0]["lastUsed"]), (&Value::Null, &Value::Null), "{keys}");
    assert_eq!(json(&["app", "limit", "erp", "--json"])["skus"]["atMost"], 7);
    assert_eq!(json(&["migrate", "--check", "--json"])["pending"], serde_json::json!([]));
    assert_eq!(json(&["check", "--json"])["good"], true);
    let pruned = json(&["events", "prune", "--older-than", "1d", "--dry-run", "--json"]);
    assert_eq!((&pruned["deleted"], &pruned["applications"]), (&Value::from(false), &serde_json::json!([])));
    p.failure(2, &["events", "prune", "--older-than", "1d", "--json"]);
    p.ok(&["backup", "whole.zst"]);
    assert_eq!(json(&["restore", "whole.zst", "--check", "--json"])["database"], "sqlite");
    let config = json(&["config", "--json", "--log", "warn"]);
    let log = config.as_array().unwrap().iter().find(|setting| setting["name"] == "log").unwrap();
    assert_eq!((&log["value"], &log["origin"]), (&Value::from("warn"), &Value::from("flag --log")));
    // not on a terminal: tabs, no colours
    let plain = p.ok(&["token", "list"]);
    assert!(plain.starts_with("id\tkind\t") && !plain.contains('\u{1b}'), "{plain}");
}

/// A wrong command line is answered in a sentence that says what to do, and by code 1 or 2.
#[test]
fn wrong_command_lines_say_what_to_do() {
    let p = Program::new();
    p.ok(&["migrate"]);
    p.ok(&["backup", "whole.zst"]);
    fs::write(p.folder.path().join("no-backup"), "PK\u{3}\u{4}").unwrap();
    for (code, arguments, part) in [
        (2, &["backup"][..], "name a file, a folder, or - for standard output"),
        (2, &["backup", "x.zst", "--every", "1h"], "name one instead of a file"),
        (2, &["backup", "copies/", "--keep", "0"], "a whole number from 1"),
        (2, &["backup", "copies/", "--every", "daily"], "write e.g. 90d, 24h"),
        (1, &["backup", "whole.zst"], "is there already: name a file that is not"),
        (1, &["backup", "/proc/x/y.zst"], "name a folder that this user may write to"),
        (1, &["restore", "nowhere.zst"], "name the file that `server backup` wrote"),
        (1, &["restore", "--check", "no-backup"], "no backup of this program"),
        (1, &["restore", "whole.zst"], "add --replace"),
        (2, &["restore", "whole.zst", "--replace", "--check"], "cannot be used with"),
        (2, &["copy", "--from", "sqlite://./a.db"], "--to"),
        (
            1,
            &["copy", "--from", "sqlite://./a.db", "--to", "sqlite://./b.db"],
            "there is no database at ./a.db",
        ),
        (1, &["copy", "--from", "sqlite://./data/entreposto.db", "--to", "mysql://x"], "postgres://"),
        (1, &["check", "--database-url", "sqlite://./a.db"], "`server migrate` makes a new one"),
        (2, &["import", "coisas", "x.csv", "--app", "a", "--user", "u"], "possible values"),
        (1, &["import", "skus", "x.csv", "--app", "a", "--user", "u"], "`server app list` shows the names"),
        (2, &["import", "skus", "x.csv", "--app", "a"], "--user"),
        (2, &["export", "skus", "--app", "a", "--user", "u", "--format", "pdf"], "csv-br"),
        (1, &["export", "skus", "--app", "a", "--user", "u"], "`server app create"),
        (1, &["health", "--listen-admin", "127.0.0.1:1"], "see whether it runs"),
        (1, &["man", "./nowhere"], "cannot be written"),
        (2, &["migrate", "--json"], "--check"),
        (2, &["completions", "tcsh"], "possible values"),
        (2, &["backups"], "similar subcommand"),
        (2, &["backup", "--kep", "3"], "--keep"),
    ] {
        let error = p.failure(code, arguments);
        assert!(error.contains(part), "{arguments:?}: {error}");
        assert!(error.starts_with("error: ") || error.contains("\nerror: "), "{arguments:?}: {error}");
        assert!(!error.contains("panicked") && !error.contains("os error 2)\n\n"), "{error}");
    }
}

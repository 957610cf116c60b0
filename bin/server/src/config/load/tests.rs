//! Precedence, origins and refusals.

use std::collections::BTreeMap;
use std::ffi::OsString;

use super::*;

fn flags(pairs: &[(&'static str, &str)]) -> Flags {
    let values: BTreeMap<_, _> = pairs.iter().map(|(k, v)| (*k, (*v).to_owned())).collect();
    Flags { file: None, values }
}

fn read(flags: &Flags, env: &[(&str, &str)]) -> Result<Config> {
    let names = env.iter().map(|(name, _)| (*name).to_owned());
    let env = |name: &str| env.iter().find(|(n, _)| *n == name).map(|(_, v)| OsString::from(v));
    Config::from_values(&sources::collect(flags, names, env))
}

#[test]
fn defaults_are_valid() {
    let config = Config::defaults().unwrap();
    assert!(config.listen.to_string().starts_with("a=127.0.0.1:8080 b=127.0.0.1:8081"));
    assert_eq!(config.body_limit, 1 << 20);
    assert_eq!(config.body_timeout, 15);
}

#[test]
fn flags_win_over_environment_over_file() {
    let dir = std::env::temp_dir().join(format!("entreposto-config-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let file = dir.join("a.toml");
    std::fs::write(&file, "workers = 1\nconnections = 2\nwrite_queue = 3\n").unwrap();
    let mut given = flags(&[("workers", "7")]);
    given.file = Some(file.clone());
    let config = read(&given, &[("ENTREPOSTO_WORKERS", "5"), ("ENTREPOSTO_CONNECTIONS", "6")]).unwrap();
    assert_eq!((config.workers, config.connections, config.write_queue), (7, 6, 3));

    std::fs::write(&file, "workers = \"many\"\n").unwrap();
    let error = read(&Flags { file: Some(file.clone()), ..Flags::default() }, &[]).unwrap_err().to_string();
    assert!(error.contains("a.toml, key workers"), "{error}");

    std::fs::write(&file, "werkers = 1\n").unwrap();
    let error = read(&Flags { file: Some(file), ..Flags::default() }, &[]).unwrap_err().to_string();
    assert!(error.contains("key werkers: there is no such setting"), "{error}");
    std::fs::remove_dir_all(dir).unwrap();
}

#[test]
fn a_bad_value_names_its_origin_and_all_are_reported() {
    let given = flags(&[("workers", "-1"), ("connections", "0")]);
    let error = read(&given, &[("ENTREPOSTO_TIMEZONE", "Lua/Norte")]).unwrap_err().to_string();
    assert!(error.contains("flag --workers"), "{error}");
    assert!(error.contains("environment ENTREPOSTO_TIMEZONE"), "{error}");
    let error = read(&flags(&[("connections", "0")]), &[]).unwrap_err().to_string();
    assert!(error.contains("flag --connections") && error.contains("from 1 to 1000"), "{error}");
}

#[test]
fn a_file_with_several_mistakes_reports_all_of_them() {
    let dir = std::env::temp_dir().join(format!("entreposto-mistakes-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let file = dir.join("a.toml");
    let text =
        "werkers = 1\nworkers = [2]\ntimezone = \"Lua/Norte\"\nconnections = 0\nbody_timeout = \"2h\"\n";
    std::fs::write(&file, text).unwrap();
    let given = Flags { file: Some(file), ..Flags::default() };
    let error = read(&given, &[("ENTREPOSTO_LISTN_A", "127.0.0.1:1")]).unwrap_err().to_string();
    for part in [
        "key werkers: there is no such setting; is workers meant?",
        "key workers: must be a text, a number, true or false, not array",
        "key timezone: the value \"Lua/Norte\"",
        "key connections: the value \"0\" of connections must be from 1 to 1000",
        "key body_timeout: the value \"2h\"",
        "environment ENTREPOSTO_LISTN_A: there is no such setting; is ENTREPOSTO_LISTEN_A meant?",
    ] {
        assert!(error.contains(part), "{part}\n{error}");
    }
    assert_eq!(error.lines().count(), 6, "{error}");
    std::fs::remove_dir_all(dir).unwrap();
}

#[test]
fn a_refusal_does_not_show_the_password() {
    for url in [
        "mysql://ana:s3nha@db/x",
        "postgres:/ana:s3nha@db/x",
        "postgres:ana:s3nha@db/x",
        "ana:s3nha@db/x",
        "postgresq://db/x?password=s3nha",
        "postgresq://db/x?sslpassword=s3nha",
        "posgres://ana:s3nha@db:port/x",
    ] {
        let error = read(&Flags::default(), &[("DATABASE_URL", url)]).unwrap_err().to_string();
        assert!(error.contains("environment DATABASE_URL") && !error.contains("s3nha"), "{url}: {error}");
    }
}

#[test]
fn notifications_are_set_up() {
    let set = |key, value| read(&flags(&[(key, value)]), &[]);
    let config = set("notify", "off").unwrap();
    assert!(!config.notify && config.notify_retries.len() == 7);
    assert!(set("notify_retries", "").unwrap().notify_retries.is_empty());
    assert_eq!(set("notify_retries", "1s, 2m").unwrap().notify_retries.last().unwrap().as_secs(), 120);
    assert!(set("notify_allow", "erp.local,10.0.0.0/8").is_ok());
    for (key, value) in [
        ("notify", "yes"),
        ("notify_retries", "5"),
        ("notify_retries", "31d"),
        ("notify_retries", ","),
        ("notify_retries", "5s,,5m"),
        ("notify_retries", "5s,"),
        ("notify_allow", "10.0.0.0/99"),
    ] {
        assert!(set(key, value).unwrap_err().to_string().contains(key), "{key}");
    }
}

#[test]
fn a_log_filter_names_levels_and_parts_of_the_program() {
    let set = |filter: &str| read(&flags(&[]), &[("ENTREPOSTO_LOG", filter)]);
    for good in ["INFO", "off", "debug,actix_http", "entreposto_store::sales", "warn,hyper=off,foo=debug"] {
        assert_eq!(set(good).unwrap().log, good);
    }
    for bad in
        ["loud", "info,verbose", "true", "on", "none", "loud=", "info,entreposto_store=", "hub=loud", ","]
    {
        let error = set(bad).unwrap_err().to_string();
        assert!(error.contains("environment ENTREPOSTO_LOG: the value"), "{bad}: {error}");
        assert!(error.contains("info,entreposto_store=debug"), "{bad}: {error}");
    }
}

#[test]
fn pairs_that_do_not_go_together() {
    let error = read(&flags(&[("tls_cert", "x.pem")]), &[]).unwrap_err().to_string();
    assert!(error.contains("tls_key"), "{error}");
    let (issuer, client) = (("oidc_issuer", "https://conta.example.com"), ("oidc_client_id", "hub"));
    let secret = ("oidc_client_secret_file", "/run/secrets/oidc");
    for (given, lacks) in [
        (&[issuer][..], "oidc_client_id"),
        (&[issuer, secret], "oidc_client_id"),
        (&[client], "oidc_issuer"),
        (&[secret], "oidc_issuer"),
        (&[client, secret], "oidc_issuer"),
        (&[("oidc_issuer", "http://conta.example.com"), client], "write https"),
        (&[("oidc_issuer", "conta.example.com"), client], "is no issuer"),
    ] {
        let error = read(&flags(given), &[]).unwrap_err().to_string();
        assert!(error.contains(lacks) && error.lines().count() == 1, "{given:?}: {error}");
    }
    for given in [&[issuer, client][..], &[issuer, client, secret]] {
        assert!(read(&flags(given), &[]).unwrap().oidc_issuer.is_some(), "{given:?}");
    }
    let error = read(&flags(&[("listen_admin", "127.0.0.1:8080")]), &[]).unwrap_err().to_string();
    assert!(error.contains("already the address"), "{error}");
}

#[test]
fn what_is_shown_can_be_read_back() {
    let found = sources::collect(&flags(&[("database_url", "postgres://a:b@c/d")]), [], |_| None);
    let shown = render(&found.values);
    assert!(shown.contains("postgres://a:****@c/d") && shown.contains("# flag --database-url"), "{shown}");
    let table: toml::Table = toml::from_str(&shown).unwrap();
    assert_eq!(table["timezone"].as_str(), Some("America/Sao_Paulo"));
}

#[test]
fn events_are_kept_for_ever_or_for_a_day_at_least() {
    let kept = |text: &str| read(&flags(&[("events_retention", text)]), &[]).map(|c| c.events_retention);
    assert_eq!(Config::defaults().unwrap().events_retention, None);
    assert_eq!(kept("0").unwrap(), None);
    assert_eq!(kept("180d").unwrap(), Some(Duration::from_secs(180 * 86_400)));
    assert!(kept("1h").unwrap_err().to_string().contains("at least 1d"));
}

#[test]
fn movements_of_stock_are_kept_for_ever_or_for_a_day_at_least() {
    let kept =
        |text: &str| read(&flags(&[("movements_retention", text)]), &[]).map(|c| c.movements_retention);
    assert_eq!(Config::defaults().unwrap().movements_retention, None);
    assert_eq!(kept("400d").unwrap(), Some(Duration::from_secs(400 * 86_400)));
    assert!(kept("1h").unwrap_err().to_string().contains("at least 1d"));
}

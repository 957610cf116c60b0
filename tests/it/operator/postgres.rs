//! A PostgreSQL that cannot be used: one line each, with the remedy and without the password.

use crate::support::program::Program;
use crate::support::{Database, TestDatabase, postgres};

#[test]
fn what_is_missing_is_said_in_one_line_with_its_remedy() {
    let Some(database) = TestDatabase::empty(Database::Postgres) else { return };
    let server = postgres::server().unwrap();
    let role = format!("sem_direitos_{}", std::process::id());
    server.execute(&database.url, &format!("CREATE ROLE {role} LOGIN PASSWORD 's3nha'"));
    server.execute(&database.url, "REVOKE CREATE ON SCHEMA public FROM PUBLIC");
    let with = |user: &str, name: &str| {
        let (_, rest) = database.url.split_once('@').unwrap();
        let (host, own) = rest.split_once('/').unwrap();
        format!("postgres://{user}@{host}/{}", if name.is_empty() { own } else { name })
    };
    for (url, part) in [
        (with("ninguem:s3nha", ""), "create the role: CREATE ROLE"),
        (with("postgres:s3nha", "nao_existe"), "create the database: CREATE DATABASE"),
        (format!("{}?sslmode=require", with("postgres:s3nha", "")), "--features store/postgres-tls"),
        (with(&format!("{role}:s3nha"), ""), "GRANT CREATE, USAGE ON SCHEMA public"),
        ("postgres://ana:s3nha@127.0.0.1:9/x".to_owned(), "see that PostgreSQL runs there"),
        ("postgres://ana:s3%00nha@127.0.0.1:9/x".to_owned(), "is written %25"),
    ] {
        let p = Program::new().env("DATABASE_URL", &url);
        let error = p.failure(1, &["migrate"]);
        assert!(error.contains(part), "{part}\n{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
        assert!(!error.contains("nha"), "{error}");
    }
    server.execute(&database.url, &format!("DROP ROLE {role}"));
}

#[test]
fn an_address_may_name_several_servers() {
    let Some(database) = TestDatabase::empty(Database::Postgres) else { return };
    let (before, rest) = database.url.rsplit_once('@').unwrap();
    // nobody is at the first one
    let url = format!("{before}@127.0.0.1:9,{rest}?target_session_attrs=read-write");
    let p = Program::new().env("DATABASE_URL", &url);
    p.ok(&["migrate"]);
    assert!(p.ok(&["app", "list"]).lines().count() <= 1);
    // where none of them may write, the line says so
    let url = url.replace("read-write", "standby");
    let error = Program::new().env("DATABASE_URL", &url).failure(1, &["migrate"]);
    assert!(error.contains("hot standby") && error.lines().count() == 1, "{error}");
}

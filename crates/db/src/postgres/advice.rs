//! Error messages of PostgreSQL in one line, with a remedy and without passwords.

use crate::address::Address;
use crate::error::{DbError, READ_ONLY_REMEDY};

/// Parts of messages of libpq and the server, each with its remedy.
const REMEDIES: &[(&str, &str)] = &[
    (
        "SSL support is not compiled in",
        "this build has no TLS to PostgreSQL: build it with --features store/postgres-tls, or connect over a \
         private network or a tunnel with sslmode=disable",
    ),
    (
        "server does not support SSL",
        "switch TLS on in PostgreSQL (ssl = on), or write sslmode=disable on a private network",
    ),
    (
        "password authentication failed",
        "user and password of the address must be those of a role (ALTER ROLE … PASSWORD …); special \
         characters are written %XX",
    ),
    ("no password supplied", "write the password into the address: postgres://USER:PASSWORD@HOST/NAME"),
    ("no pg_hba.conf entry", "let this machine in with a line in PostgreSQL's pg_hba.conf, then reload it"),
    (
        "permission denied",
        "the role must be allowed to create tables: ALTER DATABASE … OWNER TO the role, or \
         GRANT CREATE, USAGE ON SCHEMA public TO the role",
    ),
    ("is not permitted to log in", "allow it: ALTER ROLE … LOGIN"),
    ("could not translate host name", "the host of the address is not known here: mend its name"),
    ("Connection refused", "see that PostgreSQL runs there and listens on that address"),
    ("timeout expired", "see that PostgreSQL runs there and that no firewall is in between"),
    ("too many clients", "raise PostgreSQL's max_connections, or lower the setting connections"),
    (
        "unsupported startup parameter",
        "this is a pooler: let it ignore the parameter options (ignore_startup_parameters of PgBouncer), or \
         give the address of PostgreSQL itself",
    ),
    (
        "no schema has been selected to create in",
        "let the role make tables: GRANT CREATE, USAGE ON SCHEMA public TO the role",
    ),
    ("in a read-only transaction", READ_ONLY_REMEDY),
    (
        "too many connections for",
        "raise the limit of the database or the role (ALTER … CONNECTION LIMIT), or lower connections",
    ),
    ("remaining connection slots", "raise PostgreSQL's max_connections, or lower the setting connections"),
    (
        "invalid URI query parameter",
        "take it out of the address, or write it as libpq does, e.g. sslmode, application_name, options",
    ),
    (
        "has no equivalent in encoding",
        "make a database in UTF-8 instead: createdb --encoding UTF8 --template template0",
    ),
    ("percent-encoded", "a % in the address is written %25"),
];

/// The error of a connection that could not be opened.
pub fn refused(text: &str, url: &str) -> DbError {
    let line = one_line(&without_secrets(text, url));
    DbError::Unavailable(match remedy(&line) {
        Some(remedy) => format!("{line}; {remedy}"),
        None => line,
    })
}

/// Adds the remedy to the error of a migration.
pub fn with_remedy(error: DbError) -> DbError {
    match error {
        DbError::Database(text) => {
            let line = one_line(&text);
            DbError::Database(match remedy(&line) {
                Some(remedy) => format!("{line}; {remedy}"),
                None => line,
            })
        }
        other => other,
    }
}

fn remedy(line: &str) -> Option<String> {
    if line.contains("does not exist") {
        if line.contains("role \"") {
            return Some("create the role: CREATE ROLE … LOGIN PASSWORD …".to_owned());
        }
        if line.contains("database \"") {
            return Some("create the database: CREATE DATABASE … OWNER the role".to_owned());
        }
    }
    REMEDIES.iter().find(|(part, _)| line.contains(part)).map(|(_, remedy)| (*remedy).to_owned())
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// libpq repeats what it cannot read of an address.
fn without_secrets(text: &str, url: &str) -> String {
    let Ok(address) = Address::parse(url) else { return "the database address is malformed".to_owned() };
    address.passwords().iter().fold(text.to_owned(), |text, secret| text.replace(secret, "****"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_names_the_remedy() {
        let url = "postgres://ana:s3nha@db/x";
        for (text, part) in [
            (r#"sslmode value "require" invalid when SSL support is not compiled in"#, "store/postgres-tls"),
            ("connection to server failed: FATAL:  role \"ana\" does not exist\n", "CREATE ROLE"),
            ("connection to server failed: FATAL:  database \"x\" does not exist\n", "CREATE DATABASE"),
            ("FATAL:  password authentication failed for user \"ana\"\n", "ALTER ROLE"),
            ("connection to server at \"db\" failed: Connection refused\n\tIs it running?\n", "listens"),
        ] {
            let line = refused(text, url).to_string();
            assert!(line.contains(part) && !line.contains('\n'), "{line}");
        }
        let denied = with_remedy(DbError::Database("permission denied for schema public".to_owned()));
        assert!(denied.to_string().contains("OWNER TO"), "{denied}");
    }

    #[test]
    fn a_password_is_never_repeated() {
        for (url, text) in [
            ("postgres://ana:s3%00nha@db/x", "forbidden value %00 in percent-encoded value: \"s3%00nha\""),
            (
                "postgres://db/x?password=s3%00nha",
                "forbidden value %00 in percent-encoded value: \"s3%00nha\"",
            ),
            ("postgres://db/x?sslpassword=s3nha", "bad value \"s3nha\""),
        ] {
            let line = refused(text, url).to_string();
            assert!(!line.contains("nha") && line.contains("****"), "{line}");
        }
    }
}

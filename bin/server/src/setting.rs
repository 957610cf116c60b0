//! A setting: names, default, and the secret parts of its value.

use store::Address;

/// What of a value must not be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Secrecy {
    /// Nothing: the value may be shown.
    Open,
    /// The password inside an address.
    UrlPassword,
}

/// One setting.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    /// Name: the key in the TOML file and, as a rule, the field in [`crate::config::Config`].
    pub key: &'static str,
    /// Long flag, without the dashes.
    pub flag: &'static str,
    /// Environment variable.
    pub env: &'static str,
    /// What the value is, for the help.
    pub value_name: &'static str,
    /// Value when nobody sets it; empty = not set.
    pub default: &'static str,
    /// One sentence for the help.
    pub help: &'static str,
    /// What of it must not be shown.
    pub secrecy: Secrecy,
}

/// A setting that may be shown.
pub const fn open(
    key: &'static str,
    flag: &'static str,
    env: &'static str,
    value_name: &'static str,
    default: &'static str,
    help: &'static str,
) -> Setting {
    Setting { key, flag, env, value_name, default, help, secrecy: Secrecy::Open }
}

impl Setting {
    /// The value as it may be shown.
    pub fn shown(&self, value: &str) -> String {
        match self.secrecy {
            Secrecy::Open => value.to_owned(),
            Secrecy::UrlPassword => mask_password(value),
        }
    }
}

/// The address with its passwords, in the authority or the query, replaced. Where it cannot be told what
/// would be one, nothing is shown.
fn mask_password(value: &str) -> String {
    // in a percent-encoded name anything may be
    let suspicious =
        ['@', '%'].iter().any(|sign| value.contains(*sign)) || value.to_lowercase().contains("password");
    if !suspicious {
        return value.to_owned();
    }
    // PostgreSQL's client takes such a sign for a part of the password, and a URL ends the authority there
    if value.split_once(['#', '?']).is_some_and(|(_, behind)| behind.contains('@')) {
        return MASK.to_owned();
    }
    match Address::parse(value) {
        // without an authority what stands before an @ is anything
        Ok(address) if address.url.has_host() || !value.contains('@') => {
            address.masked(MASK).unwrap_or_else(|| MASK.to_owned())
        }
        _ => MASK.to_owned(),
    }
}

const MASK: &str = "****";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_masked() {
        assert_eq!(mask_password("postgres://ana:s3nha@db/x"), "postgres://ana:****@db/x");
        assert_eq!(
            mask_password("postgres://db/x?user=ana&password=s3nha"),
            "postgres://db/x?user=ana&password=****"
        );
        assert_eq!(mask_password("sqlite://./data/x.db"), "sqlite://./data/x.db");
        assert_eq!(
            mask_password("postgres://db/x?sslpassword=s3nha&sslmode=require"),
            "postgres://db/x?sslpassword=****&sslmode=require"
        );
        assert_eq!(mask_password("postgres://ana@db/x"), "postgres://ana@db/x");
        assert_eq!(mask_password("postgres://ana:s3nha@a:1,b:2/x"), "postgres://ana:****@a:1,b:2/x");
        assert_eq!(
            mask_password("postgres://db/x?user=ana&pass%77ord=s3nha"),
            "postgres://db/x?user=ana&password=****"
        );
        for odd in ["postgres://ana:12#s3nha@db/x", "postgres://ana:12?s3nha@a:1,b:2/x"] {
            assert_eq!(mask_password(odd), "****", "{odd}");
        }
        for odd in ["//ana:s3nha@db", "postgres:/ana:s3nha@db/x", "ana s3nha@db", "password s3nha"] {
            assert_eq!(mask_password(odd), "****", "{odd}");
        }
    }
}

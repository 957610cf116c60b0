//! One setting: its names, its default, and what of it must not be shown.

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

/// The address with its password, in the authority or the query, replaced.
fn mask_password(value: &str) -> String {
    let Ok(mut url) = url::Url::parse(value) else {
        // not an address: nobody can tell where a password would be
        return if value.contains('@') || value.contains("password") { "****".into() } else { value.into() };
    };
    let in_query = url.query_pairs().any(|(name, _)| name == "password");
    if url.password().is_none() && !in_query {
        return value.to_owned();
    }
    if url.password().is_some() && url.set_password(Some("****")).is_err() {
        return "****".into();
    }
    if in_query {
        let pairs: Vec<(String, String)> = url.query_pairs().into_owned().collect();
        url.query_pairs_mut().clear().extend_pairs(
            pairs.iter().map(|(name, value)| {
                (name.as_str(), if name == "password" { "****" } else { value.as_str() })
            }),
        );
    }
    url.into()
}

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
        assert_eq!(mask_password("//ana:s3nha@db"), "****");
    }
}

//! The address of a database. libpq allows several servers in it
//! (`postgres://a:5432,b:5432/name?target_session_attrs=read-write`), which is not a valid URL.

use std::fmt::{self, Display, Formatter};

use url::{ParseError, Position, Url};

/// An address; everything but its servers can be read and changed as a URL.
#[derive(Debug, Clone)]
pub struct Address {
    /// With the first server alone.
    pub url: Url,
    /// All of them, where there are several.
    servers: Option<String>,
}

impl Address {
    /// Reads an address.
    ///
    /// # Errors
    /// When it is not a URL even with its first server alone.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let Some((first, servers)) = several(text) else {
            return Ok(Self { url: Url::parse(text)?, servers: None });
        };
        Ok(Self { url: Url::parse(&first)?, servers: Some(servers.to_owned()) })
    }

    /// Its passwords, percent-encoded and decoded: that of the user, and those in the query, as `sslpassword`.
    pub fn passwords(&self) -> Vec<String> {
        let raw = self.url.query().unwrap_or_default().split('&').filter_map(|pair| pair.split_once('='));
        let raw = raw.filter(|(name, _)| is_secret(name)).map(|(_, value)| value.to_owned());
        let meant = self.url.query_pairs().filter(|(name, _)| is_secret(name));
        let meant = meant.map(|(_, value)| value.into_owned());
        let own = self.url.password().map(str::to_owned).into_iter();
        own.chain(meant).chain(raw).filter(|secret| !secret.is_empty()).collect()
    }

    /// The address with a mask instead of each password; `None` when a password cannot be replaced.
    pub fn masked(mut self, mask: &str) -> Option<String> {
        if self.url.password().is_some() {
            self.url.set_password(Some(mask)).ok()?;
        }
        let pairs: Vec<(String, String)> = self.url.query_pairs().into_owned().collect();
        if pairs.iter().any(|(name, _)| is_secret(name)) {
            let shown = pairs.iter().map(|(name, value)| (name, if is_secret(name) { mask } else { value }));
            self.url.query_pairs_mut().clear().extend_pairs(shown);
        }
        Some(self.to_string())
    }
}

fn is_secret(name: &str) -> bool {
    name.to_lowercase().ends_with("password")
}

/// The address with its first server alone, and the list of all servers; `None` when there is only one.
fn several(text: &str) -> Option<(String, &str)> {
    let begin = text.find("://")? + 3;
    let rest = text.get(begin..)?;
    let authority = rest.get(..rest.find(['/', '?', '#']).unwrap_or(rest.len()))?;
    let servers = authority.rsplit_once('@').map_or(authority, |(_, servers)| servers);
    let (first, _) = servers.split_once(',')?;
    let end = begin + authority.len();
    let before = text.get(..end - servers.len())?;
    Some((format!("{before}{first}{}", text.get(end..)?), servers))
}

impl Display for Address {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.servers {
            None => f.write_str(self.url.as_str()),
            Some(servers) => {
                let (before, after) = (&self.url[..Position::BeforeHost], &self.url[Position::AfterPort..]);
                write!(f, "{before}{servers}{after}")
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn servers_stay_as_they_are_while_the_rest_changes() {
        for (text, changed) in [
            ("postgres://a/x", "postgres://a/x?n=1"),
            ("postgres://ana:s%40@a:1,b:2,[::1]:3/x", "postgres://ana:s%40@a:1,b:2,[::1]:3/x?n=1"),
            ("postgresql://a,b?m=,/", "postgresql://a,b?m=,/&n=1"),
            ("postgres:///x?host=/tmp,/run", "postgres:///x?host=/tmp,/run&n=1"),
        ] {
            let mut address = Address::parse(text).unwrap();
            assert_eq!(address.to_string(), text);
            address.url.query_pairs_mut().append_pair("n", "1");
            assert_eq!(address.to_string(), changed);
        }
        assert!(Address::parse("postgres://ana:p@a:x,b/y").is_err());
    }
}

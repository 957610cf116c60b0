//! Web addresses and e-mail addresses, checked by their syntax.

use validator::{ValidateEmail, ValidateUrl};

use crate::reading::json::{FromJson, InputObject, InputValue};
use crate::reading::problems::Problems;

/// Longest URL, in characters.
pub const URL_MAX: usize = 2000;
/// Longest e-mail address, in characters.
pub const EMAIL_MAX: usize = 254;

/// Why a text is not an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidAddress {
    /// Not an absolute http(s) URL.
    #[error("deve ser um endereço http ou https completo")]
    Url,
    /// Not an e-mail address.
    #[error("deve ser um e-mail válido")]
    Email,
    /// Longer than the number.
    #[error("deve ter no máximo {0} caracteres")]
    Size(usize),
}

/// An absolute http or https URL, kept as it was written.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(value_type = String, format = "uri", max_length = 2000))]
pub struct UrlHttp(String);

impl UrlHttp {
    /// Refuses relative addresses, other schemes, spaces and control characters.
    pub fn parse(text: &str) -> Result<Self, InvalidAddress> {
        if text.chars().count() > URL_MAX {
            return Err(InvalidAddress::Size(URL_MAX));
        }
        // the URL standard tolerates spaces and missing or surplus slashes; an address that is passed on
        // should not depend on that
        let host = text.split_once("://").filter(|(schema, _)| {
            schema.eq_ignore_ascii_case("http") || schema.eq_ignore_ascii_case("https")
        });
        let clean = !text.chars().any(|c| c.is_control() || c.is_whitespace() || c == '\\');
        match host {
            Some((_, rest)) if clean && !rest.starts_with('/') && text.validate_url() => {
                Ok(Self(text.to_owned()))
            }
            _ => Err(InvalidAddress::Url),
        }
    }

    /// Reads an address as people enter it: a host without a scheme is one at https, blanks are encoded.
    pub fn mended(text: &str) -> Result<Self, InvalidAddress> {
        let text = text.trim().replace(' ', "%20");
        if is_host(text.split(['/', '?', '#']).next().unwrap_or_default()) {
            return Self::parse(&format!("https://{text}"));
        }
        Self::parse(&text)
    }

    /// The address as it was written.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<UrlHttp> for String {
    fn from(url: UrlHttp) -> String {
        url.0
    }
}

impl FromJson for UrlHttp {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        match Self::parse(&value.string(p)?) {
            Ok(url) => Some(url),
            Err(e) => value.problem(p, e),
        }
    }
}

/// `www.loja.com.br`, with or without a port; neither a code nor a number.
fn is_host(text: &str) -> bool {
    let (name, port) = text.split_once(':').unwrap_or((text, ""));
    let (_, top) = name.rsplit_once('.').unwrap_or_default();
    top.len() >= 2
        && top.chars().all(char::is_alphabetic)
        && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '.'))
        && port.bytes().all(|b| b.is_ascii_digit())
}

/// Checks an e-mail address.
pub fn check_email(text: &str) -> Result<(), InvalidAddress> {
    if text.chars().count() > EMAIL_MAX {
        Err(InvalidAddress::Size(EMAIL_MAX))
    } else if text.chars().any(|c| c.is_control() || c.is_whitespace()) || !text.validate_email() {
        Err(InvalidAddress::Email)
    } else {
        Ok(())
    }
}

/// Reads a member that holds a URL; absent and empty are the same and stay empty.
pub(crate) fn read_url_or_empty(obj: &InputObject<'_>, name: &str, p: &mut Problems) -> Option<String> {
    read_or_empty(obj, name, p, |text| UrlHttp::parse(text).map(drop))
}

/// Reads a member that holds an e-mail address; absent and empty are the same and stay empty.
pub(crate) fn read_email_or_empty(obj: &InputObject<'_>, name: &str, p: &mut Problems) -> Option<String> {
    read_or_empty(obj, name, p, check_email)
}

fn read_or_empty(
    obj: &InputObject<'_>,
    name: &str,
    p: &mut Problems,
    check: impl FnOnce(&str) -> Result<(), InvalidAddress>,
) -> Option<String> {
    let parsed = obj.with(name, p, |value, p| {
        let text = value.string(p)?;
        if text.trim().is_empty() {
            return Some(String::new());
        }
        match check(&text) {
            Ok(()) => Some(text.into_owned()),
            Err(e) => value.problem(p, e),
        }
    })?;
    Some(parsed.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn urls() {
        for good in [
            "https://loja.com.br/p/1?a=b#c",
            "HTTP://localhost:8080",
            "https://maçã.com.br/é",
            "http://[::1]/x",
        ] {
            assert_eq!(UrlHttp::parse(good).unwrap().as_str(), good);
        }
        let ruins = [
            "",
            "loja.com.br",
            "/p/1",
            "//loja.com/p",
            "ftp://loja.com",
            "javascript:alert(1)",
            "http:loja.com",
            "https://",
            "https:///loja.com",
            "https://loja.com/a b",
            "https://loja.com/\n",
            "https://",
            "http://a\\b",
            " https://loja.com",
        ];
        for bad in ruins {
            assert_eq!(UrlHttp::parse(bad), Err(InvalidAddress::Url), "{bad:?}");
        }
        let long = format!("https://loja.com/{}", "a".repeat(URL_MAX));
        assert_eq!(UrlHttp::parse(&long), Err(InvalidAddress::Size(URL_MAX)));
        assert!(UrlHttp::parse(&long[..URL_MAX]).is_ok());
    }

    #[test]
    fn addresses_as_people_enter_them() {
        for (entered, mended) in [
            ("https://r.example/t?a=b", Some("https://r.example/t?a=b")),
            (" www.correios.com.br/rastreio ", Some("https://www.correios.com.br/rastreio")),
            ("r.example:8443?c=1&u=http://x.example", Some("https://r.example:8443?c=1&u=http://x.example")),
            ("https://r.example/t?cod=QB 1", Some("https://r.example/t?cod=QB%201")),
            ("QB123456789BR", None),
            ("27.11.2026", None),
            ("a b.com", None),
            ("ana@loja.com", None),
            ("ftp://loja.com", None),
            ("javascript:alert(1)", None),
        ] {
            assert_eq!(UrlHttp::mended(entered).ok().as_ref().map(UrlHttp::as_str), mended, "{entered}");
        }
    }

    #[test]
    fn emails() {
        assert_eq!(check_email("maria.silva+loja@exemplo.com.br"), Ok(()));
        for bad in ["", "maria", "maria@", "@exemplo.com", "ma ria@exemplo.com", "a@b\n.com", "a@b@c.com"] {
            assert_eq!(check_email(bad), Err(InvalidAddress::Email), "{bad:?}");
        }
        let long = format!("a@{}.com", "b".repeat(EMAIL_MAX));
        assert_eq!(check_email(&long), Err(InvalidAddress::Size(EMAIL_MAX)));
    }
}

//! Origins of web pages that may read an interface's answers, as a setting lists them.

use std::str::FromStr;

use actix_web::http::header::HeaderValue;
use url::Url;

/// The origins whose pages may read an interface's answers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Origins {
    /// None: no answer has a CORS header.
    #[default]
    None,
    /// Every one.
    Any,
    /// These, as browsers write them.
    Listed(Vec<String>),
}

/// An invalid list of origins.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum InvalidOrigins {
    /// No browser sends such an origin.
    #[error("has {0:?}, which is no origin: write e.g. https://erp.example.com, without a path")]
    NoOrigin(String),
    /// Browsers spell it otherwise.
    #[error("has {given:?}, which browsers write as {meant}")]
    Spelling {
        /// As it was given.
        given: String,
        /// As browsers write it.
        meant: String,
    },
    /// `*` includes all others.
    #[error("has * beside other origins: write * alone, or the others")]
    AnyAndOthers,
}

impl FromStr for Origins {
    type Err = InvalidOrigins;

    /// Origins with commas between them, or `*`; empty = none.
    fn from_str(text: &str) -> Result<Self, InvalidOrigins> {
        let parts: Vec<&str> = text.split(',').map(str::trim).collect();
        match parts.as_slice() {
            [""] => Ok(Self::None),
            ["*"] => Ok(Self::Any),
            parts if parts.contains(&"*") => Err(InvalidOrigins::AnyAndOthers),
            parts => parts.iter().map(|part| origin(part)).collect::<Result<_, _>>().map(Self::Listed),
        }
    }
}

/// An origin as browsers write it: no path, no default port, the host in lower case.
fn origin(text: &str) -> Result<String, InvalidOrigins> {
    // valid in a host by the standard, but in no real one
    let whole = |url: &Url| matches!(url.scheme(), "http" | "https") && !text.contains('*');
    let meant = Url::parse(text).ok().filter(whole);
    let Some(meant) = meant.map(|url| url.origin().ascii_serialization()) else {
        return Err(InvalidOrigins::NoOrigin(text.to_owned()));
    };
    match meant == text {
        true => Ok(meant),
        false => Err(InvalidOrigins::Spelling { given: text.to_owned(), meant }),
    }
}

impl Origins {
    /// The `Access-Control-Allow-Origin` for a page's origin; `None` = no header, and its browser hides the
    /// answer.
    pub(crate) fn allow(&self, origin: Option<&HeaderValue>) -> Option<HeaderValue> {
        let origin = origin?;
        match self {
            Self::None => None,
            Self::Any => Some(HeaderValue::from_static("*")),
            Self::Listed(all) => {
                all.iter().any(|known| known.as_bytes() == origin.as_bytes()).then(|| origin.clone())
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_written_as_browsers_write_them() {
        let read = |text: &str| text.parse::<Origins>();
        assert_eq!(read(" "), Ok(Origins::None));
        assert_eq!(read("*"), Ok(Origins::Any));
        let listed = ["https://erp.example.com", "http://localhost:5173", "https://[::1]:8443"];
        assert_eq!(read(&listed.join(", ")), Ok(Origins::Listed(listed.map(String::from).to_vec())));
        for (given, meant) in [
            ("https://erp.example.com/", "https://erp.example.com"),
            ("https://Erp.example.com", "https://erp.example.com"),
            ("https://erp.example.com:443", "https://erp.example.com"),
            ("https://erp.example.com/painel?x=1", "https://erp.example.com"),
            ("https://ana@erp.example.com", "https://erp.example.com"),
            ("https://pão.example.com", "https://xn--po-sia.example.com"),
        ] {
            let refused = read(given).unwrap_err().to_string();
            assert!(refused.ends_with(&format!("which browsers write as {meant}")), "{refused}");
        }
        for given in [
            "erp.example.com",
            "null",
            "file:///x",
            "https://*.example.com",
            "https://",
            "x://y",
            " , ",
            "https://a.example,",
        ] {
            assert!(matches!(read(given), Err(InvalidOrigins::NoOrigin(_))), "{given}: {:?}", read(given));
        }
        assert_eq!(read("*,https://a.example"), Err(InvalidOrigins::AnyAndOthers));
    }

    #[test]
    fn an_origin_is_allowed_by_its_exact_name() {
        let listed: Origins = "https://a.example,https://b.example".parse().unwrap();
        let answer = |origins: &Origins, asking: &'static str| {
            let answer = origins.allow(Some(&HeaderValue::from_static(asking)));
            answer.map(|value| value.to_str().unwrap().to_owned())
        };
        assert_eq!(answer(&listed, "https://b.example").unwrap(), "https://b.example");
        for other in ["https://a.example.evil", "http://a.example", "https://a.example:8443", "null", ""] {
            assert_eq!(answer(&listed, other), None, "{other}");
        }
        assert_eq!(answer(&Origins::Any, "null").unwrap(), "*");
        assert_eq!((listed.allow(None), Origins::Any.allow(None)), (None, None));
    }
}

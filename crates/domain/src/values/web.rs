//! Web addresses and e-mail addresses, checked by their syntax.

use validator::{ValidateEmail, ValidateUrl};

use crate::reading::json::{Leitura, Objeto, Valor};
use crate::reading::problems::Problemas;

/// Longest URL, in characters.
pub const URL_MAX: usize = 2000;
/// Longest e-mail address, in characters.
pub const EMAIL_MAX: usize = 254;

/// Why a text is not an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EnderecoInvalido {
    /// Not an absolute http(s) URL.
    #[error("deve ser um endereço http ou https completo")]
    Url,
    /// Not an e-mail address.
    #[error("deve ser um e-mail válido")]
    Email,
    /// Longer than the number.
    #[error("deve ter no máximo {0} caracteres")]
    Tamanho(usize),
}

/// An absolute http or https URL, kept as it was written.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct UrlHttp(String);

impl UrlHttp {
    /// Refuses relative addresses, other schemes, spaces and control characters.
    pub fn parse(texto: &str) -> Result<Self, EnderecoInvalido> {
        if texto.chars().count() > URL_MAX {
            return Err(EnderecoInvalido::Tamanho(URL_MAX));
        }
        // the URL standard tolerates spaces and missing or surplus slashes; an address that is passed on
        // should not depend on that
        let host = texto.split_once("://").filter(|(esquema, _)| {
            esquema.eq_ignore_ascii_case("http") || esquema.eq_ignore_ascii_case("https")
        });
        let limpo = !texto.chars().any(|c| c.is_control() || c.is_whitespace() || c == '\\');
        match host {
            Some((_, resto)) if limpo && !resto.starts_with('/') && texto.validate_url() => {
                Ok(Self(texto.to_owned()))
            }
            _ => Err(EnderecoInvalido::Url),
        }
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

impl Leitura for UrlHttp {
    fn ler(valor: &Valor<'_>, p: &mut Problemas) -> Option<Self> {
        match Self::parse(&valor.string(p)?) {
            Ok(url) => Some(url),
            Err(e) => valor.problema(p, e),
        }
    }
}

/// Checks an e-mail address.
pub fn conferir_email(texto: &str) -> Result<(), EnderecoInvalido> {
    if texto.chars().count() > EMAIL_MAX {
        Err(EnderecoInvalido::Tamanho(EMAIL_MAX))
    } else if texto.chars().any(|c| c.is_control() || c.is_whitespace()) || !texto.validate_email() {
        Err(EnderecoInvalido::Email)
    } else {
        Ok(())
    }
}

/// Reads a member that holds a URL; absent and empty are the same and stay empty.
pub(crate) fn ler_url_ou_vazio(obj: &Objeto<'_>, nome: &str, p: &mut Problemas) -> Option<String> {
    ler_ou_vazio(obj, nome, p, |texto| UrlHttp::parse(texto).map(drop))
}

/// Reads a member that holds an e-mail address; absent and empty are the same and stay empty.
pub(crate) fn ler_email_ou_vazio(obj: &Objeto<'_>, nome: &str, p: &mut Problemas) -> Option<String> {
    ler_ou_vazio(obj, nome, p, conferir_email)
}

fn ler_ou_vazio(
    obj: &Objeto<'_>,
    nome: &str,
    p: &mut Problemas,
    conferir: impl FnOnce(&str) -> Result<(), EnderecoInvalido>,
) -> Option<String> {
    let lido = obj.com(nome, p, |valor, p| {
        let texto = valor.string(p)?;
        if texto.is_empty() {
            return Some(String::new());
        }
        match conferir(&texto) {
            Ok(()) => Some(texto.into_owned()),
            Err(e) => valor.problema(p, e),
        }
    })?;
    Some(lido.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn urls() {
        for boa in [
            "https://loja.com.br/p/1?a=b#c",
            "HTTP://localhost:8080",
            "https://maçã.com.br/é",
            "http://[::1]/x",
        ] {
            assert_eq!(UrlHttp::parse(boa).unwrap().as_str(), boa);
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
        for ruim in ruins {
            assert_eq!(UrlHttp::parse(ruim), Err(EnderecoInvalido::Url), "{ruim:?}");
        }
        let longa = format!("https://loja.com/{}", "a".repeat(URL_MAX));
        assert_eq!(UrlHttp::parse(&longa), Err(EnderecoInvalido::Tamanho(URL_MAX)));
        assert!(UrlHttp::parse(&longa[..URL_MAX]).is_ok());
    }

    #[test]
    fn emails() {
        assert_eq!(conferir_email("maria.silva+loja@exemplo.com.br"), Ok(()));
        for ruim in ["", "maria", "maria@", "@exemplo.com", "ma ria@exemplo.com", "a@b\n.com", "a@b@c.com"] {
            assert_eq!(conferir_email(ruim), Err(EnderecoInvalido::Email), "{ruim:?}");
        }
        let longo = format!("a@{}.com", "b".repeat(EMAIL_MAX));
        assert_eq!(conferir_email(&longo), Err(EnderecoInvalido::Tamanho(EMAIL_MAX)));
    }
}

//! Extractors of path parameters, decoded exactly once from the path as the client sent it.
//!
//! The router decodes most escapes but keeps `%25`, `%2F` and `%2B`, and replaces bytes that are not UTF-8, so
//! that two different identifiers may become equal. An escaped identifier is therefore read from the raw path,
//! at the position where the router found it.

use std::borrow::Cow;
use std::future::{Ready, ready};
use std::marker::PhantomData;
use std::ops::Deref;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use domain::reading::json::REQUIRED;
use domain::reading::problems::Problems;
use domain::values::ids::{CanalId, CategoriaId, PedidoId, SkuId, UsuarioId};
use percent_encoding::percent_decode_str;

use crate::error::{Api, KitError};

/// A value of one path segment.
pub trait Segment: Sized {
    /// Parses the decoded text; the error is a message in Portuguese.
    fn of(text: Cow<'_, str>) -> Result<Self, Cow<'static, str>>;
}

macro_rules! id_segment {
    ($($kind:ty),*) => {$(
        impl Segment for $kind {
            fn of(text: Cow<'_, str>) -> Result<Self, Cow<'static, str>> {
                Self::parse(text).map_err(|e| e.to_string().into())
            }
        }
    )*};
}

id_segment!(UsuarioId, CanalId, SkuId, CategoriaId);

macro_rules! integer_segment {
    ($($kind:ty),*) => {$(
        impl Segment for $kind {
            fn of(text: Cow<'_, str>) -> Result<Self, Cow<'static, str>> {
                match text.parse() {
                    Ok(n) if !text.starts_with('+') => Ok(n),
                    _ => Err("deve ser um número inteiro".into()),
                }
            }
        }
    )*};
}

integer_segment!(i32, i64);

impl Segment for PedidoId {
    fn of(text: Cow<'_, str>) -> Result<Self, Cow<'static, str>> {
        i64::of(text).map(PedidoId)
    }
}

impl Segment for String {
    fn of(text: Cow<'_, str>) -> Result<Self, Cow<'static, str>> {
        if text.contains('\0') { Err("contém um caractere nulo".into()) } else { Ok(text.into_owned()) }
    }
}

/// The path parameter `name`. The caller decides whether an invalid one is a 400 or a 404.
pub fn segment<T: Segment>(req: &HttpRequest, name: &str) -> Result<T, Problems> {
    let mut problems = Problems::new();
    let parsed = read(req, name, req.match_info().get(name), &mut problems);
    problems.or(parsed)
}

fn read<T: Segment>(req: &HttpRequest, name: &str, value: Option<&str>, p: &mut Problems) -> Option<T> {
    let parsed = match value {
        None => Err(REQUIRED.into()),
        Some(value) => match percent_decode_str(raw(req, value)).decode_utf8() {
            Ok(text) => T::of(text),
            Err(_) => Err("não está em UTF-8 válido".into()),
        },
    };
    match parsed {
        Ok(parsed) => Some(parsed),
        Err(message) => {
            p.push(name, message);
            None
        }
    }
}

/// The segment of the raw path that the router took `value` from. Both paths have the same slashes, because
/// the router does not decode `%2F`.
fn raw<'a>(req: &'a HttpRequest, value: &'a str) -> &'a str {
    let raw = req.uri().path();
    if !raw.contains('%') || value.contains('/') {
        return value;
    }
    let routed = req.match_info().as_str();
    // `value` is a part of `routed`: where it begins there
    let start = (value.as_ptr() as usize).checked_sub(routed.as_ptr() as usize);
    match start.and_then(|start| routed.get(..start)) {
        Some(before) => raw.split('/').nth(before.matches('/').count()).unwrap_or(value),
        None => value,
    }
}

/// Percent-encodes an identifier for a path or a query: everything but letters, digits and `-._~`.
pub fn escape(text: &str) -> String {
    percent_encoding::utf8_percent_encode(text, RESERVED).to_string()
}

const RESERVED: &percent_encoding::AsciiSet =
    &percent_encoding::NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// All parameters of a path, in their order: a tuple of [`Segment`]s.
pub trait FromPath: Sized {
    /// Parses them; every problem is added to `p`.
    fn read(req: &HttpRequest, p: &mut Problems) -> Option<Self>;
}

macro_rules! from_path {
    ($($kind:ident $variable:ident),+) => {
        impl<$($kind: Segment),+> FromPath for ($($kind,)+) {
            fn read(req: &HttpRequest, p: &mut Problems) -> Option<Self> {
                let mut parts = req.match_info().iter();
                $(
                    let (name, value) = parts.next().unzip();
                    let $variable = read(req, name.unwrap_or_default(), value, p);
                )+
                Some(($($variable?,)+))
            }
        }
    };
}

from_path!(A a);
from_path!(A a, B b);
from_path!(A a, B b, C c);

/// Extractor: the parameters of the path as a tuple, `PathParams<(SkuId, CanalId), I>`.
pub struct PathParams<T, I>(pub T, PhantomData<fn() -> I>);

impl<T, I> PathParams<T, I> {
    /// The parameters.
    pub fn into_inner(self) -> T {
        self.0
    }
}

impl<T, I> Deref for PathParams<T, I> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: FromPath, I: Api> FromRequest for PathParams<T, I> {
    type Error = actix_web::Error;
    type Future = Ready<Result<Self, Self::Error>>;

    fn from_request(req: &HttpRequest, _: &mut Payload) -> Self::Future {
        let mut problems = Problems::new();
        let parsed = T::read(req, &mut problems);
        ready(match problems.or(parsed) {
            Ok(parsed) => Ok(Self(parsed, PhantomData)),
            Err(problems) => Err(I::error(KitError::PathParams(problems))),
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;
    use crate::error::test::TestInterface;
    use actix_web::test::{TestRequest, call_service, init_service, read_body};
    use actix_web::{App, web};

    async fn ask(uri: &str) -> (u16, String) {
        async fn two(PathParams((sku, canal), _): PathParams<(SkuId, CanalId), TestInterface>) -> String {
            format!("{sku}|{canal}")
        }
        async fn one(req: HttpRequest) -> String {
            segment::<SkuId>(&req, "sku").map_or_else(|p| p.to_string(), |sku| sku.to_string())
        }
        async fn number(path: PathParams<(PedidoId,), TestInterface>) -> String {
            path.0.0.to_string()
        }
        let app = App::new().service(
            web::scope("/v1")
                .route("/sku/{sku}", web::get().to(one))
                .route("/sku/{sku}/Canal/{canalId}", web::get().to(two))
                .route("/Pedido/{pedidoId}", web::get().to(number)),
        );
        let app = init_service(app).await;
        let answer = call_service(&app, TestRequest::with_uri(uri).to_request()).await;
        let status = answer.status().as_u16();
        (status, String::from_utf8(read_body(answer).await.to_vec()).unwrap())
    }

    #[actix_web::test]
    async fn identifiers_come_out_as_they_were_meant() {
        let cases = [
            ("simples", "simples"),
            ("A%2FB", "A/B"),
            ("A%2fB%2F", "A/B/"),
            ("50%25", "50%"),
            ("%2541", "%41"),
            ("%252F", "%2F"),
            ("a%2Bb+c", "a+b+c"),
            ("a%20b", "a b"),
            ("caf%C3%A9", "café"),
            ("a%3Fb%23c%26d", "a?b#c&d"),
            ("a;b=c,d@e:f", "a;b=c,d@e:f"),
            ("100%", "100%"),
            ("%zz", "%zz"),
        ];
        for (written, parsed) in cases {
            assert_eq!(ask(&format!("/v1/sku/{written}?x=%2F")).await, (200, parsed.into()), "{written}");
            let two = format!("/v1/sku/{written}/Canal/c%2F{written}");
            assert_eq!(ask(&two).await, (200, format!("{parsed}|c/{parsed}")), "{written}");
        }
    }

    #[actix_web::test]
    async fn what_cannot_be_an_identifier_is_a_problem() {
        let long = "x".repeat(101);
        for (written, problem) in [
            ("%FF", "sku: não está em UTF-8 válido"),
            ("a%00", "sku: contém um caractere de controle"),
            ("a%0A", "sku: contém um caractere de controle"),
            ("%20", "sku: não pode ser só de espaços"),
            ("%2E%2e", "sku: não pode ser . nem .."),
            (&long, "sku: deve ter de 1 a 100 caracteres"),
        ] {
            assert_eq!(ask(&format!("/v1/sku/{written}")).await, (200, problem.into()));
        }
        let (status, text) = ask("/v1/sku/%FF/Canal/%00").await;
        let expected = "sku: não está em UTF-8 válido; canalId: contém um caractere de controle";
        assert_eq!((status, text.ends_with(expected)), (400, true), "{text}");
        assert_eq!(ask("/v1/Pedido/%31%30").await, (200, "10".into()));
        for bad in ["x", "%2B1", "99999999999999999999", "1.0"] {
            assert_eq!(ask(&format!("/v1/Pedido/{bad}")).await.0, 400, "{bad}");
        }
    }
}

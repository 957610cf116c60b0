//! Identifiers out of the path, decoded exactly once from what the client sent.
//!
//! The router decodes most escapes but keeps `%25`, `%2F` and `%2B`, and replaces bytes that are not UTF-8:
//! what it hands out can no longer be told from what another client meant. So an escaped identifier is read
//! from the raw path, at the place where the router found it.

use std::borrow::Cow;
use std::future::{Ready, ready};
use std::marker::PhantomData;
use std::ops::Deref;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use domain::reading::json::OBRIGATORIO;
use domain::reading::problems::Problemas;
use domain::values::ids::{CanalId, CategoriaId, PedidoId, SkuId, UsuarioId};
use percent_encoding::percent_decode_str;

use crate::erro::{Api, KitError};

/// A value that fills one part of a path.
pub trait Segmento: Sized {
    /// Reads the decoded text, or says in Portuguese what is wrong with it.
    fn de(texto: Cow<'_, str>) -> Result<Self, Cow<'static, str>>;
}

macro_rules! segmento_de_id {
    ($($tipo:ty),*) => {$(
        impl Segmento for $tipo {
            fn de(texto: Cow<'_, str>) -> Result<Self, Cow<'static, str>> {
                Self::parse(texto).map_err(|e| e.to_string().into())
            }
        }
    )*};
}

segmento_de_id!(UsuarioId, CanalId, SkuId, CategoriaId);

macro_rules! segmento_inteiro {
    ($($tipo:ty),*) => {$(
        impl Segmento for $tipo {
            fn de(texto: Cow<'_, str>) -> Result<Self, Cow<'static, str>> {
                match texto.parse() {
                    Ok(n) if !texto.starts_with('+') => Ok(n),
                    _ => Err("deve ser um número inteiro".into()),
                }
            }
        }
    )*};
}

segmento_inteiro!(i32, i64);

impl Segmento for PedidoId {
    fn de(texto: Cow<'_, str>) -> Result<Self, Cow<'static, str>> {
        i64::de(texto).map(PedidoId)
    }
}

impl Segmento for String {
    fn de(texto: Cow<'_, str>) -> Result<Self, Cow<'static, str>> {
        if texto.contains('\0') { Err("contém um caractere nulo".into()) } else { Ok(texto.into_owned()) }
    }
}

/// The identifier of one name. Whether a bad one is an error or simply does not exist is the caller's to say.
pub fn segmento<T: Segmento>(req: &HttpRequest, nome: &str) -> Result<T, Problemas> {
    let mut problemas = Problemas::new();
    let lido = ler(req, nome, req.match_info().get(nome), &mut problemas);
    problemas.or(lido)
}

fn ler<T: Segmento>(req: &HttpRequest, nome: &str, valor: Option<&str>, p: &mut Problemas) -> Option<T> {
    let lido = match valor {
        None => Err(OBRIGATORIO.into()),
        Some(valor) => match percent_decode_str(cru(req, valor)).decode_utf8() {
            Ok(texto) => T::de(texto),
            Err(_) => Err("não está em UTF-8 válido".into()),
        },
    };
    match lido {
        Ok(lido) => Some(lido),
        Err(mensagem) => {
            p.push(nome, mensagem);
            None
        }
    }
}

/// The part of the raw path that the router took `valor` from. Both paths have the same slashes, because the
/// router leaves `%2F` alone.
fn cru<'a>(req: &'a HttpRequest, valor: &'a str) -> &'a str {
    let bruto = req.uri().path();
    if !bruto.contains('%') || valor.contains('/') {
        return valor;
    }
    let visto = req.match_info().as_str();
    let inicio = (valor.as_ptr() as usize).checked_sub(visto.as_ptr() as usize);
    match inicio.and_then(|inicio| visto.get(..inicio)) {
        Some(antes) => bruto.split('/').nth(antes.matches('/').count()).unwrap_or(valor),
        None => valor,
    }
}

/// Percent-encodes an identifier for a path or a query: everything but letters, digits and `-._~`.
pub fn escapar(texto: &str) -> String {
    percent_encoding::utf8_percent_encode(texto, RESERVADOS).to_string()
}

const RESERVADOS: &percent_encoding::AsciiSet =
    &percent_encoding::NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Identifiers of one path, in the order in which they stand there.
pub trait DoCaminho: Sized {
    /// Reads them, noting every problem.
    fn ler(req: &HttpRequest, p: &mut Problemas) -> Option<Self>;
}

macro_rules! do_caminho {
    ($($tipo:ident $variavel:ident),+) => {
        impl<$($tipo: Segmento),+> DoCaminho for ($($tipo,)+) {
            fn ler(req: &HttpRequest, p: &mut Problemas) -> Option<Self> {
                let mut partes = req.match_info().iter();
                $(
                    let (nome, valor) = partes.next().unzip();
                    let $variavel = ler(req, nome.unwrap_or_default(), valor, p);
                )+
                Some(($($variavel?,)+))
            }
        }
    };
}

do_caminho!(A a);
do_caminho!(A a, B b);
do_caminho!(A a, B b, C c);

/// Extractor: the identifiers of the path as a tuple, `Caminho<(SkuId, CanalId), I>`.
pub struct Caminho<T, I>(pub T, PhantomData<fn() -> I>);

impl<T, I> Caminho<T, I> {
    /// The identifiers.
    pub fn into_inner(self) -> T {
        self.0
    }
}

impl<T, I> Deref for Caminho<T, I> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: DoCaminho, I: Api> FromRequest for Caminho<T, I> {
    type Error = actix_web::Error;
    type Future = Ready<Result<Self, Self::Error>>;

    fn from_request(req: &HttpRequest, _: &mut Payload) -> Self::Future {
        let mut problemas = Problemas::new();
        let lido = T::ler(req, &mut problemas);
        ready(match problemas.or(lido) {
            Ok(lido) => Ok(Self(lido, PhantomData)),
            Err(problemas) => Err(I::erro(KitError::Caminho(problemas))),
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;
    use crate::erro::teste::Ia;
    use actix_web::test::{TestRequest, call_service, init_service, read_body};
    use actix_web::{App, web};

    async fn pedir(uri: &str) -> (u16, String) {
        async fn dois(Caminho((sku, canal), _): Caminho<(SkuId, CanalId), Ia>) -> String {
            format!("{sku}|{canal}")
        }
        async fn um(req: HttpRequest) -> String {
            segmento::<SkuId>(&req, "sku").map_or_else(|p| p.to_string(), |sku| sku.to_string())
        }
        async fn numero(caminho: Caminho<(PedidoId,), Ia>) -> String {
            caminho.0.0.to_string()
        }
        let app = App::new().service(
            web::scope("/v1")
                .route("/sku/{sku}", web::get().to(um))
                .route("/sku/{sku}/Canal/{canalId}", web::get().to(dois))
                .route("/Pedido/{pedidoId}", web::get().to(numero)),
        );
        let app = init_service(app).await;
        let resposta = call_service(&app, TestRequest::with_uri(uri).to_request()).await;
        let status = resposta.status().as_u16();
        (status, String::from_utf8(read_body(resposta).await.to_vec()).unwrap())
    }

    #[actix_web::test]
    async fn identifiers_come_out_as_they_were_meant() {
        let casos = [
            ("simples", "simples"),
            ("A%2FB", "A/B"),
            ("A%2fB%2F", "A/B/"),
            ("50%25", "50%"),
            ("%2541", "%41"),
            ("%252F", "%2F"),
            ("a%2Bb+c", "a+b+c"),
            ("a%20b", "a b"),
            ("%20", " "),
            ("caf%C3%A9", "café"),
            (".", "."),
            ("%2E%2E", ".."),
            ("%2e", "."),
            ("a%3Fb%23c%26d", "a?b#c&d"),
            ("a;b=c,d@e:f", "a;b=c,d@e:f"),
            ("100%", "100%"),
            ("%zz", "%zz"),
        ];
        for (escrito, lido) in casos {
            assert_eq!(pedir(&format!("/v1/sku/{escrito}?x=%2F")).await, (200, lido.into()), "{escrito}");
            let dois = format!("/v1/sku/{escrito}/Canal/c%2F{escrito}");
            assert_eq!(pedir(&dois).await, (200, format!("{lido}|c/{lido}")), "{escrito}");
        }
    }

    #[actix_web::test]
    async fn what_cannot_be_an_identifier_is_a_problem() {
        let longo = "x".repeat(101);
        for (escrito, problema) in [
            ("%FF", "sku: não está em UTF-8 válido"),
            ("a%00", "sku: contém um caractere de controle"),
            ("a%0A", "sku: contém um caractere de controle"),
            (&longo, "sku: deve ter de 1 a 100 caracteres"),
        ] {
            assert_eq!(pedir(&format!("/v1/sku/{escrito}")).await, (200, problema.into()));
        }
        let (status, texto) = pedir("/v1/sku/%FF/Canal/%00").await;
        let esperado = "sku: não está em UTF-8 válido; canalId: contém um caractere de controle";
        assert_eq!((status, texto.ends_with(esperado)), (400, true), "{texto}");
        assert_eq!(pedir("/v1/Pedido/%31%30").await, (200, "10".into()));
        for ruim in ["x", "%2B1", "99999999999999999999", "1.0"] {
            assert_eq!(pedir(&format!("/v1/Pedido/{ruim}")).await.0, 400, "{ruim}");
        }
    }
}

//! The reader of a query string, and the extractors that end it.

use std::borrow::Cow;
use std::fmt;
use std::future::{Ready, ready};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::str::FromStr;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use domain::reading::json::OBRIGATORIO;
use domain::reading::problems::Problemas;
use domain::values::dates::LimiteData;

use super::par::{Par, mesmo_nome};
use crate::erro::{Api, KitError};

const REPETIDO: &str = "foi informado mais de uma vez";

/// Reads parameters one by one and keeps the problems found on the way.
///
/// Every getter answers `None` both for an absent parameter (an empty value counts as absent) and for a bad
/// one; the latter is noted, and whoever owns the reader refuses the request once all were read.
#[derive(Debug)]
pub struct Leitor<'a> {
    caminho: Cow<'a, str>,
    pares: Vec<Par<'a>>,
    problemas: Problemas,
}

impl<'a> Leitor<'a> {
    /// The query string of a request.
    pub fn de_requisicao(req: &'a HttpRequest) -> Self {
        Self::new(req.uri().path(), req.query_string())
    }

    /// A path (cursors belong to one) and its query string.
    pub fn new(caminho: &'a str, consulta: &'a str) -> Self {
        Self {
            caminho: Cow::Borrowed(caminho),
            pares: consulta.split('&').filter_map(Par::ler).collect(),
            problemas: Problemas::new(),
        }
    }

    fn into_owned(self) -> Leitor<'static> {
        Leitor {
            caminho: Cow::Owned(self.caminho.into_owned()),
            pares: self.pares.into_iter().map(Par::into_owned).collect(),
            problemas: self.problemas,
        }
    }

    pub(crate) fn caminho(&self) -> &str {
        &self.caminho
    }

    pub(crate) fn pares(&self) -> &[Par<'a>] {
        &self.pares
    }

    /// Notes a problem of a parameter; always `None`, so that `return c.problema(…)` reads well.
    pub fn problema<T>(&mut self, nome: &str, mensagem: impl fmt::Display) -> Option<T> {
        self.problemas.push(nome, mensagem);
        None
    }

    /// The value of a parameter that may be given once, as it was sent.
    pub fn texto(&mut self, nome: &str) -> Option<String> {
        self.com(nome, |texto| Ok::<_, &str>(texto.to_owned()))
    }

    /// Reads a parameter with `ler`; its error becomes the problem.
    pub fn com<T, E: fmt::Display>(
        &mut self,
        nome: &str,
        ler: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<T> {
        let mut iguais = self.pares.iter().filter(|p| !p.sufixo && mesmo_nome(&p.nome, nome));
        let par = iguais.next()?;
        let lido = match &par.valor {
            _ if iguais.next().is_some() => Err(Cow::Borrowed(REPETIDO)),
            Err(problema) => Err(Cow::Borrowed(*problema)),
            Ok(valor) if valor.is_empty() => return None,
            Ok(valor) => ler(valor).map_err(|e| Cow::Owned(e.to_string())),
        };
        match lido {
            Ok(lido) => Some(lido),
            Err(mensagem) => {
                // under the name that the client used, which is the one that it will look for
                let escrito = par.nome.clone();
                self.problema(&escrito, mensagem)
            }
        }
    }

    /// A parameter of any type that reads itself and says in Portuguese why it could not.
    pub fn opcional<T: FromStr<Err: fmt::Display>>(&mut self, nome: &str) -> Option<T> {
        self.com(nome, |texto| texto.trim().parse())
    }

    /// As [`Leitor::com`], but absence is a problem too.
    pub fn obrigatorio<T, E: fmt::Display>(
        &mut self,
        nome: &str,
        ler: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<T> {
        let antes = self.problemas.len();
        let lido = self.com(nome, ler);
        if lido.is_none() && self.problemas.len() == antes {
            return self.problema(nome, OBRIGATORIO);
        }
        lido
    }

    /// `true`, `false`, `1` or `0`.
    pub fn booleano(&mut self, nome: &str) -> Option<bool> {
        self.com(nome, |texto| match texto.trim() {
            "1" => Ok(true),
            "0" => Ok(false),
            t if t.eq_ignore_ascii_case("true") => Ok(true),
            t if t.eq_ignore_ascii_case("false") => Ok(false),
            _ => Err("deve ser true ou false"),
        })
    }

    /// A whole number of `min` to `max`.
    pub fn inteiro_entre(&mut self, nome: &str, min: i64, max: i64) -> Option<i64> {
        self.com(nome, |texto| match texto.trim().parse() {
            Ok(n) if (min..=max).contains(&n) => Ok(n),
            _ => Err(format!("deve ser um inteiro de {min} a {max}")),
        })
    }

    /// A whole number.
    pub fn inteiro(&mut self, nome: &str) -> Option<i64> {
        self.com(nome, ler_inteiro)
    }

    /// One of a few words, in any case.
    pub fn uma_de<T: Copy>(&mut self, nome: &str, opcoes: &[(&str, T)]) -> Option<T> {
        self.com(nome, |texto| opcao(texto, opcoes))
    }

    /// One end of a date filter.
    pub fn data_limite(&mut self, nome: &str) -> Option<LimiteData> {
        self.com(nome, |texto| reparar_data(texto.trim()).parse())
    }

    /// A list: the parameter repeated, or its values separated by commas; empty ones are dropped.
    pub fn lista(&mut self, nome: &str) -> Vec<String> {
        self.lista_com(nome, |texto| Ok::<_, &str>(texto.to_owned()))
    }

    /// A list whose values are read with `ler`; the error of any of them becomes a problem.
    pub fn lista_com<T, E: fmt::Display>(
        &mut self,
        nome: &str,
        ler: impl Fn(&str) -> Result<T, E>,
    ) -> Vec<T> {
        let mut lidos = Vec::new();
        for par in self.pares.iter().filter(|p| mesmo_nome(&p.nome, nome)) {
            match &par.valor {
                Err(problema) => self.problemas.push(nome, problema),
                Ok(valores) => {
                    for valor in valores.split(',').map(str::trim).filter(|v| !v.is_empty()) {
                        match ler(valor) {
                            Ok(lido) => lidos.push(lido),
                            Err(e) => self.problemas.push(nome, e),
                        }
                    }
                }
            }
        }
        lidos
    }

    /// A list of whole numbers.
    pub fn lista_de_inteiros(&mut self, nome: &str) -> Vec<i64> {
        self.lista_com(nome, ler_inteiro)
    }

    /// A list of a few words, in any case.
    pub fn lista_de<T: Copy>(&mut self, nome: &str, opcoes: &[(&str, T)]) -> Vec<T> {
        self.lista_com(nome, |texto| opcao(texto, opcoes))
    }

    /// Refuses the request when anything was noted.
    pub fn fim(self) -> Result<(), KitError> {
        self.problemas.or(Some(())).map_err(KitError::Consulta)
    }
}

fn ler_inteiro(texto: &str) -> Result<i64, &'static str> {
    texto.trim().parse().map_err(|_| "deve ser um número inteiro")
}

fn opcao<T: Copy>(texto: &str, opcoes: &[(&str, T)]) -> Result<T, String> {
    match opcoes.iter().find(|(nome, _)| nome.eq_ignore_ascii_case(texto.trim())) {
        Some((_, valor)) => Ok(*valor),
        None => {
            let nomes: Vec<&str> = opcoes.iter().map(|(nome, _)| *nome).collect();
            Err(format!("deve ser um destes valores: {}", nomes.join(", ")))
        }
    }
}

/// Undoes what form decoding does to a date: the `+` of an offset arrives as a space, and the space between
/// date and time stands for `T`.
fn reparar_data(texto: &str) -> String {
    let mut data = texto.to_owned();
    if let Some(inicio) = data.rfind(' ')
        && data.get(..inicio).is_some_and(|antes| antes.contains(':'))
        && data.get(inicio + 1..).is_some_and(e_deslocamento)
    {
        data.replace_range(inicio..=inicio, "+");
    }
    if data.as_bytes().get(10) == Some(&b' ') {
        data.replace_range(10..11, "T");
    }
    data
}

/// `03:00` or `0300`.
fn e_deslocamento(texto: &str) -> bool {
    let digitos = texto.bytes().filter(u8::is_ascii_digit).count();
    match texto.len() {
        4 => digitos == 4,
        5 => digitos == 4 && texto.as_bytes().get(2) == Some(&b':'),
        _ => false,
    }
}

/// A set of parameters that knows how to read itself. What it cannot read it notes on the reader.
pub trait FromConsulta: Sized {
    /// Reads the parameters; the value is only used when no problem was noted.
    fn de(c: &mut Leitor<'_>) -> Option<Self>;
}

impl<A: FromConsulta, B: FromConsulta> FromConsulta for (A, B) {
    fn de(c: &mut Leitor<'_>) -> Option<Self> {
        let (a, b) = (A::de(c), B::de(c));
        Some((a?, b?))
    }
}

impl<A: FromConsulta, B: FromConsulta, C: FromConsulta> FromConsulta for (A, B, C) {
    fn de(c: &mut Leitor<'_>) -> Option<Self> {
        let (a, b, d) = (A::de(c), B::de(c), C::de(c));
        Some((a?, b?, d?))
    }
}

/// Extractor: the parameters of `T`, already valid. Tuples read several sets and report them together.
pub struct Filtros<T, I>(pub T, PhantomData<fn() -> I>);

impl<T, I> Filtros<T, I> {
    /// The parameters.
    pub fn into_inner(self) -> T {
        self.0
    }
}

impl<T, I> Deref for Filtros<T, I> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: FromConsulta, I: Api> FromRequest for Filtros<T, I> {
    type Error = actix_web::Error;
    type Future = Ready<Result<Self, Self::Error>>;

    fn from_request(req: &HttpRequest, _: &mut Payload) -> Self::Future {
        let mut leitor = Leitor::de_requisicao(req);
        let lido = T::de(&mut leitor);
        ready(match leitor.problemas.or(lido) {
            Ok(lido) => Ok(Self(lido, PhantomData)),
            Err(problemas) => Err(I::erro(KitError::Consulta(problemas))),
        })
    }
}

/// Extractor: the query string, for handlers that read their few parameters themselves.
pub struct Consulta<I>(Leitor<'static>, PhantomData<fn() -> I>);

impl<I> Consulta<I> {
    /// Refuses the request when a parameter was bad.
    pub fn fim(self) -> Result<(), KitError> {
        self.0.fim()
    }
}

impl<I> Deref for Consulta<I> {
    type Target = Leitor<'static>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<I> DerefMut for Consulta<I> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl<I: Api> FromRequest for Consulta<I> {
    type Error = actix_web::Error;
    type Future = Ready<Result<Self, Self::Error>>;

    fn from_request(req: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self(Leitor::de_requisicao(req).into_owned(), PhantomData)))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;
    use crate::erro::teste::Ia;
    use actix_web::test::TestRequest;

    fn leitor(consulta: &str) -> Leitor<'_> {
        Leitor::new("/x", consulta)
    }

    fn problemas(leitor: Leitor<'_>) -> String {
        leitor.problemas.to_string()
    }

    #[test]
    fn names_match_in_any_spelling_and_unknown_ones_are_ignored() {
        for nome in
            ["quantidade_registros", "quantidadeRegistros", "QUANTIDADEREGISTROS", "quantidade%5Fregistros"]
        {
            let consulta = format!("%FF=1&outro=%00&{nome}=7");
            let mut c = leitor(&consulta);
            assert_eq!(c.inteiro_entre("quantidade_registros", 1, 250), Some(7), "{nome}");
            assert!(c.fim().is_ok());
        }
    }

    #[test]
    fn values_are_form_decoded() {
        let mut c = leitor("busca=caf%C3%A9+com+leite%2B&vazio=&so_nome");
        assert_eq!(c.texto("busca").unwrap(), "café com leite+");
        assert_eq!(c.texto("vazio"), None);
        assert_eq!(c.texto("soNome"), None);
        assert!(c.fim().is_ok());
    }

    #[test]
    fn every_problem_is_reported_under_its_name() {
        let mut c = leitor("a=1&A=2&b=%FF&c=%00&d=talvez&e=0&f=1.5&g=x");
        assert_eq!(c.texto("a"), None);
        c.texto("b");
        c.texto("c");
        c.booleano("d");
        c.inteiro_entre("e", 1, 250);
        c.inteiro("f");
        c.uma_de("g", &[("ASC", 1), ("DESC", 2)]);
        c.obrigatorio("h", |t| Ok::<_, &str>(t.to_owned()));
        assert_eq!(
            problemas(c),
            "a: foi informado mais de uma vez; b: não está em UTF-8 válido; c: contém um caractere nulo; \
             d: deve ser true ou false; e: deve ser um inteiro de 1 a 250; f: deve ser um número inteiro; \
             g: deve ser um destes valores: ASC, DESC; h: é obrigatório"
        );
    }

    #[test]
    fn booleans_and_words_take_any_case() {
        let mut c = leitor("a=TRUE&b=0&c=desc");
        assert_eq!((c.booleano("a"), c.booleano("b"), c.booleano("z")), (Some(true), Some(false), None));
        assert_eq!(c.uma_de("c", &[("ASC", 1), ("DESC", 2)]), Some(2));
    }

    #[test]
    fn lists_come_in_every_form_that_clients_write() {
        for consulta in [
            "s=1&s=2&s=3",
            "s=1,2,3",
            "s=1%2C2,%203",
            "s[]=1&s[]=2,3",
            "s%5B0%5D=1&s[1]=2&S=+3",
            "s=,1,,2&s=&s=3,",
        ] {
            let mut c = leitor(consulta);
            assert_eq!(c.lista_de_inteiros("s"), [1, 2, 3], "{consulta}");
            assert!(c.fim().is_ok());
        }
        let mut c = leitor("s=1,x&s=y");
        assert_eq!(c.lista_de_inteiros("s"), [1]);
        assert_eq!(problemas(c), "s: deve ser um número inteiro; s: deve ser um número inteiro");
        assert!(leitor("s=").lista("s").is_empty());
    }

    #[test]
    fn a_raw_plus_in_a_date_is_repaired() {
        let esperada: LimiteData = "2026-05-10T00:00:00+03:00".parse().unwrap();
        for texto in [
            "2026-05-10T00:00:00+03:00",
            "2026-05-10T00:00:00%2B03:00",
            "2026-05-10T00:00:00%2B0300",
            "2026-05-10+00:00:00+03:00",
            "2026-05-10%2000:00:00+03%3A00",
        ] {
            let consulta = format!("d={texto}");
            let mut c = leitor(&consulta);
            assert_eq!(c.data_limite("d"), Some(esperada), "{texto}");
        }
        let local: LimiteData = "2026-05-10 03:00:00".parse().unwrap();
        assert_eq!(leitor("d=2026-05-10+03:00:00").data_limite("d"), Some(local));
        assert_eq!(leitor("d=2026-05-10+03:00").data_limite("d"), Some(local));
        assert!(matches!(leitor("d=2026-05-10").data_limite("d"), Some(LimiteData::Dia(_))));
        let mut c = leitor("d=%C3%A9%C3%A9%C3%A9%C3%A9%C3%A9 ontem: 03:00");
        assert_eq!(c.data_limite("d"), None);
        assert!(c.fim().is_err());
    }

    #[derive(Debug)]
    struct Ativo(Option<bool>);

    impl FromConsulta for Ativo {
        fn de(c: &mut Leitor<'_>) -> Option<Self> {
            Some(Self(c.booleano("ativo")))
        }
    }

    #[actix_web::test]
    async fn extractors_refuse_in_the_shape_of_the_interface() {
        let req = TestRequest::with_uri("/x?ativo=1").to_http_request();
        let filtros = Filtros::<Ativo, Ia>::extract(&req).await.unwrap();
        assert_eq!(filtros.0.0, Some(true));

        let req = TestRequest::with_uri("/x?ativo=2").to_http_request();
        let Err(erro) = Filtros::<(Ativo, Ativo), Ia>::extract(&req).await else { panic!() };
        assert_eq!(erro.as_response_error().status_code(), 400);

        let mut consulta = Consulta::<Ia>::extract(&req).await.unwrap();
        assert_eq!(consulta.inteiro("ativo"), Some(2));
        assert!(consulta.fim().is_ok());
    }
}

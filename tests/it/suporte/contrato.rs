//! An interface's OpenAPI document as a contract: every answer that a test sees must be one that it promises.

use std::sync::OnceLock;

use serde_json::Value;

use super::esquema::{self, resolver};
use super::resposta::Resposta;

/// A document and its operations.
pub struct Contrato {
    /// The document as it is served.
    pub documento: Value,
    /// Shape of an error that belongs to no operation.
    erro: &'static str,
}

/// A documented operation.
pub struct Operacao<'a> {
    /// In capitals.
    pub metodo: String,
    /// The path with its parameters in braces.
    pub modelo: &'a str,
    /// What the document says of it.
    pub dito: &'a Value,
    documento: &'a Value,
}

impl Contrato {
    /// Interface A's.
    pub fn a() -> &'static Self {
        static A: OnceLock<Contrato> = OnceLock::new();
        A.get_or_init(|| Self::de(&api_a::openapi(), "#/components/schemas/Erro"))
    }

    /// Interface B's.
    pub fn b() -> &'static Self {
        static B: OnceLock<Contrato> = OnceLock::new();
        B.get_or_init(|| Self::de(&api_b::openapi(), "#/components/schemas/ResultadoOperacao"))
    }

    fn de(documento: &utoipa::openapi::OpenApi, erro: &'static str) -> Self {
        Self { documento: serde_json::to_value(documento).expect("a document is JSON"), erro }
    }

    /// Every documented operation, in the order of the paths.
    pub fn operacoes(&self) -> Vec<Operacao<'_>> {
        const METODOS: [&str; 5] = ["get", "post", "put", "patch", "delete"];
        let caminhos = self.documento["paths"].as_object().expect("paths");
        let de_um = |(modelo, item): (&'_ String, &'_ Value)| {
            for nome in item.as_object().expect("a path item").keys() {
                assert!(METODOS.contains(&nome.as_str()), "{modelo}: the tests do not know {nome}");
            }
        };
        caminhos.iter().for_each(de_um);
        let todas = caminhos.iter().flat_map(|(modelo, item)| {
            METODOS.iter().filter_map(|metodo| {
                let dito = item.get(*metodo)?;
                Some(Operacao { metodo: metodo.to_uppercase(), modelo, dito, documento: &self.documento })
            })
        });
        todas.collect()
    }

    /// The operation that a request is for. A word of the path wins over an identifier.
    pub fn achar(&self, metodo: &str, caminho: &str) -> Option<Operacao<'_>> {
        let caminho = caminho.split('?').next().unwrap_or_default();
        let casa = |modelo: &str| {
            let (m, c) = (modelo.split('/'), caminho.split('/'));
            m.clone().count() == c.clone().count()
                && m.zip(c).all(|(m, c)| (m.starts_with('{') && !c.is_empty()) || m.eq_ignore_ascii_case(c))
        };
        let mut achadas: Vec<_> =
            self.operacoes().into_iter().filter(|o| o.metodo == metodo && casa(o.modelo)).collect();
        // where the one has a word the other has a brace, which sorts after every letter
        achadas.sort_by_key(|o| o.modelo.to_lowercase());
        achadas.into_iter().next()
    }

    /// Fails unless the document promises this answer.
    pub fn conferir(&self, metodo: &str, caminho: &str, resposta: &Resposta) {
        let Some(operacao) = self.achar(metodo, caminho) else {
            if resposta.status >= 400 && metodo != "HEAD" {
                let problemas = esquema::conferir(&self.documento, &self.esquema_do_erro(), &resposta.json());
                assert!(problemas.is_empty(), "{metodo} {caminho}: {problemas:#?}\n{resposta:?}");
            }
            return;
        };
        let problemas = operacao.problemas(resposta);
        assert!(
            problemas.is_empty(),
            "{metodo} {caminho}: the document does not promise this: {problemas:#?}\n{resposta:?}"
        );
    }

    fn esquema_do_erro(&self) -> Value {
        serde_json::json!({ "$ref": self.erro })
    }
}

impl Operacao<'_> {
    /// The parameters of a place (`path`, `query`).
    pub fn parametros(&self, lugar: &str) -> Vec<&str> {
        let todos = self.dito["parameters"].as_array().into_iter().flatten();
        todos.filter(|p| p["in"] == lugar).map(|p| p["name"].as_str().expect("a name")).collect()
    }

    /// The schema of the body that it takes, if it takes one.
    pub fn corpo(&self) -> Option<&Value> {
        let tipos = self.dito["requestBody"]["content"].as_object()?;
        tipos.values().next().map(|tipo| &tipo["schema"])
    }

    /// True when an answer of this status is documented.
    pub fn promete(&self, status: u16) -> bool {
        self.dito["responses"].get(status.to_string()).is_some()
    }

    /// What an answer has that the document does not promise.
    pub fn problemas(&self, resposta: &Resposta) -> Vec<String> {
        let Some(dita) = self.dito["responses"].get(resposta.status.to_string()) else {
            return vec![format!("status {}", resposta.status)];
        };
        let Some(tipos) = resolver(self.documento, dita)["content"].as_object() else {
            let vazio = resposta.corpo.is_empty();
            return if vazio { Vec::new() } else { vec!["a body".to_owned()] };
        };
        let tipo = resposta.header("content-type").split(';').next().unwrap_or_default();
        match tipos.get(tipo) {
            Some(dito) => esquema::conferir(self.documento, &dito["schema"], &resposta.json()),
            None => vec![format!("content type {tipo:?}")],
        }
    }
}

//! The user of an application: a store.

use serde::{Deserialize, Serialize};

use crate::reading::json::Objeto;
use crate::reading::keyed::ComChave;
use crate::reading::problems::Problemas;
use crate::values::ids::UsuarioId;
use crate::values::web::{ler_email_ou_vazio, ler_url_ou_vazio};

/// A store whose data the application manages. Wire form: interface A's Usuario (source document).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Usuario {
    /// The caller's identifier, unique in the application.
    pub usuario_id: UsuarioId,
    /// Full name or store name, 1 to 200 characters.
    #[cfg_attr(feature = "openapi", schema(min_length = 1, max_length = 200))]
    pub nome: String,
    /// E-mail; empty when not given.
    #[cfg_attr(feature = "openapi", schema(required = false, max_length = 254))]
    pub email: String,
    /// While false, the user's data can be read but not changed. True when not given.
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub ativo: bool,
    /// Integration address, absolute http(s); empty when not given.
    #[cfg_attr(feature = "openapi", schema(required = false, max_length = 2000))]
    pub url_integracao: String,
}

impl Usuario {
    /// An active user; for all else the reader's defaults. Meant for
    /// `Usuario { email, ..Usuario::new(id, "Loja") }`, which goes on compiling when a member is added.
    pub fn new(usuario_id: UsuarioId, nome: impl Into<String>) -> Self {
        Self {
            usuario_id,
            nome: nome.into(),
            email: String::new(),
            ativo: true,
            url_integracao: String::new(),
        }
    }
}

impl ComChave for Usuario {
    type Chave = UsuarioId;
    const CHAVE: &'static str = "usuarioId";

    fn chave(&self) -> &UsuarioId {
        &self.usuario_id
    }

    fn ler_membros(obj: &Objeto<'_>, chave: Option<UsuarioId>, p: &mut Problemas) -> Option<Self> {
        let nome = obj.texto("nome", 1, 200, p);
        let email = ler_email_ou_vazio(obj, "email", p);
        let ativo = obj.padrao("ativo", p, true);
        let url_integracao = ler_url_ou_vazio(obj, "urlIntegracao", p);
        Some(Self {
            usuario_id: chave?,
            nome: nome?,
            email: email?,
            ativo: ativo?,
            url_integracao: url_integracao?,
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::reading::json::{ErroLeitura, ler_json};
    use serde_json::value::RawValue;

    fn ler(texto: &str) -> Result<Usuario, String> {
        ler_json(texto.as_bytes()).map_err(|e: ErroLeitura| e.to_string())
    }

    #[test]
    fn defaults() {
        let lido = ler(r#"{"usuarioId":"loja 1/á","nome":"Loja","email":null,"outro":[1]}"#).unwrap();
        assert_eq!(
            serde_json::to_string(&lido).unwrap(),
            r#"{"usuarioId":"loja 1/á","nome":"Loja","email":"","ativo":true,"urlIntegracao":""}"#
        );
        assert!(!ler(r#"{"usuarioId":"1","nome":"Loja","ativo":0}"#).unwrap().ativo);
    }

    #[test]
    fn every_problem_is_named() {
        let erro = ler(r#"{"nome":"","email":"x","ativo":"sim","urlIntegracao":"loja.com"}"#).unwrap_err();
        assert_eq!(
            erro,
            "usuarioId: é obrigatório; nome: deve ter de 1 a 200 caracteres; email: deve ser um e-mail válido; \
             ativo: deve ser true ou false; urlIntegracao: deve ser um endereço http ou https completo"
        );
        assert_eq!(ler("[]").unwrap_err(), "deve ser um objeto");
        assert!(ler("{").unwrap_err().contains("linha 1"));
        assert!(ler(r#"{"usuarioId":"a\u0000","nome":"x"}"#).unwrap_err().contains("caractere nulo"));
    }

    #[test]
    fn the_key_may_come_from_the_address() {
        let chave = UsuarioId::parse("1").unwrap();
        let com = |texto: &str| {
            let raw = RawValue::from_string(texto.to_owned()).unwrap();
            Usuario::ler_com_chave(&raw, Some(&chave)).map_err(|p| p.to_string())
        };
        assert_eq!(com(r#"{"nome":"x"}"#).unwrap().usuario_id, chave);
        assert_eq!(com(r#"{"nome":"x","usuarioId":"1"}"#).unwrap().usuario_id, chave);
        assert_eq!(
            com(r#"{"nome":"x","usuarioId":"2"}"#).unwrap_err(),
            "usuarioId: deve ser igual ao do endereço"
        );
        assert_eq!(com(r#"{"nome":"x","usuarioId":2}"#).unwrap_err(), "usuarioId: deve ser um texto");
    }

    #[test]
    fn patches() {
        let antes = ler(r#"{"usuarioId":"1","nome":"Loja","email":"a@b.com"}"#).unwrap();
        let com = |texto: &str| {
            let raw = RawValue::from_string(texto.to_owned()).unwrap();
            antes.remendar(&raw).map_err(|p| p.to_string())
        };
        let depois = com(r#"{"email":null,"ativo":false}"#).unwrap();
        assert_eq!(depois, Usuario { email: String::new(), ativo: false, ..antes.clone() });
        assert_eq!(com(r#"{"nome":null}"#).unwrap_err(), "nome: é obrigatório");
        assert_eq!(com(r#"{"usuarioId":"2"}"#).unwrap_err(), "usuarioId: deve ser igual ao do endereço");
        assert_eq!(com("7").unwrap_err(), "deve ser um objeto");
    }

    #[test]
    fn new_is_what_the_reader_makes_of_the_least_input() {
        let read = ler(r#"{"usuarioId":"1","nome":"Loja"}"#).unwrap();
        assert_eq!(Usuario::new(read.usuario_id.clone(), "Loja"), read);
    }
}

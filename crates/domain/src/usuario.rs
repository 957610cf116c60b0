//! The user of an application: a store.

use serde::{Deserialize, Serialize};

use crate::reading::json::InputObject;
use crate::reading::keyed::Keyed;
use crate::reading::problems::Problems;
use crate::values::ids::UsuarioId;
use crate::values::web::{read_email_or_empty, read_url_or_empty};

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
    pub fn new(usuario_id: UsuarioId, name: impl Into<String>) -> Self {
        Self {
            usuario_id,
            nome: name.into(),
            email: String::new(),
            ativo: true,
            url_integracao: String::new(),
        }
    }
}

impl Keyed for Usuario {
    type Key = UsuarioId;
    const KEY: &'static str = "usuarioId";

    fn key(&self) -> &UsuarioId {
        &self.usuario_id
    }

    fn read_members(obj: &InputObject<'_>, key: Option<UsuarioId>, p: &mut Problems) -> Option<Self> {
        let name = obj.text("nome", 1, 200, p);
        let email = read_email_or_empty(obj, "email", p);
        let active = obj.default("ativo", p, true);
        let url_integracao = read_url_or_empty(obj, "urlIntegracao", p);
        Some(Self {
            usuario_id: key?,
            nome: name?,
            email: email?,
            ativo: active?,
            url_integracao: url_integracao?,
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::reading::json::{ReadError, read_json};
    use serde_json::value::RawValue;

    fn read(text: &str) -> Result<Usuario, String> {
        read_json(text.as_bytes()).map_err(|e: ReadError| e.to_string())
    }

    #[test]
    fn defaults() {
        let parsed = read(r#"{"usuarioId":"loja 1/á","nome":"Loja","email":null,"outro":[1]}"#).unwrap();
        assert_eq!(
            serde_json::to_string(&parsed).unwrap(),
            r#"{"usuarioId":"loja 1/á","nome":"Loja","email":"","ativo":true,"urlIntegracao":""}"#
        );
        assert!(!read(r#"{"usuarioId":"1","nome":"Loja","ativo":0}"#).unwrap().ativo);
    }

    #[test]
    fn every_problem_is_named() {
        let error = read(r#"{"nome":"","email":"x","ativo":"sim","urlIntegracao":"loja.com"}"#).unwrap_err();
        assert_eq!(
            error,
            "usuarioId: é obrigatório; nome: deve ter de 1 a 200 caracteres; email: deve ser um e-mail válido; \
             ativo: deve ser true ou false; urlIntegracao: deve ser um endereço http ou https completo"
        );
        assert_eq!(read("[]").unwrap_err(), "deve ser um objeto");
        assert!(read("{").unwrap_err().contains("linha 1"));
        assert!(read(r#"{"usuarioId":"a\u0000","nome":"x"}"#).unwrap_err().contains("caractere nulo"));
    }

    #[test]
    fn the_key_may_come_from_the_address() {
        let key = UsuarioId::parse("1").unwrap();
        let with = |text: &str| {
            let raw = RawValue::from_string(text.to_owned()).unwrap();
            Usuario::read_with_key(&raw, Some(&key)).map(|(read, _)| read).map_err(|p| p.to_string())
        };
        assert_eq!(with(r#"{"nome":"x"}"#).unwrap().usuario_id, key);
        assert_eq!(with(r#"{"nome":"x","usuarioId":"1"}"#).unwrap().usuario_id, key);
        assert_eq!(
            with(r#"{"nome":"x","usuarioId":"2"}"#).unwrap_err(),
            "usuarioId: deve ser igual ao do endereço"
        );
        assert_eq!(with(r#"{"nome":"x","usuarioId":1}"#).unwrap().usuario_id, key);
    }

    #[test]
    fn patches() {
        let before = read(r#"{"usuarioId":"1","nome":"Loja","email":"a@b.com"}"#).unwrap();
        let with = |text: &str| {
            let raw = RawValue::from_string(text.to_owned()).unwrap();
            before.patch(&raw).map(|(after, _)| after).map_err(|p| p.to_string())
        };
        let after = with(r#"{"email":null,"ativo":false}"#).unwrap();
        assert_eq!(after, Usuario { email: String::new(), ativo: false, ..before.clone() });
        assert_eq!(with(r#"{"nome":null}"#).unwrap_err(), "nome: é obrigatório");
        assert_eq!(with(r#"{"usuarioId":"2"}"#).unwrap_err(), "usuarioId: deve ser igual ao do endereço");
        assert_eq!(with("7").unwrap_err(), "deve ser um objeto");
    }

    #[test]
    fn new_is_what_the_reader_makes_of_the_least_input() {
        let read = read(r#"{"usuarioId":"1","nome":"Loja"}"#).unwrap();
        assert_eq!(Usuario::new(read.usuario_id.clone(), "Loja"), read);
    }
}

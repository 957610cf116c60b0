//! Notifications: where an application wants its events sent (this project's own).

mod segredo;

use serde::Serialize;

use crate::evento::{KindSet, TipoEvento};
use crate::reading::json::{FromJson, InputValue};
use crate::reading::problems::Problems;
use crate::values::dates::Instante;
use crate::values::ids::UsuarioId;
use crate::values::web::UrlHttp;

pub use segredo::{InvalidSegredo, Segredo};

/// Where events are sent, and which. Wire form: interface A's Notificacao.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Notificacao {
    /// Absolute http(s) address that the events are sent to, at most 2,000 characters. Not given when
    /// `urlIntegracao` is true, required otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false, format = "uri", max_length = 2000))]
    pub url: Option<String>,
    /// True: each event is sent to the `urlIntegracao` of its own user; users without one are passed over.
    /// False when not given.
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub url_integracao: bool,
    /// The kinds of events that are sent; every kind when empty or not given.
    #[cfg_attr(feature = "openapi", schema(required = false, max_items = 50))]
    pub tipos: Vec<TipoEvento>,
    /// Only events of this user are sent; of all users when not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub usuario_id: Option<UsuarioId>,
    /// While false nothing is sent, and nothing is lost: sending goes on where it stopped. True when not
    /// given.
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub ativo: bool,
}

impl Notificacao {
    /// The kinds as a set.
    pub fn set(&self) -> KindSet {
        self.tipos.iter().copied().collect()
    }
}

/// The made-up event that a test sends: of no kind that a receiver could take for a change.
pub fn test_evento(evento_id: &str, usuario_id: &str, date: Instante) -> String {
    serde_json::json!({
        "posicao": 0,
        "eventoId": evento_id,
        "tipo": "teste",
        "usuarioId": usuario_id,
        "data": date,
        "dados": {},
    })
    .to_string()
}

impl FromJson for Notificacao {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = value.object(p)?;
        let url = obj.optional::<UrlHttp>("url", p);
        let url_integracao = obj.default("urlIntegracao", p, false);
        let kinds = obj.list::<TipoEvento>("tipos", 50, p);
        // an empty one is not taken for every user
        let usuario_id = obj.with("usuarioId", p, UsuarioId::read);
        let active = obj.default("ativo", p, true);
        let destino = match (&url, url_integracao) {
            (Some(None), Some(false)) => {
                obj.problem("url", p, "é obrigatório, a não ser que urlIntegracao seja true")
            }
            (Some(Some(_)), Some(true)) => {
                obj.problem("url", p, "não pode ser informado quando urlIntegracao é true")
            }
            _ => Some(()),
        };
        destino?;
        // a kind named twice is one kind
        let set: KindSet = kinds?.into_iter().collect();
        Some(Self {
            url: url?.map(String::from),
            url_integracao: url_integracao?,
            tipos: set.list(),
            usuario_id: usuario_id?,
            ativo: active?,
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::reading::json::read_json;

    fn read(text: &str) -> Result<Notificacao, String> {
        read_json(text.as_bytes()).map_err(|e| e.to_string())
    }

    #[test]
    fn defaults() {
        let parsed = read(r#"{"url":"https://exemplo.com/eventos"}"#).unwrap();
        assert!(parsed.set().all());
        assert_eq!(
            serde_json::to_string(&parsed).unwrap(),
            r#"{"url":"https://exemplo.com/eventos","urlIntegracao":false,"tipos":[],"ativo":true}"#
        );
        let parsed =
            read(r#"{"urlIntegracao":1,"tipos":["sku.preco","pedido.criado","sku.preco"],"usuarioId":"1"}"#)
                .unwrap();
        assert_eq!(parsed.url, None);
        assert_eq!(parsed.tipos, [TipoEvento::PedidoCriado, TipoEvento::SkuPreco]);
    }

    #[test]
    fn every_problem_is_named() {
        let error =
            read(r#"{"url":"ftp://x","tipos":["pedido.novo"],"usuarioId":"","ativo":"sim"}"#).unwrap_err();
        for part in ["url: deve ser um endereço http", "tipos[0]: deve ser um destes", "usuarioId:", "ativo:"]
        {
            assert!(error.contains(part), "{error}");
        }
        assert_eq!(read("{}").unwrap_err(), "url: é obrigatório, a não ser que urlIntegracao seja true");
        assert_eq!(
            read(r#"{"url":"https://exemplo.com","urlIntegracao":true}"#).unwrap_err(),
            "url: não pode ser informado quando urlIntegracao é true"
        );
    }
}

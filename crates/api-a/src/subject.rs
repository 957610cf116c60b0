//! What an answer is about: read again where the answer was too long to keep.

use actix_web::http::StatusCode;
use domain::tipo_canal::TypeCatalogue;
use domain::values::ids::{AplicacaoId, CanalId, LojaId, PedidoId, SkuId};
use serde::{Deserialize, Serialize};
use store::{Conn, StoreError, canais, orders, skus};

use crate::answer::Answer;
use crate::error::{ErrorA, Resource};
use crate::resources::visible_canal;

/// Something of a store, by the store's number; what else is answered is short.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Subject {
    Sku(i32, SkuId),
    Canal(i32, CanalId),
    Pedido(i32, PedidoId),
}

impl Subject {
    /// As it was kept.
    pub fn kept(text: &str) -> Result<Self, ErrorA> {
        let corrupt = |e: serde_json::Error| StoreError::Corrupt(format!("idempotencia.assunto: {e}"));
        Ok(serde_json::from_str(text).map_err(corrupt)?)
    }

    /// Its present state.
    pub fn read(
        self,
        conn: &mut Conn<'_>,
        aplicacao: AplicacaoId,
        kinds: &TypeCatalogue,
    ) -> Result<Answer, ErrorA> {
        let of = |loja| LojaId { aplicacao, loja };
        match self {
            Self::Sku(loja, id) => {
                let sku = skus::find(conn, of(loja), &id)?.ok_or(ErrorA::NotFound(Resource::Sku))?;
                Ok(Answer::ok(&sku)?.with_etag())
            }
            Self::Canal(loja, id) => {
                let row = canais::find(conn, of(loja), &id)?.ok_or(ErrorA::NotFound(Resource::Canal))?;
                Ok(Answer::ok(&visible_canal(row.canal, kinds))?.with_etag())
            }
            Self::Pedido(loja, id) => {
                let pedido = orders::find(conn, of(loja), id)?.ok_or(ErrorA::NotFound(Resource::Pedido))?;
                Ok(Answer::ready(StatusCode::OK, pedido.documento).with_etag())
            }
        }
    }
}

//! An order as the connected channel has it that it came by.

use actix_web::{HttpResponse, get};
use domain::values::dates::Instante;
use domain::values::ids::{CanalId, PedidoId};
use http_kit::{Mount, Then};
use serde::Serialize;
use store::channels::{self, CanalKey};
use store::orders;
use utoipa::ToSchema;

use crate::answer::Answer;
use crate::context::ForLoja;
use crate::doc::Errors;
use crate::error::{ErrorA, Resource};
use crate::interface::PathParams;
use crate::query::{Nothing, UsuarioParam};

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(find);
}

/// What a channel can be told of an order.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
enum Noticia {
    NotaFiscal,
    Envio,
    Entrega,
    Cancelamento,
}

/// The bit by which each is stored.
const BITS: [(i16, Noticia); 4] =
    [(1, Noticia::NotaFiscal), (2, Noticia::Envio), (4, Noticia::Entrega), (8, Noticia::Cancelamento)];

/// An order as its channel has it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PedidoNoCanal {
    /// The channel.
    canal_id: CanalId,
    /// The channel's identifier of it.
    externo: String,
    /// The channel's word for its state.
    situacao: String,
    /// It may still change there.
    aberto: bool,
    /// When it was last read; null while it was not.
    lido_em: Option<Instante>,
    /// What the channel was told.
    contado: Vec<Noticia>,
    /// When it is to be read, or the channel told; null: nothing is due.
    devido_em: Option<Instante>,
    /// Failures in a row.
    tentativas: i32,
}

/// How the connected channel has an order; 404 where it came by no connection.
#[utoipa::path(tag = "Conexao", params(UsuarioParam, ("pedidoId" = PedidoId, Path)),
    responses((status = 200, body = PedidoNoCanal), (status = 304), Errors))]
#[get("/Pedido/{pedidoId}/Canal")]
async fn find(
    Then(req, id): Then<ForLoja<Nothing>, PathParams<(PedidoId,)>>,
) -> Result<HttpResponse, ErrorA> {
    let (id,) = id.into_inner();
    let value = req
        .read(move |conn, loja| {
            if !orders::exists(conn, loja.id, id)? {
                return Err(ErrorA::NotFound(Resource::Pedido));
            }
            let missing = ErrorA::NotFound(Resource::PedidoNoCanal);
            let Some((canal, one)) = channels::of_pedido(conn, loja.id, id)? else { return Err(missing) };
            let canal_id = channels::canal_id(conn, CanalKey { loja: loja.id, canal })?.ok_or(missing)?;
            let told = BITS.iter().filter(|(bit, _)| one.contado & bit != 0);
            Ok(PedidoNoCanal {
                canal_id,
                externo: one.externo,
                situacao: one.situacao,
                aberto: one.aberto,
                lido_em: Some(one.lido_em).filter(|at| at.micros() > 0),
                contado: told.map(|(_, news)| *news).collect(),
                devido_em: one.devida_em,
                tentativas: one.tentativas,
            })
        })
        .await?;
    Answer::ok(&value)?.or_not_modified(&req.conditions)
}

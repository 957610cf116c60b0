//! Notes on an order.

use actix_web::{HttpResponse, get, post};
use domain::interface_b::registro::Observacao;
use domain::reading::json::{FromJson, InputValue};
use domain::reading::problems::Problems;
use domain::values::dates::Data;
use domain::values::dates::Instante;
use domain::values::ids::PedidoId;
use http_kit::{Mount, Then};
use serde::Serialize;
use store::{lojas_config, orders};
use utoipa::ToSchema;

use super::outcome::MISSING;
use crate::answer::{done, render_list};
use crate::context::Ctx;
use crate::doc::{BodyErrors, Errors, MissingError};
use crate::error::ErrorB;
use crate::interface::{Body, PathParams};

/// Every record of an order carries its notes.
const OBSERVACOES_MAX: usize = 200;
/// And their texts together: they are a part of the order's record, which pages are made of.
const OBSERVACOES_BYTES: usize = 128 << 10;

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(list).service(create);
}

/// A note.
#[derive(Serialize, ToSchema)]
struct ObservacaoPedido {
    /// The text.
    observacao: String,
    /// Who wrote it; may be empty.
    usuario: String,
    /// When.
    #[schema(value_type = String)]
    data: Data,
    /// The buyer may see it.
    publica: bool,
}

/// A new note.
#[derive(ToSchema)]
struct NovaObservacao {
    /// The text, 1 to 4,000 characters.
    #[schema(min_length = 1, max_length = 4000)]
    observacao: String,
    /// Who wrote it, at most 200 characters.
    #[schema(required = false, max_length = 200)]
    usuario: String,
    /// The buyer may see it; false when not given.
    #[schema(required = false)]
    publica: bool,
}

impl FromJson for NovaObservacao {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = value.object(p)?;
        let observacao = obj.text("observacao", 1, 4000, p);
        let usuario = obj.text_or_empty("usuario", 200, p);
        let publica = obj.default("publica", p, false);
        Some(Self { observacao: observacao?, usuario: usuario?, publica: publica? })
    }
}

/// Lists the notes on an order, the oldest first; not paged.
#[utoipa::path(tag = "Pedidos", operation_id = "listarObservacoes", params(("pedidoId" = i64, Path)), responses(
    (status = 200, body = Vec<ObservacaoPedido>, headers(("x-total-count" = i64, description = "Notes."))),
    Errors, MissingError))]
#[get("/pedidos/{pedidoId}/observacao")]
async fn list(Then(ctx, id): Then<Ctx, PathParams<(PedidoId,)>>) -> Result<HttpResponse, ErrorB> {
    let ((id,), defaults) = (id.into_inner(), ctx.defaults());
    let (found, style) = ctx
        .read(move |conn, loja| {
            let style = lojas_config::find(conn, loja)?.style(defaults);
            Ok((orders::observacoes(conn, loja, id)?.ok_or(MISSING)?, style))
        })
        .await?;
    let shown = |nota: Observacao| ObservacaoPedido {
        observacao: nota.observacao,
        usuario: nota.usuario,
        data: style.date(nota.data),
        publica: nota.publica,
    };
    Ok(render_list(&found.into_iter().map(shown).collect::<Vec<_>>()))
}

/// Adds a note to an order: at most 200 notes, and 128 KiB of them.
#[utoipa::path(tag = "Pedidos", operation_id = "criarObservacao", params(("pedidoId" = i64, Path)),
    request_body = NovaObservacao,
    responses((status = 200, body = bool), Errors, MissingError, BodyErrors))]
#[post("/pedidos/{pedidoId}/observacao")]
async fn create(
    Then(ctx, (id, body)): Then<Ctx, (PathParams<(PedidoId,)>, Body<NovaObservacao>)>,
) -> Result<HttpResponse, ErrorB> {
    let ((id,), NovaObservacao { observacao, usuario, publica }) = (id.into_inner(), body.into_inner());
    let new = Observacao { observacao, usuario, data: Instante::now().truncated(), publica };
    ctx.write(move |tx, loja| {
        orders::exclusive(tx, loja, id)?;
        let all = orders::observacoes(tx, loja, id)?.ok_or(MISSING)?;
        if all.len() >= OBSERVACOES_MAX {
            let limit = format_args!("O pedido já tem {OBSERVACOES_MAX} observações.");
            return Err(ErrorB::rule(limit));
        }
        let bytes: usize = all.iter().chain([&new]).map(|nota| nota.observacao.len()).sum();
        if bytes > OBSERVACOES_BYTES {
            return Err(ErrorB::rule(format_args!(
                "As observações do pedido, com esta, passariam de {OBSERVACOES_BYTES} bytes."
            )));
        }
        orders::observe(tx, loja, id, new.clone())?;
        Ok(())
    })
    .await?;
    Ok(done())
}

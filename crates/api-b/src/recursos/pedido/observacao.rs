//! Notes on an order.

use actix_web::{HttpResponse, get, post};
use domain::interface_b::registro::Observacao;
use domain::reading::json::{Leitura, Valor};
use domain::reading::problems::Problemas;
use domain::values::dates::Data;
use domain::values::dates::Instante;
use domain::values::ids::PedidoId;
use http_kit::Depois;
use serde::Serialize;
use store::{lojas_config, pedidos};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use super::desfecho::AUSENTE;
use crate::contexto::Ctx;
use crate::doc::{ErroAusente, Erros, ErrosDeCorpo};
use crate::erro::ErroB;
use crate::interface::{Caminho, Corpo};
use crate::resposta::{feito, lista};

/// Every record of an order carries its notes.
const OBSERVACOES_MAX: usize = 200;

/// The routes of this file.
pub fn registrar(cfg: &mut ServiceConfig<'_>) {
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

impl Leitura for NovaObservacao {
    fn ler(valor: &Valor<'_>, p: &mut Problemas) -> Option<Self> {
        let obj = valor.objeto(p)?;
        let observacao = obj.texto("observacao", 1, 4000, p);
        let usuario = obj.texto_ou_vazio("usuario", 200, p);
        let publica = obj.padrao("publica", p, false);
        Some(Self { observacao: observacao?, usuario: usuario?, publica: publica? })
    }
}

/// Lists the notes on an order, the oldest first; not paged.
#[utoipa::path(tag = "Pedidos", operation_id = "listarObservacoes", params(("pedidoId" = i64, Path)), responses(
    (status = 200, body = Vec<ObservacaoPedido>, headers(("x-total-count" = i64, description = "Notes."))),
    Erros, ErroAusente))]
#[get("/pedidos/{pedidoId}/observacao")]
async fn list(Depois(ctx, id): Depois<Ctx, Caminho<(PedidoId,)>>) -> Result<HttpResponse, ErroB> {
    let ((id,), padrao) = (id.into_inner(), ctx.fuso());
    let (achadas, estilo) = ctx
        .ler(move |conn, loja| {
            let estilo = lojas_config::find(conn, loja)?.estilo(padrao);
            Ok((pedidos::observacoes(conn, loja, id)?.ok_or(AUSENTE)?, estilo))
        })
        .await?;
    let mostrada = |nota: Observacao| ObservacaoPedido {
        observacao: nota.observacao,
        usuario: nota.usuario,
        data: estilo.data(nota.data),
        publica: nota.publica,
    };
    Ok(lista(&achadas.into_iter().map(mostrada).collect::<Vec<_>>()))
}

/// Adds a note to an order, at most 200.
#[utoipa::path(tag = "Pedidos", operation_id = "criarObservacao", params(("pedidoId" = i64, Path)),
    request_body = NovaObservacao,
    responses((status = 200, body = bool), Erros, ErroAusente, ErrosDeCorpo))]
#[post("/pedidos/{pedidoId}/observacao")]
async fn create(
    Depois(ctx, (id, corpo)): Depois<Ctx, (Caminho<(PedidoId,)>, Corpo<NovaObservacao>)>,
) -> Result<HttpResponse, ErroB> {
    let ((id,), NovaObservacao { observacao, usuario, publica }) = (id.into_inner(), corpo.into_inner());
    let nova = Observacao { observacao, usuario, data: Instante::agora().truncado(), publica };
    ctx.escrever(move |tx, loja| {
        pedidos::exclusivo(tx, loja, id)?;
        if pedidos::observacoes(tx, loja, id)?.ok_or(AUSENTE)?.len() >= OBSERVACOES_MAX {
            let limite = format_args!("O pedido já tem {OBSERVACOES_MAX} observações.");
            return Err(ErroB::regra(limite));
        }
        pedidos::observar(tx, loja, id, nova.clone())?;
        Ok(())
    })
    .await?;
    Ok(feito())
}

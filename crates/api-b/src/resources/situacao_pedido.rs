//! The statuses that an order may be asked for by.

use actix_web::{HttpResponse, get};
use domain::interface_b::situacao_pedido::{SITUACOES, Situacao};
use domain::pedido::SubSituacao;
use http_kit::Mount;
use serde::Serialize;
use utoipa::ToSchema;

use crate::answer::render_list;
use crate::context::Ctx;
use crate::doc::Errors;

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(list);
}

/// A status.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SituacaoPedido {
    /// Its number.
    #[schema(minimum = 1, maximum = 23)]
    situacao_pedido_id: i16,
    /// Its name.
    nome: &'static str,
    /// What it says of an order.
    descricao: &'static str,
    /// What this service does with it; empty for its own statuses.
    observacao: String,
}

impl SituacaoPedido {
    fn of(situacao: &Situacao) -> Self {
        let observacao = match situacao.status() {
            None => {
                let statuses = situacao.sub().map_or(&[][..], SubSituacao::statuses);
                let codes: Vec<String> = statuses.iter().map(|status| status.code().to_string()).collect();
                format!("Passo dentro destas situações: {}.", codes.join(", "))
            }
            Some(_) if situacao.motivo().is_empty() => String::new(),
            Some(status) => format!(
                "Na consulta e na alteração, equivale a {} ({}); na alteração, com o motivo: {}.",
                status.code(),
                Situacao::name_of(status),
                situacao.motivo()
            ),
        };
        Self {
            situacao_pedido_id: situacao.codigo,
            nome: situacao.nome,
            descricao: situacao.descricao,
            observacao,
        }
    }
}

/// Lists the statuses; not paged.
#[utoipa::path(tag = "Pedidos", operation_id = "listarSituacoesPedido", responses(
    (status = 200, body = Vec<SituacaoPedido>, headers(("x-total-count" = i64, description = "Statuses."))),
    Errors))]
#[get("/situacoesPedido")]
async fn list(_ctx: Ctx) -> HttpResponse {
    render_list(&SITUACOES.iter().map(SituacaoPedido::of).collect::<Vec<_>>())
}

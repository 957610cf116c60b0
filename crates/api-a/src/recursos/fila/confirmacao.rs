//! Events are confirmed by their receipts.

use actix_web::{HttpResponse, post};
use domain::fila::Recibo;
use domain::reading::json::{Leitura, Valor};
use domain::reading::problems::Problemas;
use http_kit::{Depois, Fault};
use store::fila::{self, Confirmacao, Fila};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::consulta::{Nada, ParamUsuarioOpcional};
use crate::contexto::DaAplicacao;
use crate::doc::{Erros, ErrosDeCorpo};
use crate::erro::{ErroA, Recurso};
use crate::interface::Corpo;
use crate::lote::{Feito, Item, ItemDeLote, Lote, Modo, ResultadoItem, responder};

/// The routes of this file.
pub fn registrar(cfg: &mut ServiceConfig<'_>) {
    cfg.service(confirmar);
}

/// One event to be confirmed.
#[derive(Clone, ToSchema)]
struct ReciboDaFila {
    /// As handed out with the event.
    #[schema(value_type = String)]
    recibo: Recibo,
}

impl Leitura for ReciboDaFila {
    fn ler(valor: &Valor<'_>, p: &mut Problemas) -> Option<Self> {
        Some(Self { recibo: valor.objeto(p)?.obrigatorio("recibo", p)? })
    }
}

impl ItemDeLote for ReciboDaFila {
    const CHAVE: &'static str = "recibo";
}

/// Confirms up to 500 events: they are not handed out again. The receipt says whose they are; with a `usuarioId`
/// only receipts of that user's queue are known. `status` of an item: 200 confirmed, also when it was before and when
/// the lease has ended but nobody else was handed the event; 409 handed out again since; 404 unknown; 400 not a
/// receipt.
#[utoipa::path(tag = "Fila", params(ParamUsuarioOpcional), request_body = Vec<ReciboDaFila>,
    responses((status = 200, body = Vec<ResultadoItem>), Erros, ErrosDeCorpo))]
#[post("/Pedido/Fila/Confirmar")]
async fn confirmar(
    Depois(req, corpo): Depois<DaAplicacao<Nada>, Corpo<Lote<ReciboDaFila>>>,
) -> Result<HttpResponse, ErroA> {
    let (aplicacao, loja, impressao) = (req.aplicacao(), req.loja(), corpo.impressao());
    let Lote(itens) = corpo.into_inner();
    let recibos: Vec<Recibo> = bons(&itens).map(|item| item.recibo).collect();
    req.escrever(impressao, move |tx| {
        let fila = Fila { aplicacao, loja: loja(tx)? };
        let mut feitas = fila::confirmar(tx, fila, &recibos)?.into_iter();
        responder(Modo::Parcial, resultados(&itens, || feito(feitas.next())))
    })
    .await
}

/// The items that could be read.
pub(super) fn bons<T>(itens: &[Item<T>]) -> impl Iterator<Item = &T> {
    itens.iter().filter_map(|item| item.valor.as_ref().ok())
}

/// One outcome per item: that of the next one that could be read, or why it could not.
pub(super) fn resultados<T>(
    itens: &[Item<T>],
    mut proximo: impl FnMut() -> Result<Feito, ErroA>,
) -> Vec<(String, Result<Feito, ErroA>)> {
    let mut resultado = |item: &Item<T>| match &item.valor {
        Ok(_) => proximo(),
        Err(problemas) => Err(ErroA::Invalido(problemas.clone())),
    };
    itens.iter().map(|item| (item.chave.clone(), resultado(item))).collect()
}

fn feito(confirmacao: Option<Confirmacao>) -> Result<Feito, ErroA> {
    match confirmacao {
        Some(Confirmacao::Confirmada) => Ok(Feito::gravado(false)),
        Some(Confirmacao::Vencida) => Err(ErroA::ReciboVencido),
        Some(Confirmacao::Desconhecida) => Err(ErroA::NaoEncontrado(Recurso::Recibo)),
        None => Err(Fault::new("a batch lost a receipt").into()),
    }
}

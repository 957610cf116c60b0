//! What a notification was sent, and what it is to be sent once more: deliveries, tests, replays, another secret.

use actix_web::{HttpResponse, get, post};
use domain::entrega::{Entrega, EstadoEntrega};
use domain::evento::{TipoDesconhecido, TipoEvento};
use domain::reading::json::{Leitura, Objeto, Valor};
use domain::reading::problems::Problemas;
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, LojaId, UsuarioId};
use http_kit::{Depois, Fault, FromConsulta, Leitor};
use serde::Serialize;
use store::notificacoes::{self, Dono, FiltroEntregas, Reenvio, Rotacao, Teste};
use store::paging::PageRequest;
use store::{Conn, usuarios};
use utoipa::{IntoParams, ToSchema};
use utoipa_actix_web::service_config::ServiceConfig;

use super::cadastro::{AUSENTE, atual};
use crate::consulta::ParamPagina;
use crate::contexto::{Ctx, conferir};
use crate::doc::{Erros, ErrosDeCorpo};
use crate::envelope::{RetornoPaginado, pagina};
use crate::erro::ErroA;
use crate::interface::{Caminho, Corpo, Filtros};
use crate::resposta::Resposta;

/// The routes of this file.
pub fn registrar(cfg: &mut ServiceConfig<'_>) {
    cfg.service(rotate).service(testar).service(reenviar).service(entregas);
}

/// A new secret.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct NovoSegredo {
    /// What calls are signed with from now on. It is never shown again.
    segredo: String,
    /// Until when they are signed with the secret before, too.
    segredo_anterior_ate: Instante,
}

/// Gives a notification a new secret, shown in this answer alone. For a day calls are signed with both; 409 while
/// that day lasts.
#[utoipa::path(tag = "Notificacao", params(("id" = i64, Path)),
    responses((status = 200, body = NovoSegredo), Erros))]
#[post("/Notificacao/{id}/Segredo")]
async fn rotate(Depois(ctx, id): Depois<Ctx, Caminho<(i64,)>>) -> Result<HttpResponse, ErroA> {
    let ((id,), aplicacao, condicoes) = (id.into_inner(), ctx.aplicacao(), ctx.condicoes.clone());
    ctx.escrever([0; 32], move |tx| {
        let agora = tx.agora();
        notificacoes::exclusivo(tx, Dono::Aplicacao(aplicacao), id)?;
        conferir(&condicoes, Some(&atual(tx, aplicacao, id)?.1.gravada))?;
        match notificacoes::rotate(tx, Dono::Aplicacao(aplicacao), id, agora)? {
            Rotacao::Feita(segredo, segredo_anterior_ate) => {
                Resposta::ok(&NovoSegredo { segredo: segredo.texto(), segredo_anterior_ate })
            }
            Rotacao::EmCurso(ate) => Err(ErroA::RotacaoEmCurso(ate)),
            Rotacao::Ausente => Err(AUSENTE),
        }
    })
    .await
}

/// Where a test goes.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
struct DestinoTeste {
    /// To the `urlIntegracao` of this user; required where the notification has neither `url` nor `usuarioId`.
    #[param(value_type = Option<String>, min_length = 1, max_length = 100)]
    destino: Option<UsuarioId>,
}

impl FromConsulta for DestinoTeste {
    fn de(c: &mut Leitor<'_>) -> Option<Self> {
        Some(Self { destino: c.com("destino", |texto| UsuarioId::parse(texto)) })
    }
}

/// Sends a made-up event of kind `teste` at once, once, whatever the state of the notification; answers the
/// delivery, which is still to be made.
#[utoipa::path(tag = "Notificacao", params(("id" = i64, Path), DestinoTeste),
    responses((status = 200, body = Entrega), Erros))]
#[post("/Notificacao/{id}/Testar")]
async fn testar(
    Depois(ctx, (id, destino)): Depois<Ctx, (Caminho<(i64,)>, Filtros<DestinoTeste>)>,
) -> Result<HttpResponse, ErroA> {
    let ((id,), aplicacao, destino) = (id.into_inner(), ctx.aplicacao(), destino.into_inner().destino);
    let dono = Dono::Aplicacao(aplicacao);
    ctx.escrever([0; 32], move |tx| {
        notificacoes::find(tx, dono, id)?.ok_or(AUSENTE)?;
        let usuario = destinatario(tx, aplicacao, destino.as_ref())?;
        let agora = tx.agora();
        match notificacoes::testar(tx, dono, id, usuario, agora)? {
            Teste::Criado(entrega) => Resposta::ok(&uma(tx, dono, id, entrega)?),
            Teste::FaltaUsuario => Err(ErroA::invalido(
                "destino",
                "é obrigatório, porque a notificação envia à urlIntegracao de cada usuário",
            )),
            Teste::Demais => Err(ErroA::TestesDemais(notificacoes::EM_ABERTO_MAX)),
            Teste::Ausente => Err(AUSENTE),
        }
    })
    .await
}

fn destinatario(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    destino: Option<&UsuarioId>,
) -> Result<Option<LojaId>, ErroA> {
    let Some(usuario_id) = destino else { return Ok(None) };
    let achada = usuarios::resolver(conn, aplicacao, usuario_id)?;
    Ok(Some(achada.ok_or_else(|| ErroA::invalido("destino", "não existe entre os usuários"))?.id))
}

/// A delivery that was created a moment ago.
fn uma(conn: &mut Conn<'_>, dono: Dono, id: i64, entrega: i64) -> Result<Entrega, ErroA> {
    let filtro = FiltroEntregas { entrega: Some(entrega), ..FiltroEntregas::default() };
    let page = notificacoes::list_entregas(conn, dono, id, filtro, PageRequest::first(1))?;
    let achada = page.and_then(|page| page.rows.into_iter().next());
    Ok(achada.ok_or_else(|| Fault::new(format!("delivery {entrega} was created and is not there")))?)
}

/// A stretch of the event log.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Faixa {
    /// The first position.
    #[schema(minimum = 1)]
    de_posicao: i64,
    /// The last position; it counts too.
    #[schema(minimum = 1)]
    ate_posicao: i64,
}

impl Leitura for Faixa {
    fn ler(valor: &Valor<'_>, p: &mut Problemas) -> Option<Self> {
        let obj = valor.objeto(p)?;
        let de = posicao(&obj, "dePosicao", p);
        let ate = posicao(&obj, "atePosicao", p);
        let (de_posicao, ate_posicao) = (de?, ate?);
        if de_posicao > ate_posicao {
            return obj.problema("atePosicao", p, "não pode ser menor que dePosicao");
        }
        Some(Self { de_posicao, ate_posicao })
    }
}

fn posicao(obj: &Objeto<'_>, nome: &str, p: &mut Problemas) -> Option<i64> {
    match obj.obrigatorio::<i64>(nome, p)? {
        n if n >= 1 => Some(n),
        _ => obj.problema(nome, p, "deve ser 1 ou mais"),
    }
}

/// Sends the events of a stretch of the log once more, as far as they are kept and of the notification's kinds.
/// Answers the stretch that will be sent.
#[utoipa::path(tag = "Notificacao", params(("id" = i64, Path)), request_body = Faixa,
    responses((status = 200, body = Faixa), Erros, ErrosDeCorpo))]
#[post("/Notificacao/{id}/Reenviar")]
async fn reenviar(
    Depois(ctx, (id, corpo)): Depois<Ctx, (Caminho<(i64,)>, Corpo<Faixa>)>,
) -> Result<HttpResponse, ErroA> {
    let ((id,), aplicacao, impressao) = (id.into_inner(), ctx.aplicacao(), corpo.impressao());
    let Faixa { de_posicao, ate_posicao } = corpo.into_inner();
    ctx.store().place_events().await?;
    ctx.escrever(impressao, move |tx| {
        match notificacoes::reenviar(tx, Dono::Aplicacao(aplicacao), id, de_posicao, ate_posicao)? {
            Reenvio::Aceito { de, ate } => Resposta::ok(&Faixa { de_posicao: de, ate_posicao: ate }),
            Reenvio::Vazio => Err(ErroA::invalido("dePosicao", "o registro não tem eventos nesta faixa")),
            Reenvio::Demais => Err(ErroA::ReenviosDemais(notificacoes::EM_ABERTO_MAX)),
            Reenvio::Ausente => Err(AUSENTE),
        }
    })
    .await
}

/// Which deliveries are wanted.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
struct FiltroEntrega {
    /// In this state.
    estado: Option<EstadoEntrega>,
    /// Of events of this kind.
    tipo: Option<TipoEvento>,
}

impl FromConsulta for FiltroEntrega {
    fn de(c: &mut Leitor<'_>) -> Option<Self> {
        let estados: Vec<_> = EstadoEntrega::TODOS.iter().map(|estado| (estado.nome(), *estado)).collect();
        let estado = c.uma_de("estado", &estados);
        let tipo = c.com("tipo", |texto| TipoEvento::parse_sem_caixa(texto.trim()).ok_or(TipoDesconhecido));
        Some(Self { estado, tipo })
    }
}

/// What was, is and is to be sent, newest first, each with its attempts. What was taken stays listed for a while.
#[utoipa::path(tag = "Notificacao", params(("id" = i64, Path), ParamPagina, FiltroEntrega),
    responses((status = 200, body = RetornoPaginado<Entrega>), Erros))]
#[get("/Notificacao/{id}/Entregas")]
async fn entregas(
    Depois(ctx, (id, filtros)): Depois<Ctx, (Caminho<(i64,)>, Filtros<(PageRequest, FiltroEntrega)>)>,
) -> Result<HttpResponse, ErroA> {
    let ((id,), (pedida, filtro)) = (id.into_inner(), filtros.into_inner());
    let filtro = FiltroEntregas { entrega: None, estado: filtro.estado, tipo: filtro.tipo };
    let dono = Dono::Aplicacao(ctx.aplicacao());
    let page = ctx
        .ler(move |conn| notificacoes::list_entregas(conn, dono, id, filtro, pedida)?.ok_or(AUSENTE))
        .await?;
    Ok(pagina(&ctx, pedida, page)?.into())
}

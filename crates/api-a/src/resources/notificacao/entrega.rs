//! What a notification was sent, and what it is to be sent once more: deliveries, tests, replays, another
//! secret.

use actix_web::{HttpResponse, get, post};
use domain::entrega::{Entrega, EstadoEntrega};
use domain::evento::{TipoEvento, UnknownKind};
use domain::reading::json::{FromJson, InputObject, InputValue};
use domain::reading::problems::Problems;
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, LojaId, UsuarioId};
use http_kit::{Fault, FromQuery, Mount, QueryReader, Then};
use serde::Serialize;
use store::notificacoes::{self, EntregasFilter, Owner, ResendOutcome, RotateOutcome, Test};
use store::paging::PageRequest;
use store::{Conn, usuarios};
use utoipa::{IntoParams, ToSchema};

use super::registration::{MISSING, current};
use crate::answer::Answer;
use crate::context::{Ctx, check};
use crate::doc::{BodyErrors, Errors};
use crate::envelope::{RetornoPaginado, write_page};
use crate::error::ErrorA;
use crate::interface::{Body, Filters, PathParams};
use crate::query::PageParams;

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(rotate).service(send_test).service(resend).service(entregas);
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

/// Gives a notification a new secret, shown in this answer alone. For a day calls are signed with both; 409
/// while that day lasts.
#[utoipa::path(tag = "Notificacao", params(("id" = i64, Path)),
    responses((status = 200, body = NovoSegredo), Errors))]
#[post("/Notificacao/{id}/Segredo")]
async fn rotate(Then(ctx, id): Then<Ctx, PathParams<(i64,)>>) -> Result<HttpResponse, ErrorA> {
    let ((id,), aplicacao, conditions) = (id.into_inner(), ctx.aplicacao(), ctx.conditions.clone());
    ctx.write([0; 32], move |tx| {
        let now = tx.now();
        notificacoes::exclusive(tx, Owner::Aplicacao(aplicacao), id)?;
        check(&conditions, Some(&current(tx, aplicacao, id)?.1.stored))?;
        match notificacoes::rotate(tx, Owner::Aplicacao(aplicacao), id, now)? {
            RotateOutcome::Done(segredo, segredo_anterior_ate) => {
                Answer::ok(&NovoSegredo { segredo: segredo.text(), segredo_anterior_ate })
            }
            RotateOutcome::InProgress(ate) => Err(ErrorA::RotationInProgress(ate)),
            RotateOutcome::Missing => Err(MISSING),
        }
    })
    .await
}

/// Where a test goes.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
struct TestDestino {
    /// To the `urlIntegracao` of this user; required where the notification has neither `url` nor
    /// `usuarioId`.
    #[param(value_type = Option<String>, min_length = 1, max_length = 100)]
    destino: Option<UsuarioId>,
}

impl FromQuery for TestDestino {
    fn of(c: &mut QueryReader<'_>) -> Option<Self> {
        Some(Self { destino: c.with("destino", |text| UsuarioId::parse(text)) })
    }
}

/// Sends a made-up event of kind `teste` at once, once, whatever the state of the notification; answers the
/// delivery, which is still to be made.
#[utoipa::path(tag = "Notificacao", params(("id" = i64, Path), TestDestino),
    responses((status = 200, body = Entrega), Errors))]
#[post("/Notificacao/{id}/Testar")]
async fn send_test(
    Then(ctx, (id, destino)): Then<Ctx, (PathParams<(i64,)>, Filters<TestDestino>)>,
) -> Result<HttpResponse, ErrorA> {
    let ((id,), aplicacao, destino) = (id.into_inner(), ctx.aplicacao(), destino.into_inner().destino);
    let owner = Owner::Aplicacao(aplicacao);
    ctx.write([0; 32], move |tx| {
        notificacoes::find(tx, owner, id)?.ok_or(MISSING)?;
        let usuario = recipient(tx, aplicacao, destino.as_ref())?;
        let now = tx.now();
        match notificacoes::send_test(tx, owner, id, usuario, now)? {
            Test::Created(entrega) => Answer::ok(&one(tx, owner, id, entrega)?),
            Test::UserMissing => Err(ErrorA::invalid(
                "destino",
                "é obrigatório, porque a notificação envia à urlIntegracao de cada usuário",
            )),
            Test::Excess => Err(ErrorA::TooManyTests(notificacoes::OPEN_MAX)),
            Test::Missing => Err(MISSING),
        }
    })
    .await
}

fn recipient(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    destino: Option<&UsuarioId>,
) -> Result<Option<LojaId>, ErrorA> {
    let Some(usuario_id) = destino else { return Ok(None) };
    let found = usuarios::resolve(conn, aplicacao, usuario_id)?;
    Ok(Some(found.ok_or_else(|| ErrorA::invalid("destino", "não existe entre os usuários"))?.id))
}

/// A delivery that was created a moment ago.
fn one(conn: &mut Conn<'_>, owner: Owner, id: i64, entrega: i64) -> Result<Entrega, ErrorA> {
    let filter = EntregasFilter { entrega: Some(entrega), ..EntregasFilter::default() };
    let page = notificacoes::list_entregas(conn, owner, id, filter, PageRequest::first(1))?;
    let found = page.and_then(|page| page.rows.into_iter().next());
    Ok(found.ok_or_else(|| Fault::new(format!("delivery {entrega} was created and is not there")))?)
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

impl FromJson for Faixa {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = value.object(p)?;
        let de = read_position(&obj, "dePosicao", p);
        let ate = read_position(&obj, "atePosicao", p);
        let (de_posicao, ate_posicao) = (de?, ate?);
        if de_posicao > ate_posicao {
            return obj.problem("atePosicao", p, "não pode ser menor que dePosicao");
        }
        Some(Self { de_posicao, ate_posicao })
    }
}

fn read_position(obj: &InputObject<'_>, name: &str, p: &mut Problems) -> Option<i64> {
    match obj.required::<i64>(name, p)? {
        n if n >= 1 => Some(n),
        _ => obj.problem(name, p, "deve ser 1 ou mais"),
    }
}

/// Sends the events of a stretch of the log once more, as far as they are kept and of the notification's
/// kinds. Answers the stretch that will be sent.
#[utoipa::path(tag = "Notificacao", params(("id" = i64, Path)), request_body = Faixa,
    responses((status = 200, body = Faixa), Errors, BodyErrors))]
#[post("/Notificacao/{id}/Reenviar")]
async fn resend(
    Then(ctx, (id, body)): Then<Ctx, (PathParams<(i64,)>, Body<Faixa>)>,
) -> Result<HttpResponse, ErrorA> {
    let ((id,), aplicacao, fingerprint) = (id.into_inner(), ctx.aplicacao(), body.fingerprint());
    let Faixa { de_posicao, ate_posicao } = body.into_inner();
    ctx.store().place_events().await?;
    ctx.write(fingerprint, move |tx| {
        match notificacoes::resend(tx, Owner::Aplicacao(aplicacao), id, de_posicao, ate_posicao)? {
            ResendOutcome::Accepted { de, ate } => Answer::ok(&Faixa { de_posicao: de, ate_posicao: ate }),
            ResendOutcome::Empty => {
                Err(ErrorA::invalid("dePosicao", "o registro não tem eventos nesta faixa"))
            }
            ResendOutcome::Excess => Err(ErrorA::TooManyResendings(notificacoes::OPEN_MAX)),
            ResendOutcome::Missing => Err(MISSING),
        }
    })
    .await
}

/// Which deliveries are wanted.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
struct EntregaFilter {
    /// In this state.
    estado: Option<EstadoEntrega>,
    /// Of events of this kind.
    tipo: Option<TipoEvento>,
}

impl FromQuery for EntregaFilter {
    fn of(c: &mut QueryReader<'_>) -> Option<Self> {
        let states: Vec<_> = EstadoEntrega::ALL.iter().map(|estado| (estado.name(), *estado)).collect();
        let estado = c.one_of("estado", &states);
        let tipo = c.with("tipo", |text| TipoEvento::parse_ignoring_case(text.trim()).ok_or(UnknownKind));
        Some(Self { estado, tipo })
    }
}

/// What was, is and is to be sent, newest first, each with its attempts. What was taken stays listed for a
/// while.
#[utoipa::path(tag = "Notificacao", params(("id" = i64, Path), PageParams, EntregaFilter),
    responses((status = 200, body = RetornoPaginado<Entrega>), Errors))]
#[get("/Notificacao/{id}/Entregas")]
async fn entregas(
    Then(ctx, (id, filters)): Then<Ctx, (PathParams<(i64,)>, Filters<(PageRequest, EntregaFilter)>)>,
) -> Result<HttpResponse, ErrorA> {
    let ((id,), (wanted, filter)) = (id.into_inner(), filters.into_inner());
    let filter = EntregasFilter { entrega: None, estado: filter.estado, tipo: filter.tipo };
    let owner = Owner::Aplicacao(ctx.aplicacao());
    let page = ctx
        .read(move |conn| {
            let page = notificacoes::list_entregas(conn, owner, id, filter, wanted)?.ok_or(MISSING)?;
            write_page(wanted, page)
        })
        .await?;
    Ok(page.respond(&ctx))
}

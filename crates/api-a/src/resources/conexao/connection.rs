//! The connection of a channel: what the hub may do there, how it stands, and what waits.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, delete, get, post, put};
use domain::conexao::{EstadoConexao, ModoConexao};
use domain::reading::json::{FromJson, InputValue};
use domain::reading::problems::Problems;
use domain::tipo_canal::Consentimento;
use domain::values::dates::Instante;
use domain::values::ids::{CanalId, SkuId};
use http_kit::{Mount, PublicUrl, Then};
use serde::Serialize;
use store::canais::{self, CanalRow};
use store::channels::{self, CanalKey, Conexao, Settings};
use store::{Conn, UpsertOutcome};
use utoipa::ToSchema;

use super::{connected, key_of};
use crate::answer::Answer;
use crate::context::ForLoja;
use crate::doc::{BodyErrors, Errors};
use crate::error::{ErrorA, Resource};
use crate::interface::{Body, PathParams};
use crate::lote::BATCH_MAX;
use crate::query::{Nothing, UsuarioParam};

/// The routes of this file.
pub fn mount(cfg: &mut Mount<'_>) {
    cfg.service(find).service(connect).service(disconnect).service(check).service(synchronise);
}

/// What the hub does at the channel, and how that stands.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ConexaoDoCanal {
    /// The connector: the code of the channel's type.
    conector: String,
    /// What the hub may do there.
    modo: ModoConexao,
    /// SKUs without a listing get one.
    publicar: bool,
    /// How it stands.
    estado: EstadoConexao,
    /// The account at the channel; null while it is not known.
    conta: Option<ContaDoCanal>,
    /// What waits to be told.
    fila: FilaDoCanal,
    /// From the change of an offer until the channel had accepted it; null while it has accepted none.
    janela: Option<JanelaDoCanal>,
    /// Orders of the channel.
    pedidos: PedidosDaConexao,
    /// How many errors stand.
    erros: i64,
    /// Where the channel may say that something changed; null where the hub takes no notices.
    aviso: Option<String>,
    /// Where the account's owner lets the hub in; null where the channel asks for no consent, and in other answers than
    /// that of `Verificar`.
    autorizacao: Option<AutorizacaoDoCanal>,
    /// When something about the connection last changed.
    data_alteracao: Instante,
}

/// Where somebody is to consent.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AutorizacaoDoCanal {
    /// The address, to be opened in the browser of whoever owns the account.
    endereco: String,
    /// Until when the return is awaited.
    expira_em: Instante,
}

/// An account at a channel.
#[derive(Serialize, ToSchema)]
struct ContaDoCanal {
    /// The channel's identifier of it.
    id: String,
    /// Its name.
    nome: String,
}

/// What waits to be told at a channel.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FilaDoCanal {
    /// Listings with something due.
    devidos: i64,
    /// Since when the first of them waits; null while none does.
    mais_antigo: Option<Instante>,
    /// Units that the channel still offers though they are gone.
    unidades_em_risco: i64,
}

/// Milliseconds until acceptances, of the latest ones.
#[derive(Serialize, ToSchema)]
struct JanelaDoCanal {
    /// The median.
    p50: i64,
    /// What 99 of 100 stay below.
    p99: i64,
}

/// Orders of a connection.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PedidosDaConexao {
    /// Orders until this instant are known; null while none were asked for.
    lidos_ate: Option<Instante>,
    /// Orders that may still change at the channel.
    abertos: i64,
}

/// What is decided about a connection.
#[derive(ToSchema)]
#[allow(dead_code, reason = "read as Settings; here for the document alone")]
struct MudancaConexao {
    /// What the hub may do there.
    #[schema(required = false)]
    modo: ModoConexao,
    /// SKUs without a listing get one.
    #[schema(required = false)]
    publicar: bool,
}

/// The body, read.
struct Decided(Settings);

impl FromJson for Decided {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = value.object(p)?;
        let modo = obj.default("modo", p, ModoConexao::Leitura);
        let publicar = obj.default("publicar", p, false);
        Some(Self(Settings { modo: modo?, publicar: publicar? }))
    }
}

/// Reads the connection of a channel; 404 where it has none.
#[utoipa::path(tag = "Conexao", params(("canalId" = CanalId, Path), UsuarioParam),
    responses((status = 200, body = ConexaoDoCanal), (status = 304), Errors))]
#[get("/Canal/{canalId}/Conexao")]
async fn find(Then(req, id): Then<ForLoja<Nothing>, PathParams<(CanalId,)>>) -> Result<HttpResponse, ErrorA> {
    let ((id,), ingress) = (id.into_inner(), req.ingress_url());
    let value = req
        .read(move |conn, loja| {
            let (canal, conexao) = connected(conn, loja, &id)?;
            view(conn, &canal, conexao, &ingress)
        })
        .await?;
    Answer::ok(&value)?.or_not_modified(&req.conditions)
}

/// Connects a channel, or changes what the hub may do there; either way the account is checked anew. 409 where the
/// channel's type has no connector.
#[utoipa::path(tag = "Conexao", params(("canalId" = CanalId, Path), UsuarioParam), request_body = MudancaConexao,
    responses((status = 200, body = ConexaoDoCanal), (status = 201, body = ConexaoDoCanal), Errors, BodyErrors))]
#[put("/Canal/{canalId}/Conexao")]
async fn connect(
    Then(req, (id, body)): Then<ForLoja<Nothing>, (PathParams<(CanalId,)>, Body<Decided>)>,
) -> Result<HttpResponse, ErrorA> {
    let ((id,), fingerprint, kinds) = (id.into_inner(), body.fingerprint(), req.kinds());
    let Decided(settings) = body.into_inner();
    let (address, ingress) = (req.address(&["Canal", id.as_str(), "Conexao"]), req.ingress_url());
    req.write(fingerprint, move |tx, loja| {
        canais::exclusive(tx, loja.id, &id)?;
        let canal = canais::find(tx, loja.id, &id)?.ok_or(ErrorA::NotFound(Resource::Canal))?;
        if !kinds.find(&canal.canal.tipo_canal).is_some_and(|kind| kind.conector) {
            return Err(ErrorA::NoConnector);
        }
        let key = CanalKey { loja: loja.id, canal: canal.num };
        match channels::connect(tx, (key, &canal.canal), settings)? {
            UpsertOutcome::Created(new) => {
                let answer = Answer::json(StatusCode::CREATED, &view(tx, &canal, new, &ingress)?)?;
                Ok(answer.location(address.clone()))
            }
            UpsertOutcome::Replaced(new) => Answer::ok(&view(tx, &canal, new, &ingress)?),
        }
    })
    .await
}

/// Ends a connection: nothing is done at the channel any more, and what was bound is forgotten.
#[utoipa::path(tag = "Conexao", params(("canalId" = CanalId, Path), UsuarioParam),
    responses((status = 204), Errors))]
#[delete("/Canal/{canalId}/Conexao")]
async fn disconnect(
    Then(req, id): Then<ForLoja<Nothing>, PathParams<(CanalId,)>>,
) -> Result<HttpResponse, ErrorA> {
    let (id,) = id.into_inner();
    req.write([0; 32], move |tx, loja| {
        let key = key_of(tx, loja, &id)?;
        match channels::disconnect(tx, key)? {
            true => Ok(Answer::empty()),
            false => Err(ErrorA::NotFound(Resource::Conexao)),
        }
    })
    .await
}

/// Has the account checked anew, now; a pause after failures ends. Where the channel asks for a consent, the answer says
/// where it is given: an address that is good for ten minutes and once.
#[utoipa::path(tag = "Conexao", params(("canalId" = CanalId, Path), UsuarioParam),
    responses((status = 202, body = ConexaoDoCanal), Errors))]
#[post("/Canal/{canalId}/Conexao/Verificar")]
async fn check(
    Then(req, id): Then<ForLoja<Nothing>, PathParams<(CanalId,)>>,
) -> Result<HttpResponse, ErrorA> {
    let ((id,), ingress, kinds) = (id.into_inner(), req.ingress_url(), req.kinds());
    req.write([0; 32], move |tx, loja| {
        let key = key_of(tx, loja, &id)?;
        channels::check_anew(tx, key)?;
        let (canal, conexao) = connected(tx, loja, &id)?;
        let consent = match kinds.find(&canal.canal.tipo_canal).map(|kind| &kind.consentimento) {
            Some(Consentimento::At(address)) => {
                channels::ask_consent(tx, (key, &canal.canal), address, None)?.and_then(Result::ok)
            }
            Some(Consentimento::NoApplication | Consentimento::NotNeeded) | None => None,
        };
        let autorizacao =
            consent.map(|one| AutorizacaoDoCanal { endereco: one.address, expira_em: one.until });
        let seen = ConexaoDoCanal { autorizacao, ..view(tx, &canal, conexao, &ingress)? };
        Answer::json(StatusCode::ACCEPTED, &seen)
    })
    .await
}

/// Which SKUs are to be compared.
#[derive(ToSchema)]
struct Sincronizacao {
    /// These; absent: all.
    #[schema(required = false, nullable = false, max_items = 500)]
    skus: Option<Vec<SkuId>>,
}

impl FromJson for Sincronizacao {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = value.object(p)?;
        let some = obj.has("skus") && !obj.null("skus");
        let skus = obj.list("skus", BATCH_MAX, p)?;
        Some(Self { skus: some.then_some(skus) })
    }
}

/// What was made due.
#[derive(Serialize, ToSchema)]
struct Marcados {
    /// How many listings.
    marcados: usize,
}

/// Makes listings due now: they are looked for, compared and, in mode `total`, sent. Without `skus` all of them, and
/// everything that the channel shows is read.
#[utoipa::path(tag = "Conexao", params(("canalId" = CanalId, Path), UsuarioParam), request_body = Sincronizacao,
    responses((status = 202, body = Marcados), Errors, BodyErrors))]
#[post("/Canal/{canalId}/Sincronizar")]
async fn synchronise(
    Then(req, (id, body)): Then<ForLoja<Nothing>, (PathParams<(CanalId,)>, Body<Sincronizacao>)>,
) -> Result<HttpResponse, ErrorA> {
    let ((id,), fingerprint) = (id.into_inner(), body.fingerprint());
    let Sincronizacao { skus } = body.into_inner();
    req.write(fingerprint, move |tx, loja| {
        let key = key_of(tx, loja, &id)?;
        let marcados = channels::look_anew(tx, key, skus.as_deref())?;
        Answer::json(StatusCode::ACCEPTED, &Marcados { marcados })
    })
    .await
}

fn view(
    conn: &mut Conn<'_>,
    canal: &CanalRow,
    one: Conexao,
    ingress: &PublicUrl,
) -> Result<ConexaoDoCanal, ErrorA> {
    let key = one.key;
    let aviso = match ingress.as_str() {
        Some(url) => channels::bell_of(conn, key)?.map(|aviso| format!("{url}/aviso/{aviso}")),
        None => None,
    };
    let waiting = channels::waiting(conn, key)?;
    let window = channels::window(conn, key)?;
    let conta = ContaDoCanal { id: one.conta, nome: one.conta_nome };
    Ok(ConexaoDoCanal {
        conector: canal.canal.tipo_canal.clone(),
        modo: one.settings.modo,
        publicar: one.settings.publicar,
        estado: one.estado,
        conta: Some(conta).filter(|conta| !conta.id.is_empty()),
        fila: FilaDoCanal {
            devidos: waiting.devidos,
            mais_antigo: waiting.mais_antigo,
            unidades_em_risco: waiting.unidades,
        },
        janela: window.map(|(p50, p99)| JanelaDoCanal { p50, p99 }),
        pedidos: PedidosDaConexao {
            lidos_ate: Some(one.pedidos_lidos).filter(|at| at.micros() > 0),
            abertos: channels::open_orders(conn, key)?,
        },
        erros: channels::open_errors(conn, key.loja)?.get(&key.canal).copied().unwrap_or(0),
        aviso,
        autorizacao: None,
        data_alteracao: one.alterado_em,
    })
}

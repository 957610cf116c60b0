//! Data needed to send reserved deliveries.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use diesel::prelude::*;
use domain::loja_config::LojaConfig;
use domain::values::ids::AplicacaoId;

use crate::accounts::lojas_config;
use crate::base::StoreError;
use crate::base::schema::{notificacoes, usuarios};
use crate::base::{Conn, on};
use crate::events;
use crate::events::webhooks::entregas::reservation::Reserved;
use crate::events::webhooks::notificacoes::{
    NotificacaoColumns, NotificacaoRow, WithUsuario, from_row, with_usuario,
};

/// A delivery with everything that its call is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadyList {
    /// The delivery.
    pub reserved: Reserved,
    /// Its notification, with secrets and headers.
    pub notificacao: NotificacaoRow,
    /// Where to; `None` = the user has no address any more.
    pub url: Option<String>,
    /// The event as JSON; `None` = it is not kept any more, or this is a test.
    pub documento: Option<String>,
    /// The caller's identifier of the event's user; empty for a test that is nobody's.
    pub usuario_id: String,
    /// The store's settings, for a subscription.
    pub config: Option<Arc<LojaConfig>>,
}

/// Loads the data of reserved deliveries; those of notifications that are deleted or do not open are left out.
pub fn prepare(conn: &mut Conn<'_>, reserved_rows: Vec<Reserved>) -> Result<Vec<ReadyList>, StoreError> {
    let mut by_aplicacao: BTreeMap<AplicacaoId, Vec<Reserved>> = BTreeMap::new();
    for reserved in reserved_rows {
        by_aplicacao.entry(reserved.destino.aplicacao).or_default().push(reserved);
    }
    let mut ready = Vec::new();
    for (aplicacao, reserved_rows) in by_aplicacao {
        ready.extend(of_aplicacao(conn, aplicacao, reserved_rows)?);
    }
    Ok(ready)
}

fn of_aplicacao(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    reserved_rows: Vec<Reserved>,
) -> Result<Vec<ReadyList>, StoreError> {
    let notificacoes = notificacoes(conn, aplicacao, &reserved_rows)?;
    let documents = documents(conn, aplicacao, &reserved_rows)?;
    let usuarios = usuarios_of(conn, aplicacao, &reserved_rows)?;
    let mut ready = Vec::with_capacity(reserved_rows.len());
    for reserved in reserved_rows {
        let Some(notificacao) = notificacoes.get(&reserved.destino.notificacao) else { continue };
        let config = match notificacao.cadastro {
            Some(_) => Some(lojas_config::find(conn, reserved.loja)?),
            None => None,
        };
        let from = |loja: i32| usuarios.get(&loja);
        let of_loja =
            || from(reserved.destino.loja).map(|(_, url)| url.clone()).filter(|url| !url.is_empty());
        ready.push(ReadyList {
            url: notificacao.url.clone().or_else(of_loja),
            documento: documents.get(&reserved.posicao).cloned(),
            usuario_id: from(reserved.loja.loja).map(|(id, _)| id.clone()).unwrap_or_default(),
            notificacao: notificacao.clone(),
            config,
            reserved,
        });
    }
    Ok(ready)
}

fn notificacoes(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    reserved_rows: &[Reserved],
) -> Result<HashMap<i64, NotificacaoRow>, StoreError> {
    let ids: BTreeSet<i64> = reserved_rows.iter().map(|r| r.destino.notificacao).collect();
    let rows: Vec<WithUsuario> = on!(conn, c => with_usuario!()
        .filter(notificacoes::aplicacao_id.eq(aplicacao.0))
        .filter(notificacoes::notificacao_id.eq_any(ids))
        .load(c))?;
    let mut opened = HashMap::new();
    for row in rows {
        match from_row(conn.secrets(), row) {
            Ok(one) => {
                opened.insert(one.id, one);
            }
            // its deliveries wait; those of others go on
            Err(StoreError::Secrets(error)) => {
                tracing::error!(%error, "the deliveries of a notification wait");
            }
            Err(error) => return Err(error),
        }
    }
    Ok(opened)
}

fn documents(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    reserved_rows: &[Reserved],
) -> Result<HashMap<i64, String>, StoreError> {
    let posicoes: BTreeSet<i64> = reserved_rows.iter().map(|r| r.posicao).filter(|p| *p > 0).collect();
    let posicoes: Vec<i64> = posicoes.into_iter().collect();
    let eventos = events::find_all(conn, aplicacao, &posicoes)?;
    Ok(eventos.into_iter().map(|evento| (evento.posicao, evento.documento)).collect())
}

/// Identifier and address of the users concerned, by their number.
fn usuarios_of(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    reserved_rows: &[Reserved],
) -> Result<HashMap<i32, (String, String)>, StoreError> {
    let lojas: BTreeSet<i32> = reserved_rows.iter().flat_map(|r| [r.destino.loja, r.loja.loja]).collect();
    let rows: Vec<(i32, String, String)> = on!(conn, c => usuarios::table
        .filter(usuarios::aplicacao_id.eq(aplicacao.0))
        .filter(usuarios::loja_id.eq_any(lojas))
        .select((usuarios::loja_id, usuarios::usuario_id, usuarios::url_integracao))
        .load(c))?;
    Ok(rows.into_iter().map(|(loja, id, url)| (loja, (id, url))).collect())
}

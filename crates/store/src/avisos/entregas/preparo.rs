//! What a taken delivery needs to be sent.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use diesel::prelude::*;
use domain::loja_config::LojaConfig;
use domain::values::ids::AplicacaoId;

use super::taken::Reservada;
use crate::avisos::notificacoes::{ComUsuario, Linha, NotificacaoRow, com_usuario, de_linha};
use crate::base::StoreError;
use crate::base::schema::{notificacoes, usuarios};
use crate::base::{Conn, on};
use crate::contas::lojas_config;
use crate::eventos;

/// A delivery with everything that its call is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pronta {
    /// The delivery.
    pub reservada: Reservada,
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

/// Looks up what taken deliveries need; those whose notification is gone are left out.
pub fn preparar(conn: &mut Conn<'_>, reservadas: Vec<Reservada>) -> Result<Vec<Pronta>, StoreError> {
    let mut por_aplicacao: BTreeMap<AplicacaoId, Vec<Reservada>> = BTreeMap::new();
    for reservada in reservadas {
        por_aplicacao.entry(reservada.destino.aplicacao).or_default().push(reservada);
    }
    let mut prontas = Vec::new();
    for (aplicacao, reservadas) in por_aplicacao {
        prontas.extend(da_aplicacao(conn, aplicacao, reservadas)?);
    }
    Ok(prontas)
}

fn da_aplicacao(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    reservadas: Vec<Reservada>,
) -> Result<Vec<Pronta>, StoreError> {
    let notificacoes = notificacoes(conn, aplicacao, &reservadas)?;
    let documentos = documentos(conn, aplicacao, &reservadas)?;
    let usuarios = usuarios_de(conn, aplicacao, &reservadas)?;
    let mut prontas = Vec::with_capacity(reservadas.len());
    for reservada in reservadas {
        let Some(notificacao) = notificacoes.get(&reservada.destino.notificacao) else { continue };
        let config = match notificacao.cadastro {
            Some(_) => Some(lojas_config::find(conn, reservada.loja)?),
            None => None,
        };
        let de = |loja: i32| usuarios.get(&loja);
        let da_loja = || de(reservada.destino.loja).map(|(_, url)| url.clone()).filter(|url| !url.is_empty());
        prontas.push(Pronta {
            url: notificacao.url.clone().or_else(da_loja),
            documento: documentos.get(&reservada.posicao).cloned(),
            usuario_id: de(reservada.loja.loja).map(|(id, _)| id.clone()).unwrap_or_default(),
            notificacao: notificacao.clone(),
            config,
            reservada,
        });
    }
    Ok(prontas)
}

fn notificacoes(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    reservadas: &[Reservada],
) -> Result<HashMap<i64, NotificacaoRow>, StoreError> {
    let ids: BTreeSet<i64> = reservadas.iter().map(|r| r.destino.notificacao).collect();
    let linhas: Vec<ComUsuario> = on!(conn, c => com_usuario!()
        .filter(notificacoes::aplicacao_id.eq(aplicacao.0))
        .filter(notificacoes::notificacao_id.eq_any(ids))
        .load(c))?;
    linhas.into_iter().map(|linha| de_linha(linha).map(|n| (n.id, n))).collect()
}

fn documentos(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    reservadas: &[Reservada],
) -> Result<HashMap<i64, String>, StoreError> {
    let posicoes: BTreeSet<i64> = reservadas.iter().map(|r| r.posicao).filter(|p| *p > 0).collect();
    let posicoes: Vec<i64> = posicoes.into_iter().collect();
    let eventos = eventos::find_all(conn, aplicacao, &posicoes)?;
    Ok(eventos.into_iter().map(|evento| (evento.posicao, evento.documento)).collect())
}

/// Identifier and address of the users concerned, by their number.
fn usuarios_de(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    reservadas: &[Reservada],
) -> Result<HashMap<i32, (String, String)>, StoreError> {
    let lojas: BTreeSet<i32> = reservadas.iter().flat_map(|r| [r.destino.loja, r.loja.loja]).collect();
    let linhas: Vec<(i32, String, String)> = on!(conn, c => usuarios::table
        .filter(usuarios::aplicacao_id.eq(aplicacao.0))
        .filter(usuarios::loja_id.eq_any(lojas))
        .select((usuarios::loja_id, usuarios::usuario_id, usuarios::url_integracao))
        .load(c))?;
    Ok(linhas.into_iter().map(|(loja, id, url)| (loja, (id, url))).collect())
}

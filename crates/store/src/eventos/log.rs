//! The log: events as they are read.

use std::collections::{BTreeSet, HashMap};

use diesel::prelude::*;
use domain::evento;
use domain::evento::{TipoEvento, Tipos};
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, LojaId};

use crate::base::StoreError;
use crate::base::schema::{eventos, usuarios, usuarios_excluidos};
use crate::base::{Conn, on};

/// Places that one call looks through for events of some kinds; what is left is for the next call.
const VARREDURA: i64 = 100_000;

/// An event of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventoRow {
    /// Its place in the application's log, from 1.
    pub posicao: i64,
    /// The user that it happened to.
    pub loja: LojaId,
    /// What kind of change it tells of.
    pub tipo: TipoEvento,
    /// The service's number of the order, SKU, channel or user concerned.
    pub assunto: i64,
    /// When the service recorded the change.
    pub data: Instante,
    /// The event as JSON ([`domain::evento::Evento`]).
    pub documento: String,
}

/// Which events are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Filtro {
    /// Of one user; `None` = of all users of the application.
    pub loja: Option<LojaId>,
    /// Of these kinds.
    pub tipos: Tipos,
}

/// A stretch of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trecho {
    /// The events, in the order of their places.
    pub eventos: Vec<EventoRow>,
    /// The place to go on from. The same as asked for when the log has nothing further.
    pub proxima: i64,
    /// The first place that is still kept; 0 while the log is empty.
    pub primeira: i64,
    /// The last place of the log; 0 while it is empty.
    pub ultima: i64,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = eventos)]
pub(crate) struct Linha {
    aplicacao_id: i32,
    posicao: i64,
    loja_id: i32,
    tipo: i16,
    assunto: i64,
    sorteio: i64,
    data: i64,
    corpo: String,
}

/// The events from a place on, at most `limite`. An answer may hold fewer, or none, though there are more:
/// [`Trecho::proxima`] says where to go on.
pub fn list(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    filtro: Filtro,
    posicao: i64,
    limite: i64,
) -> Result<Trecho, StoreError> {
    let (primeira, ultima) = extremos(conn, aplicacao)?;
    let de = posicao.max(primeira);
    let fim = match filtro.tipos.todos() {
        true => ultima,
        false => ultima.min(de.saturating_add(VARREDURA - 1)),
    };
    if de > fim {
        return Ok(Trecho { eventos: Vec::new(), proxima: posicao, primeira, ultima });
    }
    let linhas: Vec<Linha> = on!(conn, c => {
        let mut q = eventos::table
            .filter(eventos::aplicacao_id.eq(aplicacao.0))
            .filter(eventos::posicao.between(de, fim))
            .into_boxed();
        if let Some(loja) = filtro.loja {
            q = q.filter(eventos::loja_id.eq(loja.loja));
        }
        if !filtro.tipos.todos() {
            q = q.filter(eventos::tipo.eq_any(filtro.tipos.lista().iter().map(|tipo| tipo.codigo())));
        }
        q.order(eventos::posicao).limit(limite).select(Linha::as_select()).load(c)?
    });
    let proxima = match linhas.last() {
        Some(ultimo) if linhas.len() as i64 == limite => ultimo.posicao + 1,
        _ => fim + 1,
    };
    Ok(Trecho { eventos: montar(conn, aplicacao, linhas)?, proxima, primeira, ultima })
}

/// The events at some places; those that are not kept any more are left out.
pub fn find_all(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    posicoes: &[i64],
) -> Result<Vec<EventoRow>, StoreError> {
    let linhas: Vec<Linha> = on!(conn, c => eventos::table
        .filter(eventos::aplicacao_id.eq(aplicacao.0))
        .filter(eventos::posicao.eq_any(posicoes))
        .order(eventos::posicao)
        .select(Linha::as_select())
        .load(c))?;
    montar(conn, aplicacao, linhas)
}

/// The first and the last place that are kept; zeros while the log is empty.
pub fn extremos(conn: &mut Conn<'_>, aplicacao: AplicacaoId) -> Result<(i64, i64), StoreError> {
    // two questions: each is one look at an end of the key
    Ok(on!(conn, c => {
        let da_aplicacao = || eventos::table.filter(eventos::aplicacao_id.eq(aplicacao.0));
        let primeira: Option<i64> = da_aplicacao().select(diesel::dsl::min(eventos::posicao)).first(c)?;
        let ultima: Option<i64> = da_aplicacao().select(diesel::dsl::max(eventos::posicao)).first(c)?;
        (primeira.unwrap_or(0), ultima.unwrap_or(0))
    }))
}

/// Makes events out of rows: whose they are is looked up once per user.
pub(crate) fn montar(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    linhas: Vec<Linha>,
) -> Result<Vec<EventoRow>, StoreError> {
    let lojas: BTreeSet<i32> = linhas.iter().map(|linha| linha.loja_id).collect();
    let nomes = usuarios_de(conn, aplicacao, &lojas)?;
    linhas
        .into_iter()
        .map(|linha| {
            let tipo = TipoEvento::from_codigo(linha.tipo)
                .ok_or_else(|| StoreError::Corrompido(format!("eventos.tipo {}", linha.tipo)))?;
            let usuario = nomes.get(&linha.loja_id).map_or("", String::as_str);
            Ok(EventoRow {
                posicao: linha.posicao,
                loja: LojaId { aplicacao: AplicacaoId(linha.aplicacao_id), loja: linha.loja_id },
                tipo,
                assunto: linha.assunto,
                data: Instante::from_micros(linha.data),
                documento: evento::montar(linha.posicao, linha.sorteio, tipo, usuario, &linha.corpo),
            })
        })
        .collect()
}

/// The callers' identifiers of users, also of those that are gone.
pub(crate) fn usuarios_de(
    conn: &mut Conn<'_>,
    aplicacao: AplicacaoId,
    lojas: &BTreeSet<i32>,
) -> Result<HashMap<i32, String>, StoreError> {
    if lojas.is_empty() {
        return Ok(HashMap::new());
    }
    macro_rules! nomes {
        ($c:expr, $tabela:ident, $faltam:expr) => {
            $tabela::table
                .filter($tabela::aplicacao_id.eq(aplicacao.0))
                .filter($tabela::loja_id.eq_any($faltam))
                .select(($tabela::loja_id, $tabela::usuario_id))
                .load::<(i32, String)>($c)?
        };
    }
    let mut nomes: HashMap<i32, String> =
        on!(conn, c => nomes!(c, usuarios, lojas.iter().copied())).into_iter().collect();
    let faltam: Vec<i32> = lojas.iter().copied().filter(|loja| !nomes.contains_key(loja)).collect();
    if !faltam.is_empty() {
        nomes.extend(on!(conn, c => nomes!(c, usuarios_excluidos, &faltam)));
    }
    Ok(nomes)
}

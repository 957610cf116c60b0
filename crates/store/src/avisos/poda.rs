//! Deleting the oldest events.

use diesel::prelude::*;
use domain::values::dates::Instante;
use domain::values::ids::AplicacaoId;

use super::leitores::leitores;
use crate::eventos::extremos;

pub use super::leitores::{Leitor, QuemLe};
use crate::base::StoreError;
use crate::base::schema::{aplicacoes, eventos, fila_itens};
use crate::base::{Conn, Tx, on};

/// Events that one transaction deletes, so that other writes get their turn.
const LOTE: i64 = 10_000;

/// What would be deleted of one application's log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Poda {
    /// The application.
    pub aplicacao: AplicacaoId,
    /// Its name.
    pub nome: String,
    /// The first place that is kept now.
    pub primeira: i64,
    /// The first place that would be kept. The last event always is: places go on from it.
    pub corte: i64,
    /// Readers that have not finished with all that is old enough to go.
    pub atrasados: Vec<Leitor>,
}

impl Poda {
    /// How many events would go: places have no gaps.
    pub fn eventos(&self) -> i64 {
        self.corte - self.primeira
    }
}

/// What [`podar`] would delete to keep only what was recorded at `antes` or later, and what a reader has not finished
/// with (unless `mesmo_nao_lidos`). Applications for which there is nothing to say are left out.
pub fn prever_poda(
    conn: &mut Conn<'_>,
    antes: Instante,
    mesmo_nao_lidos: bool,
) -> Result<Vec<Poda>, StoreError> {
    let todas: Vec<(i32, String)> = on!(conn, c => aplicacoes::table
        .order(aplicacoes::id)
        .select((aplicacoes::id, aplicacoes::nome))
        .load(c))?;
    let mut podas = Vec::new();
    for (id, nome) in todas {
        let aplicacao = AplicacaoId(id);
        let (primeira, ultima) = extremos(conn, aplicacao)?;
        // in the order of the log, so that only what would go is read
        let fica: Option<i64> = on!(conn, c => eventos::table
            .filter(eventos::aplicacao_id.eq(id))
            .filter(eventos::data.ge(antes.micros()))
            .order(eventos::posicao)
            .select(eventos::posicao)
            .first(c)
            .optional())?;
        let velhos_ate = fica.unwrap_or(ultima);
        let mut atrasados = leitores(conn, aplicacao)?;
        atrasados.retain(|leitor| leitor.posicao < velhos_ate);
        let lidos_ate = atrasados.iter().map(|leitor| leitor.posicao).min();
        let corte = lidos_ate.filter(|_| !mesmo_nao_lidos).unwrap_or(velhos_ate).max(primeira);
        if velhos_ate > primeira {
            podas.push(Poda { aplicacao, nome, primeira, corte, atrasados });
        }
    }
    Ok(podas)
}

/// Deletes a part of what a [`Poda`] says, and what queues hold of it; answers what is left of it.
pub fn podar(tx: &mut Tx<'_>, poda: &Poda) -> Result<Option<Poda>, StoreError> {
    let ate = poda.corte.min(poda.primeira + LOTE);
    on!(tx, c => diesel::delete(eventos::table
        .filter(eventos::aplicacao_id.eq(poda.aplicacao.0))
        .filter(eventos::posicao.ge(poda.primeira))
        .filter(eventos::posicao.lt(ate)))
        .execute(c))?;
    on!(tx, c => diesel::delete(fila_itens::table
        .filter(fila_itens::aplicacao_id.eq(poda.aplicacao.0))
        .filter(fila_itens::posicao.lt(ate)))
        .execute(c))?;
    let resto = Poda { primeira: ate, ..poda.clone() };
    Ok((resto.eventos() > 0).then_some(resto))
}

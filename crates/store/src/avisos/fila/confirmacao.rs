//! Confirming events by their receipts.

use std::collections::{BTreeSet, HashMap};

use diesel::prelude::*;
use domain::fila::Recibo;

use super::consumidores::{self, Consumidor};
use super::queue::{Fila, MORTO_OU_NAO};
use crate::base::StoreError;
use crate::base::schema::fila_itens::{self, dsl};
use crate::base::{Tx, on};

/// What became of a receipt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Confirmacao {
    /// The event is done with, now or already before; also after the lease, as long as nobody else got it.
    Confirmada,
    /// The event has been handed out again since.
    Vencida,
    /// No reader of this queue was ever given it.
    Desconhecida,
}

/// Confirms events. Without a user, receipts of every queue of the application are taken.
pub fn confirmar(tx: &mut Tx<'_>, fila: Fila, recibos: &[Recibo]) -> Result<Vec<Confirmacao>, StoreError> {
    let numeros: Vec<i32> =
        recibos.iter().map(|recibo| recibo.consumidor).collect::<BTreeSet<_>>().into_iter().collect();
    let mut feitas = HashMap::new();
    for consumidor in consumidores::travar_todos(tx, fila, &numeros)? {
        let seus: Vec<Recibo> =
            recibos.iter().copied().filter(|r| r.consumidor == consumidor.consumidor_id).collect();
        feitas.extend(confirmar_de(tx, &consumidor, &seus)?);
    }
    let da = |recibo: &Recibo| feitas.get(recibo).copied().unwrap_or(Confirmacao::Desconhecida);
    Ok(recibos.iter().map(da).collect())
}

fn confirmar_de(
    tx: &mut Tx<'_>,
    consumidor: &Consumidor,
    recibos: &[Recibo],
) -> Result<HashMap<Recibo, Confirmacao>, StoreError> {
    let (a, n) = (consumidor.aplicacao_id, consumidor.consumidor_id);
    let vezes: HashMap<i64, i32> = on!(tx, c => fila_itens::table
        .filter(dsl::aplicacao_id.eq(a))
        .filter(dsl::consumidor_id.eq(n))
        .filter(dsl::morto.eq_any(MORTO_OU_NAO))
        .filter(dsl::posicao.eq_any(recibos.iter().map(|recibo| recibo.posicao)))
        .select((dsl::posicao, dsl::vez))
        .load::<(i64, i32)>(c))?
    .into_iter()
    .collect();
    let feitas: HashMap<Recibo, Confirmacao> = recibos
        .iter()
        .map(|recibo| {
            let feita = match vezes.get(&recibo.posicao) {
                Some(vez) if *vez == recibo.vez => Confirmacao::Confirmada,
                Some(vez) if *vez > recibo.vez => Confirmacao::Vencida,
                // taken over and not there any more: confirmed before
                None if recibo.posicao <= consumidor.posicao => Confirmacao::Confirmada,
                _ => Confirmacao::Desconhecida,
            };
            (*recibo, feita)
        })
        .collect();
    let confirmadas = feitas.iter().filter(|(_, feita)| **feita == Confirmacao::Confirmada);
    let posicoes: Vec<i64> = confirmadas.map(|(recibo, _)| recibo.posicao).collect();
    on!(tx, c => diesel::delete(fila_itens::table
        .filter(dsl::aplicacao_id.eq(a))
        .filter(dsl::consumidor_id.eq(n))
        .filter(dsl::morto.eq_any(MORTO_OU_NAO))
        .filter(dsl::posicao.eq_any(posicoes)))
        .execute(c))?;
    Ok(feitas)
}

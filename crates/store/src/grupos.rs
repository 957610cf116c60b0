//! Groups of SKUs, as a store's own system numbers them.

use std::collections::{BTreeSet, HashMap};

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};
use domain::ids::LojaId;

use crate::base::StoreError;
use crate::base::schema::grupos;
use crate::base::sequences::{Sequencia, proximos};
use crate::base::{Backend, Conn, Tx};
use crate::base::{Comando, Valor};

/// The numbers of some groups; those that have none yet get one. An empty `parentId` is no group.
pub(crate) fn numeros<'a>(
    tx: &mut Tx<'_>,
    loja: LojaId,
    parents: impl Iterator<Item = &'a str>,
) -> Result<HashMap<String, i64>, StoreError> {
    let parents: BTreeSet<&str> = parents.filter(|p| !p.is_empty()).collect();
    if parents.is_empty() {
        return Ok(HashMap::new());
    }
    let achados = list(tx, loja, &parents)?;
    let novos: Vec<&str> = parents.iter().copied().filter(|p| !achados.contains_key(*p)).collect();
    if novos.is_empty() {
        return Ok(achados);
    }
    let numeros = proximos(tx, Sequencia::Skus, novos.len())?;
    let linhas: Vec<_> = novos
        .iter()
        .zip(&numeros)
        .map(|(parent, num)| {
            (
                grupos::aplicacao_id.eq(loja.aplicacao.0),
                grupos::loja_id.eq(loja.loja),
                grupos::parent_id.eq(*parent),
                grupos::produto_num.eq(*num),
            )
        })
        .collect();
    match &mut tx.backend {
        // the one writer: nobody else can have given them numbers
        Backend::Sqlite(c) => {
            for linha in linhas {
                diesel::insert_into(grupos::table).values(linha).execute(*c)?;
            }
            let novos = novos.into_iter().map(str::to_owned).zip(numeros);
            Ok(achados.into_iter().chain(novos).collect())
        }
        Backend::Postgres(c) => {
            diesel::insert_into(grupos::table).values(linhas).on_conflict_do_nothing().execute(*c)?;
            list(tx, loja, &parents)
        }
    }
}

fn list(
    conn: &mut Conn<'_>,
    loja: LojaId,
    parents: &BTreeSet<&str>,
) -> Result<HashMap<String, i64>, StoreError> {
    let linhas: Vec<(String, i64)> = match &mut conn.backend {
        // a list of values is another text for each length
        Backend::Sqlite(c) => {
            let lista = serde_json::to_string(parents).map_err(|e| StoreError::Interno(e.to_string()))?;
            Comando::<(Text, BigInt), 3>::novo(
                "SELECT g.parent_id, g.produto_num FROM json_each(?) j \
                 CROSS JOIN grupos g ON g.aplicacao_id = ? AND g.loja_id = ? AND g.parent_id = j.value",
                [Valor::Texto(&lista), Valor::Inteiro(loja.aplicacao.0), Valor::Inteiro(loja.loja)],
            )
            .load(*c)?
        }
        Backend::Postgres(c) => grupos::table
            .filter(grupos::aplicacao_id.eq(loja.aplicacao.0))
            .filter(grupos::loja_id.eq(loja.loja))
            .filter(grupos::parent_id.eq_any(parents.iter().copied()))
            .select((grupos::parent_id, grupos::produto_num))
            .load(*c)?,
    };
    Ok(linhas.into_iter().collect())
}

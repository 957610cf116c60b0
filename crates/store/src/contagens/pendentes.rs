//! Changes on their way into the counters, on PostgreSQL: appended by whoever writes, folded in by one at a time.
//!
//! A row that every order adds to would make writers wait for each other. So a transaction appends what it
//! changes, totals add what is still to be folded in, and a fold takes it away in one transaction.

use diesel::prelude::*;
use diesel::sql_query;
use domain::ids::{AplicacaoId, LojaId};

use super::escrita::aplicar;
use super::memoria::Memoria;
use super::mudancas::{Estado, Mudanca, Mudancas};
use crate::conexao::{Backend, Conn, Tx, copiar};
use crate::erro::StoreError;
use crate::schema::contagem_mudancas;

/// A change that is not folded in yet.
#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = contagem_mudancas)]
#[diesel(treat_none_as_default_value = false)]
pub(crate) struct Pendente {
    aplicacao_id: i32,
    loja_id: i32,
    pedido_id: i64,
    quantos: i64,
    status: i16,
    forma_pagamento: i32,
    data: i64,
    data_pagamento: Option<i64>,
    status_em: i64,
    alterado_em: i64,
    criado_em: i64,
    pendente: bool,
}

impl From<&Mudanca> for Pendente {
    fn from(m: &Mudanca) -> Self {
        Self {
            aplicacao_id: m.loja.aplicacao.0,
            loja_id: m.loja.loja,
            pedido_id: m.id,
            quantos: m.quantos,
            status: m.estado.status,
            forma_pagamento: m.estado.forma,
            data: m.estado.data,
            data_pagamento: m.estado.data_pagamento,
            status_em: m.estado.status_em,
            alterado_em: m.estado.alterado_em,
            criado_em: m.estado.criado_em,
            pendente: m.estado.pendente,
        }
    }
}

impl From<Pendente> for Mudanca {
    fn from(l: Pendente) -> Self {
        Self {
            loja: LojaId { aplicacao: AplicacaoId(l.aplicacao_id), loja: l.loja_id },
            id: l.pedido_id,
            quantos: l.quantos,
            estado: Estado {
                status: l.status,
                forma: l.forma_pagamento,
                data: l.data,
                data_pagamento: l.data_pagamento,
                status_em: l.status_em,
                alterado_em: l.alterado_em,
                criado_em: l.criado_em,
                pendente: l.pendente,
            },
        }
    }
}

/// Appends what the transaction has changed and not written itself; answers how many rows all of it took.
pub(crate) fn anexar(tx: &mut Tx<'_>) -> Result<usize, StoreError> {
    let linhas: Vec<Pendente> = tx.contagens.liquidas().iter().map(Pendente::from).collect();
    let quantas = linhas.len() + tx.contagens.escritas();
    match &mut tx.backend {
        Backend::Postgres(pg) => copiar!(*pg, contagem_mudancas::table, linhas),
        #[cfg(feature = "sqlite")]
        Backend::Sqlite(_) => {}
    }
    Ok(quantas)
}

/// What is still to be folded in of a store.
pub(super) fn da_loja(conn: &mut Conn<'_>, loja: LojaId) -> Result<Vec<Mudanca>, StoreError> {
    let linhas: Vec<Pendente> = match &mut conn.backend {
        Backend::Postgres(pg) => contagem_mudancas::table
            .filter(contagem_mudancas::aplicacao_id.eq(loja.aplicacao.0))
            .filter(contagem_mudancas::loja_id.eq(loja.loja))
            .select(Pendente::as_select())
            .load(*pg)?,
        // the one writer keeps the counters up to date
        #[cfg(feature = "sqlite")]
        Backend::Sqlite(_) => Vec::new(),
    };
    Ok(linhas.into_iter().map(Mudanca::from).collect())
}

/// The stores of which something is still to be folded in.
pub(crate) fn lojas_com_pendentes(conn: &mut Conn<'_>) -> Result<Vec<LojaId>, StoreError> {
    let lojas: Vec<(i32, i32)> = match &mut conn.backend {
        Backend::Postgres(pg) => contagem_mudancas::table
            .select((contagem_mudancas::aplicacao_id, contagem_mudancas::loja_id))
            .distinct()
            .load(*pg)?,
        #[cfg(feature = "sqlite")]
        Backend::Sqlite(_) => Vec::new(),
    };
    Ok(lojas.into_iter().map(|(a, loja)| LojaId { aplicacao: AplicacaoId(a), loja }).collect())
}

/// Folds in what is there of a store, unless somebody else is at it; answers how many rows. Must be the first
/// thing that its transaction does: what is taken away and the orders that buckets are divided by have to be of
/// the same moment.
pub(crate) fn dobrar(tx: &mut Tx<'_>, loja: LojaId, por_balde: u32) -> Result<usize, StoreError> {
    match &mut tx.backend {
        Backend::Postgres(pg) => {
            sql_query("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ").execute(*pg)?;
        }
        #[cfg(feature = "sqlite")]
        Backend::Sqlite(_) => {}
    }
    if !tx.tentar_exclusivo("contagens", loja, "")? {
        return Ok(0);
    }
    let linhas: Vec<Pendente> = match &mut tx.backend {
        Backend::Postgres(pg) => diesel::delete(
            contagem_mudancas::table
                .filter(contagem_mudancas::aplicacao_id.eq(loja.aplicacao.0))
                .filter(contagem_mudancas::loja_id.eq(loja.loja)),
        )
        .returning(Pendente::as_returning())
        .get_results(*pg)?,
        #[cfg(feature = "sqlite")]
        Backend::Sqlite(_) => Vec::new(),
    };
    let quantas = linhas.len();
    let mut mudancas: Mudancas = linhas.into_iter().map(Mudanca::from).collect();
    // several servers fold: what one remembers another may have changed
    aplicar(tx, &mut mudancas, por_balde, &mut Memoria::default())?;
    Ok(quantas)
}

//! History of the files that people brought in on the console, with what each changed as it was before.

use diesel::prelude::*;
use domain::values::dates::Instante;
use domain::values::ids::LojaId;

use crate::base::schema::importacoes::{self, dsl};
use crate::base::sequences::{Sequence, next_number};
use crate::base::{Conn, StoreError, Tx, of_store, on};

/// Imports that are kept of a store.
const KEPT: i64 = 20;
/// The longest state of before that is kept.
pub const BEFORE_MAX: usize = 64 << 20;

/// An import that begins.
#[derive(Debug, Clone, Copy)]
pub struct NewImportacao<'a> {
    /// Who, as the record of acts names them.
    pub nome: &'a str,
    /// What the file holds.
    pub tipo: &'a str,
    /// Its name.
    pub arquivo: &'a str,
    /// What was there before, at most [`BEFORE_MAX`] bytes.
    pub antes: Option<&'a [u8]>,
}

/// An import of the history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Importacao {
    /// Its number.
    pub id: i64,
    /// When it began.
    pub data: Instante,
    /// Who.
    pub nome: String,
    /// What the file held.
    pub tipo: String,
    /// Its name.
    pub arquivo: String,
    /// How many were new, were stored, were refused; `None` = it has not come to its end.
    pub contagem: Option<[i64; 3]>,
    /// Whether what was there before is kept.
    pub tem_antes: bool,
}

/// Writes down that an import begins; the oldest ones go.
pub fn begin(tx: &mut Tx<'_>, loja: LojaId, new: &NewImportacao<'_>) -> Result<i64, StoreError> {
    let (id, now) = (next_number(tx, Sequence::ConsoleAtos)?, tx.now());
    let antes = new.antes.map(|bytes| zstd::bulk::compress(bytes, 3)).transpose();
    let antes = antes.map_err(|error| StoreError::Internal(format!("importacoes.antes: {error}")))?;
    on!(tx, c => {
        diesel::insert_into(importacoes::table)
            .values((
                dsl::aplicacao_id.eq(loja.aplicacao.0),
                dsl::loja_id.eq(loja.loja),
                dsl::importacao_id.eq(id),
                dsl::data.eq(now.micros()),
                dsl::nome.eq(new.nome),
                dsl::tipo.eq(new.tipo),
                dsl::arquivo.eq(new.arquivo),
                dsl::antes.eq(&antes),
            ))
            .execute(c)?;
        let oldest: Option<i64> = of_store!(importacoes, loja)
            .order(dsl::importacao_id.desc())
            .select(dsl::importacao_id)
            .offset(KEPT)
            .first(c)
            .optional()?;
        if let Some(oldest) = oldest {
            let old = of_store!(importacoes, loja).filter(dsl::importacao_id.le(oldest));
            diesel::delete(old).execute(c)?;
        }
    });
    Ok(id)
}

/// Writes down what came of an import: how many were new, were stored, were refused.
pub fn finish(tx: &mut Tx<'_>, loja: LojaId, id: i64, contagem: [i64; 3]) -> Result<(), StoreError> {
    let [criados, gravados, recusados] = contagem;
    on!(tx, c => diesel::update(of_store!(importacoes, loja).filter(dsl::importacao_id.eq(id)))
        .set((dsl::criados.eq(criados), dsl::gravados.eq(gravados), dsl::recusados.eq(recusados)))
        .execute(c))?;
    Ok(())
}

type Row = (i64, i64, String, String, String, (Option<i64>, Option<i64>, Option<i64>), bool);

/// The imports of a store, the latest first.
pub fn list(conn: &mut Conn<'_>, loja: LojaId) -> Result<Vec<Importacao>, StoreError> {
    let rows: Vec<Row> = on!(conn, c => of_store!(importacoes, loja)
        .order(dsl::importacao_id.desc())
        .select((
            dsl::importacao_id,
            dsl::data,
            dsl::nome,
            dsl::tipo,
            dsl::arquivo,
            (dsl::criados, dsl::gravados, dsl::recusados),
            dsl::antes.is_not_null(),
        ))
        .load(c))?;
    let shown = |(id, data, nome, tipo, arquivo, counts, tem_antes): Row| Importacao {
        id,
        data: Instante::from_micros(data),
        nome,
        tipo,
        arquivo,
        contagem: match counts {
            (Some(criados), Some(gravados), Some(recusados)) => Some([criados, gravados, recusados]),
            _ => None,
        },
        tem_antes,
    };
    Ok(rows.into_iter().map(shown).collect())
}

/// What was there before an import: what the file held, and the lines.
pub fn before(conn: &mut Conn<'_>, loja: LojaId, id: i64) -> Result<Option<(String, Vec<u8>)>, StoreError> {
    let found: Option<(String, Option<Vec<u8>>)> = on!(conn, c => of_store!(importacoes, loja)
        .filter(dsl::importacao_id.eq(id))
        .select((dsl::tipo, dsl::antes))
        .first(c)
        .optional())?;
    let Some((tipo, Some(antes))) = found else { return Ok(None) };
    let lines = zstd::bulk::decompress(&antes, BEFORE_MAX);
    Ok(Some((tipo, lines.map_err(|error| StoreError::corrupt("importacoes.antes", error))?)))
}

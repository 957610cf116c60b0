//! SQLite's writer puts the events of a group of writes into the log together: a statement for many rows costs half of
//! what it costs row by row, as long as it is one that is kept.

use std::sync::LazyLock;

use diesel::{QueryResult, RunQueryDsl, SqliteConnection};
use domain::ids::LojaId;

use super::escrita::Gravavel;
use crate::conexao::{Comando, Valor};

/// Columns of a row.
const COLUNAS: usize = 8;
/// Rows of the long statement.
const LINHAS: usize = 32;
const VALORES: usize = COLUNAS * LINHAS;
/// Rows that wait at most: they are memory.
pub(super) const ESPERAM: usize = 1024;

const UMA: &str = "INSERT INTO eventos (aplicacao_id, posicao, loja_id, tipo, assunto, sorteio, data, corpo) \
                   VALUES (?, ?, ?, ?, ?, ?, ?, ?)";

static MUITAS: LazyLock<String> =
    LazyLock::new(|| format!("{UMA}{}", ", (?, ?, ?, ?, ?, ?, ?, ?)".repeat(LINHAS - 1)));

/// An event with its place in the log.
#[derive(Debug)]
pub(crate) struct ComLugar {
    pub(super) loja: LojaId,
    pub(super) posicao: i64,
    pub(super) data: i64,
    pub(super) gravavel: Gravavel,
}

impl ComLugar {
    fn valores(&self) -> [Valor<'_>; COLUNAS] {
        let g = &self.gravavel;
        [
            Valor::Inteiro(self.loja.aplicacao.0),
            Valor::Longo(self.posicao),
            Valor::Inteiro(self.loja.loja),
            Valor::Curto(g.tipo),
            Valor::Longo(g.assunto),
            Valor::Longo(g.sorteio),
            Valor::Longo(self.data),
            Valor::Texto(&g.corpo),
        ]
    }
}

/// Writes events, in their order.
pub(crate) fn gravar(c: &mut SqliteConnection, eventos: &[ComLugar]) -> QueryResult<()> {
    let (grupos, resto) = eventos.as_chunks::<LINHAS>();
    for grupo in grupos {
        let mut valores = [Valor::Curto(0); VALORES];
        let (lugares, _) = valores.as_chunks_mut::<COLUNAS>();
        for (lugar, evento) in lugares.iter_mut().zip(grupo) {
            *lugar = evento.valores();
        }
        Comando::<(), VALORES>::novo(MUITAS.as_str(), valores).execute(c)?;
    }
    for evento in resto {
        Comando::<(), COLUNAS>::novo(UMA, evento.valores()).execute(c)?;
    }
    Ok(())
}

//! What SQLite's writer remembers from one job of a group to the next. From the begin of a group's transaction to its
//! end nobody else can write, so what was read once, and changed by this transaction alone, is known.

use std::collections::HashMap;

use diesel::sql_types::BigInt;
use diesel::{QueryResult, RunQueryDsl, SqliteConnection};
use domain::ids::{AplicacaoId, CanalId, LojaId, UsuarioId};

use super::{Comando, Valor};
use crate::eventos::em_lote::{self, ComLugar};
use crate::sequencias::Sequencia;
use crate::usuarios::Loja;

/// Known for as long as a group lasts.
#[derive(Debug, Default)]
pub(crate) struct Lembrado {
    /// The last number given out; written when the group ends.
    sequencias: HashMap<Sequencia, i64>,
    /// The last place of each application's log of events.
    pub lugares: HashMap<AplicacaoId, i64>,
    /// Events that have a place and are still to be written.
    pub eventos: Vec<ComLugar>,
    /// Users that are there.
    pub lojas: HashMap<(AplicacaoId, UsuarioId), Loja>,
    /// Numbers and types of channels that are there.
    pub canais: HashMap<(LojaId, CanalId), (i32, String)>,
    /// Whether any of them changed.
    pub cadastros_mudaram: bool,
}

impl Lembrado {
    /// The last of the next `quantos` numbers of a sequence.
    pub fn ultimo(&mut self, c: &mut SqliteConnection, seq: Sequencia, quantos: i64) -> QueryResult<i64> {
        let ultimo = match self.sequencias.get(&seq) {
            Some(dado) => *dado,
            None => Comando::<BigInt, 1>::novo(
                "SELECT valor FROM sequencias WHERE nome = ?",
                [Valor::Texto(seq.nome())],
            )
            .get_result(c)?,
        } + quantos;
        self.sequencias.insert(seq, ultimo);
        Ok(ultimo)
    }

    /// Writes what has to be written before the group is committed.
    pub fn gravar(&mut self, c: &mut SqliteConnection) -> QueryResult<()> {
        self.gravar_eventos(c)?;
        for (seq, valor) in &self.sequencias {
            Comando::<(), 2>::novo(
                "UPDATE sequencias SET valor = ? WHERE nome = ?",
                [Valor::Longo(*valor), Valor::Texto(seq.nome())],
            )
            .execute(c)?;
        }
        Ok(())
    }

    /// Writes the events that wait.
    pub fn gravar_eventos(&mut self, c: &mut SqliteConnection) -> QueryResult<()> {
        em_lote::gravar(c, &self.eventos)?;
        self.eventos.clear();
        Ok(())
    }

    /// Forgets what may no longer be so when a job was undone. Its numbers are not given out again.
    pub fn desfeito(&mut self) {
        self.eventos.clear();
        self.lugares.clear();
        self.esquecer_cadastros();
    }

    /// Forgets users and channels: one of them changes.
    pub fn esquecer_cadastros(&mut self) {
        self.cadastros_mudaram = true;
        self.lojas.clear();
        self.canais.clear();
    }
}

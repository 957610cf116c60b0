//! Totals and far pages out of the counters.
//!
//! A range takes whole buckets of the highest level that fits into it; what sticks out at its two ends is taken
//! from the next level, and where that is not divided it is counted, which are few orders then.

use diesel::prelude::*;
use domain::ids::LojaId;

use super::niveis::{self, Lugar};
use super::partes::Seletor;
use super::{Arvore, Tipo};
use crate::conexao::{Conn, on};
use crate::erro::StoreError;
use crate::schema::contagens;

/// Counts orders of a tree one by one: those with a date in [de, ate).
type Um<'a> = &'a dyn Fn(&mut Conn<'_>, i64, i64) -> Result<i64, StoreError>;

/// Counts the orders of a tree that a selection takes.
pub(crate) struct Contador<'a> {
    arvore: Arvore,
    seletor: Seletor,
    /// Changes that the counters do not hold yet, those that the selection takes.
    mudancas: Vec<(Lugar, i64)>,
    um_a_um: Um<'a>,
}

/// Where to read on: from the place on (or back from it, without it), skipping some.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Salto {
    /// Its date.
    pub data: i64,
    /// Its number, where it lies within an instant; 0 at the beginning of one.
    pub id: i64,
    /// Orders to skip from there.
    pub resto: i64,
}

/// A bucket, as far as the selection goes.
struct No {
    inicio: Lugar,
    conta: i64,
    dividido: bool,
}

impl<'a> Contador<'a> {
    /// For reading in the current transaction.
    pub fn novo(
        conn: &mut Conn<'_>,
        loja: LojaId,
        tipo: Tipo,
        seletor: Seletor,
        um_a_um: Um<'a>,
    ) -> Result<Self, StoreError> {
        #[cfg(feature = "postgres")]
        let mudancas = super::escrita::itens(&super::pendentes::da_loja(conn, loja)?, tipo)
            .into_iter()
            .filter(|item| seletor.aceita(item.status, item.forma))
            .map(|item| (item.lugar, item.quantos))
            .collect();
        #[cfg(not(feature = "postgres"))]
        let mudancas = {
            let _ = conn;
            Vec::new()
        };
        Ok(Self { arvore: Arvore { loja, tipo }, seletor, mudancas, um_a_um })
    }

    /// How many orders have their date in [de, ate).
    pub fn total(&self, conn: &mut Conn<'_>, de: i64, ate: i64) -> Result<i64, StoreError> {
        let (de, ate) = self.limites(de, ate);
        self.somar(conn, self.arvore.tipo.raiz(), de, ate)
    }

    /// Where the order stands that is reached by skipping so many, in [de, ate) and from either end; `None` when
    /// there are not so many.
    pub fn saltar(
        &self,
        conn: &mut Conn<'_>,
        (de, ate): (i64, i64),
        crescente: bool,
        pulados: i64,
    ) -> Result<Option<Salto>, StoreError> {
        let (de, ate) = self.limites(de, ate);
        self.descer(conn, self.arvore.tipo.raiz(), (de, ate), crescente, pulados)
    }

    fn limites(&self, de: i64, ate: i64) -> (Lugar, Lugar) {
        match self.arvore.tipo {
            Tipo::Pendentes => (Lugar { data: 0, id: i64::MIN }, Lugar { data: 0, id: i64::MAX }),
            _ => (Lugar::da_data(de), Lugar::da_data(ate)),
        }
    }

    fn somar(&self, conn: &mut Conn<'_>, nivel: i16, de: Lugar, ate: Lugar) -> Result<i64, StoreError> {
        let mut soma = 0;
        for no in self.nos(conn, nivel, de, ate)? {
            soma += self.contar(conn, nivel, &no, de, ate)?;
        }
        Ok(soma)
    }

    /// What a bucket holds between two places.
    fn contar(&self, conn: &mut Conn<'_>, nivel: i16, no: &No, de: Lugar, ate: Lugar) -> Result<i64, StoreError> {
        let fim = niveis::fim(nivel, no.inicio);
        if no.inicio >= de && fim <= ate {
            return Ok(no.conta);
        }
        let (de, ate) = (no.inicio.max(de), fim.min(ate));
        if no.dividido {
            self.somar(conn, nivel + 1, de, ate)
        } else {
            (self.um_a_um)(conn, de.data, ate.data)
        }
    }

    fn descer(
        &self,
        conn: &mut Conn<'_>,
        nivel: i16,
        (de, ate): (Lugar, Lugar),
        crescente: bool,
        mut pulados: i64,
    ) -> Result<Option<Salto>, StoreError> {
        let mut nos = self.nos(conn, nivel, de, ate)?;
        if !crescente {
            nos.reverse();
        }
        for no in nos {
            let conta = self.contar(conn, nivel, &no, de, ate)?;
            if pulados >= conta {
                pulados -= conta;
                continue;
            }
            let (de, ate) = (no.inicio.max(de), niveis::fim(nivel, no.inicio).min(ate));
            if no.dividido {
                return self.descer(conn, nivel + 1, (de, ate), crescente, pulados);
            }
            let Lugar { data, id } = if crescente { de } else { ate };
            return Ok(Some(Salto { data, id, resto: pulados }));
        }
        Ok(None)
    }

    /// The buckets of a level that share something with [de, ate), in order.
    fn nos(&self, conn: &mut Conn<'_>, nivel: i16, de: Lugar, ate: Lugar) -> Result<Vec<No>, StoreError> {
        if de >= ate {
            return Ok(Vec::new());
        }
        let mut nos: Vec<No> = self.guardados(conn, nivel, niveis::inicio(nivel, de), ate)?;
        for (lugar, quantos) in self.mudancas.iter().filter(|(lugar, _)| *lugar >= de && *lugar < ate) {
            let inicio = niveis::inicio(nivel, *lugar);
            match nos.binary_search_by_key(&inicio, |no| no.inicio) {
                Ok(i) => {
                    if let Some(no) = nos.get_mut(i) {
                        no.conta += quantos;
                    }
                }
                Err(i) => nos.insert(i, No { inicio, conta: *quantos, dividido: false }),
            }
        }
        Ok(nos)
    }

    /// The same as they are stored; `de` is where one begins.
    fn guardados(
        &self,
        conn: &mut Conn<'_>,
        nivel: i16,
        de: Lugar,
        ate: Lugar,
    ) -> Result<Vec<No>, StoreError> {
        let Arvore { loja, tipo } = self.arvore;
        let por_numero = nivel > niveis::DO_INSTANTE;
        // a bucket of numbers has siblings within its instant only
        let (ids, ultima) = match (por_numero, ate.data == de.data) {
            (false, _) => (0..=0, if ate.id > 0 { ate.data } else { ate.data.saturating_sub(1) }),
            (true, true) => (de.id..=ate.id.saturating_sub(1), de.data),
            (true, false) => (de.id..=i64::MAX, de.data),
        };
        let so_totais = self.seletor.tudo();
        on!(conn, c => {
            macro_rules! baldes {
                ($colunas:expr) => {
                    contagens::table
                        .filter(contagens::aplicacao_id.eq(loja.aplicacao.0))
                        .filter(contagens::loja_id.eq(loja.loja))
                        .filter(contagens::tipo.eq(tipo.codigo()))
                        .filter(contagens::nivel.eq(nivel))
                        .filter(contagens::inicio.between(de.data, ultima))
                        .filter(contagens::inicio_id.between(*ids.start(), *ids.end()))
                        .order((contagens::inicio, contagens::inicio_id))
                        .select($colunas)
                        .load(c)?
                };
            }
            let colunas = (contagens::inicio, contagens::inicio_id, contagens::dividido);
            if so_totais {
                let linhas: Vec<((i64, i64, bool), i64)> = baldes!((colunas, contagens::total));
                Ok(linhas.into_iter().map(|((data, id, dividido), conta)| {
                    No { inicio: Lugar { data, id }, conta, dividido }
                }).collect())
            } else {
                let linhas: Vec<((i64, i64, bool), String)> = baldes!((colunas, contagens::partes));
                linhas.into_iter().map(|((data, id, dividido), partes)| {
                    Ok(No { inicio: Lugar { data, id }, conta: self.seletor.contar(&partes)?, dividido })
                }).collect()
            }
        })
    }
}

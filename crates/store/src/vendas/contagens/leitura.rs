//! Totals and far pages out of the counters.
//!
//! A range takes whole buckets of the highest level that fits into it; what sticks out at its two ends is taken
//! from the next level, and where that is not divided it is counted, which are few orders then.

use diesel::prelude::*;
use domain::values::ids::LojaId;

use super::escrita::itens;
use super::kinds::{Arvore, Tipo};
use super::niveis::{self, Lugar};
use super::partes::Seletor;
use super::rows;
use crate::base::StoreError;
use crate::base::schema::contagens;
use crate::base::{Conn, on};

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

/// Adds a stretch to others; one that begins where the last one ends makes it longer.
fn emendar(trechos: &mut Vec<(Lugar, Lugar)>, novo: (Lugar, Lugar)) {
    match trechos.last_mut() {
        Some(ultimo) if ultimo.1 == novo.0 => ultimo.1 = novo.1,
        _ => trechos.push(novo),
    }
}

/// The buckets of a tree, with something of each.
macro_rules! da_arvore {
    ($arvore:expr, $conta:expr) => {
        contagens::table
            .filter(contagens::aplicacao_id.eq($arvore.loja.aplicacao.0))
            .filter(contagens::loja_id.eq($arvore.loja.loja))
            .filter(contagens::tipo.eq($arvore.tipo.codigo()))
            .select((
                (contagens::nivel, contagens::inicio, contagens::inicio_id, contagens::dividido),
                $conta,
            ))
    };
}

/// A bucket, as far as the selection goes.
#[derive(Debug, Clone, Copy)]
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
        let mudancas = itens(&rows::unfolded(conn, loja)?, tipo)
            .into_iter()
            .filter(|item| seletor.aceita(item.status, item.forma))
            .map(|item| (item.lugar, item.quantos))
            .collect();
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

    /// Level by level: the buckets that lie within, and what sticks out at the ends.
    fn somar(&self, conn: &mut Conn<'_>, nivel: i16, de: Lugar, ate: Lugar) -> Result<i64, StoreError> {
        let mut soma = 0;
        let prontos = if nivel == 0 { self.prever(conn, de, ate)? } else { Prontos::default() };
        let (mut trechos, mut avulsos) = (vec![(de, ate)], Vec::new());
        for nivel in nivel..=niveis::ULTIMO {
            let mut pontas = Vec::new();
            for (de, ate) in trechos {
                for no in self.nos(conn, nivel, de, ate, &prontos)? {
                    let fim = niveis::fim(nivel, no.inicio);
                    if no.inicio >= de && fim <= ate {
                        soma += no.conta;
                    } else {
                        let trecho = (no.inicio.max(de), fim.min(ate));
                        emendar(if no.dividido { &mut pontas } else { &mut avulsos }, trecho);
                    }
                }
            }
            trechos = pontas;
            if trechos.is_empty() {
                break;
            }
        }
        for (de, ate) in avulsos {
            soma += (self.um_a_um)(conn, de.data, ate.data)?;
        }
        Ok(soma)
    }

    /// What a bucket holds between two places.
    fn contar(
        &self,
        conn: &mut Conn<'_>,
        nivel: i16,
        no: &No,
        de: Lugar,
        ate: Lugar,
    ) -> Result<i64, StoreError> {
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
        let mut nos = self.nos(conn, nivel, de, ate, &Prontos::default())?;
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
    fn nos(
        &self,
        conn: &mut Conn<'_>,
        nivel: i16,
        de: Lugar,
        ate: Lugar,
        prontos: &Prontos,
    ) -> Result<Vec<No>, StoreError> {
        if de >= ate {
            return Ok(Vec::new());
        }
        let mut nos = match prontos.entre(nivel, de, ate) {
            Some(nos) => nos,
            None => self.guardados(conn, nivel, niveis::inicio(nivel, de), ate)?,
        };
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
        // a bucket of numbers has siblings within its instant only
        let (ids, ultima) = match (nivel > niveis::DO_INSTANTE, ate.data == de.data) {
            (false, _) => ((0, 0), if ate.id > 0 { ate.data } else { ate.data.saturating_sub(1) }),
            (true, true) => ((de.id, ate.id.saturating_sub(1)), de.data),
            (true, false) => ((de.id, i64::MAX), de.data),
        };
        let achados = on!(conn, c => {
            macro_rules! baldes {
                ($conta:expr) => {
                    da_arvore!(self.arvore, $conta)
                        .filter(contagens::nivel.eq(nivel))
                        .filter(contagens::inicio.between(de.data, ultima))
                        .filter(contagens::inicio_id.between(ids.0, ids.1))
                        .order((contagens::inicio, contagens::inicio_id))
                        .load(c)?
                };
            }
            self.lidos(if self.seletor.tudo() {
                Lidos::Totais(baldes!(contagens::total))
            } else {
                Lidos::Partes(baldes!(contagens::partes))
            })
        })?;
        Ok(achados.into_iter().map(|(_, no)| no).collect())
    }

    /// The buckets that a total of [de, ate) looks at first, in one statement: the largest, those of a day at
    /// its two ends, and those of an hour.
    fn prever(&self, conn: &mut Conn<'_>, de: Lugar, ate: Lugar) -> Result<Prontos, StoreError> {
        let mut trechos = vec![(0, de, ate)];
        for nivel in [1, 2] {
            trechos.extend(niveis::pontas(nivel - 1, de, ate).into_iter().map(|(de, ate)| (nivel, de, ate)));
        }
        let mut limites =
            trechos.iter().map(|(nivel, de, ate)| (*nivel, niveis::inicio(*nivel, *de).data, ate.data));
        let mut proximo = || limites.next().unwrap_or_default();
        let (a, b, c, d, e) = (proximo(), proximo(), proximo(), proximo(), proximo());
        let mut nos = on!(conn, conexao => {
            macro_rules! baldes {
                ($conta:expr, $limites:expr) => {
                    da_arvore!(self.arvore, $conta)
                        .filter(contagens::nivel.eq($limites.0))
                        .filter(contagens::inicio.ge($limites.1))
                        .filter(contagens::inicio.lt($limites.2))
                };
            }
            macro_rules! todos {
                ($conta:expr) => {
                    baldes!($conta, a)
                        .union_all(baldes!($conta, b))
                        .union_all(baldes!($conta, c))
                        .union_all(baldes!($conta, d))
                        .union_all(baldes!($conta, e))
                        .load(conexao)?
                };
            }
            self.lidos(if self.seletor.tudo() {
                Lidos::Totais(todos!(contagens::total))
            } else {
                Lidos::Partes(todos!(contagens::partes))
            })
        })?;
        nos.sort_unstable_by_key(|(nivel, no)| (*nivel, no.inicio));
        Ok(Prontos { trechos, nos })
    }

    /// Rows as the selection sees them.
    fn lidos(&self, lidos: Lidos) -> Result<Vec<(i16, No)>, StoreError> {
        let no =
            |(nivel, data, id, dividido), conta| (nivel, No { inicio: Lugar { data, id }, conta, dividido });
        match lidos {
            Lidos::Totais(linhas) => {
                Ok(linhas.into_iter().map(|(colunas, total)| no(colunas, total)).collect())
            }
            Lidos::Partes(linhas) => linhas
                .into_iter()
                .map(|(colunas, partes)| Ok(no(colunas, self.seletor.contar(&partes)?)))
                .collect(),
        }
    }
}

type Colunas = (i16, i64, i64, bool);

/// Rows of buckets: with their totals, which are enough where everything counts, or with all parts.
enum Lidos {
    Totais(Vec<(Colunas, i64)>),
    Partes(Vec<(Colunas, String)>),
}

/// Buckets that were read ahead: all of these stretches of these levels.
#[derive(Default)]
struct Prontos {
    trechos: Vec<(i16, Lugar, Lugar)>,
    nos: Vec<(i16, No)>,
}

impl Prontos {
    /// The buckets of a level that share something with [de, ate); `None` when they were not read.
    fn entre(&self, nivel: i16, de: Lugar, ate: Lugar) -> Option<Vec<No>> {
        let lido = |(n, a, b): &(i16, Lugar, Lugar)| *n == nivel && *a <= de && ate <= *b;
        self.trechos.iter().any(lido).then(|| {
            let deles = self
                .nos
                .iter()
                .filter(|(n, no)| *n == nivel && no.inicio < ate && niveis::fim(nivel, no.inicio) > de);
            deles.map(|(_, no)| *no).collect()
        })
    }
}

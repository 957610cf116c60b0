//! Comparing every counter with a count of the orders themselves.

use std::collections::BTreeMap;

use diesel::prelude::*;
use domain::values::ids::LojaId;

use super::divisao::pedidos_entre;
use super::escrita::itens;
use super::kinds::{Arvore, Tipo};
use super::niveis::{self, Lugar};
use super::partes::Partes;
use super::rows::{self, Item, Linha};
use crate::base::StoreError;
use crate::base::schema::contagens;
use crate::base::{Conn, on};

/// Which counter: kind of date, level, and where its bucket begins (a date in microseconds, a number).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Balde {
    /// 0 to 4 for the kinds of date, 5 for the orders not taken over.
    pub tipo: i16,
    /// 0 for the largest buckets.
    pub nivel: i16,
    /// Microseconds.
    pub inicio: i64,
    /// A number, within an instant.
    pub inicio_id: i64,
}

/// A counter that is not what counting gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DivergenciaContagem {
    /// Which.
    pub balde: Balde,
    /// As stored; `None` when it is missing.
    pub guardada: Option<String>,
    /// As counted: `status:forma_pagamento:orders`, after commas; `None` when there is nothing to count.
    pub contada: Option<String>,
}

/// What a comparison of the counters with the orders found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ConferenciaContagens {
    /// Counters that were compared.
    pub baldes: usize,
    /// The lowest level that has one.
    pub nivel_mais_fundo: i16,
    /// Those that differ.
    pub divergencias: Vec<DivergenciaContagem>,
}

/// Compares every counter of a store with a count of its orders, which it reads all.
pub fn conferir_contagens(conn: &mut Conn<'_>, loja: LojaId) -> Result<ConferenciaContagens, StoreError> {
    let mut conferencia = ConferenciaContagens::default();
    let por_dobrar = rows::unfolded(conn, loja)?;
    for tipo in Tipo::TODOS {
        let arvore = Arvore { loja, tipo };
        let (de, ate) = match tipo {
            Tipo::Pendentes => (Lugar { data: 0, id: i64::MIN }, Lugar { data: 0, id: i64::MAX }),
            _ => (Lugar::da_data(i64::MIN), Lugar::da_data(i64::MAX)),
        };
        let mut pedidos = pedidos_entre(conn, arvore, de, ate)?;
        pedidos
            .extend(itens(&por_dobrar, tipo).into_iter().map(|item| Item { quantos: -item.quantos, ..item }));
        pedidos.sort_unstable();
        comparar(arvore, &guardadas(conn, arvore)?, &pedidos, &mut conferencia);
    }
    Ok(conferencia)
}

type Baldes<T> = BTreeMap<(i16, Lugar), T>;

fn guardadas(conn: &mut Conn<'_>, arvore: Arvore) -> Result<Baldes<Linha>, StoreError> {
    let linhas: Vec<Linha> = on!(conn, c => contagens::table
        .filter(contagens::aplicacao_id.eq(arvore.loja.aplicacao.0))
        .filter(contagens::loja_id.eq(arvore.loja.loja))
        .filter(contagens::tipo.eq(arvore.tipo.codigo()))
        .select(Linha::as_select())
        .load(c))?;
    Ok(linhas.into_iter().map(|linha| ((linha.nivel, linha.lugar()), linha)).collect())
}

/// The counters that there should be: all of the highest level, and those below a divided one.
fn esperadas(arvore: Arvore, guardadas: &Baldes<Linha>, pedidos: &[Item]) -> Baldes<Partes> {
    let mut esperadas: Baldes<Partes> = BTreeMap::new();
    for item in pedidos {
        for nivel in arvore.tipo.raiz()..=niveis::ULTIMO {
            let balde = (nivel, niveis::inicio(nivel, item.lugar));
            esperadas.entry(balde).or_default().somar(item.status, item.forma, item.quantos);
            if !guardadas.get(&balde).is_some_and(|linha| linha.dividido) {
                break;
            }
        }
    }
    esperadas.retain(|_, partes| !partes.vazias());
    esperadas
}

fn comparar(
    arvore: Arvore,
    guardadas: &Baldes<Linha>,
    pedidos: &[Item],
    conferencia: &mut ConferenciaContagens,
) {
    let esperadas = esperadas(arvore, guardadas, pedidos);
    let mut todos: Vec<(i16, Lugar)> = guardadas.keys().chain(esperadas.keys()).copied().collect();
    todos.sort_unstable();
    todos.dedup();
    for (nivel, lugar) in todos {
        let guardada = guardadas.get(&(nivel, lugar));
        let contada = esperadas.get(&(nivel, lugar));
        conferencia.baldes += 1;
        conferencia.nivel_mais_fundo = conferencia.nivel_mais_fundo.max(nivel);
        let iguais = match (guardada, contada) {
            (Some(g), Some(c)) => {
                g.total == c.total() && Partes::ler(&g.partes).is_ok_and(|partes| partes == *c)
            }
            _ => false,
        };
        if !iguais {
            conferencia.divergencias.push(DivergenciaContagem {
                balde: Balde { tipo: arvore.tipo.codigo(), nivel, inicio: lugar.data, inicio_id: lugar.id },
                guardada: guardada.map(|g| format!("{} = {}", g.total, g.partes)),
                contada: contada.map(|c| format!("{} = {}", c.total(), c.texto())),
            });
        }
    }
}

//! Bringing the counters up to date with what has changed.
//!
//! A tree is walked from its root down to the buckets that changed, each row read and written once, however many
//! orders it is about.

use diesel::prelude::*;

use super::divisao::dividir;
use super::kinds::{Arvore, Tipo};
use super::memoria::{Guardado, Memoria};
use super::mudancas::lugar;
use super::niveis::{self, Lugar};
use super::rows::{self, Escritas, Item, Linha};
use crate::base::schema::contagens;
use crate::base::{Conn, CountedChange, StoreError, on};

/// Adds changes to the counters of their stores. All other changes to `pedidos` that this transaction sees have
/// to be in the counters already: a bucket that is divided is counted anew.
pub(crate) fn aplicar(
    conn: &mut Conn<'_>,
    liquidas: &[CountedChange],
    por_balde: u32,
    memoria: &mut Memoria,
) -> Result<(), StoreError> {
    for da_loja in liquidas.chunk_by(|a, b| a.loja == b.loja) {
        let Some(CountedChange { loja, .. }) = da_loja.first() else { continue };
        for tipo in Tipo::TODOS {
            let itens = itens(da_loja, tipo);
            if !itens.is_empty() {
                let arvore = Arvore { loja: *loja, tipo };
                let mut passeio = Passeio { arvore, por_balde, memoria, escritas: Escritas::default() };
                passeio.descer(conn, tipo.raiz(), &itens)?;
                gravar(conn, arvore, &passeio.escritas)?;
            }
        }
    }
    Ok(())
}

/// What changes mean to a tree, in its order, without those that undo each other.
pub(super) fn itens(mudancas: &[CountedChange], tipo: Tipo) -> Vec<Item> {
    let mut todos: Vec<Item> = mudancas
        .iter()
        .filter_map(|m| {
            let (status, forma) = (m.estado.status, m.estado.forma);
            Some(Item { lugar: lugar(&m.estado, tipo, m.id)?, status, forma, quantos: m.quantos })
        })
        .collect();
    todos.sort_unstable();
    let mut itens: Vec<Item> = Vec::with_capacity(todos.len());
    for item in todos {
        match itens.last_mut() {
            Some(u) if (u.lugar, u.status, u.forma) == (item.lugar, item.status, item.forma) => {
                u.quantos += item.quantos;
            }
            _ => itens.push(item),
        }
    }
    itens.retain(|item| item.quantos != 0);
    itens
}

/// A walk through one tree.
struct Passeio<'a> {
    arvore: Arvore,
    por_balde: u32,
    memoria: &'a mut Memoria,
    escritas: Escritas,
}

impl Passeio<'_> {
    /// Adds to the buckets of a level, and of those below where they are divided.
    fn descer(&mut self, conn: &mut Conn<'_>, nivel: i16, itens: &[Item]) -> Result<(), StoreError> {
        let arvore = self.arvore;
        let balde = |item: &Item| niveis::inicio(nivel, item.lugar);
        let conhecidos = itens.iter().all(|item| self.memoria.get(arvore, nivel, balde(item)).is_some());
        let linhas = if conhecidos { Vec::new() } else { linhas(conn, arvore, nivel, itens)? };
        for do_balde in itens.chunk_by(|a, b| balde(a) == balde(b)) {
            let Some(inicio) = do_balde.first().map(balde) else { continue };
            let antigo = match linhas.binary_search_by_key(&inicio, Linha::lugar) {
                Ok(i) => linhas.get(i).map(Linha::guardado).transpose()?,
                Err(_) => self.memoria.get(arvore, nivel, inicio).cloned(),
            };
            let novo = antigo.is_none();
            let Guardado { mut partes, mut dividido } = antigo.unwrap_or_default();
            for item in do_balde {
                partes.somar(item.status, item.forma, item.quantos);
            }
            if dividido {
                self.descer(conn, nivel + 1, do_balde)?;
            } else if nivel < niveis::ULTIMO && partes.total() > i64::from(self.por_balde) {
                dividir(conn, arvore, (nivel, inicio), self.por_balde, &mut self.escritas)?;
                dividido = true;
            }
            self.anotar(nivel, inicio, Guardado { partes, dividido }, novo);
        }
        Ok(())
    }

    fn anotar(&mut self, nivel: i16, inicio: Lugar, guardado: Guardado, novo: bool) {
        let arvore = self.arvore;
        if guardado.partes.vazias() {
            self.memoria.remove(arvore, nivel, inicio);
            if !novo {
                self.escritas.vazias.push((nivel, inicio));
            }
            return;
        }
        let linha = Linha::nova(arvore, nivel, inicio, &guardado.partes, guardado.dividido);
        if novo { &mut self.escritas.novas } else { &mut self.escritas.mudadas }.push(linha);
        self.memoria.insert(arvore, nivel, inicio, guardado);
    }
}

/// The rows of the buckets that items fall into, and perhaps of some between them.
fn linhas(conn: &mut Conn<'_>, arvore: Arvore, nivel: i16, itens: &[Item]) -> Result<Vec<Linha>, StoreError> {
    let (Some(primeiro), Some(ultimo)) = (itens.first(), itens.last()) else { return Ok(Vec::new()) };
    let (de, ate) = (niveis::inicio(nivel, primeiro.lugar), niveis::inicio(nivel, ultimo.lugar));
    Ok(on!(conn, c => contagens::table
        .filter(contagens::aplicacao_id.eq(arvore.loja.aplicacao.0))
        .filter(contagens::loja_id.eq(arvore.loja.loja))
        .filter(contagens::tipo.eq(arvore.tipo.codigo()))
        .filter(contagens::nivel.eq(nivel))
        .filter(contagens::inicio.between(de.data, ate.data))
        // within one instant there may be many; elsewhere this is always true
        .filter(contagens::inicio_id.between(de.id, ate.id))
        .order((contagens::inicio, contagens::inicio_id))
        .select(Linha::as_select())
        .load(c))?)
}

fn gravar(conn: &mut Conn<'_>, arvore: Arvore, escritas: &Escritas) -> Result<(), StoreError> {
    rows::save(conn, &escritas.novas, &escritas.mudadas)?;
    for bucket in &escritas.vazias {
        rows::delete(conn, arvore, *bucket)?;
    }
    Ok(())
}

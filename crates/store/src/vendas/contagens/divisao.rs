//! Dividing a bucket that holds too many orders: they are read once, out of an index, and counted by smaller ones.

use diesel::prelude::*;

use super::kinds::{Arvore, Tipo};
use super::niveis::{self, Lugar};
use super::partes::Partes;
use super::rows::{Escritas, Item, Linha};
use crate::base::schema::pedidos;
use crate::base::{Conn, StoreError, on};

/// Makes the buckets below one, and those below them where they hold too many as well.
pub(super) fn dividir(
    conn: &mut Conn<'_>,
    arvore: Arvore,
    (nivel, inicio): (i16, Lugar),
    por_balde: u32,
    escritas: &mut Escritas,
) -> Result<(), StoreError> {
    let pedidos = pedidos_entre(conn, arvore, inicio, niveis::fim(nivel, inicio))?;
    plantar(arvore, nivel + 1, &pedidos, por_balde, &mut escritas.novas);
    Ok(())
}

/// The buckets of a level and of those below that orders, in order, fall into.
pub(super) fn plantar(arvore: Arvore, nivel: i16, pedidos: &[Item], por_balde: u32, linhas: &mut Vec<Linha>) {
    for do_balde in pedidos.chunk_by(|a, b| niveis::inicio(nivel, a.lugar) == niveis::inicio(nivel, b.lugar))
    {
        let Some(inicio) = do_balde.first().map(|item| niveis::inicio(nivel, item.lugar)) else { continue };
        let mut partes = Partes::default();
        for item in do_balde {
            partes.somar(item.status, item.forma, item.quantos);
        }
        let dividido = nivel < niveis::ULTIMO && partes.total() > i64::from(por_balde);
        linhas.push(Linha::nova(arvore, nivel, inicio, &partes, dividido));
        if dividido {
            plantar(arvore, nivel + 1, do_balde, por_balde, linhas);
        }
    }
}

/// The orders of a tree between two places, in order.
pub(super) fn pedidos_entre(
    conn: &mut Conn<'_>,
    arvore: Arvore,
    de: Lugar,
    ate: Lugar,
) -> Result<Vec<Item>, StoreError> {
    let loja = arvore.loja;
    let lidos: Vec<(Option<i64>, i64, i16, i32)> = on!(conn, c => {
        macro_rules! da_loja {
            () => {
                pedidos::table
                    .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
                    .filter(pedidos::loja_id.eq(loja.loja))
            };
        }
        macro_rules! por {
            ($data:expr) => {{
                macro_rules! lidos {
                    ($q:expr) => {
                        $q.order(($data, pedidos::pedido_id))
                            .select(($data.nullable(), pedidos::pedido_id, pedidos::status, pedidos::forma_pagamento))
                            .load(c)?
                    };
                }
                if de.data == ate.data {
                    // within an instant: equality lets the index lead on to the numbers
                    lidos!(da_loja!()
                        .filter($data.eq(de.data))
                        .filter(pedidos::pedido_id.ge(de.id))
                        .filter(pedidos::pedido_id.lt(ate.id)))
                } else {
                    lidos!(da_loja!().filter($data.ge(de.data)).filter($data.lt(ate.data)))
                }
            }};
        }
        match arvore.tipo {
            Tipo::Pedido => por!(pedidos::data),
            Tipo::Aprovacao => por!(pedidos::data_pagamento),
            Tipo::ModificacaoStatus => por!(pedidos::status_em),
            Tipo::Alteracao => por!(pedidos::alterado_em),
            Tipo::Criacao => por!(pedidos::criado_em),
            Tipo::Pendentes => {
                let achados: Vec<(i64, i16, i32)> = da_loja!()
                    // written out for the partial index, bound for SQLite to choose it
                    .filter(diesel::dsl::not(pedidos::integrado))
                    .filter(pedidos::integrado.eq(false))
                    .filter(pedidos::pedido_id.ge(de.id))
                    .filter(pedidos::pedido_id.lt(ate.id))
                    .order(pedidos::pedido_id)
                    .select((pedidos::pedido_id, pedidos::status, pedidos::forma_pagamento))
                    .load(c)?;
                achados.into_iter().map(|(id, status, forma)| (Some(0), id, status, forma)).collect()
            }
        }
    });
    Ok(lidos
        .into_iter()
        .map(|(data, id, status, forma)| Item {
            lugar: Lugar { data: data.unwrap_or_default(), id },
            status,
            forma,
            quantos: 1,
        })
        .collect())
}

//! What has changed of the orders of a transaction, as far as they are counted.

use domain::ids::{LojaId, PedidoId};

use super::Tipo;
use super::niveis::Lugar;
#[cfg(feature = "postgres")]
use super::pendentes::Pendente;
use crate::conexao::Tx;

/// An order as it is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Estado {
    pub status: i16,
    pub forma: i32,
    pub data: i64,
    pub data_pagamento: Option<i64>,
    pub status_em: i64,
    pub alterado_em: i64,
    pub criado_em: i64,
    /// Not taken over by the store since its last change of status.
    pub pendente: bool,
}

impl Estado {
    /// Where an order stands in a tree, if it does.
    pub(super) fn lugar(&self, tipo: Tipo, id: i64) -> Option<Lugar> {
        let data = match tipo {
            Tipo::Pedido => self.data,
            Tipo::Aprovacao => self.data_pagamento?,
            Tipo::ModificacaoStatus => self.status_em,
            Tipo::Alteracao => self.alterado_em,
            Tipo::Criacao => self.criado_em,
            Tipo::Pendentes => return self.pendente.then_some(Lugar { data: 0, id }),
        };
        Some(Lugar { data, id })
    }
}

/// An order that is counted so many times more than before (1), or less (-1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Mudanca {
    pub(super) loja: LojaId,
    pub(super) id: i64,
    pub(super) estado: Estado,
    pub(super) quantos: i64,
}

/// Changes that the counters do not know of yet.
#[derive(Debug, Default)]
pub(crate) struct Mudancas {
    lista: Vec<Mudanca>,
    /// Rows that this transaction has written already for changes that are not in the list.
    #[cfg(feature = "postgres")]
    escritas: usize,
}

impl Mudancas {
    #[cfg(feature = "sqlite")]
    pub fn vazias(&self) -> bool {
        self.lista.is_empty()
    }

    #[cfg(feature = "sqlite")]
    pub fn juntar(&mut self, mut outras: Self) {
        self.lista.append(&mut outras.lista);
    }

    /// The row of a new order, for who writes it together with other rows.
    #[cfg(feature = "postgres")]
    pub fn nova(&mut self, loja: LojaId, id: PedidoId, estado: Estado) -> Pendente {
        self.escritas += 1;
        Pendente::from(&Mudanca { loja, id: id.0, estado, quantos: 1 })
    }

    /// How many rows [`Mudancas::nova`] has given.
    #[cfg(feature = "postgres")]
    pub(super) fn escritas(&self) -> usize {
        self.escritas
    }

    /// What is left of them when those that undo each other are taken away, by store.
    pub(super) fn liquidas(&mut self) -> Vec<Mudanca> {
        let mut todas = std::mem::take(&mut self.lista);
        todas.sort_unstable();
        let mut liquidas: Vec<Mudanca> = Vec::with_capacity(todas.len());
        for mudanca in todas {
            match liquidas.last_mut() {
                Some(ultima)
                    if (ultima.loja, ultima.id, ultima.estado)
                        == (mudanca.loja, mudanca.id, mudanca.estado) =>
                {
                    ultima.quantos += mudanca.quantos;
                }
                _ => liquidas.push(mudanca),
            }
        }
        liquidas.retain(|m| m.quantos != 0);
        liquidas
    }
}

/// Notes that an order is no longer counted as it was and is now counted as it is: `None` before it came in,
/// and after it has gone.
pub(crate) fn mudou(
    tx: &mut Tx<'_>,
    loja: LojaId,
    id: PedidoId,
    antes: Option<Estado>,
    depois: Option<Estado>,
) {
    let mudancas = &mut tx.contagens.lista;
    mudancas.extend(antes.map(|estado| Mudanca { loja, id: id.0, estado, quantos: -1 }));
    mudancas.extend(depois.map(|estado| Mudanca { loja, id: id.0, estado, quantos: 1 }));
}

impl FromIterator<Mudanca> for Mudancas {
    fn from_iter<I: IntoIterator<Item = Mudanca>>(mudancas: I) -> Self {
        Self { lista: mudancas.into_iter().collect(), ..Self::default() }
    }
}

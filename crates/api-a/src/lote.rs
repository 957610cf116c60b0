//! Batches: up to 500 items, each with its own outcome.

use std::collections::HashSet;
use std::hash::Hash;

use domain::pedido::aviso::Aviso;
use domain::reading::json::{ErroLeitura, Leitura, Valor, ler_lista};
use domain::reading::problems::Problemas;
use domain::values::ids::PedidoId;
use http_kit::{Fault, FromConsulta, Leitor};
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};

use crate::erro::{CorpoErro, ErroA};
use crate::outcome::Outcome;
use crate::resposta::Resposta;

/// Items of one batch.
pub const LOTE_MAX: usize = 500;

/// What happens to the good items of a batch that has bad ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ToSchema)]
#[schema(rename_all = "camelCase")]
pub enum Modo {
    /// They are done.
    Parcial,
    /// Nothing is done.
    TudoOuNada,
}

/// How a batch is done.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ParamModo {
    /// What happens to the good items when there are bad ones.
    #[param(value_type = Option<Modo>, inline)]
    pub modo: Modo,
}

impl FromConsulta for ParamModo {
    fn de(c: &mut Leitor<'_>) -> Option<Self> {
        let modo = c.uma_de("modo", &[("parcial", Modo::Parcial), ("tudoOuNada", Modo::TudoOuNada)]);
        Some(Self { modo: modo.unwrap_or(Modo::Parcial) })
    }
}

/// The outcome of one item.
#[derive(Serialize, ToSchema)]
pub struct ResultadoItem {
    /// Its place in the batch, from 0.
    pub indice: usize,
    /// Its key, as sent.
    pub chave: String,
    /// What it would have been answered on its own; 424: undone because of another item.
    pub status: u16,
    /// Why it was not done; null when it was.
    pub erro: Option<CorpoErro>,
    /// The order's number, in batches of orders.
    #[serde(rename = "pedidoId", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub pedido_id: Option<i64>,
    /// What was odd about an order that was taken in all the same; absent when nothing was.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub avisos: Vec<String>,
}

/// An item that knows what it is called, even when the rest of it is bad.
pub trait ItemDeLote: Leitura {
    /// The JSON member that names it.
    const CHAVE: &'static str;
}

/// A batch as read: each item good or bad on its own.
pub struct Lote<T>(pub Vec<Item<T>>);

/// One item.
#[derive(Clone)]
pub struct Item<T> {
    /// Its key as sent, empty when it has none.
    pub chave: String,
    /// The item, or what is wrong with it. Paths start at the item.
    pub valor: Result<T, Problemas>,
}

impl<T: ItemDeLote> Leitura for Item<T> {
    fn ler(valor: &Valor<'_>, _: &mut Problemas) -> Option<Self> {
        // what is wrong with one item must not hide the others: it is kept with the item
        let (mut ignorados, mut p) = (Problemas::new(), Problemas::new());
        let objeto = valor.objeto(&mut ignorados);
        let chave = objeto.as_ref().and_then(|obj| {
            obj.com(T::CHAVE, &mut ignorados, |v, p| match v.numero(&mut Problemas::new()) {
                Some(numero) => Some(numero.into_owned()),
                None => v.string(p).map(|s| s.into_owned()),
            })
        });
        let lido = T::ler(&valor.como_documento(objeto.as_ref()), &mut p);
        Some(Self { chave: chave.flatten().unwrap_or_default(), valor: p.or(lido) })
    }
}

impl<T: ItemDeLote> Leitura for Lote<T> {
    fn ler(valor: &Valor<'_>, p: &mut Problemas) -> Option<Self> {
        valor.lista(LOTE_MAX, p).map(Self)
    }

    fn documento(texto: &[u8]) -> Result<Self, ErroLeitura> {
        ler_lista(texto, LOTE_MAX).map(Self)
    }
}

impl<T> Item<T> {
    /// The item read further, by someone who knows more than its text.
    pub fn ler<U>(self, f: impl FnOnce(T) -> Result<U, Problemas>) -> Item<U> {
        Item { chave: self.chave, valor: self.valor.and_then(f) }
    }
}

/// What was done for one item.
pub struct Feito {
    /// As if on its own.
    pub status: u16,
    /// For orders.
    pub pedido_id: Option<i64>,
    /// For orders.
    pub avisos: Vec<String>,
}

impl Feito {
    /// 201 or 200.
    pub fn gravado(novo: bool) -> Self {
        Self { status: if novo { 201 } else { 200 }, pedido_id: None, avisos: Vec::new() }
    }

    /// For an order.
    pub fn pedido(status: u16, id: PedidoId, avisos: &[Aviso]) -> Self {
        Self { status, pedido_id: Some(id.0), avisos: avisos.iter().map(ToString::to_string).collect() }
    }
}

/// The answer to a batch whose items had these outcomes, in order. In all-or-nothing mode a bad item has the
/// good ones undone.
pub fn responder(modo: Modo, resultados: Vec<(String, Result<Feito, ErroA>)>) -> Result<Outcome, ErroA> {
    // a failure of the server itself is not an item's outcome
    let mut itens = Vec::with_capacity(resultados.len());
    let mut ha_ruins = false;
    for (indice, (chave, resultado)) in resultados.into_iter().enumerate() {
        itens.push(match resultado {
            Ok(Feito { status, pedido_id, avisos }) => {
                ResultadoItem { indice, chave, status, erro: None, pedido_id, avisos }
            }
            Err(erro) if erro.is_failure() => return Err(erro),
            Err(erro) => {
                ha_ruins = true;
                let (status, corpo) = erro.para_item();
                ResultadoItem {
                    indice,
                    chave,
                    status,
                    erro: Some(corpo),
                    pedido_id: None,
                    avisos: Vec::new(),
                }
            }
        });
    }
    if modo == Modo::TudoOuNada && ha_ruins {
        for item in itens.iter_mut().filter(|item| item.erro.is_none()) {
            item.status = 424;
            item.pedido_id = None;
            item.avisos.clear();
            item.erro = Some(CorpoErro {
                message: "O item não foi gravado porque outro item do lote foi recusado.".to_owned(),
                validation_errors: Vec::new(),
                exception: None,
            });
        }
        return Ok(Outcome::Undo(Resposta::ok(&itens)?));
    }
    Ok(Outcome::Done(Resposta::ok(&itens)?))
}

/// Splits a batch into what can be tried and what is bad already; a key that stands twice is bad the second
/// time, since the order of two writes in one statement is nobody's to choose.
pub fn separar<T>(itens: &[Item<T>]) -> Vec<(&str, Result<&T, ErroA>)> {
    separar_por(itens, |chave, _| chave)
}

/// The same for items that are known by something else than the key that they show.
pub fn separar_por<'a, T, K: Hash + Eq>(
    itens: &'a [Item<T>],
    identidade: impl Fn(&'a str, &'a T) -> K,
) -> Vec<(&'a str, Result<&'a T, ErroA>)> {
    let mut vistas = HashSet::with_capacity(itens.len());
    itens
        .iter()
        .map(|item| {
            let valor = match &item.valor {
                Err(problemas) => Err(ErroA::Invalido(problemas.clone())),
                Ok(valor) if !vistas.insert(identidade(&item.chave, valor)) => {
                    Err(ErroA::invalido("", "a chave está repetida no lote"))
                }
                Ok(valor) => Ok(valor),
            };
            (item.chave.as_str(), valor)
        })
        .collect()
}

/// Does what can be tried all at once, and answers for all: `todos` answers for each of the good items, in order, and
/// `feito` says what that means.
pub fn fazer_juntos<T, R>(
    modo: Modo,
    separados: Vec<(&str, Result<&T, ErroA>)>,
    todos: impl FnOnce(&[&T]) -> Result<Vec<R>, ErroA>,
    feito: impl Fn(R) -> Result<Feito, ErroA>,
) -> Result<Outcome, ErroA> {
    let bons: Vec<&T> = separados.iter().filter_map(|(_, valor)| valor.as_ref().ok().copied()).collect();
    let mut respostas = todos(&bons)?.into_iter();
    let perdido = || ErroA::from(Fault::new("a batch lost an item"));
    let feitos = separados.into_iter().map(|(chave, valor)| {
        let feito = valor.and_then(|_| respostas.next().ok_or_else(perdido)).and_then(&feito);
        (chave.to_owned(), feito)
    });
    responder(modo, feitos.collect())
}

/// Does what can be tried, item by item and in the order of their keys, so that two batches cannot hold each other up;
/// answers for all.
pub fn fazer<T: Clone>(
    modo: Modo,
    itens: &[Item<T>],
    mut f: impl FnMut(T) -> Result<Feito, ErroA>,
) -> Result<Outcome, ErroA> {
    let mut na_ordem: Vec<_> = separar(itens).into_iter().enumerate().collect();
    na_ordem.sort_by_key(|(_, (chave, _))| *chave);
    let mut feitos = Vec::with_capacity(itens.len());
    for (indice, (chave, valor)) in na_ordem {
        let feito = valor.cloned().and_then(&mut f);
        // the transaction is lost: what came after would only hide why
        match feito {
            Err(erro) if erro.is_failure() => return Err(erro),
            feito => feitos.push((indice, (chave.to_owned(), feito))),
        }
    }
    feitos.sort_by_key(|(indice, _)| *indice);
    responder(modo, feitos.into_iter().map(|(_, feito)| feito).collect())
}

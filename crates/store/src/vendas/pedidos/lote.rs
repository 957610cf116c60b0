//! Many orders at once, in a handful of statements.

use std::borrow::Borrow;
use std::collections::{BTreeSet, HashMap, HashSet};

use diesel::prelude::*;
use domain::interface_b::registro::ItemCatalogo;
use domain::values::ids::{CanalId, LojaId, PedidoId};

use super::entrada::Entrada;
use super::escrita::repetido;
use super::linhas::{Linha, Numeros};
use super::outcome::CriacaoPedido;
use super::partes::{Partes, codigos, evento_de_criacao};
use super::statements;
use crate::base::StoreError;
use crate::base::schema::{
    canais, pedido_documentos, pedido_historico, pedido_itens, pedido_registros, pedidos,
};
use crate::base::sequences::{Sequencia, proximos};
use crate::base::{Conn, Tx, inserir, on};
use crate::eventos;
use crate::vendas::contagens;

/// An order that is new as far as is known, with its channel.
struct Novo<'a> {
    indice: usize,
    entrada: &'a Entrada,
    canal_num: i32,
    tipo_canal: &'a str,
}

/// [`super::create`] for up to 500 orders of a store; answers for each, in order.
pub fn create_lote(
    tx: &mut Tx<'_>,
    loja: LojaId,
    lote: &[impl Borrow<Entrada>],
) -> Result<Vec<CriacaoPedido>, StoreError> {
    let entradas: Vec<&Entrada> = lote.iter().map(Borrow::borrow).collect();
    let canais = canais(tx, loja, &entradas)?;
    let anteriores = anteriores(tx, loja, &entradas)?;
    let mut respostas: Vec<Option<CriacaoPedido>> = lote.iter().map(|_| None).collect();
    let mut novos = Vec::with_capacity(lote.len());
    let mut vistos = HashSet::new();
    for (indice, (&entrada, resposta)) in entradas.iter().zip(&mut respostas).enumerate() {
        let pedido = &entrada.pedido;
        let Some((canal_num, tipo_canal)) = canais.get(pedido.canal_id.as_str()) else {
            *resposta = Some(CriacaoPedido::CanalAusente);
            continue;
        };
        let chave = (*canal_num, pedido.source_id.clone());
        if !anteriores.contains(&chave) && vistos.insert(chave) {
            novos.push(Novo { indice, entrada, canal_num: *canal_num, tipo_canal });
        }
    }
    // always in one order, so that two batches cannot hold each other up
    novos.sort_by(|a, b| {
        (a.canal_num, &a.entrada.pedido.source_id).cmp(&(b.canal_num, &b.entrada.pedido.source_id))
    });
    for (indice, criado) in inserir(tx, loja, &novos)? {
        if let Some(resposta) = respostas.get_mut(indice) {
            *resposta = Some(criado);
        }
    }
    // what is left came before: long ago, a moment ago in another transaction, or earlier in this batch
    entradas
        .iter()
        .zip(respostas)
        .map(|(entrada, resposta)| match resposta {
            Some(resposta) => Ok(resposta),
            None => {
                let canal_num = canais.get(entrada.pedido.canal_id.as_str()).map_or(0, |(num, _)| *num);
                repetido(tx, loja, canal_num, entrada)?
                    .ok_or_else(|| StoreError::Concorrencia("an order vanished".to_owned()))
            }
        })
        .collect()
}

/// Stores the orders that nobody else has stored first.
fn inserir(
    tx: &mut Tx<'_>,
    loja: LojaId,
    novos: &[Novo<'_>],
) -> Result<Vec<(usize, CriacaoPedido)>, StoreError> {
    if novos.is_empty() {
        return Ok(Vec::new());
    }
    let agora = tx.agora();
    let ids = proximos(tx, Sequencia::Pedidos, novos.len())?;
    let compradores =
        crate::vendas::compradores::numeros(tx, loja, novos.iter().map(|n| &n.entrada.pedido.usuario))?;
    let numeros: Vec<Numeros> = novos
        .iter()
        .zip(ids.iter().zip(&compradores))
        .map(|(n, (id, comprador))| Numeros {
            pedido: PedidoId(*id),
            canal: n.canal_num,
            comprador: *comprador,
        })
        .collect();
    let linhas: Vec<Linha> = novos
        .iter()
        .zip(&numeros)
        .map(|(n, numeros)| Linha::nova(loja, numeros, n.entrada, agora.micros()))
        .collect();
    let inseridos: HashSet<i64> = statements::insert_new(tx, &linhas)?.into_iter().collect();
    for linha in linhas.iter().filter(|linha| inseridos.contains(&linha.pedido_id)) {
        contagens::mudou(tx, loja, PedidoId(linha.pedido_id), None, Some(linha.estado()));
    }
    let catalogo = catalogo(tx, loja, novos)?;
    let mut partes = Vec::with_capacity(novos.len());
    for (novo, numeros) in novos.iter().zip(&numeros).filter(|(_, n)| inseridos.contains(&n.pedido.0)) {
        let do_pedido: Vec<ItemCatalogo> =
            codigos(&novo.entrada.pedido).into_iter().filter_map(|sku| catalogo.get(sku).cloned()).collect();
        partes.push((novo, Partes::novas(loja, numeros, novo.tipo_canal, novo.entrada, &do_pedido, agora)?));
    }
    gravar(tx, &partes)?;
    let criacoes = partes.iter().map(|(novo, p)| evento_de_criacao(p.pedido_id(), &novo.entrada.pedido));
    eventos::registrar(tx, loja, agora, criacoes)?;
    Ok(partes
        .into_iter()
        .map(|(novo, partes)| (novo.indice, partes.criado(novo.entrada.pedido.status, agora)))
        .collect())
}

fn gravar(tx: &mut Tx<'_>, partes: &[(&Novo<'_>, Partes)]) -> Result<(), StoreError> {
    inserir!(tx, pedido_documentos::table, partes.iter().map(|(_, p)| &p.documento));
    inserir!(tx, pedido_registros::table, partes.iter().map(|(_, p)| &p.registro));
    inserir!(tx, pedido_itens::table, partes.iter().flat_map(|(_, p)| &p.itens));
    inserir!(tx, pedido_historico::table, partes.iter().map(|(_, p)| &p.historico));
    Ok(())
}

/// Number and type of the channels that the orders name.
fn canais<'a>(
    conn: &mut Conn<'_>,
    loja: LojaId,
    lote: &[&'a Entrada],
) -> Result<HashMap<&'a str, (i32, String)>, StoreError> {
    let ids: BTreeSet<&str> = lote.iter().map(|e| CanalId::as_str(&e.pedido.canal_id)).collect();
    let achados: Vec<(String, i32, String)> = on!(conn, c => canais::table
        .filter(canais::aplicacao_id.eq(loja.aplicacao.0))
        .filter(canais::loja_id.eq(loja.loja))
        .filter(canais::canal_id.eq_any(ids.iter().copied()))
        .select((canais::canal_id, canais::canal_num, canais::tipo_canal))
        .load(c))?;
    let achados: HashMap<String, (i32, String)> =
        achados.into_iter().map(|(id, num, tipo)| (id, (num, tipo))).collect();
    Ok(ids.into_iter().filter_map(|id| Some((id, achados.get(id)?.clone()))).collect())
}

/// Those of the natural keys that are taken.
fn anteriores(
    conn: &mut Conn<'_>,
    loja: LojaId,
    lote: &[&Entrada],
) -> Result<HashSet<(i32, String)>, StoreError> {
    let achados: Vec<(i32, String)> = on!(conn, c => pedidos::table
        .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedidos::loja_id.eq(loja.loja))
        .filter(pedidos::source_id.eq_any(lote.iter().map(|e| e.pedido.source_id.as_str())))
        .select((pedidos::canal_num, pedidos::source_id))
        .load(c))?;
    Ok(achados.into_iter().collect())
}

/// What the SKUs of the orders are right now, those that are registered.
fn catalogo(
    conn: &mut Conn<'_>,
    loja: LojaId,
    novos: &[Novo<'_>],
) -> Result<HashMap<String, ItemCatalogo>, StoreError> {
    let distintos: BTreeSet<&str> = novos.iter().flat_map(|n| codigos(&n.entrada.pedido)).collect();
    let distintos: Vec<&str> = distintos.into_iter().collect();
    let achados = crate::catalogo::skus::catalogo(conn, loja, &distintos)?;
    Ok(achados.into_iter().map(|item| (item.sku.clone(), item)).collect())
}

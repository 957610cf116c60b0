//! The one writer of a SKU's rows: whatever changes of one, the row is locked, compared as a whole, written
//! where it differs, and told of. What is the same keeps its time of change and tells nothing.

use diesel::prelude::*;
use domain::evento::Mudanca;
use domain::sku::Sku;
use domain::values::ids::{LojaId, SkuId};

use super::linhas::{Destino, Linha, SkuPronto, Textos, texto_busca};
use super::mudancas;
use super::parts::{Which, Writes};
use super::read::{find, numero};
use crate::base::dialect;
use crate::base::schema::{pedido_itens, sku_textos, skus};
use crate::base::sequences::{Sequencia, proximos};
use crate::base::{Comando, Tx, Valor, on};
use crate::base::{Criacao, Exclusao, StoreError, Upsert};
use crate::eventos;

/// Creates a SKU, unless its code is taken.
pub fn create(tx: &mut Tx<'_>, loja: LojaId, sku: &Sku) -> Result<Criacao<Sku>, StoreError> {
    exclusivo(tx, loja, &sku.sku)?;
    match find(tx, loja, &sku.sku)? {
        Some(atual) if atual == *sku => Ok(Criacao::Igual(atual)),
        Some(_) => Ok(Criacao::Diferente),
        None => {
            let pronto = SkuPronto::novo(sku.clone())?;
            put(tx, loja, &[(0, &pronto)], &[None])?;
            Ok(Criacao::Criado(pronto.lido()?))
        }
    }
}

/// Creates or replaces a SKU; answers what is stored. What is unchanged keeps its time of change.
pub fn upsert(tx: &mut Tx<'_>, loja: LojaId, sku: &Sku) -> Result<Upsert<Sku>, StoreError> {
    exclusivo(tx, loja, &sku.sku)?;
    let pronto = SkuPronto::novo(sku.clone())?;
    let novos = upsert_lote(tx, loja, &[&pronto])?;
    let stored = pronto.lido()?;
    Ok(if novos.contains(&true) { Upsert::Criado(stored) } else { Upsert::Substituido(stored) })
}

/// Creates or replaces SKUs of distinct codes; answers for each, in order, whether it is new. What is
/// unchanged keeps its time of change.
pub fn upsert_lote(tx: &mut Tx<'_>, loja: LojaId, lote: &[&SkuPronto]) -> Result<Vec<bool>, StoreError> {
    // always in one order, so that two batches cannot hold each other up; it is the order of the index, too
    let mut em_ordem: Vec<(usize, &SkuPronto)> = lote.iter().copied().enumerate().collect();
    em_ordem.sort_unstable_by(|(_, a), (_, b)| a.codigo().cmp(b.codigo()));
    let codigos: Vec<&str> = em_ordem.iter().map(|(_, sku)| sku.codigo()).collect();
    let existentes = dialect!(tx => existing(loja, &codigos))?;
    put(tx, loja, &em_ordem, &existentes)?;
    let mut sao_novos = vec![false; lote.len()];
    for ((lugar, _), atual) in em_ordem.iter().zip(&existentes) {
        if let Some(novo) = sao_novos.get_mut(*lugar) {
            *novo = atual.is_none();
        }
    }
    Ok(sao_novos)
}

/// Writes SKUs over what there is of each, in a handful of statements, and tells what changes.
///
/// A code that another transaction has taken in the meantime fails the insert, and with it the transaction,
/// which is then run again and finds the SKU there.
fn put(
    tx: &mut Tx<'_>,
    loja: LojaId,
    lote: &[(usize, &SkuPronto)],
    existentes: &[Option<(Linha, Textos)>],
) -> Result<(), StoreError> {
    let quantos_novos = existentes.iter().filter(|atual| atual.is_none()).count();
    let mut livres = proximos(tx, Sequencia::Skus, quantos_novos)?.into_iter();
    let agora = tx.agora();
    let grupos = crate::catalogo::grupos::numeros(tx, loja, grupos_pedidos(lote, existentes))?;
    let mut writes = Writes::default();
    let mut ocorridos = Vec::with_capacity(2 * lote.len());
    for ((_, sku), atual) in lote.iter().zip(existentes) {
        let antes = atual.as_ref().map(|(linha, _)| linha);
        let num = match antes {
            Some(linha) => linha.sku_num,
            None => livres.next().ok_or_else(|| StoreError::Interno("a batch ran out of numbers".into()))?,
        };
        let grupo = match antes {
            Some(linha) if linha.parent_id == sku.parent_id() => Some(linha.produto_num),
            _ => grupos.get(sku.parent_id()).copied(),
        };
        let destino = Destino { loja, num, grupo, antes, agora: agora.micros() };
        let (linha, textos) = (sku.linha(destino), sku.textos(loja, num));
        let chave = (num, sku.codigo());
        let Some((antes, textos_antes)) = atual else {
            ocorridos.push(mudancas::novo(chave, mudancas::criado(&linha)));
            writes.new.push((linha, textos));
            continue;
        };
        let outros_textos = textos_antes.diferem(&textos);
        writes.replace(antes, linha, outros_textos);
        writes.texts.extend(outros_textos.then_some(textos));
        let do_sku = mudancas::do_sku((antes, textos_antes), (&linha, &textos));
        ocorridos.extend(do_sku.into_iter().map(|mudanca| mudancas::novo(chave, mudanca)));
    }
    dialect!(tx => write(&writes))?;
    eventos::registrar(tx, loja, agora, ocorridos)
}

/// The groups whose numbers are needed: those of SKUs that come into one.
fn grupos_pedidos<'a>(
    lote: &'a [(usize, &SkuPronto)],
    existentes: &'a [Option<(Linha, Textos)>],
) -> impl Iterator<Item = &'a str> {
    lote.iter().zip(existentes).filter_map(|((_, sku), atual)| {
        let fica = atual.as_ref().is_some_and(|(linha, _)| linha.parent_id == sku.parent_id());
        (!fica).then_some(sku.parent_id())
    })
}

/// Changes columns of a SKU's row and tells of it; false when there is no such SKU. When `apply` leaves
/// everything as it is, nothing happens.
pub(crate) fn change(
    tx: &mut Tx<'_>,
    loja: LojaId,
    which: Which<'_>,
    apply: impl FnOnce(&mut Linha),
) -> Result<bool, StoreError> {
    let Some(before) = dialect!(tx => locked(loja, which))? else { return Ok(false) };
    let mut after = before.clone();
    apply(&mut after);
    after.alterado_em = tx.agora().micros();
    if !before.difere(&after.escrita(loja, "")) {
        return Ok(true);
    }
    let texto_busca = texto_busca(&after);
    let nova = after.escrita(loja, &texto_busca);
    let mut writes = Writes::default();
    writes.replace(&before, nova, false);
    dialect!(tx => write(&writes))?;
    mudancas::registrar(tx, loja, (before.sku_num, &before.sku), mudancas::da_linha(&before, &nova))?;
    Ok(true)
}

/// Notes that something of a SKU has changed that is stored elsewhere, and tells of it where it has a name;
/// false when there is no such SKU.
pub(crate) fn touch(
    tx: &mut Tx<'_>,
    loja: LojaId,
    num: i64,
    campo: Option<&'static str>,
) -> Result<bool, StoreError> {
    let agora = tx.agora().micros();
    let touched: Comando<'_, diesel::sql_types::Text, 4> = Comando::novo(
        "UPDATE skus SET alterado_em = ? \
         WHERE aplicacao_id = ? AND loja_id = ? AND sku_num = ? RETURNING sku",
        [Valor::Longo(agora), Valor::Inteiro(loja.aplicacao.0), Valor::Inteiro(loja.loja), Valor::Longo(num)],
    );
    let sku: Option<String> = on!(tx, c => touched.get_result(c).optional())?;
    let Some(sku) = sku else { return Ok(false) };
    let mudanca = campo.map(|campo| Mudanca::SkuAlterado { campos: vec![campo] });
    mudancas::registrar(tx, loja, (num, &sku), mudanca)?;
    Ok(true)
}

/// Deletes a SKU, unless orders refer to it.
pub fn delete(tx: &mut Tx<'_>, loja: LojaId, sku: &SkuId) -> Result<Exclusao, StoreError> {
    exclusivo(tx, loja, sku)?;
    let Some(num) = numero(tx, loja, sku)? else {
        return Ok(Exclusao::Ausente);
    };
    let chave = (loja.aplicacao.0, loja.loja, num);
    let pedido: bool = on!(tx, c => diesel::select(diesel::dsl::exists(
        pedido_itens::table
            .filter(pedido_itens::aplicacao_id.eq(loja.aplicacao.0))
            .filter(pedido_itens::loja_id.eq(loja.loja))
            .filter(pedido_itens::sku.eq(sku.as_str()))
    )).get_result(c))?;
    if pedido {
        return Ok(Exclusao::EmUso);
    }
    on!(tx, c => {
        diesel::delete(sku_textos::table.find(chave)).execute(c)?;
        diesel::delete(skus::table.find(chave)).execute(c)?;
    });
    mudancas::registrar(tx, loja, (num, sku.as_str()), [Mudanca::SkuExcluido])?;
    Ok(Exclusao::Excluido)
}

/// Keeps other changes of the same SKU waiting; see [`Tx::exclusivo`].
pub fn exclusivo(tx: &mut Tx<'_>, loja: LojaId, sku: &SkuId) -> Result<(), StoreError> {
    tx.exclusivo("sku", loja, sku.as_str())
}

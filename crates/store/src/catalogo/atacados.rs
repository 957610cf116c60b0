//! Wholesale prices of SKUs: from a quantity on.

use diesel::prelude::*;
use domain::interface_b::produto::{Atacado, MudancaAtacado, NovoAtacado};
use domain::values::ids::LojaId;
use domain::values::money::Dinheiro;

use crate::base::StoreError;
use crate::base::schema::sku_atacados;
use crate::base::sequences::{Sequencia, proximos};
use crate::base::{Conn, Tx, on};
use crate::catalogo::skus::touch;

/// Most wholesale prices of one SKU.
pub const ATACADOS_MAX: usize = 100;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(treat_none_as_default_value = false)]
#[diesel(table_name = sku_atacados, primary_key(aplicacao_id, loja_id, sku_num, atacado_num))]
struct Linha {
    aplicacao_id: i32,
    loja_id: i32,
    sku_num: i64,
    atacado_num: i64,
    quantidade: i32,
    preco: i64,
    criado_em: i64,
}

impl Linha {
    fn atacado(&self) -> Atacado {
        Atacado {
            produto_variante_atacado_id: self.atacado_num,
            preco_atacado: Dinheiro::from_dez_milesimos(self.preco),
            quantidade: self.quantidade,
        }
    }
}

/// What became of a creation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CriacaoAtacado {
    /// Done; their numbers, in order.
    Feita(Vec<i64>),
    /// There is no such SKU.
    Ausente,
    /// The SKU has a price for this quantity already: nothing was created.
    Repetida(i32),
    /// The SKU would have more than [`ATACADOS_MAX`]: nothing was created.
    Demais,
}

/// What became of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MudancaDeAtacado {
    /// Done.
    Feita,
    /// There is no such price.
    Ausente,
    /// Another price of the SKU has this quantity: nothing was changed.
    Repetida(i32),
}

/// The wholesale prices of some SKUs, by SKU and quantity.
pub fn list(conn: &mut Conn<'_>, loja: LojaId, variantes: &[i64]) -> Result<Vec<(i64, Atacado)>, StoreError> {
    let linhas: Vec<Linha> = on!(conn, c => sku_atacados::table
        .filter(sku_atacados::aplicacao_id.eq(loja.aplicacao.0))
        .filter(sku_atacados::loja_id.eq(loja.loja))
        .filter(sku_atacados::sku_num.eq_any(variantes))
        .order((sku_atacados::sku_num, sku_atacados::quantidade))
        .select(Linha::as_select())
        .load(c))?;
    Ok(linhas.iter().map(|linha| (linha.sku_num, linha.atacado())).collect())
}

/// One wholesale price of a SKU.
pub fn find(
    conn: &mut Conn<'_>,
    loja: LojaId,
    variante: i64,
    num: i64,
) -> Result<Option<Atacado>, StoreError> {
    let linha: Option<Linha> = on!(conn, c => sku_atacados::table
        .find((loja.aplicacao.0, loja.loja, variante, num))
        .select(Linha::as_select())
        .first(c)
        .optional())?;
    Ok(linha.map(|linha| linha.atacado()))
}

/// Creates wholesale prices of distinct quantities for a SKU: all of them or none.
pub fn create(
    tx: &mut Tx<'_>,
    loja: LojaId,
    variante: i64,
    novos: &[NovoAtacado],
) -> Result<CriacaoAtacado, StoreError> {
    exclusivo(tx, loja, variante)?;
    let atuais = list(tx, loja, &[variante])?;
    let ja_tem = |novo: &&NovoAtacado| atuais.iter().any(|(_, a)| a.quantidade == novo.quantidade);
    if let Some(repetido) = novos.iter().find(ja_tem) {
        return Ok(CriacaoAtacado::Repetida(repetido.quantidade));
    }
    if atuais.len() + novos.len() > ATACADOS_MAX {
        return Ok(CriacaoAtacado::Demais);
    }
    if !changed(tx, loja, variante)? {
        return Ok(CriacaoAtacado::Ausente);
    }
    let numeros = proximos(tx, Sequencia::Atacados, novos.len())?;
    let agora = tx.agora().micros();
    let linhas: Vec<Linha> = novos
        .iter()
        .zip(&numeros)
        .map(|(novo, num)| Linha {
            aplicacao_id: loja.aplicacao.0,
            loja_id: loja.loja,
            sku_num: variante,
            atacado_num: *num,
            quantidade: novo.quantidade,
            preco: novo.preco.dez_milesimos(),
            criado_em: agora,
        })
        .collect();
    on!(tx, c => diesel::insert_into(sku_atacados::table).values(&linhas).execute(c))?;
    Ok(CriacaoAtacado::Feita(numeros))
}

/// Changes a wholesale price. What is already there changes nothing.
pub fn update(
    tx: &mut Tx<'_>,
    loja: LojaId,
    (variante, num): (i64, i64),
    mudanca: MudancaAtacado,
) -> Result<MudancaDeAtacado, StoreError> {
    exclusivo(tx, loja, variante)?;
    let atuais = list(tx, loja, &[variante])?;
    let Some((_, atual)) = atuais.iter().find(|(_, a)| a.produto_variante_atacado_id == num) else {
        return Ok(MudancaDeAtacado::Ausente);
    };
    let quantidade = mudanca.quantidade.unwrap_or(atual.quantidade);
    let outro = |a: &Atacado| a.produto_variante_atacado_id != num && a.quantidade == quantidade;
    if atuais.iter().any(|(_, a)| outro(a)) {
        return Ok(MudancaDeAtacado::Repetida(quantidade));
    }
    let preco = mudanca.preco.unwrap_or(atual.preco_atacado);
    if (quantidade, preco) == (atual.quantidade, atual.preco_atacado) {
        return Ok(MudancaDeAtacado::Feita);
    }
    let chave = (loja.aplicacao.0, loja.loja, variante, num);
    on!(tx, c => diesel::update(sku_atacados::table.find(chave))
        .set((sku_atacados::quantidade.eq(quantidade), sku_atacados::preco.eq(preco.dez_milesimos())))
        .execute(c))?;
    changed(tx, loja, variante)?;
    Ok(MudancaDeAtacado::Feita)
}

/// Deletes a wholesale price; false when there is no such price.
pub fn delete(tx: &mut Tx<'_>, loja: LojaId, variante: i64, num: i64) -> Result<bool, StoreError> {
    let chave = (loja.aplicacao.0, loja.loja, variante, num);
    let apagados = on!(tx, c => diesel::delete(sku_atacados::table.find(chave)).execute(c))?;
    Ok(apagados == 1 && changed(tx, loja, variante)?)
}

/// The SKU counts as changed with its wholesale prices; false when there is no such SKU.
fn changed(tx: &mut Tx<'_>, loja: LojaId, variante: i64) -> Result<bool, StoreError> {
    touch(tx, loja, variante, Some("atacado"))
}

/// Keeps other changes of the wholesale prices of the same SKU waiting.
fn exclusivo(tx: &mut Tx<'_>, loja: LojaId, variante: i64) -> Result<(), StoreError> {
    tx.exclusivo("atacados", loja, &variante.to_string())
}

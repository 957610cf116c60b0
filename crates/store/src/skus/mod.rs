//! SKUs: what a store sells, with stock and price.

mod colunas;
pub(crate) mod linhas;
mod lote;
pub(crate) mod mudancas;
mod periodo;
mod saldo;

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};
use domain::dinheiro::Dinheiro;
use domain::evento::Mudanca;
use domain::ids::{LojaId, SkuId};
use domain::registro::ItemCatalogo;
use domain::sku::Sku;

use crate::base::paging::{Faixa, Page, PageRequest};
use crate::base::schema::{pedido_itens, sku_textos, skus};
use crate::base::sequences::{Sequencia, proximo};
use crate::base::{Backend, Conn, Tx, on};
use crate::base::{Comando, Valor};
use crate::base::{Criacao, Exclusao, StoreError, Upsert};
use crate::base::{de_json, em_json};
use linhas::{Linha, Textos, juntar};

pub use linhas::SkuPronto;
pub use lote::upsert_lote;
pub(crate) use periodo::NosPeriodos;
pub use saldo::{MudancaEstoque, ajustar_estoque, definir_preco};

/// Which SKUs are wanted.
#[derive(Debug, Clone, Default)]
pub struct Filtro {
    /// With exactly this code.
    pub sku: Option<String>,
    /// Of this group.
    pub parent_id: Option<String>,
    /// With exactly this GTIN.
    pub gtin: Option<String>,
    /// Of exactly this brand.
    pub marca: Option<String>,
    /// Active ones, or the others.
    pub ativo: Option<bool>,
    /// Whose code, name, brand or GTIN holds this text, whatever its case and accents.
    pub busca: Option<String>,
    /// Changed in this range.
    pub alterado: Faixa,
}

/// The rows of a SKU, joined.
macro_rules! com_textos {
    () => {
        skus::table.inner_join(
            sku_textos::table.on(sku_textos::aplicacao_id
                .eq(skus::aplicacao_id)
                .and(sku_textos::loja_id.eq(skus::loja_id))
                .and(sku_textos::sku_num.eq(skus::sku_num))),
        )
    };
}
pub(crate) use com_textos;

fn linhas(conn: &mut Conn<'_>, loja: LojaId, sku: &SkuId) -> Result<Option<(Linha, Textos)>, StoreError> {
    Ok(on!(conn, c => com_textos!()
        .filter(skus::aplicacao_id.eq(loja.aplicacao.0))
        .filter(skus::loja_id.eq(loja.loja))
        .filter(skus::sku.eq(sku.as_str()))
        .select((Linha::as_select(), Textos::as_select()))
        .first(c)
        .optional())?)
}

/// One SKU.
pub fn find(conn: &mut Conn<'_>, loja: LojaId, sku: &SkuId) -> Result<Option<Sku>, StoreError> {
    linhas(conn, loja, sku)?.map(juntar).transpose()
}

/// The service's numbers of some SKUs, with their codes.
pub fn numeros(
    conn: &mut Conn<'_>,
    loja: LojaId,
    codigos: &[&str],
) -> Result<Vec<(String, i64)>, StoreError> {
    Ok(match &mut conn.backend {
        // why not as a list: see `lote::existentes`
        Backend::Sqlite(c) => Comando::<(Text, BigInt), 3>::novo(
            "SELECT s.sku, s.sku_num FROM json_each(?) j \
             CROSS JOIN skus s ON s.aplicacao_id = ? AND s.loja_id = ? AND s.sku = j.value",
            [Valor::Texto(&em_json(codigos)?), Valor::Inteiro(loja.aplicacao.0), Valor::Inteiro(loja.loja)],
        )
        .load(*c)?,
        Backend::Postgres(c) => skus::table
            .filter(skus::aplicacao_id.eq(loja.aplicacao.0))
            .filter(skus::loja_id.eq(loja.loja))
            .filter(skus::sku.eq_any(codigos))
            .select((skus::sku, skus::sku_num))
            .load(*c)?,
    })
}

/// The service's number of a SKU.
pub fn numero(conn: &mut Conn<'_>, loja: LojaId, sku: &SkuId) -> Result<Option<i64>, StoreError> {
    Ok(on!(conn, c => skus::table
        .filter(skus::aplicacao_id.eq(loja.aplicacao.0))
        .filter(skus::loja_id.eq(loja.loja))
        .filter(skus::sku.eq(sku.as_str()))
        .select(skus::sku_num)
        .first(c)
        .optional())?)
}

/// SKUs in the order of their creation.
pub fn list(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filtro: &Filtro,
    pagina: PageRequest,
) -> Result<Page<Sku>, StoreError> {
    let (linhas, total): (Vec<(Linha, Textos)>, i64) = on!(conn, c => {
        macro_rules! filtrados {
            ($base:expr) => {{
                let mut q = $base
                    .filter(skus::aplicacao_id.eq(loja.aplicacao.0))
                    .filter(skus::loja_id.eq(loja.loja))
                    .into_boxed();
                if let Some(sku) = &filtro.sku {
                    q = q.filter(skus::sku.eq(sku.as_str()));
                }
                if let Some(parent_id) = &filtro.parent_id {
                    q = q.filter(skus::parent_id.eq(parent_id.as_str()));
                }
                if let Some(gtin) = &filtro.gtin {
                    q = q.filter(skus::gtin.eq(gtin.as_str()));
                }
                if let Some(marca) = &filtro.marca {
                    q = q.filter(skus::marca.eq(marca.as_str()));
                }
                if let Some(ativo) = filtro.ativo {
                    q = q.filter(skus::ativo.eq(ativo));
                }
                if let Some(busca) = &filtro.busca {
                    q = q.filter(skus::texto_busca.like(contem(busca)).escape('\\'));
                }
                if !filtro.alterado.aberta() {
                    let (de, ate) = (filtro.alterado.de_micros(), filtro.alterado.ate_micros());
                    q = q.filter(NosPeriodos::de(de, ate))
                        .filter(skus::alterado_em.ge(de))
                        .filter(skus::alterado_em.lt(ate));
                }
                q
            }};
        }
        let mut q = filtrados!(com_textos!());
        if let Some([apos, _]) = pagina.apos() {
            q = q.filter(skus::sku_num.gt(apos));
        }
        let linhas = q
            .order(skus::sku_num)
            .select((Linha::as_select(), Textos::as_select()))
            .limit(pagina.limit())
            .offset(pagina.offset())
            .load(c)?;
        (linhas, filtrados!(skus::table).count().get_result(c)?)
    });
    pagina.page(linhas, total, |(l, _)| [l.sku_num, 0], juntar)
}

/// Creates a SKU, unless its code is taken.
pub fn create(tx: &mut Tx<'_>, loja: LojaId, sku: &Sku) -> Result<Criacao<Sku>, StoreError> {
    exclusivo(tx, loja, &sku.sku)?;
    match find(tx, loja, &sku.sku)? {
        Some(atual) if atual == *sku => Ok(Criacao::Igual(atual)),
        Some(_) => Ok(Criacao::Diferente),
        None => {
            inserir(tx, loja, sku)?;
            Ok(Criacao::Criado(sku.clone()))
        }
    }
}

/// Creates or replaces a SKU. What is unchanged keeps its time of change.
pub fn upsert(tx: &mut Tx<'_>, loja: LojaId, sku: &Sku) -> Result<Upsert<Sku>, StoreError> {
    exclusivo(tx, loja, &sku.sku)?;
    let travados = travar(tx, loja, &[sku.sku.as_str()])?;
    let atual = linhas(tx, loja, &sku.sku)?.filter(|(linha, _)| travados.tem(linha.sku_num));
    let Some((atual, textos_atuais)) = atual else {
        inserir(tx, loja, sku)?;
        return Ok(Upsert::Criado(sku.clone()));
    };
    let num = atual.sku_num;
    let grupo = grupo(tx, loja, sku)?;
    let pronto = SkuPronto::novo(sku.clone())?;
    let (nova, textos) = (pronto.linha(loja, num, grupo, tx.agora().micros()), pronto.textos(loja, num));
    let mudancas = mudancas::entre((&atual, &textos_atuais), (&nova, &textos));
    if !mudancas.is_empty() {
        on!(tx, c => nova.atualizar().execute(c))?;
    }
    if !textos.iguais(&textos_atuais) {
        on!(tx, c => textos.atualizar().execute(c))?;
    }
    mudancas::registrar(tx, loja, (num, nova.sku), mudancas)?;
    Ok(Upsert::Substituido(sku.clone()))
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

/// The SKUs that a transaction keeps for itself.
#[derive(Debug)]
pub(crate) struct Travados {
    /// Their numbers, in order; `None` = all that there are.
    numeros: Option<Vec<i64>>,
}

impl Travados {
    /// False for a SKU that has come since: others may change it, so it is not there for this transaction. To insert
    /// it anew fails on its code, which has the transaction run again.
    pub fn tem(&self, num: i64) -> bool {
        self.numeros.as_ref().is_none_or(|numeros| numeros.binary_search(&num).is_ok())
    }
}

/// Keeps other changes of SKUs that exist waiting, those of their stock among them, so that what is read here is what
/// is changed here. Locked in the order of their codes: two batches cannot hold each other up.
pub(crate) fn travar(tx: &mut Tx<'_>, loja: LojaId, codigos: &[&str]) -> Result<Travados, StoreError> {
    let numeros = match &mut tx.backend {
        // one writer: nothing else can be under way
        Backend::Sqlite(_) => {
            let _ = (loja, codigos);
            None
        }
        Backend::Postgres(c) => {
            let mut numeros = skus::table
                .filter(skus::aplicacao_id.eq(loja.aplicacao.0))
                .filter(skus::loja_id.eq(loja.loja))
                .filter(skus::sku.eq_any(codigos))
                .order(skus::sku)
                .select(skus::sku_num)
                .for_no_key_update()
                .load::<i64>(*c)?;
            numeros.sort_unstable();
            Some(numeros)
        }
    };
    Ok(Travados { numeros })
}

fn inserir(tx: &mut Tx<'_>, loja: LojaId, sku: &Sku) -> Result<(), StoreError> {
    let num = proximo(tx, Sequencia::Skus)?;
    let grupo = grupo(tx, loja, sku)?;
    let pronto = SkuPronto::novo(sku.clone())?;
    let (linha, textos) = (pronto.linha(loja, num, grupo, tx.agora().micros()), pronto.textos(loja, num));
    on!(tx, c => {
        diesel::insert_into(skus::table).values(&linha).execute(c)?;
        diesel::insert_into(sku_textos::table).values(&textos).execute(c)?;
    });
    mudancas::registrar(tx, loja, (num, linha.sku), [mudancas::criado(&linha)])
}

/// The number of the group that a SKU belongs to, if any.
fn grupo(tx: &mut Tx<'_>, loja: LojaId, sku: &Sku) -> Result<Option<i64>, StoreError> {
    let numeros = crate::grupos::numeros(tx, loja, std::iter::once(sku.parent_id.as_str()))?;
    Ok(numeros.get(&sku.parent_id).copied())
}

/// What some SKUs are right now, for an order that holds them; those that are not registered are left out.
pub(crate) fn catalogo(
    conn: &mut Conn<'_>,
    loja: LojaId,
    codigos: &[&str],
) -> Result<Vec<ItemCatalogo>, StoreError> {
    type Achado = (String, i64, String, String, i64, i32, i32, i32, i32, String);
    macro_rules! achados {
        ($c:expr, $condicao:expr) => {
            com_textos!()
                .filter(skus::aplicacao_id.eq(loja.aplicacao.0))
                .filter(skus::loja_id.eq(loja.loja))
                .filter($condicao)
                .order(skus::sku)
                .select((
                    skus::sku,
                    skus::sku_num,
                    skus::nome,
                    skus::gtin,
                    skus::preco_custo,
                    skus::peso,
                    skus::altura,
                    skus::largura,
                    skus::comprimento,
                    sku_textos::atributos,
                ))
                .load($c)?
        };
    }
    let achados: Vec<Achado> = match &mut conn.backend {
        // one at a time by a statement that is kept: a list is another text for each length
        Backend::Sqlite(c) => {
            let mut achados = Vec::with_capacity(codigos.len());
            for codigo in codigos {
                achados.extend::<Vec<_>>(achados!(*c, skus::sku.eq(codigo)));
            }
            achados
        }
        Backend::Postgres(c) => achados!(*c, skus::sku.eq_any(codigos)),
    };
    achados
        .into_iter()
        .map(|(sku, variante, nome, gtin, custo, peso, altura, largura, comprimento, atributos)| {
            Ok(ItemCatalogo {
                sku,
                variante,
                nome,
                gtin,
                preco_custo: Dinheiro::from_dez_milesimos(custo),
                peso,
                altura,
                largura,
                comprimento,
                atributos: de_json("sku_textos.atributos", &atributos)?,
            })
        })
        .collect()
}

/// A LIKE pattern for "holds this text", folded as the searched column is.
pub(crate) fn contem(busca: &str) -> String {
    let mut padrao = String::from("%");
    for letra in domain::texto_busca::fold(busca).chars() {
        if matches!(letra, '%' | '_' | '\\') {
            padrao.push('\\');
        }
        padrao.push(letra);
    }
    padrao.push('%');
    padrao
}

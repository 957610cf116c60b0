//! Many SKUs at once, in a handful of statements.

use std::collections::HashMap;

use diesel::prelude::*;
#[cfg(feature = "postgres")]
use diesel::sql_query;
#[cfg(feature = "postgres")]
use diesel::sql_types::{Array, BigInt, Bool, Integer, Text};
use domain::ids::LojaId;
use domain::sku::Sku;

use super::linhas::{Linha, Textos, separar};
use super::{com_textos, mudancas, travar};
use crate::conexao::{Backend, Tx, inserir, on};
use crate::erro::StoreError;
use crate::eventos;
use crate::schema::{sku_textos, skus};
use crate::sequencias::{Sequencia, proximos};

/// Creates or replaces SKUs of distinct codes; answers for each, in order, whether it is new. What is unchanged
/// keeps its time of change.
pub fn upsert_lote(tx: &mut Tx<'_>, loja: LojaId, lote: &[Sku]) -> Result<Vec<bool>, StoreError> {
    // always in one order, so that two batches cannot hold each other up
    let mut em_ordem: Vec<&Sku> = lote.iter().collect();
    em_ordem.sort_unstable_by(|a, b| a.sku.as_str().cmp(b.sku.as_str()));
    let existentes = existentes(tx, loja, &em_ordem)?;
    let mut livres = proximos(tx, Sequencia::Skus, lote.len() - existentes.len())?.into_iter();
    let agora = tx.agora();
    let grupos = crate::grupos::numeros(tx, loja, lote.iter().map(|sku| sku.parent_id.as_str()))?;
    let (mut novas, mut mudadas) = (Linhas::default(), Linhas::default());
    let mut ocorridos = Vec::with_capacity(lote.len());
    for sku in em_ordem {
        let atual = existentes.get(sku.sku.as_str());
        let num = match atual {
            Some((linha, _)) => linha.sku_num,
            None => livres.next().ok_or_else(|| StoreError::Interno("a batch ran out of numbers".into()))?,
        };
        let grupo = grupos.get(&sku.parent_id).copied();
        let (linha, textos) = separar(loja, num, grupo, sku, agora.micros())?;
        let chave = (num, sku.sku.as_str());
        match atual {
            None => {
                ocorridos.push(mudancas::novo(chave, mudancas::criado(&linha)));
                novas.push(linha, Some(textos));
            }
            Some((antes, textos_antes)) => {
                let do_sku = mudancas::entre((antes, textos_antes), (&linha, &textos));
                if !do_sku.is_empty() {
                    ocorridos.extend(do_sku.into_iter().map(|mudanca| mudancas::novo(chave, mudanca)));
                    mudadas.push(linha, (textos != *textos_antes).then_some(textos));
                }
            }
        }
    }
    gravar(tx, &novas, &mudadas)?;
    eventos::registrar(tx, loja, agora, ocorridos)?;
    Ok(lote.iter().map(|sku| !existentes.contains_key(sku.sku.as_str())).collect())
}

/// Those of the SKUs that are there, by code; they stay as they are until this transaction changes them.
fn existentes(
    tx: &mut Tx<'_>,
    loja: LojaId,
    lote: &[&Sku],
) -> Result<HashMap<String, (Linha, Textos)>, StoreError> {
    let codigos: Vec<&str> = lote.iter().map(|sku| sku.sku.as_str()).collect();
    travar(tx, loja, &codigos)?;
    let achados: Vec<(Linha, Textos)> = on!(tx, c => com_textos!()
        .filter(skus::aplicacao_id.eq(loja.aplicacao.0))
        .filter(skus::loja_id.eq(loja.loja))
        .filter(skus::sku.eq_any(codigos))
        .select((Linha::as_select(), Textos::as_select()))
        .load(c))?;
    Ok(achados.into_iter().map(|linhas| (linhas.0.sku.clone(), linhas)).collect())
}

/// Linhas to be written.
#[derive(Default)]
struct Linhas {
    linhas: Vec<Linha>,
    textos: Vec<Textos>,
}

impl Linhas {
    fn push(&mut self, linha: Linha, textos: Option<Textos>) {
        self.linhas.push(linha);
        self.textos.extend(textos);
    }
}

/// A code that another transaction has taken in the meantime fails the insert, and with it the transaction, which is
/// then run again and finds the SKU there.
fn gravar(tx: &mut Tx<'_>, novas: &Linhas, mudadas: &Linhas) -> Result<(), StoreError> {
    inserir!(tx, skus::table, novas.linhas.iter());
    inserir!(tx, sku_textos::table, novas.textos.iter());
    match &mut tx.backend {
        // why not alike: see `conexao::inserir`
        #[cfg(feature = "sqlite")]
        Backend::Sqlite(c) => {
            for linha in &mudadas.linhas {
                linha.atualizar().execute(*c)?;
            }
            for textos in &mudadas.textos {
                textos.atualizar().execute(*c)?;
            }
        }
        #[cfg(feature = "postgres")]
        Backend::Postgres(c) => {
            substituir_linhas(c, &mudadas.linhas)?;
            substituir_textos(c, &mudadas.textos)?;
        }
    }
    Ok(())
}

/// All of the rows by one short statement: one with a value for each member of each row takes longer to read than
/// to carry out.
#[cfg(feature = "postgres")]
fn substituir_linhas(c: &mut PgConnection, linhas: &[Linha]) -> Result<(), StoreError> {
    let Some(Linha { aplicacao_id, loja_id, .. }) = linhas.first() else { return Ok(()) };
    macro_rules! coluna {
        ($tipo:ty, $linha:ident => $valor:expr) => {
            linhas.iter().map(|$linha| -> $tipo { $valor }).collect::<Vec<$tipo>>()
        };
    }
    sql_query(
        "UPDATE skus s SET parent_id = n.parent_id, produto_num = n.produto_num, nome = n.nome, marca = n.marca, \
         gtin = n.gtin, ativo = n.ativo, largura = n.largura, altura = n.altura, comprimento = n.comprimento, \
         peso = n.peso, prazo_despacho = n.prazo_despacho, preco_de = n.preco_de, preco_por = n.preco_por, \
         estoque = n.estoque, texto_busca = n.texto_busca, alterado_em = n.alterado_em \
         FROM unnest($3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19) \
         AS n (sku_num, parent_id, produto_num, nome, marca, gtin, ativo, largura, altura, comprimento, peso, \
         prazo_despacho, preco_de, preco_por, estoque, texto_busca, alterado_em) \
         WHERE s.aplicacao_id = $1 AND s.loja_id = $2 AND s.sku_num = n.sku_num",
    )
    .bind::<Integer, _>(aplicacao_id)
    .bind::<Integer, _>(loja_id)
    .bind::<Array<BigInt>, _>(coluna!(i64, l => l.sku_num))
    .bind::<Array<Text>, _>(coluna!(&str, l => &l.parent_id))
    .bind::<Array<BigInt>, _>(coluna!(i64, l => l.produto_num))
    .bind::<Array<Text>, _>(coluna!(&str, l => &l.nome))
    .bind::<Array<Text>, _>(coluna!(&str, l => &l.marca))
    .bind::<Array<Text>, _>(coluna!(&str, l => &l.gtin))
    .bind::<Array<Bool>, _>(coluna!(bool, l => l.ativo))
    .bind::<Array<Integer>, _>(coluna!(i32, l => l.largura))
    .bind::<Array<Integer>, _>(coluna!(i32, l => l.altura))
    .bind::<Array<Integer>, _>(coluna!(i32, l => l.comprimento))
    .bind::<Array<Integer>, _>(coluna!(i32, l => l.peso))
    .bind::<Array<Integer>, _>(coluna!(i32, l => l.prazo_despacho))
    .bind::<Array<BigInt>, _>(coluna!(i64, l => l.preco_de))
    .bind::<Array<BigInt>, _>(coluna!(i64, l => l.preco_por))
    .bind::<Array<Integer>, _>(coluna!(i32, l => l.estoque))
    .bind::<Array<Text>, _>(coluna!(&str, l => &l.texto_busca))
    .bind::<Array<BigInt>, _>(coluna!(i64, l => l.alterado_em))
    .execute(c)?;
    Ok(())
}

#[cfg(feature = "postgres")]
fn substituir_textos(c: &mut PgConnection, textos: &[Textos]) -> Result<(), StoreError> {
    let Some(Textos { aplicacao_id, loja_id, .. }) = textos.first() else { return Ok(()) };
    macro_rules! coluna {
        ($campo:ident) => {
            textos.iter().map(|textos| textos.$campo.as_str()).collect::<Vec<_>>()
        };
    }
    sql_query(
        "UPDATE sku_textos t SET url_origem = n.url_origem, descricao = n.descricao, categorias = n.categorias, \
         imagens = n.imagens, atributos = n.atributos FROM unnest($3, $4, $5, $6, $7, $8) \
         AS n (sku_num, url_origem, descricao, categorias, imagens, atributos) \
         WHERE t.aplicacao_id = $1 AND t.loja_id = $2 AND t.sku_num = n.sku_num",
    )
    .bind::<Integer, _>(aplicacao_id)
    .bind::<Integer, _>(loja_id)
    .bind::<Array<BigInt>, _>(textos.iter().map(|textos| textos.sku_num).collect::<Vec<_>>())
    .bind::<Array<Text>, _>(coluna!(url_origem))
    .bind::<Array<Text>, _>(coluna!(descricao))
    .bind::<Array<Text>, _>(coluna!(categorias))
    .bind::<Array<Text>, _>(coluna!(imagens))
    .bind::<Array<Text>, _>(coluna!(atributos))
    .execute(c)?;
    Ok(())
}

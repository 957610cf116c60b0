//! Many SKUs at once, in a handful of statements.

use std::collections::HashSet;

use diesel::prelude::*;
use diesel::upsert::excluded;
use domain::ids::LojaId;
use domain::sku::Sku;

use super::linhas::{Linha, Textos, separar};
use crate::conexao::{Tx, on};
use crate::erro::StoreError;
use crate::schema::{sku_textos, skus};
use crate::sequencias::{Sequencia, proximos};

/// Creates or replaces SKUs of distinct codes; answers for each, in order, whether it is new.
pub fn upsert_lote(tx: &mut Tx<'_>, loja: LojaId, lote: &[Sku]) -> Result<Vec<bool>, StoreError> {
    let codigos: Vec<&str> = lote.iter().map(|sku| sku.sku.as_str()).collect();
    let existentes: std::collections::HashMap<String, i64> =
        super::numeros(tx, loja, &codigos)?.into_iter().collect();
    let novos = lote.len() - existentes.len();
    let mut livres = proximos(tx, Sequencia::Skus, novos)?.into_iter();
    let agora = tx.agora().micros();
    let grupos = crate::grupos::numeros(tx, loja, lote.iter().map(|sku| sku.parent_id.as_str()))?;
    let mut linhas = Vec::with_capacity(lote.len());
    let mut textos = Vec::with_capacity(lote.len());
    for sku in lote {
        let num = match existentes.get(sku.sku.as_str()) {
            Some(num) => *num,
            None => livres.next().ok_or_else(|| StoreError::Interno("a batch ran out of numbers".into()))?,
        };
        let (linha, texto) = separar(loja, num, grupos.get(&sku.parent_id).copied(), sku, agora)?;
        linhas.push(linha);
        textos.push(texto);
    }
    // always in one order, so that two batches cannot hold each other up
    linhas.sort_unstable_by(|a, b| a.sku.cmp(&b.sku));
    let gravados = gravar_linhas(tx, &linhas)?;
    let nascidos: HashSet<&str> = gravados
        .iter()
        .filter(|(_, _, criado_em)| *criado_em == agora)
        .map(|(sku, _, _)| sku.as_str())
        .collect();
    // another transaction may have created one of them in the meantime: its number is the one that counts
    let numeros: std::collections::HashMap<&str, i64> =
        gravados.iter().map(|(sku, num, _)| (sku.as_str(), *num)).collect();
    for (texto, sku) in textos.iter_mut().zip(lote) {
        if let Some(num) = numeros.get(sku.sku.as_str()) {
            texto.sku_num = *num;
        }
    }
    gravar_textos(tx, &textos)?;
    Ok(lote
        .iter()
        .map(|sku| nascidos.contains(sku.sku.as_str()) && !existentes.contains_key(sku.sku.as_str()))
        .collect())
}

fn gravar_linhas(tx: &mut Tx<'_>, linhas: &[Linha]) -> Result<Vec<(String, i64, i64)>, StoreError> {
    use crate::schema::skus::*;
    Ok(on!(tx, c => diesel::insert_into(skus::table)
        .values(linhas)
        .on_conflict((aplicacao_id, loja_id, sku))
        .do_update()
        .set((
            parent_id.eq(excluded(parent_id)),
            produto_num.eq(excluded(produto_num)),
            nome.eq(excluded(nome)),
            marca.eq(excluded(marca)),
            gtin.eq(excluded(gtin)),
            ativo.eq(excluded(ativo)),
            largura.eq(excluded(largura)),
            altura.eq(excluded(altura)),
            comprimento.eq(excluded(comprimento)),
            peso.eq(excluded(peso)),
            prazo_despacho.eq(excluded(prazo_despacho)),
            preco_de.eq(excluded(preco_de)),
            preco_por.eq(excluded(preco_por)),
            estoque.eq(excluded(estoque)),
            texto_busca.eq(excluded(texto_busca)),
            alterado_em.eq(excluded(alterado_em)),
        ))
        .returning((sku, sku_num, criado_em))
        .get_results(c))?)
}

fn gravar_textos(tx: &mut Tx<'_>, textos: &[Textos]) -> Result<(), StoreError> {
    use crate::schema::sku_textos::*;
    macro_rules! gravar {
        ($c:expr, $alvo:expr) => {
            diesel::insert_into(sku_textos::table)
                .values(textos)
                .on_conflict($alvo)
                .do_update()
                .set((
                    url_origem.eq(excluded(url_origem)),
                    descricao.eq(excluded(descricao)),
                    categorias.eq(excluded(categorias)),
                    imagens.eq(excluded(imagens)),
                    atributos.eq(excluded(atributos)),
                ))
                .execute($c)?
        };
    }
    match &mut tx.backend {
        #[cfg(feature = "sqlite")]
        crate::conexao::Backend::Sqlite(c) => gravar!(&mut **c, sku_num),
        #[cfg(feature = "postgres")]
        crate::conexao::Backend::Postgres(c) => gravar!(&mut **c, (aplicacao_id, loja_id, sku_num)),
    };
    Ok(())
}

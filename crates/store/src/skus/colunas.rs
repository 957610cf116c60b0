//! Many rows in one statement of PostgreSQL, column by column: a statement that names each value of each row takes the
//! database longer to read than the rows take to write.

use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{Array, BigInt, Bool, Integer, Text};

use super::linhas::{NovaLinha, NovosTextos};
use crate::base::StoreError;

/// Runs `$texto` with the tenant as `$1` and `$2` and one list for each column of the rows from `$3` on; nothing when
/// there are no rows.
macro_rules! com_colunas {
    ($c:expr, $linhas:expr, $texto:expr; $($campo:ident: $tipo:ident),+) => {{
        if let Some(primeira) = $linhas.first() {
            sql_query($texto)
                .into_boxed::<Pg>()
                .bind::<Integer, _>(primeira.aplicacao_id)
                .bind::<Integer, _>(primeira.loja_id)
                $(.bind::<Array<$tipo>, _>($linhas.iter().map(|linha| linha.$campo).collect::<Vec<_>>()))+
                .execute($c)?;
        }
        Ok(())
    }};
}

/// New SKUs.
pub(super) fn inserir(c: &mut PgConnection, linhas: &[NovaLinha<'_>]) -> Result<(), StoreError> {
    com_colunas!(c, linhas,
        "INSERT INTO skus (aplicacao_id, loja_id, sku_num, sku, parent_id, produto_num, nome, marca, gtin, ativo, \
             largura, altura, comprimento, peso, prazo_despacho, preco_de, preco_por, estoque, texto_busca, criado_em, \
             alterado_em) \
         SELECT $1, $2, n.* FROM unnest($3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, \
             $19, $20, $21) AS n";
        sku_num: BigInt, sku: Text, parent_id: Text, produto_num: BigInt, nome: Text, marca: Text, gtin: Text,
        ativo: Bool, largura: Integer, altura: Integer, comprimento: Integer, peso: Integer, prazo_despacho: Integer,
        preco_de: BigInt, preco_por: BigInt, estoque: Integer, texto_busca: Text, criado_em: BigInt,
        alterado_em: BigInt)
}

/// Texts of new SKUs.
pub(super) fn inserir_textos(c: &mut PgConnection, textos: &[NovosTextos<'_>]) -> Result<(), StoreError> {
    com_colunas!(c, textos,
        "INSERT INTO sku_textos (aplicacao_id, loja_id, sku_num, url_origem, descricao, categorias, imagens, atributos) \
         SELECT $1, $2, n.* FROM unnest($3, $4, $5, $6, $7, $8) AS n";
        sku_num: BigInt, url_origem: Text, descricao: Text, categorias: Text, imagens: Text, atributos: Text)
}

/// All of SKUs that are there, but when they were made.
pub(super) fn atualizar(c: &mut PgConnection, linhas: &[NovaLinha<'_>]) -> Result<(), StoreError> {
    com_colunas!(c, linhas,
        "UPDATE skus s SET parent_id = n.parent_id, produto_num = n.produto_num, nome = n.nome, marca = n.marca, \
             gtin = n.gtin, ativo = n.ativo, largura = n.largura, altura = n.altura, comprimento = n.comprimento, \
             peso = n.peso, prazo_despacho = n.prazo_despacho, preco_de = n.preco_de, preco_por = n.preco_por, \
             estoque = n.estoque, texto_busca = n.texto_busca, alterado_em = n.alterado_em \
         FROM unnest($3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19) \
             AS n (sku_num, parent_id, produto_num, nome, marca, gtin, ativo, largura, altura, comprimento, peso, \
                   prazo_despacho, preco_de, preco_por, estoque, texto_busca, alterado_em) \
         WHERE s.aplicacao_id = $1 AND s.loja_id = $2 AND s.sku_num = n.sku_num";
        sku_num: BigInt, parent_id: Text, produto_num: BigInt, nome: Text, marca: Text, gtin: Text, ativo: Bool,
        largura: Integer, altura: Integer, comprimento: Integer, peso: Integer, prazo_despacho: Integer,
        preco_de: BigInt, preco_por: BigInt, estoque: Integer, texto_busca: Text, alterado_em: BigInt)
}

/// Stock and prices alone.
pub(super) fn atualizar_saldos(c: &mut PgConnection, linhas: &[NovaLinha<'_>]) -> Result<(), StoreError> {
    com_colunas!(c, linhas,
        "UPDATE skus s SET preco_de = n.preco_de, preco_por = n.preco_por, estoque = n.estoque, \
             alterado_em = n.alterado_em \
         FROM unnest($3, $4, $5, $6, $7) AS n (sku_num, preco_de, preco_por, estoque, alterado_em) \
         WHERE s.aplicacao_id = $1 AND s.loja_id = $2 AND s.sku_num = n.sku_num";
        sku_num: BigInt, preco_de: BigInt, preco_por: BigInt, estoque: Integer, alterado_em: BigInt)
}

/// Texts that have changed.
pub(super) fn atualizar_textos(c: &mut PgConnection, textos: &[NovosTextos<'_>]) -> Result<(), StoreError> {
    com_colunas!(c, textos,
        "UPDATE sku_textos t SET url_origem = n.url_origem, descricao = n.descricao, categorias = n.categorias, \
             imagens = n.imagens, atributos = n.atributos \
         FROM unnest($3, $4, $5, $6, $7, $8) AS n (sku_num, url_origem, descricao, categorias, imagens, atributos) \
         WHERE t.aplicacao_id = $1 AND t.loja_id = $2 AND t.sku_num = n.sku_num";
        sku_num: BigInt, url_origem: Text, descricao: Text, categorias: Text, imagens: Text, atributos: Text)
}

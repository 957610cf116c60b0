//! The two rows that a SKU is stored in.

use diesel::prelude::*;
use domain::dinheiro::Dinheiro;
use domain::ids::{LojaId, SkuId};
use domain::sku::{Atributo, Sku};
use serde::Serialize;
use serde::de::DeserializeOwned;

#[cfg(feature = "sqlite")]
use crate::conexao::{Comando, Valor};
use crate::erro::StoreError;
use crate::schema::{sku_textos, skus};

/// What changes often and is searched.
#[derive(Debug, Clone, PartialEq, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(treat_none_as_default_value = false)]
#[diesel(table_name = skus, primary_key(aplicacao_id, loja_id, sku_num))]
pub(crate) struct Linha {
    pub aplicacao_id: i32,
    pub loja_id: i32,
    pub sku_num: i64,
    pub sku: String,
    pub parent_id: String,
    pub produto_num: i64,
    pub nome: String,
    pub marca: String,
    pub gtin: String,
    pub ativo: bool,
    pub largura: i32,
    pub altura: i32,
    pub comprimento: i32,
    pub peso: i32,
    pub prazo_despacho: i32,
    pub preco_de: i64,
    pub preco_por: i64,
    pub estoque: i32,
    pub texto_busca: String,
    pub criado_em: i64,
    pub alterado_em: i64,
}

/// The long texts.
#[derive(Debug, Clone, PartialEq, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(treat_none_as_default_value = false)]
#[diesel(table_name = sku_textos, primary_key(aplicacao_id, loja_id, sku_num))]
pub(crate) struct Textos {
    pub aplicacao_id: i32,
    pub loja_id: i32,
    pub sku_num: i64,
    pub url_origem: String,
    pub descricao: String,
    pub categorias: String,
    pub imagens: String,
    pub atributos: String,
}

#[cfg(feature = "sqlite")]
impl Linha {
    /// Writes all of a row that is there.
    pub fn atualizar(&self) -> Comando<'_, (), 19> {
        Comando::novo(
            "UPDATE skus SET parent_id = ?, produto_num = ?, nome = ?, marca = ?, gtin = ?, ativo = ?, largura = ?, \
             altura = ?, comprimento = ?, peso = ?, prazo_despacho = ?, preco_de = ?, preco_por = ?, estoque = ?, \
             texto_busca = ?, alterado_em = ? WHERE aplicacao_id = ? AND loja_id = ? AND sku_num = ?",
            [
                Valor::Texto(&self.parent_id),
                Valor::Longo(self.produto_num),
                Valor::Texto(&self.nome),
                Valor::Texto(&self.marca),
                Valor::Texto(&self.gtin),
                Valor::Logico(self.ativo),
                Valor::Inteiro(self.largura),
                Valor::Inteiro(self.altura),
                Valor::Inteiro(self.comprimento),
                Valor::Inteiro(self.peso),
                Valor::Inteiro(self.prazo_despacho),
                Valor::Longo(self.preco_de),
                Valor::Longo(self.preco_por),
                Valor::Inteiro(self.estoque),
                Valor::Texto(&self.texto_busca),
                Valor::Longo(self.alterado_em),
                Valor::Inteiro(self.aplicacao_id),
                Valor::Inteiro(self.loja_id),
                Valor::Longo(self.sku_num),
            ],
        )
    }
}

#[cfg(feature = "sqlite")]
impl Textos {
    /// Writes all of a row that is there.
    pub fn atualizar(&self) -> Comando<'_, (), 8> {
        Comando::novo(
            "UPDATE sku_textos SET url_origem = ?, descricao = ?, categorias = ?, imagens = ?, atributos = ? \
             WHERE aplicacao_id = ? AND loja_id = ? AND sku_num = ?",
            [
                Valor::Texto(&self.url_origem),
                Valor::Texto(&self.descricao),
                Valor::Texto(&self.categorias),
                Valor::Texto(&self.imagens),
                Valor::Texto(&self.atributos),
                Valor::Inteiro(self.aplicacao_id),
                Valor::Inteiro(self.loja_id),
                Valor::Longo(self.sku_num),
            ],
        )
    }
}

/// Splits a SKU into its rows. `grupo` is the number of its group, if it has one.
pub(crate) fn separar(
    loja: LojaId,
    num: i64,
    grupo: Option<i64>,
    sku: &Sku,
    agora: i64,
) -> Result<(Linha, Textos), StoreError> {
    let linha = Linha {
        aplicacao_id: loja.aplicacao.0,
        loja_id: loja.loja,
        sku_num: num,
        sku: sku.sku.as_str().to_owned(),
        parent_id: sku.parent_id.clone(),
        produto_num: grupo.unwrap_or(num),
        nome: sku.nome.clone(),
        marca: sku.marca.clone(),
        gtin: sku.gtin.clone(),
        ativo: sku.ativo,
        largura: sku.largura,
        altura: sku.altura,
        comprimento: sku.comprimento,
        peso: sku.peso,
        prazo_despacho: sku.prazo_despacho,
        preco_de: sku.preco_de.dez_milesimos(),
        preco_por: sku.preco_por.dez_milesimos(),
        estoque: sku.estoque,
        texto_busca: texto_busca(sku),
        criado_em: agora,
        alterado_em: agora,
    };
    let textos = Textos {
        aplicacao_id: loja.aplicacao.0,
        loja_id: loja.loja,
        sku_num: num,
        url_origem: sku.url_origem.clone(),
        descricao: sku.descricao.clone(),
        categorias: em_json(&sku.categorias)?,
        imagens: em_json(&sku.imagens)?,
        atributos: em_json(&sku.atributos)?,
    };
    Ok((linha, textos))
}

/// Puts a SKU together from its rows.
pub(crate) fn juntar((linha, textos): (Linha, Textos)) -> Result<Sku, StoreError> {
    Ok(Sku {
        parent_id: linha.parent_id,
        sku: sku_id(linha.sku)?,
        nome: linha.nome,
        marca: linha.marca,
        url_origem: textos.url_origem,
        descricao: textos.descricao,
        categorias: de_json("sku_textos.categorias", &textos.categorias)?,
        largura: linha.largura,
        altura: linha.altura,
        comprimento: linha.comprimento,
        peso: linha.peso,
        ativo: linha.ativo,
        prazo_despacho: linha.prazo_despacho,
        preco_de: Dinheiro::from_dez_milesimos(linha.preco_de),
        preco_por: Dinheiro::from_dez_milesimos(linha.preco_por),
        gtin: linha.gtin,
        estoque: linha.estoque,
        imagens: de_json("sku_textos.imagens", &textos.imagens)?,
        atributos: de_json::<Vec<Atributo>>("sku_textos.atributos", &textos.atributos)?,
    })
}

pub(crate) fn sku_id(texto: String) -> Result<SkuId, StoreError> {
    SkuId::parse(texto).map_err(|e| StoreError::corrompido("skus.sku", e))
}

/// What `busca` looks into, folded: code, name, brand, GTIN.
fn texto_busca(sku: &Sku) -> String {
    domain::texto_busca::fold(&format!("{}\n{}\n{}\n{}", sku.sku, sku.nome, sku.marca, sku.gtin))
}

fn em_json<T: Serialize>(lista: &[T]) -> Result<String, StoreError> {
    serde_json::to_string(lista).map_err(|e| StoreError::Interno(e.to_string()))
}

pub(crate) fn de_json<T: DeserializeOwned>(o_que: &str, texto: &str) -> Result<T, StoreError> {
    serde_json::from_str(texto).map_err(|e| StoreError::corrompido(o_que, e))
}

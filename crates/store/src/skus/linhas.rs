//! The two rows that a SKU is stored in.

use diesel::prelude::*;
use domain::dinheiro::Dinheiro;
use domain::ids::{LojaId, SkuId};
use domain::sku::{Atributo, Sku};

use crate::base::StoreError;
use crate::base::schema::{sku_textos, skus};
use crate::base::{Comando, Valor};
use crate::base::{de_json, em_json};

/// What changes often and is searched, as it is read.
#[derive(Debug, Clone, PartialEq, Queryable, Selectable)]
#[diesel(table_name = skus)]
pub(crate) struct Linha {
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
    pub criado_em: i64,
    pub alterado_em: i64,
}

/// The long texts, as they are read.
#[derive(Debug, Clone, PartialEq, Queryable, Selectable)]
#[diesel(table_name = sku_textos)]
pub(crate) struct Textos {
    pub url_origem: String,
    pub descricao: String,
    pub categorias: String,
    pub imagens: String,
    pub atributos: String,
}

/// A SKU with everything that its rows hold and that can be said without looking at the database: it is made before
/// the transaction, since writes wait for one another.
#[derive(Debug, Clone)]
pub struct SkuPronto {
    pub(super) sku: Sku,
    texto_busca: String,
    categorias: String,
    imagens: String,
    atributos: String,
}

impl SkuPronto {
    /// Makes a SKU ready to be written.
    ///
    /// # Errors
    /// None in practice: every list of texts can be written as JSON.
    pub fn novo(sku: Sku) -> Result<Self, StoreError> {
        Ok(Self {
            texto_busca: texto_busca(&sku),
            categorias: em_json(&sku.categorias)?,
            imagens: em_json(&sku.imagens)?,
            atributos: em_json(&sku.atributos)?,
            sku,
        })
    }

    /// Its code.
    pub(super) fn codigo(&self) -> &str {
        self.sku.sku.as_str()
    }

    /// The row of what changes often. `grupo` is the number of its group, if it has one.
    pub(super) fn linha(&self, loja: LojaId, num: i64, grupo: Option<i64>, agora: i64) -> NovaLinha<'_> {
        let sku = &self.sku;
        NovaLinha {
            aplicacao_id: loja.aplicacao.0,
            loja_id: loja.loja,
            sku_num: num,
            sku: sku.sku.as_str(),
            parent_id: &sku.parent_id,
            produto_num: grupo.unwrap_or(num),
            nome: &sku.nome,
            marca: &sku.marca,
            gtin: &sku.gtin,
            ativo: sku.ativo,
            largura: sku.largura,
            altura: sku.altura,
            comprimento: sku.comprimento,
            peso: sku.peso,
            prazo_despacho: sku.prazo_despacho,
            preco_de: sku.preco_de.dez_milesimos(),
            preco_por: sku.preco_por.dez_milesimos(),
            estoque: sku.estoque,
            texto_busca: &self.texto_busca,
            criado_em: agora,
            alterado_em: agora,
        }
    }

    /// The row of the long texts.
    pub(super) fn textos(&self, loja: LojaId, num: i64) -> NovosTextos<'_> {
        NovosTextos {
            aplicacao_id: loja.aplicacao.0,
            loja_id: loja.loja,
            sku_num: num,
            url_origem: &self.sku.url_origem,
            descricao: &self.sku.descricao,
            categorias: &self.categorias,
            imagens: &self.imagens,
            atributos: &self.atributos,
        }
    }
}

/// What changes often and is searched, as it is written.
#[derive(Debug, Clone, Copy, Insertable)]
#[diesel(treat_none_as_default_value = false)]
#[diesel(table_name = skus)]
pub(super) struct NovaLinha<'a> {
    pub aplicacao_id: i32,
    pub loja_id: i32,
    pub sku_num: i64,
    pub sku: &'a str,
    pub parent_id: &'a str,
    pub produto_num: i64,
    pub nome: &'a str,
    pub marca: &'a str,
    pub gtin: &'a str,
    pub ativo: bool,
    pub largura: i32,
    pub altura: i32,
    pub comprimento: i32,
    pub peso: i32,
    pub prazo_despacho: i32,
    pub preco_de: i64,
    pub preco_por: i64,
    pub estoque: i32,
    pub texto_busca: &'a str,
    pub criado_em: i64,
    pub alterado_em: i64,
}

impl NovaLinha<'_> {
    /// Writes all of a row that is there, but when it was made.
    pub fn atualizar(&self) -> Comando<'_, (), 19> {
        Comando::novo(
            "UPDATE skus SET parent_id = ?, produto_num = ?, nome = ?, marca = ?, gtin = ?, ativo = ?, largura = ?, \
             altura = ?, comprimento = ?, peso = ?, prazo_despacho = ?, preco_de = ?, preco_por = ?, estoque = ?, \
             texto_busca = ?, alterado_em = ? WHERE aplicacao_id = ? AND loja_id = ? AND sku_num = ?",
            [
                Valor::Texto(self.parent_id),
                Valor::Longo(self.produto_num),
                Valor::Texto(self.nome),
                Valor::Texto(self.marca),
                Valor::Texto(self.gtin),
                Valor::Logico(self.ativo),
                Valor::Inteiro(self.largura),
                Valor::Inteiro(self.altura),
                Valor::Inteiro(self.comprimento),
                Valor::Inteiro(self.peso),
                Valor::Inteiro(self.prazo_despacho),
                Valor::Longo(self.preco_de),
                Valor::Longo(self.preco_por),
                Valor::Inteiro(self.estoque),
                Valor::Texto(self.texto_busca),
                Valor::Longo(self.alterado_em),
                Valor::Inteiro(self.aplicacao_id),
                Valor::Inteiro(self.loja_id),
                Valor::Longo(self.sku_num),
            ],
        )
    }

    /// Writes stock and prices alone, what nearly every change is about. SQLite rewrites the entries of each index
    /// of which a column is set, the same value or not: this leaves all but one alone.
    pub fn atualizar_saldo(&self) -> Comando<'_, (), 7> {
        Comando::novo(
            "UPDATE skus SET preco_de = ?, preco_por = ?, estoque = ?, alterado_em = ? \
             WHERE aplicacao_id = ? AND loja_id = ? AND sku_num = ?",
            [
                Valor::Longo(self.preco_de),
                Valor::Longo(self.preco_por),
                Valor::Inteiro(self.estoque),
                Valor::Longo(self.alterado_em),
                Valor::Inteiro(self.aplicacao_id),
                Valor::Inteiro(self.loja_id),
                Valor::Longo(self.sku_num),
            ],
        )
    }
}

/// The long texts, as they are written.
#[derive(Debug, Clone, Copy, Insertable)]
#[diesel(treat_none_as_default_value = false)]
#[diesel(table_name = sku_textos)]
pub(super) struct NovosTextos<'a> {
    pub aplicacao_id: i32,
    pub loja_id: i32,
    pub sku_num: i64,
    pub url_origem: &'a str,
    pub descricao: &'a str,
    pub categorias: &'a str,
    pub imagens: &'a str,
    pub atributos: &'a str,
}

impl NovosTextos<'_> {
    /// True when nothing of it differs from what is there.
    pub fn iguais(&self, atuais: &Textos) -> bool {
        self.url_origem == atuais.url_origem
            && self.descricao == atuais.descricao
            && self.categorias == atuais.categorias
            && self.imagens == atuais.imagens
            && self.atributos == atuais.atributos
    }

    /// Writes all of a row that is there.
    pub fn atualizar(&self) -> Comando<'_, (), 8> {
        Comando::novo(
            "UPDATE sku_textos SET url_origem = ?, descricao = ?, categorias = ?, imagens = ?, atributos = ? \
             WHERE aplicacao_id = ? AND loja_id = ? AND sku_num = ?",
            [
                Valor::Texto(self.url_origem),
                Valor::Texto(self.descricao),
                Valor::Texto(self.categorias),
                Valor::Texto(self.imagens),
                Valor::Texto(self.atributos),
                Valor::Inteiro(self.aplicacao_id),
                Valor::Inteiro(self.loja_id),
                Valor::Longo(self.sku_num),
            ],
        )
    }
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

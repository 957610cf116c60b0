//! The two rows that a SKU is stored in, and the way of a SKU into them and back.

use diesel::prelude::*;
use domain::estoque::ControleEstoque;
use domain::interface_b::produto::Source;
use domain::sku::Sku;
use domain::values::dates::Instante;
use domain::values::documents::gtin_digits;
use domain::values::ids::{LojaId, SkuId};
use domain::values::money::Dinheiro;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::columns::{Column, differ, sku_columns};
use crate::base::StoreError;
use crate::base::schema::{sku_textos, skus};
use crate::base::{from_json, to_json};

/// A row as it is read: its columns, owned; whose it is, is known.
macro_rules! read_row {
    ($row:ident $table:ident; $($name:ident: $type:ty => $_sql:ty $(, $_wire:literal)?;)*) => {
        #[derive(Debug, Clone, Default, PartialEq, Queryable, Selectable)]
        #[diesel(table_name = $table)]
        pub(crate) struct $row {
            $(pub $name: $type,)*
        }
    };
}

/// A row as it is written: its columns, borrowed, behind whose it is.
macro_rules! written_row {
    ($row:ident $table:ident; $($name:ident: $type:ty => $_sql:ty $(, $_wire:literal)?;)*) => {
        #[derive(Debug, Clone, Copy, Insertable)]
        #[diesel(treat_none_as_default_value = false)]
        #[diesel(table_name = $table)]
        pub(super) struct $row<'a> {
            pub aplicacao_id: i32,
            pub loja_id: i32,
            $(pub $name: <$type as Column>::Borrowed<'a>,)*
        }
    };
}

// what changes often and is searched
sku_columns!(row => read_row, SkuRow, skus);
sku_columns!(insert => written_row, NewRow, skus);
// the long texts
sku_columns!([texts kept] => read_row, Texts, sku_textos);
sku_columns!([number texts kept] => written_row, NewTexts, sku_textos);

/// A written row out of columns of a read one and what it does not hold.
macro_rules! borrowed {
    ($row:ident $loja:ident $from:ident {$($other:tt)*};
        $($name:ident: $_type:ty => $_sql:ty $(, $_wire:literal)?;)*) => {
        $row {
            aplicacao_id: $loja.aplicacao.0,
            loja_id: $loja.loja,
            $($other)*
            $($name: $from.$name.borrow(),)*
        }
    };
}

/// Sets columns of a written row to those of a read one.
macro_rules! copy_columns {
    ($to:ident $from:ident; $($name:ident: $_type:ty => $_sql:ty $(, $_wire:literal)?;)*) => {
        $($to.$name = $from.$name.borrow();)*
    };
}

impl SkuRow {
    /// As it is written; `texto_busca` is [`texto_busca`] of it.
    pub(super) fn writing<'a>(&'a self, loja: LojaId, texto_busca: &'a str) -> NewRow<'a> {
        sku_columns!(row => borrowed, NewRow, loja, self, { texto_busca, })
    }

    /// Whether orders move its stock.
    pub(super) fn controlled(&self) -> bool {
        self.controle != ControleEstoque::Nenhum.code()
    }

    /// Whether anything but when it changed is another in `new`. Of the whole row, so that no column is
    /// forgotten; what is searched follows from it.
    pub(super) fn difere(&self, new: &NewRow<'_>) -> bool {
        sku_columns!([number code members balance of_b group created] => differ, self, new)
    }

    /// [`SkuRow::difere`], whatever the stock and the prices are.
    pub(super) fn differs_beyond_balance(&self, new: &NewRow<'_>) -> bool {
        sku_columns!([number code members of_b group created] => differ, self, new)
    }
}

impl Texts {
    /// How long it is, all together.
    pub(crate) fn bytes(&self) -> usize {
        let Self { url_origem, descricao, categorias, imagens, atributos, cadastro } = self;
        [url_origem, descricao, categorias, imagens, atributos, cadastro].into_iter().map(String::len).sum()
    }

    /// Whether anything is another in `added`.
    pub(super) fn diferem(&self, added: &NewTexts<'_>) -> bool {
        sku_columns!([texts kept] => differ, self, added)
    }
}

/// A SKU with everything that its rows hold and that can be said without looking at the database: it is made
/// before the transaction, since writes wait for one another.
#[derive(Debug, Clone)]
pub struct ReadySku {
    /// Its number, its group and its times are still to come; so is what interface B sets, if not whole.
    row: SkuRow,
    texts: Texts,
    texto_busca: String,
    /// The names of its attributes.
    atributos: Vec<String>,
    /// What interface B sets is among it.
    whole: bool,
    /// The stock of a SKU that is there stays as it is.
    keeps_stock: bool,
}

/// Defaults of the columns that only interface B sets.
const NOTHING_KEPT: &str = "{}";

/// Target of a SKU that is written.
#[derive(Debug, Clone, Copy)]
pub(super) struct Destino<'a> {
    pub loja: LojaId,
    pub num: i64,
    /// The number of its group, if it has one.
    pub grupo: Option<i64>,
    /// The row that it replaces.
    pub before: Option<&'a SkuRow>,
    /// Control of the stock of a new SKU.
    pub controle: i16,
    pub agora: i64,
}

impl ReadySku {
    /// Makes a SKU ready to be written.
    ///
    /// # Errors
    /// None in practice: every list of texts can be written as JSON.
    pub fn new(sku: Sku) -> Result<Self, StoreError> {
        let atributos = sku.atributos.iter().map(|atributo| atributo.nome.clone()).collect();
        let (row, texts) = separate(sku)?;
        let texto_busca = texto_busca(&row);
        Ok(Self { row, texts, texto_busca, atributos, whole: false, keeps_stock: false })
    }

    /// Makes a product ready to be written: a SKU with what interface B sets beside it.
    pub(crate) fn whole(produto: Source) -> Result<Self, StoreError> {
        let cadastro = to_json(&produto.cadastro)?;
        let mut ready = Self::new(produto.sku)?;
        ready.row.preco_custo = produto.preco_custo.ten_thousandths();
        ready.row.estoque_reservado = produto.estoque_reservado;
        ready.row.alerta_estoque = produto.alerta_estoque;
        ready.texts.cadastro = cadastro;
        ready.whole = true;
        Ok(ready)
    }

    /// Says nothing of the stock, if the SKU is there.
    pub fn keeping_stock(mut self) -> Self {
        self.keeps_stock = true;
        self
    }

    /// Its brand; empty when it has none.
    pub(super) fn marca(&self) -> &str {
        &self.row.marca
    }

    /// The names of its attributes.
    pub(super) fn atributos(&self) -> &[String] {
        &self.atributos
    }

    /// Whether these rows hold the same attributes.
    pub(super) fn same_attributes(&self, texts: &Texts) -> bool {
        self.texts.atributos == texts.atributos
    }

    /// Its images, as they are stored.
    pub(super) fn imagens(&self) -> &str {
        &self.texts.imagens
    }

    /// Its code.
    pub(super) fn code(&self) -> &str {
        &self.row.sku
    }

    /// The group that it names; empty when it is alone.
    pub(super) fn parent_id(&self) -> &str {
        &self.row.parent_id
    }

    /// The stock that it tells, of a SKU that is there.
    pub(super) fn estoque(&self, before: &SkuRow) -> i32 {
        if self.keeps_stock { before.estoque } else { self.row.estoque }
    }

    /// The row of what changes often. A stock that somebody controls stays as it is: the inventory changes it.
    pub(super) fn row<'a>(&'a self, destino: Destino<'a>) -> NewRow<'a> {
        let Destino { loja, num, grupo, before, controle, agora } = destino;
        let mut row = self.row.writing(loja, &self.texto_busca);
        if let Some(before) = before.filter(|_| !self.whole) {
            sku_columns!([of_b] => copy_columns, row, before);
        }
        row.controle = controle;
        if let Some(before) = before {
            sku_columns!([hub] => copy_columns, row, before);
            row.estoque = self.estoque(before);
            if before.controlled() {
                row.estoque = before.estoque;
                row.estoque_reservado = before.estoque_reservado;
            }
        }
        row.sku_num = num;
        row.produto_num = grupo.unwrap_or(num);
        row.criado_em = before.map_or(agora, |before| before.criado_em);
        row.alterado_em = agora;
        row
    }

    /// The row of the long texts.
    pub(super) fn texts<'a>(&'a self, loja: LojaId, num: i64, before: Option<&'a Texts>) -> NewTexts<'a> {
        let texts = &self.texts;
        let mut row = sku_columns!([texts kept] => borrowed, NewTexts, loja, texts, { sku_num: num, });
        if !self.whole {
            row.cadastro = before.map_or(NOTHING_KEPT, |before| &before.cadastro);
        }
        row
    }

    /// The SKU that these rows are read as.
    pub(super) fn loaded(self) -> Result<Sku, StoreError> {
        merge((self.row, self.texts))
    }
}

/// A member of a [`Sku`], which is stored in a column of type `C`.
trait Stored<C>: Sized {
    fn into_column(self) -> Result<C, StoreError>;
    /// `name` is the column, for the operator.
    fn from_column(column: C, name: &'static str) -> Result<Self, StoreError>;
}

macro_rules! stored_as_they_are {
    ($($type:ty),+) => {$(
        impl Stored<$type> for $type {
            fn into_column(self) -> Result<$type, StoreError> {
                Ok(self)
            }

            fn from_column(column: $type, _: &'static str) -> Result<Self, StoreError> {
                Ok(column)
            }
        }
    )+};
}
stored_as_they_are!(bool, i32, String);

impl Stored<i64> for Dinheiro {
    fn into_column(self) -> Result<i64, StoreError> {
        Ok(self.ten_thousandths())
    }

    fn from_column(column: i64, _: &'static str) -> Result<Self, StoreError> {
        Ok(Self::from_ten_thousandths(column))
    }
}

impl Stored<String> for SkuId {
    fn into_column(self) -> Result<String, StoreError> {
        Ok(self.as_str().to_owned())
    }

    fn from_column(column: String, name: &'static str) -> Result<Self, StoreError> {
        Self::parse(column).map_err(|e| StoreError::corrupt(name, e))
    }
}

impl<T: Serialize + DeserializeOwned> Stored<String> for Vec<T> {
    fn into_column(self) -> Result<String, StoreError> {
        to_json(&self)
    }

    fn from_column(column: String, name: &'static str) -> Result<Self, StoreError> {
        from_json(name, &column)
    }
}

/// Hands the members of [`Sku`] to `$then`: the columns of `skus` in braces, then those of `sku_textos`.
macro_rules! members {
    ($then:ident $($argument:ident)*; $($column:tt)*) => {
        sku_columns!([texts] => $then $(, $argument)*, { $($column)* })
    };
}

macro_rules! split {
    ($sku:ident {$($name:ident: $_t:ty => $_s:ty $(, $_w:literal)?;)*};
        $($text:ident: $_type:ty => $_sql:ty $(, $_wire:literal)?;)*) => {{
        // no member is left out: the pattern has no rest
        let Sku { $($name,)* $($text,)* } = $sku;
        Ok((
            SkuRow { $($name: $name.into_column()?,)* ..SkuRow::default() },
            Texts { $($text: $text.into_column()?,)* ..Texts::default() },
        ))
    }};
}

macro_rules! join {
    ($row:ident $texts:ident {$($name:ident: $_t:ty => $_s:ty $(, $_w:literal)?;)*};
        $($text:ident: $_type:ty => $_sql:ty $(, $_wire:literal)?;)*) => {
        Ok(Sku {
            $($name: Stored::from_column($row.$name, concat!("skus.", stringify!($name)))?,)*
            $($text: Stored::from_column($texts.$text, concat!("sku_textos.", stringify!($text)))?,)*
        })
    };
}

/// The rows of a SKU, as far as it fills them.
fn separate(sku: Sku) -> Result<(SkuRow, Texts), StoreError> {
    sku_columns!([code members balance] => members, split, sku)
}

/// Puts a SKU together from its rows.
pub(crate) fn merge((row, texts): (SkuRow, Texts)) -> Result<Sku, StoreError> {
    sku_columns!([code members balance] => members, join, row, texts)
}

/// A product out of its rows.
pub(crate) fn source((row, texts): (SkuRow, Texts)) -> Result<Source, StoreError> {
    Ok(Source {
        variante: row.sku_num,
        produto: row.produto_num,
        preco_custo: Dinheiro::from_ten_thousandths(row.preco_custo),
        estoque_reservado: row.estoque_reservado,
        reservado: row.controlled().then(|| i32::try_from(row.reservado).unwrap_or(i32::MAX)),
        centros: Vec::new(),
        alerta_estoque: row.alerta_estoque,
        cadastro: from_json("sku_textos.cadastro", &texts.cadastro)?,
        criado_em: Instante::from_micros(row.criado_em),
        alterado_em: Instante::from_micros(row.alterado_em),
        sku: merge((row, texts))?,
    })
}

pub(crate) fn sku_id(text: String) -> Result<SkuId, StoreError> {
    Stored::from_column(text, "skus.sku")
}

/// The searched text, folded: code, name, brand, GTIN with all of its zeros.
pub(super) fn texto_busca(row: &SkuRow) -> String {
    let SkuRow { sku, nome, marca, gtin, .. } = row;
    domain::values::search_text::fold(&format!("{sku}\n{nome}\n{marca}\n{}", gtin_digits(gtin)))
}

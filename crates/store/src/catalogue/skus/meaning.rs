//! What texts mean that people type and scanners read: SKUs by their codes and by their names.

use std::collections::{BTreeSet, HashMap};

use diesel::prelude::*;
use domain::values::documents::gtin_spellings;
use domain::values::ids::{LojaId, SkuId};
use domain::values::search_text::fold;

use crate::base::schema::skus;
use crate::base::{Conn, InTime, Rare, StoreError, contains, load_by_key, of_store, on};
use crate::catalogue::skus::read::{names, own_codes};
use crate::catalogue::skus::rows::sku_id;

/// SKUs that are looked at for one GTIN.
const ALIKE: i64 = 20;

/// A SKU that a text means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meant {
    /// Its code.
    pub sku: SkuId,
    /// Its name.
    pub nome: String,
}

/// The SKUs that each of some texts means as a code, in their order: by their GTIN, with zeros before it or without, by
/// their code, or by the one that channels are given in its place.
pub fn by_codes(conn: &mut Conn<'_>, loja: LojaId, texts: &[&str]) -> Result<Vec<Vec<Meant>>, StoreError> {
    let spellings: Vec<Vec<String>> = texts.iter().map(|text| spellings(text)).collect();
    let gtins: BTreeSet<&str> = spellings.iter().flatten().map(String::as_str).collect();
    let alike: Vec<(String, String)> = match gtins.len() {
        0 => Vec::new(),
        many => {
            let most = ALIKE.saturating_mul(i64::try_from(many).unwrap_or(i64::MAX));
            load_by_key!(conn, skus::gtin, gtins, |of_them| of_store!(skus, loja)
                .filter(Rare(of_them))
                .select((skus::gtin, skus::sku))
                .limit(most))
        }
    };
    let own = own_codes(conn, loja, texts.iter().copied())?;
    let codes = |text: &str, spellings: &[String]| {
        let by_gtin = alike.iter().filter(|(gtin, _)| spellings.contains(gtin)).map(|(_, sku)| sku.as_str());
        let mut all: Vec<String> = by_gtin.map(str::to_owned).collect();
        let itself = SkuId::parse(text).ok().map(|sku| sku.as_str().to_owned());
        for code in itself.into_iter().chain(own.get(text).cloned()) {
            if !all.contains(&code) {
                all.push(code);
            }
        }
        all
    };
    let codes: Vec<Vec<String>> =
        texts.iter().zip(&spellings).map(|(text, spellings)| codes(text, spellings)).collect();
    let each: BTreeSet<&str> = codes.iter().flatten().map(String::as_str).collect();
    let named: HashMap<String, String> = names(conn, loja, &each.into_iter().collect::<Vec<_>>())?;
    let meant = |code: &String| Some((code.clone(), named.get(code)?.clone()));
    codes.iter().map(|codes| codes.iter().filter_map(meant).map(of_row).collect()).collect()
}

/// The first SKUs whose code, name, brand or GTIN holds a text, whatever its case and accents.
pub fn by_text(conn: &mut Conn<'_>, loja: LojaId, text: &str, most: u32) -> Result<Vec<Meant>, StoreError> {
    let rows: Vec<(String, String)> = on!(conn, c => of_store!(skus, loja)
        // in this order: a row that does not fit asks, too
        .filter(InTime)
        .filter(skus::texto_busca.like(contains(&fold(text))).escape('\\'))
        .order(skus::sku_num)
        .select((skus::sku, skus::nome))
        .limit(most.into())
        .load(c))?;
    rows.into_iter().map(of_row).collect()
}

fn of_row((sku, nome): (String, String)) -> Result<Meant, StoreError> {
    Ok(Meant { sku: sku_id(sku)?, nome })
}

/// How a text is written as a GTIN; nothing where it is none.
fn spellings(text: &str) -> Vec<String> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if digits { gtin_spellings(text) } else { Vec::new() }
}

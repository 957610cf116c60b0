//! Products of some categories. A SKU names categories by texts that only the store's tree gives a meaning,
//! which no index can know: every SKU that passes the other filters is read, in batches.

use std::collections::HashMap;

use diesel::prelude::*;
use domain::categoria_loja::LojaTree;
use domain::interface_b::produto::Source;
use domain::values::ids::LojaId;

use super::{Filter, Registro, elsewhere, filtered, placed};
use crate::base::paging::{Gathered, Page, PageRequest, gather};
use crate::base::schema::{estoque_centros, sku_textos, skus};
use crate::base::{Conn, Implied, StoreError, from_json, on};
use crate::catalogue::skus::rows::{SkuRow, Texts};
use crate::catalogue::skus::with_texts;

/// SKUs read by one statement.
const BATCH: i64 = 4000;

/// The numbers of the SKUs that name one of these categories, ascending.
pub fn in_categories(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filter: &Filter,
    (tree, ids): (&LojaTree, &[i64]),
) -> Result<Vec<i64>, StoreError> {
    let (mut found, mut after) = (Vec::new(), i64::MIN);
    // stores write the same few lists over and over
    let mut judged: HashMap<String, bool> = HashMap::new();
    loop {
        let part: Vec<(i64, String)> = on!(conn, c => filtered!(loja, filter, with_texts!())
            .filter(skus::sku_num.gt(after))
            .filter(Implied(sku_textos::sku_num.gt(after)))
            .order(skus::sku_num)
            .select((skus::sku_num, sku_textos::categorias))
            .limit(BATCH)
            .load(c))?;
        let last = part.last().map(|(number, _)| *number);
        let ended = (part.len() as i64) < BATCH;
        for (number, text) in part {
            let fits = match judged.get(&text) {
                Some(fits) => *fits,
                None => {
                    let names: Vec<String> = from_json("sku_textos.categorias", &text)?;
                    let fits = tree.named(&names).ids().iter().any(|id| ids.contains(id));
                    judged.insert(text, fits);
                    fits
                }
            };
            found.extend(fits.then_some(number));
        }
        match last {
            Some(last) if !ended => after = last,
            _ => return Ok(found),
        }
    }
}

/// The products of these numbers, which are ascending.
pub fn list_among(
    conn: &mut Conn<'_>,
    loja: LojaId,
    numbers: &[i64],
    page: PageRequest,
) -> Result<Page<Source>, StoreError> {
    let skipped = usize::try_from(page.offset()).unwrap_or(usize::MAX).min(numbers.len());
    let start = page.after().map_or(skipped, |[after, _]| numbers.partition_point(|number| *number <= after));
    let registros: Gathered<Registro> = on!(conn, c => {
        let read = |last: Option<&Registro>, wanted: i64| {
            let after = |last: &Registro| numbers.partition_point(|number| *number <= last.0.sku_num);
            let from = last.map_or(start, after);
            let wanted: Vec<i64> = numbers.iter().skip(from).take(wanted as usize).copied().collect();
            with_texts!()
                .filter(skus::aplicacao_id.eq(loja.aplicacao.0))
                .filter(skus::loja_id.eq(loja.loja))
                .filter(skus::sku_num.eq_any(wanted))
                .order(skus::sku_num)
                .select((SkuRow::as_select(), Texts::as_select()))
                .load(c)
        };
        gather(page.limit(), read, |(_, texts): &Registro| texts.bytes())?
    });
    let elsewhere = elsewhere(conn, loja, registros.rows())?;
    let key = |(row, _): &Registro| [row.sku_num, 0];
    page.page_of_gathered(registros, numbers.len() as i64, key, |rows| placed(rows, &elsewhere))
}

//! How many offers of a channel are kept from being published, and by what.

use diesel::dsl::{case_when, not, sum};
use diesel::prelude::*;
use diesel::sql_types::{Bool, Integer};
use domain::oferta::CodigoImpedimento;

use crate::base::schema::{estoque_limites, sku_canais, skus};
use crate::base::{Conn, StoreError, on};
use crate::offers::conditions::{in_canal, priced, publishable, sized};
use crate::offers::showcase::{Showcase, with_canal};

/// What of a channel's offers can be published.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Impediments {
    /// Every offer.
    pub all: i64,
    /// Those that can be published.
    pub publishable: i64,
    /// Those that cannot, by each thing that keeps them from it: one may count for several.
    pub by_code: Vec<(CodigoImpedimento, i64)>,
}

impl Impediments {
    /// With those of another channel.
    pub fn add(&mut self, other: Self) {
        self.all += other.all;
        self.publishable += other.publishable;
        for (code, count) in other.by_code {
            match self.by_code.iter_mut().find(|(known, _)| *known == code) {
                Some((_, sum)) => *sum += count,
                None => self.by_code.push((code, count)),
            }
        }
    }
}

/// Counts a channel's offers: one pass over the store's SKUs.
pub fn impediments(conn: &mut Conn<'_>, showcase: &Showcase<'_>) -> Result<Impediments, StoreError> {
    use CodigoImpedimento::{DimensaoAbaixoDoMinimo, SemPreco, SkuCanalInativo, SkuInativo};
    type Counted = (i64, [Option<i64>; 5]);
    let (all, counts): Counted = on!(conn, c => {
        macro_rules! those {
            ($condition:expr) => {
                sum(case_when($condition, 1_i32.into_sql::<Integer>())
                    .otherwise(0_i32.into_sql::<Integer>()))
            };
        }
        let (all, ok, inactive, off, unpriced, small): (i64, _, _, _, _, _) =
            with_canal!(showcase.loja.id, showcase.canal.num)
                .select((
                    diesel::dsl::count_star(),
                    those!(publishable!(showcase)),
                    those!(not(skus::ativo)),
                    those!(not(in_canal!())),
                    those!(not(priced!())),
                    those!(not(sized!(showcase))),
                ))
                .get_result(c)?;
        (all, [ok, inactive, off, unpriced, small])
    });
    let [ok, inactive, off, unpriced, small] = counts.map(|count| count.unwrap_or(0));
    let mut by_code = vec![
        (SkuInativo, inactive),
        (SkuCanalInativo, off),
        (SemPreco, unpriced),
        (DimensaoAbaixoDoMinimo, small),
    ];
    let general = showcase.loja.ativo && showcase.canal.canal.ativo;
    if !showcase.loja.ativo {
        by_code.push((CodigoImpedimento::UsuarioInativo, all));
    }
    if !showcase.canal.canal.ativo {
        by_code.push((CodigoImpedimento::CanalInativo, all));
    }
    by_code.retain(|(_, count)| *count > 0);
    Ok(Impediments { all, publishable: if general { ok } else { 0 }, by_code })
}

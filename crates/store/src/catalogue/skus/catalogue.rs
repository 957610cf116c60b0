//! What orders keep of the SKUs that they hold.

use domain::interface_b::registro::CatalogueItem;
use domain::values::ids::LojaId;
use domain::values::money::Dinheiro;

use super::parts::Found;
use crate::base::Conn;
use crate::base::StoreError;
use crate::base::dialect;
use crate::base::from_json;

/// What some SKUs are right now, for an order that holds them; those that are not registered are left out.
pub(crate) fn catalogue(
    conn: &mut Conn<'_>,
    loja: LojaId,
    codes: &[&str],
) -> Result<Vec<CatalogueItem>, StoreError> {
    let found_ones: Vec<Found> = dialect!(conn => for_orders(loja, codes))?;
    found_ones
        .into_iter()
        .map(|(sku, variante, nome, gtin, cost, peso, altura, largura, comprimento, atributos)| {
            Ok(CatalogueItem {
                sku,
                variante,
                nome,
                gtin,
                preco_custo: Dinheiro::from_ten_thousandths(cost),
                peso,
                altura,
                largura,
                comprimento,
                atributos: from_json("sku_textos.atributos", &atributos)?,
            })
        })
        .collect()
}

//! What orders keep of the SKUs that they hold.

use domain::interface_b::registro::ItemCatalogo;
use domain::values::ids::LojaId;
use domain::values::money::Dinheiro;

use super::parts::Achado;
use crate::base::Conn;
use crate::base::StoreError;
use crate::base::de_json;
use crate::base::dialect;

/// What some SKUs are right now, for an order that holds them; those that are not registered are left out.
pub(crate) fn catalogo(
    conn: &mut Conn<'_>,
    loja: LojaId,
    codigos: &[&str],
) -> Result<Vec<ItemCatalogo>, StoreError> {
    let achados: Vec<Achado> = dialect!(conn => for_orders(loja, codigos))?;
    achados
        .into_iter()
        .map(|(sku, variante, nome, gtin, custo, peso, altura, largura, comprimento, atributos)| {
            Ok(ItemCatalogo {
                sku,
                variante,
                nome,
                gtin,
                preco_custo: Dinheiro::from_dez_milesimos(custo),
                peso,
                altura,
                largura,
                comprimento,
                atributos: de_json("sku_textos.atributos", &atributos)?,
            })
        })
        .collect()
}

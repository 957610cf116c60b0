//! What orders keep of the SKUs that they hold.

use domain::dinheiro::Dinheiro;
use domain::ids::LojaId;
use domain::registro::ItemCatalogo;

use super::linhas::de_json;
use crate::conexao::Conn;
use crate::dialect::dialect;
use crate::erro::StoreError;

/// A SKU as an order keeps it: code, number, name, GTIN, cost, weight, height, width, length, attributes.
pub(super) type Achado = (String, i64, String, String, i64, i32, i32, i32, i32, String);

/// What an order keeps of the SKUs of a store that a condition lets through.
macro_rules! for_orders {
    ($loja:expr, $condition:expr) => {
        com_textos!()
            .filter(skus::aplicacao_id.eq($loja.aplicacao.0))
            .filter(skus::loja_id.eq($loja.loja))
            .filter($condition)
            .order(skus::sku)
            .select((
                skus::sku,
                skus::sku_num,
                skus::nome,
                skus::gtin,
                skus::preco_custo,
                skus::peso,
                skus::altura,
                skus::largura,
                skus::comprimento,
                sku_textos::atributos,
            ))
    };
}
pub(super) use for_orders;

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

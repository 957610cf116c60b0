//! Connections, and SKUs with their offers, for the tests of this crate.

use connector::{Connection, Product, Secret, json};
use domain::canal::Canal;
use domain::oferta::{Oferta, OfertaInput, SkuOferta};
use domain::sku::{Atributo, Sku};
use domain::values::ids::{CanalId, SkuId};
use domain::values::money::Dinheiro;

/// The settings of a shop, with nothing learned yet.
pub fn connection(address: &str) -> Connection {
    let settings = [
        ("endereco", address),
        ("usuario", "superadmin"),
        ("senha", "superadmin"),
        ("campoDocumento", "cpf"),
    ];
    let settings = settings.map(|(code, value)| (code.to_owned(), Secret::new(value))).into();
    Connection { settings, ..Connection::default() }
}

/// A SKU and its offer: ten units at 19.90.
pub struct Item {
    pub sku: Sku,
    pub oferta: Oferta,
}

impl Item {
    pub fn new(code: &str, parent: &str, atributos: &[(&str, &str)]) -> Self {
        let mut sku = Sku::new(&SkuId::parse(code).unwrap(), &format!("Peça bonita {code}")).unwrap();
        sku.parent_id = parent.to_owned();
        sku.preco_por = Dinheiro::from_cents(1990);
        sku.estoque = 10;
        let atributo =
            |(nome, valor): &(&str, &str)| Atributo { nome: (*nome).into(), valor: (*valor).into() };
        sku.atributos = atributos.iter().map(atributo).collect();
        let kind = json!({ "codigo": "Vendure", "titulo": "Vendure" });
        let (kind, canal) = (
            serde_json::from_value(kind).unwrap(),
            Canal::new(CanalId::parse("loja").unwrap(), "Loja", "Vendure"),
        );
        let oferta = Oferta::compute(&OfertaInput::new(&canal, &kind, &SkuOferta::from(&sku)));
        Self { sku, oferta }
    }
}

pub fn group<'a>(items: &[&'a Item]) -> Vec<Product<'a>> {
    items.iter().map(|item| Product { sku: &item.sku, oferta: &item.oferta }).collect()
}

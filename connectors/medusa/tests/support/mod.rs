//! SKUs with their offers, for the tests of this crate.

use connector::{Product, Value, json};
use domain::canal::Canal;
use domain::oferta::{Oferta, OfertaInput, SkuOferta};
use domain::reading::json::read_json;
use domain::sku::Sku;
use domain::tipo_canal::{Consentimento, Dimensoes, TipoCanal};

pub fn sku(code: &str, atributos: &[(&str, &str)]) -> (Sku, Oferta) {
    let atributos: Vec<Value> =
        atributos.iter().map(|(nome, valor)| json!({ "nome": nome, "valor": valor })).collect();
    let text = json!({
        "sku": code, "nome": format!("Camiseta básica {code}"), "parentId": "G 1", "precoPor": 49.9, "precoDe": 60,
        "estoque": 4, "peso": 200, "gtin": "7891000315507", "descricao": "<p>Leve &amp; <b>boa</b></p><p>De algodão",
        "imagens": ["https://img.example/1.jpg"], "atributos": atributos,
    });
    let sku: Sku = read_json(text.to_string().as_bytes()).unwrap();
    let canal: Canal =
        read_json(br#"{"canalId":"m","nome":"M","tipoCanal":"Medusa","enviarSku":true}"#).unwrap();
    let tipo = TipoCanal {
        codigo: "Medusa".to_owned(),
        titulo: "Medusa".to_owned(),
        configuracoes_adicionais: Vec::new(),
        dimensoes_minimas: Dimensoes::default(),
        conector: true,
        consentimento: Consentimento::default(),
    };
    let oferta = Oferta::compute(&OfertaInput::new(&canal, &tipo, &SkuOferta::from(&sku)));
    (sku, oferta)
}

pub fn products(group: &[(Sku, Oferta)]) -> Vec<Product<'_>> {
    group.iter().map(|(sku, oferta)| Product { sku, oferta }).collect()
}

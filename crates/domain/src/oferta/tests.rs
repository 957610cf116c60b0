#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use super::*;
use crate::canal::Canal;
use crate::estoque::EstoqueCanal;
use crate::sku::Sku;
use crate::sku_canal::{Preco, SkuCanal};
use crate::tipo_canal::TipoCanal;
use crate::values::dates::Instante;
use crate::values::money::Dinheiro;
use CodigoImpedimento::*;
use RegraOferta::*;
use proptest::prelude::*;

fn kind() -> TipoCanal {
    serde_json::from_str(
        r#"{"codigo":"ML","titulo":"ML","dimensoesMinimas":{"largura":10,"altura":2,"comprimento":15,"peso":100}}"#,
    )
    .unwrap()
}

fn canal() -> Canal {
    crate::reading::json::read_json(
        br#"{"canalId":"ml","nome":"ML","tipoCanal":"ML","prazo":2,"percentualEstoque":33}"#,
    )
    .unwrap()
}

fn sku() -> SkuOferta {
    let sku: Sku = crate::reading::json::read_json(
        br#"{"sku":"A","nome":"x","parentId":"G","largura":10,"altura":2,"comprimento":15,"peso":100,
            "prazoDespacho":3,"precoDe":20,"precoPor":15,"estoque":10}"#,
    )
    .unwrap();
    SkuOferta::from(&sku)
}

fn compute(canal: &Canal, sku: &SkuOferta, sku_canal: Option<&SkuCanal>) -> Oferta {
    let kind = kind();
    let alterado_em = Instante::from_micros(0);
    Oferta::compute(&OfertaInput {
        usuario_active: true,
        canal,
        tipo: &kind,
        sku,
        codigo_interno: "E1",
        sku_canal,
        limits: EstoqueCanal::default(),
        alterado_em,
    })
}

fn rule(oferta: &Oferta, field: &str) -> RegraOferta {
    let mut rules = oferta.motivos.iter().filter(|m| m.campo == field);
    let rule = rules.next().unwrap().regra;
    assert!(rules.next().is_none());
    rule
}

fn impedimentos(oferta: &Oferta) -> Vec<CodigoImpedimento> {
    assert_eq!(oferta.publicavel, oferta.impedimentos.is_empty());
    oferta.impedimentos.iter().map(|i| i.codigo).collect()
}

#[test]
fn a_plain_offer() {
    let oferta = compute(&canal(), &sku(), None);
    assert_eq!((oferta.codigo.as_str(), oferta.estoque, oferta.prazo), ("A", 3, 5));
    assert_eq!((oferta.grupo.as_str(), oferta.ativo, oferta.publicavel), ("G", true, true));
    assert_eq!(oferta.preco.preco_por, Dinheiro::from_cents(1500));
    assert_eq!(oferta.motivos.len(), 10);
    assert_eq!(rule(&oferta, "estoque"), PercentualDoEstoque);
    let json = serde_json::to_value(&oferta).unwrap();
    assert_eq!(json["motivos"][1]["mensagem"], "É 33% do estoque do SKU (10).");
    assert_eq!(json["dataAlteracao"], "1970-01-01T00:00:00Z");
    assert_eq!(json["canalId"], "ml");
}

#[test]
fn the_channel_may_say_otherwise() {
    let preco = Preco { preco_de: Dinheiro::ZERO, preco_por: Dinheiro::from_cents(1) };
    let own = SkuCanal { canal_id: canal().canal_id, estoque: Some(0), preco: Some(preco), ativo: true };
    let oferta = compute(&Canal { enviar_sku: false, ..canal() }, &sku(), Some(&own));
    assert_eq!((oferta.codigo.as_str(), oferta.estoque, oferta.preco), ("E1", 0, preco));
    assert_eq!(rule(&oferta, "estoque"), EstoqueDoCanal);
    assert_eq!(rule(&oferta, "preco"), PrecoDoCanal);
    assert_eq!(rule(&oferta, "codigo"), CodigoInterno);
    assert!(oferta.publicavel, "no stock is no impediment");
    let parcial = SkuCanal { estoque: None, preco: None, ..own };
    assert_eq!(compute(&canal(), &sku(), Some(&parcial)), compute(&canal(), &sku(), None));
}

#[test]
fn impediments() {
    let inactive = SkuCanal { canal_id: canal().canal_id, estoque: None, preco: None, ativo: false };
    let stopped = SkuOferta { ativo: false, preco_por: Dinheiro::ZERO, ..sku() };
    let oferta = compute(&Canal { ativo: false, ..canal() }, &stopped, Some(&inactive));
    assert_eq!(impedimentos(&oferta), [SemPreco, CanalInativo, SkuInativo, SkuCanalInativo]);
    assert!(!oferta.ativo);
    assert_eq!(rule(&oferta, "ativo"), AlgoInativo);
}

#[test]
fn dimensions() {
    let thin = SkuOferta { largura: 0, altura: 1, ..sku() };
    let with = |zeroed, smaller| Canal {
        enviar_minimo_dimensao_zerada: zeroed,
        enviar_minimo_dimensao_menor: smaller,
        ..canal()
    };
    let oferta = compute(&with(false, false), &thin, None);
    assert_eq!((oferta.largura, oferta.altura, oferta.comprimento), (0, 1, 15));
    assert_eq!(impedimentos(&oferta), [DimensaoAbaixoDoMinimo, DimensaoAbaixoDoMinimo]);
    assert_eq!(
        oferta.impedimentos[1].mensagem,
        "A altura (1 cm) está abaixo do mínimo do tipo de canal (2 cm)."
    );

    let oferta = compute(&with(true, false), &thin, None);
    assert_eq!((oferta.largura, oferta.altura), (10, 1));
    assert_eq!((rule(&oferta, "largura"), rule(&oferta, "altura")), (MinimoDimensaoZerada, DimensaoDoSku));
    assert_eq!(impedimentos(&oferta), [DimensaoAbaixoDoMinimo]);

    let oferta = compute(&with(false, true), &thin, None);
    assert_eq!((oferta.largura, oferta.altura), (10, 2));
    assert_eq!(
        (rule(&oferta, "largura"), rule(&oferta, "altura")),
        (MinimoDimensaoMenor, MinimoDimensaoMenor)
    );
    assert!(oferta.publicavel);
}

proptest! {
    #[test]
    fn the_share_is_floored_and_within_the_stock(estoque in 0i32.., percentual in 0i32..=100) {
        let canal = Canal { percentual_estoque: percentual, ..canal() };
        let oferta = compute(&canal, &SkuOferta { estoque: estoque.into(), ..sku() }, None);
        let exact = i128::from(estoque) * i128::from(percentual);
        prop_assert_eq!(i128::from(oferta.estoque), exact.div_euclid(100));
        prop_assert!(oferta.estoque <= estoque);
        prop_assert!(percentual < 100 || oferta.estoque == estoque);
    }

    #[test]
    fn dimensions_sent_are_never_negative_and_complete_with_both_flags(
        largura in 0i32.., peso in 0i32.., zeroed: bool, smaller: bool, prazos: (u32, u32),
    ) {
        let canal = Canal {
            enviar_minimo_dimensao_zerada: zeroed, enviar_minimo_dimensao_menor: smaller, prazo: (prazos.0 >> 1) as i32, ..canal()
        };
        let sku = SkuOferta { largura, peso, prazo_despacho: (prazos.1 >> 1) as i32, ..sku() };
        let oferta = compute(&canal, &sku, None);
        prop_assert!(oferta.largura >= largura && oferta.peso >= peso);
        prop_assert!(!(zeroed && smaller) || impedimentos(&oferta).is_empty());
        prop_assert!(oferta.prazo >= canal.prazo && oferta.prazo >= sku.prazo_despacho);
        prop_assert_eq!(oferta.motivos.len(), 10);
    }
}

//! A SKU in one channel: what there differs from the SKU itself.

use serde::{Deserialize, Serialize};

use crate::reading::json::{FromJson, InputObject, InputValue};
use crate::reading::keyed::Keyed;
use crate::reading::problems::Problems;
use crate::values::ids::CanalId;
use crate::values::money::Dinheiro;

/// Stock and price of one SKU in one channel; null = as the SKU says. Wire form: interface A's SkuCanal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SkuCanal {
    /// The channel.
    pub canal_id: CanalId,
    /// Stock in the channel, never negative: less than none is taken for none; null = the channel's share of the
    /// SKU's stock.
    pub estoque: Option<i32>,
    /// Price in the channel; null = the SKU's.
    pub preco: Option<Preco>,
    /// The SKU is active in the channel. True when not given.
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub ativo: bool,
}

/// The two prices of an offer. `precoDe` ≥ `precoPor` when both are above zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Preco {
    /// "From" price; 0 = none.
    #[cfg_attr(
        feature = "openapi",
        schema(schema_with = crate::values::money::amount, required = false)
    )]
    pub preco_de: Dinheiro,
    /// Selling price.
    #[cfg_attr(feature = "openapi", schema(schema_with = crate::values::money::amount))]
    pub preco_por: Dinheiro,
}

/// A "from" price below the selling price.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("deve ser maior ou igual a precoPor")]
pub struct FromBelowSelling;

impl SkuCanal {
    /// A SKU that differs in nothing in this channel. Meant for
    /// `SkuCanal { estoque: Some(3), ..SkuCanal::new(channel) }`, which goes on compiling when a member is
    /// added.
    pub fn new(canal_id: CanalId) -> Self {
        Self { canal_id, estoque: None, preco: None, ativo: true }
    }
}

impl Keyed for SkuCanal {
    type Key = CanalId;
    const KEY: &'static str = "canalId";

    fn key(&self) -> &CanalId {
        &self.canal_id
    }

    fn read_members(obj: &InputObject<'_>, key: Option<CanalId>, p: &mut Problems) -> Option<Self> {
        let estoque = obj.stock("estoque", p);
        let preco = obj.optional("preco", p);
        let active = obj.default("ativo", p, true);
        Some(Self { canal_id: key?, estoque: estoque?, preco: preco?, ativo: active? })
    }
}

impl FromJson for Preco {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = value.object(p)?;
        let preco_de = obj.value("precoDe", p);
        let preco_por = obj.required_value("precoPor", p);
        let preco = Self { preco_de: preco_de?, preco_por: preco_por? };
        preco.check(&obj, p);
        Some(preco)
    }
}

impl Preco {
    /// A "from" price below the selling price would be a discount turned upside down.
    pub(crate) fn check(self, obj: &InputObject<'_>, p: &mut Problems) {
        if self.upside_down() {
            obj.problem::<()>("precoDe", p, FromBelowSelling);
        }
    }

    /// True when the "from" price is below the selling price.
    pub(crate) fn upside_down(self) -> bool {
        let both = self.preco_de > Dinheiro::ZERO && self.preco_por > Dinheiro::ZERO;
        both && self.preco_de < self.preco_por
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::reading::json::{read_json, read_list};

    #[test]
    fn reads_what_differs() {
        let parsed: SkuCanal = read_json(br#"{"canalId":"ml","preco":{"precoPor":"19.90"}}"#).unwrap();
        assert_eq!(
            serde_json::to_string(&parsed).unwrap(),
            r#"{"canalId":"ml","estoque":null,"preco":{"precoDe":0,"precoPor":19.9},"ativo":true}"#
        );
    }

    #[test]
    fn names_the_place_in_a_list() {
        let text = br#"[{"canalId":"a","estoque":-1,"preco":{"precoDe":1,"precoPor":2}},{"estoque":1.5,"preco":{}}]"#;
        assert_eq!(
            read_list::<SkuCanal>(text, 2).unwrap_err().to_string(),
            "[0].preco.precoDe: deve ser maior ou igual a precoPor; \
             [1].canalId: é obrigatório; [1].estoque: deve ser um número inteiro; [1].preco.precoPor: é obrigatório"
        );
        assert_eq!(read_list::<SkuCanal>(text, 1).unwrap_err().to_string(), "deve ter no máximo 1 itens");
    }

    #[test]
    fn new_is_what_the_reader_makes_of_the_least_input() {
        let read: SkuCanal = read_json(br#"{"canalId":"ml"}"#).unwrap();
        assert_eq!(SkuCanal::new(read.canal_id.clone()), read);
    }
}

//! Changes of a SKU's stock, and bodies that say which SKU they mean.

use serde::Serialize;

use crate::estoque::CENTRO_PADRAO;
use crate::reading::json::{FromJson, InputValue};
use crate::reading::problems::Problems;
use crate::values::dates::{Exact, Instante};
use crate::values::ids::SkuId;

/// A change of stock: to a number, or by one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AjusteEstoque {
    /// The stock is this now.
    Set(i32),
    /// The stock rises by this; negative = falls.
    Vary(i32),
}

/// A change that the stock cannot take: it would fall below zero, or leave 32 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("O estoque atual é {atual} e não comporta a variação de {variacao}.")]
pub struct EstoqueTooLow {
    /// The stock before.
    pub atual: i32,
    /// The change that was asked for.
    pub variacao: i32,
}

impl AjusteEstoque {
    /// The stock after the change.
    pub fn apply(self, atual: i32) -> Result<i32, EstoqueTooLow> {
        match self {
            Self::Set(n) => Ok(n),
            Self::Vary(variacao) => {
                atual.checked_add(variacao).filter(|n| *n >= 0).ok_or(EstoqueTooLow { atual, variacao })
            }
        }
    }
}

impl FromJson for AjusteEstoque {
    /// `{"estoque": n}` or `{"variacao": n}`.
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = value.object(p)?;
        let estoque = obj.stock("estoque", p);
        let variacao = obj.optional::<i32>("variacao", p);
        match (estoque?, variacao?) {
            (Some(n), None) => Some(Self::Set(n)),
            (None, Some(n)) => Some(Self::Vary(n)),
            (None, None) => obj.problem("estoque", p, "é obrigatório quando variacao não é informada"),
            (Some(_), Some(_)) => obj.problem("variacao", p, "não pode ser informada junto com estoque"),
        }
    }
}

/// A change of stock as clients ask for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AjusteDatado {
    /// The change.
    pub ajuste: AjusteEstoque,
    /// As of when the number was counted; now when not given.
    pub data_referencia: Option<Instante>,
}

impl AjusteDatado {
    /// As of when the number was counted, which cannot be later than now.
    pub fn as_of(&self, now: Instante) -> Instante {
        self.data_referencia.map_or(now, |as_of| as_of.min(now))
    }
}

impl From<AjusteEstoque> for AjusteDatado {
    fn from(ajuste: AjusteEstoque) -> Self {
        Self { ajuste, data_referencia: None }
    }
}

impl FromJson for AjusteDatado {
    /// `{"estoque": n, "dataReferencia": "…"}` or `{"variacao": n}`.
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let ajuste = AjusteEstoque::read(value, p);
        let data_referencia = value.object(p)?.optional("dataReferencia", p);
        let exact = |Exact(instant)| instant;
        Some(Self { ajuste: ajuste?, data_referencia: data_referencia?.map(exact) })
    }
}

/// A change of stock in one distribution centre.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AjusteEmCentro {
    /// The change.
    pub ajuste: AjusteDatado,
    /// The centre; that which every user has when not given.
    pub centro_id: Option<i32>,
}

impl AjusteEmCentro {
    /// The centre that is meant.
    pub fn centro(self) -> i32 {
        self.centro_id.unwrap_or(CENTRO_PADRAO)
    }
}

impl<T: Into<AjusteDatado>> From<T> for AjusteEmCentro {
    /// In the centre that every user has.
    fn from(ajuste: T) -> Self {
        Self { ajuste: ajuste.into(), centro_id: None }
    }
}

impl FromJson for AjusteEmCentro {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let ajuste = AjusteDatado::read(value, p);
        let centro_id = value.object(p)?.optional::<i32>("centroId", p);
        Some(Self { ajuste: ajuste?, centro_id: centro_id? })
    }
}

/// One item of a bulk body: the SKU beside what is to be done with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BySku<T> {
    /// The SKU.
    pub sku: SkuId,
    /// What the same object says besides.
    #[serde(flatten)]
    pub valor: T,
}

impl<T: FromJson> FromJson for BySku<T> {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let sku = value.object(p)?.required("sku", p);
        let parsed = T::read(value, p);
        Some(Self { sku: sku?, valor: parsed? })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::reading::json::{ReadError, read_json};
    use crate::sku_canal::Preco;
    use proptest::prelude::*;

    fn read<T: FromJson>(text: &str) -> Result<T, String> {
        read_json(text.as_bytes()).map_err(|e: ReadError| e.to_string())
    }

    #[test]
    fn exactly_one_member() {
        assert_eq!(read(r#"{"estoque":5}"#), Ok(AjusteEstoque::Set(5)));
        assert_eq!(read(r#"{"variacao":-5,"estoque":null}"#), Ok(AjusteEstoque::Vary(-5)));
        let error = |text| read::<AjusteEstoque>(text).unwrap_err();
        assert_eq!(error("{}"), "estoque: é obrigatório quando variacao não é informada");
        assert_eq!(
            error(r#"{"estoque":1,"variacao":1}"#),
            "variacao: não pode ser informada junto com estoque"
        );
        assert_eq!(error(r#"{"estoque":""}"#), "estoque: é obrigatório quando variacao não é informada");
        assert_eq!(read(r#"{"estoque":-1}"#), Ok(AjusteEstoque::Set(0)));
        assert_eq!(
            error(r#"{"variacao":99999999999}"#),
            "variacao: está fora do intervalo de um inteiro de 32 bits"
        );
    }

    #[test]
    fn a_sku_beside_it() {
        let parsed: BySku<Preco> = read(r#"{"sku":"a","precoDe":2,"precoPor":1}"#).unwrap();
        assert_eq!(serde_json::to_string(&parsed).unwrap(), r#"{"sku":"a","precoDe":2,"precoPor":1}"#);
        assert_eq!(read::<BySku<Preco>>("{}"), Err("sku: é obrigatório; precoPor: é obrigatório".into()));
    }

    proptest! {
        #[test]
        fn stock_never_falls_below_zero(atual in 0i32.., variacao: i32) {
            let sum = i64::from(atual) + i64::from(variacao);
            match AjusteEstoque::Vary(variacao).apply(atual) {
                Ok(new) => prop_assert!(i64::from(new) == sum && new >= 0),
                Err(e) => {
                    prop_assert_eq!(e, EstoqueTooLow { atual, variacao });
                    prop_assert!(sum < 0 || sum > i64::from(i32::MAX));
                }
            }
        }
    }
}

//! What a store's own system says of a product and interface A's Sku has no member for. It is kept, and shown
//! again, and has no bearing on stock, prices or offers.

use serde::{Deserialize, Serialize};

use super::parts::{Condicao, Consumo, FreteGratis};
use super::seo::Seo;
use crate::categoria_loja::ExibirMatriz;
use crate::reading::json::{FromJson, InputObject, InputValue};
use crate::reading::problems::Problems;

/// Reads a member of this type.
type Reader<T> = fn(&InputValue<'_>, &mut Problems) -> Option<T>;

/// The members, a line for each: its name in Rust, its type, whether an empty text says nothing of it (`filled`), its
/// name on the wire, how it is read.
macro_rules! cadastro {
    ($($(#[$doc:meta])* $name:ident: $type:ty, $said:ident $wire:literal, $reader:expr;)*) => {
        /// The members that are kept beside a SKU; what was never said is absent. Stored as JSON.
        #[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
        #[serde(rename_all = "camelCase", default)]
        pub struct Cadastro {
            $(
                $(#[$doc])*
                #[serde(skip_serializing_if = "Option::is_none")]
                pub $name: Option<$type>,
            )*
            /// What search engines read of its page; not a member of the product's own body.
            #[serde(skip_serializing_if = "Option::is_none")]
            pub seo: Option<Seo>,
        }

        impl Cadastro {
            /// Reads what an object says; what it does not say is absent.
            pub(super) fn read(obj: &InputObject<'_>, p: &mut Problems) -> Option<Self> {
                $(
                    let reader: Reader<$type> = $reader;
                    let $name = obj.$said($wire, p, reader);
                )*
                Some(Self { $($name: $name?,)* seo: None })
            }

            /// Takes over what `change` says.
            pub(super) fn take_over(&mut self, change: &Self) {
                $(if change.$name.is_some() {
                    self.$name.clone_from(&change.$name);
                })*
            }

            /// The names of the members in which two differ, as an event tells them.
            pub fn differences(&self, other: &Self) -> Vec<&'static str> {
                let mut names = Vec::new();
                $(if self.$name != other.$name {
                    names.push($wire);
                })*
                if self.seo != other.seo {
                    names.push("seo");
                }
                names
            }
        }
    };
}

cadastro! {
    /// A further identifier in the caller's system.
    id_vinculo_externo: String, with "idVinculoExterno", |v, p| v.text(0, 100, p);
    /// The group's name.
    nome_produto_pai: String, with "nomeProdutoPai", |v, p| v.text(0, 300, p);
    /// How the attribute matrix is shown.
    exibir_matriz_atributos: ExibirMatriz, filled "exibirMatrizAtributos", ExibirMatriz::read;
    /// The price may be haggled over.
    contra_proposta: bool, filled "contraProposta", bool::read;
    /// Shown on the site.
    exibir_site: bool, filled "exibirSite", bool::read;
    /// Whether freight is free.
    frete_gratis: FreteGratis, filled "freteGratis", FreteGratis::read;
    /// Exchanges are free.
    troca_gratis: bool, filled "trocaGratis", bool::read;
    /// Months of warranty.
    garantia: i32, filled "garantia", natural;
    /// Sold by telephone.
    is_televendas: bool, filled "isTelevendas", bool::read;
    /// Its place in the warehouse.
    localizacao_estoque: String, with "localizacaoEstoque", |v, p| v.text(0, 255, p);
    /// Largest quantity of one purchase; 0 = no limit.
    quantidade_maxima_compra_unidade: i32, filled "quantidadeMaximaCompraUnidade", natural;
    /// Smallest quantity of one purchase.
    quantidade_minima_compra_unidade: i32, filled "quantidadeMinimaCompraUnidade", natural;
    /// The state that it is sold in.
    condicao: Condicao, filled "condicao", Condicao::read;
    /// Address of a video.
    url_video: String, with "urlVideo", |v, p| v.text(0, 2000, p);
    /// Shown in lists.
    spot: bool, filled "spot", bool::read;
    /// Has a page of its own.
    pagina_produto: bool, filled "paginaProduto", bool::read;
    /// Meant for marketplaces.
    marketplace: bool, filled "marketplace", bool::read;
    /// For partners alone.
    somente_parceiros: bool, filled "somenteParceiros", bool::read;
    /// Takes part in the choice among sellers.
    buy_box: bool, filled "buyBox", bool::read;
    /// How long it lasts.
    consumo: Consumo, filled "consumo", Consumo::read;
    /// Days until it spoils.
    prazo_validade: i32, filled "prazoValidade", natural;
}

/// A whole number of zero or more.
pub(super) fn natural(value: &InputValue<'_>, p: &mut Problems) -> Option<i32> {
    match i32::read(value, p)? {
        n if n < 0 => value.problem(p, "deve ser maior ou igual a zero"),
        n => Some(n),
    }
}

impl FromJson for Consumo {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = value.object(p)?;
        let days = obj.filled("quantidadeDias", p, natural);
        let send = obj.default("enviarEmail", p, false);
        Some(Self { quantidade_dias: days?.unwrap_or(0), enviar_email: send? })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::reading::json::read_with;

    fn read(text: &str) -> Result<Cadastro, Problems> {
        let raw = serde_json::value::RawValue::from_string(text.to_owned()).unwrap();
        read_with(&raw, |value, p| Cadastro::read(&value.object(p)?, p))
    }

    #[test]
    fn what_is_said_is_kept_and_the_rest_stays() {
        let mut kept = read(r#"{"garantia": 12.0, "condicao": "Usado", "idVinculoExterno": 7}"#).unwrap();
        let text = serde_json::to_string(&kept).unwrap();
        assert_eq!(text, r#"{"idVinculoExterno":"7","garantia":12,"condicao":"Usado"}"#);
        assert_eq!(serde_json::from_str::<Cadastro>(&text).unwrap(), kept);
        let change = read(r#"{"garantia": 6, "spot": false, "condicao": null}"#).unwrap();
        let before = kept.clone();
        kept.take_over(&change);
        assert_eq!(kept.differences(&before), ["garantia", "spot"]);
        assert_eq!(kept.condicao, Some(Condicao::Usado));
        assert!(read("{}").unwrap() == Cadastro::default());
    }

    #[test]
    fn every_problem_is_named() {
        let problems = read(r#"{"garantia": -1, "condicao": "Velho", "spot": 3, "consumo": 1}"#).unwrap_err();
        assert_eq!(
            problems.to_string(),
            "garantia: deve ser maior ou igual a zero; condicao: deve ser um destes valores: Novo, Usado, \
             Renovado, Danificado; spot: deve ser true ou false; consumo: deve ser um objeto"
        );
    }
}

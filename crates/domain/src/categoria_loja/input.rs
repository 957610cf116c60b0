//! A store category as input, and why a change of the tree is refused.

use super::category::{CategoriaLoja, ExibirMatriz};
use crate::reading::json::{FromJson, InputValue};
use crate::reading::problems::Problems;
use crate::reading::words::UnknownValue;
use crate::values::ids::{ID_MAX, check_visible};
use crate::values::money::Dinheiro;

/// Levels of a store's tree at most: a path is as long as its category lies deep.
pub const LEVELS_MAX: usize = 100;

/// A category as a store writes it: all but its number. What is not given takes its default.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(rename_all = "camelCase"))]
pub struct DadosCategoria {
    /// Name, 1 to 200 characters.
    #[cfg_attr(feature = "openapi", schema(min_length = 1, max_length = 200))]
    pub nome: String,
    /// Parent; 0 or absent on the first level.
    #[cfg_attr(feature = "openapi", schema(required = false, minimum = 0))]
    pub categoria_pai_id: i64,
    /// Identifier in the store's ERP, at most 100 characters; may be empty, else no other category of the
    /// store has it. A JSON number is read too.
    #[cfg_attr(feature = "openapi", schema(rename = "categoriaERPId", max_length = 100))]
    pub categoria_erp_id: Option<String>,
    /// The category is active; true when not given.
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub ativo: bool,
    /// Available to the Reseller feature; false when not given.
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub is_reseller: bool,
    /// How the attribute matrix is shown; `Neutro` when not given. Read without regard to case.
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub exibir_matriz_atributos: ExibirMatriz,
    /// Largest quantity in one purchase; 0 or absent: no limit.
    #[cfg_attr(
        feature = "openapi",
        schema(schema_with = crate::values::money::amount, required = false)
    )]
    pub quantidade_maxima_compra_unidade: Dinheiro,
    /// Smallest value of a purchase; 0 when not given.
    #[cfg_attr(
        feature = "openapi",
        schema(schema_with = crate::values::money::amount, required = false)
    )]
    pub valor_minimo_compra: Dinheiro,
    /// The site's menus show it; true when not given.
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub exibe_menu: bool,
    /// Address of its page in the store's site, at most 2,000 characters; kept as it is, never called.
    #[cfg_attr(feature = "openapi", schema(required = false, max_length = 2000))]
    pub url_hot_site: String,
}

impl DadosCategoria {
    /// The category of this number.
    pub fn categoria(&self, id: i64) -> CategoriaLoja {
        CategoriaLoja {
            id,
            nome: self.nome.clone(),
            categoria_pai_id: self.categoria_pai_id,
            categoria_erp_id: self.categoria_erp_id.clone().unwrap_or_default(),
            ativo: self.ativo,
            is_reseller: self.is_reseller,
            exibir_matriz_atributos: self.exibir_matriz_atributos,
            quantidade_maxima_compra_unidade: self.quantidade_maxima_compra_unidade,
            valor_minimo_compra: self.valor_minimo_compra,
            exibe_menu: self.exibe_menu,
            url_hot_site: self.url_hot_site.clone(),
        }
    }
}

impl FromJson for DadosCategoria {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = value.object(p)?;
        let name = obj.text("nome", 1, 200, p);
        let parent = obj.filled("categoriaPaiId", p, read_parent);
        let erp = obj.with("categoriaERPId", p, read_erp);
        let active = obj.default("ativo", p, true);
        let is_reseller = obj.default("isReseller", p, false);
        let shown = obj.filled("exibirMatrizAtributos", p, read_shown);
        let quantidade_maxima = obj.value("quantidadeMaximaCompraUnidade", p);
        let valor_minimo = obj.value("valorMinimoCompra", p);
        let exibe_menu = obj.default("exibeMenu", p, true);
        let url_hot_site = obj.text_or_empty("urlHotSite", 2000, p);
        Some(Self {
            nome: name?,
            categoria_pai_id: parent?.unwrap_or(0),
            categoria_erp_id: erp?,
            ativo: active?,
            is_reseller: is_reseller?,
            exibir_matriz_atributos: shown?.unwrap_or_default(),
            quantidade_maxima_compra_unidade: quantidade_maxima?,
            valor_minimo_compra: valor_minimo?,
            exibe_menu: exibe_menu?,
            url_hot_site: url_hot_site?,
        })
    }
}

fn read_parent(value: &InputValue<'_>, p: &mut Problems) -> Option<i64> {
    match i64::read(value, p)? {
        n if n < 0 => value.problem(p, "deve ser maior ou igual a zero"),
        n => Some(n),
    }
}

/// A text without what nobody can see.
fn read_erp(value: &InputValue<'_>, p: &mut Problems) -> Option<String> {
    let text = value.text(0, ID_MAX, p)?;
    match check_visible(&text) {
        Ok(()) => Some(text),
        Err(e) => value.problem(p, e),
    }
}

fn read_shown(value: &InputValue<'_>, p: &mut Problems) -> Option<ExibirMatriz> {
    let parsed = ExibirMatriz::parse_ignoring_case(&value.string(p)?);
    parsed.or_else(|| value.problem(p, UnknownValue(ExibirMatriz::NAMES)))
}

/// Why a change of the tree is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The parent is not there.
    #[error("A categoria pai {0} não existe.")]
    ParentMissing(i64),
    /// It would be its own ancestor.
    #[error("A categoria ficaria abaixo de si mesma.")]
    Cycle,
    /// It, or what lies below it, would lie too deep.
    #[error("A árvore de categorias pode ter no máximo {LEVELS_MAX} níveis.")]
    Depth,
    /// Another category has the identifier already.
    #[error("O identificador no ERP já é da categoria {0}.")]
    ErpRepeated(i64),
    /// Others hang below it.
    #[error("A categoria tem subcategorias e não pode ser excluída.")]
    HasChildren,
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::reading::json::read_json;

    fn read(text: &str) -> Result<DadosCategoria, String> {
        read_json(text.as_bytes()).map_err(|e| e.to_string())
    }

    #[test]
    fn a_name_is_enough() {
        let default = DadosCategoria {
            nome: "Casa".to_owned(),
            categoria_pai_id: 0,
            categoria_erp_id: None,
            ativo: true,
            is_reseller: false,
            exibir_matriz_atributos: ExibirMatriz::Neutro,
            quantidade_maxima_compra_unidade: Dinheiro::ZERO,
            valor_minimo_compra: Dinheiro::ZERO,
            exibe_menu: true,
            url_hot_site: String::new(),
        };
        assert_eq!(read(r#"{"nome":"Casa"}"#), Ok(default.clone()));
        let nulls = r#"{"nome":"Casa","categoriaPaiId":null,"categoriaERPId":null,"ativo":null,
            "exibirMatrizAtributos":null,"valorMinimoCompra":null}"#;
        assert_eq!(read(nulls), Ok(default));
    }

    #[test]
    fn every_member() {
        let text = r#"{"id":9,"nome":"Mesa","categoriaPaiId":"4","categoriaERPId":"007","ativo":false,
            "isReseller":1,"exibirMatrizAtributos":"sIM","quantidadeMaximaCompraUnidade":"2.5",
            "valorMinimoCompra":10.99,"exibeMenu":false,"urlHotSite":"/mesa",
            "caminhoHierarquia":"Casa > Mesa","subCategorias":null}"#;
        let parsed = read(text).unwrap().categoria(9);
        let writing = serde_json::to_value(&parsed).unwrap();
        let expected = serde_json::json!({"id": 9, "nome": "Mesa", "categoriaPaiId": 4,
            "categoriaERPId": "007", "ativo": false, "isReseller": true, "exibirMatrizAtributos": "Sim",
            "quantidadeMaximaCompraUnidade": 2.5, "valorMinimoCompra": 10.99, "exibeMenu": false,
            "urlHotSite": "/mesa"});
        assert_eq!(writing, expected);
    }

    #[test]
    fn an_erp_id_is_a_text_or_a_number() {
        let erp = |written: &str| {
            let text = format!(r#"{{"nome":"x","categoriaERPId":{written}}}"#);
            read(&text).map(|parsed| parsed.categoria_erp_id.unwrap())
        };
        for (written, text_parsed) in [
            (r#""""#, ""),
            (r#""A/b ç""#, "A/b ç"),
            ("42", "42"),
            ("-7", "-7"),
            ("12345678901234567890", "12345678901234567890"),
            ("1.50", "1.50"),
        ] {
            assert_eq!(erp(written).as_deref(), Ok(text_parsed));
        }
        for (written, problem) in [
            ("true", "deve ser um texto"),
            ("[1]", "deve ser um texto"),
            (r#""a\nb""#, "contém um caractere de controle"),
            (r#""\u0000""#, "contém um caractere nulo"),
        ] {
            assert_eq!(erp(written), Err(format!("categoriaERPId: {problem}")), "{written}");
        }
        assert!(erp(&format!("\"{}\"", "é".repeat(100))).is_ok());
        for long in [format!("\"{}\"", "x".repeat(101)), "1".repeat(101)] {
            assert!(erp(&long).is_err(), "{long}");
        }
    }

    #[test]
    fn all_problems_at_once() {
        let text = r#"{"categoriaPaiId":-1,"categoriaERPId":{},"ativo":"sim","isReseller":2,
            "exibirMatrizAtributos":"Talvez","quantidadeMaximaCompraUnidade":-1,
            "valorMinimoCompra":1.23456}"#;
        assert_eq!(
            read(text).unwrap_err(),
            "nome: é obrigatório; categoriaPaiId: deve ser maior ou igual a zero; \
             categoriaERPId: deve ser um texto; ativo: deve ser true ou false; \
             isReseller: deve ser true ou false; \
             exibirMatrizAtributos: deve ser um destes valores: Sim, Nao, Neutro; \
             quantidadeMaximaCompraUnidade: deve ser maior ou igual a zero; \
             valorMinimoCompra: deve ter no máximo 4 casas decimais"
        );
        assert_eq!(read("[]").unwrap_err(), "deve ser um objeto");
        for name in [String::new(), "é".repeat(201)] {
            let text = format!(r#"{{"nome":"{name}"}}"#);
            assert_eq!(read(&text).unwrap_err(), "nome: deve ter de 1 a 200 caracteres");
        }
    }
}

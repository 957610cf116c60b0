//! Which product is meant, which are wanted, and what of them.

use std::collections::HashMap;

use domain::interface_b::produto::{
    Atacado, CampoAdicional, Campos, Extras, Identificador, TabelaPreco, TipoIdentificador,
};
use domain::loja_config::LojaConfig;
use domain::values::dates::{Fuso, LimiteData};
use domain::values::ids::LojaId;
use http_kit::{FromConsulta, Leitor};
use store::paging::{Cursor, PageRequest, PageStart};
use store::produtos::Filtro;
use store::{Conn, StoreError, atacados, produtos};
use utoipa::IntoParams;

use super::achado::AUSENTE;
use crate::erro::ErroB;

/// What the identifier is.
#[derive(Debug, Clone, Copy, IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct Tipo {
    /// What the identifier is, in any case. `ProdutoId` names the first SKU of a group.
    #[param(inline)]
    tipo_identificador: TipoIdentificador,
}

impl FromConsulta for Tipo {
    fn de(c: &mut Leitor<'_>) -> Option<Self> {
        let ler = |texto: &str| {
            TipoIdentificador::parse_sem_caixa(texto.trim()).ok_or_else(|| opcoes(TipoIdentificador::NOMES))
        };
        Some(Self { tipo_identificador: c.obrigatorio("tipoIdentificador", ler)? })
    }
}

impl Tipo {
    /// What an identifier of this kind names; a number that is none names nothing.
    pub fn identificar(self, texto: &str) -> Result<Identificador, ErroB> {
        self.tentar(texto).ok_or(AUSENTE)
    }

    /// The same, for those that go on without it.
    pub fn tentar(self, texto: &str) -> Option<Identificador> {
        self.tipo_identificador.identificar(texto)
    }
}

/// What is added to the record.
#[derive(Debug, Clone, Copy, IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct Adicionais {
    /// What to add, in any case: the parameter repeated, or its values separated by commas. `Imagem` adds
    /// nothing.
    #[param(rename = "camposAdicionais", value_type = Option<Vec<CampoAdicional>>, inline, style = Form,
        explode = true)]
    campos: Campos,
}

impl FromConsulta for Adicionais {
    fn de(c: &mut Leitor<'_>) -> Option<Self> {
        let ler =
            |texto: &str| CampoAdicional::parse_sem_caixa(texto).ok_or_else(|| opcoes(CampoAdicional::NOMES));
        Some(Self { campos: c.lista_com("camposAdicionais", ler).into_iter().collect() })
    }
}

fn opcoes(nomes: &[&str]) -> String {
    format!("deve ser um destes valores: {}", nomes.join(", "))
}

/// What was read for the additions of some products.
pub struct Lidos {
    campos: Campos,
    atacados: HashMap<i64, Vec<Atacado>>,
    tabelas: HashMap<i64, Vec<TabelaPreco>>,
}

impl Adicionais {
    /// True when some of them do not stand in the product's own rows.
    pub fn de_outras_tabelas(self) -> bool {
        self.campos.atacado || self.campos.tabela_preco
    }

    /// Reads the additions of some products that are kept apart from them.
    pub fn ler(self, conn: &mut Conn<'_>, loja: LojaId, variantes: &[i64]) -> Result<Lidos, StoreError> {
        let campos = self.campos;
        let atacados = if campos.atacado { atacados::list(conn, loja, variantes)? } else { Vec::new() };
        let tabelas =
            if campos.tabela_preco { produtos::tabelas(conn, loja, variantes)? } else { Vec::new() };
        Ok(Lidos { campos, atacados: agrupar(atacados), tabelas: agrupar(tabelas) })
    }
}

/// Puts what belongs to the same SKU together, in order.
pub fn agrupar<T>(pares: Vec<(i64, T)>) -> HashMap<i64, Vec<T>> {
    let mut grupos: HashMap<i64, Vec<T>> = HashMap::new();
    for (variante, valor) in pares {
        grupos.entry(variante).or_default().push(valor);
    }
    grupos
}

impl Lidos {
    /// The additions of one product.
    pub fn de(&self, variante: i64) -> Extras<'_> {
        Extras {
            campos: self.campos,
            atacados: self.atacados.get(&variante).map_or(&[], Vec::as_slice),
            tabelas: self.tabelas.get(&variante).map_or(&[], Vec::as_slice),
        }
    }
}

/// From when on changes are wanted.
#[derive(Debug, Clone, Copy, IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct Alterados {
    /// Only products that have changed then or later: `yyyy-MM-dd` (its first instant) or a date-time, with or
    /// without offset.
    #[param(value_type = Option<String>, example = "2026-05-01 08:00:00")]
    alterados_partir_de: Option<LimiteData>,
}

impl FromConsulta for Alterados {
    fn de(c: &mut Leitor<'_>) -> Option<Self> {
        Some(Self { alterados_partir_de: c.data_limite("alteradosPartirDe") })
    }
}

impl Alterados {
    /// As the store takes it. `padrao` is the program's time zone.
    pub fn filtro(self, config: &LojaConfig, padrao: Fuso) -> Filtro {
        let desde = self.alterados_partir_de.map(|limite| limite.inicio(config.fuso(padrao)));
        Filtro { alterados_desde: desde, somente_validos: false }
    }
}

/// Which products are wanted besides.
#[derive(Debug, Clone, Copy, IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct Validos {
    /// Only active products.
    #[param(value_type = Option<bool>, default = false)]
    pub somente_validos: bool,
}

impl FromConsulta for Validos {
    fn de(c: &mut Leitor<'_>) -> Option<Self> {
        Some(Self { somente_validos: c.booleano("somenteValidos").unwrap_or(false) })
    }
}

/// Where the page starts, by the last product of the page before it.
#[derive(Debug, Clone, Copy, IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct APartirDe {
    /// The page holds the products after this number: 0, or the header `x-ultimo-produto-variante-id` of the
    /// page before it. Wins over `pagina`.
    #[param(value_type = Option<i64>, minimum = 0)]
    produto_variante_id_de: Option<i64>,
}

impl FromConsulta for APartirDe {
    fn de(c: &mut Leitor<'_>) -> Option<Self> {
        Some(Self { produto_variante_id_de: c.inteiro_entre("produtoVarianteIdDe", 0, i64::MAX) })
    }
}

impl APartirDe {
    /// The page that is really wanted. The `cursor` of a link is further on and wins.
    pub fn pagina(self, pedida: PageRequest) -> PageRequest {
        match (self.produto_variante_id_de, pedida.start) {
            (Some(variante), PageStart::Page(_)) => {
                PageRequest { start: PageStart::After(Cursor { chave: [variante, 0], pagina: 1 }), ..pedida }
            }
            _ => pedida,
        }
    }
}

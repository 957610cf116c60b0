//! Which product is meant, which are wanted, and what of them.

use std::collections::HashMap;

use domain::categoria_loja::LojaTree;
use domain::estoque::CENTRO_PADRAO;
use domain::interface_b::produto::{
    Atacado, ExtraField, Extras, Fields, IdentifierKind, Source, TabelaPreco,
};
use domain::loja_config::{LojaConfig, LojaDefaults, Perfil};
use domain::reading::json::REQUIRED;
use domain::reading::problems::Problems;
use domain::values::dates::DateLimit;
use domain::values::ids::LojaId;
use http_kit::{FromQuery, KitError, QueryReader};
use store::paging::{Cursor, Page, PageRequest, PageStart};
use store::produtos::Filter;
use store::{Conn, StoreError, atacados, categorias_loja, fabricantes, lojas_config, produtos};
use utoipa::IntoParams;

use crate::error::ErrorB;

/// What the identifier is.
#[derive(Debug, Clone, Copy, IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct ByKind {
    /// What the identifier is, in any case. `ProdutoId` names the first SKU of a group. Required, unless the
    /// store has the profile `compativel`, in which `ProdutoVarianteId` is meant.
    #[param(inline)]
    tipo_identificador: Option<IdentifierKind>,
}

impl FromQuery for ByKind {
    fn of(c: &mut QueryReader<'_>) -> Option<Self> {
        let read = |text: &str| {
            IdentifierKind::parse_ignoring_case(text.trim()).ok_or_else(|| options(IdentifierKind::NAMES))
        };
        Some(Self { tipo_identificador: c.with("tipoIdentificador", read) })
    }
}

impl ByKind {
    /// What the identifier is for a store: where it is not said, its profile decides.
    pub fn of(
        self,
        conn: &mut Conn<'_>,
        loja: LojaId,
        defaults: LojaDefaults,
    ) -> Result<IdentifierKind, ErrorB> {
        if let Some(said) = self.tipo_identificador {
            return Ok(said);
        }
        match lojas_config::find(conn, loja)?.profile(defaults) {
            Perfil::Compativel => Ok(IdentifierKind::ProdutoVarianteId),
            Perfil::Documento => {
                let mut problems = Problems::new();
                problems.push("tipoIdentificador", REQUIRED);
                Err(KitError::Query(problems).into())
            }
        }
    }
}

/// What is added to the record.
#[derive(Debug, Clone, Copy, IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct Additional {
    /// What to add, in any case: the parameter repeated, or its values separated by commas. `Imagem` adds
    /// nothing.
    #[param(rename = "camposAdicionais", value_type = Option<Vec<ExtraField>>, inline, style = Form,
        explode = true)]
    campos: Fields,
}

impl FromQuery for Additional {
    fn of(c: &mut QueryReader<'_>) -> Option<Self> {
        let read =
            |text: &str| ExtraField::parse_ignoring_case(text).ok_or_else(|| options(ExtraField::NAMES));
        Some(Self { campos: c.list_with("camposAdicionais", read).into_iter().collect() })
    }
}

fn options(names: &[&str]) -> String {
    format!("deve ser um destes valores: {}", names.join(", "))
}

/// What was read for the additions of some products.
pub struct LeftUnread {
    campos: Fields,
    atacados: HashMap<i64, Vec<Atacado>>,
    tables: HashMap<i64, Vec<TabelaPreco>>,
}

impl Additional {
    /// True when some of them do not stand in the product's own rows.
    pub fn of_other_tables(self) -> bool {
        self.campos.atacado || self.campos.tabela_preco
    }

    /// Reads the additions of some products that are kept apart from them.
    pub fn read(self, conn: &mut Conn<'_>, loja: LojaId, variants: &[i64]) -> Result<LeftUnread, StoreError> {
        let campos = self.campos;
        let atacados = if campos.atacado { atacados::list(conn, loja, variants)? } else { Vec::new() };
        let tables = if campos.tabela_preco { produtos::tables(conn, loja, variants)? } else { Vec::new() };
        Ok(LeftUnread { campos, atacados: group(atacados), tables: group(tables) })
    }
}

/// Puts what belongs to the same SKU together, in order.
pub fn group<T>(pairs: Vec<(i64, T)>) -> HashMap<i64, Vec<T>> {
    let mut grupos: HashMap<i64, Vec<T>> = HashMap::new();
    for (variante, value) in pairs {
        grupos.entry(variante).or_default().push(value);
    }
    grupos
}

impl LeftUnread {
    /// The additions of one product.
    pub fn of(&self, variante: i64) -> Extras<'_> {
        Extras {
            campos: self.campos,
            atacados: self.atacados.get(&variante).map_or(&[], Vec::as_slice),
            tables: self.tables.get(&variante).map_or(&[], Vec::as_slice),
        }
    }
}

/// From when on changes are wanted.
#[derive(Debug, Clone, Copy, IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct ChangedOnly {
    /// Only products that have changed then or later: `yyyy-MM-dd` (its first instant) or a date-time, with
    /// or without offset.
    #[param(value_type = Option<String>, example = "2026-05-01 08:00:00")]
    alterados_partir_de: Option<DateLimit>,
}

impl FromQuery for ChangedOnly {
    fn of(c: &mut QueryReader<'_>) -> Option<Self> {
        Some(Self { alterados_partir_de: c.date_limit("alteradosPartirDe") })
    }
}

impl ChangedOnly {
    /// As the store takes it.
    pub fn filter(self, config: &LojaConfig, defaults: LojaDefaults) -> Filter {
        let since = self.alterados_partir_de.map(|limit| limit.start(config.zone(defaults)));
        Filter { changed_since: since, ..Filter::default() }
    }
}

/// Which products are wanted besides.
#[derive(Debug, Clone, Copy, IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct OnlyValid {
    /// Only active products.
    #[param(value_type = Option<bool>, default = false)]
    pub somente_validos: bool,
}

impl FromQuery for OnlyValid {
    fn of(c: &mut QueryReader<'_>) -> Option<Self> {
        Some(Self { somente_validos: c.boolean("somenteValidos").unwrap_or(false) })
    }
}

/// Which products are wanted, by what they belong to.
#[derive(Debug, Clone, IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct Narrowed {
    /// Only products of one of these categories of the store, by their numbers.
    #[param(value_type = Option<Vec<i64>>, inline, style = Form, explode = false, max_items = 100)]
    categorias: Vec<i64>,
    /// Only products of one of these brands, by their numbers.
    #[param(value_type = Option<Vec<i64>>, inline, style = Form, explode = false, max_items = 100)]
    fabricantes: Vec<i64>,
    /// Only products of one of these distribution centres. Number 1 has them all.
    #[param(value_type = Option<Vec<i64>>, inline, style = Form, explode = false, max_items = 100)]
    centros_distribuicao: Vec<i64>,
}

/// Most numbers of one list.
const NUMBERS_MAX: usize = 100;

impl FromQuery for Narrowed {
    fn of(c: &mut QueryReader<'_>) -> Option<Self> {
        let mut numbers = |name| {
            let numbers = c.list_of_integers(name);
            match numbers.len() > NUMBERS_MAX {
                true => c.problem(name, format_args!("deve ter no máximo {NUMBERS_MAX} itens")),
                false => Some(numbers),
            }
        };
        let (categorias, fabricantes) = (numbers("categorias"), numbers("fabricantes"));
        let centros = numbers("centrosDistribuicao");
        Some(Self { categorias: categorias?, fabricantes: fabricantes?, centros_distribuicao: centros? })
    }
}

impl Narrowed {
    /// A page of the products that are wanted.
    pub fn list(
        &self,
        conn: &mut Conn<'_>,
        loja: LojaId,
        mut filter: Filter,
        wanted: PageRequest,
    ) -> Result<Page<Source>, StoreError> {
        let centros = &self.centros_distribuicao;
        if !centros.is_empty() && !centros.contains(&CENTRO_PADRAO.into()) {
            filter.centros = Some(centros.iter().filter_map(|id| i32::try_from(*id).ok()).collect());
        }
        if !self.fabricantes.is_empty() {
            filter.brands = Some(fabricantes::names(conn, loja, &self.fabricantes)?);
        }
        if self.categorias.is_empty() {
            return produtos::list(conn, loja, &filter, wanted);
        }
        let tree = LojaTree::new(categorias_loja::list(conn, loja)?);
        let numbers = produtos::in_categories(conn, loja, &filter, (&tree, &self.categorias))?;
        produtos::list_among(conn, loja, &numbers, wanted)
    }
}

/// Where the page starts, by the last product of the page before it.
#[derive(Debug, Clone, Copy, IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub struct StartingAt {
    /// The page holds the products after this number: 0, or the header `x-ultimo-produto-variante-id` of the
    /// page before it. Wins over `pagina`.
    #[param(value_type = Option<i64>, minimum = 0)]
    produto_variante_id_de: Option<i64>,
}

impl FromQuery for StartingAt {
    fn of(c: &mut QueryReader<'_>) -> Option<Self> {
        Some(Self { produto_variante_id_de: c.integer_between("produtoVarianteIdDe", 0, i64::MAX) })
    }
}

impl StartingAt {
    /// The page that is really wanted. The `cursor` of a link is further on and wins.
    pub fn page(self, wanted: PageRequest) -> PageRequest {
        match (self.produto_variante_id_de, wanted.start) {
            (Some(variante), PageStart::First | PageStart::Page(_)) => {
                PageRequest { start: PageStart::After(Cursor { chave: [variante, 0], pagina: 1 }), ..wanted }
            }
            _ => wanted,
        }
    }
}

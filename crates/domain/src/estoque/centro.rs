//! Distribution centres: where a user's stock lies.

use serde::{Deserialize, Serialize};

use crate::reading::json::{FromJson, InputValue, REQUIRED};
use crate::reading::problems::Problems;

/// The centre that every user has. `estoque` of a SKU is what lies there.
pub const CENTRO_PADRAO: i32 = 1;

/// Its name, until its user gives it another one.
pub const NOME_DO_PADRAO: &str = "Principal";

/// The most that a number of a centre can be.
pub const CENTRO_MAX: i32 = 999_999;

/// Most characters of a name.
const NOME_MAX: usize = 100;

/// What a distribution centre is called, and when orders take from it (this project's own).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DadosCentro {
    /// Name.
    #[cfg_attr(feature = "openapi", schema(min_length = 1, max_length = 100))]
    pub nome: String,
    /// Orders take from the centre with the least number first, of two alike from the one with the lesser
    /// `centroId`. 1 when not given.
    #[serde(default = "first")]
    #[cfg_attr(feature = "openapi", schema(required = false, minimum = 0))]
    pub prioridade: i32,
}

const fn first() -> i32 {
    1
}

impl DadosCentro {
    /// What the centre is that every user has, until its user says otherwise.
    pub fn padrao() -> Self {
        Self { nome: NOME_DO_PADRAO.to_owned(), prioridade: first() }
    }
}

impl FromJson for DadosCentro {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = value.object(p)?;
        let nome = obj.text("nome", 1, NOME_MAX, p);
        let prioridade = obj.integer("prioridade", 0, i32::MAX, first(), p);
        Some(Self { nome: nome?, prioridade: prioridade? })
    }
}

/// A distribution centre (this project's own).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Centro {
    /// Its number, which the application gives it. 1 is the one that every user has.
    #[cfg_attr(feature = "openapi", schema(minimum = 1))]
    pub centro_id: i32,
    /// Name and place among the others.
    #[serde(flatten)]
    pub dados: DadosCentro,
}

/// Which centres a channel sells from (this project's own).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CentrosCanal {
    /// Their numbers, ascending. None: all of them, also those to come.
    #[cfg_attr(feature = "openapi", schema(max_items = 100))]
    pub centros: Vec<i32>,
}

/// Most centres of a user.
pub const CENTROS_MAX: usize = 100;

impl FromJson for CentrosCanal {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = value.object(p)?;
        let read = |value: &InputValue<'_>, p: &mut Problems| value.list::<i32>(CENTROS_MAX, p);
        let mut centros = match obj.with("centros", p, read)? {
            None => return obj.problem("centros", p, REQUIRED),
            Some(centros) => centros,
        };
        centros.sort_unstable();
        centros.dedup();
        Some(Self { centros })
    }
}

impl CentrosCanal {
    /// Whether the channel sells from a centre.
    pub fn contains(&self, centro: i32) -> bool {
        self.centros.is_empty() || self.centros.contains(&centro)
    }
}

/// What lies in one distribution centre.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SaldoEmCentro {
    /// The centre.
    #[cfg_attr(feature = "openapi", schema(minimum = 1))]
    pub centro_id: i32,
    /// What is there, as its owner has told it or the hub keeps it.
    pub estoque: i32,
    /// What orders hold of it.
    pub reservado: i64,
    /// What is left; below zero when orders hold more than there is.
    pub disponivel: i64,
}

impl SaldoEmCentro {
    /// Stock and reservations of a centre.
    pub fn new(centro_id: i32, estoque: i32, reservado: i64) -> Self {
        Self { centro_id, estoque, reservado, disponivel: i64::from(estoque) - reservado }
    }
}

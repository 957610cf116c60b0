//! What a request says about its file.

use domain::values::dates::Zone;
use files::{Kind, Options, Way};
use http_kit::{FromQuery, QueryReader};
use utoipa::{IntoParams, ToSchema};

/// What a file holds.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
#[allow(dead_code, reason = "files::Kind, for the document alone")]
enum TipoArquivo {
    Skus,
    Estoque,
    Precos,
    Pedidos,
    Categorias,
}

/// The parameters as the document has them.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code, reason = "read by Asked; here for the document alone")]
pub struct AskedParams {
    /// What the file holds.
    #[param(inline)]
    tipo: TipoArquivo,
    /// Whose layout it has: auto, none or a name.
    #[param(default = "auto")]
    perfil: Option<String>,
    /// What a column is, heading=member or heading=member:unit; may be repeated.
    mapa: Option<Vec<String>>,
    /// What all rows have that say nothing else, member=value; may be repeated.
    constantes: Option<Vec<String>>,
    /// Columns that are not to be taken; may be repeated.
    ignorar: Option<Vec<String>>,
    /// The time zone of dates that name no offset.
    fuso: Option<String>,
    /// Writes nothing.
    #[param(default = false)]
    simular: Option<bool>,
}

/// What a request says about its file.
pub struct Asked {
    /// What it holds.
    pub kind: Kind,
    /// The time zone of dates that name no offset, where it is not the store's.
    pub zone: Option<Zone>,
    try_only: bool,
    profile: String,
    map: Vec<(String, String)>,
    set: Vec<(String, String)>,
    ignore: Vec<String>,
}

impl FromQuery for Asked {
    fn of(c: &mut QueryReader<'_>) -> Option<Self> {
        let kinds = Kind::ALL.map(Kind::name).join(", ");
        let kind = c.required("tipo", |text| {
            let known = Kind::from_name(&text.trim().to_lowercase());
            known.ok_or_else(|| format!("deve ser um destes valores: {kinds}"))
        });
        let profile = c.search("perfil").unwrap_or_default();
        let map = pairs(c, "mapa", Options::pair);
        let set = pairs(c, "constantes", Options::constant);
        let ignore = c.texts("ignorar");
        let zone = c.with("fuso", |text| {
            text.trim().parse().map_err(|_| "deve ser um fuso da IANA, como America/Sao_Paulo")
        });
        let try_only = c.boolean("simular").unwrap_or(false);
        Some(Self { kind: kind?, zone, try_only, profile, map, set, ignore })
    }
}

fn pairs(
    c: &mut QueryReader<'_>,
    name: &str,
    read: fn(&str) -> Option<(String, String)>,
) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for text in c.texts(name) {
        match read(&text) {
            Some(pair) => all.push(pair),
            None => {
                let _: Option<()> = c.problem(name, "deve ter um sinal de igual entre os dois lados");
            }
        }
    }
    all
}

impl Asked {
    /// Whether anything is written.
    pub fn way(&self) -> Way {
        if self.try_only { Way::Try } else { Way::Write }
    }

    /// As the reader of files takes it.
    pub fn options(&self) -> Options {
        Options {
            profile: Options::choice(&self.profile),
            map: self.map.clone(),
            set: self.set.clone(),
            ignore: self.ignore.clone(),
            ..Options::default()
        }
    }
}

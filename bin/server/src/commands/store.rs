//! `server store`: what the operator sets for one store of an application.

use std::sync::Arc;

use anyhow::{Result, anyhow};
use clap::{Args, Subcommand};
use domain::forma_pagamento;
use domain::forma_pagamento::FormaPagamento;
use domain::loja_config::{LojaConfig, LojaDefaults, Perfil};
use domain::values::dates::{DateStyle, Zone};
use domain::values::documents::Cep;
use domain::values::web::UrlHttp;
use serde_json::{Value, json};
use store::lojas_config;

use crate::config::Config;
use crate::usage::usage;
use crate::{advice, database, output, owners, profile};

/// The setting that this command has as a flag of its own, with another meaning: a store's time zone.
pub const OWN_FLAG: &str = "timezone";

/// Show and change what is set for a store
#[derive(Debug, Subcommand)]
pub enum StoreCommand {
    /// Print the settings of a store
    Show(ShowArgs),
    /// Change settings of a store; those that are not named stay, an empty text goes back to the default
    Set(SetArgs),
}

/// Which store is meant.
#[derive(Debug, Args)]
pub struct Which {
    /// The application
    #[arg(long)]
    app: String,
    /// The store: the usuarioId that the application gave it
    #[arg(long, value_name = "USUARIO_ID")]
    user: String,
}

/// `store show`.
#[derive(Debug, Args)]
pub struct ShowArgs {
    #[command(flatten)]
    which: Which,
    /// Print JSON and nothing else
    #[arg(long)]
    json: bool,
}

/// `store set`.
#[derive(Debug, Args)]
pub struct SetArgs {
    #[command(flatten)]
    which: Which,
    /// How interface B answers the store: documento (as documented) or compativel (as older programs expect)
    #[arg(long, value_name = "PROFILE")]
    profile: Option<String>,
    /// Time zone of the store's days and of dates without an offset, e.g. America/Sao_Paulo
    // takes the place of the program's setting of the same name, see OWN_FLAG
    #[arg(long, value_name = "TZ")]
    timezone: Option<String>,
    /// Write interface B's dates in the store's time zone, without Z, for old clients
    #[arg(long, value_name = "true|false")]
    local_dates: Option<bool>,
    /// Address of the store's site
    #[arg(long, value_name = "URL")]
    site_url: Option<String>,
    /// Address of the store's cart
    #[arg(long, value_name = "URL")]
    cart_url: Option<String>,
    /// Postal code that the store sends from
    #[arg(long)]
    cep: Option<String>,
    /// JSON file with the store's payment methods:
    /// [{"formaPagamentoId", "nome", "nomeExibicao", "descricao"}]
    #[arg(long, value_name = "FILE.json")]
    payment_methods: Option<String>,
    /// Print JSON and nothing else
    #[arg(long)]
    json: bool,
}

/// Shows or changes the settings of a store.
pub fn run(config: &Config, command: StoreCommand) -> Result<()> {
    let store = database::open_existing(config)?;
    match command {
        StoreCommand::Show(ShowArgs { which, json }) => {
            let owner = owners::existing_store(&store, &which.app, &which.user)?;
            let settings = store.read_blocking(|conn| anyhow::Ok(lojas_config::find(conn, owner)?))?;
            print(&settings, config.loja_defaults(), json)
        }
        StoreCommand::Set(args) => {
            let changes = Changes::read(&args)?;
            let owner = owners::existing_store(&store, &args.which.app, &args.which.user)?;
            let settings = store.write_blocking(move |tx| {
                let settings = changes.clone().over(Arc::unwrap_or_clone(lojas_config::find(tx, owner)?));
                lojas_config::upsert(tx, owner, &settings)?;
                anyhow::Ok(settings)
            })?;
            print(&settings, config.loja_defaults(), args.json)
        }
    }
}

fn print(settings: &LojaConfig, defaults: LojaDefaults, json: bool) -> Result<()> {
    output::line(&if json { as_json(settings, defaults).to_string() } else { render(settings, defaults)? })
}

/// What holds, and which of it the store does not have of its own.
fn as_json(settings: &LojaConfig, defaults: LojaDefaults) -> Value {
    let set = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let usual = [
        ("profile", settings.perfil.is_none()),
        ("timezone", settings.fuso.is_none()),
        ("paymentMethods", settings.formas_pagamento.is_none()),
    ];
    json!({
        "profile": profile::name(settings.profile(defaults)),
        "timezone": settings.zone(defaults).name(),
        "localDates": settings.style(defaults) != DateStyle::Utc,
        "siteUrl": set(&settings.url_site),
        "cartUrl": set(&settings.url_carrinho),
        "cep": set(&settings.cep),
        "paymentMethods": &*settings.formas(),
        "usual": usual.iter().filter(|(_, usual)| *usual).map(|(name, _)| name).collect::<Vec<_>>(),
    })
}

/// What is to be changed, checked; `None` stays as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Changes {
    profile: Option<Option<Perfil>>,
    timezone: Option<Option<Zone>>,
    local_dates: Option<bool>,
    site_url: Option<String>,
    cart_url: Option<String>,
    cep: Option<String>,
    payment_methods: Option<Option<Vec<FormaPagamento>>>,
}

impl Changes {
    fn read(args: &SetArgs) -> Result<Self> {
        Ok(Self {
            profile: args.profile.as_deref().map(profile).transpose()?,
            timezone: args.timezone.as_deref().map(timezone).transpose()?,
            local_dates: args.local_dates,
            site_url: args.site_url.as_deref().map(|text| url("--site-url", text)).transpose()?,
            cart_url: args.cart_url.as_deref().map(|text| url("--cart-url", text)).transpose()?,
            cep: args.cep.as_deref().map(cep).transpose()?,
            payment_methods: args.payment_methods.as_deref().map(payment_methods).transpose()?,
        })
    }

    fn over(self, old: LojaConfig) -> LojaConfig {
        LojaConfig {
            perfil: self.profile.unwrap_or(old.perfil),
            fuso: self.timezone.unwrap_or(old.fuso),
            datas_locais: self.local_dates.unwrap_or(old.datas_locais),
            url_site: self.site_url.unwrap_or(old.url_site),
            url_carrinho: self.cart_url.unwrap_or(old.url_carrinho),
            cep: self.cep.unwrap_or(old.cep),
            formas_pagamento: self.payment_methods.unwrap_or(old.formas_pagamento),
        }
    }
}

fn profile(text: &str) -> Result<Option<Perfil>> {
    match text.trim() {
        "" => Ok(None),
        name => profile::parse(name).map(Some).map_err(|e| usage(format!("--profile: {name:?} {e}"))),
    }
}

fn timezone(text: &str) -> Result<Option<Zone>> {
    match text.trim() {
        "" => Ok(None),
        name => name.parse().map(Some).map_err(|_| {
            usage(format!("--timezone: {name:?} is not an IANA time zone: write e.g. America/Sao_Paulo"))
        }),
    }
}

fn url(flag: &str, text: &str) -> Result<String> {
    match text.trim() {
        "" => Ok(String::new()),
        address => UrlHttp::parse(address).map(String::from).map_err(|_| {
            usage(format!("{flag}: {address:?} is not an address: write e.g. https://store.example"))
        }),
    }
}

fn cep(text: &str) -> Result<String> {
    match text.trim() {
        "" => Ok(String::new()),
        code => Cep::parse(code)
            .map(String::from)
            .map_err(|_| usage(format!("--cep: {code:?} is not a postal code: write 8 digits"))),
    }
}

fn payment_methods(file: &str) -> Result<Option<Vec<FormaPagamento>>> {
    if file.is_empty() {
        return Ok(None);
    }
    let text = std::fs::read(file)
        .map_err(|e| anyhow!("the file {file} cannot be read: {e}; {}", advice::to_read(&e)))?;
    let methods = forma_pagamento::read_formas(&text);
    methods.map(Some).map_err(|e| {
        usage(format!(
            "--payment-methods: {file} must hold a list of payment methods, \
             [{{\"formaPagamentoId\", \"nome\", \"nomeExibicao\", \"descricao\"}}]: {e}"
        ))
    })
}

/// What interface B does for a store that depends on its settings, in one sentence.
pub fn in_force(settings: &LojaConfig, defaults: LojaDefaults) -> String {
    let zone = settings.zone(defaults).name();
    let dates = match settings.style(defaults) {
        DateStyle::Utc => "written in UTC with Z",
        DateStyle::Local(_) => "written in local time without Z",
    };
    let profile = profile::name(settings.profile(defaults));
    format!("profile {profile}: days are those of {zone}, dates are {dates}; see `server store set --help`")
}

/// The settings as `key<TAB>value` lines; what is not set shows what holds instead.
fn render(settings: &LojaConfig, defaults: LojaDefaults) -> Result<String> {
    let or = |text: &str| if text.is_empty() { "-".to_owned() } else { text.to_owned() };
    let whose = |own: bool| if own { "" } else { " (the program's)" };
    let profile = profile::name(settings.profile(defaults));
    let zone = settings.zone(defaults).name();
    let local = settings.style(defaults) != DateStyle::Utc;
    let own = if settings.formas_pagamento.is_some() { "" } else { " (the usual ones)" };
    let mut lines = vec![
        format!("profile\t{profile}{}", whose(settings.perfil.is_some())),
        format!("timezone\t{zone}{}", whose(settings.fuso.is_some())),
        format!("local-dates\t{local}"),
        format!("site-url\t{}", or(&settings.url_site)),
        format!("cart-url\t{}", or(&settings.url_carrinho)),
        format!("cep\t{}", or(&settings.cep)),
        format!("payment-methods\t{}{own}", settings.formas().len()),
    ];
    for method in settings.formas().iter() {
        lines.push(format!("  {}", serde_json::to_string(method)?));
    }
    Ok(lines.join("\n"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn args(timezone: Option<&str>, site_url: Option<&str>, cep: Option<&str>) -> SetArgs {
        SetArgs {
            which: Which { app: "a".into(), user: "u".into() },
            profile: None,
            timezone: timezone.map(str::to_owned),
            local_dates: None,
            site_url: site_url.map(str::to_owned),
            cart_url: None,
            cep: cep.map(str::to_owned),
            payment_methods: None,
            json: false,
        }
    }

    #[test]
    fn what_is_not_named_stays_and_an_empty_value_goes_back() {
        let changes =
            Changes::read(&args(Some("America/Sao_Paulo"), Some("https://a.com"), Some("01001-000")));
        let set = changes.unwrap().over(LojaConfig { datas_locais: true, ..LojaConfig::default() });
        assert_eq!(set.fuso.unwrap().name(), "America/Sao_Paulo");
        assert_eq!((set.url_site.as_str(), set.cep.as_str()), ("https://a.com", "01001000"));
        assert!(set.datas_locais);
        assert_eq!(Changes::read(&args(None, None, None)).unwrap().over(set.clone()), set);
        let back = Changes::read(&args(Some(""), Some(" "), Some(""))).unwrap().over(set);
        assert_eq!(back, LojaConfig { datas_locais: true, ..LojaConfig::default() });
    }

    #[test]
    fn wrong_values_name_their_flag() {
        let message = |args: SetArgs| Changes::read(&args).unwrap_err().to_string();
        assert!(message(args(Some("Brasil"), None, None)).starts_with("--timezone: \"Brasil\""));
        assert!(message(args(None, Some("a.com"), None)).starts_with("--site-url: \"a.com\""));
        assert!(message(args(None, None, Some("123"))).starts_with("--cep: \"123\""));
    }

    #[test]
    fn shown_settings_say_what_holds() {
        let shown = render(&LojaConfig::default(), LojaDefaults::default()).unwrap();
        assert!(shown.starts_with(
            "profile\tdocumento (the program's)\ntimezone\tAmerica/Sao_Paulo (the program's)\nlocal-dates\tfalse\n"
        ));
        let compatible = LojaConfig { perfil: Some(Perfil::Compativel), ..LojaConfig::default() };
        let shown_compatible = render(&compatible, LojaDefaults::default()).unwrap();
        assert!(shown_compatible.starts_with(
            "profile\tcompativel\ntimezone\tAmerica/Sao_Paulo (the program's)\nlocal-dates\ttrue\n"
        ));
        assert!(shown.contains("payment-methods\t13 (the usual ones)\n  {\"formaPagamentoId\":1,"));
    }
}

//! Setting a stock right, with a reason.

use actix_web::http::header::LOCATION;
use actix_web::{HttpResponse, web};
use domain::console::Act;
use domain::estoque::CENTRO_PADRAO;
use domain::reading::json::read_json;
use domain::sku::{AjusteDatado, AjusteEmCentro, AjusteEstoque};
use domain::values::ids::SkuId;
use maud::{Markup, html};
use serde::Deserialize;
use serde_json::json;
use store::inventory::{self, Saldo, StockOutcome};

use crate::access::{LojaVisit, Sent, must_be_active, writable};
use crate::error::Failure;
use crate::lang::Lang;
use crate::view::format;
use crate::view::parts::{act, escaped};

/// Characters of a reason.
const REASON_MAX: usize = 200;

/// The routes of this file.
pub fn mount(cfg: &mut web::ServiceConfig) {
    cfg.route("/skus/ajustar", web::post().to(submit));
}

/// What the form sends.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
struct Form {
    marca: String,
    codigo: String,
    centro: String,
    #[serde(rename = "como")]
    how: String,
    unidades: String,
    motivo: String,
}

/// The form, for whoever may act.
pub fn form(visit: &LojaVisit, sku: &str, saldo: &Saldo) -> Markup {
    let lang = visit.lang;
    let content = html! {
        input type="hidden" name="codigo" value=(sku);
        @if saldo.centros.len() > 1 {
            label { span { (lang.say("Centro", "Centre")) }
                select name="centro" { @for one in &saldo.centros { option value=(one.centro_id) {
                    (one.centro_id) } } } }
        }
        label { span { (lang.say("Como", "How")) }
            select name="como" {
                option value="variacao" { (lang.say("somar ou tirar (−)", "add or take (−)")) }
                option value="estoque" { (lang.say("contei: é este o total", "counted: this is the total")) }
            } }
        label { span { (lang.say("Unidades",
            "Units")) } input name="unidades" inputmode="numeric" required pattern="[+\\-−]?[0-9]{1,9}"; }
        label { span { (lang.say("Motivo",
            "Reason")) } input name="motivo" required maxlength=(REASON_MAX) autocomplete="off"; }
        button.strong { (lang.say("Ajustar", "Adjust")) }
    };
    html! { @if visit.may_act() { details.action {
        summary.button { (lang.say("Ajustar estoque…", "Adjust stock…")) }
        (act(visit, &visit.address("/skus/ajustar"), &content))
    } } }
}

async fn submit(visit: LojaVisit, Sent(form): Sent<Form>) -> Result<HttpResponse, Failure> {
    let form = &form;
    visit.acts(&form.marca)?;
    let (lang, loja) = (visit.lang, visit.id());
    let sku = SkuId::parse(form.codigo.as_str()).map_err(|_| Failure::Missing)?;
    let centro = if form.centro.is_empty() { Ok(CENTRO_PADRAO) } else { form.centro.parse() };
    let centro = centro.map_err(|_| Failure::Missing)?;
    let (ajuste, motivo) = (ajuste(lang, form)?, reason(lang, &form.motivo)?);
    let wanted = sku.clone();
    visit
        .act_here((Act::StockAdjusted, sku.as_str().to_owned()), move |tx| {
            must_be_active(tx, loja, lang)?;
            let in_centro = AjusteEmCentro { ajuste, centro_id: Some(centro) };
            let units = match inventory::change_stock(tx, loja, wanted.as_str(), in_centro)? {
                StockOutcome::Done(saldo) => saldo.estoque,
                StockOutcome::Missing | StockOutcome::CentroMissing => return Err(Failure::Missing),
                StockOutcome::Refused(units) => return Err(too_few(lang, units)),
            };
            let how = match ajuste.ajuste {
                AjusteEstoque::Set(_) => String::new(),
                AjusteEstoque::Vary(by) => format!("{} ", format::change(Lang::Pt, by.into())),
            };
            let place = if centro == CENTRO_PADRAO { String::new() } else { format!(" (centro {centro})") };
            Ok(((), Some(format!("{how}→ {units}{place}: {motivo}"))))
        })
        .await?;
    let back = visit.address(&format!("/skus/ver?codigo={}&feito=ajustado", escaped(sku.as_str())));
    Ok(HttpResponse::SeeOther().insert_header((LOCATION, back)).finish())
}

fn ajuste(lang: Lang, form: &Form) -> Result<AjusteDatado, Failure> {
    let units = form.unidades.trim().replace('−', "-");
    let units: i32 = units.trim_start_matches('+').parse().map_err(|_| {
        Failure::Refused(
            lang.say("Unidades: escreva um número inteiro.", "Units: write a whole number.").to_owned(),
        )
    })?;
    let name = if form.how == "estoque" { "estoque" } else { "variacao" };
    if name == "estoque" && units < 0 {
        // a program says by it that it has sold too many; a person has mistyped
        let words = lang.say("Unidades: escreva 0 ou mais.", "Units: write 0 or more.");
        return Err(Failure::Refused(words.to_owned()));
    }
    read_json(json!({ name: units }).to_string().as_bytes())
        .map_err(|error| Failure::Refused(error.to_string()))
}

fn reason(lang: Lang, text: &str) -> Result<String, Failure> {
    let text = text.trim();
    if text.is_empty() || text.chars().count() > REASON_MAX || !text.chars().all(writable) {
        let words = lang.say("Diga o motivo, em até 200 caracteres.", "Say why, in at most 200 characters.");
        return Err(Failure::Refused(words.to_owned()));
    }
    Ok(text.to_owned())
}

fn too_few(lang: Lang, units: i32) -> Failure {
    let there = lang.say(
        "O estoque não pode ficar abaixo de zero. Há agora:",
        "The stock cannot fall below zero. There are now:",
    );
    Failure::Refused(format!("{there} {units}"))
}

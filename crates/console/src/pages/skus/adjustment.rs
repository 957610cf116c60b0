//! Setting a stock right, with a reason. What will come out is shown before it is done: by the script beside the
//! form, or else on a page in between.

use actix_web::HttpResponse;
use domain::console::Act;
use domain::estoque::{CENTRO_PADRAO, ControleEstoque};
use domain::reading::json::read_json;
use domain::sku::{AjusteDatado, AjusteEmCentro, AjusteEstoque};
use domain::values::ids::SkuId;
use maud::{Markup, html};
use serde_json::json;
use store::inventory::{self, Saldo, StockOutcome};

use crate::access::{Form, LojaVisit, must_be_active, writable};
use crate::error::Failure;
use crate::lang::Lang;
use crate::view::parts::{Again, Input, act, escaped};
use crate::view::{format, shell};

/// Characters of a reason.
const REASON_MAX: usize = 200;
/// The fields of the form.
const FIELDS: [&str; 5] = ["codigo", "centro", "como", "unidades", "motivo"];

/// The form, for whoever may act; one that was refused stays open.
pub fn form(visit: &LojaVisit, sku: &str, saldo: &Saldo, again: Option<&Again>) -> Markup {
    let lang = visit.lang;
    let typed = |name| again.map_or("", |again| again.form.text(name));
    let way = |value: &str, words: &str| {
        html! { label.check {
            input type="radio" name="como" value=(value) required checked[typed("como") == value];
            span { (words) }
        } }
    };
    let several = saldo.centros.len() > 1;
    let only = saldo.centros.first().map(|one| one.estoque).filter(|_| !several);
    let content = html! {
        input type="hidden" name="codigo" value=(sku);
        input type="hidden" name="visto";
        (Again::alert(again, &["unidades", "motivo"]))
        @if several {
            label { span { (lang.say("Centro", "Centre")) }
                select name="centro" { @for one in &saldo.centros {
                    option value=(one.centro_id) data-atual=(one.estoque)
                        selected[typed("centro") == one.centro_id.to_string()] { (one.centro_id) }
                } } }
        }
        fieldset.ways {
            legend.unseen { (lang.say("Como", "How")) }
            (way("estoque", lang.say("Contei: o total é este", "Counted: this is the total")))
            (way("variacao", lang.say("Somar ou tirar (−)", "Add or take (−)")))
        }
        (Input { name: "unidades", words: lang.say("Unidades", "Units"), required: true,
            pattern: Some("[+\\-−]?[0-9]{1,9}"), ..Input::default() }.of(again))
        output.figure data-ajuste data-atual=[only] {}
        @if saldo.controle == ControleEstoque::Erp { p.faint { (lang.say(
            "O ERP conta este estoque: o próximo número que ele informar vale no lugar deste.",
            "The ERP counts this stock: the next number that it tells takes the place of this one.")) } }
        (Input { name: "motivo", words: lang.say("Motivo", "Reason"), required: true, most: Some(REASON_MAX),
            ..Input::default() }.of(again))
        button.strong { (lang.say("Ajustar", "Adjust")) }
    };
    html! { @if visit.may_act() { details.action open[again.is_some()] {
        summary.button { (lang.say("Ajustar estoque…", "Adjust stock…")) }
        (act(visit, &visit.address("/skus/ajustar"), &content))
    } } }
}

/// What became of a form.
pub enum Outcome {
    /// The stock is set.
    Done,
    /// Its sender has not seen that the stock is this now; it would become that.
    Unseen(i32, i32),
}

/// Makes the adjustment that a form asks for.
pub async fn adjusted(visit: &LojaVisit, sku: &SkuId, centro: i32, form: &Form) -> Result<Outcome, Failure> {
    let (lang, loja) = (visit.lang, visit.id());
    let (ajuste, motivo) = (ajuste(lang, form)?, reason(lang, form.text("motivo"))?);
    let (seen, wanted) = (form.text("visto").parse::<i32>().ok(), sku.clone());
    let Some(seen) = seen else {
        let read = visit.read(move |conn| Ok(inventory::saldo(conn, loja, &wanted)?)).await?;
        let saldo = read.ok_or(Failure::Missing)?;
        let there = saldo.centros.iter().find(|one| one.centro_id == centro);
        let now = there.map_or(0, |one| one.estoque);
        let then = ajuste.ajuste.apply(now).map_err(|_| too_few(lang, now))?;
        return Ok(Outcome::Unseen(now, then));
    };
    let done = visit
        .act_here((Act::StockAdjusted, sku.as_str().to_owned()), move |tx| {
            must_be_active(tx, loja, lang)?;
            let in_centro = AjusteEmCentro { ajuste, centro_id: Some(centro) };
            let changed = inventory::change_stock_because(tx, loja, wanted.as_str(), in_centro, &motivo)?;
            let units = match changed {
                StockOutcome::Done(saldo) => saldo.estoque,
                StockOutcome::Missing | StockOutcome::CentroMissing => return Err(Failure::Missing),
                StockOutcome::Refused(units) => return Err(too_few(lang, units)),
            };
            let how = match ajuste.ajuste {
                AjusteEstoque::Set(_) => String::new(),
                AjusteEstoque::Vary(by) if units.saturating_sub(by) != seen => {
                    return Err(Failure::Unseen(units.saturating_sub(by), units));
                }
                AjusteEstoque::Vary(by) => format!("{} ", format::change(Lang::Pt, by.into())),
            };
            let place = if centro == CENTRO_PADRAO { String::new() } else { format!(" (centro {centro})") };
            Ok(((), Some(format!("{how}→ {units}{place}: {motivo}"))))
        })
        .await;
    match done {
        Ok(()) => Ok(Outcome::Done),
        Err(Failure::Unseen(now, then)) => Ok(Outcome::Unseen(now, then)),
        Err(failure) => Err(failure),
    }
}

/// Asks whether what would come out is what is meant.
pub fn confirmation(visit: &LojaVisit, form: Form, (now, then): (i32, i32)) -> HttpResponse {
    let lang = visit.lang;
    let count = |n: i32| format::count(lang, n.into());
    let title = format!("{} {}", lang.say("Ajustar", "Adjust"), form.text("codigo"));
    let back = visit.address(&format!("/skus/ver?codigo={}", escaped(form.text("codigo"))));
    let form = form.with("visto", now);
    let content = html! {
        @for name in FIELDS.into_iter().chain(["visto"]) {
            input type="hidden" name=(name) value=(form.text(name));
        }
        button.strong autofocus { (lang.say("Ajustar", "Adjust")) } " "
        a.button href=(back) { (lang.say("Voltar", "Back")) }
    };
    let body = html! {
        h1 { (title) }
        section.sheet {
            p { (lang.say("O estoque vai mudar assim:", "The stock will change like this:")) }
            p.figure { (count(now)) " → " (count(then)) }
            p.faint { (form.text("motivo")) }
            (act(visit, &visit.address("/skus/ajustar"), &content))
        }
    };
    shell::of_loja(visit, &title, &body)
}

fn ajuste(lang: Lang, form: &Form) -> Result<AjusteDatado, Failure> {
    let how = form.text("como");
    if !matches!(how, "estoque" | "variacao") {
        let words = lang.say("Escolha: contei, ou somar e tirar.", "Choose: counted, or add and take.");
        return Err(Failure::Wrong("como", words.to_owned()));
    }
    let units = form.text("unidades").replace('−', "-");
    let units: i32 = units.trim_start_matches('+').parse().map_err(|_| {
        let words = lang.say("Escreva um número inteiro.", "Write a whole number.");
        Failure::Wrong("unidades", words.to_owned())
    })?;
    if how == "estoque" && units < 0 {
        // a program says by it that it has sold too many; a person has mistyped
        let words = lang.say("Escreva 0 ou mais.", "Write 0 or more.");
        return Err(Failure::Wrong("unidades", words.to_owned()));
    }
    read_json(json!({ how: units }).to_string().as_bytes())
        .map_err(|error| Failure::Wrong("unidades", error.to_string()))
}

fn reason(lang: Lang, text: &str) -> Result<String, Failure> {
    if text.is_empty() || text.chars().count() > REASON_MAX || !text.chars().all(writable) {
        let words = lang.say("Diga o motivo, em até 200 caracteres.", "Say why, in at most 200 characters.");
        return Err(Failure::Wrong("motivo", words.to_owned()));
    }
    Ok(text.to_owned())
}

fn too_few(lang: Lang, units: i32) -> Failure {
    let there = lang.say(
        "O estoque não pode ficar abaixo de zero. Há agora:",
        "The stock cannot fall below zero. There are now:",
    );
    Failure::Wrong("unidades", format!("{there} {units}"))
}

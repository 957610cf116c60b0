//! Moving an order: each lawful move is a button with the details that belong to it.
//!
//! What is typed becomes the body that interface A takes, and is read by the same reader: a problem here is a
//! problem there, in the same words.

use actix_web::http::header::LOCATION;
use actix_web::{HttpResponse, web};
use domain::console::Act;
use domain::pedido::{MudancaStatus, StatusPedido};
use domain::reading::json::read_json;
use domain::values::ids::PedidoId;
use maud::{Markup, html};
use serde::Deserialize;
use serde_json::json;
use store::orders::{self, MovePedidoOutcome};

use crate::access::{LojaVisit, Sent, must_be_active};
use crate::error::Failure;
use crate::view::parts::act;
use crate::view::words;

/// The routes of this file.
pub fn mount(cfg: &mut web::ServiceConfig) {
    cfg.route("/pedidos/{id:[0-9]{1,18}}/mover", web::post().to(submit));
}

/// What the forms send.
#[derive(Debug, Clone, Deserialize)]
#[serde(default)]
#[derive(Default)]
struct Form {
    marca: String,
    status: String,
    motivo: String,
    numero: String,
    serie: String,
    chave: String,
    transportadora: String,
    codigo: String,
    #[serde(rename = "devolver")]
    give_back: String,
}

/// A form for each move that may be made.
pub fn forms(visit: &LojaVisit, id: PedidoId, from: StatusPedido) -> Markup {
    let lang = visit.lang;
    let all = from.transicoes();
    html! {
        @if visit.may_act() && !all.is_empty() { div.actions {
            @for (n, to) in all.iter().enumerate() { details.action {
                summary.button.strong[n == 0].danger[*to == StatusPedido::Cancelado] {
                    (words::move_to(lang, *to)) "…" }
                (act(visit, &visit.address(&format!("/pedidos/{}/mover", id.0)), &form(visit, from, *to)))
            } }
        } }
    }
}

fn form(visit: &LojaVisit, from: StatusPedido, to: StatusPedido) -> Markup {
    let lang = visit.lang;
    let field = |name: &str, words: &str, required: bool, most: u32| {
        html! {
            label {
            span { (words) }
            input name=(name) required[required] maxlength=(most) autocomplete="off";
        }
        }
    };
    html! {
        input type="hidden" name="status" value=(to.name());
        @if to == StatusPedido::Faturado {
            (field("numero", lang.say("Número da nota", "Invoice number"), false, 20))
            (field("serie", lang.say("Série", "Series"), false, 20))
            (field("chave", lang.say("Chave da NF-e (44)", "NF-e key (44)"), false, 60))
        }
        @if to == StatusPedido::Enviado {
            (field("transportadora", lang.say("Transportadora", "Carrier"), false, 200))
            (field("codigo", lang.say("Código de rastreio", "Tracking code"), false, 200))
        }
        (field("motivo", lang.say("Motivo", "Reason"), from.exige_motivo(to), 500))
        @if to == StatusPedido::Cancelado && matches!(from, StatusPedido::Faturado | StatusPedido::Enviado) {
            label.check { input type="checkbox" name="devolver" value="sim";
                span { (lang.say("As unidades voltaram à prateleira", "The units are back on the shelf")) } }
        }
        button.strong { (words::move_to(lang, to)) }
    }
}

async fn submit(visit: LojaVisit, Sent(form): Sent<Form>) -> Result<HttpResponse, Failure> {
    visit.acts(&form.marca)?;
    let (lang, loja, id, change) = (visit.lang, visit.id(), PedidoId(visit.number()?), change(&form)?);
    let told = told(&change);
    visit
        .act_here((Act::OrderMoved, id.0.to_string()), move |tx| {
            must_be_active(tx, loja, lang)?;
            // pressed twice, or on a page that shows the order as it was
            orders::exclusive(tx, loja, id)?;
            if orders::find(tx, loja, id)?.is_some_and(|now| now.status == change.status) {
                let words = lang.say("O pedido já está nesta situação.", "The order stands there already.");
                return Err(Failure::Refused(words.to_owned()));
            }
            match orders::move_on(tx, loja, id, &change)? {
                MovePedidoOutcome::Done(_) => Ok(((), Some(told.clone()))),
                MovePedidoOutcome::Missing => Err(Failure::Missing),
                MovePedidoOutcome::Illegal(illegal) => Err(Failure::Refused(illegal.to_string())),
            }
        })
        .await?;
    let back = visit.address(&format!("/pedidos/{}?feito=movido", id.0));
    Ok(HttpResponse::SeeOther().insert_header((LOCATION, back)).finish())
}

fn change(form: &Form) -> Result<MudancaStatus, Failure> {
    let filled = |parts: &[&String]| parts.iter().any(|part| !part.trim().is_empty());
    let mut body = json!({
        "status": form.status,
        "motivo": form.motivo.trim(),
        "devolverEstoque": !form.give_back.is_empty(),
    });
    if filled(&[&form.numero, &form.serie, &form.chave]) {
        let nota =
            json!({"numero": form.numero.trim(), "serie": form.serie.trim(), "chave": form.chave.trim()});
        body.as_object_mut().map(|body| body.insert("notaFiscal".to_owned(), nota));
    }
    if filled(&[&form.transportadora, &form.codigo]) {
        let parcel = json!({"transportadora": form.transportadora.trim(), "codigo": form.codigo.trim()});
        body.as_object_mut().map(|body| body.insert("rastreio".to_owned(), parcel));
    }
    read_json(body.to_string().as_bytes()).map_err(|error| Failure::Refused(error.to_string()))
}

/// What is written down of a move.
fn told(change: &MudancaStatus) -> String {
    let mut text = format!("→ {}", change.status.name());
    if let Some(invoice) = &change.nota_fiscal {
        text.push_str(&format!(", NF-e {}", invoice.numero));
    }
    if let Some(parcel) = &change.rastreio {
        text.push_str(&format!(", {} {}", parcel.transportadora, parcel.codigo));
    }
    if change.devolver_estoque {
        text.push_str(", unidades de volta à prateleira");
    }
    if !change.motivo.is_empty() {
        text.push_str(&format!(": {}", change.motivo));
    }
    text
}

//! Moving an order: each lawful move is a button with the details that belong to it.
//!
//! What is typed becomes the body that interface A takes, and is read by the same reader: a problem here is a
//! problem there, in the same words. People are asked for more than programs: why an order is cancelled, and
//! its invoice's number or a word that there is none.

use domain::console::Act;
use domain::pedido::{MudancaStatus, StatusPedido};
use domain::reading::json::{ReadError, read_json};
use domain::reading::problems::Problems;
use domain::values::ids::PedidoId;
use maud::{Markup, html};
use serde_json::json;
use store::orders::{self, MovePedidoOutcome};

use crate::access::{Form, LojaVisit, must_be_active, writable};
use crate::error::Failure;
use crate::lang::Lang;
use crate::view::parts::{Again, Input, act};
use crate::view::words;

/// The fields of the forms, by their last names in interface A's body.
const FIELDS: [&str; 6] = ["numero", "serie", "chave", "transportadora", "codigo", "motivo"];

/// A form for each move that may be made; one that was refused stays open.
pub fn forms(visit: &LojaVisit, id: PedidoId, from: StatusPedido, again: Option<&Again>) -> Markup {
    let lang = visit.lang;
    let all = from.transicoes();
    let refused = |to: StatusPedido| again.filter(|again| again.form.text("status") == to.name());
    let fits = all.iter().any(|to| refused(*to).is_some());
    html! {
        @if !fits { (Again::alert(again, &[])) }
        @if visit.may_act() && !all.is_empty() { div.actions {
            @for (n, to) in all.iter().enumerate() { details.action open[refused(*to).is_some()] {
                // what leaves a step out is not what is meant as a rule
                summary.button.strong[n == 0].small[n > 0].danger[*to == StatusPedido::Cancelado] {
                    (words::move_to(lang, *to)) "…" }
                (act(visit, &visit.address(&format!("/pedidos/{}/mover", id.0)),
                    &form(visit, id, (from, *to), refused(*to))))
            } }
        } }
    }
}

fn form(
    visit: &LojaVisit,
    id: PedidoId,
    (from, to): (StatusPedido, StatusPedido),
    again: Option<&Again>,
) -> Markup {
    let lang = visit.lang;
    let field = |name, words, most| Input { name, words, most: Some(most), ..Input::default() }.of(again);
    let fields: &[&str] = match to {
        StatusPedido::Faturado => &["numero", "serie", "chave", "motivo"],
        StatusPedido::Enviado => &["transportadora", "codigo", "motivo"],
        StatusPedido::AguardandoPagamento
        | StatusPedido::Pago
        | StatusPedido::Entregue
        | StatusPedido::Cancelado => &["motivo"],
    };
    let ticked = |name| again.is_some_and(|again| !again.form.text(name).is_empty());
    let (cancelled, ends) = (to == StatusPedido::Cancelado, to.transicoes().is_empty());
    let question = format!(
        "{} {}: {}? {}",
        lang.say("Pedido", "Order"),
        id.0,
        words::move_to(lang, to),
        lang.say("Não dá para desfazer.", "It cannot be undone.")
    );
    html! {
        input type="hidden" name="status" value=(to.name());
        (Again::alert(again, fields))
        @if to == StatusPedido::Faturado {
            (field("numero", lang.say("Número da nota", "Invoice number"), 20))
            (field("serie", lang.say("Série", "Series"), 20))
            (field("chave", lang.say("Chave da NF-e (44)", "NF-e key (44)"), 60))
            label.check { input type="checkbox" name="semnota" value="sim" checked[ticked("semnota")];
                span { (lang.say("Sem nota", "Without an invoice")) } }
        }
        @if to == StatusPedido::Enviado {
            (field("transportadora", lang.say("Transportadora", "Carrier"), 200))
            (field("codigo", lang.say("Código de rastreio", "Tracking code"), 200))
        }
        (Input { name: "motivo", words: lang.say("Motivo", "Reason"), required: cancelled, most: Some(500),
            ..Input::default() }.of(again))
        @if cancelled && matches!(from, StatusPedido::Faturado | StatusPedido::Enviado) {
            label.check { input type="checkbox" name="devolver" value="sim" checked[ticked("devolver")];
                span { (lang.say("As unidades voltaram à prateleira", "The units are back on the shelf")) } }
        }
        @if ends { p.faint { (lang.say("Pedido", "Order")) " " (id.0) ". "
            (lang.say("Não dá para desfazer.", "It cannot be undone.")) } }
        button.strong data-question=[ends.then_some(question)] { (words::move_to(lang, to)) }
    }
}

/// Makes the move that a form asks for.
pub async fn moved(visit: &LojaVisit, id: PedidoId, form: &Form) -> Result<(), Failure> {
    let (lang, loja, change) = (visit.lang, visit.id(), change(visit.lang, form)?);
    let told = told(&change);
    if !told.chars().all(writable) {
        let words = "Há um caractere que não se vê no que foi escrito: escreva-o de novo.";
        let words =
            lang.say(words, "There is a character that cannot be seen in what was written: write it anew.");
        return Err(Failure::Refused(words.to_owned()));
    }
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
        .await
}

fn change(lang: Lang, form: &Form) -> Result<MudancaStatus, Failure> {
    let text = |name: &str| form.text(name);
    let filled = |parts: &[&str]| parts.iter().any(|part| !text(part).is_empty());
    let status = text("status");
    if status == StatusPedido::Cancelado.name() && !filled(&["motivo"]) {
        let words = lang.say("Diga por que o pedido é cancelado.", "Say why the order is cancelled.");
        return Err(Failure::Wrong("motivo", words.to_owned()));
    }
    if status == StatusPedido::Faturado.name() && !filled(&["numero", "semnota"]) {
        let words = lang.say(
            "Escreva o número da nota, ou marque “Sem nota”.",
            "Write the invoice's number, or tick “Without an invoice”.",
        );
        return Err(Failure::Wrong("numero", words.to_owned()));
    }
    let mut body =
        json!({"status": status, "motivo": text("motivo"), "devolverEstoque": filled(&["devolver"])});
    if filled(&["numero", "serie", "chave"]) {
        let nota = json!({"numero": text("numero"), "serie": text("serie"), "chave": text("chave")});
        body.as_object_mut().map(|body| body.insert("notaFiscal".to_owned(), nota));
    }
    if filled(&["transportadora", "codigo"]) {
        let parcel = json!({"transportadora": text("transportadora"), "codigo": text("codigo")});
        body.as_object_mut().map(|body| body.insert("rastreio".to_owned(), parcel));
    }
    let change: MudancaStatus = read_json(body.to_string().as_bytes()).map_err(|error| match &error {
        ReadError::Problems(problems) => wrong(problems),
        ReadError::Syntax { .. } => Failure::Wrong("", error.to_string()),
    })?;
    // what a program's move goes on without a person can write anew
    if change.left_out.is_empty() { Ok(change) } else { Err(wrong(&change.left_out)) }
}

/// The first problem, beside the field that it is about.
fn wrong(problems: &Problems) -> Failure {
    let field = problems.iter().next().and_then(|problem| {
        let last = problem.path.rsplit('.').next();
        Some((FIELDS.into_iter().find(|name| Some(*name) == last)?, &problem.mensagem))
    });
    match field {
        Some((name, message)) => Failure::Wrong(name, message.clone()),
        None => Failure::Wrong("", problems.to_string()),
    }
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

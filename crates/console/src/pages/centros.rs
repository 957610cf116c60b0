//! Distribution centres: where the stock of a store lies, and which of them orders take from first.

use actix_web::http::header::LOCATION;
use actix_web::{HttpResponse, web};
use domain::console::Act;
use domain::estoque::{CENTRO_MAX, CENTRO_PADRAO, CENTROS_MAX, Centro, DadosCentro};
use maud::html;
use serde_json::{Map, json};
use store::centros::{self, SetCentroOutcome};
use store::inventory::{self, RemoveCentroOutcome};

use crate::access::{Form, LojaVisit, Sent, must_be_active, writable};
use crate::error::Failure;
use crate::view::filling::{Filling, Member, Seen, member, read};
use crate::view::parts::{Again, Input, act, done, parameter_as};
use crate::view::shell;

const MEMBERS: [(&str, Member); 2] = [("nome", Member::Text), ("prioridade", Member::Whole)];

/// The routes of this file.
pub fn mount(cfg: &mut web::ServiceConfig) {
    cfg.route("/centros", web::get().to(list))
        .route("/centros/editar", web::get().to(show))
        .route("/centros/editar", web::post().to(change))
        .route("/centros/remover", web::post().to(remove));
}

async fn list(visit: LojaVisit) -> Result<HttpResponse, Failure> {
    all(&visit, None).await
}

async fn all(visit: &LojaVisit, again: Option<&Again>) -> Result<HttpResponse, Failure> {
    let (lang, loja) = (visit.lang, visit.id());
    let all = visit.read(move |conn| Ok(centros::list(conn, loja)?)).await?;
    let title = lang.say("Centros de distribuição", "Distribution centres");
    let said = [
        ("gravado", lang.say("O centro foi gravado.", "The centre was saved.")),
        ("removido", lang.say("O centro foi removido.", "The centre was removed.")),
    ];
    let question = lang.say("Remover o centro?", "Remove the centre?");
    let edit = |id: i32| visit.address(&format!("/centros/editar?centro={id}"));
    let body = html! {
        (done(visit, &said))
        h1 { (title) }
        p.sub { (lang.say("Os pedidos tiram do primeiro que tem, nesta ordem",
            "Orders take from the first one that has it, in this order")) }
        (Again::alert(again, &[]))
        @if visit.may_act() { p.row { a.button.strong href=(visit.address("/centros/editar")) {
            (lang.say("Novo centro…", "New centre…")) } } }
        section.sheet { div.scroll tabindex="0" { table {
            thead { tr {
                th.num scope="col" { "#" }
                th scope="col" { (lang.say("Nome", "Name")) }
                th.num scope="col" { (lang.say("Ordem", "Order")) }
                @if visit.may_act() { th scope="col" { span.unseen { (lang.say("Ato", "Act")) } } }
            } }
            tbody { @for one in &all { tr {
                td.num { (one.centro_id) }
                td { @if visit.may_act() { a.strong href=(edit(one.centro_id)) { (one.dados.nome) } }
                    @else { (one.dados.nome) } }
                td.num { (one.dados.prioridade) }
                @if visit.may_act() { td { @if one.centro_id != CENTRO_PADRAO {
                    (act(visit, &visit.address("/centros/remover"), &html! {
                        input type="hidden" name="centro" value=(one.centro_id);
                        button.danger.small data-question=(question) { (lang.say("Remover", "Remove")) }
                    }))
                } } }
            } } }
        } } }
    };
    Ok(Again::answered(again, shell::of_loja(visit, title, &body)))
}

fn seen(of: &Centro) -> Seen {
    Seen::default().with("nome", &of.dados.nome).with("prioridade", of.dados.prioridade)
}

/// The number that an address or a form names; `None` for a new centre.
fn number(text: &str) -> Option<i32> {
    text.parse().ok().filter(|id| (1..=CENTRO_MAX).contains(id))
}

async fn show(visit: LojaVisit) -> Result<HttpResponse, Failure> {
    page(&visit, parameter_as(&visit, "centro", number)?, None).await
}

async fn page(visit: &LojaVisit, id: Option<i32>, again: Option<&Again>) -> Result<HttpResponse, Failure> {
    let (lang, loja) = (visit.lang, visit.id());
    let all = visit.read(move |conn| Ok(centros::list(conn, loja)?)).await?;
    let stored = match id {
        Some(id) => Some(all.iter().find(|one| one.centro_id == id).ok_or(Failure::Missing)?),
        None => None,
    };
    let last = all.iter().map(|one| one.centro_id).max().unwrap_or(CENTRO_PADRAO);
    let seen = match stored {
        Some(one) => seen(one),
        None => Seen::default()
            .with("numero", last.saturating_add(1))
            .with("nome", "")
            .with("prioridade", all.len() + 1),
    };
    let filling = Filling::of(visit, &seen, again);
    let content = html! { div.import {
        (filling.head())
        @match stored {
            Some(one) => input type="hidden" name="centro" value=(one.centro_id);,
            None => (filling.field(&Input { name: "numero", words: lang.say("Número", "Number"), required: true,
                pattern: Some("[0-9]{1,6}"), help: lang.say("Como os programas o chamam; não muda depois",
                "What programs call it; it never changes"), ..Input::default() })),
        }
        (filling.field(&Input { name: "nome", words: lang.say("Nome", "Name"), required: true, most: Some(100),
            ..Input::default() }))
        (filling.whole("prioridade", lang.say("Ordem", "Order"),
            lang.say("Os pedidos tiram primeiro do menor número", "Orders take from the least number first")))
        div { button.strong { (lang.say("Gravar", "Save")) } }
    } };
    let title = stored.map_or(lang.say("Novo centro", "New centre"), |one| one.dados.nome.as_str());
    let body = html! {
        h1 { (title) }
        section.sheet { (act(visit, &visit.address("/centros/editar"), &content)) }
    };
    Ok(Again::answered(again, shell::of_loja(visit, title, &body)))
}

fn back(visit: &LojaVisit, told: &str) -> HttpResponse {
    let address = visit.address(&format!("/centros?feito={told}"));
    HttpResponse::SeeOther().insert_header((LOCATION, address)).finish()
}

async fn change(visit: LojaVisit, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    visit.acts(&form)?;
    let id = number(form.text("centro"));
    match changed(&visit, id, &form).await {
        Ok(()) => Ok(back(&visit, "gravado")),
        Err(failure) => page(&visit, id, Some(&Again::of(form, failure)?)).await,
    }
}

async fn changed(visit: &LojaVisit, id: Option<i32>, form: &Form) -> Result<(), Failure> {
    let (lang, loja, form) = (visit.lang, visit.id(), form.clone());
    let (least, most) = (CENTRO_PADRAO + 1, CENTRO_MAX);
    let outside = format!("{} {least}–{most}.", lang.say("Um número de", "A number of"));
    let named = id.or_else(|| number(form.text("numero")).filter(|new| *new != CENTRO_PADRAO));
    let centro_id = named.ok_or(Failure::Wrong("numero", outside))?;
    visit
        .act_here((Act::CentreWritten, centro_id.to_string()), move |tx| {
            must_be_active(tx, loja, lang)?;
            centros::exclusive(tx, loja)?;
            let stored = centros::find(tx, loja, centro_id)?;
            let touched = match (&stored, id) {
                (Some(_), None) => {
                    let words =
                        lang.say("Já há um centro com este número.", "There is a centre with this number.");
                    return Err(Failure::Wrong("numero", words.to_owned()));
                }
                (None, Some(_)) => return Err(Failure::Missing),
                (Some(one), Some(_)) => {
                    seen(one).unchanged(lang, &form)?;
                    seen(one).touched(&form)
                }
                (None, None) => Seen::default().with("nome", "").with("prioridade", "").sent(&form),
            };
            let mut body = stored.as_ref().map_or_else(Map::new, |one| {
                Map::from_iter([
                    ("nome".to_owned(), json!(one.dados.nome)),
                    ("prioridade".to_owned(), json!(one.dados.prioridade)),
                ])
            });
            body.extend(touched.members(lang, &MEMBERS)?);
            let dados: DadosCentro = read(&body.into(), member)?;
            if !dados.nome.chars().all(writable) {
                let words =
                    lang.say("Há um caractere que não se vê.", "It has a character that cannot be seen.");
                return Err(Failure::Wrong("nome", words.to_owned()));
            }
            let told = dados.nome.clone();
            match centros::set(tx, loja, &Centro { centro_id, dados })? {
                SetCentroOutcome::Created | SetCentroOutcome::Replaced => Ok(((), Some(told))),
                SetCentroOutcome::Excess => {
                    let words = lang.say("A loja já tem centros demais:", "The store has too many centres:");
                    Err(Failure::Refused(format!("{words} {CENTROS_MAX}")))
                }
            }
        })
        .await
}

async fn remove(visit: LojaVisit, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    visit.acts(&form)?;
    let (lang, loja) = (visit.lang, visit.id());
    let id = number(form.text("centro")).ok_or(Failure::Missing)?;
    let removed = visit
        .act_here((Act::CentreWritten, id.to_string()), move |tx| {
            must_be_active(tx, loja, lang)?;
            centros::exclusive(tx, loja)?;
            match inventory::remove_centro(tx, loja, id)? {
                RemoveCentroOutcome::Removed => Ok(((), Some("removido".to_owned()))),
                RemoveCentroOutcome::Missing => Err(Failure::Missing),
                RemoveCentroOutcome::InUse => {
                    let words = lang.say(
                        "Ainda há estoque, pedidos ou um canal neste centro: ele não pode ser removido.",
                        "Stock, orders or a channel are still in this centre: it cannot be removed.",
                    );
                    Err(Failure::Refused(words.to_owned()))
                }
            }
        })
        .await;
    match removed {
        Ok(()) => Ok(back(&visit, "removido")),
        Err(failure) => all(&visit, Some(&Again::of(form, failure)?)).await,
    }
}

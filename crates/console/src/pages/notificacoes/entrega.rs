//! One delivery: what is sent, and each attempt with its answer.

use actix_web::{HttpResponse, web};
use domain::entrega::Entrega;
use domain::evento::Evento;
use domain::interface_b::inscricao::aviso;
use domain::loja_config::LojaDefaults;
use maud::{Markup, html};
use store::notificacoes::{self, EntregasFilter, NotificacaoRow};
use store::paging::PageRequest;
use store::{Conn, events, lojas_config};

use super::one::{state, tried};
use super::rows::find;
use super::{care, list};
use crate::access::{LojaVisit, path_of};
use crate::error::Failure;
use crate::view::parts::{badge, nothing, pairs, pretty, when};
use crate::view::shell;

/// The routes of this file.
pub fn mount(cfg: &mut web::ServiceConfig) {
    cfg.route("/notificacoes/{id:[0-9]{1,18}}/entregas/{entrega:[0-9]{1,18}}", web::get().to(show));
}

async fn show(visit: LojaVisit) -> Result<HttpResponse, Failure> {
    let (lang, loja, id, sees_one) = (visit.lang, visit.id(), visit.number()?, visit.sees_one());
    let (entrega, defaults) = (care::entrega_of(&visit)?, visit.state.defaults);
    let (row, one, body) = visit
        .read(move |conn| {
            let (owner, row) = find(conn, loja, id)?;
            // it may be another store's
            if sees_one && row.loja.is_none() {
                return Err(Failure::Missing);
            }
            let wanted = EntregasFilter { entrega: Some(entrega), ..EntregasFilter::default() };
            let page = notificacoes::list_entregas(conn, owner, id, wanted, PageRequest::first(1))?;
            let one = page.and_then(|page| page.rows.into_iter().next()).ok_or(Failure::Missing)?;
            let body = body(conn, &row, &one, defaults)?;
            Ok((row, one, body))
        })
        .await?;
    let title = format!("{} {entrega}", lang.say("Entrega", "Delivery"));
    let content = html! {
        h1 { (title) " " (badge(state(lang, one.estado))) }
        p.sub { a href=(visit.address(&format!("/notificacoes/{id}"))) { (lang.say("Notificação", "Notification"))
            " " (id) } " · " span.code { (list::address(&visit, &row)) } }
        div.actions { (care::send_again(&visit, &row, &one)) }
        div.grid {
            section.sheet.c6 { h2 { (lang.say("O que é enviado", "What is sent")) }
                @match &body {
                    Some(body) => pre tabindex="0" { code { (pretty(body)) } },
                    None if one.posicao == 0 => (nothing(lang.say("Um teste: um evento inventado do tipo “teste”.",
                        "A test: a made-up event of the kind “teste”."))),
                    None => (nothing(lang.say("O registro não guarda mais este evento.",
                        "The log does not keep this event any more."))),
                }
            }
            section.sheet.c6 { h2 { (lang.say("Tentativas e respostas", "Attempts and answers")) }
                (facts(&visit, &one))
                @if one.tentativas.is_empty() { (nothing(lang.say("Nenhuma ainda.", "None yet."))) }
                @else { (tried(&visit, &one)) }
            }
        }
    };
    Ok(shell::of_loja(&visit, &title, &content))
}

fn facts(visit: &LojaVisit, one: &Entrega) -> Markup {
    let lang = visit.lang;
    let mut all = vec![
        (lang.say("Evento", "Event"), html! { span.code { (one.tipo) } }),
        (lang.say("Criada", "Created"), when(visit, one.data_criacao)),
    ];
    if let Some((loja, id)) = one.pedido {
        let order = format!("/console/{}/pedidos/{}", path_of(loja), id.0);
        all.push((lang.say("Pedido", "Order"), html! { a.code href=(order) { (id.0) } }));
    }
    if let Some(at) = one.data_conclusao {
        all.push((lang.say("Concluída", "Concluded"), when(visit, at)));
    }
    if let Some(at) = one.proxima_tentativa {
        all.push((lang.say("Próxima tentativa", "Next attempt"), when(visit, at)));
    }
    pairs(&all)
}

/// What is sent, as the last attempt did; `None` of a test, and of an event that is not kept any more.
fn body(
    conn: &mut Conn<'_>,
    row: &NotificacaoRow,
    one: &Entrega,
    defaults: LojaDefaults,
) -> Result<Option<String>, Failure> {
    let found = events::find_all(conn, row.aplicacao, &[one.posicao])?.into_iter().next();
    let (Some(found), Some(topico)) = (&found, one.topico) else {
        return Ok(found.map(|found| found.documento));
    };
    let unreadable = |_| Failure::Fault("an event cannot be read");
    let evento: Evento = serde_json::from_str(&found.documento).map_err(unreadable)?;
    let style = lojas_config::find(conn, found.loja)?.style(defaults);
    let last = one.tentativas.last();
    let (at, number) = last.map_or((one.data_criacao, 1), |last| (last.data, last.numero));
    let notice = aviso(&evento, one.assunto, topico, style, at, number);
    Ok(Some(serde_json::to_string(&notice).map_err(unreadable)?))
}

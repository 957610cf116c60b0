//! One notification: its health, and each delivery with what was tried.

use actix_web::{HttpResponse, web};
use domain::entrega::{Entrega, EstadoEntrega, Saude};
use maud::{Markup, html};
use store::notificacoes::{self, EntregasFilter, NotificacaoRow};
use store::paging::Page;

use super::rows::find;
use super::{care, list};
use crate::access::{LojaVisit, Sent, path_of};
use crate::error::Failure;
use crate::lang::Lang;
use crate::view::parts::{
    Again, Choice, badge, choices, done, nothing, page_of, pager, pairs, parameter_as, when,
};
use crate::view::words::Mood;
use crate::view::{format, shell};

/// The routes of this file.
pub fn mount(cfg: &mut web::ServiceConfig) {
    cfg.route("/notificacoes/{id:[0-9]{1,18}}", web::get().to(show))
        .route(
            "/notificacoes/{id:[0-9]{1,18}}/{ato:testar|reenviar|segredo|pausar|retomar}",
            web::post().to(submit),
        )
        .route(
            "/notificacoes/{id:[0-9]{1,18}}/entregas/{entrega:[0-9]{1,18}}/reenviar",
            web::post().to(submit_one),
        );
}

async fn show(visit: LojaVisit) -> Result<HttpResponse, Failure> {
    page(&visit, visit.number()?, None).await
}

async fn submit(visit: LojaVisit, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    visit.acts(&form)?;
    let what = visit.req.match_info().get("ato").unwrap_or_default().to_owned();
    match care::care(&visit, &what, &form).await {
        Err(failure) if what == care::RESEND => {
            page(&visit, visit.number()?, Some(&Again::of(form, failure)?)).await
        }
        done => done,
    }
}

async fn submit_one(visit: LojaVisit, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    visit.acts(&form)?;
    care::send_one(&visit, &form).await
}

/// The page, with a form that was refused.
async fn page(visit: &LojaVisit, id: i64, again: Option<&Again>) -> Result<HttpResponse, Failure> {
    let (lang, loja, wanted) = (visit.lang, visit.id(), page_of(visit));
    let estado = parameter_as(visit, "estado", EstadoEntrega::parse_ignoring_case)?;
    let filter = EntregasFilter { estado, ..EntregasFilter::default() };
    let (row, saude, page) = visit
        .read(move |conn| {
            let (owner, row) = find(conn, loja, id)?;
            let saude = notificacoes::saude(conn, &row)?;
            let page = notificacoes::list_entregas(conn, owner, id, filter, wanted)?;
            Ok((row, saude, page.ok_or(Failure::Missing)?))
        })
        .await?;
    // it tells of other stores, too: so do its deliveries, and the answers to them
    let shared = list::is_shared(visit, &row);
    let title = format!("{} {id}", lang.say("Notificação", "Notification"));
    let body = html! {
        (done(visit, &care::said(lang)))
        h1 { (title) " " (list::state(lang, &row, &saude)) }
        p.sub.code { (list::address(visit, &row)) }
        (care::forms(visit, &row, again))
        div.grid {
            section.sheet.c12 { (health(visit, &row, &saude)) }
            @if !shared { section.sheet.c12 {
                h2 { (lang.say("Entregas", "Deliveries")) }
                (choices(lang.say("Quais", "Which"), &which(visit, id, estado)))
                (deliveries(visit, &row, &page))
            } }
        }
        @if !shared && again.is_none() { (pager(visit, &page)) }
    };
    Ok(Again::answered(again, shell::of_loja(visit, &title, &body)))
}

/// The deliveries of all states, and those of one.
fn which(visit: &LojaVisit, id: i64, taken: Option<EstadoEntrega>) -> Vec<Choice<'static>> {
    let lang = visit.lang;
    let address = |rest: &str| visit.address(&format!("/notificacoes/{id}{rest}"));
    let mut all = vec![(address(""), lang.say("Todas", "All"), None, taken.is_none())];
    for estado in EstadoEntrega::ALL {
        let words = state(lang, estado).0;
        all.push((address(&format!("?estado={}", estado.name())), words, None, taken == Some(estado)));
    }
    all
}

fn health(visit: &LojaVisit, row: &NotificacaoRow, saude: &Saude) -> Markup {
    let lang = visit.lang;
    let at = |at: Option<domain::values::dates::Instante>| {
        html! { @match at { Some(at) => (when(visit, at)), None => "–" } }
    };
    let kinds: Vec<&str> = row.tipos.list().iter().map(|kind| kind.name()).collect();
    pairs(&[
        (lang.say("A enviar", "To be sent"), html! { (format::count(lang, saude.pendentes)) }),
        (lang.say("Falhas seguidas", "Failures in a row"), html! { (saude.falhas_seguidas) }),
        (lang.say("Em pausa até", "Paused until"), at(saude.pausada_ate)),
        (lang.say("Último sucesso", "Last success"), at(saude.ultimo_sucesso)),
        (
            lang.say("Último erro", "Last error"),
            html! { @match &saude.ultimo_erro {
                Some(error) => { (error.texto) " · " (when(visit, error.data)) },
                None => "–",
            } },
        ),
        (lang.say("Eventos", "Events"), html! { span.code { (kinds.join(", ")) } }),
    ])
}

fn deliveries(visit: &LojaVisit, row: &NotificacaoRow, page: &Page<Entrega>) -> Markup {
    let lang = visit.lang;
    html! {
        @if page.rows.is_empty() { (nothing(lang.say("Nada enviado ainda.", "Nothing sent yet."))) } @else {
            div.scroll tabindex="0" { table {
                thead { tr {
                    th scope="col" { "#" }
                    th scope="col" { (lang.say("Evento", "Event")) }
                    th scope="col" { (lang.say("Pedido", "Order")) }
                    th scope="col" { (lang.say("Criada", "Created")) }
                    th scope="col" { (lang.say("Situação", "State")) }
                    th scope="col" { (lang.say("Tentativas", "Attempts")) }
                    th scope="col" { span.unseen { (lang.say("Ato", "Act")) } }
                } }
                tbody { @for one in &page.rows { tr {
                    td { a.code href=(visit.address(&format!("/notificacoes/{}/entregas/{}", row.id, one.entrega_id))) {
                        (one.entrega_id) } }
                    td { span.code { (one.tipo) } @if one.posicao > 0 { span.faint { " · "
                        (lang.say("posição",
                        "position")) " " (one.posicao) } } }
                    td.code { @match one.pedido {
                        Some((loja, id)) => a href={ "/console/" (path_of(loja)) "/pedidos/" (id.0) } { (id.0) },
                        None => "–",
                    } }
                    td { (when(visit, one.data_criacao)) }
                    td { (badge(state(lang, one.estado))) }
                    td { (tried(visit, one)) }
                    td { (care::send_again(visit, row, one)) }
                } } }
            } }
        }
    }
}

/// How a delivery stands.
pub const fn state(lang: Lang, estado: EstadoEntrega) -> (&'static str, Mood) {
    match estado {
        EstadoEntrega::Pendente => (lang.say("a enviar", "to be sent"), Mood::Warn),
        EstadoEntrega::Entregue => (lang.say("entregue", "delivered"), Mood::Good),
        EstadoEntrega::Esgotada => (lang.say("desistiu", "given up"), Mood::Bad),
    }
}

/// Its attempts, with their answers.
pub fn tried(visit: &LojaVisit, one: &Entrega) -> Markup {
    let lang = visit.lang;
    html! { @if one.tentativas.is_empty() { "–" } @else { details {
        summary { (one.tentativas.len()) }
        ol.attempts { @for attempt in &one.tentativas { li value=(attempt.numero) {
            (when(visit, attempt.data)) " · " (attempt.duracao_ms) " ms"
            @if let Some(status) = attempt.status { " · " b { (status) } }
            @if let Some(error) = &attempt.erro { " · " (error) }
            @if !attempt.resposta.is_empty() { pre tabindex="0" { code { (attempt.resposta) } } }
        } } }
        @if let Some(next) = one.proxima_tentativa { div.faint { (lang.say("próxima",
            "next")) ": " (when(visit, next)) } }
    } } }
}

//! Errors of a connected channel: by cause with the remedy, then one by one.

use std::collections::HashMap;

use actix_web::{HttpResponse, web};
use domain::conexao::{Causa, EstadoErro, SobreErro};
use domain::console::Act;
use domain::values::dates::Instante;
use domain::values::ids::{CanalId, PedidoId};
use maud::{Markup, html};
use store::channels::{self, Erro, ErroCount, ErroFilter};
use store::paging::Page;

use super::channel::{Channel, asked, back, sent};
use super::conexao::told_by_channel;
use crate::access::{LojaVisit, Sent, must_be_active};
use crate::error::Failure;
use crate::view::parts::{act, choices, escaped, nothing, page_of, pager, parameter_as, says, when};
use crate::view::{format, shell, words};

/// The routes of this file.
pub fn mount(cfg: &mut web::ServiceConfig) {
    cfg.route("/canais/erros", web::get().to(show))
        .route("/canais/erros/reprocessar", web::post().to(reprocess))
        .route("/canais/erros/ignorar", web::post().to(ignore));
}

/// All that is shown.
struct Seen {
    channel: Channel,
    causes: Vec<ErroCount>,
    page: Page<Erro>,
    /// The hub's orders, by the channel's identifier.
    orders: HashMap<String, PedidoId>,
}

async fn show(visit: LojaVisit) -> Result<HttpResponse, Failure> {
    let (lang, loja, id, wanted) = (visit.lang, visit.id(), asked(&visit)?, page_of(&visit));
    let causa = parameter_as(&visit, "causa", Causa::of)?;
    let ignored = says(&visit, "ver", "ignorados")?;
    let estado = if ignored { EstadoErro::Ignorado } else { EstadoErro::Aberto };
    let seen = visit
        .read(move |conn| {
            let (channel, _) = Channel::connected(conn, loja, &id)?;
            let of_canal = ErroFilter { canal: Some(channel.key.canal), ..ErroFilter::default() };
            let causes = channels::by_cause(conn, loja, of_canal.canal)?;
            let filter = ErroFilter { causa, estado: Some(estado), ..of_canal };
            let page = channels::list_errors(conn, loja, &filter, wanted)?;
            let of_orders = page.rows.iter().filter(|one| one.sobre == SobreErro::Pedido);
            let externos: Vec<&str> = of_orders.map(|one| one.chave.as_str()).collect();
            let orders = channels::pedidos_of(conn, channel.key, &externos)?;
            Ok(Seen { channel, causes, page, orders })
        })
        .await?;
    let told = [
        (
            "reprocessados",
            lang.say("O que falhou é tentado de novo agora.", "What failed is tried again now."),
        ),
        ("ignorado", lang.say("O erro foi posto de lado.", "The error was set aside.")),
        ("retomado", lang.say("O erro voltou à lista.", "The error is back in the list.")),
    ];
    let address = |rest: &str| format!("{}{rest}", seen.channel.address(&visit, "erros"));
    let all = [
        (address(""), lang.say("Abertos", "Open"), None, !ignored && causa.is_none()),
        (address("&ver=ignorados"), lang.say("Ignorados", "Ignored"), None, ignored),
    ];
    let body = html! {
        (seen.channel.head(&visit, "erros", &told))
        section.sheet {
            h2 { (lang.say("Por causa", "By cause")) }
            @if seen.causes.is_empty() { (nothing(lang.say("Nenhum erro aberto. ✓", "No open error. ✓"))) }
            @else { (by_cause(&visit, &seen)) }
        }
        (choices(lang.say("Quais", "Which"), &all))
        section.sheet {
            h2 { (lang.say("Um por um", "One by one"))
                @if let Some(causa) = causa { ": " span.code { (causa.word()) } } }
            @if seen.page.rows.is_empty() { (nothing(lang.say("Nenhum.", "None."))) }
            @else { (one_by_one(&visit, &seen)) }
        }
        (pager(&visit, &seen.page))
    };
    Ok(shell::of_loja(&visit, &seen.channel.row.canal.nome, &body))
}

/// A form about the errors of a channel.
fn form(visit: &LojaVisit, id: &CanalId, what: &str, content: &Markup) -> Markup {
    act(
        visit,
        &visit.address(&format!("/canais/erros/{what}")),
        &html! {
            input type="hidden" name="canal" value=(id.as_str());
            (content)
        },
    )
}

fn by_cause(visit: &LojaVisit, seen: &Seen) -> Markup {
    let (lang, now) = (visit.lang, Instante::now());
    let id = &seen.channel.row.canal.canal_id;
    html! { div.scroll tabindex="0" { table {
        thead { tr {
            th.num scope="col" { (lang.say("Erros", "Errors")) }
            th scope="col" { (lang.say("O que fazer", "What to do")) }
            th scope="col" { (lang.say("Desde", "Since")) }
            th scope="col" { span.unseen { (lang.say("Ato", "Act")) } }
        } }
        tbody { @for one in &seen.causes { tr {
            td.num { b.bad { (format::count(lang, one.quantidade)) } }
            td { (words::remedy(lang, one.causa)) " "
                a.code.faint href={ (seen.channel.address(visit, "erros")) "&causa=" (one.causa.word()) } {
                    (one.causa.word()) } }
            td { (format::distance(lang, one.desde, now)) }
            td { (form(visit, id, "reprocessar", &html! {
                input type="hidden" name="causa" value=(one.causa.word());
                button.small { (lang.say("Reprocessar", "Try again"))
                    span.unseen { " " (one.causa.word()) } }
            })) }
        } } }
    } } }
}

fn one_by_one(visit: &LojaVisit, seen: &Seen) -> Markup {
    let lang = visit.lang;
    let id = &seen.channel.row.canal.canal_id;
    html! { div.scroll tabindex="0" { table {
        thead { tr {
            th scope="col" { (lang.say("Sobre", "About")) }
            th scope="col" { (lang.say("O que o canal disse", "What the channel said")) }
            th scope="col" { (lang.say("Desde", "Since")) }
            th scope="col" { (lang.say("Última vez", "Last time")) }
            th.num scope="col" { (lang.say("Vezes", "Times")) }
            th scope="col" { span.unseen { (lang.say("Ato", "Act")) } }
        } }
        tbody { @for one in &seen.page.rows { tr {
            td { (about(visit, seen, one)) }
            td { div { (words::remedy(lang, one.causa)) } (told_by_channel(visit, one)) }
            td { (when(visit, one.primeiro_em)) }
            td { (when(visit, one.ultimo_em)) }
            td.num { (one.vezes) }
            td { (form(visit, id, "ignorar", &html! {
                input type="hidden" name="numero" value=(one.erro_num);
                @if one.estado == EstadoErro::Ignorado {
                    input type="hidden" name="retomar" value="sim";
                    button.small { (lang.say("Retomar", "Take back")) }
                } @else { button.small { (lang.say("Ignorar", "Ignore")) } }
            })) }
        } } }
    } } }
}

fn about(visit: &LojaVisit, seen: &Seen, one: &Erro) -> Markup {
    let lang = visit.lang;
    html! { @match one.sobre {
        SobreErro::Conexao => a href=(seen.channel.address(visit, "conexao")) {
            (lang.say("a conexão", "the connection")) },
        SobreErro::Sku => a.code href=(visit.address(&format!("/skus/ver?codigo={}", escaped(&one.chave)))) {
            (one.chave) },
        SobreErro::Pedido => {
            (lang.say("pedido", "order")) " " span.code { (one.chave) }
            @if let Some(pedido) = seen.orders.get(&one.chave) {
                " → " a.code href=(visit.address(&format!("/pedidos/{}", pedido.0))) { (pedido.0) } }
        },
    } }
}

async fn reprocess(visit: LojaVisit, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    visit.acts(&form)?;
    let (lang, loja, id) = (visit.lang, visit.id(), sent(&form)?);
    let causa = Causa::of(form.text("causa")).ok_or(Failure::Missing)?;
    let named = id.clone();
    visit
        .act_here((Act::ErrorsReprocessed, id.as_str().to_owned()), move |tx| {
            must_be_active(tx, loja, lang)?;
            let (channel, _) = Channel::connected(tx, loja, &named)?;
            let estado = Some(EstadoErro::Aberto);
            let filter = ErroFilter { causa: Some(causa), estado, ..ErroFilter::default() };
            let due = channels::reprocess(tx, channel.key, &filter, None)?;
            Ok(((), (due > 0).then(|| format!("{}: {due}", causa.word()))))
        })
        .await?;
    Ok(back(&visit, "erros", &id, "reprocessados"))
}

async fn ignore(visit: LojaVisit, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    visit.acts(&form)?;
    let (lang, loja, id) = (visit.lang, visit.id(), sent(&form)?);
    let number: i64 = form.text("numero").parse().map_err(|_| Failure::Missing)?;
    let ignored = form.text("retomar").is_empty();
    let named = id.clone();
    visit
        .act_here((Act::ErrorIgnored, id.as_str().to_owned()), move |tx| {
            must_be_active(tx, loja, lang)?;
            let (channel, _) = Channel::connected(tx, loja, &named)?;
            match channels::ignore(tx, channel.key, number, ignored)? {
                true => Ok(((), Some(format!("{} {number}", if ignored { "ignorado" } else { "retomado" })))),
                false => Err(Failure::Missing),
            }
        })
        .await?;
    Ok(back(&visit, "erros", &id, if ignored { "ignorado" } else { "retomado" }))
}

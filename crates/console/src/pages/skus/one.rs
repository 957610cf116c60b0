//! One SKU: what there is of it, what each channel shows, and how its stock came to be.

use actix_web::http::header::LOCATION;
use actix_web::{HttpResponse, web};
use domain::estoque::{CENTRO_PADRAO, ControleEstoque, Movimento, SaldoEmCentro};
use domain::oferta::Oferta;
use domain::sku::Sku;
use domain::values::ids::SkuId;
use maud::{Markup, html};
use store::inventory::{self, Saldo};
use store::paging::Page;
use store::{offers, skus};

use super::adjustment::{self, Outcome, adjusted, confirmation};
use crate::access::{LojaVisit, Sent};
use crate::error::Failure;
use crate::pages::ofertas::showcases;
use crate::view::parts::{
    Again, badge, choices, done, escaped, nothing, page_of, pager, pairs, parameter_as, when,
};
use crate::view::words::Mood;
use crate::view::{format, shell, words};

/// The routes of this file.
pub fn mount(cfg: &mut web::ServiceConfig) {
    cfg.route("/skus/ver", web::get().to(show)).route("/skus/ajustar", web::post().to(submit));
}

/// All that is shown.
struct Seen {
    sku: Sku,
    saldo: Saldo,
    offers: Vec<(String, Oferta)>,
    ledger: Page<Movimento>,
}

async fn show(visit: LojaVisit) -> Result<HttpResponse, Failure> {
    let code = super::asked(&visit)?;
    let centro = parameter_as(&visit, "centro", |text| text.parse().ok())?.unwrap_or(CENTRO_PADRAO);
    page(&visit, code, centro, None).await
}

async fn submit(visit: LojaVisit, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    visit.acts(&form)?;
    let sku = SkuId::parse(form.text("codigo")).map_err(|_| Failure::Missing)?;
    let centro = form.text("centro");
    let centro = if centro.is_empty() { Ok(CENTRO_PADRAO) } else { centro.parse() };
    let centro: i32 = centro.map_err(|_| Failure::Missing)?;
    match adjusted(&visit, &sku, centro, &form).await {
        Ok(Outcome::Done) => {
            let code = escaped(sku.as_str());
            let back = visit.address(&format!("/skus/ver?codigo={code}&centro={centro}&feito=ajustado"));
            Ok(HttpResponse::SeeOther().insert_header((LOCATION, back)).finish())
        }
        Ok(Outcome::Unseen(now, then)) => Ok(confirmation(&visit, form, (now, then))),
        Err(failure) => page(&visit, sku, centro, Some(&Again::of(form, failure)?)).await,
    }
}

/// The page, with an adjustment that was refused.
async fn page(
    visit: &LojaVisit,
    code: SkuId,
    centro: i32,
    again: Option<&Again>,
) -> Result<HttpResponse, Failure> {
    let (loja, wanted) = (visit.loja.loja, page_of(visit));
    let types = visit.state.types.clone();
    let seen = visit
        .read(move |conn| {
            let sku = skus::find(conn, loja.id, &code)?.ok_or(Failure::Missing)?;
            let saldo = inventory::saldo(conn, loja.id, &code)?.ok_or(Failure::Missing)?;
            let num = skus::number(conn, loja.id, &code)?.ok_or(Failure::Missing)?;
            let mut offers = Vec::new();
            for shown in showcases(conn, loja.id)? {
                let Some(showcase) = shown.of(loja, &types) else { continue };
                if let Some(offer) = offers::find(conn, &showcase, &code)? {
                    offers.push((showcase.canal.canal.nome.clone(), offer));
                }
            }
            let ledger = inventory::movimentos(conn, loja.id, (num, centro), wanted)?;
            Ok(Seen { sku, saldo, offers, ledger })
        })
        .await?;
    let body = body(visit, &seen, centro, again);
    Ok(Again::answered(again, shell::of_loja(visit, seen.sku.sku.as_str(), &body)))
}

fn body(visit: &LojaVisit, seen: &Seen, centro: i32, again: Option<&Again>) -> Markup {
    let (lang, sku) = (visit.lang, &seen.sku);
    let said = [
        ("ajustado", lang.say("O estoque foi ajustado.", "The stock was adjusted.")),
        ("gravado", lang.say("O SKU foi gravado.", "The SKU was saved.")),
        ("criado", lang.say("O SKU foi criado.", "The SKU was made.")),
    ];
    let change = visit.address(&format!("/skus/editar?codigo={}", escaped(sku.sku.as_str())));
    html! {
        (done(visit, &said))
        h1 { (sku.nome) " " (badge(if sku.ativo { (lang.say("ativo", "active"), Mood::Good) }
            else { (lang.say("inativo", "inactive"), Mood::Plain) })) }
        p.sub { span.code { (sku.sku.as_str()) } " · " (sku.marca) " · GTIN " span.code { (sku.gtin) } " · R$ "
            (format::money(lang, sku.preco_por)) }
        @if visit.may_act() { div.actions { a.button href=(change) { (lang.say("Mudar preço, medidas, textos…",
            "Change price, sizes, texts…")) } } }
        div.grid {
            section.sheet.c6 {
                h2 { (lang.say("Estoque", "Stock")) }
                (stock(visit, seen))
                (adjustment::form(visit, sku.sku.as_str(), &seen.saldo, again))
            }
            section.sheet.c6 { h2 { (lang.say("Nos canais", "In the channels")) } (channels(visit, seen)) }
            section.sheet.c12 {
                h2 { (lang.say("Movimentos", "Movements")) }
                (ledger(visit, seen, centro))
            }
        }
        @if again.is_none() { (pager(visit, &seen.ledger)) }
    }
}

fn stock(visit: &LojaVisit, seen: &Seen) -> Markup {
    let lang = visit.lang;
    let count = |n: i64| format::count(lang, n);
    html! {
        div.scroll tabindex="0" { table {
            thead { tr {
                th scope="col" { (lang.say("Centro", "Centre")) }
                th.num scope="col" { (lang.say("Em mãos", "On hand")) }
                th.num scope="col" { (lang.say("Reservado", "Reserved")) }
                th.num scope="col" { (lang.say("Disponível", "Available")) }
            } }
            tbody { @for SaldoEmCentro { centro_id, estoque, reservado,
                disponivel } in &seen.saldo.centros { tr {
                td { (centro_id) }
                td.num { (count((*estoque).into())) }
                td.num { (count(*reservado)) }
                td.num { b.bad[*disponivel < 0] { (count(*disponivel)) } }
            } } }
        } }
        (pairs(&[(lang.say("Quem conta",
            "Who counts"), html! { (words::controle(lang, seen.saldo.controle)) })]))
    }
}

fn channels(visit: &LojaVisit, seen: &Seen) -> Markup {
    let lang = visit.lang;
    html! {
        @if seen.offers.is_empty() {
            (nothing(lang.say("Nenhum canal.", "No channel.")))
            @if visit.may_act() { a.button href=(visit.address("/canais/novo")) { (lang.say("Criar um canal",
                "Make a channel")) } }
        } @else {
            div.scroll tabindex="0" { table {
                thead { tr {
                    th scope="col" { (lang.say("Canal", "Channel")) }
                    th scope="col" { (lang.say("Oferta", "Offer")) }
                    th.num scope="col" { (lang.say("Mostra", "Shows")) }
                    th.num scope="col" { (lang.say("Preço", "Price")) }
                    @if visit.may_act() { th scope="col" { span.unseen { (lang.say("Ato", "Act")) } } }
                } }
                tbody { @for (name, offer) in &seen.offers { tr {
                    td { a href=(visit.address(&format!("/ofertas?canal={}&sku={}",
                        escaped(offer.canal_id.as_str()),
                        escaped(offer.sku.as_str())))) { (name) } }
                    td { (badge(if offer.publicavel { (lang.say("publicável", "publishable"), Mood::Good) }
                        else { (lang.say("impedida", "impeded"), Mood::Bad) })) }
                    td.num { (format::count(lang, offer.estoque.into())) }
                    td.num { (format::money(lang, offer.preco.preco_por)) }
                    @if visit.may_act() { td { a.button.small aria-label={ (lang.say("Mudar em", "Change in")) " "
                        (name) } href=(visit.address(&format!("/skus/canal?codigo={}&canal={}",
                        escaped(offer.sku.as_str()), escaped(offer.canal_id.as_str())))) {
                        (lang.say("Mudar", "Change")) } } }
                } } }
            } }
        }
    }
}

fn ledger(visit: &LojaVisit, seen: &Seen, centro: i32) -> Markup {
    let lang = visit.lang;
    let code = escaped(seen.sku.sku.as_str());
    let several = seen.saldo.centros.len() > 1;
    let names: Vec<String> = seen.saldo.centros.iter().map(|one| one.centro_id.to_string()).collect();
    let of =
        |one: &SaldoEmCentro| visit.address(&format!("/skus/ver?codigo={code}&centro={}", one.centro_id));
    let centres: Vec<_> = seen
        .saldo
        .centros
        .iter()
        .zip(&names)
        .map(|(one, name)| (of(one), name.as_str(), None, one.centro_id == centro))
        .collect();
    html! {
        @if several { (choices(lang.say("Centro", "Centre"), &centres)) }
        @if seen.ledger.rows.is_empty() {
            (nothing(match seen.saldo.controle {
                ControleEstoque::Nenhum => lang.say(
                    "Nesta loja os pedidos não mexem no estoque: não há movimentos.",
                    "In this store orders do not touch the stock: there are no movements."),
                _ => lang.say("Nenhum movimento ainda.", "No movement yet."),
            }))
        } @else { div.scroll tabindex="0" { table {
            thead { tr {
                th.num scope="col" { "#" }
                th scope="col" { (lang.say("Quando", "When")) }
                th scope="col" { (lang.say("Por quê", "Why")) }
                th.num scope="col" { (lang.say("Em mãos", "On hand")) }
                th.num scope="col" { (lang.say("Reservado", "Reserved")) }
            } }
            tbody { @for one in &seen.ledger.rows { tr {
                td.num.faint { (one.numero) }
                td { (when(visit, one.data)) }
                td { (words::causa(lang, one.causa))
                    @if let Some(id) = one.pedido_id {
                        " " a.code href=(visit.address(&format!("/pedidos/{}", id.0))) { (id.0) } }
                    @if let Some(motivo) = &one.motivo { ": " (motivo) } }
                td.num { (format::count(lang, one.estoque)) (step(visit, one.estoque - one.estoque_anterior)) }
                td.num { (format::count(lang, one.reservado)) (step(visit,
                    one.reservado - one.reservado_anterior)) }
            } } }
        } } }
    }
}

fn step(visit: &LojaVisit, by: i64) -> Markup {
    html! { @if by != 0 { span.step { " (" (format::change(visit.lang, by)) ")" } } }
}

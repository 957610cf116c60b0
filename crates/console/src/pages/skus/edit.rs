//! A SKU, made and changed by people. What is typed is read by the reader of interface A, and held to the same rules.

use actix_web::http::header::LOCATION;
use actix_web::{HttpResponse, web};
use domain::console::Act;
use domain::reading::keyed::Keyed;
use domain::sku::Sku;
use domain::values::ids::SkuId;
use maud::{Markup, html};
use serde_json::value::to_raw_value;
use serde_json::{Map, Value};
use store::{CreateOutcome, Tx, limites, skus};

use crate::access::{Form, LojaVisit, LongForm, must_be_active};
use crate::error::Failure;
use crate::lang::Lang;
use crate::pages::ofertas::Mending;
use crate::view::filling::{Filling, Member, Seen, Touched, member, read, refused};
use crate::view::parts::{Again, Input, act, escaped, nothing, parameter};
use crate::view::{format, shell};

/// The field of the brand, whose own name, `marca`, is that of what every form carries.
const BRAND: &str = "marcaDoSku";

/// The members of a SKU, and how they are read.
const MEMBERS: [(&str, Member); 17] = [
    ("sku", Member::Text),
    ("nome", Member::Text),
    (BRAND, Member::Text),
    ("gtin", Member::Text),
    ("ativo", Member::Tick),
    ("precoPor", Member::Money),
    ("precoDe", Member::Money),
    ("estoque", Member::Whole),
    ("largura", Member::Whole),
    ("altura", Member::Whole),
    ("comprimento", Member::Whole),
    ("peso", Member::Whole),
    ("prazoDespacho", Member::Whole),
    ("descricao", Member::Text),
    ("imagens", Member::Lines),
    ("categorias", Member::Lines),
    ("parentId", Member::Text),
];

/// The routes of this file.
pub fn mount(cfg: &mut web::ServiceConfig) {
    let long = |path: &str| LongForm::at(path, LongForm::TEXTS);
    cfg.service(long("/skus/novo").route(web::get().to(blank)).route(web::post().to(create)))
        .service(long("/skus/editar").route(web::get().to(show)).route(web::post().to(change)));
}

/// Fields as the members of a body.
fn members(lang: Lang, touched: &Touched) -> Result<Map<String, Value>, Failure> {
    let mut body = touched.members(lang, &MEMBERS)?;
    if let Some(brand) = body.remove(BRAND) {
        body.insert("marca".to_owned(), brand);
    }
    Ok(body)
}

/// The field of a member.
fn field(path: &str) -> String {
    match member(path).as_str() {
        "marca" => BRAND.to_owned(),
        other => other.to_owned(),
    }
}

fn back(visit: &LojaVisit, sku: &SkuId, told: &str) -> String {
    visit.address(&format!("/skus/ver?codigo={}&feito={told}", escaped(sku.as_str())))
}

async fn blank(visit: LojaVisit) -> Result<HttpResponse, Failure> {
    Ok(new_page(&visit, None))
}

fn new_page(visit: &LojaVisit, again: Option<&Again>) -> HttpResponse {
    let lang = visit.lang;
    let title = lang.say("Novo SKU", "New SKU");
    let named = parameter(visit, "codigo").unwrap_or_default();
    let seen = MEMBERS.iter().fold(Seen::default(), |seen, (name, _)| match *name {
        "ativo" => seen.ticked("ativo", true),
        "sku" => seen.with("sku", &named),
        other => seen.with(other, ""),
    });
    let filling = Filling::of(visit, &seen, again);
    let content = html! { div.import {
        (filling.head())
        (filling.field(&Input { name: "sku", words: lang.say("Código (SKU)", "Code (SKU)"), required: true,
            most: Some(100), help: lang.say("Como você o chama; não muda depois",
            "What you call it; it never changes"), ..Input::default() }))
        (fields(lang, &filling, true))
        div { button.strong { (lang.say("Criar o SKU", "Make the SKU")) } }
    } };
    let body = html! {
        h1 { (title) }
        section.sheet {
            @if visit.may_act() { (act(visit, &visit.address("/skus/novo"), &content)) }
            @else { (nothing(lang.say("Seu acesso é só para ver.", "Your access is for looking only."))) }
        }
    };
    Again::answered(again, shell::of_loja(visit, title, &body))
}

/// What a SKU is: everything but its code.
fn fields(lang: Lang, filling: &Filling<'_>, is_new: bool) -> Markup {
    let text = |name, words, most, help| {
        filling.field(&Input { name, words, most: Some(most), help, ..Input::default() })
    };
    let long = |name, words, lines, help| {
        filling.field(&Input { name, words, lines, help, most: Some(100_000), ..Input::default() })
    };
    html! {
        (filling.field(&Input { name: "nome", words: lang.say("Nome", "Name"), required: true, most: Some(300),
            ..Input::default() }))
        (filling.tick("ativo", lang.say("Ativo: pode ser mostrado nos canais",
            "Active: it may be shown in channels")))
        div.side {
            div { (filling.money("precoPor", lang.say("Preço de venda (R$)", "Selling price (R$)"), "")) }
            div { (filling.money("precoDe", lang.say("Preço “de” (R$)", "“From” price (R$)"),
                lang.say("O riscado; vazio: nenhum", "Struck through; empty: none"))) }
        }
        @if is_new { (filling.whole("estoque", lang.say("Estoque", "Stock"),
            lang.say("Quantas há agora", "How many there are now"))) }
        div.side {
            div { (text(BRAND, lang.say("Marca", "Brand"), 100, "")) }
            div { (text("gtin", "GTIN (EAN)", 14, lang.say("Do código de barras, ou SEM GTIN",
                "Of the bar code, or SEM GTIN"))) }
        }
        h2 { (lang.say("Medidas da embalagem", "Sizes of the parcel")) }
        div.side {
            div { (filling.whole("largura", lang.say("Largura (cm)", "Width (cm)"), "")) }
            div { (filling.whole("altura", lang.say("Altura (cm)", "Height (cm)"), "")) }
            div { (filling.whole("comprimento", lang.say("Comprimento (cm)", "Length (cm)"), "")) }
            div { (filling.whole("peso", lang.say("Peso (g)", "Weight (g)"), "")) }
        }
        h2 { (lang.say("O que o comprador vê", "What buyers see")) }
        (long("descricao", lang.say("Descrição", "Description"), 6, lang.say("Texto ou HTML", "Text or HTML")))
        (long("imagens", lang.say("Imagens", "Images"), 3,
            lang.say("Um endereço https por linha; a primeira é a principal",
            "One https address in each line; the first is the main one")))
        (long("categorias", lang.say("Categorias", "Categories"), 2,
            lang.say("Uma por linha, por exemplo Roupas > Camisetas",
            "One in each line, for example Roupas > Camisetas")))
        div.side {
            div { (text("parentId", lang.say("Grupo de variações", "Group of variations"), 100,
                lang.say("O mesmo em cada cor e tamanho; vazio: sozinho",
                "The same for each colour and size; empty: alone"))) }
            div { (filling.whole("prazoDespacho", lang.say("Dias a mais para despachar",
                "Extra days until it is sent"), "")) }
        }
    }
}

async fn create(LongForm(visit, form, whole): LongForm) -> Result<HttpResponse, Failure> {
    visit.acts(&form)?;
    match created(&visit, &form, whole).await {
        Ok(sku) => {
            let address = back(&visit, &sku, "criado");
            Ok(HttpResponse::SeeOther().insert_header((LOCATION, address)).finish())
        }
        Err(failure) => Ok(new_page(&visit, Some(&Again::of(form, failure)?))),
    }
}

async fn created(visit: &LojaVisit, form: &Form, whole: Result<(), Failure>) -> Result<SkuId, Failure> {
    whole?;
    let (lang, loja) = (visit.lang, visit.id());
    let all = MEMBERS.iter().fold(Seen::default(), |seen, (name, _)| seen.with(*name, ""));
    let mut body = members(lang, &all.sent(form))?;
    body.retain(|_, value| !value.is_null());
    let sku: Sku = read(&body.into(), field)?;
    let code = sku.sku.clone();
    visit
        .act_here((Act::SkuWritten, code.as_str().to_owned()), move |tx| {
            must_be_active(tx, loja, lang)?;
            match skus::create(tx, loja, &sku)? {
                CreateOutcome::Created(_) => {}
                CreateOutcome::Equal(_) | CreateOutcome::Different => {
                    let words = lang.say("Já há um SKU com este código.", "There is a SKU with this code.");
                    return Err(Failure::Wrong("sku", words.to_owned()));
                }
            }
            if let Some(limit) =
                limites::find(tx, loja.aplicacao)?.and_then(|limites| limites.too_many_skus())
            {
                let words = lang.say("A aplicação já tem SKUs demais:", "The application has too many SKUs:");
                return Err(Failure::Refused(format!("{words} {limit}")));
            }
            Ok(((), Some("criado".to_owned())))
        })
        .await?;
    Ok(code)
}

async fn show(visit: LojaVisit) -> Result<HttpResponse, Failure> {
    page(&visit, super::asked(&visit)?, None).await
}

/// What the form of a SKU shows. Its stock is set right elsewhere, with a reason.
fn seen(lang: Lang, sku: &Sku) -> Seen {
    let measure = |n: i32| Some(n).filter(|n| *n > 0);
    Seen::default()
        .with("nome", &sku.nome)
        .with(BRAND, &sku.marca)
        .with("gtin", &sku.gtin)
        .ticked("ativo", sku.ativo)
        .with("precoPor", format::amount(lang, sku.preco_por))
        .with("precoDe", format::amount(lang, sku.preco_de))
        .given("largura", measure(sku.largura))
        .given("altura", measure(sku.altura))
        .given("comprimento", measure(sku.comprimento))
        .given("peso", measure(sku.peso))
        .given("prazoDespacho", measure(sku.prazo_despacho))
        .with("descricao", &sku.descricao)
        .with("imagens", sku.imagens.join("\n"))
        .with("categorias", sku.categorias.join("\n"))
        .with("parentId", &sku.parent_id)
}

async fn page(visit: &LojaVisit, code: SkuId, again: Option<&Again>) -> Result<HttpResponse, Failure> {
    let (lang, loja) = (visit.lang, visit.id());
    let sku = visit.read(move |conn| skus::find(conn, loja, &code)?.ok_or(Failure::Missing)).await?;
    let seen = seen(lang, &sku);
    let filling = Filling::of(visit, &seen, again);
    let content = html! { div.import {
        (filling.head())
        (Mending::of(visit, again).inputs())
        input type="hidden" name="codigo" value=(sku.sku.as_str());
        (fields(lang, &filling, false))
        div.row {
            button.strong { (lang.say("Gravar", "Save")) }
            a href=(visit.address(&format!("/skus/ver?codigo={}", escaped(sku.sku.as_str())))) {
                (lang.say("Voltar sem gravar", "Back without saving")) }
        }
    } };
    let body = html! {
        h1 { (lang.say("Mudar", "Change")) " " (sku.nome) }
        p.sub.code { (sku.sku.as_str()) }
        section.sheet {
            @if visit.may_act() { (act(visit, &visit.address("/skus/editar"), &content)) }
            @else { (nothing(lang.say("Seu acesso é só para ver.", "Your access is for looking only."))) }
        }
    };
    Ok(Again::answered(again, shell::of_loja(visit, &sku.nome, &body)))
}

async fn change(LongForm(visit, form, whole): LongForm) -> Result<HttpResponse, Failure> {
    visit.acts(&form)?;
    let code = super::code(Some(form.text("codigo").to_owned()))?;
    match changed(&visit, code.clone(), &form, whole).await {
        Ok(()) => Ok(Mending::answer(&visit, &form, back(&visit, &code, "gravado"))),
        Err(failure) => page(&visit, code, Some(&Again::of(form, failure)?)).await,
    }
}

async fn changed(
    visit: &LojaVisit,
    code: SkuId,
    form: &Form,
    whole: Result<(), Failure>,
) -> Result<(), Failure> {
    whole?;
    let (lang, loja, form) = (visit.lang, visit.id(), form.clone());
    visit
        .act_here((Act::SkuWritten, code.as_str().to_owned()), move |tx: &mut Tx<'_>| {
            must_be_active(tx, loja, lang)?;
            let names = skus::edit(tx, loja, code.as_str(), |produto| {
                let seen = seen(lang, &produto.sku);
                seen.unchanged(lang, &form)?;
                let touched = seen.touched(&form);
                let patch = to_raw_value(&members(lang, &touched)?).map_err(|_| Failure::Unreadable)?;
                let (sku, _) = produto.sku.patch(&patch).map_err(|problems| refused(&problems, field))?;
                produto.sku = sku;
                Ok::<_, Failure>(touched.names())
            })?;
            let names = names.ok_or(Failure::Missing)?;
            Ok(((), (!names.is_empty()).then_some(names)))
        })
        .await
}

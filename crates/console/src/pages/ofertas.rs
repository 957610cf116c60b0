//! What each channel can show, and why it cannot.

use std::collections::HashMap;

use actix_web::http::header::LOCATION;
use actix_web::{HttpResponse, web};
use domain::oferta::{CodigoImpedimento, Impedimento, Oferta, RegraOferta};
use domain::tipo_canal::TypeCatalogue;
use domain::values::ids::{LojaId, SkuId};
use maud::{Markup, html};
use store::Conn;
use store::canais::CanalRow;
use store::offers::{self, Impediments, Showcase, impediments};
use store::paging::Page;
use store::skus;
use store::usuarios::Loja;

use crate::access::{Form, LojaVisit};
use crate::error::Failure;
use crate::lang::Lang;
use crate::pages::canais;
use crate::view::parts::{
    Again, badge, choices, done, escaped, nothing, page_of, pager, pairs, parameter, parameter_as,
};
use crate::view::words::Mood;
use crate::view::{format, shell};

/// The routes of this file.
pub fn mount(cfg: &mut web::ServiceConfig) {
    cfg.route("/ofertas", web::get().to(show));
}

/// A channel whose offers are looked at.
pub struct Shown(CanalRow);

impl From<CanalRow> for Shown {
    fn from(row: CanalRow) -> Self {
        Self(row)
    }
}

impl Shown {
    /// The channel's identifier.
    pub fn id(&self) -> &str {
        self.0.canal.canal_id.as_str()
    }

    /// With all that its offers follow from; `None` when the program does not know its type.
    pub fn of<'a>(&'a self, loja: Loja, types: &'a TypeCatalogue) -> Option<Showcase<'a>> {
        let tipo = types.find(&self.0.canal.tipo_canal)?;
        Some(Showcase { loja, canal: &self.0, tipo })
    }
}

/// The channels of a store.
pub fn showcases(conn: &mut Conn<'_>, loja: LojaId) -> Result<Vec<Shown>, Failure> {
    Ok(canais::all(conn, loja)?.into_iter().map(Shown).collect())
}

/// What the address asks for.
#[derive(Clone)]
struct Asked {
    canal: Option<String>,
    only: Only,
    sku: Option<SkuId>,
}

#[derive(Clone, Copy, PartialEq)]
enum Only {
    Impeded,
    Publishable,
    Because(CodigoImpedimento),
}

/// All that is shown of one channel.
struct Seen {
    shown: Shown,
    counts: Impediments,
    page: Page<Oferta>,
    one: Option<Oferta>,
    /// Names of the SKUs, by their codes.
    names: HashMap<String, String>,
}

/// The offer that a form is to mend, which its page leads back to: its channel and its SKU.
#[derive(Default)]
pub struct Mending(Option<(String, String)>);

impl Mending {
    /// As an address or a refused form says.
    pub fn of(visit: &LojaVisit, again: Option<&Again>) -> Self {
        match again {
            Some(again) => Self::of_form(&again.form),
            None => Self(parameter(visit, "oferta").zip(parameter(visit, "de"))),
        }
    }

    fn of_form(form: &Form) -> Self {
        let [canal, sku] = ["oferta", "de"].map(|name| form.text(name).to_owned());
        Self((!canal.is_empty() && !sku.is_empty()).then_some((canal, sku)))
    }

    /// What its form carries.
    pub fn inputs(&self) -> Markup {
        html! { @if let Some((canal, sku)) = &self.0 {
            input type="hidden" name="oferta" value=(canal);
            input type="hidden" name="de" value=(sku);
        } }
    }

    /// The answer to its form: the offer, or else another address.
    pub fn answer(visit: &LojaVisit, form: &Form, otherwise: String) -> HttpResponse {
        let offer = Self::of_form(form).0.map(|(canal, sku)| {
            let (canal, sku) = (escaped(&canal), escaped(&sku));
            visit.address(&format!("/ofertas?canal={canal}&sku={sku}&feito=gravado"))
        });
        HttpResponse::SeeOther().insert_header((LOCATION, offer.unwrap_or(otherwise))).finish()
    }
}

impl Asked {
    fn of(visit: &LojaVisit) -> Result<Self, Failure> {
        let only = parameter_as(visit, "ver", |word| match word {
            "impedidas" => Some(Only::Impeded),
            "publicaveis" => Some(Only::Publishable),
            code => code_of(code).map(Only::Because),
        })?;
        let sku = parameter_as(visit, "sku", |text| SkuId::parse(text).ok())?;
        Ok(Self { canal: parameter(visit, "canal"), only: only.unwrap_or(Only::Impeded), sku })
    }

    fn filter(&self) -> offers::Filter {
        let (publicavel, impedimento) = match self.only {
            Only::Impeded => (Some(false), None),
            Only::Publishable => (Some(true), None),
            Only::Because(code) => (None, Some(code)),
        };
        offers::Filter { publicavel, impedimento, ..offers::Filter::default() }
    }
}

async fn show(visit: LojaVisit) -> Result<HttpResponse, Failure> {
    let (lang, loja, asked, wanted) = (visit.lang, visit.loja.loja, Asked::of(&visit)?, page_of(&visit));
    let (types, question) = (visit.state.types.clone(), asked.clone());
    let (names, seen) = visit
        .read(move |conn| {
            let all = showcases(conn, loja.id)?;
            let names: Vec<(String, String)> = all.iter().map(|one| named(&one.0)).collect();
            let taken = |one: &Shown| question.canal.as_deref().is_none_or(|id| one.id() == id);
            let Some(shown) = all.into_iter().find(taken) else {
                return question.canal.map_or(Ok((names, None)), |id| Err(Failure::Parameter("canal", id)));
            };
            let Some(showcase) = shown.of(loja, &types) else { return Ok((names, None)) };
            let counts = impediments(conn, &showcase)?;
            let page = offers::list(conn, &showcase, question.filter(), wanted)?;
            let one = match question.sku.as_ref().or(page.rows.first().map(|offer| &offer.sku)) {
                Some(sku) => offers::find(conn, &showcase, sku)?,
                None => None,
            };
            let shown_skus: Vec<&str> =
                page.rows.iter().chain(&one).map(|offer| offer.sku.as_str()).collect();
            let of_skus = skus::names(conn, loja.id, &shown_skus)?;
            Ok((names, Some(Seen { shown, counts, page, one, names: of_skus })))
        })
        .await?;
    let title = lang.say("Ofertas", "Offers");
    let said =
        [("gravado", lang.say("Gravado. A oferta agora está assim:", "Saved. The offer is like this now:"))];
    let body = html! {
        (done(&visit, &said))
        h1 { (title) }
        p.sub { (lang.say("O que cada canal pode mostrar, e por quê",
            "What each channel can show, and why")) }
        @match &seen {
            None => section.sheet {
                (nothing(lang.say("Nenhum canal ainda: é nele que os SKUs aparecem.",
                    "No channel yet: that is where SKUs are shown.")))
                @if visit.may_act() { a.button.strong href=(visit.address("/canais/novo")) {
                    (lang.say("Criar um canal", "Make a channel")) } }
            },
            Some(seen) => (of_channel(&visit, &asked, &names, seen)),
        }
    };
    Ok(shell::of_loja(&visit, title, &body))
}

fn named(row: &CanalRow) -> (String, String) {
    (row.canal.canal_id.as_str().to_owned(), row.canal.nome.clone())
}

fn of_channel(visit: &LojaVisit, asked: &Asked, names: &[(String, String)], seen: &Seen) -> Markup {
    let lang = visit.lang;
    let current = seen.shown.0.canal.canal_id.as_str();
    let channels: Vec<_> = names
        .iter()
        .map(|(id, name)| {
            (visit.address(&format!("/ofertas?canal={}", escaped(id))), name.as_str(), None, id == current)
        })
        .collect();
    let address = |what: &str| visit.address(&format!("/ofertas?canal={}&ver={what}", escaped(current)));
    let count = |n: i64| Some(format::count(lang, n));
    let impeded = seen.counts.all - seen.counts.publishable;
    let mut kinds = vec![(
        address("impedidas"),
        lang.say("Impedidas", "Impeded"),
        count(impeded),
        asked.only == Only::Impeded,
    )];
    for (code, n) in &seen.counts.by_code {
        kinds.push((
            address(code_name(*code)),
            word(lang, *code),
            count(*n),
            asked.only == Only::Because(*code),
        ));
    }
    let publishable = lang.say("Publicáveis", "Publishable");
    kinds.push((
        address("publicaveis"),
        publishable,
        count(seen.counts.publishable),
        asked.only == Only::Publishable,
    ));
    html! {
        // on a phone, what somebody has asked for comes first
        div.offers.asked[asked.sku.is_some()] {
            (choices(lang.say("Canal", "Channel"), &channels))
            (choices(lang.say("Motivo", "Reason"), &kinds))
            div.grid {
                section.sheet.c7 {
                    @if seen.page.rows.is_empty() { (nothing(lang.say("Nenhuma oferta aqui. ✓",
                        "No offer here. ✓"))) }
                    @else { (table(visit, current, seen)) }
                }
                section.sheet.c5.answer {
                    @match &seen.one { Some(one) => (detail(visit, seen, one)), None => "–" }
                }
            }
            (pager(visit, &seen.page))
        }
    }
}

fn table(visit: &LojaVisit, canal: &str, seen: &Seen) -> Markup {
    let lang = visit.lang;
    let only = parameter(visit, "ver").unwrap_or_else(|| "impedidas".to_owned());
    let address = |offer: &Oferta| {
        let (canal, only, sku) = (escaped(canal), escaped(&only), escaped(offer.sku.as_str()));
        visit.address(&format!("/ofertas?canal={canal}&ver={only}&sku={sku}"))
    };
    html! { div.scroll tabindex="0" { table {
        thead { tr {
            th scope="col" { "SKU" }
            th scope="col" { (lang.say("Impedimento", "Impediment")) }
            th.num scope="col" { (lang.say("Estoque", "Stock")) }
            th.num scope="col" { (lang.say("Preço", "Price")) }
        } }
        tbody { @for offer in &seen.page.rows { tr {
            td { a.code href=(address(offer)) { (offer.sku.as_str()) }
                @if let Some(name) = seen.names.get(offer.sku.as_str()) { div { (name) } } }
            td { @if offer.impedimentos.is_empty() { (badge((lang.say("publicável",
                "publishable"), Mood::Good))) }
                @for one in &offer.impedimentos { (badge((word(lang, one.codigo), mood(one.codigo)))) " " } }
            td.num { (format::count(lang, offer.estoque.into())) }
            td.num { (format::money(lang, offer.preco.preco_por)) }
        } } }
    } } }
}

fn detail(visit: &LojaVisit, seen: &Seen, offer: &Oferta) -> Markup {
    let lang = visit.lang;
    let (sku, canal) = (offer.sku.as_str(), &seen.shown.0.canal);
    html! {
        h2 { (seen.names.get(sku).map_or(sku, String::as_str)) " " (lang.say("em", "in")) " " (canal.nome) " "
            @if offer.publicavel { (badge((lang.say("publicável", "publishable"), Mood::Good))) } }
        @for one in &offer.impedimentos { div.impediment {
            p { (one.mensagem) }
            @if one.codigo == CodigoImpedimento::UsuarioInativo && visit.sees_one() {
                p.note { (lang.say("Quem opera a empresa ou o hub a ativa, na página Loja.",
                    "Whoever operates the company or the hub makes it active, on the page Store.")) }
            } @else if visit.may_act() { a.button.strong href=(remedy(visit, offer, one)) { (lang.say("Resolver",
                "Mend it")) } }
            @if visit.may_act() && one.codigo == CodigoImpedimento::DimensaoAbaixoDoMinimo {
                a href=(smaller(visit, offer)) { (lang.say("ou deixar o canal enviar o mínimo",
                    "or let the channel send the minimum")) }
            }
        } }
        (pairs(&[
            ("SKU", html! { span.code { (sku) } }),
            (lang.say("Código no canal", "Code in the channel"), html! { span.code { (offer.codigo) } }),
            (lang.say("Estoque", "Stock"), html! { b { (format::count(lang, offer.estoque.into())) } }),
            (lang.say("Preço", "Price"), html! { "R$ " (format::money(lang, offer.preco.preco_por)) }),
            (lang.say("Medidas", "Dimensions"), html! {
                (offer.largura) " × " (offer.altura) " × " (offer.comprimento) " cm, " (offer.peso) " g" }),
            (lang.say("Prazo a mais", "Extra days"), html! { (offer.prazo) }),
        ]))
        h3 { (lang.say("Por quê", "Why")) }
        ul.reasons { @for reason in &offer.motivos { li { b { (member_word(lang, reason.campo)) } ": "
            (reason.mensagem) } } }
        p.row {
            a.button href=(visit.address(&format!("/skus/ver?codigo={}", escaped(sku)))) {
                (lang.say("Ver e ajustar o SKU", "See and adjust the SKU"))
            }
            @if visit.may_act() { a.button href=(to_mend(visit, offer, "/skus/canal", "")) {
                (lang.say("Preço e estoque neste canal", "Price and stock in this channel")) } }
        }
    }
}

/// The address of a form that mends an offer, at one of its fields.
fn to_mend(visit: &LojaVisit, offer: &Oferta, page: &str, field: &str) -> String {
    let (canal, sku) = (escaped(offer.canal_id.as_str()), escaped(offer.sku.as_str()));
    let subject = match page {
        "/canais/configurar" => format!("canal={canal}&"),
        "/skus/canal" => format!("codigo={sku}&canal={canal}&"),
        "/skus/editar" => format!("codigo={sku}&"),
        _ => String::new(),
    };
    visit.address(&format!("{page}?{subject}campo={field}&oferta={canal}&de={sku}"))
}

/// Where what keeps an offer from being published is mended.
fn remedy(visit: &LojaVisit, offer: &Oferta, one: &Impedimento) -> String {
    let of_channel = offer.motivos.iter().any(|reason| reason.regra == RegraOferta::PrecoDoCanal);
    match one.codigo {
        CodigoImpedimento::UsuarioInativo => to_mend(visit, offer, "/loja", "ativo"),
        CodigoImpedimento::CanalInativo => to_mend(visit, offer, "/canais/configurar", "ativo"),
        CodigoImpedimento::SkuCanalInativo => to_mend(visit, offer, "/skus/canal", "ativo"),
        CodigoImpedimento::SemPreco if of_channel => to_mend(visit, offer, "/skus/canal", "precoPor"),
        CodigoImpedimento::SemPreco => to_mend(visit, offer, "/skus/editar", "precoPor"),
        _ => to_mend(visit, offer, "/skus/editar", one.campo),
    }
}

/// Where a channel is told to send its type's minimum.
fn smaller(visit: &LojaVisit, offer: &Oferta) -> String {
    let zeroed = [offer.largura, offer.altura, offer.comprimento, offer.peso].contains(&0);
    let field = if zeroed { "enviarMinimoDimensaoZerada" } else { "enviarMinimoDimensaoMenor" };
    to_mend(visit, offer, "/canais/configurar", field)
}

/// What a member of an offer is called.
fn member_word(lang: Lang, member: &str) -> &str {
    match member {
        "codigo" => lang.say("Código", "Code"),
        "estoque" => lang.say("Estoque", "Stock"),
        "preco" => lang.say("Preço", "Price"),
        "ativo" => lang.say("Ativa", "Active"),
        "largura" => lang.say("Largura", "Width"),
        "altura" => lang.say("Altura", "Height"),
        "comprimento" => lang.say("Comprimento", "Length"),
        "peso" => lang.say("Peso", "Weight"),
        "prazo" => lang.say("Prazo", "Days"),
        "grupo" => lang.say("Grupo", "Group"),
        other => other,
    }
}

/// The impediments of all channels in a line.
pub fn summary(lang: Lang, counts: &Impediments) -> String {
    let one =
        |(code, n): &(CodigoImpedimento, i64)| format!("{} {}", format::count(lang, *n), word(lang, *code));
    counts.by_code.iter().map(one).collect::<Vec<_>>().join(" · ")
}

const fn word(lang: Lang, code: CodigoImpedimento) -> &'static str {
    match code {
        CodigoImpedimento::UsuarioInativo => lang.say("loja inativa", "store inactive"),
        CodigoImpedimento::CanalInativo => lang.say("canal inativo", "channel inactive"),
        CodigoImpedimento::SkuInativo => lang.say("SKU inativo", "SKU inactive"),
        CodigoImpedimento::SkuCanalInativo => lang.say("inativo no canal", "inactive in the channel"),
        CodigoImpedimento::SemPreco => lang.say("sem preço", "no price"),
        CodigoImpedimento::DimensaoAbaixoDoMinimo => lang.say("pequeno demais", "too small"),
        _ => lang.say("outro", "other"),
    }
}

/// Switched off is somebody's will; what is missing is nobody's.
const fn mood(code: CodigoImpedimento) -> Mood {
    match code {
        CodigoImpedimento::SemPreco | CodigoImpedimento::DimensaoAbaixoDoMinimo => Mood::Bad,
        _ => Mood::Warn,
    }
}

const CODES: [(CodigoImpedimento, &str); 6] = [
    (CodigoImpedimento::UsuarioInativo, "loja-inativa"),
    (CodigoImpedimento::CanalInativo, "canal-inativo"),
    (CodigoImpedimento::SkuInativo, "sku-inativo"),
    (CodigoImpedimento::SkuCanalInativo, "inativo-no-canal"),
    (CodigoImpedimento::SemPreco, "sem-preco"),
    (CodigoImpedimento::DimensaoAbaixoDoMinimo, "pequeno"),
];

fn code_name(code: CodigoImpedimento) -> &'static str {
    CODES.iter().find(|(one, _)| *one == code).map_or("impedidas", |(_, name)| name)
}

fn code_of(name: &str) -> Option<CodigoImpedimento> {
    CODES.iter().find(|(_, one)| *one == name).map(|(code, _)| *code)
}

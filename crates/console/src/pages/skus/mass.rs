//! Many SKUs changed at once: those that are ticked, or all of a list. What will come out is shown before it is done.

use actix_web::{HttpResponse, web};
use domain::console::Act;
use domain::values::ids::{CanalId, LojaId, SkuId};
use domain::values::money::Dinheiro;
use maud::{Markup, html};
use sha2::{Digest, Sha256};
use store::Conn;
use store::paging::{PageRequest, PageStart};
use store::skus::{self, Filter};
use store::{canais, channels};

use crate::access::{Form, LojaVisit, Sent, must_be_active};
use crate::error::Failure;
use crate::lang::Lang;
use crate::view::filling::decimal;
use crate::view::parts::{Again, Input, act, escaped};
use crate::view::{format, shell};

/// SKUs that are changed at once at most.
const MOST: usize = 10_000;
/// SKUs that are changed in one transaction, as in a batch of interface A.
const BATCH: usize = 500;
/// SKUs that are read at once.
const READ: u32 = 250;
/// SKUs that are shown of each kind.
const SHOWN: usize = 40;

/// The routes of this file.
pub fn mount(cfg: &mut web::ServiceConfig) {
    cfg.route("/skus/massa", web::post().to(submit));
}

/// What stands beside a list for whoever may act: what to do, and to which SKUs.
pub fn form(visit: &LojaVisit, total: i64, connected: &[(CanalId, String)]) -> Markup {
    let lang = visit.lang;
    let mut acts = vec![
        ("ativar".to_owned(), lang.say("Ativar", "Activate").to_owned()),
        ("desativar".to_owned(), lang.say("Desativar", "Deactivate").to_owned()),
        ("preco".to_owned(), lang.say("Mudar o preço (%)", "Change the price (%)").to_owned()),
    ];
    for (id, name) in connected {
        acts.push((
            format!("reenviar:{id}"),
            format!("{} {name}", lang.say("Enviar de novo a", "Send again to")),
        ));
    }
    let which = |value: &str, words: &str, on: bool| {
        html! { label.check {
            input type="radio" name="quais" value=(value) checked[on];
            span { (words) }
        } }
    };
    html! { details.many {
        summary.button { (lang.say("Mudar muitos…", "Change many…")) }
        div.import {
            fieldset.ways {
                legend.unseen { (lang.say("Quais", "Which")) }
                (which("marcados", lang.say("Os marcados na lista", "Those that are ticked in the list"), true))
                (which("lista", &format!("{} ({})", lang.say("Todos da lista, também das outras páginas",
                    "All of the list, other pages included"), format::count(lang, total)), false))
            }
            (Input { name: "ato", words: lang.say("O que fazer", "What to do"), required: true, options: &acts,
                ..Input::default() }.of(None))
            (Input { name: "percentual", words: lang.say("Percentual do preço", "Per cent of the price"),
                help: lang.say("10 aumenta, -5,5 diminui; arredondado em centavos", "10 raises, -5.5 lowers; rounded to cents"),
                decimal: true, most: Some(10), ..Input::default() }.of(None))
            div { button.strong { (lang.say("Ver o que vai mudar", "See what will change")) } }
        }
    } }
}

/// What is done.
#[derive(Clone)]
enum Deed {
    Active(bool),
    Price(Dinheiro),
    Send(CanalId),
}

impl Deed {
    fn of(lang: Lang, form: &Form) -> Result<Self, Failure> {
        match form.text("ato") {
            "ativar" => Ok(Self::Active(true)),
            "desativar" => Ok(Self::Active(false)),
            "preco" => percent(lang, form.text("percentual")).map(Self::Price),
            other => {
                let canal = other.strip_prefix("reenviar:").and_then(|id| CanalId::stored(id).ok());
                canal.map(Self::Send).ok_or(Failure::Unreadable)
            }
        }
    }

    fn words(&self, lang: Lang) -> String {
        match self {
            Self::Active(true) => lang.say("Ativar", "Activate").to_owned(),
            Self::Active(false) => lang.say("Desativar", "Deactivate").to_owned(),
            Self::Price(by) => {
                let sign = if by.negative() { "" } else { "+" };
                format!(
                    "{} {sign}{} %",
                    lang.say("Mudar o preço:", "Change the price:"),
                    format::money(lang, *by)
                )
            }
            Self::Send(canal) => format!("{} {canal}", lang.say("Enviar de novo a", "Send again to")),
        }
    }

    /// What becomes of a SKU.
    fn outcome(&self, lang: Lang, now: State) -> Outcome {
        match self {
            Self::Active(ativo) if now.ativo == *ativo => Outcome::Same,
            Self::Active(ativo) => Outcome::Changes(State { ativo: *ativo, ..now }),
            Self::Send(_) => Outcome::Changes(now),
            Self::Price(_) if now.por == Dinheiro::ZERO => {
                Outcome::Refused(lang.say("não tem preço", "it has no price"))
            }
            Self::Price(by) => match (now.de.changed_by(*by), now.por.changed_by(*by)) {
                (Some(_), Some(Dinheiro::ZERO)) => {
                    Outcome::Refused(lang.say("ficaria sem preço", "it would have no price"))
                }
                (Some(de), Some(por)) if (de, por) == (now.de, now.por) => Outcome::Same,
                (Some(de), Some(por)) => Outcome::Changes(State { de, por, ..now }),
                _ => Outcome::Refused(lang.say("o preço não caberia", "the price would not fit")),
            },
        }
    }
}

fn percent(lang: Lang, text: &str) -> Result<Dinheiro, Failure> {
    let bounds = lang.say(
        "Escreva um percentual acima de -100 e até 1000.",
        "Write a percentage above -100 and up to 1000.",
    );
    let text = text.trim_end_matches('%').trim().replace('−', "-");
    let text =
        decimal(lang, text.trim_start_matches('+')).map_err(|why| Failure::Wrong("percentual", why))?;
    let by: Option<Dinheiro> = text.parse().ok();
    let within =
        |by: &Dinheiro| (-999_999..=10_000_000).contains(&by.ten_thousandths()) && *by != Dinheiro::ZERO;
    by.filter(within).ok_or_else(|| Failure::Wrong("percentual", bounds.to_owned()))
}

/// What of a SKU can be changed here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct State {
    ativo: bool,
    de: Dinheiro,
    por: Dinheiro,
}

impl State {
    const fn of(sku: &domain::sku::Sku) -> Self {
        Self { ativo: sku.ativo, de: sku.preco_de, por: sku.preco_por }
    }
}

enum Outcome {
    Changes(State),
    Same,
    Refused(&'static str),
}

/// A SKU that was chosen.
struct Chosen {
    sku: SkuId,
    nome: String,
    now: State,
}

/// What will come out.
struct Plan {
    changes: Vec<(Chosen, State)>,
    same: usize,
    refused: Vec<(String, String)>,
}

impl Plan {
    fn of(lang: Lang, deed: &Deed, chosen: Vec<Chosen>, gone: Vec<(String, String)>) -> Self {
        let mut plan = Self { changes: Vec::new(), same: 0, refused: gone };
        for one in chosen {
            match deed.outcome(lang, one.now) {
                Outcome::Changes(then) => plan.changes.push((one, then)),
                Outcome::Same => plan.same += 1,
                Outcome::Refused(why) => plan.refused.push((one.sku.as_str().to_owned(), why.to_owned())),
            }
        }
        plan
    }

    /// What tells it from every other plan.
    fn mark(&self) -> String {
        let mut all = Sha256::new();
        for (one, then) in &self.changes {
            all.update(format!("{:?} {:?} {then:?}\n", one.sku.as_str(), one.now));
        }
        format::hex(&all.finalize())
    }
}

/// The SKUs that a form has chosen, and those that are there no more.
fn chosen(conn: &mut Conn<'_>, loja: LojaId, lang: Lang, form: &Form) -> Result<Gathered, Failure> {
    let whole = |sku: domain::sku::Sku| Chosen { now: State::of(&sku), sku: sku.sku, nome: sku.nome };
    let (mut found, mut gone) = (Vec::new(), Vec::new());
    if form.text("quais") != "lista" {
        for code in form.all("sku").take(MOST) {
            match SkuId::stored(code).ok().map(|id| skus::find(conn, loja, &id)).transpose()?.flatten() {
                Some(sku) => found.push(whole(sku)),
                None => gone.push((code.to_owned(), lang.say("não existe", "it does not exist").to_owned())),
            }
        }
        return Ok((found, gone));
    }
    let filter = filter(form);
    let mut wanted = PageRequest::first(READ);
    loop {
        let page = skus::list(conn, loja, &filter, wanted)?;
        if page.total > MOST as i64 {
            let words = lang.say(
                "São SKUs demais de uma vez; filtre a lista. No máximo:",
                "These are too many SKUs at once; filter the list. At most:",
            );
            return Err(Failure::Refused(format!("{words} {}", format::count(lang, MOST as i64))));
        }
        found.extend(page.rows.into_iter().map(whole));
        let Some(next) = page.next.filter(|_| found.len() < MOST) else { return Ok((found, gone)) };
        wanted = PageRequest { start: PageStart::After(next), size: READ };
    }
}

type Gathered = (Vec<Chosen>, Vec<(String, String)>);

fn filter(form: &Form) -> Filter {
    let busca = Some(form.text("q").to_owned()).filter(|text| !text.is_empty());
    super::filter(busca, Some(form.text("ativo")))
}

async fn submit(visit: LojaVisit, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    visit.acts(&form)?;
    match done(&visit, &form).await {
        Err(failure) => {
            let again = Again::of(form, failure)?;
            let title = visit.lang.say("Mudar muitos", "Change many");
            let body = html! {
                h1 { (title) }
                section.sheet { (Again::alert(Some(&again), &[])) (back(&visit)) }
            };
            Ok(Again::answered(Some(&again), shell::of_loja(&visit, title, &body)))
        }
        answer => answer,
    }
}

fn back(visit: &LojaVisit) -> Markup {
    html! { p.row { a.button href=(visit.address("/skus")) { (visit.lang.say("Voltar à lista", "Back to the list")) } } }
}

async fn done(visit: &LojaVisit, form: &Form) -> Result<HttpResponse, Failure> {
    let (lang, loja) = (visit.lang, visit.id());
    let deed = Deed::of(lang, form)?;
    let asked = form.clone();
    let (found, gone) = visit.read(move |conn| chosen(conn, loja, lang, &asked)).await?;
    let plan = Plan::of(lang, &deed, found, gone);
    if form.text("visto") != plan.mark() {
        return Ok(preview(visit, form, &deed, &plan));
    }
    let Plan { changes, same, mut refused } = plan;
    let (mut count, mut rest) = (0, changes.as_slice());
    let mut why = lang.say("o servidor está parando", "the server is stopping");
    while let Some((batch, others)) =
        rest.split_at_checked(BATCH.min(rest.len())).filter(|(one, _)| !one.is_empty())
    {
        if visit.state.goes_on().is_break() {
            break;
        }
        match write(visit, &deed, batch).await {
            Ok((written, not)) => {
                count += written;
                refused.extend(not);
            }
            Err(failure) if count == 0 => return Err(failure),
            // what is done stays done, and is told
            Err(failure) => {
                tracing::error!(%failure, "a batch of many changes failed");
                why = lang.say(
                    "houve uma falha: confira antes de repetir",
                    "something failed: look before you repeat it",
                );
                break;
            }
        }
        rest = others;
    }
    refused.extend(rest.iter().map(|(one, _)| (one.sku.as_str().to_owned(), why.to_owned())));
    Ok(result(visit, &deed, (count, same), &refused))
}

/// Changes some SKUs in one transaction, and records it: how many, and which were refused, and why.
async fn write(
    visit: &LojaVisit,
    deed: &Deed,
    batch: &[(Chosen, State)],
) -> Result<(usize, Vec<(String, String)>), Failure> {
    let (lang, loja) = (visit.lang, visit.id());
    let batch: Vec<(SkuId, State, State)> =
        batch.iter().map(|(one, then)| (one.sku.clone(), one.now, *then)).collect();
    let (deed, words) = (deed.clone(), deed.words(Lang::Pt));
    let (act, about) = match &deed {
        Deed::Send(canal) => (Act::ChannelSynced, canal.as_str().to_owned()),
        Deed::Active(_) | Deed::Price(_) => (Act::SkusChanged, words),
    };
    visit
        .act_here((act, about), move |tx| {
            must_be_active(tx, loja, lang)?;
            let gone = lang.say("não existe mais", "it exists no more").to_owned();
            let mut refused = Vec::new();
            let count = match &deed {
                Deed::Send(canal) => {
                    let row = canais::find(tx, loja, canal)?.ok_or(Failure::Missing)?;
                    let key = channels::CanalKey { loja, canal: row.num };
                    channels::find(tx, key)?.ok_or(Failure::Missing)?;
                    let unlisted = lang.say("sem anúncio neste canal", "no listing in this channel");
                    let mut ids = Vec::with_capacity(batch.len());
                    for (sku, ..) in &batch {
                        match channels::find_listing(tx, key, sku)? {
                            Some(_) => ids.push(sku.clone()),
                            None => refused.push((sku.as_str().to_owned(), unlisted.to_owned())),
                        }
                    }
                    channels::look_anew(tx, key, Some(&ids))?
                }
                Deed::Active(_) | Deed::Price(_) => {
                    let codes: Vec<&str> = batch.iter().map(|(sku, ..)| sku.as_str()).collect();
                    let mut others = Vec::new();
                    let there = skus::edit_lote(tx, loja, &codes, |place, produto| {
                        let Some((_, before, then)) = batch.get(place) else { return false };
                        if State::of(&produto.sku) != *before {
                            others.push(place);
                            return false;
                        }
                        (produto.sku.ativo, produto.sku.preco_de, produto.sku.preco_por) =
                            (then.ativo, then.de, then.por);
                        true
                    })?;
                    let changed = lang.say("mudou agora mesmo", "it has just changed");
                    for (place, (code, there)) in codes.iter().zip(&there).enumerate() {
                        match (there, others.contains(&place)) {
                            (false, _) => refused.push(((*code).to_owned(), gone.clone())),
                            (true, true) => refused.push(((*code).to_owned(), changed.to_owned())),
                            (true, false) => {}
                        }
                    }
                    codes.len() - refused.len()
                }
            };
            Ok(((count, refused), Some(format!("{count} SKUs"))))
        })
        .await
}

fn sku_link(visit: &LojaVisit, sku: &str) -> Markup {
    html! { a.code href=(visit.address(&format!("/skus/ver?codigo={}", escaped(sku)))) { (sku) } }
}

fn preview(visit: &LojaVisit, form: &Form, deed: &Deed, plan: &Plan) -> HttpResponse {
    let lang = visit.lang;
    let n = plan.changes.len();
    let state = |one: &State| match deed {
        Deed::Active(_) if one.ativo => lang.say("ativo", "active").to_owned(),
        Deed::Active(_) => lang.say("inativo", "inactive").to_owned(),
        Deed::Price(_) => format!("R$ {}", format::money(lang, one.por)),
        Deed::Send(_) => String::new(),
    };
    let content = html! {
        input type="hidden" name="visto" value=(plan.mark());
        @for name in ["ato", "quais", "percentual", "q", "ativo"] {
            input type="hidden" name=(name) value=(form.text(name)); }
        @if form.text("quais") != "lista" { @for code in form.all("sku") {
            input type="hidden" name="sku" value=(code); } }
        div.row {
            button.strong autofocus { (deed.words(lang)) " · " (format::count(lang, n as i64)) " SKUs" }
            a.button href=(visit.address("/skus")) { (lang.say("Voltar", "Back")) }
        }
    };
    let title = deed.words(lang);
    let body = html! {
        h1 { (title) }
        p.sub { (lang.say("Ainda não foi feito. Vai ficar assim:", "Not done yet. It will be like this:")) }
        section.sheet {
            (pairs(lang, n, plan.same, plan.refused.len()))
            @if let Deed::Price(_) = deed { p.faint { (lang.say("O preço “de” muda junto. Preços próprios de canais ficam \
                como estão.", "The “from” price changes, too. Prices of channels stay as they are.")) } }
            @if n == 0 { (back(visit)) } @else { (act(visit, &visit.address("/skus/massa"), &content)) }
        }
        @if n > 0 { section.sheet {
            div.scroll tabindex="0" { table {
                thead { tr {
                    th scope="col" { "SKU" }
                    th scope="col" { (lang.say("Nome", "Name")) }
                    th.num scope="col" { (lang.say("Agora", "Now")) }
                    th.num scope="col" { (lang.say("Depois", "Then")) }
                } }
                tbody { @for (one, then) in plan.changes.iter().take(SHOWN) { tr {
                    td { (sku_link(visit, one.sku.as_str())) }
                    td { (one.nome) }
                    td.num { (state(&one.now)) }
                    td.num { b { (state(then)) } }
                } } }
            } }
            @if n > SHOWN { p.faint { (lang.say("e mais", "and")) " " (format::count(lang, (n - SHOWN) as i64))
                @if lang == Lang::En { " more" } } }
        } }
        (refusals(visit, &plan.refused))
    };
    shell::of_loja(visit, &title, &body)
}

fn pairs(lang: Lang, changes: usize, same: usize, refused: usize) -> Markup {
    let count = |n: usize| html! { b { (format::count(lang, n as i64)) } };
    crate::view::parts::pairs(&[
        (lang.say("Mudam", "Change"), count(changes)),
        (lang.say("Já estão assim", "Are so already"), count(same)),
        (lang.say("Recusados", "Refused"), count(refused)),
    ])
}

fn refusals(visit: &LojaVisit, refused: &[(String, String)]) -> Markup {
    let lang = visit.lang;
    html! { @if !refused.is_empty() { section.sheet {
        h2 { (lang.say("Recusados", "Refused")) }
        ul.reasons { @for (sku, why) in refused.iter().take(SHOWN) { li { (sku_link(visit, sku)) ": " (why) } } }
        @if refused.len() > SHOWN { p.faint { (lang.say("No total:", "In all:")) " "
            (format::count(lang, refused.len() as i64)) } }
    } } }
}

fn result(
    visit: &LojaVisit,
    deed: &Deed,
    (count, same): (usize, usize),
    refused: &[(String, String)],
) -> HttpResponse {
    let lang = visit.lang;
    let title = deed.words(lang);
    let number = |n: usize| format::count(lang, n as i64);
    let body = html! {
        p.told role="status" {
            (lang.say("Feito em", "Done for")) " " (number(count)) " SKUs · " (lang.say("já estavam assim:", "so already:"))
            " " (number(same)) " · " (lang.say("recusados:", "refused:")) " " (number(refused.len()))
        }
        h1 { (title) }
        (refusals(visit, refused))
        (back(visit))
    };
    shell::of_loja(visit, &title, &body)
}

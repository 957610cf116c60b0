//! Listings of a channel: what it has of each SKU beside what it should show, and which SKU is bound to which listing.

use std::collections::HashMap;

use actix_web::{HttpResponse, web};
use domain::conexao::{EstadoAnuncio, EstadoErro, ModoConexao, SobreErro};
use domain::console::Act;
use domain::values::ids::{CanalId, SkuId};
use maud::{Markup, html};
use store::Conn;
use store::channels::{self, Anuncio, AnuncioFilter, AtChannel, Conexao, Erro, ErroFilter};
use store::paging::{Page, PageRequest};

use super::channel::{Channel, asked, back, sent};
use crate::access::{LojaVisit, Sent, must_be_active, writable};
use crate::error::Failure;
use crate::lang::Lang;
use crate::view::parts::{
    act, badge, choices, escaped, nothing, page_of, pager, parameter, parameter_as, when,
};
use crate::view::words::{self, Mood};
use crate::view::{format, shell};

/// Longest identifier of a listing.
const EXTERNAL_MAX: usize = 1000;

/// Errors of the SKUs of a page that are shown.
const ERRORS: u32 = 500;

/// The routes of this file.
pub fn mount(cfg: &mut web::ServiceConfig) {
    cfg.route("/canais/anuncios", web::get().to(show))
        .route("/canais/anuncios/{ato:vincular|desvincular}", web::post().to(submit))
        .route("/canais/diferencas", web::get().to(differences));
}

/// What the address asks for: a word of it, and what it means.
fn filter(word: &str) -> Option<AnuncioFilter> {
    let all = AnuncioFilter::default();
    Some(match word {
        "com-erro" => AnuncioFilter { com_erro: Some(true), ..all },
        "a-enviar" => AnuncioFilter { devido: Some(true), ..all },
        other => AnuncioFilter { estado: Some(EstadoAnuncio::parse_ignoring_case(other)?), ..all },
    })
}

/// All that is shown.
struct Seen {
    channel: Channel,
    page: Page<Anuncio>,
    sides: Sides,
    errors: HashMap<String, Vec<Erro>>,
}

async fn show(visit: LojaVisit) -> Result<HttpResponse, Failure> {
    let (lang, loja, id, wanted) = (visit.lang, visit.id(), asked(&visit)?, page_of(&visit));
    let which = parameter(&visit, "ver").unwrap_or_default();
    let sought = parameter(&visit, "sku");
    let filter = parameter_as(&visit, "ver", filter)?.unwrap_or_default();
    let sku = sought.clone().map(SkuId::stored);
    let seen = visit
        .read(move |conn| {
            let (channel, conexao) = Channel::connected(conn, loja, &id)?;
            let page = match sku {
                None => channels::list_listings(conn, channel.key, &filter, wanted)?,
                Some(sku) => {
                    let found = match sku {
                        Ok(sku) => channels::find_listing(conn, channel.key, &sku)?,
                        Err(_) => None,
                    };
                    let total = i64::from(found.is_some());
                    Page { rows: found.into_iter().collect(), total, pagina: 1, next: None, cut: false }
                }
            };
            let of_rows = ErroFilter {
                canal: Some(channel.key.canal),
                sobre: Some(SobreErro::Sku),
                chaves: Some(page.rows.iter().map(|one| one.sku.as_str().to_owned()).collect()),
                estado: Some(EstadoErro::Aberto),
                causa: None,
            };
            let mut errors: HashMap<String, Vec<Erro>> = HashMap::new();
            for one in channels::list_errors(conn, loja, &of_rows, PageRequest::first(ERRORS))?.rows {
                errors.entry(one.chave.clone()).or_default().push(one);
            }
            let sides = Sides::of(conn, &conexao)?;
            Ok(Seen { channel, page, sides, errors })
        })
        .await?;
    let told = [
        ("vinculado", lang.say("O SKU foi vinculado ao anúncio.", "The SKU was bound to the listing.")),
        (
            "desvinculado",
            lang.say(
                "O SKU foi desvinculado: no canal nada mudou.",
                "The SKU was unbound: nothing changed at the channel.",
            ),
        ),
    ];
    let address = seen.channel.address(&visit, "anuncios");
    let choice = |word: &str, words: &'static str| {
        let address = if word.is_empty() { address.clone() } else { format!("{address}&ver={word}") };
        (address, words, None, sought.is_none() && which == word)
    };
    let mut all = vec![choice("", lang.say("Todos", "All"))];
    all.extend(EstadoAnuncio::ALL.iter().map(|one| choice(one.name(), words::anuncio(lang, *one).0)));
    all.push(choice("com-erro", lang.say("com erro", "with an error")));
    all.push(choice("a-enviar", lang.say("a enviar", "to be sent")));
    let body = html! {
        (seen.channel.head(&visit, "anuncios", &told))
        (choices(lang.say("Quais", "Which"), &all))
        form.search.short role="search" aria-label=(lang.say("Um SKU", "One SKU")) {
            input type="hidden" name="canal" value=(seen.channel.row.canal.canal_id.as_str());
            input type="search" name="sku" value=[sought.as_deref()]
                placeholder=(lang.say("Código do SKU", "The SKU's code"))
                aria-label=(lang.say("Código do SKU", "The SKU's code"));
        }
        section.sheet {
            @if seen.page.rows.is_empty() { (nothing(lang.say("Nenhum anúncio aqui.", "No listing here."))) }
            @else { (table(&visit, &seen)) }
        }
        (pager(&visit, &seen.page))
    };
    Ok(shell::of_loja(&visit, &seen.channel.row.canal.nome, &body))
}

fn sku_link(visit: &LojaVisit, sku: &SkuId) -> Markup {
    html! { a.code.strong href=(visit.address(&format!("/skus/ver?codigo={}", escaped(sku.as_str())))) {
    (sku.as_str()) } }
}

/// What a channel has of its SKUs, beside what it should have.
pub struct Sides {
    /// The hub sends what differs: what it has sent is what is there. Else it is what was read last.
    sends: bool,
    /// Units that orders of the channel hold there.
    held: HashMap<String, i64>,
}

/// One thing of a SKU: its name, what the channel has, what it should have, and whether they differ.
struct Side {
    what: &'static str,
    there: String,
    here: String,
    differs: bool,
}

impl Sides {
    /// Of a connection.
    pub fn of(conn: &mut Conn<'_>, conexao: &Conexao) -> Result<Self, Failure> {
        let sends = conexao.settings.modo == ModoConexao::Total;
        Ok(Self { sends, held: channels::held_units(conn, conexao.key)? })
    }

    fn units(&self, one: &Anuncio) -> i64 {
        i64::from(one.quer.estoque) + self.held.get(one.sku.as_str()).copied().unwrap_or(0)
    }

    /// What is known of the channel.
    fn there(&self, one: &Anuncio) -> AtChannel {
        let (has, seen) = (one.tem, one.visto);
        match self.sends {
            true => has,
            false => AtChannel {
                estoque: seen.estoque.or(has.estoque),
                preco: seen.preco.or(has.preco),
                ativo: seen.ativo.or(has.ativo),
            },
        }
    }

    /// Whether a listing is missing, and whether stock, price and sale are others. Nothing else is asked of what is not
    /// for sale.
    fn compared(&self, one: &Anuncio) -> [bool; 4] {
        let (bound, shown, there) = (one.externo.is_some(), one.quer.publicavel, self.there(one));
        [
            !bound && shown,
            bound && shown && there.estoque != Some(self.units(one)),
            bound && shown && there.preco != Some(one.quer.preco.preco_por),
            bound && there.ativo.is_some_and(|ativo| ativo != shown),
        ]
    }

    /// The listing, stock, price and sale of a SKU.
    fn all(&self, lang: Lang, one: &Anuncio) -> [Side; 4] {
        let yes = |on: bool| if on { lang.say("sim", "yes") } else { lang.say("não", "no") }.to_owned();
        let known = |text: Option<String>| text.unwrap_or_else(|| "–".to_owned());
        let (there, [missing, stock, price, sale]) = (self.there(one), self.compared(one));
        let side = |what, there, here, differs| Side { what, there, here, differs };
        [
            side(
                lang.say("anúncio", "listing"),
                yes(one.externo.is_some()),
                yes(one.quer.publicavel),
                missing,
            ),
            side(
                lang.say("estoque", "stock"),
                known(there.estoque.map(|n| format::count(lang, n))),
                format::count(lang, self.units(one)),
                stock,
            ),
            side(
                lang.say("preço", "price"),
                known(there.preco.map(|price| format::money(lang, price))),
                format::money(lang, one.quer.preco.preco_por),
                price,
            ),
            side(
                lang.say("à venda", "for sale"),
                known(there.ativo.map(yes)),
                yes(one.quer.publicavel),
                sale,
            ),
        ]
    }
}

fn table(visit: &LojaVisit, seen: &Seen) -> Markup {
    let lang = visit.lang;
    html! { div.scroll tabindex="0" { table {
        thead { tr {
            th scope="col" { "SKU" }
            th scope="col" { (lang.say("Situação", "State")) }
            th.num scope="col" { (lang.say("Estoque lá / aqui", "Stock there / here")) }
            th.num scope="col" { (lang.say("Preço lá / aqui", "Price there / here")) }
            th scope="col" { (lang.say("À venda lá / aqui", "For sale there / here")) }
            th scope="col" { (lang.say("A enviar", "To be sent")) }
            th scope="col" { (lang.say("Erro", "Error")) }
            th scope="col" { (lang.say("Anúncio", "Listing")) }
        } }
        tbody { @for one in &seen.page.rows {
            @let [_, stock, price, sale] = seen.sides.all(lang, one);
            tr {
                td { (sku_link(visit, &one.sku)) }
                td { (badge(words::anuncio(lang, one.estado))) }
                td.num { (both(&stock)) }
                td.num { (both(&price)) }
                td { (both(&sale)) }
                td { @match one.devida_em { Some(at) => (when(visit, at)), None => "–" } }
                td { @for erro in seen.errors.get(one.sku.as_str()).into_iter().flatten() {
                    div { a href={ (seen.channel.address(visit, "erros")) "&causa=" (erro.causa.word()) } {
                        (words::remedy(lang, erro.causa)) } }
                } }
                td { (binding(visit, &seen.channel.row.canal.canal_id, one)) }
            }
        } }
    } } }
}

fn both(side: &Side) -> Markup {
    html! { b.bad[side.differs] { (side.there) } " / " (side.here) }
}

/// The listing that a SKU is bound to, and what changes that.
fn binding(visit: &LojaVisit, canal: &CanalId, one: &Anuncio) -> Markup {
    let lang = visit.lang;
    let form = |what: &str, content: &Markup| {
        act(
            visit,
            &visit.address(&format!("/canais/anuncios/{what}")),
            &html! {
                input type="hidden" name="canal" value=(canal.as_str());
                input type="hidden" name="sku" value=(one.sku.as_str());
                (content)
            },
        )
    };
    let question = lang.say("Desvincular? No canal nada muda.", "Unbind? Nothing changes at the channel.");
    let named = |words: &str| html! { (words) span.unseen { " " (one.sku.as_str()) } };
    html! { @match &one.externo {
        Some(externo) => {
            @match one.endereco.as_deref().filter(|url| url.starts_with("https://") || url.starts_with("http://")) {
                Some(url) => a.code href=(url) rel="noreferrer" { (externo) },
                None => span.code { (externo) },
            }
            (form("desvincular", &html! { button.small.danger data-question=(question) {
                (named(lang.say("Desvincular", "Unbind"))) } }))
        },
        None => { @if visit.may_act() { details.action {
            summary.button.small { (named(lang.say("Vincular…", "Bind…"))) }
            (form("vincular", &html! {
                label { span { (lang.say("Número do anúncio no canal", "The listing's number at the channel")) }
                    input name="externo" required maxlength=(EXTERNAL_MAX) autocomplete="off"; }
                button.strong { (lang.say("Vincular", "Bind")) }
            }))
        } } @else { "–" } },
    } }
}

async fn differences(visit: LojaVisit) -> Result<HttpResponse, Failure> {
    let (lang, loja, id, wanted) = (visit.lang, visit.id(), asked(&visit)?, page_of(&visit));
    let (channel, page, sides) = visit
        .read(move |conn| {
            let (channel, conexao) = Channel::connected(conn, loja, &id)?;
            let page = channels::differences(conn, channel.key, wanted)?;
            let sides = Sides::of(conn, &conexao)?;
            Ok((channel, page, sides))
        })
        .await?;
    let body = html! {
        (channel.head(&visit, "diferencas", &[]))
        section.sheet {
            @if page.total == 0 {
                (nothing(lang.say("O canal mostra o que deve. ✓", "The channel shows what it should. ✓")))
            } @else { (differing(&visit, &page.rows, &sides)) }
        }
        (pager(&visit, &page))
    };
    Ok(shell::of_loja(&visit, &channel.row.canal.nome, &body))
}

/// What listings have otherwise than they should.
pub fn differing(visit: &LojaVisit, rows: &[Anuncio], sides: &Sides) -> Markup {
    let lang = visit.lang;
    html! { div.scroll tabindex="0" { table {
        thead { tr {
            th scope="col" { "SKU" }
            th scope="col" { (lang.say("O quê", "What")) }
            th.num scope="col" { (lang.say("No canal", "At the channel")) }
            th.num scope="col" { (lang.say("Deveria", "Should be")) }
            th scope="col" { (lang.say("Lido em", "Read at")) }
        } }
        tbody { @for one in rows {
            @for side in sides.all(lang, one).iter().filter(|side| side.differs) { tr {
                td { (sku_link(visit, &one.sku)) }
                td { (badge((side.what, Mood::Warn))) }
                td.num { b.bad { (side.there) } }
                td.num { (side.here) }
                td { @match one.visto_em { Some(at) => (when(visit, at)), None => "–" } }
            } }
        } }
    } } }
}

async fn submit(visit: LojaVisit, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    visit.acts(&form)?;
    let (lang, loja, id) = (visit.lang, visit.id(), sent(&form)?);
    let binds = visit.req.match_info().get("ato") == Some("vincular");
    let sku = SkuId::stored(form.text("sku")).map_err(|_| Failure::Missing)?;
    let externo = form.text("externo").to_owned();
    if binds
        && (externo.is_empty() || externo.chars().count() > EXTERNAL_MAX || !externo.chars().all(writable))
    {
        let words = lang.say("Escreva o número do anúncio.", "Write the listing's number.");
        return Err(Failure::Wrong("externo", words.to_owned()));
    }
    let act = if binds { Act::ListingBound } else { Act::ListingUnbound };
    let (named, subject) = (id.clone(), sku.as_str().to_owned());
    visit
        .act_here((act, subject), move |tx| {
            must_be_active(tx, loja, lang)?;
            let (channel, _) = Channel::connected(tx, loja, &named)?;
            let one = channels::find_listing(tx, channel.key, &sku)?.ok_or(Failure::Missing)?;
            if !binds {
                channels::unbind(tx, channel.key, one.sku_num)?;
                return Ok(((), Some(format!("{}: {}", named.as_str(), one.externo.unwrap_or_default()))));
            }
            match channels::bind(tx, channel.key, one.sku_num, &externo)? {
                Ok(()) => Ok(((), Some(format!("{}: {externo}", named.as_str())))),
                Err(other) => {
                    let words = lang.say("Este anúncio já é de outro SKU:", "This listing is another SKU's:");
                    Err(Failure::Refused(format!("{words} {}", other.as_str())))
                }
            }
        })
        .await?;
    Ok(back(&visit, "anuncios", &id, if binds { "vinculado" } else { "desvinculado" }))
}

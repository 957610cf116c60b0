//! The connection of a channel: its mode, state and pending work, and the forms that change them.

use actix_web::{HttpResponse, web};
use domain::conexao::{EstadoAnuncio, EstadoConexao, EstadoErro, ModoConexao, SobreErro};
use domain::console::Act;
use domain::tipo_canal::{Consentimento, TypeCatalogue};
use domain::values::dates::Instante;
use maud::{Markup, html};
use store::channels::{self, Anuncio, AnuncioFilter, Conexao, Erro, ErroFilter, Settings, Waiting};
use store::paging::{Page, PageRequest};
use store::{Conn, Tx, canais};

use super::anuncios::{self, Sides};
use super::channel::{Channel, asked, back, kind, sent, unchanged};
use crate::access::{Form, LojaVisit, Sent, must_be_active};
use crate::error::Failure;
use crate::lang::Lang;
use crate::view::parts::{act, badge, nothing, pairs, when};
use crate::view::words::{self, Mood};
use crate::view::{format, shell};

/// The routes of this file.
pub fn mount(cfg: &mut web::ServiceConfig) {
    cfg.route("/canais/conexao", web::get().to(show))
        .route("/canais/conexao/total", web::get().to(rehearse))
        .route("/canais/conexao/desconectar", web::get().to(ask))
        .route(
            "/canais/conexao/{ato:modo|verificar|sincronizar|desconectar|autorizar}",
            web::post().to(submit),
        );
}

/// What a connection has to do.
struct Work {
    conexao: Conexao,
    erro: Option<Erro>,
    waiting: Waiting,
    window: Option<(i64, i64)>,
    open: i64,
    errors: i64,
    unlisted: i64,
    /// What ends the address of its notices.
    aviso: Option<String>,
}

impl Work {
    fn of(conn: &mut Conn<'_>, conexao: Conexao) -> Result<Self, Failure> {
        let (key, loja) = (conexao.key, conexao.key.loja);
        let about = ErroFilter {
            canal: Some(key.canal),
            sobre: Some(SobreErro::Conexao),
            estado: Some(EstadoErro::Aberto),
            ..ErroFilter::default()
        };
        let erros = channels::list_errors(conn, loja, &about, PageRequest::first(1))?.rows;
        Ok(Self {
            erro: erros.into_iter().next(),
            waiting: channels::waiting(conn, key)?,
            window: channels::window(conn, key)?,
            open: channels::open_orders(conn, key)?,
            errors: channels::open_errors(conn, loja)?.get(&key.canal).copied().unwrap_or(0),
            unlisted: unlisted(conn, &conexao)?,
            aviso: channels::bell_of(conn, key)?,
            conexao,
        })
    }
}

/// SKUs that the channel has no listing of.
fn unlisted(conn: &mut Conn<'_>, conexao: &Conexao) -> Result<i64, Failure> {
    let absent = AnuncioFilter { estado: Some(EstadoAnuncio::Ausente), ..AnuncioFilter::default() };
    Ok(channels::list_listings(conn, conexao.key, &absent, PageRequest::first(1))?.total)
}

/// What is said once it is done.
fn told(lang: Lang) -> [(&'static str, &'static str); 5] {
    [
        (
            "criado",
            lang.say(
                "O canal foi criado e conectado. A conta está sendo verificada.",
                "The channel was made and connected. Its account is being checked.",
            ),
        ),
        ("modo", lang.say("A conexão foi gravada.", "The connection was saved.")),
        ("verificar", lang.say("A conta é verificada agora.", "The account is checked now.")),
        (
            "sincronizar",
            lang.say(
                "Os anúncios e os pedidos são conferidos de novo agora.",
                "Listings and orders are looked through again now.",
            ),
        ),
        ("desconectar", lang.say("O canal foi desconectado.", "The channel was disconnected.")),
    ]
}

async fn show(visit: LojaVisit) -> Result<HttpResponse, Failure> {
    let (lang, loja, id) = (visit.lang, visit.id(), asked(&visit)?);
    let (channel, work) = visit
        .read(move |conn| {
            let channel = Channel::find(conn, loja, &id)?;
            let work = channel.conexao.clone().map(|one| Work::of(conn, one)).transpose()?;
            Ok((channel, work))
        })
        .await?;
    let body = html! {
        (channel.head(&visit, "conexao", &told(lang)))
        @match &work {
            None => section.sheet { (unconnected(&visit, &channel)) },
            Some(work) => {
                (buttons(&visit, &channel))
                div.grid {
                    section.sheet.c6 { h2 { (lang.say("Conta", "Account")) } (account(&visit, &channel, work)) }
                    section.sheet.c6 { h2 { (lang.say("Agora", "Now")) } (now(&visit, &channel, work)) }
                    section.sheet.c12 {
                        h2 { (lang.say("O que o hub faz neste canal", "What the hub does in this channel")) }
                        (modes(&visit, &channel, &work.conexao))
                    }
                }
            }
        }
    };
    Ok(shell::of_loja(&visit, &channel.row.canal.nome, &body))
}

fn unconnected(visit: &LojaVisit, channel: &Channel) -> Markup {
    let lang = visit.lang;
    if !kind(visit, &channel.row.canal.tipo_canal).is_some_and(|kind| kind.conector) {
        return nothing(lang.say(
            "O hub não fala com este tipo de canal: um programa de fora leva as ofertas e traz os pedidos, pela \
             interface A.",
            "The hub does not speak to this kind of channel: an outside program carries offers there and brings \
             orders, by interface A.",
        ));
    }
    html! {
        h2 { (lang.say("Não conectado", "Not connected")) }
        p { (lang.say(
            "O hub não fala com este canal ainda. Ao conectar, ele entra na conta com as configurações do canal, \
             procura os anúncios e mostra o que está diferente. Nada é escrito no canal até que se escolha.",
            "The hub does not speak to this channel yet. Once connected, it logs in to the account with the channel's \
             settings, looks for its listings and shows what differs. Nothing is written there until somebody says so."))
        }
        p.row { (mode_form(visit, channel, (ModoConexao::Leitura, false), lang.say("Conectar (só leitura)",
            "Connect (reading only)"))) }
    }
}

/// A button that decides about the connection.
fn mode_form(
    visit: &LojaVisit,
    channel: &Channel,
    (modo, publicar): (ModoConexao, bool),
    words: &str,
) -> Markup {
    act(
        visit,
        &visit.address("/canais/conexao/modo"),
        &html! {
            (names(channel))
            input type="hidden" name="modo" value=(modo.name());
            @if publicar { input type="hidden" name="publicar" value="sim"; }
            button.strong[modo != ModoConexao::Total] { (words) }
        },
    )
}

/// What every form about a connection carries: the channel, and what its sender has seen.
fn names(channel: &Channel) -> Markup {
    html! {
        input type="hidden" name="canal" value=(channel.row.canal.canal_id.as_str());
        input type="hidden" name="visto" value=(channel.seen());
    }
}

fn buttons(visit: &LojaVisit, channel: &Channel) -> Markup {
    let lang = visit.lang;
    let button = |what: &str, words: &str| {
        let address = visit.address(&format!("/canais/conexao/{what}"));
        act(visit, &address, &html! { (names(channel)) button { (words) } })
    };
    html! { @if visit.may_act() { div.actions {
        (button("verificar", lang.say("Verificar agora", "Check now")))
        (button("sincronizar", lang.say("Sincronizar tudo", "Synchronise all")))
        a.button.danger href=(channel.address(visit, "conexao/desconectar")) {
            (lang.say("Desconectar…", "Disconnect…")) }
    } } }
}

fn account(visit: &LojaVisit, channel: &Channel, work: &Work) -> Markup {
    let (lang, one) = (visit.lang, &work.conexao);
    let paused = one.pausada_ate > Instante::now();
    html! {
        (pairs(&[
            (lang.say("Situação", "State"), badge(words::conexao(lang, one.estado))),
            (lang.say("Conta", "Account"), html! {
                @if one.conta.is_empty() { "–" } @else { (one.conta_nome) " " span.code.faint { (one.conta) } } }),
            (lang.say("Mudou", "Changed"), when(visit, one.alterado_em)),
            (lang.say("Em pausa até", "Paused until"), html! {
                @if paused { (when(visit, one.pausada_ate)) } @else { "–" } }),
        ]))
        (consent(visit, channel, one))
        @if let Some(erro) = &work.erro {
            p.row { b { (words::remedy(lang, erro.causa)) } }
            (told_by_channel(visit, erro))
        }
        @if let Some((url, aviso)) = visit.state.ingress_url.as_str().zip(work.aviso.as_ref()) {
            div.note.faint { (lang.say("Endereço para os avisos do canal, se ele os manda: ",
                "Address for the channel's notices, where it can send any: ")) span.code { (url) "/aviso/" (aviso) } }
        }
    }
}

/// The way to the consent of the account's owner, where the channel asks for it.
fn consent(visit: &LojaVisit, channel: &Channel, one: &Conexao) -> Markup {
    let lang = visit.lang;
    let address = visit.address("/canais/conexao/autorizar");
    let lost = one.estado == EstadoConexao::SemAcesso;
    html! { @match kind(visit, &channel.row.canal.tipo_canal).map(|kind| &kind.consentimento) {
        Some(Consentimento::At(_)) => { @if visit.may_act() {
            p.row { (act(visit, &address, &html! { (names(channel)) button.strong[lost] {
                @if one.conta.is_empty() || lost { (lang.say("Conectar", "Connect")) }
                @else { (lang.say("Autorizar de novo", "Consent anew")) } } })) }
            div.note.faint { (lang.say(
                "Abre a página do canal, onde o dono da conta autoriza o hub, e volta. Vale por dez minutos.",
                "Opens the channel's page, where the account's owner lets the hub in, and comes back. Good for ten minutes.")) }
        } },
        Some(Consentimento::NoApplication) => p.told.bad { (lang.say(
            "Este canal precisa de uma autorização, e quem opera o hub ainda não cadastrou nele uma aplicação do canal.",
            "This channel needs a consent, and the hub's operator has no application of the channel yet.")) },
        Some(Consentimento::NotNeeded) | None => {},
    } }
}

/// The channel's own code and words of an error.
pub fn told_by_channel(visit: &LojaVisit, erro: &Erro) -> Markup {
    let lang = visit.lang;
    html! {
        div.faint { span.code { (erro.causa.word()) }
            @if !erro.membro.is_empty() { " · " span.code { (erro.membro) } }
            @if !erro.codigo.is_empty() { " · " (lang.say("código", "code")) " " span.code { (erro.codigo) } }
        }
        @if !erro.texto.is_empty() { div.faint { "“" (erro.texto) "”" } }
    }
}

fn now(visit: &LojaVisit, channel: &Channel, work: &Work) -> Markup {
    let (lang, waiting) = (visit.lang, &work.waiting);
    let count = |n: i64| format::count(lang, n);
    let linked = |n: i64, page: &str| {
        html! { @if n > 0 { a href=(channel.address(visit, page)) { (count(n)) } }
        @else { "0" } }
    };
    pairs(&[
        (
            lang.say("A enviar", "To be sent"),
            html! { (count(waiting.devidos))
            @if let Some(since) = waiting.mais_antigo { ", " (lang.say("desde", "since")) " " (when(visit, since)) } },
        ),
        (
            lang.say("Unidades em risco agora", "Units at risk now"),
            html! { b.bad[waiting.unidades > 0] { (count(waiting.unidades)) }
            div.note.faint { (lang.say("o canal ainda as oferece e aqui já não existem",
                "the channel still offers them, and they are gone here")) } },
        ),
        (
            lang.say("Tempo até o canal aceitar", "Time until the channel accepts"),
            html! { @match work.window {
                None => "–",
                Some((half, most)) => {
                    (lang.say("metade em até", "half within")) " " (format::duration(lang, half)) ", "
                    (lang.say("99 % em até", "99 % within")) " " (format::duration(lang, most))
                }
            } },
        ),
        (lang.say("Pedidos abertos no canal", "Orders open there"), html! { (count(work.open)) }),
        (
            lang.say("SKUs sem anúncio", "SKUs without a listing"),
            linked(work.unlisted, "anuncios&ver=ausente"),
        ),
        (lang.say("Erros abertos", "Open errors"), linked(work.errors, "erros")),
    ])
}

fn modes(visit: &LojaVisit, channel: &Channel, one: &Conexao) -> Markup {
    let (lang, now) = (visit.lang, one.settings);
    html! {
        dl.pairs { @for modo in ModoConexao::ALL {
            @let (name, does) = words::modo(lang, modo);
            dt { (name) }
            dd {
                @if modo == now.modo { (badge((lang.say("agora", "now"), Mood::Good))) " " }
                (does)
                @if modo != now.modo && visit.may_act() { p.row {
                    @if modo == ModoConexao::Total {
                        a.button href=(channel.address(visit, "conexao/total")) {
                            (lang.say("Ver o que mudaria…", "See what would change…")) }
                    } @else {
                        (mode_form(visit, channel, (modo, now.publicar), &format!("{} {name}",
                            lang.say("Passar para", "Go to"))))
                    }
                } }
            }
        }
        dt { (lang.say("publicar", "publish")) }
        dd {
            (badge(if now.publicar { (lang.say("ligado", "on"), Mood::Good) }
                else { (lang.say("desligado", "off"), Mood::Plain) })) " "
            (lang.say("No modo total, um SKU que o canal não tem ganha um anúncio lá.",
                "In mode total, a SKU that the channel lacks gets a listing there."))
            @if visit.may_act() { p.row { (mode_form(visit, channel, (now.modo, !now.publicar),
                if now.publicar { lang.say("Desligar a publicação", "Switch publishing off") }
                else { lang.say("Ligar a publicação", "Switch publishing on") })) } }
        } }
    }
}

/// What mode `total` would change, before it does.
async fn rehearse(visit: LojaVisit) -> Result<HttpResponse, Failure> {
    let (lang, loja, id) = (visit.lang, visit.id(), asked(&visit)?);
    let (channel, conexao, page, sides, absent, sought) = visit
        .read(move |conn| {
            let (channel, conexao) = Channel::connected(conn, loja, &id)?;
            let page: Page<Anuncio> = channels::differences(conn, channel.key, PageRequest::first(20))?;
            let sides = Sides::of(conn, &conexao)?;
            let absent = unlisted(conn, &conexao)?;
            let looks = AnuncioFilter { estado: Some(EstadoAnuncio::Procurando), ..AnuncioFilter::default() };
            let sought = channels::list_listings(conn, channel.key, &looks, PageRequest::first(1))?.total;
            Ok((channel, conexao, page, sides, absent, sought))
        })
        .await?;
    let title = lang.say("O que mudaria no modo total", "What would change in mode total");
    let count = |n: i64| format::count(lang, n);
    let publicar = conexao.settings.publicar;
    let body = html! {
        h1 { (title) }
        p.sub { (channel.row.canal.nome) }
        section.sheet {
            p.figure { (count(page.total)) " " (lang.count(page.total, ["SKU está diferente no canal",
                "SKUs estão diferentes no canal"], ["SKU differs at the channel", "SKUs differ at the channel"])) }
            p.faint { (lang.say("No modo total, o estoque e o preço de lá passam a ser os daqui.",
                "In mode total, the stock and price there become those from here.")) }
            @if absent > 0 { p { (count(absent)) " " (lang.count(absent, ["SKU não tem anúncio", "SKUs não têm anúncio"],
                ["SKU has no listing", "SKUs have no listing"])) ": "
                (if publicar { lang.say("seriam criados, pois a publicação está ligada.",
                    "they would be made, since publishing is on.") }
                else { lang.say("ficam como estão, pois a publicação está desligada.",
                    "they stay as they are, since publishing is off.") }) } }
            @if sought > 0 { p.told.bad { (lang.say(
                "Ainda não terminou a procura dos anúncios: os números vão mudar. Faltam:",
                "The listings are still being looked for: these figures will change. Left:")) " " (count(sought)) } }
            @if !page.rows.is_empty() { (anuncios::differing(&visit, &page.rows, &sides)) }
        }
        @if page.total > page.rows.len() as i64 { p { a href=(channel.address(&visit, "diferencas")) {
            (lang.say("Ver todas as diferenças", "See all differences")) } } }
        div.actions {
            (mode_form(&visit, &channel, (ModoConexao::Total, publicar),
                lang.say("Passar para total", "Go to total")))
            a.button href=(channel.address(&visit, "conexao")) { (lang.say("Voltar", "Back")) }
        }
    };
    Ok(shell::of_loja(&visit, title, &body))
}

/// Asks whether a connection is to end.
async fn ask(visit: LojaVisit) -> Result<HttpResponse, Failure> {
    let (lang, loja, id) = (visit.lang, visit.id(), asked(&visit)?);
    let (channel, bound) = visit
        .read(move |conn| {
            let (channel, _) = Channel::connected(conn, loja, &id)?;
            let bound = channels::bound(conn, channel.key)?.len() as i64;
            Ok((channel, bound))
        })
        .await?;
    let title = format!("{} {}", lang.say("Desconectar", "Disconnect"), channel.row.canal.nome);
    let content = html! {
        (names(&channel))
        button.danger { (lang.say("Desconectar", "Disconnect")) } " "
        a.button href=(channel.address(&visit, "conexao")) { (lang.say("Voltar", "Back")) }
    };
    let body = html! {
        h1 { (title) }
        section.sheet {
            p { (lang.say(
                "O hub deixa de enviar estoque e preço a este canal e de trazer os pedidos dele. No canal nada muda: \
                 os anúncios ficam como estão, com o estoque que têm agora, e podem continuar vendendo.",
                "The hub stops sending stock and prices to this channel, and bringing its orders. Nothing changes there: \
                 its listings stay as they are, with the stock that they have now, and may go on selling.")) }
            p { (lang.say("Vínculos de SKUs com anúncios que são esquecidos:",
                "Bindings of SKUs to listings that are forgotten:")) " " b { (format::count(lang, bound)) } }
            (act(&visit, &visit.address("/canais/conexao/desconectar"), &content))
        }
    };
    Ok(shell::of_loja(&visit, &title, &body))
}

/// A page that leads to the marketplace, where the account's owner consents. A link: forms lead nowhere else.
async fn authorise(visit: &LojaVisit, form: &Form) -> Result<HttpResponse, Failure> {
    let (id, loja, lang) = (sent(form)?, visit.id(), visit.lang);
    let (types, sessao) = (visit.state.types.clone(), visit.access.id);
    let named = id.clone();
    let (nome, address) = visit
        .act_here((Act::ConsentAsked, id.as_str().to_owned()), move |tx| {
            must_be_active(tx, loja, lang)?;
            let (channel, _) = Channel::connected(tx, loja, &named)?;
            let canal = &channel.row.canal;
            let Some(Consentimento::At(address)) =
                types.find(&canal.tipo_canal).map(|kind| &kind.consentimento)
            else {
                return Err(Failure::Missing);
            };
            match channels::ask_consent(tx, (channel.key, canal), address, Some(sessao))? {
                Some(Ok(consent)) => Ok(((canal.nome.clone(), consent.address), Some(String::new()))),
                Some(Err(setting)) => {
                    let words = lang.say(
                        "Deve ter apenas letras, números, hífen e sublinhado:",
                        "Must have letters, digits, hyphens and underscores alone:",
                    );
                    Err(Failure::Refused(format!("{words} {setting}")))
                }
                None => Err(Failure::Missing),
            }
        })
        .await?;
    let title = format!("{} {nome}", lang.say("Conectar", "Connect"));
    let body = html! {
        h1 { (title) }
        section.sheet {
            p { (lang.say(
                "A próxima página é do canal. Entre nela com a conta da loja e autorize o hub; depois disso esta conexão \
                 funciona sozinha. O endereço vale por dez minutos e uma só vez.",
                "The next page is the channel's. Log in there with the shop's account and let the hub in; from then on this \
                 connection works by itself. The address is good for ten minutes, and once.")) }
            div.actions {
                a.button.strong href=(address) rel="noreferrer" { (lang.say("Ir para a página do canal", "Go to the channel's page")) }
                a.button href=(super::channel_address(visit, "conexao", &id)) { (lang.say("Voltar", "Back")) }
            }
        }
    };
    Ok(shell::of_loja(visit, &title, &body))
}

async fn submit(visit: LojaVisit, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    visit.acts(&form)?;
    let what = visit.req.match_info().get("ato").unwrap_or_default().to_owned();
    if what == "autorizar" {
        return authorise(&visit, &form).await;
    }
    let (id, loja, lang) = (sent(&form)?, visit.id(), visit.lang);
    let types = visit.state.types.clone();
    let kind_of_act = match what.as_str() {
        "modo" => Act::ChannelConnected,
        "verificar" => Act::ChannelChecked,
        "sincronizar" => Act::ChannelSynced,
        _ => Act::ChannelDisconnected,
    };
    let named = id.clone();
    visit
        .act_here((kind_of_act, id.as_str().to_owned()), move |tx| {
            must_be_active(tx, loja, lang)?;
            canais::exclusive(tx, loja, &named)?;
            let channel = Channel::find(tx, loja, &named)?;
            if kind_of_act == Act::ChannelConnected {
                return decided(tx, &channel, &form, &types, lang).map(|told| ((), Some(told)));
            }
            let conexao = channel.conexao.as_ref().ok_or(Failure::Missing)?;
            match kind_of_act {
                Act::ChannelChecked => channels::check_anew(tx, channel.key)?,
                // whatever is decided anew, all is looked through
                Act::ChannelSynced => {
                    _ = channels::connect(tx, (channel.key, &channel.row.canal), conexao.settings)?
                }
                _ => _ = channels::disconnect(tx, channel.key)?,
            }
            Ok(((), Some(String::new())))
        })
        .await?;
    Ok(back(&visit, "conexao", &id, &what))
}

/// Connects a channel, or changes what is decided about its connection; what is written down of it.
fn decided(
    tx: &mut Tx<'_>,
    channel: &Channel,
    form: &Form,
    types: &TypeCatalogue,
    lang: Lang,
) -> Result<String, Failure> {
    let modo: ModoConexao = form.text("modo").parse().map_err(|_| Failure::Missing)?;
    let publicar = form.text("publicar") == "sim";
    unchanged(lang, &channel.seen(), form.text("visto"))?;
    let canal = &channel.row.canal;
    let kind = types.find(&canal.tipo_canal).filter(|kind| kind.conector).ok_or(Failure::Missing)?;
    let lacking = canal.check_configuracoes(kind);
    if !lacking.is_empty() {
        let words =
            lang.say("Preencha antes as configurações do canal:", "Fill in the channel's settings first:");
        return Err(Failure::Refused(format!("{words} {lacking}")));
    }
    let before = channel.conexao.as_ref().map_or("", |one| one.settings.modo.name());
    channels::connect(tx, (channel.key, canal), Settings { modo, publicar })?;
    let publishes = if publicar { ", publica" } else { "" };
    Ok(format!("{before} → {}{publishes}", modo.name()).trim_start().to_owned())
}

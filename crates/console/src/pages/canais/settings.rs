//! A channel of a type with a connector, made and set up by people: a form of what its type asks for. What is typed is
//! read by the reader of interface A, and held to the same rules.

use actix_web::{HttpResponse, web};
use domain::canal::{Canal, ValorConfiguracao};
use domain::conexao::ModoConexao;
use domain::console::Act;
use domain::reading::json::{ReadError, read_json};
use domain::reading::keyed::Keyed;
use domain::reading::problems::Problems;
use domain::tipo_canal::{Configuracao, TipoCanal, TipoConfiguracao};
use maud::{Markup, html};
use serde_json::json;
use serde_json::value::to_raw_value;
use store::channels::{self, Settings};
use store::{CreateOutcome, canais};

use super::channel::{Channel, asked, back, kind, sent, unchanged};
use crate::access::{Form, LojaVisit, Sent, must_be_active, writable};
use crate::error::Failure;
use crate::lang::Lang;
use crate::view::parts::{Again, act, choices, escaped, nothing, pairs, parameter};
use crate::view::shell;

/// The routes of this file.
pub fn mount(cfg: &mut web::ServiceConfig) {
    cfg.route("/canais/novo", web::get().to(blank))
        .route("/canais/novo", web::post().to(create))
        .route("/canais/configurar", web::get().to(show))
        .route("/canais/configurar", web::post().to(change));
}

async fn blank(visit: LojaVisit) -> Result<HttpResponse, Failure> {
    Ok(new_page(&visit, None))
}

fn new_page(visit: &LojaVisit, again: Option<&Again>) -> HttpResponse {
    let lang = visit.lang;
    let title = lang.say("Novo canal", "New channel");
    let all: Vec<&TipoCanal> = visit.state.types.kinds().iter().filter(|kind| kind.conector).collect();
    let named = again.map(|again| again.form.text("tipo").to_owned()).or_else(|| parameter(visit, "tipo"));
    let chosen = match &named {
        Some(code) => all.iter().find(|kind| kind.codigo == *code),
        None => all.first(),
    };
    let links: Vec<_> = all
        .iter()
        .map(|kind| {
            let address = visit.address(&format!("/canais/novo?tipo={}", escaped(&kind.codigo)));
            (address, kind.titulo.as_str(), None, chosen.is_some_and(|one| one.codigo == kind.codigo))
        })
        .collect();
    let body = html! {
        h1 { (title) }
        p.sub { (lang.say("Escolha o programa da loja, diga onde ele está e com que usuário entrar.",
            "Choose the shop's program, say where it is and which user to log in with.")) }
        (choices(lang.say("Tipo", "Type"), &links))
        section.sheet {
            @match chosen {
                None => (nothing(lang.say("Este servidor não tem conectores.", "This server has no connectors."))),
                Some(_) if !visit.may_act() => (nothing(lang.say("Seu acesso é só para ver.",
                    "Your access is for looking only."))),
                Some(kind) => (act(visit, &visit.address("/canais/novo"), &new_form(visit, kind, again))),
            }
        }
    };
    Again::answered(again, shell::of_loja(visit, title, &body))
}

fn new_form(visit: &LojaVisit, kind: &TipoCanal, again: Option<&Again>) -> Markup {
    let lang = visit.lang;
    let typed = |name: &str| again.map_or("", |again| again.form.text(name)).to_owned();
    html! { div.import {
        (Again::alert(again, &[]))
        input type="hidden" name="tipo" value=(kind.codigo);
        (Field { name: "canalId", words: lang.say("Código do canal", "Channel's code"), help: lang.say(
            "Como os programas o chamam, por exemplo loja-1; não muda depois",
            "What programs call it, for example loja-1; it never changes"), required: true,
            ..Field::default() }.of(&typed("canalId")))
        (Field { name: "nome", words: lang.say("Nome", "Name"), required: true, ..Field::default() }
            .of(&typed("nome")))
        @for one in &kind.configuracoes_adicionais { (setting(lang, one, None, again)) }
        p.faint { (lang.say("O canal é conectado em modo leitura: nada é escrito nele.",
            "The channel is connected in mode leitura: nothing is written there.")) }
        div { button.strong { (lang.say("Criar e conectar", "Make and connect")) } }
    } }
}

/// An input with a line of help.
#[derive(Default)]
struct Field<'a> {
    name: &'a str,
    words: &'a str,
    help: &'a str,
    kind: Option<&'a str>,
    required: bool,
    whole: bool,
    options: Vec<(String, String)>,
}

impl Field<'_> {
    fn of(&self, value: &str) -> Markup {
        html! { label {
            span { (self.words) @if self.required { " *" } }
            @if self.options.is_empty() {
                input name=(self.name) type=(self.kind.unwrap_or("text")) value=(value) required[self.required]
                    maxlength="4000" inputmode=[self.whole.then_some("numeric")]
                    autocomplete=(if self.kind == Some("password") { "new-password" } else { "off" });
            } @else {
                select name=(self.name) required[self.required] {
                    option value="" { "–" }
                    @for (option, words) in &self.options {
                        option value=(option) selected[option == value] { (words) } }
                }
            }
            @if !self.help.is_empty() { span.note { (self.help) } }
        } }
    }
}

fn field_name(one: &Configuracao) -> String {
    format!("config.{}", one.codigo)
}

/// The input of a setting. A secret is never shown: what is stored stands as the mask, and what was typed is asked anew.
fn setting(lang: Lang, one: &Configuracao, stored: Option<&Canal>, again: Option<&Again>) -> Markup {
    let name = field_name(one);
    let stored = stored.and_then(|canal| value(canal, &one.codigo)).unwrap_or_default();
    let value = again.filter(|_| !one.segredo).map_or(stored, |again| again.form.text(&name));
    let options = match (&one.opcoes, one.tipo) {
        (Some(all), _) => all.iter().map(|one| (one.clone(), one.clone())).collect(),
        (None, TipoConfiguracao::Boolean) => vec![
            ("true".to_owned(), lang.say("sim", "yes").to_owned()),
            ("false".to_owned(), lang.say("não", "no").to_owned()),
        ],
        (None, _) => Vec::new(),
    };
    let kind = one.segredo.then_some("password");
    let whole = one.tipo == TipoConfiguracao::Int;
    let anew = lang.say("digite de novo, se mudou", "type it anew, where it changed");
    let help = match again {
        Some(_) if one.segredo => format!("{}; {anew}", one.descricao),
        Some(_) | None => one.descricao.clone(),
    };
    let field =
        Field { name: &name, words: &one.nome, help: &help, kind, required: one.obrigatorio, whole, options };
    field.of(value)
}

fn value<'a>(canal: &'a Canal, code: &str) -> Option<&'a str> {
    canal.configuracoes_adicionais.iter().find(|one| one.codigo == code).map(|one| one.valor.as_str())
}

/// What a form says of the settings of a type; an empty one that is not required is none.
fn settings(form: &Form, kind: &TipoCanal) -> Vec<ValorConfiguracao> {
    let value = |one: &Configuracao| ValorConfiguracao {
        codigo: one.codigo.clone(),
        valor: form.text(&field_name(one)).to_owned(),
    };
    let all = kind.configuracoes_adicionais.iter();
    all.map(|one| (one.obrigatorio, value(one)))
        .filter(|(required, one)| *required || !one.valor.is_empty())
        .map(|(_, one)| one)
        .collect()
}

/// All problems of a form, each with the name of its field.
fn wrong(lang: Lang, problems: &Problems, kind: &TipoCanal, sent: &[ValorConfiguracao]) -> Failure {
    let name = |path: &str| -> String {
        let nth = path.strip_prefix("configuracoesAdicionais[").and_then(|rest| rest.split(']').next());
        let code = nth.and_then(|n| sent.get(n.parse::<usize>().ok()?)).map(|one| one.codigo.as_str());
        match (path, code.and_then(|code| kind.configuracao(code))) {
            (_, Some(one)) => one.nome.clone(),
            ("canalId", None) => lang.say("Código do canal", "Channel's code").to_owned(),
            ("nome", None) => lang.say("Nome", "Name").to_owned(),
            (other, None) => other.to_owned(),
        }
    };
    let all: Vec<String> =
        problems.iter().map(|one| format!("{}: {}", name(&one.path), one.mensagem)).collect();
    Failure::Wrong("", all.join("; "))
}

async fn create(visit: LojaVisit, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    visit.acts(&form)?;
    match created(&visit, &form).await {
        Ok(answer) => Ok(answer),
        Err(failure) => Ok(new_page(&visit, Some(&Again::of(form, failure)?))),
    }
}

async fn created(visit: &LojaVisit, form: &Form) -> Result<HttpResponse, Failure> {
    let (lang, loja) = (visit.lang, visit.id());
    let kind = kind(visit, form.text("tipo")).filter(|kind| kind.conector).ok_or(Failure::Missing)?.clone();
    let settings = settings(form, &kind);
    let body = json!({
        "canalId": form.text("canalId"), "nome": form.text("nome"), "tipoCanal": kind.codigo,
        "configuracoesAdicionais": settings,
    });
    let canal: Canal = read_json(body.to_string().as_bytes()).map_err(|error| match &error {
        ReadError::Problems(problems) => wrong(lang, problems, &kind, &settings),
        ReadError::Syntax { .. } => Failure::Wrong("", error.to_string()),
    })?;
    readable(lang, &canal)?;
    let id = canal.canal_id.clone();
    let of_type = canal.check_configuracoes(&kind);
    if !of_type.is_empty() {
        return Err(wrong(lang, &of_type, &kind, &settings));
    }
    visit
        .act_here((Act::ChannelWritten, id.as_str().to_owned()), move |tx| {
            must_be_active(tx, loja, lang)?;
            match canais::create(tx, loja, &canal)? {
                CreateOutcome::Created(_) => {}
                CreateOutcome::Equal(_) | CreateOutcome::Different => {
                    let words =
                        lang.say("Já há um canal com este código.", "There is a channel with this code.");
                    return Err(Failure::Wrong("", words.to_owned()));
                }
            }
            if canais::too_many(tx, loja)? {
                let words = lang.say("A loja já tem canais demais:", "The store has too many channels:");
                return Err(Failure::Refused(format!("{words} {}", canais::MAX)));
            }
            let made = Channel::find(tx, loja, &canal.canal_id)?;
            let reading = Settings { modo: ModoConexao::Leitura, publicar: false };
            channels::connect(tx, (made.key, &made.row.canal), reading)?;
            Ok(((), Some(format!("criado: {}, leitura", canal.tipo_canal))))
        })
        .await?;
    Ok(back(visit, "conexao", &id, "criado"))
}

/// Refuses a letter that a record could not hold; secrets may have any.
fn readable(lang: Lang, canal: &Canal) -> Result<(), Failure> {
    if canal.nome.chars().all(writable) {
        return Ok(());
    }
    let words = "Há um caractere que não se vê no nome: escreva-o de novo.";
    Err(Failure::Wrong(
        "",
        lang.say(words, "The name has a character that cannot be seen: write it anew.").to_owned(),
    ))
}

async fn show(visit: LojaVisit) -> Result<HttpResponse, Failure> {
    let (loja, id) = (visit.id(), asked(&visit)?);
    let channel = visit.read(move |conn| Channel::find(conn, loja, &id)).await?;
    page(&visit, &channel, None)
}

/// The settings of a channel, with a form that was refused.
fn page(visit: &LojaVisit, channel: &Channel, again: Option<&Again>) -> Result<HttpResponse, Failure> {
    let (lang, canal) = (visit.lang, &channel.row.canal);
    let kind = kind(visit, &canal.tipo_canal).filter(|kind| kind.conector).ok_or(Failure::Missing)?;
    let told = [("gravado", lang.say("As configurações foram gravadas.", "The settings were saved."))];
    let shown = canal.clone().visible(&visit.state.types);
    let name = again.map_or(canal.nome.as_str(), |again| again.form.text("nome"));
    let content = html! { div.import {
        (Again::alert(again, &[]))
        input type="hidden" name="canal" value=(canal.canal_id.as_str());
        input type="hidden" name="visto" value=(seen(channel));
        (Field { name: "nome", words: lang.say("Nome", "Name"), required: true, ..Field::default() }.of(name))
        @for one in &kind.configuracoes_adicionais { (setting(lang, one, Some(&shown), again)) }
        @if channel.conexao.is_some() { p.faint { (lang.say(
            "Se as configurações mudarem, a conta é verificada de novo.",
            "Where the settings change, the account is checked again.")) } }
        div { button.strong { (lang.say("Gravar", "Save")) } }
    } };
    let values: Vec<(&str, Markup)> = kind
        .configuracoes_adicionais
        .iter()
        .map(|one| (one.nome.as_str(), html! { (value(&shown, &one.codigo).unwrap_or("–")) }))
        .collect();
    let body = html! {
        (channel.head(visit, "configurar", &told))
        section.sheet {
            @if visit.may_act() { (act(visit, &visit.address("/canais/configurar"), &content)) }
            @else { (pairs(&values)) }
        }
    };
    Ok(Again::answered(again, shell::of_loja(visit, &canal.nome, &body)))
}

/// What a form says that its sender has seen of the channel.
fn seen(channel: &Channel) -> String {
    channel.row.alterado_em.micros().to_string()
}

async fn change(visit: LojaVisit, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    visit.acts(&form)?;
    let (loja, id) = (visit.id(), sent(&form)?);
    match changed(&visit, &form).await {
        Ok(()) => Ok(back(&visit, "configurar", &id, "gravado")),
        Err(failure) => {
            let again = Again::of(form, failure)?;
            let channel = visit.read(move |conn| Channel::find(conn, loja, &id)).await?;
            page(&visit, &channel, Some(&again))
        }
    }
}

async fn changed(visit: &LojaVisit, form: &Form) -> Result<(), Failure> {
    let (lang, loja, id) = (visit.lang, visit.id(), sent(form)?);
    let (types, form) = (visit.state.types.clone(), form.clone());
    visit
        .act_here((Act::ChannelWritten, id.as_str().to_owned()), move |tx| {
            must_be_active(tx, loja, lang)?;
            canais::exclusive(tx, loja, &id)?;
            let channel = Channel::find(tx, loja, &id)?;
            unchanged(lang, &seen(&channel), form.text("visto"))?;
            let before = &channel.row.canal;
            let kind = types.find(&before.tipo_canal).filter(|kind| kind.conector).ok_or(Failure::Missing)?;
            let settings = settings(&form, kind);
            let patch = json!({"nome": form.text("nome"), "configuracoesAdicionais": settings});
            let patch = to_raw_value(&patch).map_err(|_| Failure::Unreadable)?;
            let (mut canal, _) =
                before.patch(&patch).map_err(|problems| wrong(lang, &problems, kind, &settings))?;
            readable(lang, &canal)?;
            canal.keep_segredos(before, kind);
            let of_type = canal.check_configuracoes(kind);
            if !of_type.is_empty() {
                return Err(wrong(lang, &of_type, kind, &settings));
            }
            if canal == *before {
                return Ok(((), None));
            }
            canais::upsert(tx, loja, &canal)?;
            Ok(((), Some(difference(before, &canal, kind))))
        })
        .await
}

/// What was changed, without its values.
fn difference(before: &Canal, after: &Canal, kind: &TipoCanal) -> String {
    let mut all = Vec::new();
    if before.nome != after.nome {
        all.push("nome");
    }
    let codes = kind.configuracoes_adicionais.iter().map(|one| one.codigo.as_str());
    all.extend(codes.filter(|code| value(before, code) != value(after, code)));
    all.join(", ")
}

//! The first visit to a fresh hub: it makes the first person, an application and a store. It is for whoever
//! sits at the machine, or has the code that the server has logged; once it is made, there is no such page
//! any more.

use actix_web::{HttpRequest, HttpResponse, web};
use domain::console::{Act, Role};
use domain::reading::json::read_json;
use domain::usuario::Usuario;
use http_kit::QueryReader;
use http_kit::api_keys::NoRandomness;
use maud::{Markup, html};
use serde_json::json;
use store::accesses::{self, PERSON_SECONDS, Scope};
use store::acts::{self, NewAct};
use store::{Tx, aplicacoes, pessoas, usuarios};

use super::cookies::language_of;
use super::entrance::{Beginning, page};
use super::form::{Form, Sent};
use super::invite::new_password;
use super::person::{entered, named, typed_email};
use super::secret::Secret;
use super::{caller, password, totp};
use crate::error::{FIRST_VISIT, Failure};
use crate::lang::Lang;
use crate::state::State;
use crate::view::parts::{Again, Input};

/// How programs call the first store.
const FIRST_STORE: &str = "loja-1";

/// Letters of the code: 80 bits, and still to be typed.
const CODE_LETTERS: usize = 16;

/// The routes of this file.
pub fn mount(cfg: &mut web::ServiceConfig) {
    cfg.route("/comecar", web::get().to(show)).route("/comecar", web::post().to(begin));
}

/// A new code that begins a fresh hub from elsewhere than its machine, for [`State::with_first_code`].
///
/// # Errors
/// The system has no random numbers.
pub fn first_code() -> Result<String, NoRandomness> {
    totp::letters(CODE_LETTERS)
}

fn may(req: &HttpRequest, state: &State, code: &str) -> bool {
    let sent = Secret::sent(&code.to_ascii_uppercase());
    caller::is_here(req) || state.first_code.as_ref().is_some_and(|known| known.is(&sent))
}

async fn show(req: HttpRequest, state: web::Data<State>) -> Result<HttpResponse, Failure> {
    if !state.is_fresh().await? {
        return Err(Failure::Missing);
    }
    let code = QueryReader::of_request(&req).text("codigo").unwrap_or_default();
    Ok(shown(&req, &state, code.trim(), None))
}

fn shown(req: &HttpRequest, state: &State, code: &str, again: Option<&Again>) -> HttpResponse {
    let lang = language_of(req);
    let title = lang.say("Primeira visita", "First visit");
    let body = html! {
        h1 { (title) }
        @if may(req, state, code) { (form(lang, code, again)) } @else { (ask_for_code(lang, code)) }
    };
    Again::answered(again, page(req, title, &body))
}

fn form(lang: Lang, code: &str, again: Option<&Again>) -> Markup {
    let input = |name, words, help, fills| Input {
        name,
        words,
        help,
        fills,
        required: true,
        most: Some(100),
        ..Input::default()
    };
    html! {
        p { (lang.say("Este hub está vazio. Diga quem você é, e como se chamam a empresa e a primeira loja.",
            "This hub is empty. Say who you are, and what the company and the first store are called.")) }
        form.import method="post" action=(FIRST_VISIT) {
            input type="hidden" name="codigo" value=(code);
            (Again::alert(again, &["nome", "email", "senha", "repetida", "empresa", "loja"]))
            (input("nome", lang.say("Seu nome", "Your name"), "", Some("name")).of(again))
            (Input { name: "email", words: "E-mail", kind: Some("email"), required: true, fills: Some("username"),
                help: lang.say("Você entra com ele; nada é enviado", "You sign in by it; nothing is sent"),
                ..Input::default() }.of(again))
            (new_password(lang, again))
            (input("empresa", lang.say("Empresa", "Company"), lang.say(
                "Reúne as lojas; os programas dela recebem chaves", "Holds the stores; its programs get keys"),
                Some("organization")).of(again))
            (input("loja", lang.say("Primeira loja", "First store"), "", None).of(again))
            div { button.strong { (lang.say("Começar", "Begin")) } }
        }
    }
}

/// What to do from elsewhere.
fn ask_for_code(lang: Lang, code: &str) -> Markup {
    html! {
        p { (lang.say("Este hub ainda não tem ninguém. Quem opera o servidor começa:",
            "This hub has nobody yet. Whoever runs the server begins:")) }
        ol {
            li { (lang.say("na própria máquina, abrindo este endereço com localhost, sem proxy; ou",
                "on the machine itself, by opening this address with localhost, through no proxy; or")) }
            li { (lang.say("com o código que o servidor escreve no log quando inicia:",
                "with the code that the server writes to its log when it starts:"))
                " " span.code { "first visit" } "." }
        }
        @if !code.is_empty() { p.wrong role="alert" { (lang.say(
            "Não é o código deste servidor. Cada início escreve outro.",
            "It is not this server's code. Each start writes another one.")) } }
        form.import method="get" action=(FIRST_VISIT) {
            (Input { name: "codigo", words: lang.say("Código", "Code"), required: true, most: Some(40),
                ..Input::default() }.of(None))
            div { button.strong { (lang.say("Continuar", "Go on")) } }
        }
    }
}

async fn begin(req: HttpRequest, state: web::Data<State>, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    let beginning = Beginning::of(&req)?;
    if !state.is_fresh().await? {
        return Err(Failure::Missing);
    }
    let code = form.text("codigo").to_owned();
    if !may(&req, &state, &code) {
        return Err(Failure::Foreign);
    }
    match begun(&state, language_of(&req), &form, &beginning).await {
        Ok(()) => Ok(beginning.answer(PERSON_SECONDS, "/console/")),
        Err(failure) => Ok(shown(&req, &state, &code, Some(&Again::of(form, failure)?))),
    }
}

/// What is made.
#[derive(Clone)]
struct First {
    nome: String,
    email: String,
    hash: String,
    empresa: String,
    usuario: Usuario,
}

async fn begun(state: &State, lang: Lang, form: &Form, beginning: &Beginning) -> Result<(), Failure> {
    let (nome, email) = (named(lang, form, "nome")?, typed_email(lang, form)?);
    let (empresa, loja) = (named(lang, form, "empresa")?, named(lang, form, "loja")?);
    let password = password::wanted(lang, form, &[&nome, &email, &empresa, &loja])?;
    let usuario = json!({ "usuarioId": FIRST_STORE, "nome": loja, "email": email });
    let usuario: Usuario = read_json(usuario.to_string().as_bytes())
        .map_err(|error| Failure::Wrong("loja", error.to_string()))?;
    let hash = password::hash(state, password).await?;
    let (first, begun) = (First { nome, email, hash, empresa, usuario }, beginning.clone());
    state.store.write(move |tx| made(tx, &first, &begun)).await
}

fn made(tx: &mut Tx<'_>, first: &First, begun: &Beginning) -> Result<(), Failure> {
    // of two at once the second one finds it made
    pessoas::exclusive(tx)?;
    if !pessoas::is_fresh(tx)? {
        return Err(Failure::Missing);
    }
    let person = pessoas::create(tx, (&first.nome, &first.email), (Role::Own, Scope::All))?;
    let person = person.ok_or(Failure::Fault("the first person is not there"))?;
    pessoas::set_password(tx, person.id, &first.hash)?;
    let application = aplicacoes::create(tx, &first.empresa)?;
    let application = application.ok_or(Failure::Fault("the first application is not there"))?;
    usuarios::create(tx, application.id, &first.usuario)?;
    let who = accesses::unopened(&person, tx.now());
    let new = NewAct {
        scope: Scope::All,
        act: Act::HubBegun,
        assunto: &first.empresa,
        detalhe: &first.usuario.nome,
    };
    acts::record(tx, &who, &new)?;
    entered(tx, &person, begun, &[0; 32])?;
    Ok(())
}

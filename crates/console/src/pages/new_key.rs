//! A key of a program, made and shown once.

use actix_web::{HttpResponse, web};
use domain::console::Act;
use domain::values::ids::{AplicacaoId, LojaId};
use http_kit::api_keys;
use maud::html;
use store::accesses::Scope;
use store::paging::PageRequest;
use store::tokens::{self, NewToken, TokenKind};
use store::{aplicacoes, lojas};

use crate::access::{Form, Sent, Visit, named};
use crate::error::Failure;
use crate::view::filling::{Filling, Seen};
use crate::view::parts::{Again, Input, nothing, owned};
use crate::view::shell;

/// Stores that there are to choose from; more are too many for a list.
const STORES: u32 = 250;
/// Letters of what a key is for, as of a command's.
const LABEL: usize = 100;
/// Days that a key may hold at most.
const LONGEST: i64 = 3650;

/// The routes of this file.
pub fn mount(cfg: &mut web::ServiceConfig) {
    cfg.route("/chaves/nova", web::get().to(show)).route("/chaves/nova", web::post().to(make));
}

async fn show(visit: Visit) -> Result<HttpResponse, Failure> {
    page(&visit, None).await
}

async fn page(visit: &Visit, again: Option<&Again>) -> Result<HttpResponse, Failure> {
    visit.must_see_all()?;
    let lang = visit.lang;
    let (apps, stores) = visit
        .read(|conn| {
            let stores = lojas::list(conn, Scope::All, None, PageRequest::first(STORES))?;
            Ok((aplicacoes::list(conn)?, stores.rows))
        })
        .await?;
    let mut options: Vec<(String, String)> = Vec::new();
    for app in &apps {
        let words =
            lang.say("Aplicação (interface A, para o ERP):", "Application (interface A, for the ERP):");
        options.push((app.id.0.to_string(), format!("{words} {}", app.nome)));
    }
    for one in &stores {
        let words = lang.say("Loja (interface B):", "Store (interface B):");
        let id = one.loja.id;
        options.push((format!("{}-{}", id.aplicacao.0, id.loja), format!("{words} {}", one.nome)));
    }
    let seen = Seen::default().with("abre", "").with("rotulo", "").with("dias", "");
    let filling = Filling::of(visit, &seen, again);
    let content = html! { div.import {
        (filling.head())
        (filling.field(&Input { name: "abre", words: lang.say("O que ela abre", "What it opens"), required: true,
            options: &options, ..Input::default() }))
        (filling.field(&Input { name: "rotulo", words: lang.say("Para quê", "What for"), required: true,
            most: Some(LABEL), help: lang.say("Por exemplo: ERP da matriz", "For example: the ERP of the head office"),
            ..Input::default() }))
        (filling.whole("dias", lang.say("Vale por (dias)", "Holds for (days)"),
            lang.say("Vazio: até ser revogada", "Empty: until it is revoked")))
        div { button.strong { (lang.say("Criar a chave", "Make the key")) } }
    } };
    let title = lang.say("Nova chave", "New key");
    let body = html! {
        h1 { (title) }
        section.sheet {
            @if options.is_empty() { (nothing(lang.say("Crie antes uma loja.", "Make a store first."))) }
            @else { (owned(visit, "/console/chaves/nova", &content)) }
        }
    };
    Ok(Again::answered(again, shell::of_hub(visit, title, &body)))
}

async fn make(visit: Visit, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    visit.owns(&form)?;
    visit.must_see_all()?;
    match made(&visit, &form).await {
        Ok(key) => Ok(shown(&visit, &key)),
        Err(failure) => page(&visit, Some(&Again::of(form, failure)?)).await,
    }
}

/// What a form wants opened: an application, or one store of it.
fn opened(text: &str) -> Option<(AplicacaoId, Option<LojaId>)> {
    let (aplicacao, loja) = match text.split_once('-') {
        Some((aplicacao, loja)) => (aplicacao, Some(loja.parse().ok()?)),
        None => (text, None),
    };
    let aplicacao = AplicacaoId(aplicacao.parse().ok()?);
    Some((aplicacao, loja.map(|loja| LojaId { aplicacao, loja })))
}

async fn made(visit: &Visit, form: &Form) -> Result<String, Failure> {
    let lang = visit.lang;
    let choose = lang.say("Escolha o que ela abre.", "Choose what it opens.");
    let (aplicacao, loja) =
        opened(form.text("abre")).ok_or_else(|| Failure::Wrong("abre", choose.to_owned()))?;
    let rotulo = named(lang, form, "rotulo")?;
    let days = match form.text("dias") {
        "" => None,
        text => {
            Some(text.parse::<i64>().ok().filter(|days| (1..=LONGEST).contains(days)).ok_or_else(|| {
                let words = lang.say("Um número de dias, de 1 a 3650.", "A number of days, from 1 to 3650.");
                Failure::Wrong("dias", words.to_owned())
            })?)
        }
    };
    let kind = if loja.is_some() { TokenKind::Loja } else { TokenKind::Aplicacao };
    let (key, hash) = api_keys::generate(kind)?;
    let scope = loja.map_or(Scope::Aplicacao(aplicacao), Scope::Loja);
    visit
        .act((scope, Act::KeyMade, rotulo.clone()), move |tx| {
            let there = match loja {
                Some(loja) => lojas::find(tx, loja)?.is_some(),
                None => aplicacoes::by_id(tx, aplicacao)?.is_some(),
            };
            if !there {
                return Err(Failure::Missing);
            }
            let expira_em = days.map(|days| tx.now().plus_seconds(days * 86_400));
            let id =
                tokens::create(tx, &NewToken { aplicacao, loja, rotulo: rotulo.clone(), hash, expira_em })?;
            Ok(((), Some(format!("nº {id}"))))
        })
        .await?;
    Ok(key)
}

/// The key is shown in this answer and never again.
fn shown(visit: &Visit, key: &str) -> HttpResponse {
    let lang = visit.lang;
    let title = lang.say("Chave nova", "New key");
    let body = html! {
        h1 { (title) }
        section.sheet {
            p { (lang.say("Guarde-a agora: não será mostrada de novo.",
                "Keep it now: it will not be shown again.")) }
            pre tabindex="0" { code data-segredo { (key) } }
            p.faint { (lang.say("Ela vai como está no cabeçalho:", "It goes as it is into the header:")) " "
                span.code { "Authorization: Basic …" } }
            a.button href="/console/chaves" { (lang.say("Voltar", "Back")) }
        }
    };
    shell::of_hub(visit, title, &body)
}

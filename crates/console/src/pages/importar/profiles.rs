//! Whose layout a file has: profiles to choose from, and what was said of the columns kept as one of the application's
//! own.

use std::sync::Arc;

use actix_web::web;
use domain::console::Act;
use files::{Kind, Options, Profile, ProfileChoice};
use maud::{Markup, html};
use store::perfis_arquivo::{self, PROFILES_MAX};

use super::words;
use crate::access::LojaVisit;
use crate::error::Failure;
use crate::kept::KeptFile;
use crate::view::parts::{Again, Input};

/// The fields of the profile that is chosen, and of the one that the columns were preset by.
pub const PROFILE: &str = "perfil";
pub const PRESET_BY: &str = "perfil-antes";
/// The field of the name that columns are kept under.
pub const NAME: &str = "nome-perfil";

/// The profile that is chosen, as forms name it.
pub fn chosen(options: &Options) -> &str {
    match &options.profile {
        ProfileChoice::Auto => "auto",
        ProfileChoice::None => "none",
        ProfileChoice::Named(name) => name,
    }
}

/// The application's own profile with a name.
fn own<'a>(options: &'a Options, name: &str) -> Option<&'a Profile> {
    options.own.iter().find(|one| one.nome == name)
}

/// What the profile is chosen and kept by.
pub fn section(visit: &LojaVisit, kind: Kind, options: &Options, again: Option<&Again>) -> Markup {
    let (lang, keeps) = (visit.lang, !visit.sees_one());
    let taken = chosen(options);
    let serves = |one: &&Profile| one.serves(kind);
    let others = files::profiles().iter().filter(serves).filter(|one| own(options, &one.nome).is_none());
    let option =
        |value: &str, words: &str| html! { option value=(value) selected[value == taken] { (words) } };
    html! { section.sheet {
        h2 { (lang.say("Perfil", "Profile")) }
        p.faint { (lang.say("Diz o que é cada coluna das planilhas de um sistema. O que você disser acima pode ser \
            guardado como perfil de todas as lojas da aplicação: o próximo arquivo com esses títulos, e nenhum outro, é lido assim.",
            "Says what each column of a system's sheets is. What you say above can be kept as a profile of all stores of \
            the application: the next file with these headings, and no others, is read so.")) }
        input type="hidden" name=(PRESET_BY) value=(taken);
        div.row {
            label { span { (lang.say("Ler como", "Read as")) }
                select name=(PROFILE) {
                    (option("auto", lang.say("o que os títulos mostrarem", "what the headings show")))
                    (option("none", lang.say("nenhum perfil", "no profile")))
                    @for one in options.own.iter().filter(serves) { (option(&one.nome, &one.nome)) }
                    @for one in others { (option(&one.nome, &one.titulo)) }
                } }
            button name="como" value="colunas" { (lang.say("Usar este perfil", "Use this profile")) }
            @if keeps && own(options, taken).is_some() {
                button name="como" value="esquecer" { (lang.say("Remover este perfil", "Remove this profile")) } }
        }
        @if keeps { (Input { name: NAME, words: lang.say("Nome para guardar as colunas como estão", "Name to keep the columns under"),
            most: Some(60), value: own(options, taken).map_or("", |one| &one.nome), ..Input::default() }.of(again))
        button name="como" value="guardar" { (lang.say("Guardar o perfil", "Keep the profile")) } }
    } }
}

/// Keeps what the columns are as a profile.
pub async fn keep(
    visit: &LojaVisit,
    (file, options): (&Arc<KeptFile>, &Options),
    name: &str,
) -> Result<(), Failure> {
    let (lang, app) = (visit.lang, visit.id().aplicacao);
    visit.must_see_more_than_one()?;
    if !files::is_profile_name(name) {
        let why = lang.say(
            "Um nome tem de 1 a 60 letras, todas visíveis, e não é auto nem none.",
            "A name has 1 to 60 letters, all of them visible, and is not auto or none.",
        );
        return Err(Failure::Wrong(NAME, why.to_owned()));
    }
    // who changes one has chosen it before: others may use it
    let changes = chosen(options) == name;
    let from = file.name.clone();
    let (file, options, named) = (Arc::clone(file), options.clone(), name.to_owned());
    let made = web::block(move || files::profile_of(file.content.reader(), file.kind, &options, &named));
    let made = made.await.map_err(|_| Failure::Fault("a profile broke off"))?;
    let made = made.map_err(|error| Failure::Wrong("arquivo", words::unreadable(lang, &error)))?;
    let text = serde_json::to_string(&made).map_err(|_| Failure::Fault("a profile cannot be written"))?;
    visit
        .act_here((Act::FileProfileWritten, name.to_owned()), move |tx| {
            let there = perfis_arquivo::list(tx, app)?.iter().any(|(other, _)| *other == made.nome);
            if there && !changes {
                return Err(Failure::Wrong(NAME, words::profile_there(lang).to_owned()));
            }
            match perfis_arquivo::upsert(tx, app, &made.nome, &text)? {
                true => Ok(((), Some(from.clone()))),
                false => Err(Failure::Wrong(NAME, words::too_many_profiles(lang, PROFILES_MAX))),
            }
        })
        .await
}

/// Removes a profile of the application's own.
pub async fn remove(visit: &LojaVisit, name: &str) -> Result<(), Failure> {
    visit.must_see_more_than_one()?;
    let (app, named) = (visit.id().aplicacao, name.to_owned());
    visit
        .act_here((Act::FileProfileRemoved, name.to_owned()), move |tx| {
            match perfis_arquivo::delete(tx, app, &named)? {
                true => Ok(((), Some(String::new()))),
                false => Err(Failure::Missing),
            }
        })
        .await
}

//! The person that somebody is who comes from a provider: the one that is bound to this identity (issuer and `sub`); else the
//! one of the link that they have followed, or an invited one of their verified e-mail, who is bound from then on. A person
//! gets in by a password or by a provider, never by both. Nobody is created.

use domain::console::Act;
use domain::values::web::check_email;
use store::Tx;
use store::accesses;
use store::acts::{self, NewAct};
use store::pessoas::{self, Pessoa};

use super::issuer::host_of;
use super::provider::Email;
use crate::error::Failure;
use crate::lang::Lang;

/// What a provider has said of somebody.
#[derive(Clone)]
pub struct Told {
    /// The issuer, a blank, and its name for them.
    pub identity: String,
    /// Their e-mail there, where it was asked for: of who is known already it is not.
    pub email: Email,
    /// What people call the provider.
    pub host: String,
}

impl Told {
    /// The e-mail as persons have it, where it is one.
    fn email(&self) -> Email {
        // other letters than ASCII become some of it when they are made small
        let plain = self.email.as_ref().filter(|(email, _)| email.is_ascii());
        let small = plain.map(|(email, verified)| (email.to_lowercase(), *verified));
        small.filter(|(email, _)| check_email(email).is_ok())
    }
}

/// The host of an issuer that a person is bound to.
pub fn provider_of(identity: &str) -> String {
    let issuer = identity.split(' ').next().unwrap_or_default();
    url::Url::parse(issuer).map(|url| host_of(&url)).unwrap_or_default()
}

/// The person, where they may get in. `invitation`: the hash of the link that they have followed.
pub fn person(
    tx: &mut Tx<'_>,
    lang: Lang,
    told: &Told,
    invitation: Option<&[u8; 32]>,
) -> Result<Pessoa, Failure> {
    // of two at once, also of one by a link and one by a provider, the second one sees what the first one has stored
    pessoas::exclusive(tx)?;
    let known = pessoas::of_identity(tx, &told.identity)?;
    let one = match invitation {
        Some(link) => {
            let now = tx.now();
            let one = pessoas::invited(tx, link, now)?.ok_or_else(|| dead(lang))?;
            if known.is_some_and(|known| known.id != one.id) {
                return Err(somebody_elses(lang, &told.host));
            }
            accesses::end_all_of(tx, one.id, None)?;
            one
        }
        None => match known {
            Some(one) if one.ativo => return Ok(one),
            Some(one) => return Err(inactive(lang, &one.email)),
            None => by_email(tx, lang, told)?,
        },
    };
    bound(tx, lang, &one, told)
}

/// The person of an e-mail that the provider has verified, who was invited and has not been in yet: for whoever has a password,
/// or an identity, an e-mail is not enough, since it may have been somebody else's before.
fn by_email(tx: &mut Tx<'_>, lang: Lang, told: &Told) -> Result<Pessoa, Failure> {
    let host = &told.host;
    let (email, verified) = told.email().ok_or_else(|| without_email(lang, host))?;
    if !verified {
        return Err(unverified(lang, host, &email));
    }
    let one = pessoas::of_email(tx, &email)?.ok_or_else(|| unknown(lang, host, &email))?;
    if !one.ativo {
        return Err(inactive(lang, &email));
    }
    if one.identidade.is_some() {
        return Err(another(lang, host, &email));
    }
    if one.senha.is_some() {
        return Err(has_password(lang, host, &email));
    }
    Ok(one)
}

fn bound(tx: &mut Tx<'_>, lang: Lang, one: &Pessoa, told: &Told) -> Result<Pessoa, Failure> {
    if !pessoas::bind(tx, one, &told.identity)? {
        return Err(last_owner(lang));
    }
    let one = pessoas::find(tx, one.id)?.ok_or_else(|| dead(lang))?;
    let who = accesses::unopened(&one, tx.now());
    let email = told.email().map(|(email, _)| email).unwrap_or_default();
    let new = NewAct { scope: one.scope, act: Act::IdentityBound, assunto: &told.host, detalhe: &email };
    acts::record(tx, &who, &new)?;
    Ok(one)
}

fn refused(lang: Lang, pt: String, en: String) -> Failure {
    Failure::Refused(match lang {
        Lang::Pt => pt,
        Lang::En => en,
    })
}

fn dead(lang: Lang) -> Failure {
    Failure::Refused(Failure::DeadLink.words(lang).1)
}

fn unknown(lang: Lang, host: &str, email: &str) -> Failure {
    refused(
        lang,
        format!(
            "{host} diz que o seu e-mail é {email}, e ninguém foi convidado com ele. Peça o convite a um dono."
        ),
        format!(
            "{host} says that your e-mail is {email}, and nobody was invited by it. Ask an owner to invite you."
        ),
    )
}

fn without_email(lang: Lang, host: &str) -> Failure {
    refused(
        lang,
        format!(
            "{host} não disse qual é o seu e-mail. Abra o link do seu convite e use nele o botão de {host}."
        ),
        format!(
            "{host} has not said what your e-mail is. Open the link of your invitation, and use its button of {host}."
        ),
    )
}

fn unverified(lang: Lang, host: &str, email: &str) -> Failure {
    refused(
        lang,
        format!(
            "{host} não garante que {email} é seu, e sem isso ele não vale. Confirme-o em {host}, ou abra o link do \
             seu convite e use nele o botão de {host}."
        ),
        format!(
            "{host} does not vouch for {email} being yours, and it does not count without that. Confirm it at {host}, or \
             open the link of your invitation, and use its button of {host}."
        ),
    )
}

fn another(lang: Lang, host: &str, email: &str) -> Failure {
    refused(
        lang,
        format!(
            "{email} já entra aqui por outra conta, que não é esta de {host}. Se o e-mail passou a ser seu, ou a conta \
             mudou, peça a um dono um novo link de senha."
        ),
        format!(
            "{email} gets in by another account already, which is not this one of {host}. If the e-mail is yours now, or \
             the account is a new one, ask an owner for a new password link."
        ),
    )
}

fn has_password(lang: Lang, host: &str, email: &str) -> Failure {
    refused(
        lang,
        format!(
            "{email} entra aqui com senha. Para entrar por {host} em vez dela, peça a um dono um novo link e use nele o botão \
             de {host}."
        ),
        format!(
            "{email} signs in here by a password. To sign in by {host} in its place, ask an owner for a new link, and use its \
             button of {host}."
        ),
    )
}

fn last_owner(lang: Lang) -> Failure {
    let words = lang.say(
        "É o último dono do hub com senha, e quem entra por um provedor não tem senha. Defina uma senha, ou convide antes outro \
         dono.",
        "This is the last owner of the hub with a password, and whoever signs in by a provider has none. Set a password, or \
         invite another owner before.",
    );
    Failure::Refused(words.to_owned())
}

fn somebody_elses(lang: Lang, host: &str) -> Failure {
    refused(
        lang,
        format!(
            "Esta conta de {host} já é de outra pessoa aqui. Saia dela em {host} e abra o link outra vez."
        ),
        format!(
            "This account of {host} is somebody else's here. Sign out of it at {host}, and open the link again."
        ),
    )
}

fn inactive(lang: Lang, email: &str) -> Failure {
    refused(
        lang,
        format!("O acesso de {email} está desligado. Fale com um dono."),
        format!("The access of {email} is switched off. Talk to an owner."),
    )
}

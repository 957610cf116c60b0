//! Which person somebody is whom a provider knows: the one that is bound to its name for them, or else the one of the link
//! that they have followed, or of their e-mail, who is bound from then on. Nobody is made.

use domain::console::Act;
use domain::values::web::check_email;
use store::accesses;
use store::acts::{self, NewAct};
use store::pessoas::{self, Pessoa};
use store::{StoreError, Tx};

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
        let small = self.email.as_ref().map(|(email, verified)| (email.to_lowercase(), *verified));
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
    if let Some(one) = pessoas::of_identity(tx, &told.identity)?.filter(|_| invitation.is_none()) {
        return if one.ativo { Ok(one) } else { Err(inactive(lang, &one.email)) };
    }
    // of two at once the second one sees what the first one has stored
    pessoas::exclusive(tx)?;
    let known = pessoas::of_identity(tx, &told.identity)?;
    let one = match invitation {
        Some(link) => {
            let now = tx.now();
            // who has a password keeps it: whoever else has it would, too
            let one = pessoas::invited(tx, link, now)?.filter(|one| one.senha.is_none());
            let one = one.ok_or_else(|| dead(lang))?;
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
    Ok(bound(tx, &one, told)?)
}

/// The person of an e-mail that is theirs, and who is bound to nobody yet.
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
    Ok(one)
}

fn bound(tx: &mut Tx<'_>, one: &Pessoa, told: &Told) -> Result<Pessoa, StoreError> {
    pessoas::bind(tx, one.id, &told.identity)?;
    let one = Pessoa { identidade: Some(told.identity.clone()), convite_expira_em: None, ..one.clone() };
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

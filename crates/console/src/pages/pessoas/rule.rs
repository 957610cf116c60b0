//! Whether an application requires the second factor of everybody who reaches it.

use domain::console::Act;
use domain::values::ids::AplicacaoId;
use maud::{Markup, html};
use store::accesses::Scope;
use store::aplicacoes::{self, Aplicacao};

use crate::access::{Form, PROOF, Proof, Visit, proof_fields};
use crate::error::Failure;
use crate::lang::Lang;
use crate::view::parts::{Again, Input, badge, owned};
use crate::view::words::Mood;

/// Where the form leads.
const ADDRESS: &str = "/console/pessoas/segundo-fator";

/// What the page of people says of it, where the visitor decides about applications.
pub(super) fn section(visit: &Visit, all: &[Aplicacao], again: Option<&Again>) -> Markup {
    let lang = visit.lang;
    let (requiring, free): (Vec<&Aplicacao>, Vec<_>) = all.iter().partition(|one| one.exige_segundo_fator);
    html! { @if !all.is_empty() { section.sheet {
        h2 { (lang.say("Segundo fator de todos", "Everybody's second factor")) }
        p { (lang.say("Quem exige o segundo fator não deixa ninguém entrar só com a senha, ou só por um provedor: quem ainda não o tem o liga ao \
            entrar, antes de ver qualquer coisa, e os links do comando do servidor deixam de valer.",
            "Where it is required, nobody gets in by a password, or by a provider, alone: whoever has none yet switches it on when signing in, \
            before anything else is shown, and links of the server's command stop working.")) }
        @for one in &requiring { p { (one.nome) " " (badge((lang.say("exige", "requires it"), Mood::Good))) } }
        @if visit.access.segundo_fator { div.row {
            @if !free.is_empty() { (form(visit, &free, true, again)) }
            @if !requiring.is_empty() { (form(visit, &requiring, false, again)) }
        } } @else { p.faint { (own_first(lang)) } }
    } } }
}

fn own_first(lang: Lang) -> &'static str {
    lang.say(
        "Só um dono que tem o seu segundo fator pode exigi-lo dos outros: ligue-o antes em Sua conta.",
        "Only an owner with a second factor can require it of others: switch yours on first, on Your account.",
    )
}

fn form(visit: &Visit, all: &[&Aplicacao], require: bool, again: Option<&Again>) -> Markup {
    let lang = visit.lang;
    let (wanted, words, more) = match require {
        true => (
            "sim",
            lang.say("Exigir", "Require it"),
            lang.say("Exigir de todos…", "Require it of everybody…"),
        ),
        false => (
            "nao",
            lang.say("Deixar de exigir", "Require it no longer"),
            lang.say("Deixar de exigir…", "Require it no longer…"),
        ),
    };
    let again = again.filter(|again| again.form.text("exigir") == wanted);
    let options: Vec<(String, String)> =
        all.iter().map(|one| (one.id.0.to_string(), one.nome.clone())).collect();
    html! { details.action open[again.is_some()] { summary.button { (more) }
        (owned(visit, ADDRESS, &html! {
            (Again::alert(again, &PROOF))
            input type="hidden" name="exigir" value=(wanted);
            @if let [only] = all { input type="hidden" name="aplicacao" value=(only.id.0); (only.nome) }
            @else { (Input { name: "aplicacao", words: lang.say("Empresa", "Company"), required: true, options: &options,
                ..Input::default() }.of(again)) }
            (proof_fields(visit, true, again))
            button.strong[require] { (words) }
        }))
    } }
}

/// Requires it, or no longer, as a form says.
pub(super) async fn changed(visit: &mut Visit, form: &Form) -> Result<(), Failure> {
    let lang = visit.lang;
    let id = form.text("aplicacao").parse().map(AplicacaoId).map_err(|_| Failure::Missing)?;
    if !visit.access.scope.covers(Scope::Aplicacao(id)) {
        return Err(Failure::Missing);
    }
    let require = match form.text("exigir") {
        "sim" => true,
        "nao" => false,
        _ => return Err(Failure::Unreadable),
    };
    let own = visit.person().await?.filter(|own| own.segundo_fator);
    let own = own.ok_or_else(|| Failure::Refused(own_first(lang).to_owned()))?;
    let proof = Proof::whole(visit, &own, form).await?;
    let named = visit.read(move |conn| Ok(aplicacoes::by_id(conn, id)?)).await?;
    let named = named.ok_or(Failure::Missing)?.nome;
    visit
        .act_anew((Scope::Aplicacao(id), Act::SecondFactorRule, named), move |tx| {
            proof.holds(tx, lang)?;
            let changed = aplicacoes::require_factor(tx, id, require)?;
            Ok(((), changed.then(|| if require { "exigido" } else { "opcional" }.to_owned())))
        })
        .await
}

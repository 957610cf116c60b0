//! `server token`: keys are shown once, kept as a hash, and end by time or by hand.

use anyhow::{Result, bail};
use domain::datas::Instante;
use domain::ids::{AplicacaoId, LojaId, UsuarioId};
use http_kit::chaves;
use store::tokens::{self, NovoToken, TipoToken, TokenRow};
use store::{Store, Tx, usuarios};

use super::app;
use crate::cli::{TokenCommand, TokenCreate};
use crate::config::Config;
use crate::quantity::Span;
use crate::usage::usage;
use crate::{database, output};

/// Creates, lists, rotates and revokes keys.
pub fn run(config: &Config, command: TokenCommand) -> Result<()> {
    let store = database::open_migrated(config)?;
    match command {
        TokenCommand::Create(TokenCreate::App(args)) => {
            let aplicacao = app::existing_or_new(&store, &args.name)?;
            output::line(&create(&store, aplicacao, None, args.label, args.expires)?)
        }
        TokenCommand::Create(TokenCreate::Store(args)) => {
            let loja = existing_store(&store, &args.app, &args.user)?;
            output::line(&create(&store, loja.aplicacao, Some(loja), args.label, args.expires)?)
        }
        TokenCommand::List => list(&store),
        TokenCommand::Rotate { id, overlap } => output::line(&rotate(&store, id, overlap)?),
        TokenCommand::Revoke { id } => revoke(&store, id),
    }
}

/// Creates a key; a store's when `loja` is given.
pub fn create(
    store: &Store,
    aplicacao: AplicacaoId,
    loja: Option<LojaId>,
    rotulo: String,
    expires: Option<Span>,
) -> Result<String> {
    if expires.is_some_and(|span| span.seconds() == 0) {
        return Err(usage("--expires: a key that has expired already opens nothing: write e.g. 90d"));
    }
    let (key, novo) = draw(aplicacao, loja, rotulo)?;
    store.write_blocking(move |tx| {
        let expira_em = expires.map(|span| tx.agora().mais_segundos(span.signed_seconds()));
        tokens::create(tx, &NovoToken { expira_em, ..novo.clone() })?;
        anyhow::Ok(())
    })?;
    Ok(key)
}

/// A new key and the row that stands for it.
fn draw(aplicacao: AplicacaoId, loja: Option<LojaId>, rotulo: String) -> Result<(String, NovoToken)> {
    let (key, hash) = chaves::gerar(if loja.is_some() { TipoToken::Loja } else { TipoToken::Aplicacao })?;
    Ok((key, NovoToken { aplicacao, loja, rotulo, hash, expira_em: None }))
}

/// The store of an application; an error that says what to do when there is none.
pub fn existing_store(store: &Store, app: &str, user: &str) -> Result<LojaId> {
    let aplicacao = app::existing(store, app)?;
    let usuario_id =
        UsuarioId::parse(user).map_err(|e| crate::usage::usage(format!("the usuarioId {user:?} {e}")))?;
    match store.read_blocking(|conn| anyhow::Ok(usuarios::resolver(conn, aplicacao, &usuario_id)?))? {
        Some(usuario) => Ok(usuario.id),
        None => bail!(
            "the application {app:?} has no user {user:?}: the application creates it with POST /Usuario"
        ),
    }
}

fn list(store: &Store) -> Result<()> {
    let now = Instante::agora();
    output::line("id\tkind\tapplication\tuser\tlabel\tstate\tcreated\texpires\tlast used")?;
    for row in store.read_blocking(|conn| anyhow::Ok(tokens::list(conn)?))? {
        let kind = match row.tipo {
            TipoToken::Aplicacao => "app",
            TipoToken::Loja => "store",
        };
        let user = row.usuario_id.as_deref().unwrap_or("-");
        let label = if row.rotulo.is_empty() { "-" } else { row.rotulo.as_str() };
        output::line(&format!(
            "{}\t{kind}\t{}\t{user}\t{label}\t{}\t{}\t{}\t{}",
            row.id,
            row.aplicacao_nome,
            state(&row, now),
            row.criado_em,
            moment(row.expira_em),
            moment(row.usado_em)
        ))?;
    }
    Ok(())
}

fn state(row: &TokenRow, now: Instante) -> &'static str {
    if row.revogado_em.is_some() {
        "revoked"
    } else if row.expira_em.is_some_and(|end| end <= now) {
        "expired"
    } else {
        "active"
    }
}

fn moment(at: Option<Instante>) -> String {
    at.map_or_else(|| "-".to_owned(), |at| at.to_string())
}

/// A new key of the same owner and label; the old one works until the overlap is over, if not less.
fn rotate(store: &Store, id: i64, overlap: Span) -> Result<String> {
    let old = existing(store, id)?;
    if state(&old, Instante::agora()) != "active" {
        bail!(
            "key {id} is {} and has nothing to hand over: create a new one with `server token create`",
            state(&old, Instante::agora())
        );
    }
    let (key, novo) = draw(old.aplicacao, old.loja, old.rotulo.clone())?;
    store.write_blocking(move |tx| {
        tokens::create(tx, &novo)?;
        end_at(tx, &old, overlap)
    })?;
    Ok(key)
}

fn end_at(tx: &mut Tx<'_>, old: &TokenRow, overlap: Span) -> Result<()> {
    let end = tx.agora().mais_segundos(overlap.signed_seconds());
    let end = old.expira_em.map_or(end, |before| before.min(end));
    tokens::expire(tx, old.id, Some(end))?;
    Ok(())
}

fn revoke(store: &Store, id: i64) -> Result<()> {
    existing(store, id)?;
    store.write_blocking(move |tx| anyhow::Ok(tokens::revoke(tx, id)?))?;
    Ok(())
}

fn existing(store: &Store, id: i64) -> Result<TokenRow> {
    match store.read_blocking(|conn| anyhow::Ok(tokens::find(conn, id)?))? {
        Some(row) => Ok(row),
        None => bail!("there is no key {id}: `server token list` shows the numbers"),
    }
}

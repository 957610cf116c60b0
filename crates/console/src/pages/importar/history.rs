//! Files that were brought in, and the way back: what was there before each, as a file that is imported in its turn.

use std::io::Write;
use std::sync::Arc;

use actix_web::web;
use domain::values::ids::LojaId;
use files::{ExportError, Kind, Report, Target};
use maud::{Markup, html};
use store::importacoes::{self, BEFORE_MAX, Importacao};
use store::{Store, StoreError};

use super::columns::Shown;
use super::words;
use crate::access::LojaVisit;
use crate::error::Failure;
use crate::kept::KeptFile;
use crate::view::format;
use crate::view::parts::{act, when};

/// What the store holds of what a file is about to change, as lines of JSON; `None` where that is not kept.
pub async fn before(
    visit: &LojaVisit,
    file: &Arc<KeptFile>,
    shown: &Shown,
) -> Result<Option<Vec<u8>>, Failure> {
    let (state, target) = (visit.state.clone(), Target { loja: visit.id(), kind: file.kind });
    let (file, options) = (Arc::clone(file), shown.options.clone());
    let written = web::block(move || {
        let mut out = Bounded(Vec::new());
        let content = file.content.reader();
        let done = files::before(&state.store, target, content, &options, &mut out, || state.goes_on());
        match done {
            // what cannot be read is told by the import
            Ok(false) | Err(ExportError::File(_)) => Ok(None),
            Ok(true) => Ok(Some(out.0)),
            Err(ExportError::Store(error)) => Err(error.into()),
            Err(ExportError::Stopped) => Err(Failure::Fault("the server is being stopped")),
        }
    });
    written.await.map_err(|_| Failure::Fault("an export broke off"))?
}

/// Bytes up to what is kept.
struct Bounded(Vec<u8>);

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if self.0.len() + bytes.len() > BEFORE_MAX {
            return Err(std::io::ErrorKind::FileTooLarge.into());
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Writes down what came of an import.
pub fn finish(store: &Store, (loja, id): (LojaId, i64), report: &Report) -> Result<(), StoreError> {
    let counts = [report.created, report.stored, report.refused];
    let counts = counts.map(|n| i64::try_from(n).unwrap_or(i64::MAX));
    store.write_blocking(move |tx| importacoes::finish(tx, loja, id, counts))
}

/// The latest imports, each with its way back.
pub async fn list(visit: &LojaVisit) -> Result<Markup, Failure> {
    let (lang, loja) = (visit.lang, visit.id());
    let all = visit.read(move |conn| Ok(importacoes::list(conn, loja)?)).await?;
    if all.is_empty() {
        return Ok(html! {});
    }
    Ok(html! { section.sheet {
        h2 { (lang.say("Últimos arquivos", "Latest files")) }
        p.faint { (lang.say("Desfazer mostra primeiro o que mudaria. Volta o que o arquivo mudou, também o que mudou \
            de novo depois; o que era novo fica.",
            "Undoing shows first what would change. What the file changed goes back, also where it changed again since; \
            what was new stays.")) }
        div.scroll tabindex="0" { table {
            thead { tr {
                th scope="col" { (lang.say("Quando", "When")) }
                th scope="col" { (lang.say("Quem", "Who")) }
                th scope="col" { (lang.say("O quê", "What")) }
                th scope="col" { (lang.say("Arquivo", "File")) }
                th scope="col" { (lang.say("Resultado", "Result")) }
                th scope="col" { (lang.say("Antes", "Before")) }
            } }
            tbody { @for one in &all { (row(visit, one)) } }
        } }
    } })
}

fn row(visit: &LojaVisit, one: &Importacao) -> Markup {
    let lang = visit.lang;
    let count = |n: i64| format::count(lang, n);
    let kind = Kind::from_name(&one.tipo).map_or("", |kind| words::kind(lang, kind));
    html! { tr {
        td { (when(visit, one.data)) }
        td { (one.nome) }
        td { (kind) }
        td { (one.arquivo) }
        td { @match one.contagem {
            Some([created, stored, refused]) => {
                (count(created)) (lang.say(" novos · ", " new · "))
                (count(stored)) (lang.say(" como o arquivo diz · ", " as the file says · "))
                (count(refused)) (lang.say(" recusados", " refused"))
            }
            None => { (lang.say("não chegou ao fim", "did not come to its end")) }
        } }
        td { @if one.tem_antes { (act(visit, &visit.address("/importar/desfazer"), &html! {
            input type="hidden" name="importacao" value=(one.id);
            button { (lang.say("Desfazer…", "Undo…")) }
        })) } @else { "–" } }
    } }
}

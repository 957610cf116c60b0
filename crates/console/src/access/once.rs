//! Forms that do something once, however often their page sends them.

use domain::values::dates::Instante;
use domain::values::ids::AplicacaoId;
use maud::{Markup, html};
use store::Tx;
use store::idempotencia::{self, IdempotencyKey, KeptAnswer};

use super::form::Form;
use super::visit::Visit;
use crate::error::Failure;

/// The field that tells a page's form from the same form of another page.
const FIELD: &str = "vez";
/// Instead of a program's token.
const CONSOLE: i64 = 0;

/// A form that does something once.
#[derive(Clone)]
pub struct Once(Option<IdempotencyKey>);

impl Once {
    /// What such a form carries.
    pub fn input() -> Markup {
        html! { input type="hidden" name=(FIELD) value=(Instante::now().micros()); }
    }

    /// A form that was sent, about something of an application.
    pub fn of(visit: &Visit, aplicacao: AplicacaoId, form: &Form) -> Self {
        let key = |opened: i64| IdempotencyKey {
            aplicacao,
            token_id: CONSOLE,
            texto: format!("{} {opened} {} {}", visit.access.id, visit.req.path(), form.digest()),
        };
        Self(form.text(FIELD).parse().ok().map(key))
    }

    /// True the first time; what is done then is done in the same transaction.
    pub fn take(&self, tx: &mut Tx<'_>) -> Result<bool, Failure> {
        let Some(key) = &self.0 else { return Ok(true) };
        idempotencia::wait(tx, key)?;
        if idempotencia::find(tx, key)?.is_some() {
            return Ok(false);
        }
        let done = KeptAnswer {
            impressao: [0; 32],
            status: 303,
            cabecalhos: "[]".to_owned(),
            corpo: String::new(),
            assunto: None,
        };
        idempotencia::insert(tx, key, &done, None)?;
        Ok(true)
    }
}

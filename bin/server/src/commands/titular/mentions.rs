//! What tells of a person beside the orders: answers kept for repeated requests, replies to deliveries.

use std::collections::HashSet;

use anyhow::Result;
use domain::titular::Titular;
use domain::values::ids::{AplicacaoId, LojaId, PedidoId};
use store::Store;
use store::entregas::{self, KeptReply};
use store::idempotencia::{self, FoundAnswer, IdempotencyKey};

/// A person and the orders that are known to be theirs.
pub struct Person<'a> {
    titular: &'a Titular,
    orders: HashSet<i64>,
}

impl<'a> Person<'a> {
    /// The person, with these orders.
    pub fn new(titular: &'a Titular, orders: &[(LojaId, PedidoId)]) -> Self {
        Self { titular, orders: orders.iter().map(|(_, id)| id.0).collect() }
    }

    /// True when an answer shows the person or one of the orders.
    fn is_in(&self, body: &[u8]) -> bool {
        let text = String::from_utf8_lossy(body);
        self.titular.is_in(&text) || pedidos_in(&text).any(|id| self.orders.contains(&id))
    }

    /// True when a reply may tell of the person.
    fn is_in_reply(&self, reply: &KeptReply) -> bool {
        reply.pedido.is_some_and(|id| self.orders.contains(&id.0)) || self.is_in(reply.resposta.as_bytes())
    }
}

/// The numbers of orders that a JSON text names.
fn pedidos_in(text: &str) -> impl Iterator<Item = i64> {
    text.split("\"pedidoId\":").skip(1).filter_map(|rest| {
        let digits = rest.trim_start().split(|c: char| !c.is_ascii_digit()).next()?;
        digits.parse().ok()
    })
}

/// Hands the kept answers of an application that tell of the person to `found`, a few at a time.
pub fn answers(
    store: &Store,
    aplicacao: AplicacaoId,
    person: &Person<'_>,
    mut found: impl FnMut(Vec<FoundAnswer>) -> Result<()>,
) -> Result<()> {
    let mut after: Option<IdempotencyKey> = None;
    loop {
        let part = store.read_blocking(|conn| idempotencia::list_after(conn, aplicacao, after.as_ref()))?;
        let Some(last) = part.last() else { return Ok(()) };
        after = Some(last.key.clone());
        found(part.into_iter().filter(|answer| person.is_in(&answer.corpo)).collect())?;
    }
}

/// Hands the replies to deliveries of an application that may tell of the person to `found`, a stretch at a
/// time.
pub fn replies(
    store: &Store,
    aplicacao: AplicacaoId,
    person: &Person<'_>,
    mut found: impl FnMut(Vec<KeptReply>) -> Result<()>,
) -> Result<()> {
    let mut after = (0, 0);
    while let Some((part, next)) = store.read_blocking(|conn| entregas::replies(conn, aplicacao, after))? {
        after = next;
        found(part.into_iter().filter(|reply| person.is_in_reply(reply)).collect())?;
    }
    Ok(())
}

/// What was found beside the orders.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Mentions {
    /// Answers that are kept for repeated requests.
    pub answers: usize,
    /// Replies to deliveries.
    pub replies: usize,
}

/// Counts what tells of the person.
pub fn count(store: &Store, aplicacao: AplicacaoId, person: &Person<'_>) -> Result<Mentions> {
    let mut mentions = Mentions::default();
    answers(store, aplicacao, person, |part| {
        mentions.answers += part.len();
        Ok(())
    })?;
    replies(store, aplicacao, person, |part| {
        mentions.replies += part.len();
        Ok(())
    })?;
    Ok(mentions)
}

/// Forgets what tells of the person, in small transactions; answers how much it was.
pub fn forget(store: &Store, aplicacao: AplicacaoId, person: &Person<'_>) -> Result<Mentions> {
    let mut mentions = Mentions::default();
    answers(store, aplicacao, person, |part| {
        let keys: Vec<IdempotencyKey> = part.into_iter().map(|answer| answer.key).collect();
        if !keys.is_empty() {
            mentions.answers += store.write_blocking(move |tx| idempotencia::forget(tx, &keys))?;
        }
        Ok(())
    })?;
    replies(store, aplicacao, person, |part| {
        if !part.is_empty() {
            mentions.replies +=
                store.write_blocking(move |tx| entregas::forget_replies(tx, aplicacao, &part))?;
        }
        Ok(())
    })?;
    Ok(mentions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_found_by_their_whole_numbers() {
        let text = r#"[{"pedidoId":17,"x":1},{"pedidoId": 204},{"pedidoId":null}]"#;
        assert_eq!(pedidos_in(text).collect::<Vec<_>>(), [17, 204]);
    }
}

//! `server titular export`: everything that is kept of a person, as one JSON document.

use std::collections::{HashMap, HashSet};
use std::fs::OpenOptions;
use std::io::{BufWriter, Write, stdout};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use anyhow::{Context, Result};
use domain::evento::TipoEvento;
use domain::titular::Titular;
use domain::values::dates::Instante;
use domain::values::ids::{LojaId, PedidoId};
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use store::aplicacoes::Aplicacao;
use store::entregas::KeptReply;
use store::events::{self, Filter};
use store::orders::titular::{self, PedidoExport};
use store::{Store, usuarios};

use super::mentions::{self, Person};
use crate::output::{self, Out};

/// Events that are read at once.
const EVENTS: i64 = 1000;

/// Writes everything that is kept of a person.
pub fn run(store: &Store, applications: &[Aplicacao], titular: &Titular, file: Option<&Path>) -> Result<()> {
    let Some(path) = file else {
        return write(store, applications, titular, &mut Out(stdout()));
    };
    // personal data: for nobody else's eyes, and over no other file
    let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
    let mut file = file.with_context(|| {
        format!(
            "the file {} cannot be created: name one that is not there, where this user may write",
            path.display()
        )
    })?;
    write(store, applications, titular, &mut file)?;
    output::line(&format!("written to {}", path.display()))
}

fn write(store: &Store, applications: &[Aplicacao], titular: &Titular, output: &mut dyn Write) -> Result<()> {
    let mut output = BufWriter::new(output);
    store.place_events_blocking()?;
    let written_at = Instante::now();
    write!(output, "{{\"geradoEm\":{},\"titular\":{}", json!(written_at), serde_json::to_string(titular)?)?;
    output.write_all(b",\"aplicacoes\":[")?;
    for (n, app) in applications.iter().enumerate() {
        output.write_all(if n > 0 { b"," } else { b"" })?;
        application(store, app, titular, &mut output)?;
    }
    output.write_all(b"]}\n")?;
    Ok(output.flush()?)
}

/// An order with what hangs on it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Entry {
    usuario_id: Option<String>,
    #[serde(flatten)]
    pedido: Value,
    eventos: Vec<Box<RawValue>>,
    #[serde(rename = "respostas")]
    replies: Vec<Value>,
}

fn application(store: &Store, app: &Aplicacao, titular: &Titular, output: &mut dyn Write) -> Result<()> {
    let found = store.read_blocking(|conn| titular::find_orders(conn, app.id, titular))?;
    let person = Person::new(titular, &found.orders);
    let mut events = events_of(store, app, &found.orders)?;
    let mut replies = Vec::new();
    mentions::replies(store, app.id, &person, |mut part| {
        replies.append(&mut part);
        Ok(())
    })?;
    write!(output, "{{\"aplicacao\":{},\"pedidos\":[", json!(app.nome))?;
    let mut first = true;
    for (loja, id) in &found.orders {
        let (loja, id) = (*loja, *id);
        let read = store.read_blocking(|conn| {
            anyhow::Ok((titular::export(conn, loja, id)?, usuarios::identifier(conn, loja)?))
        })?;
        let (Some(pedido), usuario_id) = read else { continue };
        let (of_pedido, others) = replies.into_iter().partition(|reply| reply.pedido == Some(id));
        replies = others;
        let entry = entry(pedido, usuario_id, events.remove(&id.0), of_pedido)?;
        output.write_all(if first { b"" } else { b"," })?;
        first = false;
        serde_json::to_writer(&mut *output, &entry)?;
    }
    let others: Vec<Value> = replies.iter().map(reply).collect();
    write!(output, "],\"respostas\":{},\"respostasGuardadas\":[", Value::Array(others))?;
    let mut first = true;
    mentions::answers(store, app.id, &person, |part| {
        for answer in part {
            output.write_all(if first { b"" } else { b"," })?;
            first = false;
            let shown = json!({
                "tokenId": answer.key.token_id,
                "chave": answer.key.texto,
                "status": answer.status,
                "criadoEm": Instante::from_micros(answer.criado_em),
                "corpo": String::from_utf8_lossy(&answer.corpo),
            });
            serde_json::to_writer(&mut *output, &shown)?;
        }
        Ok(())
    })?;
    Ok(output.write_all(b"]}")?)
}

fn entry(
    pedido: PedidoExport,
    usuario_id: Option<String>,
    events: Option<Vec<String>>,
    replies: Vec<KeptReply>,
) -> Result<Entry> {
    Ok(Entry {
        usuario_id,
        pedido: serde_json::to_value(&pedido)?,
        eventos: events
            .unwrap_or_default()
            .into_iter()
            .map(RawValue::from_string)
            .collect::<Result<_, _>>()?,
        replies: replies.iter().map(reply).collect(),
    })
}

fn reply(reply: &KeptReply) -> Value {
    json!({
        "notificacaoId": reply.notificacao,
        "entregaId": reply.entrega,
        "tentativa": reply.numero,
        "data": Instante::from_micros(reply.em),
        "status": reply.status,
        "resposta": reply.resposta,
    })
}

/// The events of some orders, by the orders' numbers: the log is looked through once.
fn events_of(
    store: &Store,
    app: &Aplicacao,
    orders: &[(LojaId, PedidoId)],
) -> Result<HashMap<i64, Vec<String>>> {
    let wanted: HashSet<i64> = orders.iter().map(|(_, id)| id.0).collect();
    let mut events: HashMap<i64, Vec<String>> = HashMap::new();
    if wanted.is_empty() {
        return Ok(events);
    }
    let kinds = TipoEvento::ALL.iter().copied().filter(|tipo| tipo.of_pedido()).collect();
    let filter = Filter { loja: None, tipos: kinds };
    let mut posicao = 1;
    loop {
        let stretch = store.read_blocking(|conn| events::list(conn, app.id, filter, posicao, EVENTS))?;
        for event in stretch.eventos.into_iter().filter(|event| wanted.contains(&event.assunto)) {
            events.entry(event.assunto).or_default().push(event.documento);
        }
        if stretch.next <= posicao || stretch.next > stretch.last {
            return Ok(events);
        }
        posicao = stretch.next;
    }
}

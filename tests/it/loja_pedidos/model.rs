//! Lists of orders against a naive model: random orders, random questions, every way of walking the pages.

use std::collections::BTreeMap;

use domain::loja_config::LojaConfig;
use domain::values::dates::Instante;
use serde_json::{Value, json};

use super::{as_u, configure, ids};
use crate::concurrency::following;
use crate::counts::world::Dice;
use crate::support::{TestApp, TestClient, models};

const DAY: i64 = 86_400;
/// Days at which something may go wrong: a leap day, a change of year, an ordinary one.
const DAYS: [&str; 6] = ["2024-02-28", "2024-02-29", "2024-03-01", "2025-12-31", "2026-01-01", "2026-05-10"];
const STATUS: [(&str, i64); 6] = [
    ("Pago", 1),
    ("AguardandoPagamento", 2),
    ("Cancelado", 8),
    ("Enviado", 9),
    ("Faturado", 11),
    ("Entregue", 18),
];
const SUBS: [i64; 6] = [10, 15, 16, 20, 22, 23];
const FORMAS: [i64; 4] = [1, 3, 20, 99];
const KINDS: [(&str, usize); 6] = [
    ("DataPedido", 0),
    ("dataaprovacao", 1),
    ("DataModificacaoStatus", 2),
    ("DataStatus", 2),
    ("DataAlteracao", 3),
    ("DATACRIACAO", 4),
];

/// An order as the model knows it.
struct Model {
    id: i64,
    /// As it is shown.
    situacao: i64,
    cancelado: bool,
    forma: i64,
    email: String,
    sku: String,
    /// By kind of date: the second as it is shown, and what comes first within a second.
    dates: [Option<(i64, u64)>; 5],
}

fn seconds(text: &str) -> i64 {
    text.parse::<Instante>().unwrap().micros().div_euclid(1_000_000)
}

async fn create(app: &TestApp, dice: &mut Dice, n: u64) -> Model {
    let (name, situacao) = *dice.of(&STATUS);
    let hour = *dice.of(&["00:00:00", "23:59:59", "02:59:59", "03:00:00", "12:00:00"]);
    let date = format!("{}T{hour}Z", dice.of(&DAYS));
    let forma = *dice.of(&FORMAS);
    let (email, sku) = (format!("c{}@x.example", dice.until(5)), format!("S{}", dice.until(5)));
    let mut pedido = models::pedido("canal", &format!("P{n}"), &sku);
    pedido["status"] = json!(name);
    pedido["data"] = json!(date);
    pedido["usuario"]["email"] = json!(email);
    pedido["informacaoAdicional"] = match forma {
        99 => json!([]),
        forma => json!([{"chave": "formaPagamentoId", "valor": forma.to_string()}]),
    };
    let id = app.create_pedido("u", &pedido).await["pedidoId"].as_i64().unwrap();
    Model {
        id,
        situacao,
        cancelado: situacao == 8,
        forma,
        email,
        sku,
        dates: [Some((seconds(&date), 0)), None, Some((0, n)), Some((0, n)), Some((0, n))],
    }
}

/// Moves an order, or only notes upon it.
async fn touch(b: &TestClient, dice: &mut Dice, pedido: &mut Model, n: u64) {
    if dice.maybe(3) {
        b.post(&format!("/pedidos/{}/observacao", pedido.id), &json!({"observacao": "x"}))
            .await
            .with_status(200);
        pedido.dates[3] = Some((0, n));
        return;
    }
    // as often a step within a status as a status
    let to = if dice.maybe(2) { dice.of(&STATUS).1 } else { *dice.of(&SUBS) };
    let done = b.put(&format!("/pedidos/{}/status", pedido.id), &json!({"id": to, "motivo": ""})).await;
    if done.status == 200 && to != pedido.situacao {
        pedido.cancelado |= to == 8;
        pedido.situacao = to;
        (pedido.dates[2], pedido.dates[3]) = (Some((0, n)), Some((0, n)));
    }
}

/// Takes the seconds over from what the interface shows.
async fn see(b: &TestClient, pedido: &mut Model) {
    let registro = b.get(&format!("/pedidos/{}", pedido.id)).await.json_of(200);
    let historico = b.get(&format!("/pedidos/{}/historicoSituacao", pedido.id)).await.json_of(200);
    let changes: Vec<i64> = historico["situacoes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|s| seconds(s["dataAtualizacao"].as_str().unwrap()))
        .collect();
    let mut by = |kind: usize, second: i64| {
        pedido.dates[kind] = Some((second, pedido.dates[kind].map_or(0, |(_, n)| n)));
    };
    if let Some(date) = registro["dataPagamento"].as_str() {
        by(1, seconds(date));
    }
    by(2, *changes.last().unwrap());
    by(3, seconds(registro["dataUltimaAtualizacao"].as_str().unwrap()));
    by(4, changes[0]);
    assert_eq!(registro["situacaoPedidoId"], pedido.situacao);
}

/// A question, in words and as the model takes it.
#[derive(Debug, Default)]
struct Question {
    query: BTreeMap<&'static str, String>,
    path: String,
    tipo: usize,
    ascending: bool,
    de: Option<i64>,
    ate: Option<i64>,
    situacoes: Vec<i64>,
    formas: Vec<i64>,
    ids: Vec<i64>,
    email: Option<String>,
    sku: Option<String>,
    valido: Option<bool>,
}

/// `offset`: what the store's clock is behind UTC, seconds.
fn ask(dice: &mut Dice, pedidos: &[Model], offset: i64) -> Question {
    let mut p = Question { path: "/pedidos".to_owned(), ..Question::default() };
    if !dice.maybe(4) {
        let (name, kind) = *dice.of(&KINDS);
        p.tipo = kind;
        p.query.insert("enumTipoFiltroData", name.to_owned());
    }
    if dice.maybe(2) {
        p.ascending = dice.maybe(2);
        let word = if p.ascending { "asc" } else { "DESC" };
        p.query.insert("direcaoOrdenacao", word.to_owned());
    }
    if dice.maybe(4) {
        p.ids = (0..1 + dice.until(12)).map(|_| dice.of(pedidos).id).collect();
        p.ids.push(999_999);
        p.query.insert("listaPedidosIds", list(dice, &p.ids));
    }
    if p.ids.is_empty() || dice.maybe(2) {
        limits(dice, pedidos, offset, &mut p);
    }
    if !p.ids.is_empty() {
        // orders that are named need no date
        (p.tipo, p.de, p.ate) = (0, None, None);
    }
    codes(dice, &mut p);
    if dice.maybe(4) {
        let n = dice.until(6);
        p.email = Some(format!("c{n}@x.example"));
        p.query.insert("email", format!("C{n}@X.example"));
    }
    if dice.maybe(4) {
        p.sku = Some(format!("S{}", dice.until(6)));
        p.query.insert("sku", p.sku.clone().unwrap());
    }
    if dice.maybe(4) {
        p.valido = Some(dice.maybe(2));
        p.query.insert("valido", p.valido.unwrap().to_string());
    }
    p
}

/// A range whose ends are seconds at which orders have their dates, or days around them.
fn limits(dice: &mut Dice, pedidos: &[Model], offset: i64, p: &mut Question) {
    let mut drawn = || dice.of(pedidos).dates[p.tipo].map_or(1_767_225_600, |(second, _)| second);
    let (a, b) = (drawn(), drawn());
    let (a, b) = (a.min(b), a.max(b));
    let (from, text) = limit(dice, a, offset, false);
    p.de = Some(from);
    p.query.insert("dataInicial", text);
    let (until, text) = limit(dice, b, offset, true);
    p.ate = Some(until);
    p.query.insert("dataFinal", text);
}

/// One end of a range in one of the ways to write it: the first second that it takes in, or (for an end) the
/// first that it does not.
fn limit(dice: &mut Dice, second: i64, offset: i64, end: bool) -> (i64, String) {
    let writing = |second: i64| Instante::from_micros(second * 1_000_000).to_string();
    let local = writing(second - offset).trim_end_matches('Z').to_owned();
    let one = i64::from(end);
    match dice.until(5) {
        0 => {
            let day = (second - offset).div_euclid(DAY);
            ((day + one) * DAY + offset, local[..10].to_owned())
        }
        1 => (second + one, local.replace('T', ["+", "%20", "T"][dice.until(3) as usize])),
        2 => (second + one, writing(second)),
        3 => {
            let (day, time) = local.split_once('T').unwrap();
            let parts: Vec<&str> = day.split('-').collect();
            let between = ["+", "%20"][dice.until(2) as usize];
            (second + one, format!("{}/{}/{}{between}{time}", parts[2], parts[1], parts[0]))
        }
        _ => (second + one, format!("{}-03:00", writing(second - 3 * 3600).trim_end_matches('Z'))),
    }
}

/// Statuses and payment methods, now in the query, now in the path.
fn codes(dice: &mut Dice, p: &mut Question) {
    if dice.maybe(2) {
        p.situacoes = (0..1 + dice.until(3))
            .map(|_| *dice.of(&[1, 2, 3, 5, 8, 9, 10, 11, 15, 16, 18, 22, 23]))
            .collect();
    }
    if dice.maybe(3) {
        p.formas = (0..1 + dice.until(2)).map(|_| *dice.of(&[1, 2, 3, 20, 99])).collect();
    }
    let (situacoes, formas) = (list(dice, &p.situacoes), list(dice, &p.formas));
    if !situacoes.is_empty() && dice.maybe(2) {
        p.path = format!("/pedidos/situacaoPedido/{situacoes}");
        p.query.insert("formasPagamento", formas);
    } else if !formas.is_empty() && dice.maybe(2) {
        p.path = format!("/pedidos/formaPagamento/{formas}");
        p.query.insert("situacoesPedido", situacoes);
    } else {
        p.query.insert("situacoesPedido", situacoes);
        p.query.insert("formasPagamento", formas);
    }
}

fn list(dice: &mut Dice, values: &[i64]) -> String {
    let separator = dice.of(&[",", "%2C", "%2C%20"]);
    values.iter().map(i64::to_string).collect::<Vec<_>>().join(separator)
}

impl Question {
    /// The address; lists stand as they are, or repeated, or in brackets.
    fn address(&self, dice: &mut Dice) -> String {
        let mut parts = Vec::new();
        for (name, value) in &self.query {
            let repeated = match dice.until(4) {
                0 => Some((*name).to_owned()),
                1 => Some(format!("{name}[]")),
                _ => None,
            };
            match repeated {
                Some(name) if value.contains(',') => {
                    parts.extend(value.split(',').map(|one| format!("{name}={one}")));
                }
                _ => parts.push(format!("{name}={value}")),
            }
        }
        format!("{}?{}", self.path, parts.join("&"))
    }

    fn accepts(&self, pedido: &Model) -> bool {
        let Some((second, _)) = pedido.dates[self.tipo] else { return false };
        let cancelado = pedido.cancelado;
        let situacao = |code: &i64| match code {
            3..=8 => pedido.situacao == 8,
            code => *code == pedido.situacao,
        };
        self.de.is_none_or(|from| second >= from)
            && self.ate.is_none_or(|until| second < until)
            && (self.situacoes.is_empty() || self.situacoes.iter().any(situacao))
            && (self.formas.is_empty() || self.formas.contains(&pedido.forma))
            && (self.ids.is_empty() || self.ids.contains(&pedido.id))
            && self.email.as_ref().is_none_or(|email| *email == pedido.email)
            && self.sku.as_ref().is_none_or(|sku| *sku == pedido.sku)
            && self.valido.is_none_or(|valid| valid != cancelado)
    }

    fn respond(&self, pedidos: &[Model]) -> Vec<i64> {
        let mut accepted: Vec<&Model> = pedidos.iter().filter(|p| self.accepts(p)).collect();
        accepted.sort_by_key(|p| (p.dates[self.tipo], p.id));
        if !self.ascending {
            accepted.reverse();
        }
        accepted.iter().map(|p| p.id).collect()
    }
}

/// Walks the list in each of the ways in which clients do; all must see the same.
async fn traverse(b: &TestClient, address: &str, expected: &[i64], size: usize) {
    let total = expected.len().to_string();
    let join = format!("{address}&quantidadeRegistros={size}");
    let (mut by_link, mut next) = (Vec::new(), Some(join.clone()));
    while let Some(path) = next {
        let answer = b.get(&path).await.with_status(200);
        assert_eq!(answer.header("x-total-count"), total, "{path}");
        by_link.extend(ids(&answer.json()));
        next = following(&answer);
    }
    assert_eq!(by_link, expected, "{join}");
    let mut by_number = Vec::new();
    for page in 1.. {
        let answer = b.get(&format!("{join}&pagina={page}")).await.with_status(200);
        let of_this = ids(&answer.json());
        let remaining = expected.len().saturating_sub((page - 1) * size);
        assert_eq!((answer.header("x-total-count"), of_this.len()), (total.as_str(), remaining.min(size)));
        if of_this.is_empty() {
            break;
        }
        by_number.extend(of_this);
    }
    assert_eq!(by_number, expected, "{join}");
}

on_both_databases! {
    async fn every_question_is_answered_as_the_model_answers(app: TestApp) {
        let skus: Vec<String> = (0..5).map(|n| format!("S{n}")).collect();
        app.loja_with_skus("u", &skus.iter().map(String::as_str).collect::<Vec<_>>()).await;
        // another store's orders are nobody else's
        app.loja_with_skus("v", &["S0"]).await;
        app.create_pedido("v", &models::pedido("canal", "P0", "S0")).await;
        let b = as_u(&app);
        let mut dice = Dice(20_260_510);
        let mut pedidos = Vec::new();
        let mut n = 0;
        for _ in 0..60 {
            n += 1;
            pedidos.push(create(&app, &mut dice, n).await);
            for _ in 0..dice.until(3) {
                n += 1;
                let i = dice.until(pedidos.len() as u64) as usize;
                touch(&b, &mut dice, &mut pedidos[i], n).await;
            }
        }
        for pedido in &mut pedidos {
            see(&b, pedido).await;
        }
        let mut with_answer = 0;
        for (zone, offset) in [("UTC", 0), ("America/Sao_Paulo", 3 * 3600)] {
            let config = LojaConfig { fuso: Some(zone.parse().unwrap()), ..LojaConfig::default() };
            configure(&app, app.loja("u"), config);
            for _ in 0..75 {
                let question = ask(&mut dice, &pedidos, offset);
                let address = question.address(&mut dice);
                let expected = question.respond(&pedidos);
                with_answer += usize::from(!expected.is_empty());
                let size = 1 + dice.until(20) as usize;
                traverse(&b, &address, &expected, size).await;
            }
        }
        assert!(with_answer > 50, "only {with_answer} questions had an answer");
    }
}

on_both_databases! {
    async fn a_day_is_whole_in_the_time_zone_of_the_store(app: TestApp) {
        app.loja_with_skus("u", &["S"]).await;
        let b = as_u(&app);
        // 28 Feb 2024 in São Paulo ends three hours after it ends in UTC
        let hours = ["2024-02-28T02:59:59Z", "2024-02-28T03:00:00Z", "2024-02-29T02:59:59Z", "2024-02-29T03:00:00Z",
            "2024-03-01T02:59:59Z", "2024-03-01T03:00:00Z", "2025-12-31T23:59:59Z", "2026-01-01T00:00:00Z"];
        let mut numbers: Vec<i64> = Vec::new();
        for (n, hour) in hours.iter().enumerate() {
            let mut pedido = models::pedido("canal", &format!("P{n}"), "S");
            pedido["data"] = Value::from(*hour);
            numbers.push(app.create_pedido("u", &pedido).await["pedidoId"].as_i64().unwrap());
        }
        let on_day = async |from: &str, until: &str| {
            let path = format!("/pedidos?dataInicial={from}&dataFinal={until}&direcaoOrdenacao=ASC");
            let found = ids(&b.get(&path).await.json_of(200));
            found.iter().map(|id| numbers.iter().position(|n| n == id).unwrap()).collect::<Vec<_>>()
        };
        assert_eq!(on_day("2024-02-28", "2024-02-28").await, [0, 1]);
        assert_eq!(on_day("2024-02-29", "2024-02-29").await, [2, 3]);
        assert_eq!(on_day("2025-12-31", "2025-12-31").await, [6]);
        assert_eq!(on_day("2025-12-31", "2026-01-01").await, [6, 7]);
        assert_eq!(on_day("2024-02-29T02:59:59", "2024-02-29T03:00:00").await, [2, 3]);
        assert_eq!(on_day("2024-02-29T03:00:00", "2024-02-29T03:00:00").await, [3]);
        configure(&app, app.loja("u"), LojaConfig {
            fuso: Some("America/Sao_Paulo".parse().unwrap()),
            ..LojaConfig::default()
        });
        assert_eq!(on_day("2024-02-28", "2024-02-28").await, [1, 2]);
        assert_eq!(on_day("2024-02-29", "2024-02-29").await, [3, 4]);
        assert_eq!(on_day("2025-12-31", "2025-12-31").await, [6, 7]);
        assert_eq!(on_day("2024-02-29 00:00:00", "2024-02-29+00:00:00").await, [3]);
        assert_eq!(on_day("2024-02-29T03:00:00Z", "2024-02-29T03:00:00%2B00:00").await, [3]);
    }
}

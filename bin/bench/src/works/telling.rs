//! How long a change of an offer takes to be told: from sending an order until `oferta.alterada` can be read
//! in the log, while other orders come in.

use std::collections::{BTreeSet, HashMap};
use std::thread::{scope, sleep};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail, ensure};
use reqwest::Method;
use serde_json::Value;

use super::bench::{Bench, CONNECTIONS};
use super::limited::row;
use crate::measure::{Figures, Side, nonce};
use crate::report::{Goal, Measured, Row, Unit};
use crate::site::Site;
use crate::wrk::Request;

/// SKUs that the load does not sell: each is waited for alone.
const WATCHED: usize = 500;
/// Orders a second that come in meanwhile.
const RATE: usize = 500;
/// Between two orders of such SKUs.
const EVERY: Duration = Duration::from_millis(20);
/// Between two looks at the log: half of it is part of what is measured, and each costs PostgreSQL a commit.
const LOOK: Duration = Duration::from_millis(4);
/// Events of one answer.
const TOGETHER: usize = 1_000;
/// Until the last one is told.
const PATIENCE: Duration = Duration::from_secs(30);
/// What 99 of 100 must stay below, milliseconds.
const MOST: f64 = 50.0;

/// Orders of SKUs that nobody else sells are sent one after the other, while wrk sends others; where the
/// changes of all offers are told.
pub fn measure(
    bench: &Bench,
    site: &Site<'_>,
    (requests, load): (&[Request], &Side<'_>),
    work: &str,
) -> Result<Row> {
    let mut watch = Watch::new(bench, site, requests)?;
    let (figures, problems) = scope(|scope| {
        let under_load = scope.spawn(|| bench.rounds.run_at_rate(load, CONNECTIONS, RATE));
        while !under_load.is_finished() {
            let sent = Instant::now();
            watch.send()?;
            while sent.elapsed() < EVERY {
                watch.read()?;
                sleep(LOOK);
            }
        }
        let outcome =
            under_load.join().map_err(|_| anyhow!("the load generator's thread has panicked"))??;
        Ok::<_, anyhow::Error>((outcome.figures.first().copied(), outcome.problems))
    })?;
    watch.rest()?;
    let mut took = watch.took;
    took.sort_by(f64::total_cmp);
    let at = |share: f64| took.get((took.len() as f64 * share) as usize).or(took.last()).copied();
    let p99 = at(0.99).context("no change of an offer was told")?;
    let server =
        figures.map(|load| Figures { p50: at(0.5).unwrap_or(p99), p99, good: took.len() as u64, ..load });
    let measured = Some(Measured { value: p99 / 1_000.0, unit: Unit::Millis });
    let goal = Some(Goal::AtMost(MOST));
    Ok(Row { server, measured, goal, problems, ..row(site, work, CONNECTIONS) }.judged())
}

/// Orders on their way into the log.
struct Watch<'a> {
    bench: &'a Bench,
    site: &'a Site<'a>,
    /// An order, to be sent with another SKU and source.
    model: Value,
    /// Codes of SKUs that may be sold next.
    free: Vec<String>,
    waiting: HashMap<String, Instant>,
    /// The place of the log to go on from.
    place: u64,
    /// Microseconds.
    took: Vec<f64>,
    sent: u64,
}

impl<'a> Watch<'a> {
    fn new(bench: &'a Bench, site: &'a Site<'a>, requests: &[Request]) -> Result<Self> {
        let orders: Vec<Value> = requests
            .iter()
            .map(|request| serde_json::from_str(&request.filled("")))
            .collect::<Result<_, _>>()
            .context("an order is JSON")?;
        let sold: BTreeSet<&str> = orders.iter().flat_map(items).filter_map(code).collect();
        let known = site.skus.iter().filter_map(code).filter(|sku| !sold.contains(sku));
        let free: Vec<String> = known.take(WATCHED).map(str::to_owned).collect();
        ensure!(!free.is_empty(), "the load sells every SKU: fill more SKUs");
        let model = orders.into_iter().next().context("there is no order to go by")?;
        let log = site.get_a(&bench.http, "/Evento?quantidade=1")?.expect(&[200])?.json()?;
        let place = 1 + log.get("ultimaPosicao").and_then(Value::as_u64).context("the log says its end")?;
        let (waiting, took) = Default::default();
        Ok(Self { bench, site, model, free, waiting, place, took, sent: 0 })
    }

    /// Sends one more order, of one SKU, unless all of them are waited for.
    fn send(&mut self) -> Result<()> {
        let Some(sku) = self.free.pop() else { return Ok(()) };
        self.sent += 1;
        let mut order = self.model.clone();
        let source = format!("told{}-{}", nonce(), self.sent);
        order.as_object_mut().context("an order is an object")?.insert("sourceId".into(), source.into());
        let first = order.get_mut("produtos").and_then(Value::as_array_mut).context("an order has items")?;
        for item in first {
            item.as_object_mut().context("an item is an object")?.insert("sku".into(), sku.clone().into());
        }
        let url = format!("{}{}", self.site.server.a, self.site.path_a("/Pedido"));
        let began = Instant::now();
        let key = &self.site.keys.app_key;
        self.bench.http.send(&Method::POST, &url, key, Some(order.to_string()))?.expect(&[201])?;
        self.waiting.insert(sku, began);
        Ok(())
    }

    /// Reads the log to its end.
    fn read(&mut self) -> Result<()> {
        loop {
            let path = format!("/Evento?tipo=oferta.alterada&quantidade={TOGETHER}&posicao={}", self.place);
            let log = self.site.get_a(&self.bench.http, &path)?.expect(&[200])?.json()?;
            let events = log.get("eventos").and_then(Value::as_array).context("the log has its events")?;
            for sku in events.iter().filter_map(code) {
                // told for each channel: the first one counts
                if let Some((sku, began)) = self.waiting.remove_entry(sku) {
                    self.took.push(began.elapsed().as_secs_f64() * 1e6);
                    self.free.insert(0, sku);
                }
            }
            let next = log.get("proximaPosicao").and_then(Value::as_u64).context("the log goes on")?;
            if next == self.place {
                return Ok(());
            }
            self.place = next;
        }
    }

    /// Waits for what is not told yet.
    fn rest(&mut self) -> Result<()> {
        let since = Instant::now();
        while !self.waiting.is_empty() {
            if since.elapsed() > PATIENCE {
                bail!("{} changes of offers are not told after {PATIENCE:?}", self.waiting.len());
            }
            self.read()?;
            sleep(LOOK);
        }
        Ok(())
    }
}

fn items(order: &Value) -> impl Iterator<Item = &Value> {
    order.get("produtos").and_then(Value::as_array).into_iter().flatten()
}

fn code(one: &Value) -> Option<&str> {
    one.get("sku").and_then(Value::as_str)
}

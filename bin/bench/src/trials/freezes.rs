//! Of two servers on one PostgreSQL one is frozen with whatever locks it holds: the other one's clients may
//! wait a little, and when the frozen one wakes up both tell the truth.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use rand::random_range;
use reqwest::Method;
use serde_json::{Value, json};

use super::change::{Torn, judge};
use super::fleet::{Fleet, Load, Place};
use super::readback;
use super::stage::Stage;
use super::tenant::Tenant;
use super::verdict::{Verdict, millis};
use super::witness::Waits;
use crate::http::Http;
use crate::server::Server;

const LOAD: Load = Load { writers: 4, skus: 1_500, keys: false, others: true };
/// What 99 of 100 answers of the other server may take.
const GOAL: Duration = Duration::from_secs(2);
/// How long events stay with a reader that does not confirm them.
const LEASE: u64 = 5;

/// Freezes one after the other.
pub fn run(stage: &Stage<'_>, verdict: &mut Verdict) -> Result<()> {
    let launch = stage.launch("freezes", &[])?;
    let tenant = Tenant::create(&launch, "trial")?;
    let http = stage.http()?;
    let (first, _) = launch.start()?;
    let (second, _) = launch.start()?;
    let mut all = Waits::default();
    for round in 0..stage.count(20, 1) {
        let (frozen, other) = if round % 2 == 0 { (&first, &second) } else { (&second, &first) };
        let seconds = stage.pick(random_range(8.0..10.0), 5.0);
        let waits = freeze(&http, &tenant, frozen, other, Duration::from_secs_f64(seconds), verdict)?;
        all.add(waits);
        verdict.rounds += 1;
    }
    verdict.waits(&all);
    let p99 = all.p99().unwrap_or_default();
    verdict.demand(p99 < GOAL, || format!("p99 of the other server is {} ms", millis(p99)));
    for server in [first, second] {
        verdict.memory(server.memory().map_or(0, |memory| memory.peak));
        server.stop()?;
    }
    Ok(())
}

fn freeze(
    http: &Http,
    tenant: &Tenant,
    frozen: &Server,
    other: &Server,
    time: Duration,
    verdict: &mut Verdict,
) -> Result<Waits> {
    let fleet = Fleet::new(http, &other.a, tenant, LOAD, 2)?;
    let queue = Queue { key: &tenant.key, user: &fleet.user, stop: AtomicBool::new(false) };
    let (seen, read) = thread::scope(|scope| {
        let readers = [frozen, other].map(|server| scope.spawn(|| queue.read(&server.a)));
        let seen = fleet.during(&[Place::at(&frozen.a), Place::at(&other.a)], || {
            sleep(Duration::from_millis(random_range(300..900)));
            frozen.signal("STOP")?;
            sleep(time);
            frozen.signal("CONT")?;
            sleep(Duration::from_millis(500));
            Ok(())
        });
        // or its writers and readers would wait in vain
        let woken = frozen.signal("CONT");
        queue.stop.store(true, Ordering::SeqCst);
        let mut read = BTreeSet::new();
        for reader in readers {
            read.extend(reader.join().unwrap_or_else(|_| Err(anyhow::anyhow!("a reader panicked")))?);
        }
        woken.and(seen).map(|((), seen)| (seen, read))
    })?;
    let rest = queue.drain(http, &other.a)?;
    let found = readback::read(http, &other.a, tenant, &fleet.user, &seen.entries)?;
    let handed_out: BTreeSet<u64> = read.union(&rest).copied().collect();
    let stored = found.orders.values().map(|&count| u64::from(count)).sum::<u64>() as usize;
    verdict.demand(handed_out.len() == stored, || {
        format!("{stored} orders are stored, of {} the queue has told", handed_out.len())
    });
    verdict.count(judge(&seen.entries, &found, Torn::MustNotStand));
    Ok(seen.waits.into_iter().nth(1).unwrap_or_default())
}

/// The order queue of one store.
struct Queue<'a> {
    key: &'a str,
    user: &'a str,
    stop: AtomicBool,
}

impl Queue<'_> {
    /// Reads and confirms; answers the orders that were confirmed.
    fn read(&self, base: &str) -> Result<BTreeSet<u64>> {
        let http = Http::patient(Duration::from_secs(60))?;
        let mut orders = BTreeSet::new();
        while !self.stop.load(Ordering::SeqCst) {
            // whatever fails meanwhile comes again
            let _ = self.step(&http, base, &mut orders);
            sleep(Duration::from_millis(50));
        }
        Ok(orders)
    }

    /// Reads until nothing comes any more for longer than anybody keeps it.
    fn drain(&self, http: &Http, base: &str) -> Result<BTreeSet<u64>> {
        let mut orders = BTreeSet::new();
        let mut since = Instant::now();
        while since.elapsed() < Duration::from_secs(LEASE + 2) {
            if self.step(http, base, &mut orders)? > 0 {
                since = Instant::now();
            } else {
                sleep(Duration::from_millis(100));
            }
        }
        Ok(orders)
    }

    fn step(&self, http: &Http, base: &str, orders: &mut BTreeSet<u64>) -> Result<usize> {
        let user = self.user;
        let url =
            format!("{base}/Pedido/Fila?usuarioId={user}&consumidor=erp&quantidade=250&visibilidade={LEASE}");
        let events = http.get(&url, self.key)?.expect(&[200])?.json()?;
        let events = events.as_array().context("the queue answers a list")?;
        if events.is_empty() {
            return Ok(0);
        }
        let receipts: Vec<Value> =
            events.iter().map(|event| json!({"recibo": event.get("recibo")})).collect();
        let url = format!("{base}/Pedido/Fila/Confirmar?usuarioId={user}");
        let body = Some(Value::Array(receipts).to_string());
        http.send(&Method::POST, &url, self.key, body)?.expect(&[200])?;
        orders.extend(events.iter().filter_map(|event| event.get("pedidoId")?.as_u64()));
        Ok(events.len())
    }
}

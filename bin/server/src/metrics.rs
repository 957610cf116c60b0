//! Metrics of requests and the store, in the text format of Prometheus.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::middleware::Next;
use actix_web::{Error, web};
use anyhow::Result;
use delivery::Counters;
use prometheus::{
    Encoder, HistogramOpts, HistogramVec, IntCounterVec, IntGauge, IntGaugeVec, Opts, Registry, TextEncoder,
};
use store::Store;

/// Upper bounds of the duration buckets, seconds: fine where answers from an index lie, coarse above.
const BUCKETS: &[f64] =
    &[0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

/// The same for acceptances by channels: a call takes a tenth of a second, a pause minutes.
const ACCEPTANCE_BUCKETS: &[f64] = &[0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0, 1800.0, 7200.0];

/// The figures of one process (of one [`crate::app::Application`], in tests).
#[derive(Clone)]
pub struct Metrics {
    inner: Arc<Inner>,
}

struct Inner {
    registry: Registry,
    requests: IntCounterVec,
    durations: HistogramVec,
    in_flight: IntGaugeVec,
    connections: IntGauge,
    connections_idle: IntGauge,
    slots_free: IntGauge,
    write_queue: IntGauge,
    deliveries: IntCounterVec,
    deliveries_in_flight: IntGauge,
    channels: IntCounterVec,
    channels_at_work: IntGauge,
    acceptances: HistogramVec,
    /// Where the figures of deliveries come from; none when this server makes none.
    counters: Option<Arc<Counters>>,
    /// The same of connected channels.
    channel_counters: Option<Arc<channels::Counters>>,
}

impl Metrics {
    /// Registers the figures; `backend` names the database.
    pub fn new(
        backend: &str,
        counters: Option<Arc<Counters>>,
        channel_counters: Option<Arc<channels::Counters>>,
    ) -> Result<Self> {
        let registry = Registry::new_custom(Some("entreposto".into()), None)?;
        let opts = |name: &str, help: &str| Opts::new(name, help);
        let labels = ["interface", "method", "route", "status"];
        let inner = Inner {
            requests: IntCounterVec::new(opts("http_requests_total", "Requests answered"), &labels)?,
            durations: HistogramVec::new(
                HistogramOpts::new(
                    "http_request_duration_seconds",
                    "Time from a request's head to its answer's head",
                )
                .buckets(BUCKETS.to_vec()),
                &["interface", "method", "route"],
            )?,
            in_flight: IntGaugeVec::new(
                opts("http_requests_in_flight", "Requests being answered"),
                &["interface"],
            )?,
            connections: IntGauge::new("store_connections", "Open database connections of the pool")?,
            connections_idle: IntGauge::new("store_connections_idle", "Database connections without work")?,
            slots_free: IntGauge::new("store_slots_free", "Database calls that could start at once")?,
            write_queue: IntGauge::new("store_write_queue", "Writes waiting for the SQLite writer")?,
            deliveries: IntCounterVec::new(
                opts("delivery_attempts_total", "Calls made to deliver events, by what came of them"),
                &["outcome"],
            )?,
            deliveries_in_flight: IntGauge::new("delivery_in_flight", "Calls being made to deliver events")?,
            channels: IntCounterVec::new(
                opts(
                    "channel_work_total",
                    "Work at connected channels: calls made, failed and limited; listings whose \
                    values were accepted; orders taken in; news of orders told",
                ),
                &["what"],
            )?,
            acceptances: HistogramVec::new(
                HistogramOpts::new(
                    "channel_acceptance_seconds",
                    "Time from the change of an offer until its channel had accepted it",
                )
                .buckets(ACCEPTANCE_BUCKETS.to_vec()),
                &["type"],
            )?,
            channels_at_work: IntGauge::new("channel_turns", "Connections being worked")?,
            counters,
            channel_counters,
            registry,
        };
        let build =
            IntGaugeVec::new(opts("build_info", "Always 1; the labels tell"), &["version", "database"])?;
        build.with_label_values(&[env!("CARGO_PKG_VERSION"), backend]).set(1);
        let started = IntGauge::new("start_time_seconds", "When the server started, seconds since 1970")?;
        started.set(chrono::Utc::now().timestamp());
        let all: [Box<dyn prometheus::core::Collector>; 14] = [
            Box::new(inner.requests.clone()),
            Box::new(inner.durations.clone()),
            Box::new(inner.in_flight.clone()),
            Box::new(inner.connections.clone()),
            Box::new(inner.connections_idle.clone()),
            Box::new(inner.slots_free.clone()),
            Box::new(inner.write_queue.clone()),
            Box::new(inner.deliveries.clone()),
            Box::new(inner.deliveries_in_flight.clone()),
            Box::new(inner.channels.clone()),
            Box::new(inner.channels_at_work.clone()),
            Box::new(inner.acceptances.clone()),
            Box::new(build),
            Box::new(started),
        ];
        for collector in all {
            inner.registry.register(collector)?;
        }
        Ok(Self { inner: Arc::new(inner) })
    }

    /// All figures as text, the store's as of now.
    pub fn render(&self, store: &Store) -> Result<String> {
        let stats = store.stats();
        self.inner.connections.set(stats.connections.into());
        self.inner.connections_idle.set(stats.idle.into());
        self.inner.slots_free.set(i64::try_from(stats.slots).unwrap_or(i64::MAX));
        self.inner.write_queue.set(i64::try_from(stats.write_queue).unwrap_or(i64::MAX));
        self.count_deliveries();
        self.count_channels();
        let mut text = Vec::new();
        TextEncoder::new().encode(&self.inner.registry.gather(), &mut text)?;
        Ok(String::from_utf8(text)?)
    }

    /// The engine counts for itself; its figures are taken over when they are asked for.
    fn count_deliveries(&self) {
        let Some(counters) = &self.inner.counters else { return };
        for (outcome, figure) in [
            ("delivered", &counters.delivered),
            ("failed", &counters.failed),
            ("given_up", &counters.given_up),
            ("lost", &counters.lost),
        ] {
            let counter = self.inner.deliveries.with_label_values(&[outcome]);
            counter.inc_by(figure.load(Ordering::Relaxed).saturating_sub(counter.get()));
        }
        let in_flight = counters.in_flight.load(Ordering::Relaxed);
        self.inner.deliveries_in_flight.set(i64::try_from(in_flight).unwrap_or(i64::MAX));
    }

    fn count_channels(&self) {
        let Some(counters) = &self.inner.channel_counters else { return };
        for (what, figure) in [
            ("calls", &counters.calls),
            ("failed", &counters.failed),
            ("limited", &counters.limited),
            ("accepted", &counters.accepted),
            ("orders", &counters.orders),
            ("told", &counters.told),
        ] {
            let counter = self.inner.channels.with_label_values(&[what]);
            counter.inc_by(figure.load(Ordering::Relaxed).saturating_sub(counter.get()));
        }
        let at_work = counters.at_work.load(Ordering::Relaxed);
        self.inner.channels_at_work.set(i64::try_from(at_work).unwrap_or(i64::MAX));
    }

    /// Measures an acceptance by a channel of a type.
    pub fn accepted(&self, kind: &str, after: Duration) {
        self.inner.acceptances.with_label_values(&[kind]).observe(after.as_secs_f64());
    }

    fn answered(&self, interface: &str, method: &str, route: &str, status: u16, seconds: f64) {
        self.inner.requests.with_label_values(&[interface, method, route, status.to_string().as_str()]).inc();
        self.inner.durations.with_label_values(&[interface, method, route]).observe(seconds);
    }
}

/// Which interfaces a listener carries, for the labels.
pub struct InterfaceName(pub String);

/// Counts down when the request is over, also when its client went away in the middle.
struct InFlight(IntGauge);

impl InFlight {
    fn enter(gauge: IntGauge) -> Self {
        gauge.inc();
        Self(gauge)
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        self.0.dec();
    }
}

/// Middleware: measures one request. Needs [`Metrics`] and [`InterfaceName`] as app data.
pub async fn measure(
    metrics: web::Data<Metrics>,
    name: web::Data<InterfaceName>,
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let interface = name.0.as_str();
    let _in_flight = InFlight::enter(metrics.inner.in_flight.with_label_values(&[interface]));
    let method = method_label(request.method());
    let start = Instant::now();
    let response = next.call(request).await?;
    let route = route_label(&response);
    metrics.answered(interface, method, &route, response.status().as_u16(), start.elapsed().as_secs_f64());
    Ok(response)
}

/// The route's template: never an identifier, or every SKU would be a figure of its own.
fn route_label<B>(response: &ServiceResponse<B>) -> String {
    response.request().match_pattern().unwrap_or_else(|| "unknown".to_owned())
}

/// Clients invent methods; labels are a closed set.
fn method_label(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::HEAD => "HEAD",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}

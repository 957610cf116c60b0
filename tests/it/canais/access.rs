//! Access by OAuth: one exchange, lost answers, ended consents, notices; with two engines on one database.

use std::sync::Arc;

use channels::{Caller, Config, Connectors, Consented, Engine, Request, Rung, Unreachable};
use connector::oauth::Application;
use connector::{Answer, Secret};
use connector_kit::oauth::{CLIENT, CONNECTOR, OAuthShop, SECRET};
use connector_kit::{Fault, Outcome};
use domain::tipo_canal::{Consentimento, TypeCatalogue};
use domain::values::dates::Instante;
use domain::values::ids::CanalId;
use serde_json::{Value, json};
use store::channels::{self as connections, Acesso, CanalKey, Settings};
use store::{StoreError, canais};
use url::Url;

use super::errors;
use crate::estoque::announcing::announce_all;
use crate::support::TestApp;
use crate::support::app::run_blocking;

const HOUR: i64 = 3600 * 1_000_000;

/// Calls that the shop behind OAuth answers.
#[derive(Clone)]
pub struct ToShop(pub Arc<OAuthShop>);

impl Caller for ToShop {
    fn call(&self, request: Request) -> Result<Answer, Unreachable> {
        let path = request.url.strip_prefix("http://loja.example").expect("no other host is called");
        match self.0.answer(request.method, path, &request.headers, &request.body) {
            Outcome::Answer(answer) => {
                let body = serde_json::from_slice(&answer.body).unwrap_or_default();
                Ok(Answer { status: answer.status, headers: answer.headers, body })
            }
            Outcome::Slow(_) | Outcome::Lost => Err(Unreachable::Failed("no answer in time".to_owned())),
        }
    }
}

pub fn connectors() -> Connectors {
    let application = Application { id: CLIENT.to_owned(), secret: Secret::new(SECRET) };
    Connectors::default().with(CONNECTOR).with_applications(
        [("LojaOAuth".to_owned(), application)].into(),
        "https://hub.example/conexao/retorno".to_owned(),
    )
}

fn engine(app: &TestApp, caller: impl Caller + 'static) -> Engine {
    let kinds = TypeCatalogue::shipped().with_connectors(connectors().kinds());
    Engine::new(app.store.clone(), connectors(), Arc::new(kinds), caller, Config::default())
}

/// A store `u` with two SKUs, channel `loja` at a shop behind OAuth, and two servers.
struct Connected<'a> {
    app: &'a TestApp,
    shop: Arc<OAuthShop>,
    engines: [Engine; 2],
    key: CanalKey,
}

impl<'a> Connected<'a> {
    async fn new(app: &'a TestApp) -> Self {
        app.loja_with_stock("u", &["S", "T"], 10).await;
        app.a.put("/Usuario/u/Estoque", &json!({ "controleEstoque": "hub" })).await.with_status(200);
        let (loja, id) = (app.loja("u"), CanalId::parse("loja").unwrap());
        let key = run_blocking(&app.store, move |store| {
            let canal = domain::canal::Canal::new(id.clone(), "Loja", "LojaOAuth");
            store.write_blocking(move |tx| {
                canais::upsert(tx, loja, &canal)?;
                let row = canais::find(tx, loja, &canal.canal_id)?.unwrap();
                let key = CanalKey { loja, canal: row.num };
                let settings = Settings { modo: "total".parse().unwrap(), publicar: false };
                connections::connect(tx, (key, &row.canal), settings)?;
                Ok::<_, StoreError>(key)
            })
        });
        let shop = Arc::new(OAuthShop::default());
        shop.add("S");
        shop.add("T");
        let engines = [engine(app, ToShop(shop.clone())), engine(app, ToShop(shop.clone()))];
        Self { app, shop, engines, key }
    }

    /// The same with the consent of account `77`.
    async fn consented(app: &'a TestApp) -> Self {
        let one = Self::new(app).await;
        assert_eq!(one.consent("77").await, Consented::Done("Loja 77".to_owned()));
        one.settle();
        assert_eq!((one.estado(), one.shop.exchanges()), ("conectada", (1, 1)));
        one
    }

    /// The address at which somebody is to consent.
    fn address(&self, sessao: Option<i64>) -> String {
        let kinds = connectors().kinds();
        let Consentimento::At(address) = kinds[0].consentimento.clone() else { panic!("{kinds:?}") };
        let key = self.key;
        run_blocking(&self.app.store, move |store| {
            let id = CanalId::parse("loja").unwrap();
            let canal = store.read_blocking(|conn| canais::find(conn, key.loja, &id))?.unwrap().canal;
            store.write_blocking(move |tx| connections::ask_consent(tx, (key, &canal), &address, sessao))
        })
        .unwrap()
        .unwrap()
        .address
    }

    /// State and code of somebody's consent.
    fn returned(&self, account: &str) -> (String, String) {
        let back = self.shop.consent(&self.address(None), account).unwrap();
        let back = Url::parse(&back).unwrap();
        let of = |name: &str| back.query_pairs().find(|(of, _)| of == name).unwrap().1.into_owned();
        (of("state"), of("code"))
    }

    async fn consent(&self, account: &str) -> Consented {
        let (state, code) = self.returned(account);
        self.exchange(&state, &code).await
    }

    async fn exchange(&self, state: &str, code: &str) -> Consented {
        self.engines[0].inbound().consent(state.to_owned(), Some(Secret::new(code))).await.unwrap()
    }

    /// Both servers work at once until nothing is due.
    fn settle(&self) {
        for _ in 0..20 {
            run_blocking(&self.app.store, announce_all);
            let worked: usize = std::thread::scope(|s| {
                let both: Vec<_> = self.engines.iter().map(|one| s.spawn(|| one.step().unwrap())).collect();
                both.into_iter().map(|one| one.join().unwrap()).sum()
            });
            if worked == 0 {
                return;
            }
        }
        panic!("there is always something to do: {:?}", errors(self.app, self.key));
    }

    /// Makes all of it due again.
    fn due(&self) {
        self.app.database.execute("UPDATE conexoes SET pausada_ate = 0, pedidos_devida = 0");
    }

    fn estado(&self) -> &'static str {
        let found = self.app.store.read_blocking(|conn| connections::find(conn, self.key));
        found.unwrap().unwrap().estado.name()
    }

    fn acesso(&self) -> Option<Acesso> {
        self.app.store.read_blocking(|conn| connections::acesso(conn, self.key)).unwrap()
    }

    /// Its access was got an hour ago; `renew`: and is to be renewed.
    fn aged(&self, renew: bool) {
        let (before, key) = (self.acesso().unwrap(), self.key);
        let mut after = before.clone();
        after.desde -= HOUR;
        if renew {
            after.renovar_em = Some(Instante::now().micros());
        }
        let done = run_blocking(&self.app.store, move |store| {
            store.write_blocking(move |tx| connections::replace_acesso(tx, key, &before, Some(&after)))
        });
        assert!(done);
        self.due();
    }

    async fn events(&self) -> Vec<Value> {
        let log = self.app.a.get("/Evento?tipo=canal.conexao").await.json_of(200);
        let one = |event: &Value| json!([event["dados"]["conexao"], event["dados"]["causa"]]);
        log["eventos"].as_array().unwrap().iter().map(one).collect()
    }
}

/// Before a request for tokens is answered, another server stores newer ones.
struct Overtaken {
    to: ToShop,
    store: store::Store,
    key: CanalKey,
}

impl Caller for Overtaken {
    fn call(&self, request: Request) -> Result<Answer, Unreachable> {
        if request.url.ends_with("/oauth/token") {
            let key = self.key;
            let before = self.store.read_blocking(|conn| connections::acesso(conn, key)).unwrap().unwrap();
            let answer = self.to.call(request.clone())?;
            let text = |name: &str| answer.body[name].as_str().unwrap().to_owned();
            let after = Acesso {
                token: text("access_token"),
                renovacao: Some(text("refresh_token")),
                renovar_em: Some(before.renovar_em.unwrap() + HOUR),
                ..before.clone()
            };
            let stored =
                move |tx: &mut store::Tx<'_>| connections::replace_acesso(tx, key, &before, Some(&after));
            assert!(self.store.write_blocking(stored).unwrap());
        }
        self.to.call(request)
    }
}

on_both_databases! {
    async fn nobody_is_called_before_somebody_consents(app: TestApp) {
        let c = Connected::new(&app).await;
        c.settle();
        assert_eq!((c.estado(), c.shop.exchanges()), ("semAcesso", (0, 0)));
        assert_eq!(errors(&app, c.key), ["conexao : sem-autorizacao"]);
        assert_eq!(c.consent("77").await, Consented::Done("Loja 77".to_owned()));
        c.settle();
        assert_eq!((c.estado(), errors(&app, c.key)), ("conectada", Vec::new()));
        assert_eq!((c.shop.stock("S"), c.shop.stock("T")), (Some(10), Some(10)));
        let states = c.events().await;
        assert_eq!(states, [
            json!(["verificando", null]), json!(["semAcesso", "sem-autorizacao"]), json!(["verificando", null]),
            json!(["conectada", null]),
        ]);
        // the refresh token is nowhere in the clear
        let sealed = "UPDATE conexoes SET falhas = 1 / (CASE WHEN acesso LIKE 'sealed:%' THEN 1 ELSE 0 END)";
        app.database.execute(sealed);
    }

    async fn two_servers_renew_once(app: TestApp) {
        let c = Connected::consented(&app).await;
        for round in 2..8 {
            let before = c.acesso().unwrap();
            c.aged(true);
            c.settle();
            assert_eq!((c.estado(), c.shop.exchanges()), ("conectada", (round, round)));
            assert_ne!(c.acesso().unwrap().renovacao, before.renovacao);
        }
        // access that the channel ends in the middle of the work is renewed, and the work is done
        c.aged(false);
        c.shop.end_access();
        app.a.put("/sku/S/Estoque?usuarioId=u", &json!({ "estoque": 3 })).await.with_status(200);
        c.settle();
        assert_eq!((c.shop.stock("S"), c.shop.exchanges(), c.estado()), (Some(3), (8, 8), "conectada"));
        // not each time that new access is refused
        c.shop.end_access();
        for _ in 0..3 {
            c.due();
            c.settle();
        }
        assert_eq!((c.estado(), c.shop.exchanges()), ("semAcesso", (8, 8)));
        assert_eq!(errors(&app, c.key), ["conexao : sem-acesso"]);
    }

    async fn a_lost_request_is_repeated_and_a_lost_answer_ends_in_a_sentence(app: TestApp) {
        let c = Connected::consented(&app).await;
        c.shop.disturb([Fault::RequestLost]);
        c.aged(true);
        c.settle();
        assert_eq!((c.estado(), c.shop.exchanges()), ("conectada", (3, 2)));
        // while its access is good the work goes on, and the next request for tokens is not at once
        c.shop.disturb([Fault::Status(503), Fault::Status(503)]);
        c.aged(true);
        app.a.put("/sku/S/Estoque?usuarioId=u", &json!({ "estoque": 4 })).await.with_status(200);
        c.settle();
        c.due();
        c.settle();
        assert_eq!((c.estado(), c.shop.stock("S"), c.shop.exchanges()), ("conectada", Some(4), (5, 2)));
        // used up, and nobody knows the new one
        c.shop.disturb([Fault::Slow]);
        c.aged(true);
        c.settle();
        assert_eq!((c.estado(), c.shop.exchanges()), ("semAcesso", (7, 3)));
        assert_eq!((errors(&app, c.key), c.acesso()), (vec!["conexao : sem-autorizacao".to_owned()], None));
        assert_eq!(c.events().await.last().unwrap(), &json!(["semAcesso", "sem-autorizacao"]));
        let erro = app.a.get("/Canal/loja/Erro?usuarioId=u").await.json_of(200)["resultado"][0].clone();
        assert_eq!(erro["codigo"], "invalid_grant");
        assert!(erro["remedio"].as_str().unwrap().contains("Autorize"), "{erro}");
        // nothing is tried any more, also when somebody asks for a check
        for _ in 0..3 {
            c.due();
            c.settle();
            app.a.post("/Canal/loja/Erro/Reprocessar?usuarioId=u", &json!({})).await.with_status(202);
            c.settle();
        }
        assert_eq!(c.shop.exchanges(), (7, 3));
        assert_eq!(c.consent("77").await, Consented::Done("Loja 77".to_owned()));
        c.settle();
        assert_eq!((c.estado(), errors(&app, c.key)), ("conectada", Vec::new()));
    }

    async fn what_another_server_has_stored_is_used(app: TestApp) {
        let c = Connected::consented(&app).await;
        let to = ToShop(c.shop.clone());
        let late = engine(&app, Overtaken { to, store: app.store.clone(), key: c.key });
        c.aged(true);
        run_blocking(&app.store, move |_| late.step());
        assert_eq!((c.estado(), c.shop.exchanges()), ("conectada", (3, 2)));
        c.due();
        c.settle();
        assert_eq!((c.estado(), errors(&app, c.key)), ("conectada", Vec::new()));
        // a consent that was withdrawn ends at the next renewal
        c.shop.withdraw();
        c.aged(true);
        c.settle();
        assert_eq!((c.estado(), c.shop.exchanges()), ("semAcesso", (4, 2)));
    }

    async fn a_consent_is_good_once_in_time_and_of_the_same_account(app: TestApp) {
        let c = Connected::consented(&app).await;
        let before = c.acesso();
        assert_eq!(c.consent("88").await, Consented::OtherAccount("Loja 88".to_owned()));
        assert_eq!((c.acesso(), c.estado()), (before, "conectada"));
        assert_eq!(c.exchange("de outro lugar", "x").await, Consented::Unknown);
        let (state, code) = c.returned("77");
        // one that was asked for later takes its place
        let (newer, newer_code) = c.returned("77");
        assert_eq!(c.exchange(&state, &code).await, Consented::Unknown);
        assert!(matches!(c.exchange(&newer, &newer_code).await, Consented::Done(_)));
        assert_eq!(c.exchange(&newer, &newer_code).await, Consented::Unknown);
        // a code that was used is refused by the shop, whatever its state
        let (state, _) = c.returned("77");
        assert_eq!(c.exchange(&state, &newer_code).await, Consented::Refused);
        let (state, code) = c.returned("77");
        app.database.execute("UPDATE conexoes SET consentimento_ate = 1");
        assert_eq!(c.exchange(&state, &code).await, Consented::Unknown);
        let (state, code) = c.returned("77");
        c.shop.wait(61);
        assert_eq!(c.exchange(&state, &code).await, Consented::Refused);
        // the session that asked for it has ended
        let back = c.shop.consent(&c.address(Some(4711)), "77").unwrap();
        let state = Url::parse(&back).unwrap().query_pairs().find(|(of, _)| of == "state").unwrap().1.into_owned();
        assert_eq!(c.exchange(&state, "x").await, Consented::Unknown);
        // the owner says no
        let (state, _) = c.returned("77");
        let inbound = c.engines[0].inbound();
        assert_eq!(inbound.consent(state.clone(), None).await.unwrap(), Consented::Refused);
        assert_eq!(c.exchange(&state, "x").await, Consented::Unknown);
        // of two returns at once one is exchanged
        let (state, code) = c.returned("77");
        let both = [c.engines[0].inbound(), c.engines[1].inbound()];
        let [one, other] = both.each_ref().map(|one| one.consent(state.clone(), Some(Secret::new(&*code))));
        let (one, other) = tokio::join!(one, other);
        let done = [one.unwrap(), other.unwrap()].iter().filter(|one| matches!(one, Consented::Done(_))).count();
        assert_eq!(done, 1);
    }

    async fn a_lost_answer_to_a_code_changes_nothing(app: TestApp) {
        let c = Connected::consented(&app).await;
        let before = c.acesso();
        c.shop.disturb([Fault::AnswerLost]);
        assert_eq!(c.consent("77").await, Consented::Refused);
        c.shop.disturb([Fault::RequestLost, Fault::Status(500)]);
        assert_eq!(c.consent("77").await, Consented::Unavailable);
        assert_eq!(c.acesso(), before);
        c.settle();
        assert_eq!(c.estado(), "conectada");
    }

    async fn notices_ring_once(app: TestApp) {
        let c = Connected::consented(&app).await;
        let key = c.key;
        let aviso = app.store.read_blocking(|conn| connections::bell_of(conn, key)).unwrap().unwrap();
        let inbound = c.engines[0].inbound();
        let signature = format!("sha256={}", crate::canais::hmac_hex(SECRET.as_bytes(), b"{}"));
        let ring = async |aviso: &str, signature: &str, body: &[u8]| {
            let header = |name: &str| Some(signature).filter(|_| name == "x-loja-assinatura");
            inbound.notice(aviso, header, body).await.unwrap()
        };
        assert_eq!(ring(&aviso, &signature, b"{ }").await, Rung::Forged);
        assert_eq!(ring(&aviso, "", b"{}").await, Rung::Forged);
        assert_eq!(ring("x", &signature, b"{}").await, Rung::Unknown);
        let calls = || c.engines.iter().map(|one| one.counters().calls.load(std::sync::atomic::Ordering::Relaxed)).sum::<u64>();
        let before = calls();
        for _ in 0..100 {
            assert_eq!(ring(&aviso, &signature, b"{}").await, Rung::Due);
        }
        c.settle();
        assert_eq!(calls(), before, "a moment is waited for others");
        app.database.execute("UPDATE conexoes SET avisada_em = 1");
        c.settle();
        assert_eq!(calls(), before + 1, "changed orders are asked for once");
        c.settle();
        assert_eq!(calls(), before + 1);
    }
}

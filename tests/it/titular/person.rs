//! What is kept of a person is shown as a whole, and goes as a whole.

use std::sync::Arc;

use delivery::{Call, CallResult, Config, Engine, Sender};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use reqwest::Method;
use serde_json::{Value, json};

use super::dump::{dump, tables_with};
use crate::counts::world::check;
use crate::support::contract::Contract;
use crate::support::program::Program;
use crate::support::{TestApp, TestClient, models};

pub const CPF: &str = "52998224725";
pub const EMAIL: &str = "Zuleica.Q@Correio.example";

/// What tells of the person, wherever it was written.
pub const PERSONAL: &[&str] = &[
    "Zuleica",
    "Quintanilha",
    CPF,
    "529.982.247-25",
    EMAIL,
    "Jabuticabeira",
    "90731-Q",
    "Pitangueira",
    "Bloco Q",
    "padaria amarela",
    "11987650043",
    "1971-03-14",
    "BR777ZQ",
    "danfe-4411",
];

/// Runs `titular` over the application's database.
pub fn titular(app: &TestApp, arguments: &[&str]) -> (i32, String) {
    let arguments: Vec<&str> = ["titular"].iter().chain(arguments).copied().collect();
    let output = Program::new().env("DATABASE_URL", &app.database.url).run(&arguments);
    (output.codigo, output.stdout + &output.stderr)
}

/// An order of the person's.
pub fn pedido(source_id: &str) -> Value {
    let mut pedido = models::pedido("canal", source_id, "S");
    pedido["usuario"] = json!({
        "nome": "Zuleica Quintanilha",
        "cpf": "529.982.247-25",
        "email": EMAIL,
        "sexo": "Feminino",
        "nascimento": "1971-03-14T00:00:00Z",
    });
    let address = &mut pedido["endereco"][0];
    address["rua"] = json!("Travessa Jabuticabeira");
    address["numero"] = json!("90731-Q");
    address["complemento"] = json!("Bloco Q");
    address["bairro"] = json!("Vila Pitangueira");
    address["referencia"] = json!("ao lado da padaria amarela");
    let phone = json!({ "chave": "telefone", "valor": "11987650043" });
    pedido["informacaoAdicional"].as_array_mut().unwrap().push(phone);
    pedido
}

/// An address that tells what it has heard of.
struct Gossip(&'static str);

impl Sender for Gossip {
    fn send(&self, _: Call) -> BoxFuture<'static, CallResult> {
        let said = self.0.to_owned();
        async { CallResult::with_status(200, said) }.boxed()
    }
}

/// Delivers all that is due.
async fn deliver(app: &TestApp, gossip: Gossip) {
    let (clock, gossip) = (Arc::new(delivery::SystemClock), Arc::new(gossip));
    let mut engine = Engine::new(app.store.clone(), clock, gossip, Config::default());
    while engine.step().await.unwrap() > 0 {}
}

/// A store `u` with an order of somebody else and three of the person's, told of in every place where
/// something can be told; answers the person's, the oldest first, and the other one.
async fn scene(app: &TestApp) -> (Vec<i64>, i64) {
    app.loja_with_skus("u", &["S"]).await;
    let notificacao = json!({ "url": "https://exemplo.com/eventos" });
    app.a.post("/Notificacao", &notificacao).await.with_status(201);
    let other = app
        .create_pedido(
            "u",
            &models::with(
                models::pedido("canal", "OUTRO", "S"),
                "/usuario",
                json!({
                    "nome": "Maria da Luz", "cpf": "11144477735", "email": "maria@correio.example",
                }),
            ),
        )
        .await;
    deliver(app, Gossip("anotado")).await;
    let id = |created: &Value| created["pedidoId"].as_i64().unwrap();
    let mut ids = Vec::new();
    // under a key that keeps the answer
    let kept = [("idempotency-key", "chave-1")];
    let created = app.a.json_with(Method::POST, "/Pedido?usuarioId=u", &kept, &pedido("P1")).await;
    ids.push(id(&created.json_of(201)));
    ids.push(id(&app.create_pedido("u", &pedido("P2")).await));
    let mut by_email = pedido("P3");
    by_email["usuario"].as_object_mut().unwrap().remove("cpf");
    ids.push(id(&app.create_pedido("u", &by_email).await));
    for change in [
        json!({ "status": "Faturado", "notaFiscal": {
            "numero": "881", "serie": "1", "url": "https://x.example/danfe-4411" } }),
        json!({ "status": "Enviado", "rastreio": {
            "transportadora": "Expresso", "codigo": "BR777ZQ", "url": "https://x.example/BR777ZQ" } }),
        json!({ "status": "Cancelado", "motivo": "Zuleica desistiu" }),
    ] {
        app.a.put(&format!("/Pedido/{}/Status?usuarioId=u", ids[0]), &change).await.with_status(200);
    }
    let note =
        json!({ "observacao": "ligar para Zuleica, 11987650043", "usuario": "balcao", "publica": false });
    let b = app.b_as(app.loja("u"));
    b.post(&format!("/pedidos/{}/observacao", ids[1]), &note).await.with_status(200);
    deliver(app, Gossip("pedido de Zuleica Quintanilha anotado")).await;
    (ids, id(&other))
}

const RANGE: &str = "dataInicial=2026-05-01&dataFinal=2026-05-31";

/// Everything that both interfaces say of orders.
async fn said(app: &TestApp, b: &TestClient, ids: &[i64]) -> String {
    let mut all = app.a.get("/Pedido?usuarioId=u").await.with_status(200).text();
    all += &app.a.get("/Evento?quantidade=1000").await.with_status(200).text();
    all += &app.a.get("/Notificacao/1/Entrega").await.text();
    all += &b.get(&format!("/pedidos?{RANGE}")).await.with_status(200).text();
    for id in ids {
        for path in ["", "/Historico"] {
            all += &app.a.get(&format!("/Pedido/{id}{path}?usuarioId=u")).await.with_status(200).text();
        }
        for path in ["", "/observacao", "/status", "/rastreamento"] {
            all += &b.get(&format!("/pedidos/{id}{path}")).await.text();
        }
    }
    all
}

/// What lists and totals say, but for what changed last.
async fn figures(app: &TestApp, b: &TestClient) -> Value {
    let mut all = Vec::new();
    for filter in
        ["", "&status=Pago", "&status=Cancelado", "&dataInicial=2026-05-10&dataFinal=2026-05-10", "&sku=S"]
    {
        let page = app.a.get(&format!("/Pedido?usuarioId=u{filter}")).await.json_of(200);
        let fields = |p: &Value| {
            json!([
                p["pedidoId"],
                p["sourceId"],
                p["total"],
                p["status"],
                p["data"],
                p["produtos"],
                p["frete"]
            ])
        };
        let orders: Vec<Value> = page["resultado"].as_array().unwrap().iter().map(fields).collect();
        all.push(json!([page["metadados"]["total"], orders]));
    }
    for kind in 1..=3 {
        let path = format!("/pedidos?{RANGE}&tipoData={kind}");
        let answer = b.get(&path).await.with_status(200);
        let fields = |p: &Value| {
            json!([p["pedidoId"], p["situacaoPedidoId"], p["valorTotalPedido"], p["pagamento"], p["itens"]])
        };
        let records: Vec<Value> = answer.json().as_array().unwrap().iter().map(fields).collect();
        all.push(json!([answer.header("x-total-count"), records]));
    }
    Value::Array(all)
}

on_both_databases! {
    async fn an_export_holds_all_that_is_kept_of_a_person(app: TestApp) {
        let (ids, other) = scene(&app).await;
        let who = ["--document", "529.982.247-25", "--email", "zuleica.q@CORREIO.example"];
        let (code, said) = titular(&app, &[&["export"][..], &who].concat());
        assert_eq!(code, 0, "{said}");
        let export: Value = serde_json::from_str(&said).unwrap();
        let of_app = &export["aplicacoes"][0];
        let orders = of_app["pedidos"].as_array().unwrap();
        let shown: Vec<i64> = orders.iter().map(|p| p["pedidoId"].as_i64().unwrap()).collect();
        assert_eq!(shown, ids);
        for personal in PERSONAL.iter().filter(|text| !text.contains("529.982")) {
            assert!(said.contains(personal), "{personal}: {said}");
        }
        let first = &orders[0];
        let length = |member: &str| first[member].as_array().unwrap().len();
        assert_eq!((length("historico"), length("eventos")), (4, 4));
        assert_eq!(first["usuarioId"], "u");
        assert!(!first["respostas"].as_array().unwrap().is_empty(), "{first}");
        assert_eq!(of_app["respostasGuardadas"].as_array().unwrap().len(), 1, "{of_app}");
        assert!(!said.contains("Maria da Luz") && !shown.contains(&other));
        // in a file it is for its owner alone, and replaces nothing
        let file = std::env::temp_dir().join(format!("titular-{}.json", rand::random::<u64>()));
        let path = file.to_str().unwrap();
        let (code, said) = titular(&app, &["export", "--document", CPF, "--json", path]);
        assert_eq!(code, 0, "{said}");
        let mode = std::os::unix::fs::MetadataExt::mode(&std::fs::metadata(&file).unwrap());
        assert_eq!(mode & 0o777, 0o600);
        assert_ne!(titular(&app, &["export", "--document", CPF, "--json", path]).0, 0);
        std::fs::remove_file(file).unwrap();
    }

    async fn nothing_of_an_anonymised_person_is_left_anywhere(app: TestApp) {
        let (ids, other) = scene(&app).await;
        let b = app.b_as(app.loja("u")).with_contract(Contract::b());
        // memories are warm
        assert!(said(&app, &b, &ids).await.contains("Zuleica"));
        let before = figures(&app, &b).await;
        let log = app.a.get("/Evento?quantidade=1000").await.json_of(200);
        let events = log["eventos"].as_array().unwrap().len();
        let elsewhere = app.a.get(&format!("/Pedido/{other}?usuarioId=u")).await.json_of(200);

        let who = ["--document", CPF, "--email", EMAIL];
        let (code, said_of_it) = titular(&app, &[&["anonymise"][..], &who, &["--dry-run"]].concat());
        let expected = "3 order(s) in 1 store(s), 1 kept answer(s)";
        assert!(code == 0 && said_of_it.contains(expected), "{said_of_it}");
        assert_eq!(titular(&app, &[&["anonymise"][..], &who].concat()).0, 2, "there is nobody to ask");
        assert!(!tables_with(&app, PERSONAL).is_empty());
        let (code, said_of_it) = titular(&app, &[&["anonymise"][..], &who, &["--yes"]].concat());
        assert!(code == 0 && said_of_it.contains("3 order(s) anonymised"), "{said_of_it}");

        assert_eq!(tables_with(&app, PERSONAL), Vec::<String>::new());
        let left = said(&app, &b, &ids).await.to_lowercase();
        for personal in PERSONAL {
            assert!(!left.contains(&personal.to_lowercase()), "{personal}: {left}");
        }
        assert_eq!(figures(&app, &b).await, before);
        assert_eq!(app.a.get(&format!("/Pedido/{other}?usuarioId=u")).await.json_of(200), elsewhere);

        // what was left is of use: where in the country, what, when, and the numbers of the invoice
        let pedido = app.a.get(&format!("/Pedido/{}?usuarioId=u", ids[0])).await.json_of(200);
        assert_eq!(pedido["usuario"]["nome"], "[anonimizado]");
        let address = &pedido["endereco"][0];
        let place = json!([address["cidade"], address["estado"], address["cep"]]);
        assert_eq!(place, json!(["São Paulo", "SP", "01001000"]));
        let nota = app.a.get(&format!("/Pedido/{}/NotaFiscal?usuarioId=u", ids[0])).await.json_of(200);
        assert_eq!((&nota["numero"], &nota["serie"]), (&json!("881"), &json!("1")));
        let historico = app.a.get(&format!("/Pedido/{}/Historico?usuarioId=u", ids[0])).await.json_of(200);
        let last = historico.as_array().unwrap().last().unwrap();
        assert_eq!(last["avisos"], json!(["Os dados pessoais do comprador foram anonimizados."]));
        // whoever follows the log hears that there is something to fetch again, and nothing more
        let all = app.a.get("/Evento?quantidade=1000").await.json_of(200);
        let told: Vec<&Value> = all["eventos"].as_array().unwrap().iter().skip(events).collect();
        assert_eq!(told.len(), 3);
        let expected = json!(["anonimizacao"]);
        let as_told = |e: &&Value| e["tipo"] == "pedido.detalhe" && e["dados"]["detalhes"] == expected;
        assert!(told.iter().all(as_told), "{told:?}");
        // buyers of different orders cannot be told to be one
        let records = b.get(&format!("/pedidos?{RANGE}")).await.json_of(200);
        let number = |r: &Value| r["usuario"]["usuarioId"].as_i64().unwrap();
        let mut numbers: Vec<i64> = records.as_array().unwrap().iter().map(number).collect();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), 4);

        let (code, said_of_it) = titular(&app, &[&["anonymise"][..], &who, &["--yes"]].concat());
        assert!(code == 0 && said_of_it.contains("nothing is kept of this person"), "{said_of_it}");
        // the stored record is what the order gives, and the counters are what counting gives
        let loja = app.loja("u");
        let checks = app.store.read_blocking(|c| store::orders::check_registros(c, loja)).unwrap();
        assert_eq!((checks.compared, checks.divergences.len()), (4, 0));
        check(&app.store, loja);
    }

    async fn the_same_order_sent_again_does_not_bring_the_person_back(app: TestApp) {
        let (ids, _) = scene(&app).await;
        let (code, said) = titular(&app, &["anonymise", "--document", CPF, "--email", EMAIL, "--yes"]);
        assert_eq!(code, 0, "{said}");
        // by the same key, whose answer is forgotten, and without one
        let kept = [("idempotency-key", "chave-1")];
        let again = app.a.json_with(Method::POST, "/Pedido?usuarioId=u", &kept, &pedido("P1")).await;
        assert_eq!(again.json_of(200)["pedidoId"], ids[0]);
        app.send_pedido("u", &pedido("P2")).await.with_status(200);
        let both = json!([pedido("P1"), pedido("P2")]);
        let lote = app.a.post("/Pedido/Lote?usuarioId=u", &both).await.json_of(200);
        assert!(lote.as_array().unwrap().iter().all(|item| item["status"] == 200), "{lote}");
        // another content is another order under a taken number, as ever
        let other = models::with(pedido("P1"), "/usuario/nome", json!("Zuleica Q. Quintanilha"));
        app.send_pedido("u", &other).await.with_status(409);
        assert_eq!(tables_with(&app, PERSONAL), Vec::<String>::new());
        // a new order is a new order, of somebody who is not known
        app.create_pedido("u", &pedido("P9")).await;
        assert!(!tables_with(&app, PERSONAL).is_empty());
    }

    async fn who_is_named_by_the_e_mail_alone_is_found_by_it(app: TestApp) {
        let (ids, _) = scene(&app).await;
        let (code, said) = titular(&app, &["anonymise", "--email", "zuleica.q@correio.EXAMPLE", "--yes"]);
        assert!(code == 0 && said.contains("3 order(s) anonymised"), "{said}");
        assert_eq!(tables_with(&app, PERSONAL), Vec::<String>::new());
        assert_eq!(compradores(&app), 1, "the hash of the CPF is forgotten too: {ids:?}");
    }

    async fn by_document_an_order_that_does_not_name_it_stays(app: TestApp) {
        let (ids, _) = scene(&app).await;
        let (code, said) = titular(&app, &["anonymise", "--document", CPF, "--app", "testes", "--yes"]);
        assert!(code == 0 && said.contains("2 order(s) anonymised"), "{said}");
        let third = app.a.get(&format!("/Pedido/{}?usuarioId=u", ids[2])).await.json_of(200);
        assert_eq!(third["usuario"]["nome"], "Zuleica Quintanilha");
        assert_eq!(compradores(&app), 2);
    }

    async fn a_number_that_cannot_be_one_is_refused(app: TestApp) {
        for arguments in [
            &["anonymise", "--document", "52998224724", "--yes"][..],
            &["export", "--document", "123"],
            &["export", "--document", "C50651AB000194"],
            &["export", "--email", "zuleica"],
        ] {
            let (code, said) = titular(&app, arguments);
            assert!(code == 2 && !said.contains("5299"), "{said}");
        }
        // a CNPJ of three letters has as many digits as a CPF
        assert_eq!(titular(&app, &["export", "--document", "C5.065.1AB/0001-93"]).0, 0);
        assert_eq!(titular(&app, &["export"]).0, 2);
    }
}

/// How many buyers have a number.
fn compradores(app: &TestApp) -> usize {
    dump(app).iter().filter(|(table, _)| table == "compradores").count() / 4
}

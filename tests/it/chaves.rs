//! Keys at the door: what opens it, what does not, and how soon a key stops working.

use std::time::{Duration, Instant};

use actix_web::rt::time::sleep;
use reqwest::Method;
use server::config::Config;
use server::owners;
use store::tokens;

use crate::suporte::app::{config, em_bloco};
use crate::suporte::{Banco, BancoDeTeste, Cliente, Resposta, TestApp, rodar};

async fn com_header(cliente: &Cliente, valor: &str) -> Resposta {
    cliente
        .com_chave(None)
        .enviar(Method::GET, "/Usuario", &[("authorization", valor)], None::<Vec<u8>>)
        .await
}

#[track_caller]
fn recusada(resposta: Resposta) -> String {
    let resposta = resposta.com_status(401);
    assert!(resposta.header("www-authenticate").starts_with("Basic"), "{resposta:?}");
    resposta.json()["message"].as_str().unwrap().to_owned()
}

nos_dois_bancos! {
    async fn a_key_goes_in_as_it_is(app: TestApp) {
        let chave = app.a.chave.clone().unwrap();
        for certa in [format!("Basic {chave}"), format!("basic {chave}"), format!("BASIC  {chave}"), chave.clone()] {
            com_header(&app.a, &certa).await.com_status(200);
        }
        recusada(app.a.com_chave(None).get("/Usuario").await);
        let outra_letra = if chave.ends_with('a') { "b" } else { "a" };
        let trocada = format!("{}{outra_letra}", &chave[..chave.len() - 1]);
        for errada in ["", "Basic", "Basic ", "Basic x", "Basic eap_", &format!("Basic {trocada}")] {
            recusada(com_header(&app.a, errada).await);
        }
        recusada(com_header(&app.a, &format!("Bearer {chave}")).await);
        // what `curl -u chave:` sends
        use_base64(&app, &chave).await;
    }

    async fn the_key_of_a_store_does_not_open_interface_a(app: TestApp) {
        let loja = app.criar_loja("u1");
        let da_loja = app.chave_de_loja(loja);
        recusada(app.a.com_chave(Some(&da_loja)).get("/Usuario").await);
        app.b.com_chave(Some(&da_loja)).get("/categorias").await.com_status(200);
        app.b.com_chave(app.a.chave.as_deref()).get("/categorias").await.com_status(401);
    }

    async fn a_revoked_key_stops_within_two_seconds(app: TestApp) {
        app.a.get("/Usuario").await.com_status(200);
        let id = em_bloco(&app.store, |store| store.read_blocking(tokens::list))[0].id;
        em_bloco(&app.store, move |store| store.write_blocking(move |tx| tokens::revoke(tx, id)));
        ate_recusada(&app.a).await;
    }

    async fn an_expired_key_stops_within_two_seconds(app: TestApp) {
        let aplicacao = app.aplicacao;
        let span = "1s".parse().unwrap();
        let chave = em_bloco(&app.store, move |store| {
            owners::create_key(store, aplicacao, None, "curta".into(), Some(span))
        });
        let cliente = app.a.com_chave(Some(&chave));
        cliente.get("/Usuario").await.com_status(200);
        ate_recusada(&cliente).await;
    }

    async fn the_last_use_is_noted(app: TestApp) {
        app.a.get("/Usuario").await.com_status(200);
        let inicio = Instant::now();
        while em_bloco(&app.store, |store| store.read_blocking(tokens::list))[0].usado_em.is_none() {
            assert!(inicio.elapsed() < Duration::from_secs(5));
            sleep(Duration::from_millis(50)).await;
        }
    }
}

async fn use_base64(app: &TestApp, chave: &str) {
    let codificada = base64(format!("{chave}:").as_bytes());
    let mensagem = recusada(com_header(&app.a, &format!("Basic {codificada}")).await);
    assert!(mensagem.contains("base64"), "{mensagem}");
}

/// Enough of RFC 4648 for a test.
fn base64(bytes: &[u8]) -> String {
    const LETRAS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut texto = String::new();
    for parte in bytes.chunks(3) {
        let numero = parte.iter().fold(0_usize, |n, b| n << 8 | usize::from(*b)) << (8 * (3 - parte.len()));
        for i in 0..=parte.len() {
            texto.push(LETRAS[numero >> (18 - 6 * i) & 63].into());
        }
        texto.push_str(&"="[..1].repeat(3 - parte.len()));
    }
    texto
}

async fn ate_recusada(cliente: &Cliente) {
    let inicio = Instant::now();
    while cliente.get("/Usuario").await.status == 200 {
        assert!(inicio.elapsed() < Duration::from_millis(2_500), "the key still works");
        sleep(Duration::from_millis(50)).await;
    }
    recusada(cliente.get("/Usuario").await);
}

#[test]
fn a_key_revoked_elsewhere_stops_here_too() {
    rodar(Banco::Sqlite, async |app| {
        app.a.get("/Usuario").await.com_status(200);
        let outra = store::Store::open(&store::StoreConfig::new(app.banco.url.as_str())).unwrap();
        em_bloco(&outra, |store| {
            let id = store.read_blocking(tokens::list)?[0].id;
            store.write_blocking(move |tx| tokens::revoke(tx, id))
        });
        ate_recusada(&app.a).await;
    });
}

#[test]
fn guessing_is_slowed_down_but_a_right_key_passes() {
    let banco = BancoDeTeste::novo(Banco::Sqlite).unwrap();
    let config = Config { failed_keys_per_minute: 5, ..config(&banco.url) };
    actix_web::rt::System::new().block_on(async {
        let app = TestApp::com_config(banco, &config);
        let mut ultima = com_header(&app.a, "Basic x").await;
        for _ in 0..10 {
            ultima = com_header(&app.a, "Basic x").await;
        }
        let ultima = ultima.com_status(429);
        assert!(ultima.header("retry-after").parse::<u32>().unwrap() >= 1);
        app.a.get("/Usuario").await.com_status(200);
    });
}

#[test]
fn a_rate_limit_counts_by_key_and_first_segment_on_interface_b_alone() {
    const RESTANTE: &str = "x-rate-limit-remaining";
    rodar(Banco::Sqlite, async |app| {
        let loja = app.criar_loja("u1");
        let livre = app.b_como(loja).get("/categorias").await.com_status(200);
        assert!(!livre.headers.contains_key(RESTANTE), "the limit is off by default");
    });
    let banco = BancoDeTeste::novo(Banco::Sqlite).unwrap();
    let config = Config { rate_limit: 2, ..config(&banco.url) };
    actix_web::rt::System::new().block_on(async {
        let app = TestApp::com_config(banco, &config);
        let loja = app.criar_loja("u1");
        let (uma, outra) = (app.b_como(loja), app.b_como(loja));
        let casos = [
            (&uma, "/categorias", 200, "1"),
            (&uma, "/Categorias/1", 404, "0"),
            (&uma, "/categorias", 429, "0"),
            (&uma, "/formasPagamento", 200, "1"),
            (&outra, "/categorias", 200, "1"),
            // nobody's requests: nothing is counted
            (&app.b, "/categorias", 401, "2"),
            (&uma, "/nada", 404, "2"),
        ];
        for (cliente, caminho, status, restante) in casos {
            let resposta = cliente.get(caminho).await.com_status(status);
            assert_eq!(resposta.header(RESTANTE), restante, "{caminho}");
            if status == 429 {
                let espera: u32 = resposta.header("retry-after").parse().unwrap();
                assert!((1..=31).contains(&espera), "{espera}");
                assert_eq!(resposta.json()["codigo"], 429);
            }
        }
        for _ in 0..4 {
            let livre = app.a.get("/Usuario").await.com_status(200);
            assert!(!livre.headers.contains_key(RESTANTE));
        }
    });
}

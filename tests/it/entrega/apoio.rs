//! What the tests of deliveries stand on: a clock that is set, a receiver that answers as it is told.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};

use delivery::{Clock, Config, Engine, Envio, Saida, Sender};
use domain::entrega::{Entrega, Saude};
use domain::evento::Tipos;
use domain::inscricao::Topicos;
use domain::values::dates::Instante;
use domain::values::ids::LojaId;
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, pending};
use serde_json::{Value, json};
use store::notificacoes::{self, Dono, FiltroEntregas, NotificacaoRow, Nova};
use store::paging::PageRequest;
use store::{Store, StoreError};

use crate::suporte::{TestApp, modelos};

/// A clock that stands still until it is moved.
pub struct Relogio(AtomicI64);

impl Relogio {
    pub fn novo() -> Arc<Self> {
        Arc::new(Self(AtomicI64::new(Instante::agora().micros())))
    }

    pub fn andar(&self, segundos: i64) {
        self.0.fetch_add(segundos * 1_000_000, Ordering::SeqCst);
    }

    pub fn ir_para(&self, instante: Instante) {
        self.0.store(instante.micros(), Ordering::SeqCst);
    }
}

impl Clock for Relogio {
    fn agora(&self) -> Instante {
        Instante::from_micros(self.0.load(Ordering::SeqCst))
    }
}

/// A call as it arrived.
#[derive(Clone)]
pub struct Recebido {
    pub envio: Envio,
    pub corpo: Value,
}

impl Recebido {
    pub fn tipo(&self) -> &str {
        self.corpo["tipo"].as_str().unwrap_or_default()
    }

    pub fn pedido(&self) -> i64 {
        self.corpo["pedidoId"].as_i64().unwrap_or_default()
    }
}

type Regra = Box<dyn Fn(&Recebido) -> Option<u16> + Send>;

/// A receiver: its rule says with which status it answers; `None` = never.
pub struct Carteiro {
    recebidos: Mutex<Vec<(Recebido, Option<u16>)>>,
    regra: Mutex<Regra>,
}

impl Carteiro {
    pub fn novo(regra: impl Fn(&Recebido) -> Option<u16> + Send + 'static) -> Arc<Self> {
        Arc::new(Self { recebidos: Mutex::default(), regra: Mutex::new(Box::new(regra)) })
    }

    pub fn regra(&self, regra: impl Fn(&Recebido) -> Option<u16> + Send + 'static) {
        *self.regra.lock().unwrap() = Box::new(regra);
    }

    /// What has arrived since the last question, in its order.
    pub fn novos(&self) -> Vec<Recebido> {
        std::mem::take(&mut *self.recebidos.lock().unwrap()).into_iter().map(|(r, _)| r).collect()
    }

    /// Everything that has arrived, with the status of its answer.
    pub fn todos(&self) -> Vec<(Recebido, Option<u16>)> {
        self.recebidos.lock().unwrap().clone()
    }
}

impl Sender for Carteiro {
    fn enviar(&self, envio: Envio) -> BoxFuture<'static, Saida> {
        let corpo = serde_json::from_str(&envio.corpo).unwrap();
        let recebido = Recebido { envio, corpo };
        let status = (self.regra.lock().unwrap())(&recebido);
        self.recebidos.lock().unwrap().push((recebido, status));
        match status {
            Some(status) => async move { Saida::com_status(status, "resposta".to_owned()) }.boxed(),
            None => pending().boxed(),
        }
    }
}

/// A notification, a receiver and an engine over an application.
pub struct Cena<'a> {
    pub app: &'a TestApp,
    pub relogio: Arc<Relogio>,
    pub carteiro: Arc<Carteiro>,
    pub engine: Engine,
}

impl<'a> Cena<'a> {
    /// With a store `u`, its channel and the SKU `S`; nothing is notified yet. Everything is answered 200.
    pub async fn nova(app: &'a TestApp) -> Self {
        app.loja_com_skus("u", &["S"]).await;
        let (relogio, carteiro) = (Relogio::novo(), Carteiro::novo(|_| Some(200)));
        let engine = Engine::new(app.store.clone(), relogio.clone(), carteiro.clone(), Config::default());
        Self { app, relogio, carteiro, engine }
    }

    pub fn dono(&self) -> Dono {
        Dono::Aplicacao(self.app.aplicacao)
    }

    /// A notification of every event from now on.
    pub async fn notificar(&self) -> NotificacaoRow {
        self.notificar_com(Some("https://exemplo.com/eventos"), None).await
    }

    pub async fn notificar_com(&self, url: Option<&str>, loja: Option<LojaId>) -> NotificacaoRow {
        self.app.store.place_events().await.unwrap();
        let nova = Nova {
            loja,
            url: url.map(str::to_owned),
            tipos: Tipos::default(),
            topicos: Topicos::default(),
            ativo: true,
            cadastro: None,
        };
        criar(&self.app.store, self.dono(), nova).await
    }

    /// Posts an order of the store `u`; answers its number.
    pub async fn pedido(&self, source_id: &str) -> i64 {
        let pedido = self.app.criar_pedido("u", &modelos::pedido("canal", source_id, "S")).await;
        pedido["pedidoId"].as_i64().unwrap()
    }

    /// Moves an order of the store `u`.
    pub async fn mover(&self, pedido: i64, corpo: Value) {
        let caminho = format!("/Pedido/{pedido}/Status?usuarioId=u");
        self.app.a.put(&caminho, &corpo).await.com_status(200);
    }

    pub async fn faturar(&self, pedido: i64) {
        self.mover(pedido, json!({ "status": "Faturado" })).await;
    }

    /// One turn; answers how many calls were made.
    pub async fn passo(&mut self) -> usize {
        self.engine.passo().await.unwrap()
    }

    /// Turns until nothing is due any more; answers what arrived.
    pub async fn esvaziar(&mut self) -> Vec<Recebido> {
        while self.passo().await > 0 {}
        self.carteiro.novos()
    }

    /// The deliveries, newest first.
    pub async fn entregas(&self, notificacao: &NotificacaoRow) -> Vec<Entrega> {
        let (dono, id) = (self.dono(), notificacao.id);
        let pagina = PageRequest::first(250);
        let achadas = self
            .app
            .store
            .read(move |c| notificacoes::list_entregas(c, dono, id, FiltroEntregas::default(), pagina))
            .await
            .unwrap();
        achadas.unwrap().rows
    }

    pub async fn saude(&self, notificacao: &NotificacaoRow) -> Saude {
        let atual = self.atual(notificacao).await;
        self.app.store.read(move |c| notificacoes::saude(c, &atual)).await.unwrap()
    }

    pub async fn atual(&self, notificacao: &NotificacaoRow) -> NotificacaoRow {
        let (dono, id) = (self.dono(), notificacao.id);
        self.app.store.read(move |c| notificacoes::find(c, dono, id)).await.unwrap().unwrap()
    }
}

pub async fn criar(store: &Store, dono: Dono, nova: Nova) -> NotificacaoRow {
    let criada: Result<_, StoreError> =
        store.write(move |tx| notificacoes::create(tx, dono, &nova, Instante::agora())).await;
    criada.unwrap().unwrap()
}

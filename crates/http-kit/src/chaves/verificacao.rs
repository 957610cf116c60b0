//! Checking keys: whose key opened a request, from memory or from the database.

use std::future::Future;
use std::marker::PhantomData;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use actix_web::dev::Payload;
use actix_web::http::header::{self, HeaderValue};
use actix_web::{FromRequest, HttpRequest, web};
use domain::values::dates::Instante;
use domain::values::ids::{AplicacaoId, LojaId};
use store::tokens::{self, TokenRow};
use store::{Store, StoreError};

use super::cabecalho;
use super::memoria::{self, Memoria};
use super::tentativas::Tentativas;
use crate::erro::{Api, KitError, MotivoNaoAutorizado};
use crate::fault::Fault;
use crate::limite::Limites;

/// Last use is noted at most this often.
const ENTRE_USOS_S: i64 = 60;
/// Requests with one key wait this long for the look-up that another of them already does.
const ESPERA_POR_OUTRA: Duration = Duration::from_secs(1);
const FILAS: usize = 64;

/// How keys are checked.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct ConfigChaves {
    /// Failed attempts per address and minute; `None` does not limit them.
    pub tentativas_por_minuto: Option<NonZeroU32>,
}

impl Default for ConfigChaves {
    fn default() -> Self {
        Self { tentativas_por_minuto: NonZeroU32::new(60) }
    }
}

/// Checks keys. Cheap to clone; all clones share what they know.
#[derive(Clone)]
pub struct Chaves(Arc<Estado>);

struct Estado {
    store: Store,
    memoria: Memoria,
    tentativas: Option<Tentativas>,
    /// Per group of keys, so that a key whose second is over is looked up once, not once per request.
    filas: [tokio::sync::Mutex<()>; FILAS],
}

impl ConfigChaves {
    /// With so many failed attempts per address and minute; `None` does not limit them.
    pub fn with_failures_per_minute(self, tentativas_por_minuto: Option<NonZeroU32>) -> Self {
        Self { tentativas_por_minuto, ..self }
    }
}

impl Chaves {
    /// Checks keys against the store's tokens.
    pub fn new(store: Store, config: ConfigChaves) -> Self {
        Self(Arc::new(Estado {
            store,
            memoria: Memoria::default(),
            tentativas: config.tentativas_por_minuto.map(Tentativas::new),
            filas: std::array::from_fn(|_| tokio::sync::Mutex::default()),
        }))
    }

    /// Who sent this `Authorization` header. `par` is the address that failures are counted for.
    pub async fn verificar<I: Api>(
        &self,
        autorizacao: Option<&HeaderValue>,
        par: Option<IpAddr>,
    ) -> Result<Credencial<I>, KitError> {
        match self.reconhecer::<I>(autorizacao).await {
            Err(KitError::NaoAutorizado(motivo)) => Err(self.recusar(motivo, par)),
            resposta => resposta,
        }
    }

    async fn reconhecer<I: Api>(&self, autorizacao: Option<&HeaderValue>) -> Result<Credencial<I>, KitError> {
        let chave = cabecalho::ler(autorizacao)?;
        if chave.tipo != I::TIPO {
            return Err(MotivoNaoAutorizado::OutraInterface.into());
        }
        let linha = self.linha(&chave.hash).await?.ok_or(MotivoNaoAutorizado::Desconhecido)?;
        let agora = Instante::agora();
        if linha.tipo != chave.tipo {
            return Err(MotivoNaoAutorizado::Desconhecido.into());
        }
        if linha.revogado_em.is_some_and(|quando| quando <= agora) {
            return Err(MotivoNaoAutorizado::Revogado.into());
        }
        if linha.expira_em.is_some_and(|quando| quando <= agora) {
            return Err(MotivoNaoAutorizado::Expirado.into());
        }
        Ok(Credencial {
            token_id: linha.id,
            aplicacao: linha.aplicacao,
            loja: linha.loja,
            interface: PhantomData,
        })
    }

    /// The key's row, from memory or else from the database.
    async fn linha(&self, hash: &[u8; 32]) -> Result<Option<Arc<TokenRow>>, StoreError> {
        if let Some(linha) = self.0.memoria.buscar(hash, Instant::now()) {
            return Ok(Some(linha));
        }
        let fila = memoria::indice(hash) % FILAS as u64;
        let vez = match self.0.filas.get(fila as usize) {
            // a slow database must not make them wait for one another for ever
            Some(fila) => tokio::time::timeout(ESPERA_POR_OUTRA, fila.lock()).await.ok(),
            None => None,
        };
        if let Some(linha) = self.0.memoria.buscar(hash, Instant::now()) {
            return Ok(Some(linha));
        }
        let (lida_em, procurado) = (Instant::now(), *hash);
        let linha =
            self.0.store.read_by_key(move |conn| tokens::find_by_hash(conn, &procurado)).await?.map(Arc::new);
        if let Some(linha) = &linha {
            self.0.memoria.guardar(Arc::clone(linha), lida_em);
            self.anotar_uso(linha);
        }
        drop(vez);
        Ok(linha)
    }

    /// Notes the key's use in the background: the request neither waits for it nor fails with it.
    fn anotar_uso(&self, linha: &TokenRow) {
        let agora = Instante::agora();
        if linha.usado_em.is_some_and(|quando| quando.mais_segundos(ENTRE_USOS_S) > agora) {
            return;
        }
        let (store, id) = (self.0.store.clone(), linha.id);
        actix_web::rt::spawn(async move {
            let anotado: Result<_, StoreError> = store.write(move |tx| tokens::touch(tx, id, agora)).await;
            if let Err(erro) = anotado {
                tracing::debug!(token = id, %erro, "the key's last use was not noted");
            }
        });
    }

    fn recusar(&self, motivo: MotivoNaoAutorizado, par: Option<IpAddr>) -> KitError {
        // neither sending nothing nor a key of the neighbour interface is a guess
        let palpite = !matches!(motivo, MotivoNaoAutorizado::Ausente | MotivoNaoAutorizado::OutraInterface);
        match (&self.0.tentativas, par) {
            (Some(tentativas), Some(par)) if palpite => tentativas.contar(par, motivo),
            _ => motivo.into(),
        }
    }
}

/// Extractor: whose key opened this request to the interface `I`.
///
/// Needs `web::Data<Chaves>` in the app data; obeys the [`Limites`] that it finds there.
pub struct Credencial<I> {
    /// The key's number.
    pub token_id: i64,
    /// The application that it belongs to.
    pub aplicacao: AplicacaoId,
    /// The store, when it is a store's key.
    pub loja: Option<LojaId>,
    interface: PhantomData<fn() -> I>,
}

impl<I: Api> FromRequest for Credencial<I> {
    type Error = actix_web::Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Self::Error>>>>;

    fn from_request(req: &HttpRequest, _: &mut Payload) -> Self::Future {
        let chaves = req.app_data::<web::Data<Chaves>>().cloned();
        let autorizacao = req.headers().get(header::AUTHORIZATION).cloned();
        let par = req.peer_addr().map(|endereco| endereco.ip());
        let limite = req.app_data::<Limites>().map(|limite| (limite.clone(), req.clone()));
        Box::pin(async move {
            let Some(chaves) = chaves else {
                return Err(I::erro(Fault::new("web::Data<Chaves> is not in the app data").into()));
            };
            let credencial = chaves.verificar::<I>(autorizacao.as_ref(), par).await.map_err(I::erro)?;
            if let Some((limite, req)) = limite {
                limite.contar::<I>(credencial.token_id, &req).map_err(I::erro)?;
            }
            Ok(credencial)
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::super::formato::gerar;
    use super::*;
    use crate::erro::teste::Ia;
    use actix_web::App;
    use actix_web::test::{TestRequest, call_service, init_service};
    use store::StoreConfig;
    use store::tokens::{NovoToken, TipoToken};

    struct Cenario {
        store: Store,
        aplicacao: AplicacaoId,
        _pasta: tempfile::TempDir,
    }

    impl Cenario {
        async fn new() -> Self {
            let pasta = tempfile::tempdir().unwrap();
            let url = format!("sqlite://{}", pasta.path().join("teste.db").display());
            let store = Store::open(&StoreConfig::new(url)).unwrap();
            store.migrate().unwrap();
            let criada: Result<_, StoreError> =
                store.write(|tx| store::aplicacoes::create(tx, "teste")).await;
            Self { store, aplicacao: criada.unwrap().unwrap().id, _pasta: pasta }
        }

        fn chaves(&self, por_minuto: u32) -> Chaves {
            let config = ConfigChaves { tentativas_por_minuto: NonZeroU32::new(por_minuto) };
            Chaves::new(self.store.clone(), config)
        }

        async fn criar(&self, expira_em: Option<Instante>) -> (String, i64) {
            let (chave, hash) = gerar(TipoToken::Aplicacao).unwrap();
            let novo =
                NovoToken { aplicacao: self.aplicacao, loja: None, rotulo: String::new(), hash, expira_em };
            (chave, self.gravar(novo).await)
        }

        async fn gravar(&self, novo: NovoToken) -> i64 {
            let criado: Result<_, StoreError> = self.store.write(move |tx| tokens::create(tx, &novo)).await;
            criado.unwrap()
        }

        async fn revogar(&self, id: i64) {
            let revogado: Result<_, StoreError> = self.store.write(move |tx| tokens::revoke(tx, id)).await;
            assert!(revogado.unwrap());
        }

        async fn linha(&self, id: i64) -> TokenRow {
            let linha: Result<_, StoreError> = self.store.read(move |conn| tokens::find(conn, id)).await;
            linha.unwrap().unwrap()
        }
    }

    async fn verificar(chaves: &Chaves, chave: &str) -> Result<Credencial<Ia>, KitError> {
        let cabecalho = HeaderValue::from_str(&format!("Basic {chave}")).unwrap();
        chaves.verificar(Some(&cabecalho), Some([127, 0, 0, 1].into())).await
    }

    async fn motivo(chaves: &Chaves, chave: &str) -> MotivoNaoAutorizado {
        match verificar(chaves, chave).await {
            Err(KitError::NaoAutorizado(motivo)) => motivo,
            Err(erro) => panic!("{erro}"),
            Ok(_) => panic!("accepted"),
        }
    }

    #[actix_web::test]
    async fn a_key_opens_its_interface_until_it_ends() {
        let cenario = Cenario::new().await;
        let chaves = cenario.chaves(60);
        let (chave, id) = cenario.criar(None).await;
        let credencial = verificar(&chaves, &chave).await.unwrap();
        assert_eq!((credencial.token_id, credencial.aplicacao), (id, cenario.aplicacao));
        assert!(credencial.loja.is_none());

        let (vencida, _) = cenario.criar(Some(Instante::agora().mais_segundos(-1))).await;
        assert_eq!(motivo(&chaves, &vencida).await, MotivoNaoAutorizado::Expirado);
        let (de_ninguem, _) = gerar(TipoToken::Aplicacao).unwrap();
        assert_eq!(motivo(&chaves, &de_ninguem).await, MotivoNaoAutorizado::Desconhecido);
        let (de_loja, _) = gerar(TipoToken::Loja).unwrap();
        assert_eq!(motivo(&chaves, &de_loja).await, MotivoNaoAutorizado::OutraInterface);

        cenario.revogar(id).await;
        tokio::time::sleep(Duration::from_millis(1_010)).await;
        assert_eq!(motivo(&chaves, &chave).await, MotivoNaoAutorizado::Revogado);
    }

    #[actix_web::test]
    async fn a_key_made_after_a_refusal_works_at_once() {
        let cenario = Cenario::new().await;
        let chaves = cenario.chaves(60);
        let (chave, hash) = gerar(TipoToken::Aplicacao).unwrap();
        assert_eq!(motivo(&chaves, &chave).await, MotivoNaoAutorizado::Desconhecido);
        let aplicacao = cenario.aplicacao;
        let novo = NovoToken { aplicacao, loja: None, rotulo: String::new(), hash, expira_em: None };
        cenario.gravar(novo).await;
        assert!(verificar(&chaves, &chave).await.is_ok());
    }

    #[actix_web::test]
    async fn use_is_noted_in_the_background_once_a_minute() {
        let cenario = Cenario::new().await;
        let (chave, id) = cenario.criar(None).await;
        verificar(&cenario.chaves(60), &chave).await.unwrap();
        let mut usado_em = None;
        for _ in 0..200 {
            usado_em = cenario.linha(id).await.usado_em;
            if usado_em.is_some() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        assert!(usado_em.is_some());
        // another server, with nothing in memory
        verificar(&cenario.chaves(60), &chave).await.unwrap();
        tokio::time::sleep(Duration::from_millis(50)).await;
        assert_eq!(cenario.linha(id).await.usado_em, usado_em);
    }

    #[actix_web::test]
    async fn guessing_is_limited_and_a_valid_key_passes_all_the_same() {
        let cenario = Cenario::new().await;
        let chaves = cenario.chaves(2);
        let (chave, _) = cenario.criar(None).await;
        for _ in 0..2 {
            assert_eq!(motivo(&chaves, "eap_x").await, MotivoNaoAutorizado::Malformado);
        }
        for tentativa in ["eap_x".to_owned(), gerar(TipoToken::Aplicacao).unwrap().0] {
            let erro = verificar(&chaves, &tentativa).await.err().unwrap();
            assert!(matches!(erro, KitError::MuitasTentativas { espera_s: 1..=31 }), "{erro}");
        }
        assert!(verificar(&chaves, &chave).await.is_ok());
        assert_eq!(
            motivo(&chaves, &gerar(TipoToken::Loja).unwrap().0).await,
            MotivoNaoAutorizado::OutraInterface
        );
        let sem_limite = cenario.chaves(0);
        for _ in 0..100 {
            assert_eq!(motivo(&sem_limite, "eap_x").await, MotivoNaoAutorizado::Malformado);
        }
    }

    #[actix_web::test]
    async fn the_extractor_refuses_in_the_shape_of_the_interface() {
        async fn servir(_: Credencial<Ia>) -> &'static str {
            ""
        }
        let cenario = Cenario::new().await;
        let (chave, _) = cenario.criar(None).await;
        let com = App::new().app_data(web::Data::new(cenario.chaves(60))).route("/", web::get().to(servir));
        let com = init_service(com).await;
        let pedido =
            |valor: &str| TestRequest::default().insert_header(("Authorization", valor)).to_request();
        assert_eq!(call_service(&com, pedido(&chave)).await.status(), 200);
        let recusa = call_service(&com, TestRequest::default().to_request()).await;
        assert_eq!(recusa.status(), 401);
        assert!(recusa.headers().contains_key("www-authenticate"));

        let sem = init_service(App::new().route("/", web::get().to(servir))).await;
        assert_eq!(call_service(&sem, pedido(&chave)).await.status(), 500);
    }
}

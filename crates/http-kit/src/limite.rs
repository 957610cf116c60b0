//! An optional limit of requests per key and first path segment.

use std::any::TypeId;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage, HttpRequest};
use governor::clock::{Clock, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{Quota, RateLimiter};

use crate::erro::{Api, KitError};

const X_RATE_LIMIT_REMAINING: HeaderName = HeaderName::from_static("x-rate-limit-remaining");
/// Keys that are quiet again are forgotten after this many requests.
const LIMPEZA: u32 = 65_536;

type Chave = (i64, String);
type Limitador = RateLimiter<Chave, DefaultKeyedStateStore<Chave>, DefaultClock, StateInformationMiddleware>;

/// So many requests of one interface per minute, for each key and first path segment.
#[derive(Clone)]
pub struct Limite(Arc<Estado>);

/// The limits of one listener's interfaces. Put them into the app data as they are, and [`anotar_restante`]
/// around the app; [`crate::chaves::Credencial`] does the counting.
#[derive(Clone)]
pub struct Limites(Arc<[Limite]>);

struct Estado {
    api: TypeId,
    por_minuto: NonZeroU32,
    limitador: Limitador,
    pedidos: AtomicU32,
}

/// What is left after the request, on its way to the answer's header; `None` for keys that have no limit.
struct Restante(Option<u32>);

impl Limite {
    /// A limit of the interface `I`, which starts with a full minute's worth.
    pub fn new<I: Api>(por_minuto: NonZeroU32) -> Self {
        let limitador = RateLimiter::keyed(Quota::per_minute(por_minuto)).with_middleware();
        Self(Arc::new(Estado { api: TypeId::of::<I>(), por_minuto, limitador, pedidos: AtomicU32::new(0) }))
    }

    fn contar(&self, token_id: i64, req: &HttpRequest) -> Result<(), KitError> {
        if self.0.pedidos.fetch_add(1, Ordering::Relaxed) % LIMPEZA == LIMPEZA - 1 {
            self.0.limitador.retain_recent();
            self.0.limitador.shrink_to_fit();
        }
        let segmento = req.uri().path().split('/').nth(1).unwrap_or_default().to_ascii_lowercase();
        let (restante, contado) = match self.0.limitador.check_key(&(token_id, segmento)) {
            Ok(estado) => (estado.remaining_burst_capacity(), Ok(())),
            Err(ate) => {
                let espera = ate.wait_time_from(DefaultClock::default().now());
                (0, Err(KitError::MuitasTentativas { espera_s: espera.as_secs() + 1 }))
            }
        };
        req.extensions_mut().insert(Restante(Some(restante)));
        contado
    }
}

impl Limites {
    /// Counts a request of a key that opened the interface `I`.
    pub(crate) fn contar<I: Api>(&self, token_id: i64, req: &HttpRequest) -> Result<(), KitError> {
        match self.0.iter().find(|limite| limite.0.api == TypeId::of::<I>()) {
            Some(limite) => limite.contar(token_id, req),
            None => {
                req.extensions_mut().insert(Restante(None));
                Ok(())
            }
        }
    }

    /// True when nothing is limited.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<Limite> for Limites {
    fn from_iter<T: IntoIterator<Item = Limite>>(limites: T) -> Self {
        Self(limites.into_iter().collect())
    }
}

/// Middleware (for `actix_web::middleware::from_fn`): tells in `x-rate-limit-remaining` how many requests
/// are left. Where no key was counted (a wrong key, an unknown route, the documentation) that is all of them.
/// Without [`Limites`] in the app data it does nothing; of several, the first one's number stands for all.
pub async fn anotar_restante<B: MessageBody + 'static>(
    req: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let Some(todos) =
        req.app_data::<Limites>().and_then(|limites| Some(limites.0.first()?.0.por_minuto.get()))
    else {
        return next.call(req).await;
    };
    let mut resposta = next.call(req).await?;
    let restante = resposta.request().extensions().get::<Restante>().map_or(Some(todos), |r| r.0);
    if let Some(restante) = restante {
        resposta.headers_mut().insert(X_RATE_LIMIT_REMAINING, HeaderValue::from(restante));
    }
    Ok(resposta)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;
    use crate::erro::teste::Ia;
    use actix_web::middleware::from_fn;
    use actix_web::test::{TestRequest, call_service, init_service};
    use actix_web::{App, web};

    #[actix_web::test]
    async fn each_key_and_segment_has_its_own_allowance() {
        async fn servir(req: HttpRequest) -> Result<String, Error> {
            let limite = req.app_data::<Limites>().unwrap();
            limite.contar::<Ia>(req.query_string().parse().unwrap(), &req).map_err(Ia::erro)?;
            Ok(String::new())
        }
        let limites: Limites = [Limite::new::<Ia>(NonZeroU32::new(2).unwrap())].into_iter().collect();
        let app = App::new()
            .app_data(limites)
            .wrap(from_fn(anotar_restante))
            .route("/{a}/{b}", web::get().to(servir));
        let app = init_service(app).await;
        let casos = [
            ("/a/x?1", 200, "1"),
            ("/A/y?1", 200, "0"),
            ("/a/x?1", 429, "0"),
            ("/b/x?1", 200, "1"),
            ("/a/x?2", 200, "1"),
        ];
        for (uri, status, restante) in casos {
            let resposta = call_service(&app, TestRequest::with_uri(uri).to_request()).await;
            assert_eq!(resposta.status(), status, "{uri}");
            assert_eq!(resposta.headers().get(X_RATE_LIMIT_REMAINING).unwrap(), restante, "{uri}");
            assert_eq!(resposta.headers().contains_key("retry-after"), status == 429);
        }
    }
}

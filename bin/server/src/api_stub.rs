//! TEMPORARY
pub mod api_a {
    use std::sync::Arc;
    #[derive(Clone)] pub struct State;
    impl State { pub fn new(_: store::Store, _: http_kit::Chaves, _: domain::tipo_canal::CatalogoTipos, _: domain::datas::Fuso, _: Arc<http_kit::Rotas>) -> Self { State } }
    pub fn configure(_: State) -> impl FnOnce(&mut actix_web::web::ServiceConfig) { |_: &mut actix_web::web::ServiceConfig| {} }
    pub fn openapi() -> utoipa::openapi::OpenApi { Default::default() }
}
pub mod api_b {
    use std::sync::Arc;
    #[derive(Clone)] pub struct State;
    impl State { pub fn new(_: store::Store, _: http_kit::Chaves, _: domain::datas::Fuso, _: Arc<http_kit::Rotas>) -> Self { State } }
    pub fn configure(_: State) -> impl FnOnce(&mut actix_web::web::ServiceConfig) { |_: &mut actix_web::web::ServiceConfig| {} }
    pub fn openapi() -> utoipa::openapi::OpenApi { Default::default() }
}

//! A store's profile: where interface B answers as documented, and where as programs in the field expect.

use domain::loja_config::Perfil;
use serde_json::Value;

use crate::support::models;

on_both_databases! {
    async fn dates_are_utc_as_documented_and_local_for_programs_in_the_field(app: TestApp) {
        app.loja_with_skus("u", &["A"]).await;
        let mut pedido = models::pedido("canal", "P", "A");
        pedido["data"] = "2026-05-11T01:30:00Z".into();
        let id = app.create_pedido("u", &pedido).await["pedidoId"].clone();
        let path = format!("/pedidos/{id}");
        let loja = app.loja("u");

        let documento: Value = app.b_as(loja).get(&path).await.json_of(200);
        assert_eq!(documento["data"], "2026-05-11T01:30:00Z");
        let compativel = app.b_in(loja, Perfil::Compativel);
        let record: Value = compativel.get(&path).await.json_of(200);
        assert_eq!(record["data"], "2026-05-10T22:30:00");

        // and so is the day that it belongs to
        let of_day = |day: &str| format!("/pedidos?dataInicial={day}&dataFinal={day}");
        let total = async |day: &str| compativel.get(&of_day(day)).await.header("x-total-count").to_owned();
        assert_eq!((total("2026-05-10").await.as_str(), total("2026-05-11").await.as_str()), ("1", "0"));
    }
}

//! The schedule in simulated time: attempts, giving up, pauses, probes, recovery.

use domain::entrega::{Agenda, EstadoEntrega};
use domain::values::dates::Instante;
use store::notificacoes::{self, Reenvio};

use super::apoio::Cena;

/// The schedule of the specification, seconds.
const ESPERAS: [i64; 7] = [5, 300, 1800, 7200, 18_000, 36_000, 36_000];

/// Follows the only delivery that is still to be made through `ESPERAS`; answers when the last attempt was.
async fn seguir_a_agenda(cena: &mut Cena<'_>, notificacao: &notificacoes::NotificacaoRow) -> Instante {
    let mut antes = pendente(cena, notificacao).await.tentativas.last().unwrap().data;
    for (n, espera) in ESPERAS.into_iter().enumerate() {
        let entrega = pendente(cena, notificacao).await;
        assert_eq!(entrega.tentativas.len(), n + 1);
        // (instants are shown in whole seconds: the clock stands on one)
        let proxima = entrega.proxima_tentativa.unwrap();
        let passou = (proxima.micros() - antes.micros()) as f64 / 1e6;
        let esperado = espera as f64;
        assert!((esperado * 0.8 - 1.0..=esperado * 1.2 + 1.0).contains(&passou), "{espera}: {passou}");
        cena.relogio.ir_para(proxima.mais_segundos(-1));
        assert_eq!(cena.passo().await, 0, "attempt {} came early", n + 2);
        cena.relogio.ir_para(proxima.mais_segundos(1));
        assert_eq!(cena.passo().await, 1, "attempt {} did not come", n + 2);
        antes = proxima.mais_segundos(1);
    }
    antes
}

async fn pendente(cena: &Cena<'_>, notificacao: &notificacoes::NotificacaoRow) -> domain::entrega::Entrega {
    let todas = cena.entregas(notificacao).await;
    todas.into_iter().find(|e| e.estado == EstadoEntrega::Pendente).expect("one is still to be made")
}

nos_dois_bancos! {
    async fn a_delivery_that_nobody_wants_is_given_up_after_eight_attempts(app: TestApp) {
        let mut cena = Cena::nova(&app).await;
        let notificacao = cena.notificar().await;
        assert_eq!(Agenda::default().tentativas(), 8);
        let ruim = cena.pedido("1").await;
        cena.carteiro.regra(move |r| Some(if r.pedido() == ruim { 500 } else { 204 }));
        assert_eq!(cena.passo().await, 1);
        // the address takes others: it is there
        let bom = cena.pedido("2").await;
        cena.relogio.andar(1);
        assert_eq!(cena.passo().await, 1);
        seguir_a_agenda(&mut cena, &notificacao).await;

        let entregas = cena.entregas(&notificacao).await;
        assert_eq!(entregas.iter().map(|e| e.estado).collect::<Vec<_>>(), [EstadoEntrega::Entregue, EstadoEntrega::Esgotada]);
        let tentativas = &entregas[1].tentativas;
        assert_eq!(tentativas.len(), 8);
        assert!(tentativas.iter().all(|t| t.status == Some(500) && t.erro.is_some() && t.resposta == "resposta"));
        assert!(entregas[1].data_conclusao.is_some() && entregas[1].proxima_tentativa.is_none());
        let ids: std::collections::BTreeSet<String> =
            cena.carteiro.novos().into_iter().map(|r| format!("{}{}", r.pedido() == bom, r.envio.id)).collect();
        assert_eq!(ids.len(), 2, "every attempt has the same identifier");
        assert!(cena.saude(&notificacao).await.pausada_ate.is_none());

        // it can be sent again, and is given its schedule anew
        let (dono, id, posicao) = (cena.dono(), notificacao.id, entregas[1].posicao);
        let reenvio = app.store.write(move |tx| notificacoes::reenviar(tx, dono, id, posicao, posicao)).await;
        assert_eq!(reenvio.unwrap(), Reenvio::Aceito { de: posicao, ate: posicao });
        cena.carteiro.regra(|_| Some(200));
        assert_eq!(cena.esvaziar().await.len(), 1);
        assert_eq!(cena.entregas(&notificacao).await[0].estado, EstadoEntrega::Entregue);
    }

    async fn an_address_that_is_away_loses_nothing(app: TestApp) {
        let mut cena = Cena::nova(&app).await;
        let notificacao = cena.notificar().await;
        cena.carteiro.regra(|_| Some(503));
        let pedido = cena.pedido("1").await;
        assert_eq!(cena.passo().await, 1);
        let ultima = seguir_a_agenda(&mut cena, &notificacao).await;
        // the schedule is over, and no success since: the address pauses, the delivery stays
        let saude = cena.saude(&notificacao).await;
        assert_eq!((saude.pendentes, saude.falhas_seguidas), (1, 8));
        assert_eq!(saude.pausada_ate.unwrap().truncado(), ultima.mais_segundos(60).truncado());
        // a week of probes, one per pause, at most an hour apart
        let mut sondas = 0;
        for _ in 0..7 * 24 * 2 {
            cena.relogio.andar(1800);
            sondas += cena.passo().await;
        }
        assert!((160..=175).contains(&sondas), "{sondas}");
        cena.carteiro.novos();
        cena.carteiro.regra(|_| Some(200));
        cena.relogio.andar(3600);
        let chegados = cena.esvaziar().await;
        assert_eq!(chegados.iter().map(|r| r.pedido()).collect::<Vec<_>>(), [pedido]);
        assert_eq!(cena.entregas(&notificacao).await[0].tentativas.len(), 20, "the latest ones are shown");
    }

    async fn an_event_that_is_refused_keeps_no_new_one_waiting(app: TestApp) {
        let mut cena = Cena::nova(&app).await;
        let notificacao = cena.notificar().await;
        let recusado = cena.pedido("1").await;
        cena.carteiro.regra(move |recebido| Some(if recebido.pedido() == recusado { 503 } else { 200 }));
        cena.passo().await;
        seguir_a_agenda(&mut cena, &notificacao).await;
        cena.carteiro.novos();
        // due during the pause, and so for less long than the refused one
        cena.relogio.andar(2);
        let novo = cena.pedido("2").await;
        assert_eq!(cena.passo().await, 0, "it is paused");
        cena.relogio.andar(60);
        assert_eq!(cena.passo().await, 1);
        assert_eq!(cena.carteiro.novos().iter().map(|r| r.pedido()).collect::<Vec<_>>(), [novo]);
        assert_eq!(cena.saude(&notificacao).await.pausada_ate, None);
    }

    async fn an_address_that_fails_is_paused_tried_and_caught_up_with(app: TestApp) {
        let mut cena = Cena::nova(&app).await;
        let notificacao = cena.notificar().await;
        cena.carteiro.regra(|_| Some(500));
        for n in 0..30 {
            cena.pedido(&n.to_string()).await;
        }
        // three rounds of eight: the twentieth failure pauses, the last round was under way already
        let mut feitas = 0;
        loop {
            let quantas = cena.passo().await;
            feitas += quantas;
            if quantas == 0 { break; }
        }
        assert_eq!(feitas, 24);
        let saude = cena.saude(&notificacao).await;
        assert_eq!((saude.pendentes, saude.falhas_seguidas), (30, 24));
        assert!(saude.pausada_ate.is_some());

        // nothing goes out during a pause, though much is due
        cena.relogio.andar(50);
        assert_eq!(cena.passo().await, 0);
        // one probe when it ends; it fails, and the next pause is longer
        cena.relogio.andar(11);
        assert_eq!((cena.passo().await, cena.passo().await), (1, 0));
        cena.relogio.andar(110);
        assert_eq!(cena.passo().await, 0);
        cena.relogio.andar(11);
        cena.carteiro.regra(|_| Some(200));
        cena.carteiro.novos();
        // the probe is taken: all the rest follows at once
        assert_eq!(cena.passo().await, 1);
        assert_eq!(cena.esvaziar().await.len(), 30);
        let saude = cena.saude(&notificacao).await;
        assert_eq!((saude.pendentes, saude.falhas_seguidas, saude.pausada_ate), (0, 0, None));
        for entrega in cena.entregas(&notificacao).await {
            assert_eq!(entrega.estado, EstadoEntrega::Entregue);
        }
    }

    async fn a_new_address_is_tried_at_once(app: TestApp) {
        let mut cena = Cena::nova(&app).await;
        let notificacao = cena.notificar().await;
        cena.carteiro.regra(|_| Some(500));
        for n in 0..20 {
            cena.pedido(&n.to_string()).await;
        }
        while cena.passo().await > 0 {}
        assert!(cena.saude(&notificacao).await.pausada_ate.is_some());
        cena.carteiro.novos();
        cena.carteiro.regra(|_| Some(200));

        let (dono, id) = (cena.dono(), notificacao.id);
        let nova = notificacoes::Nova {
            loja: None,
            url: Some("https://outro.exemplo.com/".to_owned()),
            tipos: notificacao.tipos,
            topicos: notificacao.topicos,
            ativo: true,
            cadastro: None,
        };
        let agora = delivery::Clock::agora(&*cena.relogio);
        app.store.write(move |tx| notificacoes::update(tx, dono, id, &nova, agora)).await.unwrap().unwrap();
        let chegados = cena.esvaziar().await;
        assert_eq!(chegados.len(), 20);
        assert!(chegados.iter().all(|r| r.envio.url.contains("outro")));
    }
}

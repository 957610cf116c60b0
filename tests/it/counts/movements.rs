//! Orders that move together end up as those that move one by one.

use domain::pedido::{MudancaStatus, Pedido};
use domain::reading::json::read_json;
use domain::values::ids::PedidoId;
use serde_json::json;
use store::events;
use store::orders::{self, CreatePedidoOutcome, MovePedidoOutcome};

use super::world::{Dice, World, change, pedido, write};

/// What is left of an order: everything but its numbers and the moments.
fn trace(world: &World, id: PedidoId) -> String {
    let loja = world.loja;
    world
        .store
        .read_blocking(|conn| {
            let row = orders::find(conn, loja, id)?.unwrap();
            let historico: Vec<_> = orders::historico(conn, loja, id)?
                .into_iter()
                .map(|r| (r.status, r.motivo, r.pulados, r.nota_fiscal, r.rastreio))
                .collect();
            let detalhes = orders::detalhes(conn, loja, id)?;
            let mut document: serde_json::Value = serde_json::from_str(&row.documento).unwrap();
            document["pedidoId"] = json!(0);
            document["sourceId"] = json!("");
            Ok::<_, store::StoreError>(format!("{:?} {document} {historico:?} {detalhes:?}", row.status))
        })
        .unwrap()
}

fn steps(dice: &mut Dice) -> Vec<MudancaStatus> {
    let faturado = json!({"status": "Faturado", "notaFiscal": {"numero": "7", "serie": "1"}});
    let sent = json!({"status": "Enviado", "rastreio": {"codigo": "BR1", "transportadora": "T"}});
    let mut steps: Vec<MudancaStatus> = [faturado, sent]
        .iter()
        .map(|step| read_json(step.to_string().as_bytes()).unwrap())
        .filter(|_| dice.until(2) == 0)
        .collect();
    steps.extend((0..dice.until(3)).map(|_| change(dice)));
    steps
}

#[test]
fn moves_made_together_are_those_made_one_by_one() {
    for world in World::on_both() {
        let loja = world.loja;
        let mut dice = Dice(77);
        let models: Vec<Pedido> = (0..25).map(|_| pedido(&mut dice)).collect();
        let stories: Vec<Vec<MudancaStatus>> = models.iter().map(|_| steps(&mut dice)).collect();
        let [together, one_by_one] = ["J", "U"].map(|side| {
            let lote: Vec<orders::PedidoInput> = (0..)
                .zip(&models)
                .map(|(n, pedido): (u32, _)| {
                    Pedido { source_id: format!("{side}{n}"), ..pedido.clone() }.into()
                })
                .collect();
            let outcomes = write(&world.store, move |tx| orders::create_lote(tx, loja, &lote)).unwrap();
            let ids: Vec<PedidoId> = outcomes
                .into_iter()
                .map(|done| match done {
                    CreatePedidoOutcome::Created { pedido, .. } => pedido.pedido_id,
                    other => panic!("{other:?}"),
                })
                .collect();
            ids
        });
        let (ids, lote) = (together.clone(), stories.clone());
        let of_joint = write(&world.store, move |tx| {
            let mut lote: Vec<_> = ids.iter().copied().zip(lote.iter().map(Vec::as_slice)).collect();
            lote.push((PedidoId(0), &[]));
            orders::move_lote(tx, loja, &lote)
        })
        .unwrap();
        assert_eq!(of_joint.last(), Some(&MovePedidoOutcome::Missing));
        for (((joint, alone), steps), joint_one) in
            together.iter().zip(&one_by_one).zip(&stories).zip(&of_joint)
        {
            let mut illegal = false;
            for step in steps {
                let (id, step) = (*alone, step.clone());
                let verdict = write(&world.store, move |tx| orders::move_on(tx, loja, id, &step)).unwrap();
                illegal = matches!(verdict, MovePedidoOutcome::Illegal(_));
                if illegal {
                    break;
                }
            }
            assert_eq!(matches!(joint_one, MovePedidoOutcome::Illegal(_)), illegal, "{steps:?}");
            assert_eq!(trace(&world, *joint), trace(&world, *alone), "{steps:?}");
        }
        world.check();
        world.fold();
        world.check();
        same_eventos(&world, &together, &one_by_one);
    }
}

/// Both ways tell of the same things.
fn same_eventos(world: &World, together: &[PedidoId], one_by_one: &[PedidoId]) {
    let (store, aplicacao) = (world.store.clone(), world.loja.aplicacao);
    actix_web::rt::System::new().block_on(async move { store.place_events().await.unwrap() });
    let filter = events::Filter { loja: None, tipos: domain::evento::KindSet::default() };
    let stretch = world.store.read_blocking(|conn| events::list(conn, aplicacao, filter, 0, 10_000)).unwrap();
    let kinds = |id: &PedidoId| -> Vec<_> {
        stretch.eventos.iter().filter(|e| e.tipo.of_pedido() && e.assunto == id.0).map(|e| e.tipo).collect()
    };
    for (joint, alone) in together.iter().zip(one_by_one) {
        assert_eq!(kinds(joint), kinds(alone));
    }
}

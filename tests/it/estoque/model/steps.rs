//! Random steps, done by the program and by the model.

use std::collections::BTreeSet;

use domain::estoque::{ControleEstoque, EstoqueCanal, EstoqueUsuario};
use domain::fila::Recibo;
use domain::pedido::{MudancaStatus, Pedido, Standing, StatusPedido, Target, Transition};
use domain::sku_canal::SkuCanal;
use domain::values::dates::Instante;
use domain::values::ids::{CanalId, ConsumidorId, PedidoId};
use serde_json::{Value, json};
use store::orders::{self, CreatePedidoOutcome, MovePedidoOutcome};
use store::queue::{self, Fila, Inicio, QueueReader, Wanted};
use store::skus::{self, ReadySku};
use store::{canais, inventory, sku_canais};

use super::centres::Limits;
use super::goods::{Keeper, Line, MAIN, Place};
use super::world::{CHANNELS, SKUS, World, channel, code, read, sku};
use crate::counts::world::Dice;
use crate::support::models;

const STATUS: [&str; 10] = [
    "Pago",
    "Pago",
    "Pago",
    "Pago",
    "AguardandoPagamento",
    "AguardandoPagamento",
    "Faturado",
    "Enviado",
    "Entregue",
    "Cancelado",
];

fn place(status: StatusPedido) -> Place {
    match status {
        StatusPedido::AguardandoPagamento | StatusPedido::Pago => Place::Open,
        StatusPedido::Faturado => Place::Gone,
        StatusPedido::Enviado => Place::Sent,
        StatusPedido::Entregue => Place::Delivered,
        StatusPedido::Cancelado => Place::Cancelled,
    }
}

/// A move by somebody who has only interface A.
fn change(dice: &mut Dice) -> MudancaStatus {
    let body = json!({
        "status": dice.of(&STATUS), "motivo": "porque sim", "devolverEstoque": dice.until(2) == 0,
    });
    read(&body)
}

impl World {
    pub fn step(&mut self, dice: &mut Dice) {
        self.change_server(dice);
        self.model.step += 1;
        self.instants.push((Instante::now(), self.model.step));
        match dice.until(100) {
            0..=20 => self.one_order(dice),
            21 => self.change_centre(dice),
            22..=25 => self.many_orders(dice),
            26..=28 => self.repeat(dice),
            29..=46 => self.move_one(dice),
            47..=50 => self.move_some(dice),
            51..=56 => self.move_items(dice),
            57..=62 => self.tell(dice),
            63..=67 => self.vary(dice),
            68..=70 => self.adjust_many(dice),
            71..=75 => self.replace(dice),
            76..=78 => self.register_next(dice),
            79..=82 => self.complete(dice),
            83..=84 => self.confirm(dice),
            85..=87 => self.change_keeper(dice),
            88..=92 => self.hand_over(dice),
            _ => self.change_channel(dice),
        }
    }

    pub fn note(&mut self, what: String) {
        self.history.push(format!("{}: {what}", self.model.step));
    }

    pub fn any_sku(&self, dice: &mut Dice) -> String {
        dice.of(&self.model.registered).clone()
    }

    fn any_order(&self, dice: &mut Dice) -> Option<i64> {
        // mostly one that came in lately
        let ids: Vec<i64> = self.model.orders.keys().copied().collect();
        let from = if dice.until(4) == 0 { 0 } else { ids.len().saturating_sub(12) };
        (!ids.is_empty()).then(|| *dice.of(&ids[from..]))
    }

    fn body(&self, dice: &mut Dice) -> Value {
        let source = format!("{}-{}", self.seed, dice.until(1_000_000));
        let mut body = models::pedido(CHANNELS[dice.until(5) as usize], &source, "A");
        body["status"] = json!(dice.of(&STATUS));
        let count = 1 + dice.until(4);
        let units = [1, 1, 1, 2, 3, 5, 17, 40, 2_000_000_000];
        let item = |_| json!({ "sku": dice.of(&SKUS), "quantidade": dice.of(&units), "preco": 0 });
        let items: Vec<Value> = (0..count).map(item).collect();
        body["produtos"] = json!(items);
        body["total"] = json!(0);
        body
    }

    /// What the program has taken in.
    fn taken_in(&mut self, body: &Value, outcome: &CreatePedidoOutcome) {
        let CreatePedidoOutcome::Created { pedido, .. } = outcome else { return };
        let document: Value = serde_json::from_str(&pedido.documento).unwrap();
        let line = |item: &Value| Line {
            sku: item["sku"].as_str().unwrap().to_owned(),
            units: item["quantidade"].as_i64().unwrap(),
            place: place(pedido.status),
        };
        let lines: Vec<Line> = body["produtos"].as_array().unwrap().iter().map(line).collect();
        let id = pedido.pedido_id.0;
        self.note(format!("order {id} {} {lines:?}", document["status"]));
        self.model.arrive(id, body["canalId"].as_str().unwrap(), lines);
        self.sent.push(body.clone());
    }

    fn one_order(&mut self, dice: &mut Dice) {
        let (loja, body) = (self.loja, self.body(dice));
        let new = orders::PedidoInput::from(read::<Pedido>(&body));
        let outcome = self.write(move |tx| orders::create(tx, loja, &new));
        self.taken_in(&body, &outcome);
    }

    fn many_orders(&mut self, dice: &mut Dice) {
        let loja = self.loja;
        let mut bodies: Vec<Value> = (0..1 + dice.until(6)).map(|_| self.body(dice)).collect();
        // in the order in which the program takes them in
        bodies.sort_by_key(|body| {
            let channel = CHANNELS.iter().position(|one| body["canalId"] == *one);
            (channel, body["sourceId"].as_str().unwrap().to_owned())
        });
        let twice = dice.of(&bodies).clone();
        bodies.push(twice);
        let lote: Vec<orders::PedidoInput> = bodies.iter().map(|body| read::<Pedido>(body).into()).collect();
        let outcomes = self.write(move |tx| orders::create_lote(tx, loja, &lote));
        for (body, outcome) in bodies.iter().zip(&outcomes) {
            self.taken_in(body, outcome);
        }
    }

    fn repeat(&mut self, dice: &mut Dice) {
        if self.sent.is_empty() {
            return;
        }
        let (loja, new) = (self.loja, orders::PedidoInput::from(read::<Pedido>(dice.of(&self.sent))));
        let outcome = self.write(move |tx| orders::create(tx, loja, &new));
        assert!(!matches!(outcome, CreatePedidoOutcome::Created { .. }), "{}", self.so_far());
    }

    /// Where the items of an order stand, and how often something happened to it. That an order may move so
    /// is not what this is about.
    fn places(&self, id: i64) -> (Vec<Place>, usize, Standing) {
        let loja = self.loja;
        let found = self.store.read_blocking(|conn| orders::follow_up(conn, loja, PedidoId(id)));
        let found = found.unwrap().unwrap();
        let count = found.pedido.produtos.len();
        let places = (0..count).map(|index| place(found.of_line(index).status)).collect();
        (places, found.historico.len(), found.standing)
    }

    /// The store has to hear of what it did not do itself.
    fn heard(&mut self, id: i64, before: Standing, after: Standing, by_store: bool) {
        self.model.orders.get_mut(&id).unwrap().integrated &= by_store || before == after;
    }

    fn move_one(&mut self, dice: &mut Dice) {
        let Some(id) = self.any_order(dice) else { return };
        let by_store = dice.until(4) == 0;
        let transition = Transition { by_store, ..change(dice).into() };
        self.make(id, transition);
    }

    fn move_items(&mut self, dice: &mut Dice) {
        let Some(id) = self.any_order(dice) else { return };
        let count = self.model.orders[&id].lines.len();
        let which: BTreeSet<usize> =
            (0..1 + dice.until(2)).map(|_| dice.until(count as u64) as usize).collect();
        let change = change(dice);
        let (to, lines) = (Target::Plain(change.status), Some(which.into_iter().collect()));
        self.make(id, Transition { by_store: true, to, lines, ..change.into() });
    }

    fn make(&mut self, id: i64, transition: Transition) {
        let (loja, (_, before, stood)) = (self.loja, self.places(id));
        let change = transition.clone();
        self.write(move |tx| orders::transition(tx, loja, PedidoId(id), change.clone()).map(|_| ()));
        let (places, after, stands) = self.places(id);
        self.heard(id, stood, stands, transition.by_store);
        if after > before {
            self.note(format!("moved {id} to {places:?} by {transition:?}"));
            self.model.moved(id, &places, transition.by_store, transition.give_back);
        }
    }

    /// Moves in one transaction do what they would have done one after another.
    fn move_some(&mut self, dice: &mut Dice) {
        let Some(id) = self.any_order(dice) else { return };
        let ways =
            [["Faturado", "Cancelado"], ["Pago", "Enviado"], ["Enviado", "Entregue"], ["Pago", "Cancelado"]];
        let changes: Vec<MudancaStatus> =
            dice.of(&ways).iter().map(|to| read(&json!({ "status": to, "motivo": "porque sim" }))).collect();
        let (loja, (mut places, before, stood)) = (self.loja, self.places(id));
        let lote = changes.clone();
        let outcomes = self.write(move |tx| orders::move_lote(tx, loja, &[(PedidoId(id), lote.as_slice())]));
        let done = matches!(outcomes[0], MovePedidoOutcome::Done(_));
        let (last, after, stands) = self.places(id);
        self.heard(id, stood, stands, false);
        self.note(format!("moved {id} by {changes:?}: {done}"));
        // of a way that was refused somewhere only the beginning was gone
        let made = after - before;
        let skipped = if done { changes.len() - made.min(changes.len()) } else { 0 };
        for (change, n) in changes.iter().skip(skipped).zip(1..=made) {
            let to = place(change.status);
            let beyond = |place: Place| place as u8 >= to as u8;
            places = places.iter().map(|place| if beyond(*place) { *place } else { to }).collect();
            let places = if n == made { &last } else { &places };
            self.model.moved(id, places, false, false);
        }
    }

    fn replace(&mut self, dice: &mut Dice) {
        let (loja, mut bodies) = (self.loja, Vec::new());
        let names: BTreeSet<String> = (0..1 + dice.until(3)).map(|_| self.any_sku(dice)).collect();
        for name in names {
            let stock =
                [self.model.skus[&name].shelves[&MAIN].stock, dice.until(50) as i64][dice.until(2) as usize];
            bodies.push(sku(&name, stock));
            self.note(format!("{name} is replaced with {stock}"));
            self.model.replaced(&name, stock);
        }
        let ready: Vec<ReadySku> = bodies.into_iter().map(|sku| ReadySku::new(sku).unwrap()).collect();
        self.write(move |tx| skus::upsert_lote(tx, loja, &ready.iter().collect::<Vec<_>>()));
    }

    fn register_next(&mut self, dice: &mut Dice) {
        let next = SKUS.into_iter().find(|sku| !self.model.skus.contains_key(*sku));
        if let Some(next) = next {
            let stock = dice.until(9) as i64;
            let others = self.model.centres.keys().copied().filter(|centre| *centre != MAIN);
            let others: Vec<i32> = others.filter(|_| dice.until(2) == 0).collect();
            let others: Vec<(i32, i64)> =
                others.into_iter().map(|centre| (centre, dice.until(9) as i64)).collect();
            self.note(format!("{next} is registered with {stock}, elsewhere {others:?}"));
            match others.is_empty() {
                true => self.register(next, stock),
                false => self.register_in(next, stock, &others),
            }
        }
    }

    fn complete(&mut self, dice: &mut Dice) {
        let Some(id) = self.any_order(dice) else { return };
        let (loja, reads) = (self.loja, dice.until(4) == 0);
        self.note(format!("{id} is taken over{}", if reads { " by reading it" } else { "" }));
        if reads {
            self.write(move |tx| inventory::take_over(tx, loja, &[id]));
        } else {
            self.write(move |tx| orders::mark_integrado(tx, loja, PedidoId(id)));
            self.model.orders.get_mut(&id).unwrap().integrated = true;
        }
        self.model.known(id);
    }

    /// Some of what the queue hands out is confirmed.
    fn confirm(&mut self, dice: &mut Dice) {
        self.store.place_events_blocking().unwrap();
        let fila = Fila { aplicacao: self.aplicacao, loja: Some(self.loja) };
        let leased = self.write(move |tx| {
            let nome = ConsumidorId::parse("erp").unwrap();
            let (agora, inicio) = (Instante::now(), Inicio::Inicio);
            let wanted = Wanted { quantidade: 20, visibilidade: 30, inicio, agora };
            queue::lease(tx, QueueReader { fila, nome: &nome }, wanted)
        });
        let taken: Vec<_> = leased.itens.iter().filter(|_| dice.until(3) > 0).collect();
        let recibos: Vec<Recibo> = taken.iter().map(|one| one.recibo).collect();
        self.write(move |tx| queue::confirm(tx, fila, &recibos));
        for one in taken {
            let id = one.item.evento.pedido_id.unwrap().0;
            self.note(format!("{id} is confirmed"));
            self.model.known(id);
        }
    }

    fn change_keeper(&mut self, dice: &mut Dice) {
        let (to, controle_estoque) = *dice.of(&[
            (Keeper::Nobody, ControleEstoque::Nenhum),
            (Keeper::Owner, ControleEstoque::Erp),
            (Keeper::Owner, ControleEstoque::Erp),
            (Keeper::Hub, ControleEstoque::Hub),
            (Keeper::Hub, ControleEstoque::Hub),
        ]);
        let loja = self.loja;
        let new = EstoqueUsuario { controle_estoque, assumir_na_leitura: false, anunciar_ofertas: true };
        self.write(move |tx| inventory::set(tx, loja, new));
        self.note(format!("{to:?} is to keep the stock"));
        self.model.change_keeper(to);
        // mostly at once, sometimes in pieces with other steps between them
        if dice.until(3) > 0 {
            self.all_hands(SKUS.len());
        }
    }

    fn hand_over(&mut self, dice: &mut Dice) {
        let most = 1 + dice.until(3) as usize;
        self.all_hands(most);
    }

    fn all_hands(&mut self, most: usize) {
        let loja = self.loja;
        self.note(format!("{most} change hands"));
        self.write(move |tx| inventory::convert(tx, loja, most as i64));
        self.model.hand_over(most);
        if self.model.changing.is_empty() {
            // whether there is something behind the last one shows only when it is looked for
            while self.write(move |tx| inventory::convert(tx, loja, 1)) {}
        }
    }

    fn change_channel(&mut self, dice: &mut Dice) {
        let (loja, id, name) = (self.loja, *dice.of(&CHANNELS), self.any_sku(dice));
        let (num, canal) = (self.channel_number(id), CanalId::parse(id).unwrap());
        let own = self.channels.get_mut(id).unwrap();
        let mut number = || (dice.until(3) > 0).then(|| dice.until(20) as i64);
        let limits = Limits { buffer: number(), ceiling: number() };
        let in_32 = |n: Option<i64>| n.map(|n| n as i32);
        let as_set =
            EstoqueCanal { estoque_seguranca: in_32(limits.buffer), estoque_maximo: in_32(limits.ceiling) };
        match dice.until(7) {
            5..=6 => {
                let all: Vec<i32> = self.model.centres.keys().copied().collect();
                let some = all.into_iter().filter(|_| dice.until(2) == 0).collect();
                self.sell_from(id, some);
            }
            0 => {
                own.percent = dice.until(101) as i64;
                let new = channel(id, own.percent);
                self.write(move |tx| canais::upsert(tx, loja, &new).map(|_| ()));
            }
            1 => {
                own.limits = limits;
                self.write(move |tx| {
                    let canal = canais::find(tx, loja, &canal)?.unwrap();
                    inventory::set_of_canal(tx, loja, &canal, as_set)
                });
            }
            2 => {
                own.own_limits.insert(name.clone(), limits);
                self.write(move |tx| {
                    let sku = skus::number_locked(tx, loja, &code(&name))?.unwrap();
                    inventory::set_of_sku(tx, loja, num, sku, as_set)
                });
            }
            3 => {
                let units = dice.until(30);
                own.own.insert(name.clone(), units as i64);
                let body = json!({ "canalId": id, "estoque": units });
                let value: SkuCanal = read(&body);
                self.write(move |tx| {
                    let sku = skus::number_locked(tx, loja, &code(&name))?.unwrap();
                    sku_canais::upsert(tx, loja, num, sku, &value)
                });
            }
            _ => {
                own.own.remove(&name);
                self.write(move |tx| {
                    let sku = skus::number_locked(tx, loja, &code(&name))?.unwrap();
                    sku_canais::delete(tx, loja, num, sku)
                });
            }
        }
        self.note(format!(
            "channel {id} changes: {:?}, sells from {:?}",
            self.channels[id], self.model.sells_from[id]
        ));
    }
}

//! Handing events out: what came back first, then what is new in the log; the events of one order in their order.

use std::collections::HashSet;

use diesel::dsl::{exists, not};
use diesel::prelude::*;
use domain::fila::{ENTREGAS_MAX, Recibo};
use domain::values::dates::Instante;

use super::consumidores::{self, Consumidor};
use super::queue::{Item, Leitor, MORTO_OU_NAO, eventos_em, tipos_de_pedido};
use crate::base::StoreError;
use crate::base::schema::eventos;
use crate::base::schema::fila_itens::{self, dsl};
use crate::base::{Tx, inserir, on};
use crate::eventos as log;

/// Places of the log that one transaction looks through for order events, so that other writes get their turn.
const VARREDURA: i64 = 20_000;
/// New events that one transaction looks at besides those that it hands out: orders that are held up cost places.
const FOLGA: i64 = 50;
/// How exactly it is kept when a reader was last seen, so that asking an empty queue mostly writes nothing.
const VISTO_A_CADA: i64 = 10;

/// Where a new reader starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inicio {
    /// At the first event that is kept.
    Inicio,
    /// Behind the last one.
    Agora,
}

/// What a reader asks for.
#[derive(Debug, Clone, Copy)]
pub struct Pedida {
    /// Most events.
    pub quantidade: i64,
    /// For how many seconds nobody else gets them.
    pub visibilidade: i64,
    /// Where it starts when it is new.
    pub inicio: Inicio,
    /// The time.
    pub agora: Instante,
}

/// An event handed out.
#[derive(Debug, Clone, PartialEq)]
pub struct Arrendado {
    /// The event.
    pub item: Item,
    /// What confirms this handing out.
    pub recibo: Recibo,
}

/// What a reader is handed.
#[derive(Debug, Clone, PartialEq)]
pub struct Entrega {
    /// The events, in the order of their places.
    pub itens: Vec<Arrendado>,
    /// The log goes on behind what was looked through. Only tells something when there are no events.
    pub ha_mais: bool,
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = fila_itens, treat_none_as_default_value = false)]
struct Linha {
    aplicacao_id: i32,
    consumidor_id: i32,
    posicao: i64,
    pedido_id: i64,
    entregas: i32,
    vez: i32,
    arrendado_ate: i64,
    morto: bool,
}

impl Linha {
    /// Taken over, and not handed out yet.
    fn nova(consumidor: &Consumidor, posicao: i64, pedido_id: i64) -> Self {
        Self {
            aplicacao_id: consumidor.aplicacao_id,
            consumidor_id: consumidor.consumidor_id,
            posicao,
            pedido_id,
            entregas: 0,
            vez: 0,
            arrendado_ate: 0,
            morto: false,
        }
    }

    /// The same, handed out once more.
    fn entregue(self, ate: Instante) -> Self {
        Self { entregas: self.entregas + 1, vez: self.vez + 1, arrendado_ate: ate.micros(), ..self }
    }
}

/// A stretch of the log, sorted into what may be handed out and what has to wait.
struct Novos {
    livres: Vec<Linha>,
    retidos: Vec<Linha>,
    /// Everything up to here has been looked at.
    ate: i64,
}

/// Leases events to a reader. Those whose lease has ended come first, then new ones; an event whose order has an
/// earlier event under a running lease waits for it. What was handed out [`ENTREGAS_MAX`] times in vain is dead.
pub fn arrendar(tx: &mut Tx<'_>, leitor: Leitor<'_>, pedida: Pedida) -> Result<Entrega, StoreError> {
    let (primeira, ultima) = log::extremos(tx, leitor.fila.aplicacao)?;
    let partida = if pedida.inicio == Inicio::Agora { ultima } else { 0 };
    let mut consumidor = consumidores::travar_ou_criar(tx, leitor, partida, pedida.agora)?;
    let gravada = (consumidor.posicao, consumidor.visto_em);
    limpar(tx, &consumidor, primeira, pedida.agora)?;

    let ate = pedida.agora.mais_segundos(pedida.visibilidade);
    let de_volta: Vec<Linha> =
        disponiveis(tx, &consumidor, pedida)?.into_iter().map(|l| l.entregue(ate)).collect();
    let faltam = pedida.quantidade - de_volta.len() as i64;
    consumidor.posicao = consumidor.posicao.max(primeira - 1);
    let mut novos = Novos { livres: Vec::new(), retidos: Vec::new(), ate: consumidor.posicao };
    if faltam > 0 {
        novos = tomar(tx, &consumidor, ultima, faltam, pedida.agora)?;
    }
    consumidor.posicao = novos.ate;
    let livres: Vec<Linha> = novos.livres.into_iter().map(|l| l.entregue(ate)).collect();

    reentregar(tx, &consumidor, &de_volta, ate)?;
    inserir!(tx, fila_itens::table, livres.iter().chain(&novos.retidos));
    if pedida.agora.micros() - consumidor.visto_em >= VISTO_A_CADA * 1_000_000 {
        consumidor.visto_em = pedida.agora.micros();
    }
    if gravada != (consumidor.posicao, consumidor.visto_em) {
        consumidores::gravar(tx, &consumidor)?;
    }
    let itens = montar(tx, leitor, de_volta.into_iter().chain(livres).collect())?;
    Ok(Entrega { itens, ha_mais: consumidor.posicao < ultima })
}

/// Forgets what the log does not keep any more, and gives up what was handed out too often.
fn limpar(
    tx: &mut Tx<'_>,
    consumidor: &Consumidor,
    primeira: i64,
    agora: Instante,
) -> Result<(), StoreError> {
    let (a, n) = (consumidor.aplicacao_id, consumidor.consumidor_id);
    on!(tx, c => {
        diesel::delete(fila_itens::table
            .filter(dsl::aplicacao_id.eq(a))
            .filter(dsl::consumidor_id.eq(n))
            .filter(dsl::morto.eq_any(MORTO_OU_NAO))
            .filter(dsl::posicao.lt(primeira)))
            .execute(c)?;
        diesel::update(fila_itens::table
            .filter(dsl::aplicacao_id.eq(a))
            .filter(dsl::consumidor_id.eq(n))
            .filter(dsl::morto.eq(false))
            .filter(dsl::entregas.ge(ENTREGAS_MAX))
            .filter(dsl::arrendado_ate.le(agora.micros())))
            .set(dsl::morto.eq(true))
            .execute(c)?;
    });
    Ok(())
}

/// What waits or came back, and is not held up by an earlier event of its order.
fn disponiveis(tx: &mut Tx<'_>, consumidor: &Consumidor, pedida: Pedida) -> Result<Vec<Linha>, StoreError> {
    let (a, n) = (consumidor.aplicacao_id, consumidor.consumidor_id);
    let agora = pedida.agora.micros();
    let anteriores = diesel::alias!(fila_itens as anteriores);
    Ok(on!(tx, c => fila_itens::table
        .filter(dsl::aplicacao_id.eq(a))
        .filter(dsl::consumidor_id.eq(n))
        .filter(dsl::morto.eq(false))
        .filter(dsl::arrendado_ate.le(agora))
        .filter(not(exists(anteriores
            .filter(anteriores.field(dsl::aplicacao_id).eq(a))
            .filter(anteriores.field(dsl::consumidor_id).eq(n))
            .filter(anteriores.field(dsl::pedido_id).eq(dsl::pedido_id))
            .filter(anteriores.field(dsl::posicao).lt(dsl::posicao))
            .filter(anteriores.field(dsl::morto).eq(false))
            .filter(anteriores.field(dsl::arrendado_ate).gt(agora)))))
        .order(dsl::posicao)
        .limit(pedida.quantidade)
        .select(Linha::as_select())
        .load(c))?)
}

/// New events from the reader's place on, at most `quantos` of them to be handed out.
fn tomar(
    tx: &mut Tx<'_>,
    consumidor: &Consumidor,
    ultima: i64,
    quantos: i64,
    agora: Instante,
) -> Result<Novos, StoreError> {
    let fim = ultima.min(consumidor.posicao.saturating_add(VARREDURA));
    let limite = quantos + FOLGA;
    let achados: Vec<(i64, i64)> = on!(tx, c => {
        let mut q = eventos::table
            .filter(eventos::aplicacao_id.eq(consumidor.aplicacao_id))
            .filter(eventos::posicao.gt(consumidor.posicao))
            .filter(eventos::posicao.le(fim))
            .filter(eventos::tipo.eq_any(tipos_de_pedido()))
            .into_boxed();
        if consumidor.loja_id != 0 {
            q = q.filter(eventos::loja_id.eq(consumidor.loja_id));
        }
        q.order(eventos::posicao).limit(limite).select((eventos::posicao, eventos::assunto)).load(c)?
    });
    let presos = presos(tx, consumidor, &achados, agora)?;
    let todos_vistos = (achados.len() as i64) < limite;
    let mut novos = Novos { livres: Vec::new(), retidos: Vec::new(), ate: fim.max(consumidor.posicao) };
    for (i, (posicao, pedido)) in achados.iter().enumerate() {
        let linha = Linha::nova(consumidor, *posicao, *pedido);
        if presos.contains(pedido) {
            novos.retidos.push(linha)
        } else {
            novos.livres.push(linha)
        }
        let ultimo_visto = i + 1 == achados.len();
        if novos.livres.len() as i64 == quantos || (ultimo_visto && !todos_vistos) {
            novos.ate = *posicao;
            break;
        }
    }
    Ok(novos)
}

/// Those of the orders found that have an event under a running lease.
fn presos(
    tx: &mut Tx<'_>,
    consumidor: &Consumidor,
    achados: &[(i64, i64)],
    agora: Instante,
) -> Result<HashSet<i64>, StoreError> {
    if achados.is_empty() {
        return Ok(HashSet::new());
    }
    let pedidos: HashSet<i64> = achados.iter().map(|(_, pedido)| *pedido).collect();
    let presos: Vec<i64> = on!(tx, c => fila_itens::table
        .filter(dsl::aplicacao_id.eq(consumidor.aplicacao_id))
        .filter(dsl::consumidor_id.eq(consumidor.consumidor_id))
        .filter(dsl::pedido_id.eq_any(pedidos))
        // not `eq(false)`: SQLite would walk that part of the key instead of the orders' index
        .filter(dsl::morto.ne(true))
        .filter(dsl::arrendado_ate.gt(agora.micros()))
        .select(dsl::pedido_id)
        .load(c))?;
    Ok(presos.into_iter().collect())
}

/// Leases anew what came back.
fn reentregar(
    tx: &mut Tx<'_>,
    consumidor: &Consumidor,
    linhas: &[Linha],
    ate: Instante,
) -> Result<(), StoreError> {
    if linhas.is_empty() {
        return Ok(());
    }
    on!(tx, c => diesel::update(fila_itens::table
        .filter(dsl::aplicacao_id.eq(consumidor.aplicacao_id))
        .filter(dsl::consumidor_id.eq(consumidor.consumidor_id))
        .filter(dsl::morto.eq(false))
        .filter(dsl::posicao.eq_any(linhas.iter().map(|linha| linha.posicao))))
        .set((
            dsl::entregas.eq(dsl::entregas + 1),
            dsl::vez.eq(dsl::vez + 1),
            dsl::arrendado_ate.eq(ate.micros()),
        ))
        .execute(c))?;
    Ok(())
}

/// The leased rows with their events. All of them are kept: what is older went in [`limpar`].
fn montar(tx: &mut Tx<'_>, leitor: Leitor<'_>, linhas: Vec<Linha>) -> Result<Vec<Arrendado>, StoreError> {
    let posicoes: Vec<i64> = linhas.iter().map(|linha| linha.posicao).collect();
    let mut eventos = eventos_em(tx, leitor.fila.aplicacao, &posicoes)?;
    let mut itens: Vec<Arrendado> = linhas
        .into_iter()
        .filter_map(|linha| {
            let evento = eventos.remove(&linha.posicao)?;
            let recibo = Recibo { consumidor: linha.consumidor_id, posicao: linha.posicao, vez: linha.vez };
            Some(Arrendado { item: Item { evento, entregas: linha.entregas }, recibo })
        })
        .collect();
    itens.sort_by_key(|arrendado| arrendado.recibo.posicao);
    Ok(itens)
}

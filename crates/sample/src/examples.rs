//! What the examples of the interfaces' documents name: with it every one of them succeeds as it stands.
//!
//! The same in every database, before anything that is drawn, so that its numbers are known.

use domain::canal::Canal;
use domain::categoria::Categoria;
use domain::inscricao::Inscricao;
use domain::interface_b::produto::NovoAtacado;
use domain::notificacao::Notificacao;
use domain::pedido::{MudancaStatus, Pedido};
use domain::reading::json::{FromJson, read_json, read_list};
use domain::sku::Sku;
use domain::sku_canal::SkuCanal;
use domain::usuario::Usuario;
use domain::values::ids::{AplicacaoId, ConsumidorId, LojaId};
use domain::values::money::Dinheiro;
use store::notificacoes::{New, Owner};
use store::queue::{Fila, Inicio, QueueReader, Wanted};
use store::{Store, Tx, atacados, canais, categorias, notificacoes, queue, sku_canais, skus, usuarios};

use crate::error::{Result, SampleError};
use crate::orders::Story;
use crate::steps::{channel_number, write_stories};

/// The places of the orders that have been sent.
const SENT: [usize; 2] = [0, 5];
/// Notifications of interface A: one to look at, one to change, one to delete.
const NOTIFICATIONS: usize = 3;
/// Readers of the order queue: one to look at, one to delete.
const READERS: [&str; 2] = ["contabilidade", "antigo"];

/// A list that comes with the crate.
fn list<T: FromJson>(text: &str) -> Result<Vec<T>> {
    Ok(read_list(text.as_bytes(), 100)?)
}

/// One thing that comes with the crate.
fn one<T: FromJson>(text: &str) -> Result<T> {
    Ok(read_json(text.as_bytes())?)
}

/// The SKUs. The one that the documents show how to delete has no units: nobody buys it in the simulated shop meanwhile.
pub(crate) fn skus() -> Result<Vec<Sku>> {
    list(include_str!("../data/skus.json"))
}

/// Everything but the SKUs, in a store that has them and no order yet.
pub(crate) fn write(store: &Store, application: AplicacaoId, owner: LojaId) -> Result<()> {
    store.write_blocking(move |tx| -> Result<_> {
        usuarios::create(tx, application, &one::<Usuario>(include_str!("../data/usuario.json"))?)?;
        write_channels(tx, owner)?;
        write_wholesale(tx, owner)
    })?;
    let stories = stories()?;
    store.write_blocking(move |tx| write_stories(tx, owner, &stories))?;
    // readers and notifications start behind what is in the log
    store.place_events_blocking()?;
    store.write_blocking(move |tx| write_readers(tx, application, owner))
}

fn write_channels(tx: &mut Tx<'_>, owner: LojaId) -> Result<()> {
    let tree: Vec<Categoria> = list(include_str!("../data/categorias.json"))?;
    for channel in list::<Canal>(include_str!("../data/canais.json"))? {
        canais::create(tx, owner, &channel)?;
        let canal_num = channel_number(tx, owner, &channel.canal_id)?;
        categorias::replace(tx, categorias::Tree { loja: owner, canal_num }, &tree)?;
    }
    let rows: Vec<SkuCanal> = list(include_str!("../data/sku_canais.json"))?;
    let number = first_sku(tx, owner)?;
    for row in rows {
        let channel = channel_number(tx, owner, &row.canal_id)?;
        sku_canais::upsert_lote(tx, owner, channel, &[(number, row)])?;
    }
    Ok(())
}

/// The number of the first SKU.
fn first_sku(tx: &mut Tx<'_>, owner: LojaId) -> Result<i64> {
    let skus = skus()?;
    let codes: Vec<&str> = skus.iter().take(1).map(|sku| sku.sku.as_str()).collect();
    let known = skus::find_numbers(tx, owner, &codes)?;
    known.first().map(|(_, number)| *number).ok_or(SampleError::SkuMissing)
}

fn write_wholesale(tx: &mut Tx<'_>, owner: LojaId) -> Result<()> {
    let price = |cents, quantidade| NovoAtacado { preco: Dinheiro::from_cents(cents), quantidade };
    let number = first_sku(tx, owner)?;
    atacados::create(tx, owner, number, &[price(7_490, 10), price(6_990, 50)])?;
    Ok(())
}

fn stories() -> Result<Vec<Story>> {
    let sent: MudancaStatus = one(include_str!("../data/envio.json"))?;
    let placed: Vec<Pedido> = list(include_str!("../data/pedidos.json"))?;
    let told = |(place, pedido)| {
        let moves = if SENT.contains(&place) { vec![sent.clone()] } else { Vec::new() };
        Story { pedido, moves }
    };
    Ok(placed.into_iter().enumerate().map(told).collect())
}

fn write_readers(tx: &mut Tx<'_>, application: AplicacaoId, owner: LojaId) -> Result<()> {
    let agora = tx.now();
    let notificacao: Notificacao = one(include_str!("../data/notificacao.json"))?;
    for _ in 0..NOTIFICATIONS {
        let new = New::of_aplicacao(&notificacao, None);
        notificacoes::create(tx, Owner::Aplicacao(application), &new, agora)?;
    }
    let inscricao: Inscricao = one(include_str!("../data/inscricao.json"))?;
    notificacoes::create(tx, Owner::Loja(owner), &New::of_loja(&inscricao, owner), agora)?;
    for name in READERS {
        let nome = ConsumidorId::parse(name)?;
        let reader = QueueReader { fila: Fila { aplicacao: application, loja: None }, nome: &nome };
        let wanted = Wanted { quantidade: 1, visibilidade: 1, inicio: Inicio::Agora, agora };
        queue::lease(tx, reader, wanted)?;
    }
    Ok(())
}

//! Stock settings of users, channels and SKUs, and orders taken over.

use std::collections::BTreeMap;

use diesel::prelude::*;
use domain::estoque::{CentrosCanal, EstoqueCanal, EstoqueUsuario};
use domain::evento::{Change, UsuarioChange};
use domain::values::ids::{AplicacaoId, LojaId, PedidoId};

use crate::base::schema::{canais, conexoes, estoque_limites, estoque_reservas, eventos, usuarios};
use crate::base::{Conn, Rare, StoreError, Tx, of_store, on, stored, to_json};
use crate::catalogue::canais::CanalRow;
use crate::catalogue::skus::touch;
use crate::events::{self, NewEvento, different};
use crate::inventory::{centros, exclusive_registration};

/// Stock settings of a user; `None` when there is no such user.
pub fn find(conn: &mut Conn<'_>, loja: LojaId) -> Result<Option<EstoqueUsuario>, StoreError> {
    let found: Option<(i16, bool, bool)> = on!(conn, c => usuarios::table
        .find((loja.aplicacao.0, loja.loja))
        .select((usuarios::controle_estoque, usuarios::assumir_na_leitura, usuarios::anunciar_ofertas))
        .first(c)
        .optional())?;
    let value = |(code, assumir_na_leitura, anunciar_ofertas): (i16, bool, bool)| {
        let controle_estoque = stored::control("usuarios", code)?;
        Ok(EstoqueUsuario { controle_estoque, assumir_na_leitura, anunciar_ofertas })
    };
    found.map(value).transpose()
}

/// Changes the stock settings of a user; false when there is no such user. Its SKUs are converted by
/// [`super::convert`], one after another. While a channel is connected, offers stay announced: they are what it is told.
pub fn set(tx: &mut Tx<'_>, loja: LojaId, new: EstoqueUsuario) -> Result<bool, StoreError> {
    // concurrent registrations of SKUs are committed when this returns, or see the new setting
    exclusive_registration(tx, loja)?;
    let Some(current) = find(tx, loja)? else { return Ok(false) };
    let connected = !new.anunciar_ofertas
        && on!(tx, c => diesel::select(diesel::dsl::exists(of_store!(conexoes, loja))).get_result::<bool>(c))?;
    let new = EstoqueUsuario { anunciar_ofertas: new.anunciar_ofertas || connected, ..new };
    if current == new {
        return Ok(true);
    }
    let now = tx.now();
    tx.forget_registrations();
    // with the same control, a running conversion continues
    let from_the_first = (current.controle_estoque != new.controle_estoque).then_some(0_i64);
    on!(tx, c => diesel::update(usuarios::table.find((loja.aplicacao.0, loja.loja)))
        .set((
            usuarios::controle_estoque.eq(new.controle_estoque.code()),
            usuarios::assumir_na_leitura.eq(new.assumir_na_leitura),
            usuarios::anunciar_ofertas.eq(new.anunciar_ofertas),
            from_the_first.map(|first| usuarios::estoque_convertido.eq(first)),
            usuarios::alterado_em.eq(now.micros()),
        ))
        .execute(c))?;
    let campos = different!(current, new;
        controle_estoque = "controleEstoque", assumir_na_leitura = "assumirNaLeitura",
        anunciar_ofertas = "anunciarOfertas");
    let change = Change::UsuarioAlterado(UsuarioChange::Changed(campos));
    events::record(tx, loja, now, [NewEvento { assunto: loja.loja.into(), canal: None, sku: None, change }])?;
    Ok(true)
}

/// Sets the safety stock of a channel and the most that it shows; returns what is stored.
pub fn set_of_canal(
    tx: &mut Tx<'_>,
    loja: LojaId,
    canal: &CanalRow,
    new: EstoqueCanal,
) -> Result<EstoqueCanal, StoreError> {
    let buffer = new.estoque_seguranca.unwrap_or(0);
    let new = EstoqueCanal { estoque_seguranca: Some(buffer), ..new };
    let current = canal.estoque;
    if current == new {
        return Ok(new);
    }
    let now = tx.now();
    tx.forget_registrations();
    on!(tx, c => diesel::update(canais::table.find((loja.aplicacao.0, loja.loja, canal.num)))
        .set((
            canais::estoque_seguranca.eq(buffer),
            canais::estoque_maximo.eq(new.estoque_maximo),
            canais::alterado_em.eq(now.micros()),
        ))
        .execute(c))?;
    let campos = different!(current, new;
        estoque_seguranca = "estoqueSeguranca", estoque_maximo = "estoqueMaximo");
    let change = Change::CanalAlterado { criado: false, campos };
    let id = canal.canal.canal_id.as_str();
    events::record(
        tx,
        loja,
        now,
        [NewEvento { assunto: canal.num.into(), canal: Some(id), sku: None, change }],
    )?;
    Ok(new)
}

/// Sets the distribution centres a channel sells from; returns the first one that does not exist.
pub fn set_centros_of_canal(
    tx: &mut Tx<'_>,
    loja: LojaId,
    canal: &CanalRow,
    new: &CentrosCanal,
) -> Result<Option<i32>, StoreError> {
    // none of them can be removed until the transaction ends
    centros::exclusive(tx, loja)?;
    let unknown = centros::unknown(tx, loja, new.centros.iter().copied())?;
    if unknown.is_some() || canal.centros == *new {
        return Ok(unknown.and_then(|place| new.centros.get(place)).copied());
    }
    let now = tx.now();
    tx.forget_registrations();
    let text = if new.centros.is_empty() { None } else { Some(to_json(&new.centros)?) };
    on!(tx, c => diesel::update(canais::table.find((loja.aplicacao.0, loja.loja, canal.num)))
        .set((canais::centros.eq(text), canais::alterado_em.eq(now.micros())))
        .execute(c))?;
    let change = Change::CanalAlterado { criado: false, campos: vec!["centros"] };
    let id = canal.canal.canal_id.as_str();
    let new = NewEvento { assunto: canal.num.into(), canal: Some(id), sku: None, change };
    events::record(tx, loja, now, [new])?;
    Ok(None)
}

/// The stock limits of one SKU in a channel, where they differ from the channel's.
pub fn of_sku(
    conn: &mut Conn<'_>,
    loja: LojaId,
    canal_num: i32,
    sku_num: i64,
) -> Result<EstoqueCanal, StoreError> {
    let found: Option<(Option<i32>, Option<i32>)> = on!(conn, c => estoque_limites::table
        .find((loja.aplicacao.0, loja.loja, canal_num, sku_num))
        .select((estoque_limites::estoque_seguranca, estoque_limites::estoque_maximo))
        .first(c)
        .optional())?;
    let (estoque_seguranca, estoque_maximo) = found.unwrap_or_default();
    Ok(EstoqueCanal { estoque_seguranca, estoque_maximo })
}

/// Sets the stock limits of one SKU in a channel.
pub fn set_of_sku(
    tx: &mut Tx<'_>,
    loja: LojaId,
    canal_num: i32,
    sku_num: i64,
    new: EstoqueCanal,
) -> Result<(), StoreError> {
    if of_sku(tx, loja, canal_num, sku_num)? == new {
        return Ok(());
    }
    let key = (loja.aplicacao.0, loja.loja, canal_num, sku_num);
    on!(tx, c => {
        diesel::delete(estoque_limites::table.find(key)).execute(c)?;
        if new != EstoqueCanal::default() {
            diesel::insert_into(estoque_limites::table)
                .values((
                    estoque_limites::aplicacao_id.eq(loja.aplicacao.0),
                    estoque_limites::loja_id.eq(loja.loja),
                    estoque_limites::canal_num.eq(canal_num),
                    estoque_limites::sku_num.eq(sku_num),
                    estoque_limites::estoque_seguranca.eq(new.estoque_seguranca),
                    estoque_limites::estoque_maximo.eq(new.estoque_maximo),
                ))
                .execute(c)?;
        }
    });
    touch(tx, loja, sku_num, Some("estoqueCanal"))?;
    Ok(())
}

/// Marks orders, by their numbers, as taken over by the owner; earlier marks stay.
pub fn take_over(tx: &mut Tx<'_>, loja: LojaId, ids: &[i64]) -> Result<(), StoreError> {
    let now = tx.now().micros();
    on!(tx, c => diesel::update(of_store!(estoque_reservas, loja)
        .filter(estoque_reservas::pedido_id.eq_any(ids))
        .filter(estoque_reservas::assumida_em.is_null()))
        .set(estoque_reservas::assumida_em.eq(now))
        .execute(c))?;
    Ok(())
}

/// Whether the owner takes an order over by reading it now: it has said so (as is remembered for a second),
/// and the order holds something.
pub fn read_takes_over(conn: &mut Conn<'_>, loja: LojaId, pedido: PedidoId) -> Result<bool, StoreError> {
    let on_reading = conn.remembered(
        |known| &known.on_reading,
        loja,
        |conn, loja| {
            Ok(on!(conn, c => usuarios::table
                .find((loja.aplicacao.0, loja.loja))
                .select(usuarios::assumir_na_leitura)
                .first(c)
                .optional())?)
        },
    )?;
    if on_reading != Some(true) {
        return Ok(false);
    }
    Ok(on!(conn, c => diesel::select(diesel::dsl::exists(of_store!(estoque_reservas, loja)
        .filter(estoque_reservas::pedido_id.eq(pedido.0))
        .filter(estoque_reservas::assumida_em.is_null())))
        .get_result(c))?)
}

/// Marks orders as taken over whose events, by position, the owner has confirmed.
pub(crate) fn take_over_of(
    tx: &mut Tx<'_>,
    aplicacao: AplicacaoId,
    posicoes: &[i64],
) -> Result<(), StoreError> {
    // orders without reservations to take over are left out
    let orders: Vec<(i32, i64)> = on!(tx, c => eventos::table
        .inner_join(estoque_reservas::table.on(estoque_reservas::aplicacao_id
            .eq(eventos::aplicacao_id)
            .and(estoque_reservas::loja_id.eq(eventos::loja_id))
            .and(estoque_reservas::pedido_id.eq(eventos::assunto))))
        .filter(eventos::aplicacao_id.eq(aplicacao.0))
        .filter(Rare(eventos::posicao.eq_any(posicoes)))
        .filter(estoque_reservas::assumida_em.is_null())
        .select((eventos::loja_id, eventos::assunto))
        .order((eventos::loja_id, eventos::assunto))
        .distinct()
        .load(c))?;
    let mut by_loja: BTreeMap<i32, Vec<i64>> = BTreeMap::new();
    for (loja, pedido) in orders {
        by_loja.entry(loja).or_default().push(pedido);
    }
    by_loja.into_iter().try_for_each(|(loja, ids)| take_over(tx, LojaId { aplicacao, loja }, &ids))
}

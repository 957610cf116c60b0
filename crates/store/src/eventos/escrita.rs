//! Writing events, in the transaction of the change that they tell of.

use diesel::prelude::*;
use domain::datas::Instante;
use domain::evento::{Corpo, Mudanca};
use domain::ids::{LojaId, PedidoId};

#[cfg(feature = "sqlite")]
use super::em_lote::{self, ComLugar};
#[cfg(feature = "sqlite")]
use crate::conexao::Lembrado;
#[cfg(feature = "postgres")]
use crate::conexao::copiar;
use crate::conexao::{Backend, Tx};
use crate::erro::StoreError;
#[cfg(feature = "sqlite")]
use crate::schema::eventos;
#[cfg(feature = "postgres")]
use crate::schema::eventos_novos;

/// A change, and what it happened to.
pub(crate) struct Novo<'a> {
    /// The service's number of the order, SKU, channel or user.
    pub assunto: i64,
    /// The channel, when one is concerned.
    pub canal: Option<&'a str>,
    /// The SKU, when one is concerned.
    pub sku: Option<&'a str>,
    /// What happened.
    pub mudanca: Mudanca,
}

/// The names of the members in which two values differ.
macro_rules! diferentes {
    ($antes:expr, $depois:expr; $($campo:ident = $nome:literal),+) => {{
        let mut campos: Vec<&'static str> = Vec::new();
        $(if $antes.$campo != $depois.$campo {
            campos.push($nome);
        })+
        campos
    }};
}
pub(crate) use diferentes;

/// What of an event is stored besides its place.
#[derive(Debug)]
pub(crate) struct Gravavel {
    pub tipo: i16,
    pub assunto: i64,
    pub sorteio: i64,
    pub corpo: String,
}

impl Gravavel {
    /// Of a change at `data`; the random part of its identifier is drawn here.
    pub fn novo(novo: Novo<'_>, data: Instante) -> Result<Self, StoreError> {
        let tipo = novo.mudanca.tipo();
        let corpo = Corpo {
            canal_id: novo.canal,
            sku: novo.sku,
            pedido_id: tipo.de_pedido().then_some(PedidoId(novo.assunto)),
            data,
            dados: novo.mudanca.dados(),
        };
        Ok(Self {
            tipo: tipo.codigo(),
            assunto: novo.assunto,
            sorteio: rand::random(),
            corpo: serde_json::to_string(&corpo).map_err(|e| StoreError::Interno(e.to_string()))?,
        })
    }
}

/// Writes events of a store, in their order. The subject of each has to be locked by this transaction (its row
/// changed, or inserted), so that events of one subject come in the order of their changes.
pub(crate) fn registrar<'a>(
    tx: &mut Tx<'_>,
    loja: LojaId,
    data: Instante,
    novos: impl IntoIterator<Item = Novo<'a>>,
) -> Result<(), StoreError> {
    let gravaveis =
        novos.into_iter().map(|novo| Gravavel::novo(novo, data)).collect::<Result<Vec<_>, _>>()?;
    if gravaveis.is_empty() {
        return Ok(());
    }
    match &mut tx.conn.backend {
        #[cfg(feature = "sqlite")]
        Backend::Sqlite(c) => {
            let lembrado = tx.lembrado.as_deref_mut();
            let lembrado = lembrado.ok_or_else(|| StoreError::Interno("not the writer".to_owned()))?;
            com_lugar(c, lembrado, loja, data, gravaveis)
        }
        #[cfg(feature = "postgres")]
        Backend::Postgres(c) => sem_lugar(c, loja, data, &gravaveis),
    }
}

/// The one writer: the next places are free. The last event is never deleted, so no place is given out twice. The rows
/// are written when the group of writes ends, at the latest.
#[cfg(feature = "sqlite")]
fn com_lugar(
    c: &mut SqliteConnection,
    lembrado: &mut Lembrado,
    loja: LojaId,
    data: Instante,
    gravaveis: Vec<Gravavel>,
) -> Result<(), StoreError> {
    use eventos::dsl;
    let mut posicao = match lembrado.lugares.get(&loja.aplicacao) {
        Some(ultima) => *ultima,
        None => eventos::table
            .filter(dsl::aplicacao_id.eq(loja.aplicacao.0))
            .select(diesel::dsl::max(dsl::posicao))
            .first::<Option<i64>>(c)?
            .unwrap_or(0),
    };
    for gravavel in gravaveis {
        posicao += 1;
        lembrado.eventos.push(ComLugar { loja, posicao, data: data.micros(), gravavel });
    }
    lembrado.lugares.insert(loja.aplicacao, posicao);
    if lembrado.eventos.len() >= em_lote::ESPERAM {
        lembrado.gravar_eventos(c)?;
    }
    Ok(())
}

#[cfg(feature = "postgres")]
impl Gravavel {
    /// As it is written where places come later.
    pub fn sem_lugar(&self, loja: LojaId, data: Instante) -> SemLugar<'_> {
        SemLugar {
            aplicacao_id: loja.aplicacao.0,
            loja_id: loja.loja,
            tipo: self.tipo,
            assunto: self.assunto,
            sorteio: self.sorteio,
            data: data.micros(),
            corpo: &self.corpo,
        }
    }
}

/// An event that has no place in the log yet.
#[cfg(feature = "postgres")]
#[derive(Insertable)]
#[diesel(treat_none_as_default_value = false)]
#[diesel(table_name = eventos_novos)]
pub(crate) struct SemLugar<'a> {
    aplicacao_id: i32,
    loja_id: i32,
    tipo: i16,
    assunto: i64,
    sorteio: i64,
    data: i64,
    corpo: &'a str,
}

/// Many writers: the place comes once this is committed.
#[cfg(feature = "postgres")]
fn sem_lugar(
    c: &mut PgConnection,
    loja: LojaId,
    data: Instante,
    gravaveis: &[Gravavel],
) -> Result<(), StoreError> {
    let linhas: Vec<SemLugar<'_>> = gravaveis.iter().map(|g| g.sem_lugar(loja, data)).collect();
    copiar!(c, eventos_novos::table, linhas);
    Ok(())
}

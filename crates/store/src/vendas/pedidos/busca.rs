//! Finding orders for interface B: which, how many, in what order.
//!
//! A range of dates is read from that date's index. Where something else leaves few orders (numbers, a buyer, a
//! SKU), that is where the search has to start: without statistics SQLite would still walk the range, so the
//! date is then written in a way that no index answers to.

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable};
use domain::pedido::StatusPedido;
use domain::values::ids::LojaId;

use super::filtro::{FiltroRegistros, TipoData};
use crate::base::StoreError;
use crate::base::paging::PageRequest;
use crate::base::schema::pedidos;
use crate::base::{Conn, on};
use crate::vendas::contagens::{Contador, Salto, Seletor, Tipo};

/// Rows that are skipped more cheaply than jumped over.
const SALTO_A_PARTIR_DE: i64 = 250;

diesel::alias! {
    pub(super) const COMPRADOS: Alias<Comprados> = pedidos as comprados;
}

/// The range of dates that is left after a cursor. One lower and one upper bound: of two, SQLite would start
/// from the first it sees and walk all that lies between.
#[derive(Clone, Copy)]
pub(super) struct Corte {
    /// Inclusive start.
    pub de: i64,
    /// Exclusive end.
    pub ate: i64,
    /// The last order seen, when there is one.
    pub apos: Option<[i64; 2]>,
}

impl Corte {
    pub fn novo(filtro: &FiltroRegistros, apos: Option<[i64; 2]>) -> Self {
        let (de, ate) = (filtro.faixa.de_micros(), filtro.faixa.ate_micros());
        match apos {
            None => Self { de, ate, apos },
            Some([data, _]) if filtro.crescente => Self { de: de.max(data), ate, apos },
            Some([data, _]) => Self { de, ate: ate.min(data.saturating_add(1)), apos },
        }
    }
}

/// The orders that a filter lets through, out of a source of orders.
macro_rules! filtrados {
    ($base:expr, $loja:expr, $filtro:expr, $corte:expr, $data:expr) => {{
        use $crate::base::schema::pedidos;
        let (loja, filtro, corte) = ($loja, $filtro, $corte);
        let mut q = $base
            .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
            .filter(pedidos::loja_id.eq(loja.loja))
            .filter($data.ge(corte.de))
            .filter($data.lt(corte.ate))
            .into_boxed();
        q = match corte.apos {
            None => q,
            Some([data, id]) if filtro.crescente => {
                q.filter($data.gt(data).or(pedidos::pedido_id.gt(id).nullable()))
            }
            Some([data, id]) => q.filter($data.lt(data).or(pedidos::pedido_id.lt(id).nullable())),
        };
        $crate::vendas::pedidos::busca::restritos!(q, loja, filtro)
    }};
}
pub(super) use filtrados;

/// Of some orders, those that a filter lets through whatever their dates.
macro_rules! restritos {
    ($q:expr, $loja:expr, $filtro:expr) => {{
        use $crate::base::schema::{pedido_itens, pedidos};
        use $crate::vendas::pedidos::busca::{COMPRADOS, cancelado, codigos};
        let (mut q, loja, filtro) = ($q, $loja, $filtro);
        if let Some(status) = &filtro.status {
            q = q.filter(pedidos::status.eq_any(codigos(status)));
        }
        match filtro.valido {
            Some(true) => q = q.filter(pedidos::status.ne(cancelado())),
            Some(false) => q = q.filter(pedidos::status.eq(cancelado())),
            None => {}
        }
        if !filtro.formas.is_empty() {
            q = q.filter(pedidos::forma_pagamento.eq_any(&filtro.formas));
        }
        if !filtro.ids.is_empty() {
            q = q.filter(pedidos::pedido_id.eq_any(filtro.ids.iter().map(|id| id.0)));
        }
        if let Some(email) = &filtro.email {
            q = q.filter(
                pedidos::pedido_id.eq_any(
                    COMPRADOS
                        .filter(COMPRADOS.field(pedidos::aplicacao_id).eq(loja.aplicacao.0))
                        .filter(COMPRADOS.field(pedidos::loja_id).eq(loja.loja))
                        .filter(
                            COMPRADOS.field(pedidos::email).eq($crate::vendas::pedidos::linhas::email(email)),
                        )
                        .select(COMPRADOS.field(pedidos::pedido_id)),
                ),
            );
        }
        if let Some(sku) = &filtro.sku {
            q = q.filter(
                pedidos::pedido_id.eq_any(
                    pedido_itens::table
                        .filter(pedido_itens::aplicacao_id.eq(loja.aplicacao.0))
                        .filter(pedido_itens::loja_id.eq(loja.loja))
                        .filter(pedido_itens::sku.eq(sku.as_str()))
                        .select(pedido_itens::pedido_id),
                ),
            );
        }
        q
    }};
}
pub(super) use restritos;

/// In the order of a list: by a date and then by number.
macro_rules! ordenados {
    ($q:expr, $filtro:expr, $data:expr) => {{
        use $crate::base::schema::pedidos;
        if $filtro.crescente {
            $q.order(($data.asc(), pedidos::pedido_id.asc()))
        } else {
            $q.order(($data.desc(), pedidos::pedido_id.desc()))
        }
    }};
}
pub(super) use ordenados;

impl TipoData {
    /// The counters of this kind of date.
    fn arvore(self) -> Tipo {
        match self {
            Self::Pedido => Tipo::Pedido,
            Self::Aprovacao => Tipo::Aprovacao,
            Self::ModificacaoStatus => Tipo::ModificacaoStatus,
            Self::Alteracao => Tipo::Alteracao,
            Self::Criacao => Tipo::Criacao,
        }
    }
}

impl FiltroRegistros {
    /// What of it the counters know.
    fn seletor(&self) -> Seletor {
        Seletor {
            status: self.status.as_deref().map(codigos),
            formas: self.formas.clone(),
            so_ou_sem: self.valido.map(|valido| (!valido, cancelado())),
        }
    }
}

pub(super) fn codigos(status: &[StatusPedido]) -> Vec<i16> {
    status.iter().map(|s| s.codigo()).collect()
}

pub(super) fn cancelado() -> i16 {
    StatusPedido::Cancelado.codigo()
}

type Coluna<C> = Box<
    dyn BoxableExpression<pedidos::table, <C as diesel::Connection>::Backend, SqlType = Nullable<BigInt>>,
>;

/// A connection on which a date can be chosen while the program runs.
trait ComDatas: diesel::Connection {
    /// The date that a filter means; for a selective one, in the way that no index answers to.
    fn data(&self, filtro: &FiltroRegistros) -> Coluna<Self>;
}

macro_rules! com_datas {
    ($conexao:ty) => {
        impl ComDatas for $conexao {
            fn data(&self, filtro: &FiltroRegistros) -> Coluna<Self> {
                match (filtro.tipo, filtro.seletivo()) {
                    (TipoData::Pedido, false) => Box::new(pedidos::data.nullable()),
                    (TipoData::Pedido, true) => Box::new((pedidos::data + 0).nullable()),
                    (TipoData::Aprovacao, false) => Box::new(pedidos::data_pagamento),
                    (TipoData::Aprovacao, true) => Box::new(pedidos::data_pagamento + 0),
                    (TipoData::ModificacaoStatus, false) => Box::new(pedidos::status_em.nullable()),
                    (TipoData::ModificacaoStatus, true) => Box::new((pedidos::status_em + 0).nullable()),
                    (TipoData::Alteracao, false) => Box::new(pedidos::alterado_em.nullable()),
                    (TipoData::Alteracao, true) => Box::new((pedidos::alterado_em + 0).nullable()),
                    (TipoData::Criacao, false) => Box::new(pedidos::criado_em.nullable()),
                    (TipoData::Criacao, true) => Box::new((pedidos::criado_em + 0).nullable()),
                }
            }
        }
    };
}

com_datas!(diesel::SqliteConnection);
com_datas!(diesel::PgConnection);

/// How many orders a filter lets through: out of the counters, or counted where something else than dates, status
/// and payment method leaves few.
pub(super) fn total(conn: &mut Conn<'_>, loja: LojaId, filtro: &FiltroRegistros) -> Result<i64, StoreError> {
    let (de, ate) = (filtro.faixa.de_micros(), filtro.faixa.ate_micros());
    let contar = |conn: &mut Conn<'_>, de, ate| contar(conn, loja, filtro, Corte { de, ate, apos: None });
    if filtro.seletivo() {
        return contar(conn, de, ate);
    }
    Contador::novo(conn, loja, filtro.tipo.arvore(), filtro.seletor(), &contar)?.total(conn, de, ate)
}

fn contar(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filtro: &FiltroRegistros,
    corte: Corte,
) -> Result<i64, StoreError> {
    Ok(on!(conn, c => filtrados!(pedidos::table, loja, filtro, corte, c.data(filtro)).count().get_result(c))?)
}

/// Date and number of the orders of a page, and of one more when there is one.
pub(super) fn chaves(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filtro: &FiltroRegistros,
    pedida: PageRequest,
) -> Result<Vec<[i64; 2]>, StoreError> {
    let corte = Corte::novo(filtro, pedida.apos());
    if filtro.seletivo() || pedida.offset() < SALTO_A_PARTIR_DE {
        return entre(conn, loja, filtro, corte, pedida.offset(), pedida.limit());
    }
    let contar = |conn: &mut Conn<'_>, de, ate| contar(conn, loja, filtro, Corte { de, ate, apos: None });
    let contador = Contador::novo(conn, loja, filtro.tipo.arvore(), filtro.seletor(), &contar)?;
    match contador.saltar(conn, (corte.de, corte.ate), filtro.crescente, pedida.offset())? {
        Some(salto) => depois(conn, loja, filtro, corte, salto, pedida.limit()),
        None => Ok(Vec::new()),
    }
}

/// The keys from where a jump has led, over the end of its instant where it has led into one.
fn depois(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filtro: &FiltroRegistros,
    corte: Corte,
    salto: Salto,
    limite: i64,
) -> Result<Vec<[i64; 2]>, StoreError> {
    let mut chaves = Vec::new();
    let mut pulados = salto.resto;
    let mut resto = match filtro.crescente {
        true => Corte { de: salto.data, ..corte },
        false => Corte { ate: salto.data, ..corte },
    };
    if salto.id != 0 {
        chaves = no_instante(conn, loja, filtro, salto, limite)?;
        pulados = 0;
        resto.de = if filtro.crescente { salto.data.saturating_add(1) } else { corte.de };
    }
    let faltam = limite - i64::try_from(chaves.len()).unwrap_or(limite);
    if faltam > 0 {
        chaves.extend(entre(conn, loja, filtro, resto, pulados, faltam)?);
    }
    Ok(chaves)
}

/// Keys of one instant, from a number on or back from it: an index leads there only by an equal date.
fn no_instante(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filtro: &FiltroRegistros,
    salto: Salto,
    limite: i64,
) -> Result<Vec<[i64; 2]>, StoreError> {
    let (de, ate) = if filtro.crescente { (salto.id, i64::MAX) } else { (i64::MIN, salto.id) };
    let numeros: Vec<i64> = on!(conn, c => {
        let q = pedidos::table
            .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
            .filter(pedidos::loja_id.eq(loja.loja))
            .filter(c.data(filtro).eq(salto.data))
            .filter(pedidos::pedido_id.ge(de))
            .filter(pedidos::pedido_id.lt(ate))
            .into_boxed();
        ordenados!(restritos!(q, loja, filtro), filtro, c.data(filtro))
            .select(pedidos::pedido_id)
            .limit(limite)
            .offset(salto.resto)
            .load(c)
    })?;
    Ok(numeros.into_iter().map(|id| [salto.data, id]).collect())
}

fn entre(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filtro: &FiltroRegistros,
    corte: Corte,
    pulados: i64,
    limite: i64,
) -> Result<Vec<[i64; 2]>, StoreError> {
    let achadas: Vec<(Option<i64>, i64)> = on!(conn, c => {
        let q = filtrados!(pedidos::table, loja, filtro, corte, c.data(filtro));
        ordenados!(q, filtro, c.data(filtro))
            .select((c.data(filtro), pedidos::pedido_id))
            .limit(limite)
            .offset(pulados)
            .load(c)
    })?;
    Ok(achadas.into_iter().map(|(data, id)| [data.unwrap_or_default(), id]).collect())
}

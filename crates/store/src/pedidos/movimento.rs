//! Orders move: their status, their details, and the documents rewritten accordingly.

use diesel::prelude::*;
use domain::datas::Instante;
use domain::evento::{self, Detalhe};
use domain::ids::{LojaId, PedidoId};
use domain::pedido::historico::RegistroHistorico;
use domain::pedido::{Movimento, MovimentoIlegal, MudancaStatus, NotaFiscal, Pedido, Rastreio, StatusPedido};

use super::escrita::registrar;
use super::linhas::{self, Movel, de_json, em_json};
use super::{Detalhes, PedidoRow, historico};
use crate::conexao::{Backend, Comando, Conn, Tx, Valor, on};
use crate::contagens::{self, Estado};
use crate::erro::StoreError;
use crate::eventos::{self, Novo};
use crate::schema::{canais, pedido_documentos, pedido_historico, pedidos};

/// What became of a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MudancaPedido {
    /// Moved, or already there with its details merged; the order as it is now.
    Feita(PedidoRow),
    /// There is no such order.
    Ausente,
    /// The machine refuses the move.
    Ilegal(MovimentoIlegal),
}

/// Keeps other moves of the same order waiting until this transaction ends. The row itself is locked: a batch
/// of orders would fill the server's table of advisory locks.
pub fn exclusivo(tx: &mut Tx<'_>, loja: LojaId, id: PedidoId) -> Result<(), StoreError> {
    match &mut tx.backend {
        // one writer: nothing else can be under way
        #[cfg(feature = "sqlite")]
        Backend::Sqlite(_) => {
            let _ = (loja, id);
        }
        #[cfg(feature = "postgres")]
        Backend::Postgres(c) => {
            pedidos::table
                .find((loja.aplicacao.0, loja.loja, id.0))
                .select(pedidos::pedido_id)
                .for_no_key_update()
                .first::<i64>(*c)
                .optional()?;
        }
    }
    Ok(())
}

/// Moves an order, or merges new details into one that is already there.
pub fn mover(
    tx: &mut Tx<'_>,
    loja: LojaId,
    id: PedidoId,
    mudanca: &MudancaStatus,
) -> Result<MudancaPedido, StoreError> {
    exclusivo(tx, loja, id)?;
    let Some(Atual { movel, estado, canal_id, pedido: atual, detalhes: antigos }) = atual(tx, loja, id)?
    else {
        return Ok(MudancaPedido::Ausente);
    };
    let movimento = match atual.status.mover(mudanca.status, mudanca.tem_motivo()) {
        Ok(movimento) => movimento,
        Err(ilegal) => return Ok(MudancaPedido::Ilegal(ilegal)),
    };
    let novos = mesclados(&antigos, mudanca);
    let detalhes = acrescentados(&antigos, &novos, mudanca);
    let pulados = match movimento {
        Movimento::Avanco { pulados } => pulados,
        Movimento::Mesmo if novos == antigos && !motivo_novo(tx, loja, id, mudanca)? => {
            return Ok(MudancaPedido::Feita(atual));
        }
        Movimento::Mesmo => Vec::new(),
    };
    // not when the transaction began: it may have waited here for another move, which then came first
    let agora = Instante::agora().max(atual.alterado_em);
    let data = mudanca.data.unwrap_or(agora.truncado());
    let avancou = atual.status != mudanca.status;
    let documento = if avancou { com_status(&atual.documento, mudanca.status)? } else { atual.documento };
    let movel = movido(movel, mudanca, data, agora, novos.rastreio.is_some());
    let nota_fiscal = novos.nota_fiscal.as_ref().map(em_json).transpose()?;
    let rastreio = novos.rastreio.as_ref().map(em_json).transpose()?;
    gravar(tx, loja, id, &movel, [Some(&documento), nota_fiscal.as_deref(), rastreio.as_deref()])?;
    contagens::mudou(tx, loja, id, Some(estado), Some(movel.estado(estado)));
    let evento = match avancou {
        true => evento::Mudanca::PedidoStatus {
            anterior: atual.status,
            status: mudanca.status,
            pulados: pulados.clone(),
            detalhes,
        },
        false => evento::Mudanca::PedidoDetalhe { status: mudanca.status, detalhes },
    };
    let novo = Novo { assunto: id.0, canal: Some(&canal_id), sku: None, mudanca: evento };
    eventos::registrar(tx, loja, agora, [novo])?;
    let seq = proxima_seq(tx, loja, id)?;
    registrar(
        tx,
        loja,
        id,
        seq,
        &RegistroHistorico {
            status: mudanca.status,
            data,
            registrado_em: agora,
            pulados,
            motivo: mudanca.motivo.clone(),
            nota_fiscal: mudanca.nota_fiscal.clone().filter(|nota| *nota != NotaFiscal::default()),
            rastreio: mudanca.rastreio.clone().filter(|rastreio| *rastreio != Rastreio::default()),
            avisos: Vec::new(),
        },
    )?;
    Ok(MudancaPedido::Feita(PedidoRow {
        pedido_id: id,
        status: mudanca.status,
        documento,
        alterado_em: agora,
    }))
}

/// Writes what a move changes: the order's row, its document, invoice and parcel.
fn gravar(
    tx: &mut Tx<'_>,
    loja: LojaId,
    id: PedidoId,
    movel: &Movel,
    [documento, nota_fiscal, rastreio]: [Option<&str>; 3],
) -> Result<(), StoreError> {
    let chave = [Valor::Inteiro(loja.aplicacao.0), Valor::Inteiro(loja.loja), Valor::Longo(id.0)];
    let [aplicacao, da_loja, pedido] = chave;
    let linha: Comando<'_, (), 9> = Comando::novo(
        "UPDATE pedidos SET status = ?, status_em = ?, data_pagamento = ?, rastreado = ?, integrado = ?, \
         alterado_em = ? WHERE aplicacao_id = ? AND loja_id = ? AND pedido_id = ?",
        [
            Valor::Curto(movel.status),
            Valor::Longo(movel.status_em),
            Valor::LongoOuNulo(movel.data_pagamento),
            Valor::Logico(movel.rastreado),
            Valor::Logico(movel.integrado),
            Valor::Longo(movel.alterado_em),
            aplicacao,
            da_loja,
            pedido,
        ],
    );
    let textos: Comando<'_, (), 6> = Comando::novo(
        "UPDATE pedido_documentos SET documento = ?, nota_fiscal = ?, rastreio = ? \
         WHERE aplicacao_id = ? AND loja_id = ? AND pedido_id = ?",
        [
            Valor::TextoOuNulo(documento),
            Valor::TextoOuNulo(nota_fiscal),
            Valor::TextoOuNulo(rastreio),
            aplicacao,
            da_loja,
            pedido,
        ],
    );
    on!(tx, c => {
        linha.execute(c)?;
        textos.execute(c)?;
    });
    Ok(())
}

/// An order as a move finds it.
struct Atual {
    movel: Movel,
    canal_id: String,
    estado: Estado,
    pedido: PedidoRow,
    detalhes: Detalhes,
}

fn atual(conn: &mut Conn<'_>, loja: LojaId, id: PedidoId) -> Result<Option<Atual>, StoreError> {
    type Fixos = (i32, i64, i64, String);
    let achado: Option<(Movel, Fixos, String, Option<String>, Option<String>)> = on!(conn, c => pedidos::table
        .inner_join(pedido_documentos::table.on(pedido_documentos::aplicacao_id
            .eq(pedidos::aplicacao_id)
            .and(pedido_documentos::loja_id.eq(pedidos::loja_id))
            .and(pedido_documentos::pedido_id.eq(pedidos::pedido_id))))
        .inner_join(canais::table.on(canais::aplicacao_id
            .eq(pedidos::aplicacao_id)
            .and(canais::loja_id.eq(pedidos::loja_id))
            .and(canais::canal_num.eq(pedidos::canal_num))))
        .filter(pedidos::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedidos::loja_id.eq(loja.loja))
        .filter(pedidos::pedido_id.eq(id.0))
        .select((
            Movel::as_select(),
            (pedidos::forma_pagamento, pedidos::data, pedidos::criado_em, canais::canal_id),
            pedido_documentos::documento,
            pedido_documentos::nota_fiscal,
            pedido_documentos::rastreio,
        ))
        .first(c)
        .optional())?;
    let Some((movel, (forma, data, criado_em, canal_id), documento, nota_fiscal, rastreio)) = achado else {
        return Ok(None);
    };
    let estado = Estado {
        status: movel.status,
        forma,
        data,
        data_pagamento: movel.data_pagamento,
        status_em: movel.status_em,
        alterado_em: movel.alterado_em,
        criado_em,
        pendente: !movel.integrado,
    };
    let pedido = PedidoRow {
        pedido_id: id,
        status: linhas::status(movel.status)?,
        documento,
        alterado_em: Instante::from_micros(movel.alterado_em),
    };
    let detalhes = Detalhes::ler(nota_fiscal, rastreio)?;
    Ok(Some(Atual { movel, estado, canal_id, pedido, detalhes }))
}

fn movido(movel: Movel, mudanca: &MudancaStatus, data: Instante, agora: Instante, rastreado: bool) -> Movel {
    let alterado_em = agora.micros();
    let rastreado = movel.rastreado || rastreado;
    if movel.status == mudanca.status.codigo() {
        return Movel { rastreado, alterado_em, ..movel };
    }
    Movel {
        status: mudanca.status.codigo(),
        status_em: alterado_em,
        data_pagamento: match mudanca.status {
            StatusPedido::Pago => Some(data.micros()),
            _ => movel.data_pagamento,
        },
        rastreado,
        // the store has to hear of it again
        integrado: false,
        alterado_em,
    }
}

/// The details with those of a move laid over them; details that say nothing are none.
fn mesclados(antigos: &Detalhes, mudanca: &MudancaStatus) -> Detalhes {
    let sobre = antigos.clone();
    Detalhes {
        nota_fiscal: match &mudanca.nota_fiscal {
            Some(nova) => Some(sobre.nota_fiscal.unwrap_or_default().mesclar(nova.clone()))
                .filter(|nota| *nota != NotaFiscal::default()),
            None => sobre.nota_fiscal,
        },
        rastreio: match &mudanca.rastreio {
            Some(novo) => Some(sobre.rastreio.unwrap_or_default().mesclar(novo.clone()))
                .filter(|rastreio| *rastreio != Rastreio::default()),
            None => sobre.rastreio,
        },
    }
}

/// What a move adds to the order, as its event tells it.
fn acrescentados(antigos: &Detalhes, novos: &Detalhes, mudanca: &MudancaStatus) -> Vec<Detalhe> {
    [
        (Detalhe::NotaFiscal, antigos.nota_fiscal != novos.nota_fiscal),
        (Detalhe::Rastreio, antigos.rastreio != novos.rastreio),
        (Detalhe::Motivo, mudanca.tem_motivo()),
    ]
    .into_iter()
    .filter_map(|(detalhe, novo)| novo.then_some(detalhe))
    .collect()
}

/// True when the move gives a reason that this status has not been given yet: it would be lost otherwise.
fn motivo_novo(
    tx: &mut Tx<'_>,
    loja: LojaId,
    id: PedidoId,
    mudanca: &MudancaStatus,
) -> Result<bool, StoreError> {
    Ok(mudanca.tem_motivo()
        && !historico(tx, loja, id)?
            .iter()
            .any(|registro| registro.status == mudanca.status && registro.motivo == mudanca.motivo))
}

fn com_status(documento: &str, status: StatusPedido) -> Result<String, StoreError> {
    let mut pedido: Pedido = de_json("pedido_documentos.documento", documento)?;
    pedido.status = status;
    em_json(&pedido)
}

fn proxima_seq(tx: &mut Tx<'_>, loja: LojaId, id: PedidoId) -> Result<i32, StoreError> {
    let ultima: Option<i32> = on!(tx, c => pedido_historico::table
        .filter(pedido_historico::aplicacao_id.eq(loja.aplicacao.0))
        .filter(pedido_historico::loja_id.eq(loja.loja))
        .filter(pedido_historico::pedido_id.eq(id.0))
        .select(diesel::dsl::max(pedido_historico::seq))
        .first(c))?;
    Ok(ultima.unwrap_or(0).saturating_add(1))
}

//! What came of an attempt: to the delivery, to those that wait for it, and to the health of its address.

use std::collections::BTreeMap;

use diesel::prelude::*;
use domain::entrega::{Agenda, EstadoEntrega, Falha};
use domain::values::dates::Instante;

use crate::avisos::destinos::{Destino, Estado, adiantar, gravar_destino, travar_destino};
use crate::base::StoreError;
use crate::base::schema::{entrega_tentativas as tentativas, entregas, notificacoes};
use crate::base::{Tx, on};

/// An attempt that has come to its end.
#[derive(Debug, Clone, PartialEq)]
pub struct Resultado {
    /// Where it went.
    pub destino: Destino,
    /// The delivery.
    pub id: i64,
    /// Under what it was taken.
    pub reserva: i64,
    /// When it began.
    pub inicio: Instante,
    /// How long it took, milliseconds.
    pub duracao_ms: i32,
    /// The status of the answer, when there was one.
    pub status: Option<i16>,
    /// Why it failed; `None` = it was taken.
    pub falha: Option<Falha>,
    /// The beginning of the answer.
    pub resposta: String,
    /// A random number from 0 to 1, for the wait until the next attempt.
    pub sorte: f64,
}

/// What came of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Desfecho {
    /// The address took it.
    Entregue,
    /// It will be tried again.
    DeNovo,
    /// It was given up.
    Esgotada,
    /// Another server has it by now, or it is gone: nothing was noted.
    Perdida,
}

/// Notes what came of attempts; the outcomes are in the order of `resultados`.
pub fn concluir(
    tx: &mut Tx<'_>,
    resultados: &[Resultado],
    agenda: &Agenda,
    agora: Instante,
) -> Result<Vec<Desfecho>, StoreError> {
    // always in the order of the addresses: two servers cannot wait for each other
    let mut por_destino: BTreeMap<Destino, Vec<usize>> = BTreeMap::new();
    for (i, resultado) in resultados.iter().enumerate() {
        por_destino.entry(resultado.destino).or_default().push(i);
    }
    let mut desfechos = vec![Desfecho::Perdida; resultados.len()];
    for (destino, indices) in por_destino {
        let mut estado = travar_destino(tx, destino)?;
        let pausado = estado.as_ref().is_some_and(|e| e.freio.pausado());
        for i in indices {
            let (Some(resultado), Some(desfecho)) = (resultados.get(i), desfechos.get_mut(i)) else {
                continue;
            };
            *desfecho = um(tx, resultado, estado.as_mut(), agenda, agora)?;
        }
        if let Some(estado) = estado {
            gravar_destino(tx, destino, &estado)?;
            if pausado && !estado.freio.pausado() {
                adiantar(tx, destino.aplicacao, destino.notificacao, Some(destino.loja), agora)?;
            }
        }
    }
    Ok(desfechos)
}

/// What of a delivery decides what becomes of it.
struct Atual {
    fila: Option<i64>,
    falhadas: i32,
    envios: i32,
    primeira_em: Instante,
}

/// What is to be written to a delivery.
struct Depois {
    estado: EstadoEntrega,
    falhadas: i32,
    /// When it is due again; `None` = it is finished.
    devida_em: Option<Instante>,
}

fn um(
    tx: &mut Tx<'_>,
    resultado: &Resultado,
    estado: Option<&mut Estado>,
    agenda: &Agenda,
    agora: Instante,
) -> Result<Desfecho, StoreError> {
    let Some(atual) = atual(tx, resultado)? else { return Ok(Desfecho::Perdida) };
    // a test may go to an address that nothing was sent to yet
    let mut nenhum = Estado { freio: Default::default(), sonda: None };
    let estado = estado.unwrap_or(&mut nenhum);
    let depois = match resultado.falha {
        None => {
            *estado = Estado { freio: estado.freio.sucesso(agora), sonda: None };
            Depois { estado: EstadoEntrega::Entregue, falhadas: atual.falhadas, devida_em: None }
        }
        Some(falha) if atual.fila.is_none() || falha.definitiva() => {
            Depois { estado: EstadoEntrega::Esgotada, falhadas: atual.falhadas + 1, devida_em: None }
        }
        // a user's own address that is gone must not silence all the other users
        Some(Falha::Encerrado) if resultado.destino.loja == 0 => {
            encerrar(tx, resultado.destino, agora)?;
            Depois { estado: EstadoEntrega::Pendente, falhadas: atual.falhadas, devida_em: Some(agora) }
        }
        Some(_) => falhou(resultado, &atual, estado, agenda, agora),
    };
    anotar(tx, resultado, &atual, &depois, agora)?;
    if let (None, Some(fila)) = (depois.devida_em, atual.fila) {
        chamar_proxima(tx, resultado, fila, agora)?;
    }
    Ok(match depois.estado {
        EstadoEntrega::Entregue => Desfecho::Entregue,
        EstadoEntrega::Pendente => Desfecho::DeNovo,
        EstadoEntrega::Esgotada => Desfecho::Esgotada,
    })
}

/// An attempt that may be made again. What fails while the address is paused uses nothing of its schedule up: it is
/// due when the pause ends, after those that have been due for longer.
fn falhou(
    resultado: &Resultado,
    atual: &Atual,
    estado: &mut Estado,
    agenda: &Agenda,
    agora: Instante,
) -> Depois {
    let sonda = estado.sonda == Some(resultado.id);
    let pausado = estado.freio.pausado();
    estado.freio = estado.freio.falha(agora, sonda);
    if sonda {
        estado.sonda = None;
    }
    let pendente = EstadoEntrega::Pendente;
    if pausado {
        return Depois { estado: pendente, falhadas: atual.falhadas, devida_em: Some(agora) };
    }
    let falhadas = atual.falhadas + 1;
    if let Some(espera) = agenda.espera(falhadas, resultado.sorte) {
        let micros = i64::try_from(espera.as_micros()).unwrap_or(i64::MAX);
        let em = Instante::from_micros(agora.micros().saturating_add(micros));
        return Depois { estado: pendente, falhadas, devida_em: Some(em) };
    }
    if estado.freio.ultimo_sucesso > Some(atual.primeira_em) {
        // the address is there, it does not want this one
        return Depois { estado: EstadoEntrega::Esgotada, falhadas, devida_em: None };
    }
    if !estado.freio.pausado() {
        estado.freio = estado.freio.pausar(agora);
    }
    Depois { estado: pendente, falhadas, devida_em: Some(agora) }
}

/// The delivery, if it is still this server's.
fn atual(tx: &mut Tx<'_>, resultado: &Resultado) -> Result<Option<Atual>, StoreError> {
    let linha: Option<(Option<i64>, i32, i32, Option<i64>)> = on!(tx, c => entregas::table
        .find((resultado.destino.aplicacao.0, resultado.destino.notificacao, resultado.id))
        .filter(entregas::reserva.eq(resultado.reserva))
        .select((entregas::fila, entregas::falhadas, entregas::envios, entregas::primeira_em))
        .first(c)
        .optional())?;
    Ok(linha.map(|(fila, falhadas, envios, primeira_em)| Atual {
        fila,
        falhadas,
        envios,
        primeira_em: primeira_em.map_or(resultado.inicio, Instante::from_micros),
    }))
}

fn anotar(
    tx: &mut Tx<'_>,
    resultado: &Resultado,
    atual: &Atual,
    depois: &Depois,
    agora: Instante,
) -> Result<(), StoreError> {
    let (aplicacao, notificacao) = (resultado.destino.aplicacao.0, resultado.destino.notificacao);
    let concluido_em = depois.devida_em.is_none().then_some(agora.micros());
    on!(tx, c => {
        diesel::update(entregas::table.find((aplicacao, notificacao, resultado.id)))
            .set((
                entregas::estado.eq(depois.estado.codigo()),
                entregas::falhadas.eq(depois.falhadas),
                entregas::envios.eq(atual.envios + 1),
                entregas::devida_em.eq(depois.devida_em.map(Instante::micros)),
                entregas::reserva.eq(None::<i64>),
                entregas::primeira_em.eq(atual.primeira_em.micros()),
                entregas::concluido_em.eq(concluido_em),
            ))
            .execute(c)?;
        diesel::insert_into(tentativas::table)
            .values((
                tentativas::aplicacao_id.eq(aplicacao),
                tentativas::notificacao_id.eq(notificacao),
                tentativas::entrega_id.eq(resultado.id),
                tentativas::numero.eq(atual.envios + 1),
                tentativas::em.eq(resultado.inicio.micros()),
                tentativas::duracao_ms.eq(resultado.duracao_ms),
                tentativas::status.eq(resultado.status),
                tentativas::falha.eq(resultado.falha.map(Falha::codigo)),
                tentativas::resposta.eq(&resultado.resposta),
            ))
            .execute(c)?;
    });
    Ok(())
}

/// The next one of its line need not wait any more.
fn chamar_proxima(
    tx: &mut Tx<'_>,
    resultado: &Resultado,
    fila: i64,
    agora: Instante,
) -> Result<(), StoreError> {
    let (aplicacao, notificacao) = (resultado.destino.aplicacao.0, resultado.destino.notificacao);
    on!(tx, c => {
        let proxima: Option<i64> = entregas::table
            .filter(entregas::aplicacao_id.eq(aplicacao))
            .filter(entregas::notificacao_id.eq(notificacao))
            .filter(entregas::destino_loja.eq(resultado.destino.loja))
            .filter(entregas::fila.eq(fila))
            .filter(entregas::concluido_em.is_null())
            .order(entregas::entrega_id)
            .select(entregas::entrega_id)
            .first(c)
            .optional()?;
        if let Some(id) = proxima {
            diesel::update(entregas::table.find((aplicacao, notificacao, id)))
                .set(entregas::devida_em.eq(agora.micros()))
                .execute(c)?;
        }
    });
    Ok(())
}

/// The address says that it is gone for good: the notification is switched off, and keeps its place.
fn encerrar(tx: &mut Tx<'_>, destino: Destino, agora: Instante) -> Result<(), StoreError> {
    on!(tx, c => diesel::update(notificacoes::table.find((destino.aplicacao.0, destino.notificacao)))
        .set((
            notificacoes::ativo.eq(false),
            notificacoes::encerrada_em.eq(agora.micros()),
            notificacoes::alterado_em.eq(agora.micros()),
        ))
        .execute(c))?;
    Ok(())
}

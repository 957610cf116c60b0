//! Making stretches of the log into deliveries, exactly once.

use std::collections::{BTreeSet, HashSet};

use diesel::prelude::*;
use domain::entrega::EstadoEntrega;
use domain::evento::Evento;
use domain::inscricao::{Topico, Topicos};
use domain::values::dates::Instante;
use domain::values::ids::AplicacaoId;
use serde::Deserialize;

use super::taken::numero_da_fila;
use crate::avisos::destinos::{Destino, travar_destino};
use crate::avisos::notificacoes::{ComUsuario, Linha, NotificacaoRow, PENDENTES_MAX, com_usuario, de_linha};
use crate::base::StoreError;
use crate::base::schema::{
    entregas, eventos as registro, notificacao_cursores as cursores, notificacao_destinos as destinos,
    notificacoes, usuarios,
};
use crate::base::sequences::{Sequencia, proximos};
use crate::base::{Backend, Conn, Tx, inserir, on};
use crate::eventos::{self, EventoRow, Filtro};

/// Events that one transaction makes into deliveries.
const LOTE: i64 = 500;

/// How far one notification's deliveries have come in the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cursor {
    /// Whose log.
    pub aplicacao: AplicacaoId,
    /// For which notification.
    pub notificacao: i64,
    /// 0 = its own, which has no end; the others are stretches to send again.
    pub numero: i64,
}

/// What became of one step of a cursor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Avanco {
    /// It has come further and made so many deliveries.
    Andou(usize),
    /// Too much is waiting to be delivered already.
    Cheio,
    /// Another server is at it, or it is gone.
    Ocupado,
}

/// Cursors of active notifications that have events before them, at most `limite`. Events that have no place in
/// the log yet are not seen ([`eventos::avancar`]).
pub fn cursores_atrasados(conn: &mut Conn<'_>, limite: i64) -> Result<Vec<Cursor>, StoreError> {
    let linhas: Vec<(i32, i64, i64)> = on!(conn, c => {
        let adiante = registro::table
            .filter(registro::aplicacao_id.eq(cursores::aplicacao_id))
            .filter(registro::posicao.ge(cursores::posicao));
        // a store's events by their own index: most of the log is other stores'
        let da_loja = adiante.filter(registro::loja_id.nullable().eq(notificacoes::loja_id));
        cursores::table
            .inner_join(notificacoes::table.on(notificacoes::aplicacao_id
                .eq(cursores::aplicacao_id)
                .and(notificacoes::notificacao_id.eq(cursores::notificacao_id))))
            .filter(notificacoes::ativo)
            .filter(
                cursores::fim
                    .is_not_null()
                    .or(notificacoes::loja_id.is_null().and(diesel::dsl::exists(adiante)))
                    .or(diesel::dsl::exists(da_loja)),
            )
            .select((cursores::aplicacao_id, cursores::notificacao_id, cursores::cursor_num))
            .limit(limite)
            .load(c)?
    });
    Ok(linhas
        .into_iter()
        .map(|(a, notificacao, numero)| Cursor { aplicacao: AplicacaoId(a), notificacao, numero })
        .collect())
}

/// Makes the next stretch of the log into deliveries and moves the cursor, in this transaction.
pub fn avancar(tx: &mut Tx<'_>, cursor: Cursor, agora: Instante) -> Result<Avanco, StoreError> {
    let Some((posicao, fim)) = travar(tx, cursor)? else { return Ok(Avanco::Ocupado) };
    let Some(notificacao) = notificacao(tx, cursor)?.filter(|n| n.ativo) else {
        return Ok(Avanco::Ocupado);
    };
    if cheia(tx, cursor)? {
        return Ok(Avanco::Cheio);
    }
    let filtro = Filtro { loja: notificacao.loja, tipos: notificacao.tipos };
    let trecho = eventos::list(tx, cursor.aplicacao, filtro, posicao, LOTE)?;
    let ate = fim.unwrap_or(i64::MAX);
    let lidos: Vec<EventoRow> = trecho.eventos.into_iter().filter(|e| e.posicao <= ate).collect();
    let novas = novas(tx, &notificacao, &lidos)?;
    let feitas = novas.len();
    inserir(tx, cursor, novas, agora)?;
    mover(tx, cursor, trecho.proxima, fim)?;
    Ok(Avanco::Andou(feitas))
}

/// The cursor, kept from others until this transaction ends; `None` when another server has it.
fn travar(tx: &mut Tx<'_>, cursor: Cursor) -> Result<Option<(i64, Option<i64>)>, StoreError> {
    let chave = (cursor.aplicacao.0, cursor.notificacao, cursor.numero);
    let q = cursores::table.find(chave).select((cursores::posicao, cursores::fim));
    Ok(match &mut tx.backend {
        Backend::Sqlite(c) => q.first(*c).optional()?,
        Backend::Postgres(c) => q.for_no_key_update().skip_locked().first(*c).optional()?,
    })
}

fn notificacao(tx: &mut Tx<'_>, cursor: Cursor) -> Result<Option<NotificacaoRow>, StoreError> {
    let linha: Option<ComUsuario> = on!(tx, c => com_usuario!()
        .filter(notificacoes::aplicacao_id.eq(cursor.aplicacao.0))
        .filter(notificacoes::notificacao_id.eq(cursor.notificacao))
        .first(c)
        .optional())?;
    linha.map(de_linha).transpose()
}

fn cheia(tx: &mut Tx<'_>, cursor: Cursor) -> Result<bool, StoreError> {
    let ultima: Option<i64> = on!(tx, c => entregas::table
        .filter(entregas::aplicacao_id.eq(cursor.aplicacao.0))
        .filter(entregas::notificacao_id.eq(cursor.notificacao))
        .filter(entregas::concluido_em.is_null())
        .select(entregas::entrega_id)
        .offset(PENDENTES_MAX - 1)
        .first(c)
        .optional())?;
    Ok(ultima.is_some())
}

/// A delivery to be written.
struct Nova<'a> {
    destino: Destino,
    evento: &'a EventoRow,
    evento_id: String,
    topico: i16,
    fila: i64,
}

#[derive(Insertable)]
#[diesel(table_name = entregas, treat_none_as_default_value = false)]
struct Gravavel {
    aplicacao_id: i32,
    notificacao_id: i64,
    entrega_id: i64,
    destino_loja: i32,
    loja_id: i32,
    posicao: i64,
    tipo: i16,
    topico: i16,
    assunto: i64,
    evento_id: String,
    fila: i64,
    estado: i16,
    falhadas: i32,
    envios: i32,
    devida_em: Option<i64>,
    criado_em: i64,
}

impl Nova<'_> {
    fn gravavel(self, numero: i64, primeira: bool, agora: Instante) -> Gravavel {
        Gravavel {
            aplicacao_id: self.destino.aplicacao.0,
            notificacao_id: self.destino.notificacao,
            entrega_id: numero,
            destino_loja: self.destino.loja,
            loja_id: self.evento.loja.loja,
            posicao: self.evento.posicao,
            tipo: self.evento.tipo.codigo(),
            topico: self.topico,
            assunto: self.evento.assunto,
            evento_id: self.evento_id,
            fila: self.fila,
            estado: EstadoEntrega::Pendente.codigo(),
            falhadas: 0,
            envios: 0,
            devida_em: primeira.then_some(agora.micros()),
            criado_em: agora.micros(),
        }
    }
}

/// The deliveries of some events, in their order.
fn novas<'a>(
    tx: &mut Tx<'_>,
    notificacao: &NotificacaoRow,
    lidos: &'a [EventoRow],
) -> Result<Vec<Nova<'a>>, StoreError> {
    let com_url = match notificacao.url {
        Some(_) => HashSet::new(),
        None => lojas_com_url(tx, notificacao.aplicacao, lidos)?,
    };
    let mut novas = Vec::with_capacity(lidos.len());
    for evento in lidos {
        let loja = match notificacao.url {
            Some(_) => 0,
            None if com_url.contains(&evento.loja.loja) => evento.loja.loja,
            None => continue,
        };
        let destino = Destino { aplicacao: notificacao.aplicacao, notificacao: notificacao.id, loja };
        let fila = numero_da_fila(evento.tipo, evento.assunto);
        for topico in topicos(notificacao, evento)? {
            let evento_id = evento_id(evento)?;
            novas.push(Nova { destino, evento, evento_id, topico, fila });
        }
    }
    Ok(novas)
}

/// The numbers of the topics that an event is sent under: 0, once, to interface A's.
fn topicos(notificacao: &NotificacaoRow, evento: &EventoRow) -> Result<Vec<i16>, StoreError> {
    if notificacao.cadastro.is_none() {
        return Ok(vec![0]);
    }
    let lido: Evento =
        serde_json::from_str(&evento.documento).map_err(|e| StoreError::corrompido("eventos.corpo", e))?;
    let querido: Topicos = notificacao.topicos;
    let dele = Topico::de_evento(&lido);
    Ok(dele.into_iter().filter(|topico| querido.contem(*topico)).map(Topico::codigo).collect())
}

fn evento_id(evento: &EventoRow) -> Result<String, StoreError> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct So {
        evento_id: String,
    }
    let so: So =
        serde_json::from_str(&evento.documento).map_err(|e| StoreError::corrompido("eventos.corpo", e))?;
    Ok(so.evento_id)
}

fn lojas_com_url(
    tx: &mut Tx<'_>,
    aplicacao: AplicacaoId,
    lidos: &[EventoRow],
) -> Result<HashSet<i32>, StoreError> {
    let lojas: BTreeSet<i32> = lidos.iter().map(|evento| evento.loja.loja).collect();
    let achadas: Vec<i32> = on!(tx, c => usuarios::table
        .filter(usuarios::aplicacao_id.eq(aplicacao.0))
        .filter(usuarios::loja_id.eq_any(lojas))
        .filter(usuarios::url_integracao.ne(""))
        .select(usuarios::loja_id)
        .load(c))?;
    Ok(achadas.into_iter().collect())
}

/// Writes the deliveries: the first of a line is due, the others wait. The addresses are locked, so that an earlier
/// one cannot be finished between looking for it and writing what waits for it.
fn inserir(tx: &mut Tx<'_>, cursor: Cursor, novas: Vec<Nova<'_>>, agora: Instante) -> Result<(), StoreError> {
    let lojas: BTreeSet<i32> = novas.iter().map(|nova| nova.destino.loja).collect();
    let mut ocupadas: HashSet<(i32, i64)> = HashSet::new();
    for loja in lojas {
        let destino = Destino { aplicacao: cursor.aplicacao, notificacao: cursor.notificacao, loja };
        criar_destino(tx, destino)?;
        travar_destino(tx, destino)?;
        let filas: BTreeSet<i64> = novas.iter().filter(|n| n.destino == destino).map(|n| n.fila).collect();
        let achadas: Vec<Option<i64>> = on!(tx, c => entregas::table
            .filter(entregas::aplicacao_id.eq(destino.aplicacao.0))
            .filter(entregas::notificacao_id.eq(destino.notificacao))
            .filter(entregas::destino_loja.eq(destino.loja))
            .filter(entregas::fila.eq_any(filas))
            .filter(entregas::concluido_em.is_null())
            .select(entregas::fila)
            .distinct()
            .load(c))?;
        ocupadas.extend(achadas.into_iter().flatten().map(|fila| (loja, fila)));
    }
    let numeros = proximos(tx, Sequencia::Entregas, novas.len())?;
    let linhas: Vec<Gravavel> = novas
        .into_iter()
        .zip(numeros)
        .map(|(nova, numero)| {
            let primeira = ocupadas.insert((nova.destino.loja, nova.fila));
            nova.gravavel(numero, primeira, agora)
        })
        .collect();
    inserir!(tx, entregas::table, linhas.iter());
    Ok(())
}

fn criar_destino(tx: &mut Tx<'_>, destino: Destino) -> Result<(), StoreError> {
    on!(tx, c => diesel::insert_into(destinos::table)
        .values((
            destinos::aplicacao_id.eq(destino.aplicacao.0),
            destinos::notificacao_id.eq(destino.notificacao),
            destinos::loja_id.eq(destino.loja),
            destinos::falhas.eq(0),
            destinos::pausas.eq(0),
            destinos::pausado_ate.eq(0),
        ))
        .on_conflict_do_nothing()
        .execute(c))?;
    Ok(())
}

/// Puts the cursor where the stretch ended; one that has reached its end goes.
fn mover(tx: &mut Tx<'_>, cursor: Cursor, proxima: i64, fim: Option<i64>) -> Result<(), StoreError> {
    let chave = (cursor.aplicacao.0, cursor.notificacao, cursor.numero);
    on!(tx, c => match fim {
        Some(fim) if proxima > fim => diesel::delete(cursores::table.find(chave)).execute(c)?,
        _ => diesel::update(cursores::table.find(chave)).set(cursores::posicao.eq(proxima)).execute(c)?,
    });
    Ok(())
}

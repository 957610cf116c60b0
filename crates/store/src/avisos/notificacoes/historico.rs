//! A notification's deliveries with what was tried, newest first.

use std::collections::HashMap;

use diesel::prelude::*;
use domain::entrega::{Entrega, EstadoEntrega, Falha, Tentativa};
use domain::evento::TipoEvento;
use domain::values::dates::Instante;

use super::{Dono, find};
use crate::base::StoreError;
use crate::base::paging::{Page, PageRequest};
use crate::base::schema::{entrega_tentativas as tentativas, entregas};
use crate::base::{Conn, on};

/// Attempts of each delivery that are shown, the latest ones.
const MOSTRADAS: i32 = 20;

/// Which deliveries are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FiltroEntregas {
    /// This one alone.
    pub entrega: Option<i64>,
    /// In this state.
    pub estado: Option<EstadoEntrega>,
    /// Of events of this kind.
    pub tipo: Option<TipoEvento>,
}

type Linha = (i64, String, i64, i16, i16, i64, Option<i64>, Option<i64>, i32);

/// A notification's deliveries, newest first; `None` when there is no such notification.
pub fn list_entregas(
    conn: &mut Conn<'_>,
    dono: Dono,
    id: i64,
    filtro: FiltroEntregas,
    pagina: PageRequest,
) -> Result<Option<Page<Entrega>>, StoreError> {
    if find(conn, dono, id)?.is_none() {
        return Ok(None);
    }
    let aplicacao = dono.aplicacao().0;
    let (linhas, total): (Vec<Linha>, i64) = on!(conn, c => {
        let filtradas = || {
            let mut q = entregas::table
                .filter(entregas::aplicacao_id.eq(aplicacao))
                .filter(entregas::notificacao_id.eq(id))
                .into_boxed();
            if let Some(entrega) = filtro.entrega {
                q = q.filter(entregas::entrega_id.eq(entrega));
            }
            if let Some(estado) = filtro.estado {
                q = q.filter(entregas::estado.eq(estado.codigo()));
            }
            if let Some(tipo) = filtro.tipo {
                q = q.filter(entregas::tipo.eq(tipo.codigo()));
            }
            q
        };
        let mut q = filtradas();
        if let Some([apos, _]) = pagina.apos() {
            q = q.filter(entregas::entrega_id.lt(apos));
        }
        let linhas = q
            .order(entregas::entrega_id.desc())
            .select((
                entregas::entrega_id,
                entregas::evento_id,
                entregas::posicao,
                entregas::tipo,
                entregas::estado,
                entregas::criado_em,
                entregas::concluido_em,
                entregas::devida_em,
                entregas::envios,
            ))
            .limit(pagina.limit())
            .offset(pagina.offset())
            .load(c)?;
        (linhas, filtradas().count().get_result(c)?)
    });
    let mut tentadas = tentadas(conn, aplicacao, id, &linhas)?;
    let pagina = pagina.page(
        linhas,
        total,
        |linha| [linha.0, 0],
        |linha| {
            let tentadas = tentadas.remove(&linha.0).unwrap_or_default();
            de_linha(linha, tentadas)
        },
    )?;
    Ok(Some(pagina))
}

fn de_linha(linha: Linha, tentativas: Vec<Tentativa>) -> Result<Entrega, StoreError> {
    let (entrega_id, evento_id, posicao, tipo, estado, criado_em, concluido_em, devida_em, _) = linha;
    let estado = EstadoEntrega::from_codigo(estado)
        .ok_or_else(|| StoreError::Corrompido(format!("entregas.estado {estado}")))?;
    Ok(Entrega {
        entrega_id,
        evento_id,
        posicao,
        tipo: TipoEvento::from_codigo(tipo).map_or("teste", TipoEvento::nome).to_owned(),
        estado,
        data_criacao: Instante::from_micros(criado_em),
        data_conclusao: concluido_em.map(Instante::from_micros),
        proxima_tentativa: devida_em.map(Instante::from_micros),
        tentativas,
    })
}

/// What was tried, by delivery.
fn tentadas(
    conn: &mut Conn<'_>,
    aplicacao: i32,
    id: i64,
    linhas: &[Linha],
) -> Result<HashMap<i64, Vec<Tentativa>>, StoreError> {
    type Lida = (i64, i32, i64, i32, Option<i16>, Option<i16>, String);
    let numeros: Vec<i64> = linhas.iter().map(|linha| linha.0).collect();
    let envios: HashMap<i64, i32> = linhas.iter().map(|linha| (linha.0, linha.8)).collect();
    let lidas: Vec<Lida> = on!(conn, c => tentativas::table
        .filter(tentativas::aplicacao_id.eq(aplicacao))
        .filter(tentativas::notificacao_id.eq(id))
        .filter(tentativas::entrega_id.eq_any(&numeros))
        .order((tentativas::entrega_id, tentativas::numero))
        .select((
            tentativas::entrega_id,
            tentativas::numero,
            tentativas::em,
            tentativas::duracao_ms,
            tentativas::status,
            tentativas::falha,
            tentativas::resposta,
        ))
        .load(c))?;
    let mut por_entrega: HashMap<i64, Vec<Tentativa>> = HashMap::new();
    for (entrega, numero, em, duracao_ms, status, falha, resposta) in lidas {
        if numero <= envios.get(&entrega).copied().unwrap_or(0) - MOSTRADAS {
            continue;
        }
        por_entrega.entry(entrega).or_default().push(Tentativa {
            numero,
            data: Instante::from_micros(em),
            duracao_ms,
            status,
            erro: falha.and_then(Falha::from_codigo).map(|falha| falha.to_string()),
            resposta,
        });
    }
    Ok(por_entrega)
}

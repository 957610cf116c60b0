//! Channels: a store's connections to marketplaces.

use std::sync::Arc;

use diesel::prelude::*;
use domain::canal::Canal;
use domain::evento::Mudanca;
use domain::values::dates::Instante;
use domain::values::ids::{CanalId, LojaId};

use crate::base::paging::{Faixa, Page, PageRequest};
use crate::base::schema::{canais, pedidos};
use crate::base::sequences::{Sequencia, proximo_i32};
use crate::base::{Conn, Tx, on};
use crate::base::{Criacao, Exclusao, StoreError, Upsert};
use crate::base::{Rotulo, Rotulos};
use crate::eventos::{self, Novo, diferentes};

/// A stored channel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CanalRow {
    /// The service's number of it.
    pub num: i32,
    /// What the caller registered.
    pub canal: Canal,
    /// When it was last changed.
    pub alterado_em: Instante,
}

/// Which channels are wanted.
#[derive(Debug, Clone, Default)]
pub struct Filtro {
    /// Active ones, or the others.
    pub ativo: Option<bool>,
    /// Of this type.
    pub tipo_canal: Option<String>,
    /// Changed in this range.
    pub alterado: Faixa,
}

#[derive(Clone, PartialEq, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = canais, primary_key(aplicacao_id, loja_id, canal_num))]
struct Linha {
    aplicacao_id: i32,
    loja_id: i32,
    canal_num: i32,
    canal_id: String,
    nome: String,
    tipo_canal: String,
    ativo: bool,
    prazo: i32,
    enviar_minimo_dimensao_zerada: bool,
    enviar_minimo_dimensao_menor: bool,
    percentual_estoque: i32,
    enviar_sku: bool,
    configuracoes: String,
    criado_em: i64,
    alterado_em: i64,
}

impl Linha {
    fn nova(
        loja: LojaId,
        num: i32,
        canal: &Canal,
        criado_em: i64,
        alterado_em: i64,
    ) -> Result<Self, StoreError> {
        let configuracoes = serde_json::to_string(&canal.configuracoes_adicionais)
            .map_err(|e| StoreError::Interno(e.to_string()))?;
        Ok(Self {
            aplicacao_id: loja.aplicacao.0,
            loja_id: loja.loja,
            canal_num: num,
            canal_id: canal.canal_id.as_str().to_owned(),
            nome: canal.nome.clone(),
            tipo_canal: canal.tipo_canal.clone(),
            ativo: canal.ativo,
            prazo: canal.prazo,
            enviar_minimo_dimensao_zerada: canal.enviar_minimo_dimensao_zerada,
            enviar_minimo_dimensao_menor: canal.enviar_minimo_dimensao_menor,
            percentual_estoque: canal.percentual_estoque,
            enviar_sku: canal.enviar_sku,
            configuracoes,
            criado_em,
            alterado_em,
        })
    }

    fn row(self) -> Result<CanalRow, StoreError> {
        let configuracoes_adicionais = serde_json::from_str(&self.configuracoes)
            .map_err(|e| StoreError::corrompido("canais.configuracoes", e))?;
        Ok(CanalRow {
            num: self.canal_num,
            alterado_em: Instante::from_micros(self.alterado_em),
            canal: Canal {
                canal_id: CanalId::parse(self.canal_id).map_err(|e| StoreError::corrompido("canal_id", e))?,
                nome: self.nome,
                tipo_canal: self.tipo_canal,
                ativo: self.ativo,
                prazo: self.prazo,
                enviar_minimo_dimensao_zerada: self.enviar_minimo_dimensao_zerada,
                enviar_minimo_dimensao_menor: self.enviar_minimo_dimensao_menor,
                percentual_estoque: self.percentual_estoque,
                enviar_sku: self.enviar_sku,
                configuracoes_adicionais,
            },
        })
    }
}

fn linha(conn: &mut Conn<'_>, loja: LojaId, canal_id: &CanalId) -> Result<Option<Linha>, StoreError> {
    Ok(on!(conn, c => canais::table
        .filter(canais::aplicacao_id.eq(loja.aplicacao.0))
        .filter(canais::loja_id.eq(loja.loja))
        .filter(canais::canal_id.eq(canal_id.as_str()))
        .select(Linha::as_select())
        .first(c)
        .optional())?)
}

/// One channel.
pub fn find(conn: &mut Conn<'_>, loja: LojaId, canal_id: &CanalId) -> Result<Option<CanalRow>, StoreError> {
    linha(conn, loja, canal_id)?.map(Linha::row).transpose()
}

/// The numbers of some channels, with their callers' identifiers.
pub fn numeros(
    conn: &mut Conn<'_>,
    loja: LojaId,
    ids: &[CanalId],
) -> Result<Vec<(CanalId, i32)>, StoreError> {
    let achados: Vec<(String, i32)> = on!(conn, c => canais::table
        .filter(canais::aplicacao_id.eq(loja.aplicacao.0))
        .filter(canais::loja_id.eq(loja.loja))
        .filter(canais::canal_id.eq_any(ids.iter().map(CanalId::as_str)))
        .select((canais::canal_id, canais::canal_num))
        .load(c))?;
    achados
        .into_iter()
        .map(|(id, num)| Ok((CanalId::parse(id).map_err(|e| StoreError::corrompido("canal_id", e))?, num)))
        .collect()
}

/// The number and the type of a channel that something is to be written about.
pub(crate) fn resumo(
    tx: &mut Tx<'_>,
    loja: LojaId,
    canal_id: &CanalId,
) -> Result<Option<(i32, String)>, StoreError> {
    let key = (loja, canal_id.clone());
    tx.within_group(|p| &mut p.channels, key, |conn, (loja, id)| ler_resumo(conn, *loja, id))
}

fn ler_resumo(
    conn: &mut Conn<'_>,
    loja: LojaId,
    canal_id: &CanalId,
) -> Result<Option<(i32, String)>, StoreError> {
    Ok(on!(conn, c => canais::table
        .filter(canais::aplicacao_id.eq(loja.aplicacao.0))
        .filter(canais::loja_id.eq(loja.loja))
        .filter(canais::canal_id.eq(canal_id.as_str()))
        .select((canais::canal_num, canais::tipo_canal))
        .first(c)
        .optional())?)
}

/// Channels in the order of their creation.
pub fn list(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filtro: &Filtro,
    pagina: PageRequest,
) -> Result<Page<CanalRow>, StoreError> {
    let (linhas, total): (Vec<Linha>, i64) = on!(conn, c => {
        let filtrados = || {
            let mut q = canais::table
                .filter(canais::aplicacao_id.eq(loja.aplicacao.0))
                .filter(canais::loja_id.eq(loja.loja))
                .into_boxed();
            if let Some(ativo) = filtro.ativo {
                q = q.filter(canais::ativo.eq(ativo));
            }
            if let Some(tipo) = &filtro.tipo_canal {
                q = q.filter(canais::tipo_canal.eq(tipo.as_str()));
            }
            if !filtro.alterado.aberta() {
                q = q.filter(canais::alterado_em.ge(filtro.alterado.de_micros()))
                    .filter(canais::alterado_em.lt(filtro.alterado.ate_micros()));
            }
            q
        };
        let mut q = filtrados();
        if let Some([apos, _]) = pagina.apos() {
            q = q.filter(canais::canal_num.gt(apos as i32));
        }
        let linhas = q
            .order(canais::canal_num)
            .select(Linha::as_select())
            .limit(pagina.limit())
            .offset(pagina.offset())
            .load(c)?;
        (linhas, filtrados().count().get_result(c)?)
    });
    pagina.page(linhas, total, |l| [l.canal_num.into(), 0], Linha::row)
}

/// Creates a channel, unless its identifier is taken.
pub fn create(tx: &mut Tx<'_>, loja: LojaId, canal: &Canal) -> Result<Criacao<Canal>, StoreError> {
    exclusivo(tx, loja, &canal.canal_id)?;
    match find(tx, loja, &canal.canal_id)? {
        Some(atual) if atual.canal == *canal => Ok(Criacao::Igual(atual.canal)),
        Some(_) => Ok(Criacao::Diferente),
        None => Ok(Criacao::Criado(inserir(tx, loja, canal)?)),
    }
}

/// What orders show of a store's channels, among them those of `numeros` that are there.
pub(crate) fn rotulos(
    conn: &mut Conn<'_>,
    loja: LojaId,
    mut numeros: impl Iterator<Item = i32>,
) -> Result<Arc<Rotulos>, StoreError> {
    let lembrados = conn.lembrado(|c| &c.canais, loja, |conn, loja| ler_rotulos(conn, *loja).map(Some))?;
    match lembrados {
        Some(rotulos) if numeros.all(|num| rotulos.contains_key(&num)) => Ok(rotulos),
        // another server has made a channel meanwhile
        _ => ler_rotulos(conn, loja),
    }
}

fn ler_rotulos(conn: &mut Conn<'_>, loja: LojaId) -> Result<Arc<Rotulos>, StoreError> {
    let achados: Vec<(i32, String, String)> = on!(conn, c => canais::table
        .filter(canais::aplicacao_id.eq(loja.aplicacao.0))
        .filter(canais::loja_id.eq(loja.loja))
        .select((canais::canal_num, canais::nome, canais::tipo_canal))
        .load(c))?;
    let rotulo = |(num, nome, tipo): (i32, String, String)| {
        let nome = serde_json::to_string(&nome).map_err(|e| StoreError::Interno(e.to_string()))?;
        Ok((num, Rotulo { nome, tipo }))
    };
    Ok(Arc::new(achados.into_iter().map(rotulo).collect::<Result<_, StoreError>>()?))
}

/// Creates or replaces a channel; answers what is stored. What is unchanged keeps its time of change.
pub fn upsert(tx: &mut Tx<'_>, loja: LojaId, canal: &Canal) -> Result<Upsert<Canal>, StoreError> {
    // also when nothing changes: who says so again may not have heard that it was done
    tx.esquecer_cadastros();
    exclusivo(tx, loja, &canal.canal_id)?;
    let Some(atual) = linha(tx, loja, &canal.canal_id)? else {
        return Ok(Upsert::Criado(inserir(tx, loja, canal)?));
    };
    let nova = Linha::nova(loja, atual.canal_num, canal, atual.criado_em, atual.alterado_em)?;
    // the whole row decides; the list of names below only says what to tell
    if nova == atual {
        return Ok(Upsert::Substituido(atual.row()?.canal));
    }
    let nova = Linha { alterado_em: tx.agora().micros(), ..nova };
    on!(tx, c => diesel::update(canais::table.find((nova.aplicacao_id, nova.loja_id, nova.canal_num)))
        .set(&nova)
        .execute(c))?;
    let campos = diferentes!(atual, nova;
        nome = "nome", tipo_canal = "tipoCanal", ativo = "ativo", prazo = "prazo",
        enviar_minimo_dimensao_zerada = "enviarMinimoDimensaoZerada",
        enviar_minimo_dimensao_menor = "enviarMinimoDimensaoMenor", percentual_estoque = "percentualEstoque",
        enviar_sku = "enviarSku", configuracoes = "configuracoesAdicionais");
    registrar(tx, loja, &nova, Mudanca::CanalAlterado { criado: false, campos })?;
    Ok(Upsert::Substituido(nova.row()?.canal))
}

/// Deletes a channel with its categories and SKU settings, unless it has orders.
pub fn delete(tx: &mut Tx<'_>, loja: LojaId, canal_id: &CanalId) -> Result<Exclusao, StoreError> {
    exclusivo(tx, loja, canal_id)?;
    let Some(atual) = linha(tx, loja, canal_id)? else {
        return Ok(Exclusao::Ausente);
    };
    let num = atual.canal_num;
    let (a, l) = (loja.aplicacao.0, loja.loja);
    let tem_pedidos: bool = on!(tx, c => diesel::select(diesel::dsl::exists(
        pedidos::table
            .filter(pedidos::aplicacao_id.eq(a))
            .filter(pedidos::loja_id.eq(l))
            .filter(pedidos::canal_num.eq(num))
    )).get_result(c))?;
    if tem_pedidos {
        return Ok(Exclusao::EmUso);
    }
    tx.esquecer_cadastros();
    on!(tx, c => diesel::delete(canais::table.find((a, l, num))).execute(c))?;
    registrar(tx, loja, &atual, Mudanca::CanalExcluido)?;
    Ok(Exclusao::Excluido)
}

/// Keeps other changes of the same channel waiting; see [`Tx::exclusivo`].
pub fn exclusivo(tx: &mut Tx<'_>, loja: LojaId, canal_id: &CanalId) -> Result<(), StoreError> {
    tx.exclusivo("canal", loja, canal_id.as_str())
}

/// Answers the channel as it is stored.
fn inserir(tx: &mut Tx<'_>, loja: LojaId, canal: &Canal) -> Result<Canal, StoreError> {
    tx.esquecer_cadastros();
    let num = proximo_i32(tx, Sequencia::Canais)?;
    let agora = tx.agora().micros();
    let nova = Linha::nova(loja, num, canal, agora, agora)?;
    on!(tx, c => diesel::insert_into(canais::table).values(&nova).execute(c))?;
    registrar(tx, loja, &nova, Mudanca::CanalAlterado { criado: true, campos: Vec::new() })?;
    Ok(nova.row()?.canal)
}

/// Writes a change of a channel into the event log.
fn registrar(tx: &mut Tx<'_>, loja: LojaId, canal: &Linha, mudanca: Mudanca) -> Result<(), StoreError> {
    let novo =
        Novo { assunto: canal.canal_num.into(), canal: Some(canal.canal_id.as_str()), sku: None, mudanca };
    let agora = tx.agora();
    eventos::registrar(tx, loja, agora, [novo])
}

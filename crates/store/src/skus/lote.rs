//! Many SKUs at once, in a handful of statements.

use std::collections::HashMap;

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Integer, Text};
use domain::evento::Mudanca;
use domain::ids::LojaId;

use super::colunas;
use super::linhas::{Linha, NovaLinha, NovosTextos, SkuPronto, Textos};
use super::mudancas;
use super::{com_textos, travar};
use crate::base::StoreError;
use crate::base::em_json;
use crate::base::schema::{sku_textos, skus};
use crate::base::sequences::{Sequencia, proximos};
use crate::base::{Backend, Tx};
use crate::base::{Comando, Valor};
use crate::eventos;

/// Creates or replaces SKUs of distinct codes; answers for each, in order, whether it is new. What is unchanged
/// keeps its time of change.
pub fn upsert_lote(tx: &mut Tx<'_>, loja: LojaId, lote: &[&SkuPronto]) -> Result<Vec<bool>, StoreError> {
    // always in one order, so that two batches cannot hold each other up; it is the order of the index, too
    let mut em_ordem: Vec<(usize, &SkuPronto)> = lote.iter().copied().enumerate().collect();
    em_ordem.sort_unstable_by(|(_, a), (_, b)| a.codigo().cmp(b.codigo()));
    let existentes = existentes(tx, loja, &em_ordem)?;
    let quantos_novos = existentes.iter().filter(|atual| atual.is_none()).count();
    let mut livres = proximos(tx, Sequencia::Skus, quantos_novos)?.into_iter();
    let agora = tx.agora();
    let grupos = crate::grupos::numeros(tx, loja, grupos_pedidos(&em_ordem, &existentes))?;
    let mut gravacao = Gravacao::default();
    let mut ocorridos = Vec::with_capacity(2 * lote.len());
    let mut sao_novos = vec![false; lote.len()];
    for ((lugar, sku), atual) in em_ordem.into_iter().zip(&existentes) {
        let num = match atual {
            Some((linha, _)) => linha.sku_num,
            None => livres.next().ok_or_else(|| StoreError::Interno("a batch ran out of numbers".into()))?,
        };
        let grupo = match atual {
            Some((linha, _)) if linha.parent_id == sku.sku.parent_id => Some(linha.produto_num),
            _ => grupos.get(&sku.sku.parent_id).copied(),
        };
        let (linha, textos) = (sku.linha(loja, num, grupo, agora.micros()), sku.textos(loja, num));
        let chave = (num, sku.codigo());
        let Some((antes, textos_antes)) = atual else {
            ocorridos.push(mudancas::novo(chave, mudancas::criado(&linha)));
            gravacao.novas.push((linha, textos));
            if let Some(novo) = sao_novos.get_mut(lugar) {
                *novo = true;
            }
            continue;
        };
        let do_sku = mudancas::entre((antes, textos_antes), (&linha, &textos));
        if do_sku.iter().any(|mudanca| matches!(mudanca, Mudanca::SkuAlterado { .. })) {
            gravacao.mudadas.push(linha);
            gravacao.textos.extend((!textos.iguais(textos_antes)).then_some(textos));
        } else if !do_sku.is_empty() {
            gravacao.saldos.push(linha);
        }
        ocorridos.extend(do_sku.into_iter().map(|mudanca| mudancas::novo(chave, mudanca)));
    }
    gravacao.gravar(tx)?;
    eventos::registrar(tx, loja, agora, ocorridos)?;
    Ok(sao_novos)
}

/// The groups whose numbers are needed: those of SKUs that come into one.
fn grupos_pedidos<'a>(
    em_ordem: &'a [(usize, &SkuPronto)],
    existentes: &'a [Option<(Linha, Textos)>],
) -> impl Iterator<Item = &'a str> {
    em_ordem.iter().zip(existentes).filter_map(|((_, sku), atual)| {
        let fica = atual.as_ref().is_some_and(|(linha, _)| linha.parent_id == sku.sku.parent_id);
        (!fica).then_some(sku.sku.parent_id.as_str())
    })
}

/// What there is of each of the SKUs, in their order; it stays as it is until this transaction changes it.
fn existentes(
    tx: &mut Tx<'_>,
    loja: LojaId,
    em_ordem: &[(usize, &SkuPronto)],
) -> Result<Vec<Option<(Linha, Textos)>>, StoreError> {
    let codigos: Vec<&str> = em_ordem.iter().map(|(_, sku)| sku.codigo()).collect();
    let travados = travar(tx, loja, &codigos)?;
    match &mut tx.backend {
        Backend::Sqlite(c) => achar(c, loja, &codigos),
        Backend::Postgres(c) => {
            let achados: Vec<(Linha, Textos)> = com_textos!()
                .filter(skus::aplicacao_id.eq(loja.aplicacao.0))
                .filter(skus::loja_id.eq(loja.loja))
                .filter(skus::sku.eq_any(&codigos))
                .select((Linha::as_select(), Textos::as_select()))
                .load(*c)?;
            let mut por_codigo: HashMap<String, (Linha, Textos)> = achados
                .into_iter()
                .filter(|(linha, _)| travados.tem(linha.sku_num))
                .map(|linhas| (linhas.0.sku.clone(), linhas))
                .collect();
            Ok(codigos.into_iter().map(|codigo| por_codigo.remove(codigo)).collect())
        }
    }
}

/// The columns of a [`Linha`] and of [`Textos`], after the place in the list.
#[rustfmt::skip]
type Achado = (
    Integer,
    (
        BigInt, Text, Text, BigInt, Text, Text, Text, Bool, Integer,
        Integer, Integer, Integer, Integer, BigInt, BigInt, Integer, BigInt, BigInt,
    ),
    (Text, Text, Text, Text, Text),
);

/// One kept statement for lists of any length, which looks each code up in the order of the join: to a list of values
/// SQLite prefers a walk through all SKUs of the store.
const BUSCA: &str = "\
    SELECT j.key, s.sku_num, s.sku, s.parent_id, s.produto_num, s.nome, s.marca, s.gtin, s.ativo, s.largura, \
        s.altura, s.comprimento, s.peso, s.prazo_despacho, s.preco_de, s.preco_por, s.estoque, s.criado_em, \
        s.alterado_em, t.url_origem, t.descricao, t.categorias, t.imagens, t.atributos \
    FROM json_each(?) j \
    CROSS JOIN skus s ON s.aplicacao_id = ? AND s.loja_id = ? AND s.sku = j.value \
    CROSS JOIN sku_textos t ON t.sku_num = s.sku_num";

fn achar(
    c: &mut SqliteConnection,
    loja: LojaId,
    codigos: &[&str],
) -> Result<Vec<Option<(Linha, Textos)>>, StoreError> {
    let lista = em_json(codigos)?;
    let busca = Comando::<Achado, 3>::novo(
        BUSCA,
        [Valor::Texto(&lista), Valor::Inteiro(loja.aplicacao.0), Valor::Inteiro(loja.loja)],
    );
    let mut achados: Vec<Option<(Linha, Textos)>> = codigos.iter().map(|_| None).collect();
    for (lugar, linha, textos) in busca.load::<(i32, Linha, Textos)>(c)? {
        if let Some(achado) = usize::try_from(lugar).ok().and_then(|lugar| achados.get_mut(lugar)) {
            *achado = Some((linha, textos));
        }
    }
    Ok(achados)
}

/// Rows to be written.
#[derive(Default)]
struct Gravacao<'a> {
    novas: Vec<(NovaLinha<'a>, NovosTextos<'a>)>,
    /// Of these more than stock and prices has changed.
    mudadas: Vec<NovaLinha<'a>>,
    /// Of these stock or prices alone.
    saldos: Vec<NovaLinha<'a>>,
    /// Texts that have changed.
    textos: Vec<NovosTextos<'a>>,
}

impl Gravacao<'_> {
    /// A code that another transaction has taken in the meantime fails the insert, and with it the transaction,
    /// which is then run again and finds the SKU there.
    fn gravar(&self, tx: &mut Tx<'_>) -> Result<(), StoreError> {
        match &mut tx.backend {
            // why not alike: see `conexao::inserir`
            Backend::Sqlite(c) => {
                for (linha, _) in &self.novas {
                    diesel::insert_into(skus::table).values(linha).execute(*c)?;
                }
                for (_, textos) in &self.novas {
                    diesel::insert_into(sku_textos::table).values(textos).execute(*c)?;
                }
                for linha in &self.mudadas {
                    linha.atualizar().execute(*c)?;
                }
                for linha in &self.saldos {
                    linha.atualizar_saldo().execute(*c)?;
                }
                for textos in &self.textos {
                    textos.atualizar().execute(*c)?;
                }
            }
            Backend::Postgres(c) => {
                let (linhas, textos): (Vec<_>, Vec<_>) = self.novas.iter().copied().unzip();
                colunas::inserir(c, &linhas)?;
                colunas::inserir_textos(c, &textos)?;
                colunas::atualizar(c, &self.mudadas)?;
                colunas::atualizar_saldos(c, &self.saldos)?;
                colunas::atualizar_textos(c, &self.textos)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use diesel::connection::SimpleConnection;

    use super::*;

    #[derive(QueryableByName)]
    struct Passo {
        #[diesel(sql_type = Text)]
        detail: String,
    }

    #[test]
    fn each_code_is_looked_up() {
        let mut c = SqliteConnection::establish(":memory:").unwrap();
        c.batch_execute(include_str!("../../../../migrations/sqlite/00000000000001_base/up.sql")).unwrap();
        let passos: Vec<Passo> = diesel::sql_query(format!("EXPLAIN QUERY PLAN {BUSCA}"))
            .bind::<Text, _>("[]")
            .bind::<Integer, _>(1)
            .bind::<Integer, _>(1)
            .load(&mut c)
            .unwrap();
        let passos: Vec<&str> = passos.iter().map(|passo| passo.detail.as_str()).collect();
        assert_eq!(
            passos,
            [
                "SCAN j VIRTUAL TABLE INDEX 1:",
                "SEARCH s USING INDEX skus_sku (aplicacao_id=? AND loja_id=? AND sku=?)",
                "SEARCH t USING INTEGER PRIMARY KEY (rowid=?)",
            ]
        );
    }
}

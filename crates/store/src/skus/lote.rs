//! Many SKUs at once, in a handful of statements.

use std::collections::HashMap;

use diesel::prelude::*;
#[cfg(feature = "postgres")]
use diesel::upsert::excluded;
use domain::ids::LojaId;
use domain::sku::Sku;

use super::linhas::{Linha, Textos, separar};
use super::{com_textos, mudancas, travar};
use crate::conexao::{Backend, Tx, inserir, on};
use crate::erro::StoreError;
use crate::eventos;
use crate::schema::{sku_textos, skus};
use crate::sequencias::{Sequencia, proximos};

/// Creates or replaces SKUs of distinct codes; answers for each, in order, whether it is new. What is unchanged
/// keeps its time of change.
pub fn upsert_lote(tx: &mut Tx<'_>, loja: LojaId, lote: &[Sku]) -> Result<Vec<bool>, StoreError> {
    // always in one order, so that two batches cannot hold each other up
    let mut em_ordem: Vec<&Sku> = lote.iter().collect();
    em_ordem.sort_unstable_by(|a, b| a.sku.as_str().cmp(b.sku.as_str()));
    let existentes = existentes(tx, loja, &em_ordem)?;
    let mut livres = proximos(tx, Sequencia::Skus, lote.len() - existentes.len())?.into_iter();
    let agora = tx.agora();
    let grupos = crate::grupos::numeros(tx, loja, lote.iter().map(|sku| sku.parent_id.as_str()))?;
    let (mut novas, mut mudadas) = (Linhas::default(), Linhas::default());
    let mut ocorridos = Vec::with_capacity(lote.len());
    for sku in em_ordem {
        let atual = existentes.get(sku.sku.as_str());
        let num = match atual {
            Some((linha, _)) => linha.sku_num,
            None => livres.next().ok_or_else(|| StoreError::Interno("a batch ran out of numbers".into()))?,
        };
        let grupo = grupos.get(&sku.parent_id).copied();
        let (linha, textos) = separar(loja, num, grupo, sku, agora.micros())?;
        let chave = (num, sku.sku.as_str());
        match atual {
            None => {
                ocorridos.push(mudancas::novo(chave, mudancas::criado(&linha)));
                novas.push(linha, Some(textos));
            }
            Some((antes, textos_antes)) => {
                let do_sku = mudancas::entre((antes, textos_antes), (&linha, &textos));
                if !do_sku.is_empty() {
                    ocorridos.extend(do_sku.into_iter().map(|mudanca| mudancas::novo(chave, mudanca)));
                    mudadas.push(linha, (textos != *textos_antes).then_some(textos));
                }
            }
        }
    }
    gravar(tx, &novas, &mudadas)?;
    eventos::registrar(tx, loja, agora, ocorridos)?;
    Ok(lote.iter().map(|sku| !existentes.contains_key(sku.sku.as_str())).collect())
}

/// Those of the SKUs that are there, by code; they stay as they are until this transaction changes them.
fn existentes(
    tx: &mut Tx<'_>,
    loja: LojaId,
    lote: &[&Sku],
) -> Result<HashMap<String, (Linha, Textos)>, StoreError> {
    let codigos: Vec<&str> = lote.iter().map(|sku| sku.sku.as_str()).collect();
    travar(tx, loja, &codigos)?;
    let achados: Vec<(Linha, Textos)> = on!(tx, c => com_textos!()
        .filter(skus::aplicacao_id.eq(loja.aplicacao.0))
        .filter(skus::loja_id.eq(loja.loja))
        .filter(skus::sku.eq_any(codigos))
        .select((Linha::as_select(), Textos::as_select()))
        .load(c))?;
    Ok(achados.into_iter().map(|linhas| (linhas.0.sku.clone(), linhas)).collect())
}

/// Linhas to be written.
#[derive(Default)]
struct Linhas {
    linhas: Vec<Linha>,
    textos: Vec<Textos>,
}

impl Linhas {
    fn push(&mut self, linha: Linha, textos: Option<Textos>) {
        self.linhas.push(linha);
        self.textos.extend(textos);
    }
}

/// A code that another transaction has taken in the meantime fails the insert, and with it the transaction, which is
/// then run again and finds the SKU there.
fn gravar(tx: &mut Tx<'_>, novas: &Linhas, mudadas: &Linhas) -> Result<(), StoreError> {
    inserir!(tx, skus::table, novas.linhas.iter());
    inserir!(tx, sku_textos::table, novas.textos.iter());
    match &mut tx.backend {
        // why not alike: see `conexao::inserir`
        #[cfg(feature = "sqlite")]
        Backend::Sqlite(c) => {
            for linha in &mudadas.linhas {
                linha.atualizar().execute(*c)?;
            }
            for textos in &mudadas.textos {
                textos.atualizar().execute(*c)?;
            }
        }
        #[cfg(feature = "postgres")]
        Backend::Postgres(c) => {
            substituir_linhas(c, &mudadas.linhas)?;
            substituir_textos(c, &mudadas.textos)?;
        }
    }
    Ok(())
}

#[cfg(feature = "postgres")]
fn substituir_linhas(c: &mut PgConnection, linhas: &[Linha]) -> Result<(), StoreError> {
    use crate::schema::skus::*;
    diesel::insert_into(skus::table)
        .values(linhas)
        .on_conflict((aplicacao_id, loja_id, sku_num))
        .do_update()
        .set((
            parent_id.eq(excluded(parent_id)),
            produto_num.eq(excluded(produto_num)),
            nome.eq(excluded(nome)),
            marca.eq(excluded(marca)),
            gtin.eq(excluded(gtin)),
            ativo.eq(excluded(ativo)),
            largura.eq(excluded(largura)),
            altura.eq(excluded(altura)),
            comprimento.eq(excluded(comprimento)),
            peso.eq(excluded(peso)),
            prazo_despacho.eq(excluded(prazo_despacho)),
            preco_de.eq(excluded(preco_de)),
            preco_por.eq(excluded(preco_por)),
            estoque.eq(excluded(estoque)),
            texto_busca.eq(excluded(texto_busca)),
            alterado_em.eq(excluded(alterado_em)),
        ))
        .execute(c)?;
    Ok(())
}

#[cfg(feature = "postgres")]
fn substituir_textos(c: &mut PgConnection, textos: &[Textos]) -> Result<(), StoreError> {
    use crate::schema::sku_textos::*;
    diesel::insert_into(sku_textos::table)
        .values(textos)
        .on_conflict((aplicacao_id, loja_id, sku_num))
        .do_update()
        .set((
            url_origem.eq(excluded(url_origem)),
            descricao.eq(excluded(descricao)),
            categorias.eq(excluded(categorias)),
            imagens.eq(excluded(imagens)),
            atributos.eq(excluded(atributos)),
        ))
        .execute(c)?;
    Ok(())
}

//! One category at a time, under the rules of the tree.

use diesel::prelude::*;
use domain::categoria_loja::{CategoriaLoja, DadosCategoria, NIVEIS_MAX, Recusa};
use domain::values::ids::LojaId;

use super::hierarquia::{acima, niveis};
use super::{Linha, Qual, da_loja, find};
use crate::base::StoreError;
use crate::base::schema::categorias_loja;
use crate::base::sequences::{Sequencia, proximo};
use crate::base::{Conn, Tx, on};

/// What became of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gravacao {
    /// Done; the category's number.
    Feita(i64),
    /// There is no such category.
    Ausente,
    /// Nothing was changed.
    Recusada(Recusa),
}

/// Stores a new category.
pub fn create(tx: &mut Tx<'_>, loja: LojaId, dados: &DadosCategoria) -> Result<Gravacao, StoreError> {
    travar(tx, loja)?;
    if let Some(recusa) = recusa(tx, loja, None, &dados.categoria(0))? {
        return Ok(Gravacao::Recusada(recusa));
    }
    let nova = dados.categoria(proximo(tx, Sequencia::CategoriasLoja)?);
    let num = nova.id;
    let linha = Linha::nova(loja, nova, tx.agora().micros());
    on!(tx, c => diesel::insert_into(categorias_loja::table).values(&linha).execute(c))?;
    Ok(Gravacao::Feita(num))
}

/// Replaces everything of a category but its number.
pub fn replace(
    tx: &mut Tx<'_>,
    loja: LojaId,
    qual: &Qual,
    dados: &DadosCategoria,
) -> Result<Gravacao, StoreError> {
    travar(tx, loja)?;
    let Some(atual) = find(tx, loja, qual)? else { return Ok(Gravacao::Ausente) };
    let nova = dados.categoria(atual.id);
    if nova == atual {
        return Ok(Gravacao::Feita(atual.id));
    }
    if let Some(recusa) = recusa(tx, loja, Some(&atual), &nova)? {
        return Ok(Gravacao::Recusada(recusa));
    }
    let linha = Linha::nova(loja, nova, tx.agora().micros());
    on!(tx, c => diesel::update(da_loja!(loja).filter(categorias_loja::categoria_num.eq(atual.id)))
        .set((
            categorias_loja::pai_num.eq(linha.pai_num),
            categorias_loja::nome.eq(&linha.nome),
            categorias_loja::erp_id.eq(&linha.erp_id),
            categorias_loja::ativo.eq(linha.ativo),
            categorias_loja::is_reseller.eq(linha.is_reseller),
            categorias_loja::exibir_matriz.eq(linha.exibir_matriz),
            categorias_loja::quantidade_maxima.eq(linha.quantidade_maxima),
            categorias_loja::valor_minimo.eq(linha.valor_minimo),
            categorias_loja::alterado_em.eq(linha.alterado_em),
        ))
        .execute(c))?;
    Ok(Gravacao::Feita(atual.id))
}

/// Deletes a category, unless others hang below it.
pub fn delete(tx: &mut Tx<'_>, loja: LojaId, qual: &Qual) -> Result<Gravacao, StoreError> {
    travar(tx, loja)?;
    let Some(atual) = find(tx, loja, qual)? else { return Ok(Gravacao::Ausente) };
    let tem_subcategorias: bool = on!(tx, c => diesel::select(diesel::dsl::exists(
        da_loja!(loja).filter(categorias_loja::pai_num.eq(atual.id))
    )).get_result(c))?;
    if tem_subcategorias {
        return Ok(Gravacao::Recusada(Recusa::TemSubcategorias));
    }
    on!(tx, c => diesel::delete(da_loja!(loja).filter(categorias_loja::categoria_num.eq(atual.id)))
        .execute(c))?;
    Ok(Gravacao::Feita(atual.id))
}

/// Holds the tree until the transaction ends: two changes that are fine by themselves could make a cycle.
fn travar(tx: &mut Tx<'_>, loja: LojaId) -> Result<(), StoreError> {
    tx.exclusivo("categorias_loja", loja, "")
}

/// What speaks against a change. What stays as it was is not judged again.
fn recusa(
    conn: &mut Conn<'_>,
    loja: LojaId,
    atual: Option<&CategoriaLoja>,
    nova: &CategoriaLoja,
) -> Result<Option<Recusa>, StoreError> {
    let outro_pai = atual.is_none_or(|atual| atual.categoria_pai_id != nova.categoria_pai_id);
    if outro_pai
        && nova.categoria_pai_id != 0
        && let Some(recusa) = recusa_do_pai(conn, loja, atual, nova.categoria_pai_id)?
    {
        return Ok(Some(recusa));
    }
    let outro_erp = atual.is_none_or(|atual| atual.categoria_erp_id != nova.categoria_erp_id);
    if !outro_erp {
        return Ok(None);
    }
    let dono = find(conn, loja, &Qual::Erp(nova.categoria_erp_id.clone()))?;
    Ok(dono.map(|dono| Recusa::ErpRepetido(dono.id)))
}

fn recusa_do_pai(
    conn: &mut Conn<'_>,
    loja: LojaId,
    atual: Option<&CategoriaLoja>,
    pai: i64,
) -> Result<Option<Recusa>, StoreError> {
    let acima = acima(conn, loja, pai)?;
    if acima.is_empty() {
        return Ok(Some(Recusa::PaiAusente(pai)));
    }
    if atual.is_some_and(|atual| acima.iter().any(|degrau| degrau.num == atual.id)) {
        return Ok(Some(Recusa::Ciclo));
    }
    let proprios = match atual {
        Some(atual) => niveis(conn, loja, atual.id)?,
        None => 1,
    };
    Ok((acima.len() + proprios > NIVEIS_MAX).then_some(Recusa::Profundidade))
}

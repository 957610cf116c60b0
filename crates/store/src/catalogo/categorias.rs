//! Categories of a channel.

use std::collections::HashSet;

use diesel::prelude::*;
use domain::categoria::Categoria;
use domain::values::ids::{CategoriaId, LojaId};

use crate::base::paging::Faixa;
use crate::base::schema::categorias_canal;
use crate::base::{Conn, Tx, inserir, on};
use crate::base::{Exclusao, StoreError};
use crate::catalogo::skus::contem;

/// Where a channel's categories hang: the store and the channel's number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arvore {
    /// The store.
    pub loja: LojaId,
    /// The channel.
    pub canal_num: i32,
}

/// Which categories are wanted.
#[derive(Debug, Clone, Default)]
pub struct Filtro {
    /// Below this one; `None` = any level.
    pub pai: Option<String>,
    /// Whose name holds this text, whatever its case and accents.
    pub busca: Option<String>,
    /// Changed in this range.
    pub alterado: Faixa,
}

/// What became of an upsert.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Gravacao {
    /// It is new.
    Criada(Categoria),
    /// It replaced what was there.
    Substituida(Categoria),
    /// The parent is not there.
    PaiAusente,
    /// It would be its own ancestor.
    Ciclo,
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(treat_none_as_default_value = false)]
#[diesel(table_name = categorias_canal, primary_key(aplicacao_id, loja_id, canal_num, categoria_id))]
struct Linha {
    aplicacao_id: i32,
    loja_id: i32,
    canal_num: i32,
    categoria_id: String,
    pai: String,
    nome: String,
    texto_busca: String,
    criado_em: i64,
    alterado_em: i64,
}

impl Linha {
    fn nova(arvore: Arvore, categoria: &Categoria, agora: i64) -> Self {
        Self {
            aplicacao_id: arvore.loja.aplicacao.0,
            loja_id: arvore.loja.loja,
            canal_num: arvore.canal_num,
            categoria_id: categoria.categoria_id.as_str().to_owned(),
            pai: pai(categoria).to_owned(),
            nome: categoria.nome.clone(),
            texto_busca: domain::values::search_text::fold(&categoria.nome),
            criado_em: agora,
            alterado_em: agora,
        }
    }

    fn categoria(self, contem_subcategorias: bool) -> Result<Categoria, StoreError> {
        let id = |texto| CategoriaId::parse(texto).map_err(|e| StoreError::corrompido("categoria_id", e));
        Ok(Categoria {
            categoria_id: id(self.categoria_id)?,
            nome: self.nome,
            categoria_pai_id: if self.pai.is_empty() { None } else { Some(id(self.pai)?) },
            contem_subcategorias,
        })
    }
}

fn pai(categoria: &Categoria) -> &str {
    categoria.categoria_pai_id.as_ref().map_or("", CategoriaId::as_str)
}

/// The rows of one tree.
macro_rules! da_arvore {
    ($arvore:expr) => {
        categorias_canal::table
            .filter(categorias_canal::aplicacao_id.eq($arvore.loja.aplicacao.0))
            .filter(categorias_canal::loja_id.eq($arvore.loja.loja))
            .filter(categorias_canal::canal_num.eq($arvore.canal_num))
    };
}

/// Categories by name.
pub fn list(conn: &mut Conn<'_>, arvore: Arvore, filtro: &Filtro) -> Result<Vec<Categoria>, StoreError> {
    let (linhas, pais): (Vec<Linha>, Vec<String>) = on!(conn, c => {
        let mut q = da_arvore!(arvore).into_boxed();
        if let Some(pai) = &filtro.pai {
            q = q.filter(categorias_canal::pai.eq(pai.as_str()));
        }
        if let Some(busca) = &filtro.busca {
            q = q.filter(categorias_canal::texto_busca.like(contem(busca)).escape('\\'));
        }
        if !filtro.alterado.aberta() {
            q = q.filter(categorias_canal::alterado_em.ge(filtro.alterado.de_micros()))
                .filter(categorias_canal::alterado_em.lt(filtro.alterado.ate_micros()));
        }
        let linhas = q
            .order((categorias_canal::nome, categorias_canal::categoria_id))
            .select(Linha::as_select())
            .load(c)?;
        (linhas, da_arvore!(arvore).select(categorias_canal::pai).distinct().load(c)?)
    });
    let pais: HashSet<String> = pais.into_iter().collect();
    linhas
        .into_iter()
        .map(|linha| {
            let contem = pais.contains(&linha.categoria_id);
            linha.categoria(contem)
        })
        .collect()
}

/// One category.
pub fn find(conn: &mut Conn<'_>, arvore: Arvore, id: &CategoriaId) -> Result<Option<Categoria>, StoreError> {
    let linha: Option<Linha> = on!(conn, c => da_arvore!(arvore)
        .filter(categorias_canal::categoria_id.eq(id.as_str()))
        .select(Linha::as_select())
        .first(c)
        .optional())?;
    let Some(linha) = linha else { return Ok(None) };
    let contem = contem_subcategorias(conn, arvore, id)?;
    linha.categoria(contem).map(Some)
}

/// True when some category has this one as its parent.
pub fn contem_subcategorias(
    conn: &mut Conn<'_>,
    arvore: Arvore,
    id: &CategoriaId,
) -> Result<bool, StoreError> {
    Ok(on!(conn, c => diesel::select(diesel::dsl::exists(
        da_arvore!(arvore).filter(categorias_canal::pai.eq(id.as_str()))
    )).get_result(c))?)
}

/// Creates or replaces a category; hold [`crate::catalogo::canais::exclusivo`] so that no cycle slips in.
pub fn upsert(tx: &mut Tx<'_>, arvore: Arvore, categoria: &Categoria) -> Result<Gravacao, StoreError> {
    if let Some(pai) = &categoria.categoria_pai_id {
        match subir(tx, arvore, pai, &categoria.categoria_id)? {
            Ancestrais::Ausente => return Ok(Gravacao::PaiAusente),
            Ancestrais::Contem => return Ok(Gravacao::Ciclo),
            Ancestrais::Livre => {}
        }
    }
    let atual = find(tx, arvore, &categoria.categoria_id)?;
    let contem_subcategorias = atual.as_ref().is_some_and(|a| a.contem_subcategorias);
    let nova = Categoria { contem_subcategorias, ..categoria.clone() };
    let linha = Linha::nova(arvore, &nova, tx.agora().micros());
    let Some(atual) = atual else {
        on!(tx, c => diesel::insert_into(categorias_canal::table).values(&linha).execute(c))?;
        return Ok(Gravacao::Criada(nova));
    };
    if atual != nova {
        on!(tx, c => diesel::update(da_arvore!(arvore)
            .filter(categorias_canal::categoria_id.eq(linha.categoria_id.as_str())))
            .set((
                categorias_canal::pai.eq(&linha.pai),
                categorias_canal::nome.eq(&linha.nome),
                categorias_canal::texto_busca.eq(&linha.texto_busca),
                categorias_canal::alterado_em.eq(linha.alterado_em),
            ))
            .execute(c))?;
    }
    Ok(Gravacao::Substituida(nova))
}

enum Ancestrais {
    Ausente,
    Contem,
    Livre,
}

/// Walks from `inicio` to the root, looking for `procurada`.
fn subir(
    conn: &mut Conn<'_>,
    arvore: Arvore,
    inicio: &CategoriaId,
    procurada: &CategoriaId,
) -> Result<Ancestrais, StoreError> {
    let mut atual = inicio.as_str().to_owned();
    loop {
        if atual == procurada.as_str() {
            return Ok(Ancestrais::Contem);
        }
        let acima: Option<String> = on!(conn, c => da_arvore!(arvore)
            .filter(categorias_canal::categoria_id.eq(&atual))
            .select(categorias_canal::pai)
            .first(c)
            .optional())?;
        match acima {
            None => return Ok(Ancestrais::Ausente),
            Some(pai) if pai.is_empty() => return Ok(Ancestrais::Livre),
            Some(pai) => atual = pai,
        }
    }
}

/// Replaces the whole tree; what is unchanged keeps its time of change. The caller has checked the tree.
pub fn replace(tx: &mut Tx<'_>, arvore: Arvore, categorias: &[Categoria]) -> Result<(), StoreError> {
    let agora = tx.agora().micros();
    let antigas: Vec<Linha> = on!(tx, c => da_arvore!(arvore).select(Linha::as_select()).load(c))?;
    let antigas: std::collections::HashMap<String, Linha> =
        antigas.into_iter().map(|l| (l.categoria_id.clone(), l)).collect();
    let linhas: Vec<Linha> = categorias
        .iter()
        .map(|categoria| {
            let mut nova = Linha::nova(arvore, categoria, agora);
            if let Some(antiga) = antigas.get(&nova.categoria_id) {
                nova.criado_em = antiga.criado_em;
                if antiga.pai == nova.pai && antiga.nome == nova.nome {
                    nova.alterado_em = antiga.alterado_em;
                }
            }
            nova
        })
        .collect();
    on!(tx, c => diesel::delete(da_arvore!(arvore)).execute(c))?;
    inserir!(tx, categorias_canal::table, linhas.iter());
    Ok(())
}

/// Deletes a category, unless others hang below it.
pub fn delete(tx: &mut Tx<'_>, arvore: Arvore, id: &CategoriaId) -> Result<Exclusao, StoreError> {
    if contem_subcategorias(tx, arvore, id)? {
        return Ok(Exclusao::EmUso);
    }
    let apagadas = on!(tx, c => diesel::delete(
        da_arvore!(arvore).filter(categorias_canal::categoria_id.eq(id.as_str()))
    ).execute(c))?;
    Ok(if apagadas == 1 { Exclusao::Excluido } else { Exclusao::Ausente })
}

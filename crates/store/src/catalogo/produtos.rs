//! SKUs as interface B's clients see them: as products, by three kinds of identifier.

use diesel::prelude::*;
use domain::interface_b::produto::{
    Fonte, Identificador, NovoEstoque, NovoPreco, ProdutoRelacionado, TabelaPreco,
};
use domain::values::dates::Instante;
use domain::values::ids::LojaId;
use domain::values::money::Dinheiro;

use crate::base::StoreError;
use crate::base::paging::{Page, PageRequest};
use crate::base::schema::{canais, sku_canais, sku_textos, skus};
use crate::base::{Conn, Tx, on};
use crate::catalogo::skus::linhas::{Linha, Textos, juntar};
use crate::catalogo::skus::{NosPeriodos, Which, change, com_textos};

type Registro = (Linha, Textos);

fn fonte((linha, textos): Registro) -> Result<Fonte, StoreError> {
    Ok(Fonte {
        variante: linha.sku_num,
        produto: linha.produto_num,
        preco_custo: Dinheiro::from_dez_milesimos(linha.preco_custo),
        estoque_reservado: linha.estoque_reservado,
        alerta_estoque: linha.alerta_estoque,
        criado_em: Instante::from_micros(linha.criado_em),
        alterado_em: Instante::from_micros(linha.alterado_em),
        sku: juntar((linha, textos))?,
    })
}

/// One product; of a group, its first SKU.
pub fn find(conn: &mut Conn<'_>, loja: LojaId, id: &Identificador) -> Result<Option<Fonte>, StoreError> {
    let achado: Option<Registro> = on!(conn, c => {
        macro_rules! achar {
            ($condicao:expr) => {
                com_textos!()
                    .filter(skus::aplicacao_id.eq(loja.aplicacao.0))
                    .filter(skus::loja_id.eq(loja.loja))
                    .filter($condicao)
                    .order(skus::sku_num)
                    .select((Linha::as_select(), Textos::as_select()))
                    .first(c)
                    .optional()?
            };
        }
        match id {
            Identificador::Sku(sku) => achar!(skus::sku.eq(sku)),
            Identificador::Variante(num) => achar!(skus::sku_num.eq(*num)),
            Identificador::Produto(num) => achar!(skus::produto_num.eq(*num)),
        }
    });
    achado.map(fonte).transpose()
}

/// What an identifier names, for a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Alvo {
    /// One SKU: its number and its code.
    Unico(i64, String),
    /// A group of several: a change must say which one it means.
    Varios,
    /// Nothing.
    Ausente,
}

/// What an identifier names, for a change.
pub fn resolver(conn: &mut Conn<'_>, loja: LojaId, id: &Identificador) -> Result<Alvo, StoreError> {
    let mut achados: Vec<(i64, String)> = on!(conn, c => {
        macro_rules! achar {
            ($condicao:expr) => {
                skus::table
                    .filter(skus::aplicacao_id.eq(loja.aplicacao.0))
                    .filter(skus::loja_id.eq(loja.loja))
                    .filter($condicao)
                    .select((skus::sku_num, skus::sku))
                    .limit(2)
                    .load(c)?
            };
        }
        match id {
            Identificador::Sku(sku) => achar!(skus::sku.eq(sku)),
            Identificador::Variante(num) => achar!(skus::sku_num.eq(*num)),
            Identificador::Produto(num) => achar!(skus::produto_num.eq(*num)),
        }
    });
    Ok(match (achados.pop(), achados.is_empty()) {
        (Some((num, sku)), true) => Alvo::Unico(num, sku),
        (Some(_), false) => Alvo::Varios,
        (None, _) => Alvo::Ausente,
    })
}

/// Which products are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Filtro {
    /// Changed then or later.
    pub alterados_desde: Option<Instante>,
    /// Active ones alone.
    pub somente_validos: bool,
}

/// Products in the order of their creation.
pub fn list(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filtro: Filtro,
    pagina: PageRequest,
) -> Result<Page<Fonte>, StoreError> {
    let (registros, total): (Vec<Registro>, i64) = on!(conn, c => {
        macro_rules! filtrados {
            ($base:expr) => {{
                let mut q = $base
                    .filter(skus::aplicacao_id.eq(loja.aplicacao.0))
                    .filter(skus::loja_id.eq(loja.loja))
                    .into_boxed();
                if let Some(desde) = filtro.alterados_desde {
                    q = q.filter(NosPeriodos::de(desde.micros(), i64::MAX))
                        .filter(skus::alterado_em.ge(desde.micros()));
                }
                if filtro.somente_validos {
                    q = q.filter(skus::ativo.eq(true));
                }
                q
            }};
        }
        let mut q = filtrados!(com_textos!());
        if let Some([apos, _]) = pagina.apos() {
            q = q.filter(skus::sku_num.gt(apos));
        }
        let registros = q
            .order(skus::sku_num)
            .select((Linha::as_select(), Textos::as_select()))
            .limit(pagina.limit())
            .offset(pagina.offset())
            .load(c)?;
        (registros, filtrados!(skus::table).count().get_result(c)?)
    });
    pagina.page(registros, total, |(linha, _)| [linha.sku_num, 0], fonte)
}

/// The other SKUs of a product's group, in the order of their creation.
pub fn relacionados(
    conn: &mut Conn<'_>,
    loja: LojaId,
    produto: &Fonte,
    pagina: PageRequest,
) -> Result<Page<ProdutoRelacionado>, StoreError> {
    type Irmao = (i64, i64, String, String);
    let (irmaos, total): (Vec<Irmao>, i64) = on!(conn, c => {
        macro_rules! irmaos {
            () => {
                skus::table
                    .filter(skus::aplicacao_id.eq(loja.aplicacao.0))
                    .filter(skus::loja_id.eq(loja.loja))
                    .filter(skus::produto_num.eq(produto.produto))
                    .filter(skus::sku_num.ne(produto.variante))
            };
        }
        let irmaos = irmaos!()
            .filter(skus::sku_num.gt(pagina.apos().map_or(i64::MIN, |[num, _]| num)))
            .order(skus::sku_num)
            .select((skus::sku_num, skus::produto_num, skus::parent_id, skus::sku))
            .limit(pagina.limit())
            .offset(pagina.offset())
            .load(c)?;
        (irmaos, irmaos!().count().get_result(c)?)
    });
    pagina.page(
        irmaos,
        total,
        |(num, ..)| [*num, 0],
        |(produto_variante_id, produto_id, parent_id, sku)| {
            Ok(ProdutoRelacionado { produto_id, parent_id, produto_variante_id, sku })
        },
    )
}

/// The prices of some SKUs in the channels where they have one of their own, by SKU and channel.
pub fn tabelas(
    conn: &mut Conn<'_>,
    loja: LojaId,
    variantes: &[i64],
) -> Result<Vec<(i64, TabelaPreco)>, StoreError> {
    type Preco = (i64, i32, String, Option<i64>, Option<i64>);
    let precos: Vec<Preco> = on!(conn, c => sku_canais::table
        .inner_join(canais::table.on(canais::aplicacao_id
            .eq(sku_canais::aplicacao_id)
            .and(canais::loja_id.eq(sku_canais::loja_id))
            .and(canais::canal_num.eq(sku_canais::canal_num))))
        .filter(sku_canais::aplicacao_id.eq(loja.aplicacao.0))
        .filter(sku_canais::loja_id.eq(loja.loja))
        .filter(sku_canais::sku_num.eq_any(variantes))
        .filter(sku_canais::preco_por.is_not_null())
        .order((sku_canais::sku_num, sku_canais::canal_num))
        .select((
            sku_canais::sku_num,
            sku_canais::canal_num,
            canais::nome,
            sku_canais::preco_de,
            sku_canais::preco_por,
        ))
        .load(c))?;
    let tabela = |(num, tabela_preco_id, nome, preco_de, preco_por): Preco| {
        let preco_de = Dinheiro::from_dez_milesimos(preco_de.unwrap_or(0));
        let preco_por = Dinheiro::from_dez_milesimos(preco_por?);
        Some((num, TabelaPreco { tabela_preco_id, nome, preco_de, preco_por }))
    };
    Ok(precos.into_iter().filter_map(tabela).collect())
}

/// Sets stock and dispatch time of a SKU; false when there is no such SKU. What is already there changes
/// nothing.
pub fn definir_estoque(
    tx: &mut Tx<'_>,
    loja: LojaId,
    variante: i64,
    novo: &NovoEstoque,
) -> Result<bool, StoreError> {
    change(tx, loja, Which::Number(variante), |linha| {
        if let Some(saldo) = novo.saldo {
            linha.estoque = saldo.fisico;
            linha.estoque_reservado = saldo.reservado.unwrap_or(linha.estoque_reservado);
            linha.alerta_estoque = saldo.alerta.unwrap_or(linha.alerta_estoque);
        }
        linha.prazo_despacho = novo.prazo_entrega.unwrap_or(linha.prazo_despacho);
    })
}

/// Sets the prices of a SKU; false when there is no such SKU. What is already there changes nothing.
pub fn definir_preco(
    tx: &mut Tx<'_>,
    loja: LojaId,
    variante: i64,
    novo: &NovoPreco,
) -> Result<bool, StoreError> {
    change(tx, loja, Which::Number(variante), |linha| {
        linha.preco_custo = novo.custo.map_or(linha.preco_custo, Dinheiro::dez_milesimos);
        linha.preco_de = novo.preco.preco_de.dez_milesimos();
        linha.preco_por = novo.preco.preco_por.dez_milesimos();
    })
}

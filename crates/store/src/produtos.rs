//! SKUs as interface B's clients see them: as products, by three kinds of identifier.

use diesel::prelude::*;
use domain::datas::Instante;
use domain::dinheiro::Dinheiro;
use domain::evento;
use domain::ids::LojaId;
use domain::produto::{Fonte, Identificador, NovoEstoque, NovoPreco, ProdutoRelacionado, TabelaPreco};

use crate::base::StoreError;
use crate::base::paging::{Page, PageRequest};
use crate::base::schema::{canais, sku_canais, sku_textos, skus};
use crate::base::{Conn, Tx, on};
use crate::skus::linhas::{Linha, Textos, juntar};
use crate::skus::mudancas;
use crate::skus::{NosPeriodos, com_textos};

/// What a SKU's row holds for interface B alone.
#[derive(Debug, Clone, Copy, Queryable, Selectable)]
#[diesel(table_name = skus)]
struct SoDeB {
    preco_custo: i64,
    estoque_reservado: i32,
    alerta_estoque: i32,
}

type Registro = (Linha, Textos, SoDeB);

fn fonte((linha, textos, so_de_b): Registro) -> Result<Fonte, StoreError> {
    Ok(Fonte {
        variante: linha.sku_num,
        produto: linha.produto_num,
        preco_custo: Dinheiro::from_dez_milesimos(so_de_b.preco_custo),
        estoque_reservado: so_de_b.estoque_reservado,
        alerta_estoque: so_de_b.alerta_estoque,
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
                    .select((Linha::as_select(), Textos::as_select(), SoDeB::as_select()))
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
            .select((Linha::as_select(), Textos::as_select(), SoDeB::as_select()))
            .limit(pagina.limit())
            .offset(pagina.offset())
            .load(c)?;
        (registros, filtrados!(skus::table).count().get_result(c)?)
    });
    pagina.page(registros, total, |(linha, _, _)| [linha.sku_num, 0], fonte)
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

/// What changes of a SKU's row; `None` stays as it is.
#[derive(AsChangeset, Default)]
#[diesel(table_name = skus)]
struct Mudanca {
    estoque: Option<i32>,
    estoque_reservado: Option<i32>,
    alerta_estoque: Option<i32>,
    prazo_despacho: Option<i32>,
    preco_custo: Option<i64>,
    preco_de: Option<i64>,
    preco_por: Option<i64>,
    alterado_em: i64,
}

/// Sets stock and dispatch time of a SKU; false when there is no such SKU.
pub fn definir_estoque(
    tx: &mut Tx<'_>,
    loja: LojaId,
    variante: i64,
    novo: &NovoEstoque,
) -> Result<bool, StoreError> {
    let mudanca = Mudanca {
        estoque: novo.saldo.map(|saldo| saldo.fisico),
        estoque_reservado: novo.saldo.and_then(|saldo| saldo.reservado),
        alerta_estoque: novo.saldo.and_then(|saldo| saldo.alerta),
        prazo_despacho: novo.prazo_entrega,
        ..Mudanca::default()
    };
    mudar(tx, loja, variante, mudanca, None)
}

/// Sets the prices of a SKU; false when there is no such SKU.
pub fn definir_preco(
    tx: &mut Tx<'_>,
    loja: LojaId,
    variante: i64,
    novo: &NovoPreco,
) -> Result<bool, StoreError> {
    let mudanca = Mudanca {
        preco_custo: novo.custo.map(Dinheiro::dez_milesimos),
        preco_de: Some(novo.preco.preco_de.dez_milesimos()),
        preco_por: Some(novo.preco.preco_por.dez_milesimos()),
        ..Mudanca::default()
    };
    mudar(tx, loja, variante, mudanca, None)
}

/// Notes that the wholesale prices of a SKU, which are stored elsewhere, have changed; false when there is no such SKU.
pub(crate) fn tocar(tx: &mut Tx<'_>, loja: LojaId, variante: i64) -> Result<bool, StoreError> {
    mudar(tx, loja, variante, Mudanca::default(), Some("atacado"))
}

/// Changes a SKU and tells of it; `outro` has changed besides.
fn mudar(
    tx: &mut Tx<'_>,
    loja: LojaId,
    variante: i64,
    mudanca: Mudanca,
    outro: Option<&'static str>,
) -> Result<bool, StoreError> {
    let mudanca = Mudanca { alterado_em: tx.agora().micros(), ..mudanca };
    let chave = (loja.aplicacao.0, loja.loja, variante);
    let Some(antes) = travado(tx, loja, variante)? else { return Ok(false) };
    on!(tx, c => diesel::update(skus::table.find(chave)).set(&mudanca).execute(c))?;
    let outros: Vec<&'static str> = [
        ("prazoDespacho", mudanca.prazo_despacho.is_some_and(|dias| dias != antes.prazo_despacho)),
        ("estoqueReservado", mudanca.estoque_reservado.is_some_and(|n| n != antes.estoque_reservado)),
        ("alertaEstoque", mudanca.alerta_estoque.is_some_and(|n| n != antes.alerta_estoque)),
        ("precoCusto", mudanca.preco_custo.is_some_and(|custo| custo != antes.preco_custo)),
    ]
    .into_iter()
    .filter_map(|(nome, mudou)| mudou.then_some(nome))
    .chain(outro)
    .collect();
    let outros = (!outros.is_empty()).then_some(evento::Mudanca::SkuAlterado { campos: outros });
    let estoque = mudanca.estoque.and_then(|n| mudancas::de_estoque(antes.estoque, n));
    let de = mudanca.preco_de.unwrap_or(antes.preco_de);
    let por = mudanca.preco_por.unwrap_or(antes.preco_por);
    let antigo = mudancas::preco_de(antes.preco_de, antes.preco_por);
    let preco = mudancas::de_preco(antigo, mudancas::preco_de(de, por));
    let ocorridos = outros.into_iter().chain(estoque).chain(preco);
    mudancas::registrar(tx, loja, (variante, &antes.sku), ocorridos)?;
    Ok(true)
}

/// A SKU as a change finds it.
#[derive(Queryable, Selectable)]
#[diesel(table_name = skus)]
struct Antes {
    sku: String,
    estoque: i32,
    estoque_reservado: i32,
    alerta_estoque: i32,
    prazo_despacho: i32,
    preco_custo: i64,
    preco_de: i64,
    preco_por: i64,
}

/// A SKU by its number, which stays as it is until this transaction changes it.
fn travado(tx: &mut Tx<'_>, loja: LojaId, variante: i64) -> Result<Option<Antes>, StoreError> {
    let linha = |conn: &mut Conn<'_>| -> Result<Option<Antes>, StoreError> {
        Ok(on!(conn, c => skus::table
            .find((loja.aplicacao.0, loja.loja, variante))
            .select(Antes::as_select())
            .first(c)
            .optional())?)
    };
    let Some(visto) = linha(tx)? else { return Ok(None) };
    crate::skus::travar(tx, loja, &[&visto.sku])?;
    linha(tx)
}

//! What changed of a SKU, as the event log tells it.

use domain::evento::Mudanca;
use domain::sku_canal::Preco;
use domain::values::ids::LojaId;
use domain::values::money::Dinheiro;

use super::columns::{name_differences, sku_columns};
use super::linhas::{Linha, NovaLinha, NovosTextos, Textos};
use crate::base::StoreError;
use crate::base::Tx;
use crate::eventos::{self, Novo};

/// The changes from one state of a SKU's row to the next; none when nothing changed.
pub(super) fn da_linha(atual: &Linha, nova: &NovaLinha<'_>) -> Vec<Mudanca> {
    entre(atual, nova, Vec::new())
}

/// The changes from one state of a SKU to the next; none when nothing changed.
pub(super) fn do_sku(
    (atual, textos_atuais): (&Linha, &Textos),
    (nova, textos): (&NovaLinha<'_>, &NovosTextos<'_>),
) -> Vec<Mudanca> {
    let mut dos_textos = Vec::new();
    sku_columns!([texts] => name_differences, dos_textos, textos_atuais, textos);
    entre(atual, nova, dos_textos)
}

fn entre(atual: &Linha, nova: &NovaLinha<'_>, dos_textos: Vec<&'static str>) -> Vec<Mudanca> {
    let mut campos = Vec::new();
    sku_columns!([members of_b] => name_differences, campos, atual, nova);
    campos.extend(dos_textos);
    let outros = (!campos.is_empty()).then_some(Mudanca::SkuAlterado { campos });
    let estoque = de_estoque(atual.estoque, nova.estoque);
    let preco = de_preco(preco_de(atual.preco_de, atual.preco_por), preco(nova));
    outros.into_iter().chain(estoque).chain(preco).collect()
}

/// The change of a stock, if it is one.
pub(super) fn de_estoque(anterior: i32, estoque: i32) -> Option<Mudanca> {
    (anterior != estoque).then_some(Mudanca::SkuEstoque { anterior, estoque })
}

fn de_preco(anterior: Preco, preco: Preco) -> Option<Mudanca> {
    (anterior != preco).then_some(Mudanca::SkuPreco { anterior, preco })
}

/// That a SKU is new.
pub(super) fn criado(linha: &NovaLinha<'_>) -> Mudanca {
    Mudanca::SkuCriado { estoque: linha.estoque, preco: preco(linha) }
}

fn preco(linha: &NovaLinha<'_>) -> Preco {
    preco_de(linha.preco_de, linha.preco_por)
}

/// Prices as they are stored.
fn preco_de(preco_de: i64, preco_por: i64) -> Preco {
    Preco {
        preco_de: Dinheiro::from_dez_milesimos(preco_de),
        preco_por: Dinheiro::from_dez_milesimos(preco_por),
    }
}

/// Writes changes of one SKU into the event log.
pub(super) fn registrar(
    tx: &mut Tx<'_>,
    loja: LojaId,
    (sku_num, sku): (i64, &str),
    mudancas: impl IntoIterator<Item = Mudanca>,
) -> Result<(), StoreError> {
    let novos = mudancas.into_iter().map(|mudanca| novo((sku_num, sku), mudanca));
    let agora = tx.agora();
    eventos::registrar(tx, loja, agora, novos)
}

/// The event of a change of one SKU.
pub(super) fn novo((sku_num, sku): (i64, &str), mudanca: Mudanca) -> Novo<'_> {
    Novo { assunto: sku_num, canal: None, sku: Some(sku), mudanca }
}

//! What changed of a SKU, as the event log tells it.

use domain::dinheiro::Dinheiro;
use domain::evento::Mudanca;
use domain::ids::LojaId;
use domain::sku_canal::Preco;

use super::linhas::{Linha, NovaLinha, NovosTextos, Textos};
use crate::base::StoreError;
use crate::base::Tx;
use crate::eventos::{self, Novo, diferentes};

/// The changes from one state of a SKU to the next; none when nothing changed.
pub(super) fn entre(
    (atual, textos_atuais): (&Linha, &Textos),
    (nova, textos): (&NovaLinha<'_>, &NovosTextos<'_>),
) -> Vec<Mudanca> {
    let mut campos = diferentes!(atual, nova;
        parent_id = "parentId", nome = "nome", marca = "marca", gtin = "gtin", ativo = "ativo",
        largura = "largura", altura = "altura", comprimento = "comprimento", peso = "peso",
        prazo_despacho = "prazoDespacho");
    campos.extend(diferentes!(textos_atuais, textos;
        url_origem = "urlOrigem", descricao = "descricao", categorias = "categorias", imagens = "imagens",
        atributos = "atributos"));
    let outros = (!campos.is_empty()).then_some(Mudanca::SkuAlterado { campos });
    let estoque = de_estoque(atual.estoque, nova.estoque);
    let preco = de_preco(preco_de(atual.preco_de, atual.preco_por), preco(nova));
    outros.into_iter().chain(estoque).chain(preco).collect()
}

/// The change of a stock, if it is one.
pub(crate) fn de_estoque(anterior: i32, estoque: i32) -> Option<Mudanca> {
    (anterior != estoque).then_some(Mudanca::SkuEstoque { anterior, estoque })
}

/// The change of prices, if it is one.
pub(crate) fn de_preco(anterior: Preco, preco: Preco) -> Option<Mudanca> {
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
pub(crate) fn preco_de(preco_de: i64, preco_por: i64) -> Preco {
    Preco {
        preco_de: Dinheiro::from_dez_milesimos(preco_de),
        preco_por: Dinheiro::from_dez_milesimos(preco_por),
    }
}

/// Writes changes of one SKU into the event log.
pub(crate) fn registrar(
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

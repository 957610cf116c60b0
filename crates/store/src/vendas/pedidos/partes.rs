//! The rows of a new order, made out of the order and what it refers to.

use std::collections::BTreeSet;

use domain::evento::Mudanca;
use domain::interface_b::registro::{self, Fonte, ItemCatalogo};
use domain::pedido::aviso::Aviso;
use domain::pedido::historico::RegistroHistorico;
use domain::pedido::{Pedido, StatusPedido};
use domain::values::dates::EstiloData;
use domain::values::dates::Instante;
use domain::values::ids::{LojaId, PedidoId};

use super::entrada::Entrada;
use super::linhas::{LinhaDocumento, LinhaHistorico, LinhaItem, LinhaRegistro, Numeros};
use super::order::PedidoRow;
use super::outcome::CriacaoPedido;
use crate::base::StoreError;
use crate::base::em_json;
use crate::eventos::Novo;

/// All rows of a new order but its own.
pub(super) struct Partes {
    pub documento: LinhaDocumento,
    pub registro: LinhaRegistro,
    pub itens: Vec<LinhaItem>,
    pub historico: LinhaHistorico,
    pub avisos: Vec<Aviso>,
}

impl Partes {
    /// `catalogo` holds what the order's SKUs are right now, those that are registered.
    pub fn novas(
        loja: LojaId,
        numeros: &Numeros,
        tipo_canal: &str,
        Entrada { pedido, conteudo, .. }: &Entrada,
        catalogo: &[ItemCatalogo],
        agora: Instante,
    ) -> Result<Self, StoreError> {
        let (aplicacao_id, loja_id, pedido_id) = (loja.aplicacao.0, loja.loja, numeros.pedido.0);
        let codigos = codigos(pedido);
        let avisos = avisos(pedido, &codigos, catalogo);
        let fonte = Fonte {
            pedido,
            pedido_id: numeros.pedido,
            catalogo,
            canal_num: numeros.canal,
            tipo_canal,
            comprador_num: numeros.comprador,
        };
        let estavel =
            registro::estavel(&fonte, EstiloData::Utc).map_err(|e| StoreError::Interno(e.to_string()))?;
        let entrada = RegistroHistorico {
            status: pedido.status,
            data: pedido.data,
            registrado_em: agora,
            pulados: Vec::new(),
            motivo: String::new(),
            nota_fiscal: None,
            rastreio: None,
            avisos: avisos.iter().map(ToString::to_string).collect(),
        };
        Ok(Self {
            documento: LinhaDocumento {
                aplicacao_id,
                loja_id,
                pedido_id,
                documento: conteudo.com_id(numeros.pedido),
            },
            registro: LinhaRegistro {
                aplicacao_id,
                loja_id,
                pedido_id,
                registro: estavel,
                registro_versao: registro::VERSAO,
                catalogo: em_json(&catalogo)?,
            },
            itens: codigos
                .into_iter()
                .map(|sku| LinhaItem { aplicacao_id, loja_id, sku: sku.to_owned(), pedido_id })
                .collect(),
            historico: LinhaHistorico::nova(loja, numeros.pedido, 1, &entrada)?,
            avisos,
        })
    }

    /// The order's number.
    pub fn pedido_id(&self) -> PedidoId {
        PedidoId(self.documento.pedido_id)
    }

    /// The answer, once the rows are stored.
    pub fn criado(self, status: StatusPedido, agora: Instante) -> CriacaoPedido {
        let pedido = PedidoRow {
            pedido_id: self.pedido_id(),
            status,
            documento: self.documento.documento,
            alterado_em: agora,
        };
        CriacaoPedido::Criado { pedido, avisos: self.avisos }
    }
}

/// The event that tells of a new order.
pub(super) fn evento_de_criacao<'a>(id: PedidoId, pedido: &'a Pedido) -> Novo<'a> {
    Novo {
        assunto: id.0,
        canal: Some(pedido.canal_id.as_str()),
        sku: None,
        mudanca: Mudanca::PedidoCriado { status: pedido.status, source_id: pedido.source_id.clone() },
    }
}

/// The distinct SKUs of an order.
pub(super) fn codigos(pedido: &Pedido) -> Vec<&str> {
    let distintos: BTreeSet<&str> = pedido.produtos.iter().map(|item| item.sku.as_str()).collect();
    distintos.into_iter().collect()
}

/// What is odd about an order.
fn avisos(pedido: &Pedido, codigos: &[&str], catalogo: &[ItemCatalogo]) -> Vec<Aviso> {
    let desconhecidos = codigos.iter().filter(|sku| !catalogo.iter().any(|conhecido| conhecido.sku == **sku));
    let mut avisos: Vec<Aviso> =
        desconhecidos.map(|sku| Aviso::SkuNaoCadastrado((*sku).to_owned())).collect();
    avisos.extend(pedido.aviso_de_total());
    avisos
}

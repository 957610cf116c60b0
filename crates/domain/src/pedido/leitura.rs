//! Reading an order and its parts.

use super::conferencia::conferir_forma_pagamento;
use super::order::{Comprador, Endereco, Frete, Informacao, ItemPedido, Pedido};
use crate::reading::json::{Leitura, OBRIGATORIO, Objeto, Valor};
use crate::reading::problems::{Caminho, Problemas};
use crate::values::documents::{self, Cep, Cnpj, Cpf, Uf};
use crate::values::ids::PedidoId;

impl Leitura for Pedido {
    /// `pedidoId` is the service's to give and is not read.
    fn ler(valor: &Valor<'_>, p: &mut Problemas) -> Option<Self> {
        let obj = valor.objeto(p)?;
        let canal_id = obj.obrigatorio("canalId", p);
        let source_id = match obj.texto("sourceId", 1, 100, p) {
            Some(id) if id.chars().any(char::is_control) => {
                obj.problema("sourceId", p, "contém um caractere de controle")
            }
            lido => lido,
        };
        let source_site_id = obj.texto_ou_vazio("sourceSiteId", 100, p);
        let desconto = obj.valor("desconto", p);
        let data = obj.obrigatorio("data", p);
        let juros = obj.valor("juros", p);
        let quantidade_parcelas = obj.inteiro("quantidadeParcelas", 1, i32::MAX, 1, p);
        let total = obj.valor_obrigatorio("total", p);
        let status = obj.obrigatorio("status", p);
        let usuario = obj.obrigatorio("usuario", p);
        let frete = obj.lista("frete", 50, p);
        let endereco = obj.lista("endereco", 50, p);
        let informacao_adicional = ler_informacoes(&obj, p);
        let produtos = ler_produtos(&obj, p);
        Some(Self {
            pedido_id: PedidoId::default(),
            canal_id: canal_id?,
            source_id: source_id?,
            source_site_id: source_site_id?,
            desconto: desconto?,
            data: data?,
            juros: juros?,
            quantidade_parcelas: quantidade_parcelas?,
            total: total?,
            status: status?,
            usuario: usuario?,
            frete: frete?,
            endereco: endereco?,
            informacao_adicional: informacao_adicional?,
            produtos: produtos?,
        })
    }
}

fn ler_informacoes(obj: &Objeto<'_>, p: &mut Problemas) -> Option<Vec<Informacao>> {
    let informacoes = obj.lista("informacaoAdicional", 500, p)?;
    conferir_forma_pagamento(&informacoes, &Caminho::Membro(obj.caminho(), "informacaoAdicional"), p);
    Some(informacoes)
}

fn ler_produtos(obj: &Objeto<'_>, p: &mut Problemas) -> Option<Vec<ItemPedido>> {
    match obj.com("produtos", p, |valor, p| valor.lista(500, p))? {
        None => obj.problema("produtos", p, OBRIGATORIO),
        Some(itens) if itens.is_empty() => obj.problema("produtos", p, "deve ter pelo menos um item"),
        Some(itens) => Some(itens),
    }
}

impl Leitura for Comprador {
    fn ler(valor: &Valor<'_>, p: &mut Problemas) -> Option<Self> {
        let obj = valor.objeto(p)?;
        let nome = obj.texto("nome", 1, 200, p);
        let cpf = documents::ler_ou_vazio::<Cpf>(&obj, "cpf", p);
        let cnpj = documents::ler_ou_vazio::<Cnpj>(&obj, "cnpj", p);
        let inscricao_estadual = obj.texto_ou_vazio("inscricaoEstadual", 50, p);
        let email = obj.texto_ou_vazio("email", 254, p);
        let sexo = obj.opcional("sexo", p);
        let nascimento = obj.opcional("nascimento", p);
        let preenchido = |lido: &Option<String>| lido.as_ref().is_some_and(|texto| !texto.is_empty());
        if preenchido(&cpf) && preenchido(&cnpj) {
            obj.problema::<()>("cnpj", p, "não pode ser informado junto com cpf");
        }
        Some(Self {
            nome: nome?,
            cpf: cpf?,
            cnpj: cnpj?,
            inscricao_estadual: inscricao_estadual?,
            email: email?,
            sexo: sexo?,
            nascimento: nascimento?,
        })
    }
}

impl Leitura for Frete {
    fn ler(valor: &Valor<'_>, p: &mut Problemas) -> Option<Self> {
        let obj = valor.objeto(p)?;
        let valor_nominal = obj.valor("valorNominal", p);
        let valor_cobrado = obj.valor("valorCobrado", p);
        let prazo_entrega = obj.natural("prazoEntrega", p);
        let prazo_preparacao = obj.natural("prazoPreparacao", p);
        let data_agendamento = obj.opcional("dataAgendamento", p);
        let data_prevista_entrega = obj.opcional("dataPrevistaEntrega", p);
        let frete_source_id = obj.texto_ou_vazio("freteSourceId", 200, p);
        Some(Self {
            valor_nominal: valor_nominal?,
            valor_cobrado: valor_cobrado?,
            prazo_entrega: prazo_entrega?,
            prazo_preparacao: prazo_preparacao?,
            data_agendamento: data_agendamento?,
            data_prevista_entrega: data_prevista_entrega?,
            frete_source_id: frete_source_id?,
        })
    }
}

impl Leitura for Endereco {
    fn ler(valor: &Valor<'_>, p: &mut Problemas) -> Option<Self> {
        let obj = valor.objeto(p)?;
        let tipo_endereco = obj.obrigatorio("tipoEndereco", p);
        let rua = obj.texto_ou_vazio("rua", 300, p);
        let numero = obj.texto_ou_vazio("numero", 50, p);
        let complemento = obj.texto_ou_vazio("complemento", 300, p);
        let bairro = obj.texto_ou_vazio("bairro", 200, p);
        let referencia = obj.texto_ou_vazio("referencia", 500, p);
        let cidade = obj.texto_ou_vazio("cidade", 200, p);
        let pais = obj.texto_ou_vazio("pais", 100, p);
        let (estado, cep) = if pais.as_deref().is_some_and(brasil) {
            (documents::ler_ou_vazio::<Uf>(&obj, "estado", p), documents::ler_ou_vazio::<Cep>(&obj, "cep", p))
        } else {
            (obj.texto_ou_vazio("estado", 100, p), obj.texto_ou_vazio("cep", 20, p))
        };
        Some(Self {
            tipo_endereco: tipo_endereco?,
            rua: rua?,
            numero: numero?,
            complemento: complemento?,
            bairro: bairro?,
            referencia: referencia?,
            cidade: cidade?,
            estado: estado?,
            pais: pais?,
            cep: cep?,
        })
    }
}

/// A country that is not named is Brazil: these are Brazilian marketplaces.
fn brasil(pais: &str) -> bool {
    let pais = pais.trim();
    ["", "br", "bra", "brasil", "brazil"].iter().any(|nome| nome.eq_ignore_ascii_case(pais))
}

impl Leitura for Informacao {
    fn ler(valor: &Valor<'_>, p: &mut Problemas) -> Option<Self> {
        let obj = valor.objeto(p)?;
        let chave = obj.texto("chave", 1, 200, p);
        let valor = obj.texto_ou_vazio("valor", 4000, p);
        Some(Self { chave: chave?, valor: valor? })
    }
}

impl Leitura for ItemPedido {
    fn ler(valor: &Valor<'_>, p: &mut Problemas) -> Option<Self> {
        let obj = valor.objeto(p)?;
        let sku = obj.texto("sku", 1, 100, p);
        let quantidade = match obj.obrigatorio::<i32>("quantidade", p) {
            Some(n) if n < 1 => obj.problema("quantidade", p, "deve ser maior ou igual a 1"),
            lida => lida,
        };
        let preco = obj.valor_obrigatorio("preco", p);
        let desconto = obj.valor("desconto", p);
        let frete = obj.valor("frete", p);
        Some(Self { sku: sku?, quantidade: quantidade?, preco: preco?, desconto: desconto?, frete: frete? })
    }
}

#[cfg(test)]
mod tests;

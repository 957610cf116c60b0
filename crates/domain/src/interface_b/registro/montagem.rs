//! Builds the parts of a record from an order.

use super::partes::*;
use super::source::{Fonte, ItemCatalogo, Observacao};
use crate::pedido::{Comprador, Endereco, Frete, ItemPedido, Pedido, Sexo};
use crate::sku::Atributo;
use crate::values::dates::{Data, EstiloData, Fuso, Instante};
use crate::values::money::Dinheiro;

/// What a date that nobody knows is written as: the record's members may not be null.
const SEM_DATA: Instante = Instante::from_micros(-62_135_596_800_000_000);

/// There is one distribution centre: the store itself.
pub const CENTRO_DISTRIBUICAO: i32 = 1;

pub(super) fn observacoes(observacoes: &[Observacao], estilo: EstiloData) -> Vec<ObservacaoRegistro<'_>> {
    observacoes
        .iter()
        .map(|o| ObservacaoRegistro {
            observacao: &o.observacao,
            usuario: &o.usuario,
            data: estilo.data(o.data),
            publica: o.publica,
        })
        .collect()
}

pub(super) fn parte_estavel<'a>(fonte: &Fonte<'a>, estilo: EstiloData) -> ParteEstavel<'a> {
    let pedido = fonte.pedido;
    let subtotal = somar(pedido.produtos.iter().map(|i| linha(i.preco, i.quantidade)));
    ParteEstavel {
        transacao_id: fonte.pedido_id.0,
        data: estilo.data(pedido.data),
        valor_frete: frete_cobrado(pedido),
        valor_total_pedido: pedido.total,
        valor_desconto: mais(pedido.desconto, somar(pedido.produtos.iter().map(|i| i.desconto))),
        valor_debito_cc: Dinheiro::ZERO,
        cupom_desconto: None,
        market_place_pedido_id: preenchido(&pedido.source_id),
        market_place_pedido_site_id: preenchido(&pedido.source_site_id),
        canal_id: fonte.canal_num,
        canal_origem: fonte.tipo_canal,
        retirada_loja_id: 0,
        is_pedido_evento: false,
        usuario: usuario(&pedido.usuario, fonte, estilo),
        pedido_endereco: pedido.endereco.iter().map(|e| endereco(e, &pedido.usuario.nome)).collect(),
        frete: frete(fonte, estilo),
        itens: pedido.produtos.iter().map(|i| item(i, fonte.catalogo)).collect(),
        assinatura: Vec::new(),
        pagamento: vec![pagamento(pedido)],
        valor_credito_fidelidade: Dinheiro::ZERO,
        valor_sub_total_sem_descontos: subtotal,
        pedido_split: Vec::new(),
        metadados: &pedido.informacao_adicional,
    }
}

fn usuario<'a>(comprador: &'a Comprador, fonte: &Fonte<'a>, estilo: EstiloData) -> UsuarioRegistro<'a> {
    let juridica = !comprador.cnpj.is_empty();
    UsuarioRegistro {
        usuario_id: fonte.comprador_num,
        grupo_informacao_cadastral: None,
        tipo_pessoa: if juridica { TipoPessoa::Juridica } else { TipoPessoa::Fisica },
        origem_contato: "Outro",
        tipo_sexo: match comprador.sexo {
            None => TipoSexo::Undefined,
            Some(Sexo::Masculino) => TipoSexo::Masculino,
            Some(Sexo::Feminino) => TipoSexo::Feminino,
        },
        nome: &comprador.nome,
        cpf: preenchido(&comprador.cpf),
        email: &comprador.email,
        rg: None,
        telefone_residencial: None,
        telefone_celular: None,
        telefone_comercial: None,
        data_nascimento: estilo_sem_fuso(comprador.nascimento, estilo),
        razao_social: juridica.then_some(comprador.nome.as_str()),
        cnpj: preenchido(&comprador.cnpj),
        inscricao_estadual: preenchido(&comprador.inscricao_estadual),
        responsavel: None,
        data_criacao: estilo.data(fonte.pedido.data),
        data_atualizacao: estilo.data(fonte.pedido.data),
        revendedor: false,
        lista_informacao_cadastral: None,
    }
}

/// A birth date is a day, not a moment: a time zone must not move it.
fn estilo_sem_fuso(data: Option<Instante>, estilo: EstiloData) -> Data {
    let estilo = match estilo {
        EstiloData::Utc => EstiloData::Utc,
        EstiloData::Local(_) => EstiloData::Local(Fuso::UTC),
    };
    estilo.data(data.unwrap_or(SEM_DATA))
}

fn endereco<'a>(endereco: &'a Endereco, nome: &'a str) -> EnderecoRegistro<'a> {
    EnderecoRegistro {
        tipo: endereco.tipo_endereco,
        nome,
        endereco: &endereco.rua,
        numero: &endereco.numero,
        complemento: &endereco.complemento,
        referencia: &endereco.referencia,
        cep: &endereco.cep,
        tipo_logradouro: "",
        logradouro: &endereco.rua,
        bairro: &endereco.bairro,
        cidade: &endereco.cidade,
        estado: &endereco.estado,
        pais: &endereco.pais,
    }
}

fn frete<'a>(fonte: &Fonte<'a>, estilo: EstiloData) -> FreteRegistro<'a> {
    let pedido = fonte.pedido;
    let prazo =
        pedido.frete.iter().map(|f| f.prazo_entrega.saturating_add(f.prazo_preparacao)).max().unwrap_or(0);
    let peso = soma_de_catalogo(fonte, |item| i64::from(item.peso));
    let volume = soma_de_catalogo(fonte, |item| {
        i64::from(item.altura)
            .saturating_mul(i64::from(item.largura))
            .saturating_mul(i64::from(item.comprimento))
    });
    let primeiro: Option<&Frete> = pedido.frete.first();
    FreteRegistro {
        frete_contrato_id: 0,
        frete_contrato: "",
        referencia_conector: primeiro.and_then(|f| preenchido(&f.frete_source_id)),
        valor_frete_empresa: somar(pedido.frete.iter().map(|f| f.valor_nominal)),
        valor_frete_cliente: frete_cobrado(pedido),
        peso,
        peso_cobrado: peso,
        volume,
        volume_cobrado: volume,
        prazo_envio: prazo,
        prazo_envio_texto: format!("{prazo} dia(s)"),
        retirada_loja_id: 0,
        centros_distribuicao: Vec::new(),
        servico: None,
        retirada_agendada: None,
        agendamento: primeiro
            .and_then(|f| f.data_agendamento)
            .map(|data| Agendamento { de: estilo.data(data), ate: estilo.data(data) }),
        informacoes_adicionais: primeiro
            .and_then(|f| f.data_prevista_entrega)
            .map(|data| InformacaoRegistro { chave: "dataPrevistaEntrega", valor: estilo.data(data) })
            .into_iter()
            .collect(),
    }
}

fn item<'a>(item: &'a ItemPedido, catalogo: &'a [ItemCatalogo]) -> ItemRegistro<'a> {
    let sku = catalogo.iter().find(|c| c.sku == item.sku);
    let custo = sku.map_or(Dinheiro::ZERO, |c| c.preco_custo);
    ItemRegistro {
        produto_variante_id: sku.map_or(0, |c| c.variante),
        sku: &item.sku,
        ean: sku.and_then(|c| preenchido(&c.gtin)),
        nome: sku.map_or(item.sku.as_str(), |c| c.nome.as_str()),
        quantidade: item.quantidade,
        preco_custo: custo,
        preco_venda: item.preco,
        valor_item: item.preco,
        valor_item_arredondado: item.preco.em_centavos(),
        is_brinde: false,
        valor_aliquota: Dinheiro::ZERO,
        is_market_place: true,
        preco_por: item.preco,
        desconto: item.desconto,
        totais: TotaisItem {
            preco_custo: linha(custo, item.quantidade),
            preco_venda: linha(item.preco, item.quantidade),
            preco_por: linha(item.preco, item.quantidade),
            desconto: item.desconto,
        },
        ajustes: [("Frete", item.frete), ("Desconto", item.desconto)]
            .into_iter()
            .filter(|(_, valor)| *valor != Dinheiro::ZERO)
            .map(|(nome, valor)| AjusteItem { tipo: nome, valor, observacao: None, nome })
            .collect(),
        centro_distribuicao: vec![CentroItem {
            centro_distribuicao_id: CENTRO_DISTRIBUICAO,
            quantidade: item.quantidade,
            situacao_produto_id: 0,
            valor_frete_empresa: item.frete,
            valor_frete_cliente: item.frete,
        }],
        valores_adicionais: Vec::new(),
        atributos: sku.map_or(&[][..], |c| &c.atributos).iter().map(atributo).collect(),
        embalagens: Vec::new(),
        personalizacoes: Vec::new(),
        frete: Vec::new(),
        dados_produto_evento: None,
        formulas: Vec::new(),
        seller: None,
        metadados: Vec::new(),
        imagens: Vec::new(),
        categorias: Vec::new(),
        peso: sku.map_or(0, |c| c.peso),
        altura: sku.map_or(0, |c| c.altura),
        largura: sku.map_or(0, |c| c.largura),
        comprimento: sku.map_or(0, |c| c.comprimento),
    }
}

fn atributo(atributo: &Atributo) -> AtributoItem<'_> {
    AtributoItem {
        produto_variante_atributo_valor: &atributo.valor,
        produto_variante_atributo_nome: &atributo.nome,
    }
}

fn pagamento(pedido: &Pedido) -> PagamentoRegistro {
    PagamentoRegistro {
        forma_pagamento_id: pedido.forma_pagamento_id(),
        numero_parcelas: pedido.quantidade_parcelas,
        valor_parcela: pedido.total.dividido(pedido.quantidade_parcelas).em_centavos(),
        valor_desconto: pedido.desconto,
        valor_juros: pedido.juros,
        valor_total: pedido.total,
        boleto: None,
        pix: None,
        cartao_credito: Vec::new(),
        pagamento_status: Vec::new(),
        informacoes_adicionais: Vec::new(),
    }
}

/// What the buyer pays for freight: as the freight says, or else as the items' lines say.
fn frete_cobrado(pedido: &Pedido) -> Dinheiro {
    if pedido.frete.is_empty() {
        somar(pedido.produtos.iter().map(|i| i.frete))
    } else {
        somar(pedido.frete.iter().map(|f| f.valor_cobrado))
    }
}

fn soma_de_catalogo(fonte: &Fonte<'_>, medida: impl Fn(&ItemCatalogo) -> i64) -> i64 {
    let de_item = |i: &ItemPedido| {
        let sku = fonte.catalogo.iter().find(|c| c.sku == i.sku)?;
        Some(medida(sku).saturating_mul(i64::from(i.quantidade)))
    };
    fonte.pedido.produtos.iter().filter_map(de_item).fold(0, i64::saturating_add)
}

/// Sums of one order stay far below what an amount can hold, unless someone tries: then the largest is shown.
fn mais(a: Dinheiro, b: Dinheiro) -> Dinheiro {
    a.mais(b).unwrap_or(Dinheiro::MAXIMO)
}

fn somar(valores: impl Iterator<Item = Dinheiro>) -> Dinheiro {
    valores.fold(Dinheiro::ZERO, mais)
}

fn linha(preco: Dinheiro, quantidade: i32) -> Dinheiro {
    preco.vezes(quantidade).unwrap_or(Dinheiro::MAXIMO)
}

fn preenchido(texto: &str) -> Option<&str> {
    (!texto.is_empty()).then_some(texto)
}

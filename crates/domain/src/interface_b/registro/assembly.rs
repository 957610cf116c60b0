//! Builds the parts of a record from an order.

use super::adjustments::{adjustments, freights};
use super::gaps::{Carrier, Country, Day, ItemStanding, Moment};
use super::parts::*;
use super::source::{CatalogueItem, Observacao, Source, lying};
use crate::estoque::CENTRO_PADRAO;
use crate::pedido::{Endereco, Frete, ItemPedido, LineIndex, Pedido, Sexo};
use crate::sku::Atributo;
use crate::values::dates::{DateStyle, Instante};
use crate::values::money::Dinheiro;

/// What a date that nobody knows is written as: the record's members may not be null.
const NO_DATE: Instante = Instante::from_micros(-62_135_596_800_000_000);

pub(super) fn observacoes(observacoes: &[Observacao], style: DateStyle) -> Vec<ObservacaoRegistro<'_>> {
    observacoes
        .iter()
        .map(|o| ObservacaoRegistro {
            observacao: &o.observacao,
            usuario: &o.usuario,
            data: style.date(o.data),
            publica: o.publica,
        })
        .collect()
}

pub(super) fn stable_part<'a>(source: &Source<'a>) -> RegistroStable<'a> {
    let pedido = source.pedido;
    let freights = freights(pedido);
    let added = adjustments(pedido, &freights).into_iter().zip(freights);
    let lines = pedido.produtos.iter().enumerate().zip(added);
    let subtotal = add_up(pedido.produtos.iter().map(|i| row(i.preco, i.quantidade)));
    RegistroStable {
        transacao_id: source.pedido_id.0,
        data: Moment(pedido.data),
        valor_frete: frete_charged(pedido),
        valor_total_pedido: pedido.total,
        valor_desconto: plus(pedido.desconto, add_up(pedido.produtos.iter().map(|i| i.desconto))),
        valor_debito_cc: Dinheiro::ZERO,
        cupom_desconto: None,
        market_place_pedido_id: filled(&pedido.source_id),
        market_place_pedido_site_id: filled(&pedido.source_site_id),
        canal_id: source.canal_num,
        retirada_loja_id: 0,
        is_pedido_evento: false,
        usuario: usuario(pedido, source.comprador_num),
        pedido_endereco: pedido.endereco.iter().map(|e| address(e, &pedido.usuario.nome)).collect(),
        frete: frete(source),
        itens: lines.map(|(line, added)| item(line, added, source)).collect(),
        assinatura: Vec::new(),
        pagamento: vec![pagamento(pedido)],
        valor_credito_fidelidade: Dinheiro::ZERO,
        valor_sub_total_sem_descontos: subtotal,
        pedido_split: Vec::new(),
        usuario_master_id: None,
        metadados: &pedido.informacao_adicional,
        transacao_pai_id: 0,
        detalhes_conta_corrente: Vec::new(),
        pedido_pai: None,
        is_change_order: false,
        primeira_compra: false,
        identificador: &pedido.source_id,
        omnichannel: OmnichannelRegistro {
            pedido_id_publico: &pedido.source_id,
            pedido_id_privado: &pedido.source_site_id,
            integrador: IntegradorRegistro {
                nome: "Entreposto",
                pedido_id: source.pedido_id.0.to_string(),
                pedido_url: "",
            },
        },
    }
}

/// The buyer of an order. Who has a CNPJ is a company, even where a CPF says who placed the order.
pub(super) fn usuario(pedido: &Pedido, comprador_num: i64) -> UsuarioRegistro<'_> {
    let comprador = &pedido.usuario;
    let juridica = !comprador.cnpj.is_empty();
    UsuarioRegistro {
        usuario_id: comprador_num,
        grupo_informacao_cadastral: None,
        tipo_pessoa: if juridica { TipoPessoa::Juridica } else { TipoPessoa::Fisica },
        origem_contato: "Outro",
        tipo_sexo: match comprador.sexo {
            None => TipoSexo::Undefined,
            Some(Sexo::Masculino) => TipoSexo::Masculino,
            Some(Sexo::Feminino) => TipoSexo::Feminino,
        },
        nome: &comprador.nome,
        cpf: filled(&comprador.cpf),
        email: &comprador.email,
        rg: None,
        telefone_residencial: told(pedido, "telefoneResidencial"),
        telefone_celular: told(pedido, "telefoneCelular"),
        telefone_comercial: told(pedido, "telefoneComercial"),
        data_nascimento: Day(comprador.nascimento.unwrap_or(NO_DATE)),
        razao_social: juridica.then_some(comprador.nome.as_str()),
        cnpj: filled(&comprador.cnpj),
        inscricao_estadual: filled(&comprador.inscricao_estadual),
        responsavel: None,
        data_criacao: Moment(pedido.data),
        data_atualizacao: Moment(pedido.data),
        revendedor: false,
        lista_informacao_cadastral: None,
    }
}

/// What an order's `informacaoAdicional` says under a key.
fn told<'a>(pedido: &'a Pedido, key: &str) -> Option<&'a str> {
    let said = pedido.informacao_adicional.iter().find(|said| said.chave == key)?;
    filled(&said.valor)
}

/// The buyer by itself.
pub(super) fn buyer(pedido: &Pedido, comprador_num: i64, [since, last]: [Instante; 2]) -> UsuarioDaLoja<'_> {
    let usuario = usuario(pedido, comprador_num);
    UsuarioDaLoja {
        usuario: UsuarioRegistro { data_criacao: Moment(since), data_atualizacao: Moment(last), ..usuario },
        bloqueado: false,
        aprovado: true,
        avatar: None,
        ip: None,
    }
}

fn address<'a>(address: &'a Endereco, nome: &'a str) -> EnderecoRegistro<'a> {
    EnderecoRegistro {
        tipo: address.tipo_endereco,
        nome,
        endereco: &address.rua,
        numero: &address.numero,
        complemento: &address.complemento,
        referencia: &address.referencia,
        cep: &address.cep,
        tipo_logradouro: "",
        logradouro: &address.rua,
        bairro: &address.bairro,
        cidade: &address.cidade,
        estado: &address.estado,
        pais: Country(&address.pais),
    }
}

fn frete<'a>(source: &Source<'a>) -> FreteRegistro<'a> {
    let pedido = source.pedido;
    let prazo =
        pedido.frete.iter().map(|f| f.prazo_entrega.saturating_add(f.prazo_preparacao)).max().unwrap_or(0);
    let peso = catalogue_sum(source, |item| i64::from(item.peso));
    let volume = MetrosCubicos(catalogue_sum(source, |item| {
        i64::from(item.altura)
            .saturating_mul(i64::from(item.largura))
            .saturating_mul(i64::from(item.comprimento))
    }));
    let first: Option<&Frete> = pedido.frete.first();
    FreteRegistro {
        frete_contrato_id: 0,
        frete_contrato: Carrier,
        referencia_conector: first.and_then(|f| filled(&f.frete_source_id)),
        valor_frete_empresa: add_up(pedido.frete.iter().map(|f| f.valor_nominal)),
        valor_frete_cliente: frete_charged(pedido),
        peso,
        peso_cobrado: peso,
        volume,
        volume_cobrado: volume,
        prazo_envio: prazo,
        prazo_horas_envio: None,
        prazo_envio_texto: format!("{prazo} dia(s)"),
        retirada_loja_id: 0,
        centros_distribuicao: Vec::new(),
        servico: None,
        retirada_agendada: None,
        agendamento: first
            .and_then(|f| f.data_agendamento)
            .map(|date| Agendamento { de: Moment(date), ate: Moment(date) }),
        informacoes_adicionais: first
            .and_then(|f| f.data_prevista_entrega)
            .map(|date| InformacaoRegistro { chave: "dataPrevistaEntrega", valor: Moment(date) })
            .into_iter()
            .collect(),
        grupo_frete_id: None,
        grupo_frete_nome: None,
    }
}

fn item<'a>(
    (index, item): (LineIndex, &'a ItemPedido),
    (ajustes, frete): (Vec<AjusteItem>, Dinheiro),
    source: &Source<'a>,
) -> ItemRegistro<'a> {
    let sku = source.catalogo.iter().find(|c| c.sku == item.sku);
    let cost = sku.map_or(Dinheiro::ZERO, |c| c.preco_custo);
    ItemRegistro {
        produto_variante_id: sku.map_or(0, |c| c.variante),
        sku: &item.sku,
        ean: sku.and_then(|c| filled(&c.gtin)),
        nome: sku.map_or(item.sku.as_str(), |c| c.nome.as_str()),
        quantidade: item.quantidade,
        preco_custo: cost,
        preco_venda: item.preco,
        valor_item: item.preco,
        valor_item_arredondado: item.preco.in_cents(),
        is_brinde: false,
        valor_aliquota: Dinheiro::ZERO,
        is_market_place: true,
        preco_por: item.preco,
        desconto: item.desconto,
        totais: TotaisItem {
            preco_custo: row(cost, item.quantidade),
            preco_venda: row(item.preco, item.quantidade),
            preco_por: row(item.preco, item.quantidade),
            desconto: item.desconto,
        },
        ajustes,
        centro_distribuicao: centros((index, item), frete, source),
        valores_adicionais: Vec::new(),
        atributos: sku.map_or(&[][..], |c| &c.atributos).iter().map(atributo).collect(),
        embalagens: Vec::new(),
        personalizacoes: Vec::new(),
        frete: Vec::new(),
        dados_produto_evento: None,
        formulas: Vec::new(),
        seller: None,
        metadados: Vec::new(),
        situacao_pedido_produto_id: ItemStanding(index),
        imagens: Vec::new(),
        categorias: Vec::new(),
        etiqueta: 0,
        etiqueta_descricao: "",
        peso: sku.map_or(0, |c| c.peso),
        altura: sku.map_or(0, |c| c.altura),
        largura: sku.map_or(0, |c| c.largura),
        comprimento: sku.map_or(0, |c| c.comprimento),
    }
}

/// Where an item is sent from. Its carriage is said once, with the centre that sends most of it, so that the
/// sum is the item's.
fn centros((index, item): (LineIndex, &ItemPedido), frete: Dinheiro, source: &Source<'_>) -> Vec<CentroItem> {
    let in_centre = |centro, quantidade, frete| CentroItem {
        centro_distribuicao_id: centro,
        quantidade,
        situacao_produto_id: ItemStanding(index),
        valor_frete_empresa: frete,
        valor_frete_cliente: frete,
    };
    let parts = lying(source.catalogo, source.pedido, index);
    if parts.is_empty() {
        return vec![in_centre(CENTRO_PADRAO, item.quantidade, frete)];
    }
    let in_32 = |units| i32::try_from(units).unwrap_or(i32::MAX);
    let freights = std::iter::once(frete).chain(std::iter::repeat(Dinheiro::ZERO));
    parts.iter().zip(freights).map(|(part, frete)| in_centre(part.centro, in_32(part.units), frete)).collect()
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
        valor_parcela: pedido.total.divided(pedido.quantidade_parcelas).in_cents(),
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

fn frete_charged(pedido: &Pedido) -> Dinheiro {
    pedido.freight().unwrap_or(Dinheiro::MAX)
}

fn catalogue_sum(source: &Source<'_>, measure: impl Fn(&CatalogueItem) -> i64) -> i64 {
    let of_item = |i: &ItemPedido| {
        let sku = source.catalogo.iter().find(|c| c.sku == i.sku)?;
        Some(measure(sku).saturating_mul(i64::from(i.quantidade)))
    };
    source.pedido.produtos.iter().filter_map(of_item).fold(0, i64::saturating_add)
}

/// Sums of one order stay far below what an amount can hold, unless someone tries: then the largest is shown.
fn plus(a: Dinheiro, b: Dinheiro) -> Dinheiro {
    a.plus(b).unwrap_or(Dinheiro::MAX)
}

fn add_up(values: impl Iterator<Item = Dinheiro>) -> Dinheiro {
    values.fold(Dinheiro::ZERO, plus)
}

fn row(preco: Dinheiro, quantidade: i32) -> Dinheiro {
    preco.times(quantidade).unwrap_or(Dinheiro::MAX)
}

fn filled(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}

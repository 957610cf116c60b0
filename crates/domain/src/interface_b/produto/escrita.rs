//! What clients send to change stock, prices and wholesale prices.

use std::collections::HashSet;

use crate::interface_b::registro::CENTRO_DISTRIBUICAO;
use crate::reading::json::{Leitura, OBRIGATORIO, Objeto, Valor, ler_com};
use crate::reading::problems::Problemas;
use crate::sku_canal::Preco;
use crate::values::money::Dinheiro;

/// Most items of one request.
pub const ITENS_MAX: usize = 50;

/// Items of a request, each good or bad on its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lote<T>(pub Vec<ItemDeLote<T>>);

/// One item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemDeLote<T> {
    /// The product as it is named there; empty when it is not.
    pub identificador: String,
    /// What is to be done with it, or what is wrong with the item. Paths start at the item.
    pub valor: Result<T, Problemas>,
}

impl<T: Leitura> Leitura for Lote<T> {
    fn ler(valor: &Valor<'_>, p: &mut Problemas) -> Option<Self> {
        valor.lista(ITENS_MAX, p).map(Self)
    }
}

impl<T: Leitura> Leitura for ItemDeLote<T> {
    fn ler(valor: &Valor<'_>, _: &mut Problemas) -> Option<Self> {
        // what is wrong with one item must not hide the others: it is kept with the item
        let mut identificador = String::new();
        let valor = ler_com(valor.raw(), |valor, p| {
            let obj = valor.objeto(p)?;
            let lido = ler_identificador(&obj, p);
            identificador = lido.clone().unwrap_or_default();
            T::ler(valor, p).filter(|_| lido.is_some())
        });
        Some(Self { identificador, valor })
    }
}

/// A text or a number: clients send the service's numbers as either.
fn ler_identificador(obj: &Objeto<'_>, p: &mut Problemas) -> Option<String> {
    let lido = obj.com("identificador", p, |valor, p| {
        let numero = valor.raw().get().starts_with(|c: char| c == '-' || c.is_ascii_digit());
        if numero { valor.numero(p).map(String::from) } else { valor.texto(1, 100, p) }
    })?;
    lido.or_else(|| obj.problema("identificador", p, OBRIGATORIO))
}

/// What becomes of a product's stock; what is absent stays as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NovoEstoque {
    /// Extra days of dispatch.
    pub prazo_entrega: Option<i32>,
    /// Stock in the one distribution centre.
    pub saldo: Option<NovoSaldo>,
}

/// A stock; what is absent stays as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NovoSaldo {
    /// What is there.
    pub fisico: i32,
    /// Of that, what is promised already.
    pub reservado: Option<i32>,
    /// The stock at which the store wants to be warned.
    pub alerta: Option<i32>,
}

impl Leitura for NovoEstoque {
    fn ler(valor: &Valor<'_>, p: &mut Problemas) -> Option<Self> {
        let obj = valor.objeto(p)?;
        let prazo_entrega = natural(&obj, "prazoEntrega", p);
        let saldos = match obj.com("listaEstoque", p, |v, p| v.lista::<NovoSaldo>(ITENS_MAX, p))? {
            Some(saldos) => saldos,
            None => return obj.problema("listaEstoque", p, OBRIGATORIO),
        };
        let saldo = match saldos.as_slice() {
            [] if prazo_entrega == Some(None) => {
                obj.problema("listaEstoque", p, "deve ter pelo menos um item")
            }
            [] => Some(None),
            [saldo] => Some(Some(*saldo)),
            _ => obj.problema("listaEstoque", p, "repete o centro de distribuição"),
        };
        Some(Self { prazo_entrega: prazo_entrega?, saldo: saldo? })
    }
}

impl Leitura for NovoSaldo {
    fn ler(valor: &Valor<'_>, p: &mut Problemas) -> Option<Self> {
        let obj = valor.objeto(p)?;
        let fisico = match natural(&obj, "estoqueFisico", p) {
            Some(None) => obj.problema("estoqueFisico", p, OBRIGATORIO),
            lido => lido.flatten(),
        };
        let reservado = natural(&obj, "estoqueReservado", p);
        let alerta = natural(&obj, "alertaEstoque", p);
        match obj.opcional::<i32>("centroDistribuicaoId", p)? {
            None | Some(CENTRO_DISTRIBUICAO) => {}
            Some(_) => {
                return obj.problema("centroDistribuicaoId", p, "não é um centro de distribuição da loja");
            }
        }
        Some(Self { fisico: fisico?, reservado: reservado?, alerta: alerta? })
    }
}

/// A whole number of zero or more, or nothing.
fn natural(obj: &Objeto<'_>, nome: &str, p: &mut Problemas) -> Option<Option<i32>> {
    match obj.opcional::<i32>(nome, p)? {
        Some(n) if n < 0 => obj.problema(nome, p, "deve ser maior ou igual a zero"),
        lido => Some(lido),
    }
}

/// What becomes of a product's prices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NovoPreco {
    /// Cost; as it is when absent.
    pub custo: Option<Dinheiro>,
    /// "From" price and selling price.
    pub preco: Preco,
}

impl Leitura for NovoPreco {
    fn ler(valor: &Valor<'_>, p: &mut Problemas) -> Option<Self> {
        let obj = valor.objeto(p)?;
        let custo = obj.valor_opcional("precoCusto", p);
        let preco_de = obj.valor_obrigatorio("precoDe", p);
        let preco_por = obj.valor_obrigatorio("precoPor", p);
        let preco = Preco { preco_de: preco_de?, preco_por: preco_por? };
        preco.conferir(&obj, p);
        Some(Self { custo: custo?, preco })
    }
}

/// New wholesale prices of one product: a list, or one by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NovosAtacados(pub Vec<NovoAtacado>);

/// A new wholesale price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NovoAtacado {
    /// Price per unit.
    pub preco: Dinheiro,
    /// From this quantity on.
    pub quantidade: i32,
}

/// A change of a wholesale price; what is absent stays as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MudancaAtacado {
    /// Price per unit.
    pub preco: Option<Dinheiro>,
    /// From this quantity on.
    pub quantidade: Option<i32>,
}

impl Leitura for NovosAtacados {
    fn ler(valor: &Valor<'_>, p: &mut Problemas) -> Option<Self> {
        if !valor.raw().get().starts_with('[') {
            return NovoAtacado::ler(valor, p).map(|novo| Self(vec![novo]));
        }
        let novos: Vec<NovoAtacado> = valor.lista(ITENS_MAX, p)?;
        let mut quantidades = HashSet::new();
        if novos.is_empty() {
            return valor.problema(p, "deve ter pelo menos um item");
        }
        if !novos.iter().all(|novo| quantidades.insert(novo.quantidade)) {
            return valor.problema(p, "repete uma quantidade");
        }
        Some(Self(novos))
    }
}

impl Leitura for NovoAtacado {
    fn ler(valor: &Valor<'_>, p: &mut Problemas) -> Option<Self> {
        let obj = valor.objeto(p)?;
        let preco = obj.valor_obrigatorio("precoAtacado", p);
        let quantidade = match ler_quantidade(&obj, p) {
            Some(None) => obj.problema("quantidade", p, OBRIGATORIO),
            lida => lida.flatten(),
        };
        Some(Self { preco: preco?, quantidade: quantidade? })
    }
}

impl Leitura for MudancaAtacado {
    fn ler(valor: &Valor<'_>, p: &mut Problemas) -> Option<Self> {
        let obj = valor.objeto(p)?;
        let preco = obj.valor_opcional("precoAtacado", p);
        let quantidade = ler_quantidade(&obj, p);
        Some(Self { preco: preco?, quantidade: quantidade? })
    }
}

fn ler_quantidade(obj: &Objeto<'_>, p: &mut Problemas) -> Option<Option<i32>> {
    match obj.opcional::<i32>("quantidade", p)? {
        Some(n) if n < 1 => obj.problema("quantidade", p, "deve ser maior que zero"),
        lida => Some(lida),
    }
}

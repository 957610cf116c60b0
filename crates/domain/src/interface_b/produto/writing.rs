//! What clients send to change stock, prices and wholesale prices.

use std::collections::HashSet;

use crate::interface_b::registro::CENTRO_DISTRIBUICAO;
use crate::reading::json::{FromJson, InputObject, InputValue, REQUIRED, read_with};
use crate::reading::problems::Problems;
use crate::sku_canal::Preco;
use crate::values::money::Dinheiro;

/// Most items of one request.
pub const ITENS_MAX: usize = 50;

/// Items of a request, each good or bad on its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lote<T>(pub Vec<LoteItem<T>>);

/// One item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoteItem<T> {
    /// The product as it is named there; empty when it is not.
    pub identificador: String,
    /// What is to be done with it, or what is wrong with the item. Paths start at the item.
    pub valor: Result<T, Problems>,
}

impl<T: FromJson> FromJson for Lote<T> {
    fn read(valor: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        valor.list(ITENS_MAX, p).map(Self)
    }
}

impl<T: FromJson> FromJson for LoteItem<T> {
    fn read(valor: &InputValue<'_>, _: &mut Problems) -> Option<Self> {
        // what is wrong with one item must not hide the others: it is kept with the item
        let mut identificador = String::new();
        let valor = read_with(valor.raw(), |valor, p| {
            let obj = valor.object(p)?;
            let parsed = read_identifier(&obj, p);
            identificador = parsed.clone().unwrap_or_default();
            T::read(valor, p).filter(|_| parsed.is_some())
        });
        Some(Self { identificador, valor })
    }
}

/// A text or a number: clients send the service's numbers as either.
fn read_identifier(obj: &InputObject<'_>, p: &mut Problems) -> Option<String> {
    let parsed = obj.with("identificador", p, |valor, p| {
        let number = valor.raw().get().starts_with(|c: char| c == '-' || c.is_ascii_digit());
        if number { valor.number(p).map(String::from) } else { valor.text(1, 100, p) }
    })?;
    parsed.or_else(|| obj.problem("identificador", p, REQUIRED))
}

/// What becomes of a product's stock; what is absent stays as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewEstoque {
    /// Extra days of dispatch.
    pub prazo_entrega: Option<i32>,
    /// Stock in the one distribution centre.
    pub saldo: Option<NewSaldo>,
}

/// A stock; what is absent stays as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewSaldo {
    /// What is there.
    pub physical: i32,
    /// Of that, what is promised already.
    pub reserved: Option<i32>,
    /// The stock at which the store wants to be warned.
    pub alert: Option<i32>,
}

impl FromJson for NewEstoque {
    fn read(valor: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = valor.object(p)?;
        let prazo_entrega = natural(&obj, "prazoEntrega", p);
        let saldos = match obj.with("listaEstoque", p, |v, p| v.list::<NewSaldo>(ITENS_MAX, p))? {
            Some(saldos) => saldos,
            None => return obj.problem("listaEstoque", p, REQUIRED),
        };
        let saldo = match saldos.as_slice() {
            [] if prazo_entrega == Some(None) => {
                obj.problem("listaEstoque", p, "deve ter pelo menos um item")
            }
            [] => Some(None),
            [saldo] => Some(Some(*saldo)),
            _ => obj.problem("listaEstoque", p, "repete o centro de distribuição"),
        };
        Some(Self { prazo_entrega: prazo_entrega?, saldo: saldo? })
    }
}

impl FromJson for NewSaldo {
    fn read(valor: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = valor.object(p)?;
        let physical = match natural(&obj, "estoqueFisico", p) {
            Some(None) => obj.problem("estoqueFisico", p, REQUIRED),
            parsed => parsed.flatten(),
        };
        let reserved = natural(&obj, "estoqueReservado", p);
        let alert = natural(&obj, "alertaEstoque", p);
        match obj.optional::<i32>("centroDistribuicaoId", p)? {
            None | Some(CENTRO_DISTRIBUICAO) => {}
            Some(_) => {
                return obj.problem("centroDistribuicaoId", p, "não é um centro de distribuição da loja");
            }
        }
        Some(Self { physical: physical?, reserved: reserved?, alert: alert? })
    }
}

/// A whole number of zero or more, or nothing.
fn natural(obj: &InputObject<'_>, name: &str, p: &mut Problems) -> Option<Option<i32>> {
    match obj.optional::<i32>(name, p)? {
        Some(n) if n < 0 => obj.problem(name, p, "deve ser maior ou igual a zero"),
        parsed => Some(parsed),
    }
}

/// What becomes of a product's prices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewPreco {
    /// Cost; as it is when absent.
    pub cost: Option<Dinheiro>,
    /// "From" price and selling price.
    pub preco: Preco,
}

impl FromJson for NewPreco {
    fn read(valor: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = valor.object(p)?;
        let cost = obj.optional_value("precoCusto", p);
        let preco_de = obj.required_value("precoDe", p);
        let preco_por = obj.required_value("precoPor", p);
        let preco = Preco { preco_de: preco_de?, preco_por: preco_por? };
        preco.check(&obj, p);
        Some(Self { cost: cost?, preco })
    }
}

/// New wholesale prices of one product: a list, or one by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewAtacados(pub Vec<NovoAtacado>);

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
pub struct AtacadoChange {
    /// Price per unit.
    pub preco: Option<Dinheiro>,
    /// From this quantity on.
    pub quantidade: Option<i32>,
}

impl FromJson for NewAtacados {
    fn read(valor: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        if !valor.raw().get().starts_with('[') {
            return NovoAtacado::read(valor, p).map(|new| Self(vec![new]));
        }
        let new_ones: Vec<NovoAtacado> = valor.list(ITENS_MAX, p)?;
        let mut quantities = HashSet::new();
        if new_ones.is_empty() {
            return valor.problem(p, "deve ter pelo menos um item");
        }
        if !new_ones.iter().all(|new| quantities.insert(new.quantidade)) {
            return valor.problem(p, "repete uma quantidade");
        }
        Some(Self(new_ones))
    }
}

impl FromJson for NovoAtacado {
    fn read(valor: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = valor.object(p)?;
        let preco = obj.required_value("precoAtacado", p);
        let quantidade = match read_quantidade(&obj, p) {
            Some(None) => obj.problem("quantidade", p, REQUIRED),
            parsed => parsed.flatten(),
        };
        Some(Self { preco: preco?, quantidade: quantidade? })
    }
}

impl FromJson for AtacadoChange {
    fn read(valor: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = valor.object(p)?;
        let preco = obj.optional_value("precoAtacado", p);
        let quantidade = read_quantidade(&obj, p);
        Some(Self { preco: preco?, quantidade: quantidade? })
    }
}

fn read_quantidade(obj: &InputObject<'_>, p: &mut Problems) -> Option<Option<i32>> {
    match obj.optional::<i32>("quantidade", p)? {
        Some(n) if n < 1 => obj.problem("quantidade", p, "deve ser maior que zero"),
        parsed => Some(parsed),
    }
}

//! An order that comes again and tells what was not known before: marketplaces name the buyer once the order is paid.
//!
//! What is absent tells nothing, so it differs from nothing. `docs/decisions/0006-idempotency-keys-and-order-fingerprints.md`.

use std::collections::BTreeMap;

use super::anonymisation::ANONYMISED;
use super::aviso::MASK;
use super::checks::{Content, PEDIDO_BYTES, RECEIVED};
use super::order::{Comprador, Informacao, Pedido};
use crate::evento::Detalhe;

/// Further values of an order.
pub(super) const INFORMACOES_MAX: usize = 500;

/// What is written where a name will stand.
const FILLERS: [&str; 11] = [
    "",
    "-",
    "n/a",
    "null",
    "undefined",
    "pending",
    "pendente",
    "unknown",
    "desconhecido",
    "não informado",
    "nao informado",
];

impl Pedido {
    /// This order with what it lacks of buyer, addresses, freight, payment and further values and `again` tells, and
    /// what that is. `None` when `again` is another order: it differs in what is sold or in something that is there.
    /// Where it stands is not looked at.
    pub fn completed(&self, again: &Self) -> Option<(Self, Vec<Detalhe>)> {
        let sold_alike = self.source_site_id == again.source_site_id
            && (self.data, self.total) == (again.data, again.total)
            && (self.desconto, self.juros) == (again.desconto, again.juros)
            && same(&self.produtos, &again.produtos);
        if !sold_alike || self.usuario.nome == ANONYMISED {
            return None;
        }
        let paid_by = |pedido: &Self| pedido.formas().count();
        let quantidade_parcelas = match (paid_by(self), paid_by(again)) {
            (0, 1..) => again.quantidade_parcelas,
            (1.., 0) => self.quantidade_parcelas,
            _ if self.quantidade_parcelas == again.quantidade_parcelas => self.quantidade_parcelas,
            _ => return None,
        };
        let told = again.informacao_adicional.iter().filter(|info| !self.is_hidden_in(info));
        let told: Vec<Informacao> = told.cloned().collect();
        let whole = Self {
            usuario: self.usuario.completed(&again.usuario)?,
            frete: list(&self.frete, &again.frete)?,
            endereco: list(&self.endereco, &again.endereco)?,
            informacao_adicional: informacoes(&self.informacao_adicional, &told)?,
            quantidade_parcelas,
            ..self.clone()
        };
        let further = |pedido: &Self| pedido.informacao_adicional.len() - paid_by(pedido);
        let added: Vec<Detalhe> = [
            (Detalhe::Comprador, whole.usuario != self.usuario),
            (Detalhe::Endereco, whole.endereco != self.endereco),
            (Detalhe::Frete, whole.frete != self.frete),
            (Detalhe::Pagamento, paid_by(&whole) != paid_by(self)),
            (Detalhe::InformacaoAdicional, further(&whole) != further(self)),
        ]
        .into_iter()
        .filter_map(|(detail, new)| new.then_some(detail))
        .collect();
        let fits = added.is_empty()
            || whole.informacao_adicional.len() <= INFORMACOES_MAX
                && Content::of(&whole).bytes() <= PEDIDO_BYTES;
        fits.then_some((whole, added))
    }
}

impl Pedido {
    /// Whether it stands, masked, in the place of a member that is known, or that came masked before.
    fn is_hidden_in(&self, info: &Informacao) -> bool {
        let Some(member) = info.chave.strip_prefix(RECEIVED).filter(|_| info.valor.contains(MASK)) else {
            return false;
        };
        let usuario = &self.usuario;
        let known = match member {
            "usuario.nome" => !usuario.is_unknown(),
            "usuario.cpf" => !usuario.cpf.is_empty(),
            "usuario.cnpj" => !usuario.cnpj.is_empty(),
            "usuario.sexo" => usuario.sexo.is_some(),
            "usuario.nascimento" => usuario.nascimento.is_some(),
            _ => false,
        };
        known || self.informacao_adicional.iter().any(|old| old.chave == info.chave)
    }
}

impl Comprador {
    /// Whether the name is not known: it is absent, or a word stands where it will.
    pub fn is_unknown(&self) -> bool {
        FILLERS.contains(&self.nome.trim().to_lowercase().as_str())
    }

    fn completed(&self, again: &Self) -> Option<Self> {
        let nome = match (self.is_unknown(), again.is_unknown()) {
            (true, false) => again.nome.clone(),
            (_, true) => self.nome.clone(),
            (false, false) => text(&self.nome, &again.nome)?,
        };
        Some(Self {
            nome,
            cpf: text(&self.cpf, &again.cpf)?,
            cnpj: text(&self.cnpj, &again.cnpj)?,
            inscricao_estadual: text(&self.inscricao_estadual, &again.inscricao_estadual)?,
            email: text(&self.email, &again.email)?,
            sexo: one(self.sexo, again.sexo)?,
            nascimento: one(self.nascimento, again.nascimento)?,
        })
    }
}

/// What both say or one of them does; `None` when they differ.
fn one<T: Copy + PartialEq>(old: Option<T>, new: Option<T>) -> Option<Option<T>> {
    (old.is_none() || new.is_none() || old == new).then_some(old.or(new))
}

/// The same of texts; one that is masked tells less than one that is not.
fn text(old: &str, new: &str) -> Option<String> {
    let tells_nothing =
        |text: &str, beside: &str| text.is_empty() || text.contains(MASK) && !beside.is_empty();
    match (tells_nothing(new, old), tells_nothing(old, new)) {
        (true, _) => Some(old.to_owned()),
        (false, true) => Some(new.to_owned()),
        (false, false) => (old == new).then(|| old.to_owned()),
    }
}

fn list<T: Clone + Ord>(old: &[T], new: &[T]) -> Option<Vec<T>> {
    match (old, new) {
        ([], new) => Some(new.to_vec()),
        (old, new) => (new.is_empty() || same(old, new)).then(|| old.to_vec()),
    }
}

/// Each key is told once, with all of its values.
fn informacoes(old: &[Informacao], new: &[Informacao]) -> Option<Vec<Informacao>> {
    let by_key = |all: &[Informacao]| {
        let mut keys: BTreeMap<String, Vec<Informacao>> = BTreeMap::new();
        for info in all {
            keys.entry(info.chave.clone()).or_default().push(info.clone());
        }
        keys
    };
    let (known, told) = (by_key(old), by_key(new));
    let differs = |(key, values): (&String, &Vec<Informacao>)| !same(values, told.get(key).unwrap_or(values));
    if known.iter().any(differs) {
        return None;
    }
    let added = new.iter().filter(|info| !known.contains_key(&info.chave));
    Some(old.iter().chain(added).cloned().collect())
}

/// Whether two lists hold the same, in whatever order.
fn same<T: Ord>(one: &[T], other: &[T]) -> bool {
    fn sorted<T: Ord>(list: &[T]) -> Vec<&T> {
        let mut all: Vec<&T> = list.iter().collect();
        all.sort_unstable();
        all
    }
    one.len() == other.len() && sorted(one) == sorted(other)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::reading::json::read_json;

    fn order(over: Value) -> Pedido {
        let mut body = json!({"canalId": "c", "sourceId": "1", "data": "2026-05-10", "total": 3, "status": "Pago",
            "produtos": [{"sku": "A", "quantidade": 1, "preco": 1}, {"sku": "B", "quantidade": 1, "preco": 2}]});
        for (name, value) in over.as_object().unwrap() {
            body[name] = value.clone();
        }
        read_json(body.to_string().as_bytes()).unwrap()
    }

    #[test]
    fn what_is_not_there_is_taken_and_nothing_else() {
        let ana = json!({"nome": "Ana", "cpf": "52998224725"});
        let method = json!([{"chave": "formaPagamentoId", "valor": "20"}]);
        let (street, far) =
            (json!([{"tipoEndereco": "Entrega", "rua": "R"}]), json!([{"tipoEndereco": "Entrega"}]));
        let none: &[Detalhe] = &[];
        for (old, new, added) in [
            (json!({}), json!({"usuario": ana}), Some(&[Detalhe::Comprador][..])),
            (json!({"usuario": {"nome": "Pending"}}), json!({"usuario": ana}), Some(&[Detalhe::Comprador])),
            (json!({"usuario": {"nome": "Ana"}}), json!({"usuario": ana}), Some(&[Detalhe::Comprador])),
            (json!({"usuario": ana}), json!({"usuario": {"nome": "PENDENTE "}}), Some(none)),
            (json!({"usuario": {"nome": "Ana"}}), json!({"usuario": {"nome": "Eva"}}), None),
            // masked, it tells nothing of what is known
            (
                json!({"usuario": ana}),
                json!({"usuario": {"nome": "A**", "cpf": "***.982.247-**"}}),
                Some(none),
            ),
            (json!({"usuario": {"cpf": "*****"}}), json!({"usuario": {"cpf": "***.982.247-**"}}), Some(none)),
            (
                json!({"usuario": {"nome": "A**", "cpf": "*"}}),
                json!({"usuario": ana}),
                Some(&[Detalhe::Comprador]),
            ),
            (
                json!({"usuario": {"nome": "Ana"}}),
                json!({"usuario": {"cpf": "*"}}),
                Some(&[Detalhe::InformacaoAdicional]),
            ),
            (json!({"usuario": {"nome": "[anonimizado]"}}), json!({"endereco": street}), None),
            (json!({}), json!({"endereco": street}), Some(&[Detalhe::Endereco])),
            (json!({"endereco": street}), json!({}), Some(none)),
            (json!({"endereco": street}), json!({"endereco": far}), None),
            (json!({}), json!({"frete": [{"valorCobrado": 1}]}), Some(&[Detalhe::Frete])),
            (
                json!({}),
                json!({"informacaoAdicional": method, "quantidadeParcelas": 3}),
                Some(&[Detalhe::Pagamento]),
            ),
            (
                json!({"informacaoAdicional": [{"chave": "a", "valor": "1"}]}),
                json!({"informacaoAdicional": [{"chave": "b", "valor": "1"}]}),
                Some(&[Detalhe::InformacaoAdicional]),
            ),
            (
                json!({"informacaoAdicional": [{"chave": "a", "valor": "1"}]}),
                json!({"informacaoAdicional": [{"chave": "a", "valor": "2"}]}),
                None,
            ),
            (json!({}), json!({"quantidadeParcelas": 3}), None),
            (json!({}), json!({"total": 4}), None),
            (json!({}), json!({"produtos": [{"sku": "A", "quantidade": 1, "preco": 1}]}), None),
            (json!({}), json!({"status": "Cancelado"}), Some(none)),
        ] {
            let (old, new) = (order(old), order(new));
            let whole = old.completed(&new);
            assert_eq!(whole.as_ref().map(|(_, added)| added.as_slice()), added, "{old:?} {new:?}");
            let Some((whole, _)) = whole else { continue };
            assert_eq!((&whole.produtos, whole.status), (&old.produtos, old.status));
            // and once more adds nothing
            assert_eq!(whole.completed(&new), Some((whole.clone(), Vec::new())));
            assert_eq!(whole.completed(&old), Some((whole, Vec::new())));
        }
    }
}

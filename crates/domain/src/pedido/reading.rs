//! Reading an order and its parts.

use std::str::FromStr;

use super::checks::{Content, PEDIDO_BYTES, RECEIVED};
use super::completion::INFORMACOES_MAX;
use super::order::{Comprador, Endereco, Frete, Informacao, ItemPedido, Pedido, Sexo, is_brazil};
use crate::reading::json::{FromJson, InputObject, InputValue, REQUIRED};
use crate::reading::problems::Problems;
use crate::reading::words::UnknownValue;
use crate::values::dates::Instante;
use crate::values::documents::{self, Cep, Cnpj, Cpf, Digits, InvalidDocument, Uf};
use crate::values::ids::{PedidoId, check_visible};

/// Characters of a buyer's name that are kept as the name.
const NAME_MAX: usize = 200;
/// Characters of what came in the place of a value that cannot be kept.
const RECEIVED_MAX: usize = 4000;
/// Characters of a state, and of a postal code.
const STATE_MAX: usize = 100;
const CEP_MAX: usize = 100;

impl FromJson for Pedido {
    /// `pedidoId` is the service's to give and is not read.
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let pedido = read_members(value, p)?;
        // blanks and members that are not read make a body longer than what is kept of it
        if value.raw().get().len() > PEDIDO_BYTES && Content::of(&pedido).bytes() > PEDIDO_BYTES {
            return value
                .problem(p, format_args!("o pedido deve ter no máximo {PEDIDO_BYTES} bytes de JSON"));
        }
        Some(pedido)
    }
}

fn read_members(value: &InputValue<'_>, p: &mut Problems) -> Option<Pedido> {
    let obj = value.object(p)?;
    let canal_id = obj.required("canalId", p);
    let source_id = obj.text("sourceId", 1, 100, p).and_then(|id| match check_visible(&id) {
        Ok(()) => Some(id),
        Err(e) => obj.problem("sourceId", p, e),
    });
    let source_site_id = obj.text_or_empty("sourceSiteId", 100, p);
    let desconto = obj.value("desconto", p);
    let date = obj.required("data", p);
    let juros = obj.value("juros", p);
    let quantidade_parcelas = obj.integer("quantidadeParcelas", 0, i32::MAX, 1, p).map(|n| n.max(1));
    let total = obj.required_value("total", p);
    let status = obj.required("status", p);
    let usuario = obj.optional::<Comprador>("usuario", p).map(Option::unwrap_or_default);
    let frete = obj.list("frete", 50, p);
    let address = obj.list("endereco", 50, p);
    let informacao_adicional = obj.list("informacaoAdicional", INFORMACOES_MAX, p);
    let unusable = unusable(&obj, p);
    let produtos = read_produtos(&obj, p);
    Some(Pedido {
        pedido_id: PedidoId::default(),
        canal_id: canal_id?,
        source_id: source_id?,
        source_site_id: source_site_id?,
        desconto: desconto?,
        data: date?,
        juros: juros?,
        quantidade_parcelas: quantidade_parcelas?,
        total: total?,
        status: status?,
        usuario: usuario?,
        frete: frete?,
        endereco: address?,
        informacao_adicional: informacao_adicional.map(|informacoes| [informacoes, unusable].concat())?,
        produtos: produtos?,
    })
}

/// What of the buyer cannot be what it should be, as it came: `***.456.789-**` is no CPF, and the order is
/// one all the same.
fn unusable(obj: &InputObject<'_>, p: &mut Problems) -> Vec<Informacao> {
    let mut found = Vec::new();
    let mut heard = Problems::new();
    obj.with("usuario", &mut heard, |value, heard| {
        let usuario = value.object(heard)?;
        for (name, reads) in OF_BUYER.iter().filter(|(name, _)| is_text(&usuario, name)) {
            if !reads(&usuario, name, heard) {
                let valor = usuario.text(name, 0, RECEIVED_MAX, p)?;
                found.push(Informacao { chave: format!("{RECEIVED}usuario.{name}"), valor });
            }
        }
        Some(())
    });
    found
}

/// Members of the buyer without which an order is one, and whether they can be read.
const OF_BUYER: [(&str, fn(&InputObject<'_>, &str, &mut Problems) -> bool); 5] = [
    ("nome", |obj, name, p| {
        let text = obj.text_or_empty(name, RECEIVED_MAX, p);
        text.is_none_or(|text| text.chars().count() <= NAME_MAX)
    }),
    ("cpf", |obj, name, p| documents::read_or_empty::<Cpf>(obj, name, p).is_some()),
    ("cnpj", |obj, name, p| documents::read_or_empty::<Cnpj>(obj, name, p).is_some()),
    ("sexo", |obj, name, p| sex(obj, name, p).is_some()),
    ("nascimento", |obj, name, p| obj.optional::<Instante>(name, p).is_some()),
];

/// A text that can be kept, whatever it says.
fn is_text(obj: &InputObject<'_>, name: &str) -> bool {
    matches!(obj.with(name, &mut Problems::new(), |value, p| value.string(p).map(drop)), Some(Some(())))
}

/// One of [`OF_BUYER`]: not known where a text is there that it cannot be.
fn if_usable<T: Default>(
    obj: &InputObject<'_>,
    name: &str,
    p: &mut Problems,
    read: impl FnOnce(&InputObject<'_>, &str, &mut Problems) -> Option<T>,
) -> Option<T> {
    match is_text(obj, name) {
        true => Some(read(obj, name, &mut Problems::new()).unwrap_or_default()),
        false => read(obj, name, p),
    }
}

/// In whatever case.
fn sex(obj: &InputObject<'_>, name: &str, p: &mut Problems) -> Option<Option<Sexo>> {
    obj.filled(name, p, |value, p| {
        let sex = Sexo::parse_ignoring_case(value.string(p)?.trim());
        sex.or_else(|| value.problem(p, UnknownValue(Sexo::NAMES)))
    })
}

/// A part of an address that may not be what it should be: then it is kept as it came.
fn as_it_came<T>(obj: &InputObject<'_>, name: &str, max: usize, p: &mut Problems) -> Option<String>
where
    T: Digits + FromStr<Err = InvalidDocument> + Into<String>,
{
    match documents::read_or_empty::<T>(obj, name, &mut Problems::new()) {
        Some(good) => Some(good),
        None => obj.text_or_empty(name, max, p),
    }
}

fn read_produtos(obj: &InputObject<'_>, p: &mut Problems) -> Option<Vec<ItemPedido>> {
    match obj.with("produtos", p, |value, p| value.list(500, p))? {
        None => obj.problem("produtos", p, REQUIRED),
        Some(items) if items.is_empty() => obj.problem("produtos", p, "deve ter pelo menos um item"),
        Some(items) => Some(items),
    }
}

impl FromJson for Comprador {
    /// An empty list is what some languages write for an object without members.
    fn is_absent(json: &str) -> bool {
        json.strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'))
            .is_some_and(|rest| rest.trim().is_empty())
    }

    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = value.object(p)?;
        let name = obj.text_or_empty("nome", RECEIVED_MAX, p);
        let name = name.map(|name| name.chars().take(NAME_MAX).collect());
        let cpf = if_usable(&obj, "cpf", p, documents::read_or_empty::<Cpf>);
        let cnpj = if_usable(&obj, "cnpj", p, documents::read_or_empty::<Cnpj>);
        let inscricao_estadual = obj.text_or_empty("inscricaoEstadual", 50, p);
        let email = obj.text_or_empty("email", 254, p);
        let sexo = if_usable(&obj, "sexo", p, sex);
        let nascimento = if_usable(&obj, "nascimento", p, |obj, name, p| obj.optional(name, p));
        Some(Self {
            nome: name?,
            cpf: cpf?,
            cnpj: cnpj?,
            inscricao_estadual: inscricao_estadual?,
            email: email?,
            sexo: sexo?,
            nascimento: nascimento?,
        })
    }
}

impl FromJson for Frete {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = value.object(p)?;
        let valor_nominal = obj.value("valorNominal", p);
        let valor_cobrado = obj.value("valorCobrado", p);
        let prazo_entrega = obj.natural("prazoEntrega", p);
        let prazo_preparacao = obj.natural("prazoPreparacao", p);
        let data_agendamento = obj.optional("dataAgendamento", p);
        let data_prevista_entrega = obj.optional("dataPrevistaEntrega", p);
        let frete_source_id = obj.text_or_empty("freteSourceId", 200, p);
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

impl FromJson for Endereco {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = value.object(p)?;
        let tipo_endereco = obj.required("tipoEndereco", p);
        let rua = obj.text_or_empty("rua", 300, p);
        let number = obj.text_or_empty("numero", 50, p);
        let complemento = obj.text_or_empty("complemento", 300, p);
        let bairro = obj.text_or_empty("bairro", 200, p);
        let referencia = obj.text_or_empty("referencia", 500, p);
        let cidade = obj.text_or_empty("cidade", 200, p);
        let pais = obj.text_or_empty("pais", 100, p);
        let (state, cep) = if pais.as_deref().is_some_and(is_brazil) {
            (as_it_came::<Uf>(&obj, "estado", STATE_MAX, p), as_it_came::<Cep>(&obj, "cep", CEP_MAX, p))
        } else {
            (obj.text_or_empty("estado", STATE_MAX, p), obj.text_or_empty("cep", CEP_MAX, p))
        };
        Some(Self {
            tipo_endereco: tipo_endereco?,
            rua: rua?,
            numero: number?,
            complemento: complemento?,
            bairro: bairro?,
            referencia: referencia?,
            cidade: cidade?,
            estado: state?,
            pais: pais?,
            cep: cep?,
        })
    }
}

impl FromJson for Informacao {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = value.object(p)?;
        let key = obj.text("chave", 1, 200, p);
        let value = obj.text_or_empty("valor", 4000, p);
        Some(Self { chave: key?, valor: value? })
    }
}

impl FromJson for ItemPedido {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = value.object(p)?;
        let sku = obj.text("sku", 1, 100, p);
        let quantidade = match obj.required::<i32>("quantidade", p) {
            Some(n) if n < 1 => obj.problem("quantidade", p, "deve ser maior ou igual a 1"),
            parsed => parsed,
        };
        let preco = obj.required_value("preco", p);
        let desconto = obj.value("desconto", p);
        let frete = obj.value("frete", p);
        Some(Self { sku: sku?, quantidade: quantidade?, preco: preco?, desconto: desconto?, frete: frete? })
    }
}

#[cfg(test)]
mod tests;

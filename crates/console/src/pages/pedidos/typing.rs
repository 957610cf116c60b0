//! What somebody means who types an order: the products and prices of its lines, its sum, and the body that interface A
//! would take.

use domain::forma_pagamento::FormaPagamento;
use domain::pedido::{FORMA_PAGAMENTO_KEY, Pedido, StatusPedido};
use domain::tipo_canal::TypeCatalogue;
use domain::values::dates::Instante;
use domain::values::documents::{Cnpj, Cpf};
use domain::values::ids::LojaId;
use domain::values::money::Dinheiro;
use domain::values::search_text::fold;
use serde_json::{Map, Value, json};
use store::canais::CanalRow;
use store::offers::{self, Showcase};
use store::skus::{self, Meant};
use store::{Conn, lojas_config};

use crate::access::{Form, LojaVisit, writable};
use crate::error::Failure;
use crate::lang::Lang;
use crate::pages::canais;
use crate::pages::ofertas::Shown;
use crate::view::filling::{decimal, read};
use crate::view::format;

/// Lines that a form has at most.
pub const LINES_MAX: usize = 40;
/// Products that are named where a text means several.
const NAMED: u32 = 5;
/// How long a form is good for, in microseconds: sent twice by then, it is the same order.
const GOOD: i64 = 24 * 3600 * 1_000_000;
/// What a typed order may be at first.
pub const STANDS: [StatusPedido; 2] = [StatusPedido::Pago, StatusPedido::AguardandoPagamento];
/// The parts of an address, by their names in interface A's body.
pub const ADDRESS: [&str; 7] = ["rua", "numero", "complemento", "bairro", "cidade", "estado", "cep"];

/// The name of a field, and what is wrong there.
type Wrong = (String, String);

/// A line whose product and price are known.
pub struct Line {
    /// Its place in the form.
    pub n: usize,
    sku: String,
    /// What the product is called.
    pub nome: String,
    units: i32,
    price: Dinheiro,
    /// The text is only a part of the product's name: it is shown, to be confirmed, before the order is made.
    pub guessed: bool,
}

/// A form whose lines are known.
pub struct Summed {
    /// With the codes and prices that were found.
    pub form: Form,
    /// The lines that are filled.
    pub lines: Vec<Line>,
    freight: Option<Dinheiro>,
    /// What all of it comes to.
    pub total: Dinheiro,
}

/// The channels whose orders nobody else brings: those that the hub does not work itself.
pub fn own(types: &TypeCatalogue, all: Vec<CanalRow>) -> Vec<CanalRow> {
    let connected = |row: &CanalRow| types.find(&row.canal.tipo_canal).is_some_and(|kind| kind.conector);
    all.into_iter().filter(|row| !connected(row)).collect()
}

/// When a form was opened; now for one that does not say so.
pub fn opened(form: &Form) -> Instante {
    let said = form.text("aberto").parse().ok().map(Instante::from_micros);
    let now = Instante::now();
    said.filter(|at| *at <= now).unwrap_or(now)
}

/// Whether a form was opened too long ago.
pub fn is_old(form: &Form) -> bool {
    opened(form).micros() < Instante::now().micros() - GOOD
}

/// Whether anything stands in a line.
pub fn is_filled(form: &Form, n: usize) -> bool {
    ["sku", "quantidade", "preco"].iter().any(|part| !form.text(&format!("{part}{n}")).is_empty())
}

/// An amount that is typed; nothing where the field is empty.
fn amount(lang: Lang, form: &Form, name: &str) -> Result<Option<Dinheiro>, Wrong> {
    let text = form.text(name);
    if text.is_empty() {
        return Ok(None);
    }
    let read = decimal(lang, text).and_then(|text| text.parse::<Dinheiro>().map_err(|why| why.to_string()));
    match read {
        Ok(amount) if !amount.negative() => Ok(Some(amount)),
        Ok(_) => Err((name.to_owned(), lang.say("Escreva 0 ou mais.", "Write 0 or more.").to_owned())),
        Err(why) => Err((name.to_owned(), why)),
    }
}

/// Finds out what each line means, and what the whole comes to.
pub async fn summed(visit: &LojaVisit, form: &Form) -> Result<Summed, Failure> {
    if is_old(form) {
        let words = visit.lang.say(
            "Este formulário foi aberto há mais de 24 horas, e nada foi feito. Se ele já tinha sido enviado, o pedido \
             está na lista; se não, confira e envie de novo.",
            "This form was opened more than 24 hours ago, and nothing was done. If it had been sent before, the order is \
             in the list; if not, look it over and send it again.",
        );
        return Err(Failure::Refused(words.to_owned()));
    }
    let (lang, loja, types, form) = (visit.lang, visit.loja.loja, visit.state.types.clone(), form.clone());
    visit
        .read(move |conn| {
            let formas = lojas_config::find(conn, loja.id)?.formas().into_owned();
            let all = own(&types, canais::all(conn, loja.id)?).into_iter();
            let chosen = all.map(Shown::from).find(|one| one.id() == form.text("canal"));
            let none =
                || Failure::Wrong("canal", lang.say("Escolha o canal.", "Choose the channel.").to_owned());
            let channel = chosen.ok_or_else(none)?;
            let showcase = channel.of(loja, &types);
            let (mut lines, mut wrong) = (Vec::new(), chosen_otherwise(lang, &form, &formas));
            let filled: Vec<(usize, String)> = (1..=LINES_MAX)
                .filter(|n| is_filled(&form, *n))
                .map(|n| (n, form.text(&format!("sku{n}")).to_owned()))
                .collect();
            let texts: Vec<&str> = filled.iter().map(|(_, text)| text.as_str()).collect();
            let meant = skus::by_codes(conn, loja.id, &texts)?;
            for ((n, text), meant) in filled.iter().zip(meant) {
                let product = product(conn, lang, loja.id, text, meant)?;
                match line(conn, lang, showcase.as_ref(), (&form, *n), product)? {
                    Ok(line) => lines.push(line),
                    Err(one) => wrong.push(one),
                }
            }
            if lines.is_empty() && wrong.is_empty() {
                let words = lang.say("Escreva o que foi vendido.", "Write what was sold.");
                wrong.push(("sku1".to_owned(), words.to_owned()));
            }
            let freight = amount(lang, &form, "frete").unwrap_or_else(|one| {
                wrong.push(one);
                None
            });
            if !wrong.is_empty() {
                return Err(Failure::Invalid(wrong));
            }
            let mut each = lines
                .iter()
                .map(|line| line.price.times(line.units))
                .chain([freight.or(Some(Dinheiro::ZERO))]);
            let total =
                each.try_fold(Dinheiro::ZERO, |sum, one| sum.plus(one?).filter(|sum| *sum <= Dinheiro::MAX));
            let too_much = || {
                let most = format::money(lang, Dinheiro::MAX);
                let words = lang.say(
                    "A soma passa do que um pedido pode ter: R$",
                    "The sum is more than an order may have: R$",
                );
                Failure::Wrong("", format!("{words} {most}."))
            };
            let total = total.ok_or_else(too_much)?;
            let form = lines.iter().fold(form.clone(), |form, Line { n, sku, units, price, .. }| {
                form.with(&format!("sku{n}"), sku)
                    .with(&format!("quantidade{n}"), units)
                    .with(&format!("preco{n}"), format::money(lang, *price))
            });
            Ok(Summed { form, lines, freight, total })
        })
        .await
}

/// What a line means: how many of which product, for how much each.
fn line(
    conn: &mut Conn<'_>,
    lang: Lang,
    showcase: Option<&Showcase<'_>>,
    (form, n): (&Form, usize),
    product: Result<(Meant, bool), String>,
) -> Result<Result<Line, Wrong>, Failure> {
    let wrong = |part: &str, pt, en| Ok(Err((format!("{part}{n}"), lang.say(pt, en).to_owned())));
    let (Meant { sku, nome }, guessed) = match product {
        Ok(found) => found,
        Err(why) => return Ok(Err((format!("sku{n}"), why))),
    };
    let units = match form.text(&format!("quantidade{n}")) {
        "" => Some(1),
        typed => typed.parse().ok().filter(|units| *units > 0),
    };
    let Some(units) = units else {
        return wrong(
            "quantidade",
            "Escreva um número inteiro, a partir de 1.",
            "Write a whole number, from 1 on.",
        );
    };
    let typed = match amount(lang, form, &format!("preco{n}")) {
        Ok(typed) => typed,
        Err(one) => return Ok(Err(one)),
    };
    let offered = match (typed, showcase) {
        (None, Some(showcase)) => offers::find(conn, showcase, &sku)?.map(|offer| offer.preco.preco_por),
        (Some(_), _) | (None, None) => None,
    };
    let Some(price) = typed.or(offered.filter(|price| *price > Dinheiro::ZERO)) else {
        return wrong(
            "preco",
            "Não tem preço neste canal: escreva um.",
            "It has no price in this channel: write one.",
        );
    };
    Ok(Ok(Line { n, sku: sku.as_str().to_owned(), nome, units, price, guessed }))
}

/// The product that a text means: by its code or bar code, by its name, or as the only one that has the text somewhere,
/// which is a guess (the second part says so); or why it means none.
fn product(
    conn: &mut Conn<'_>,
    lang: Lang,
    loja: LojaId,
    text: &str,
    mut by_code: Vec<Meant>,
) -> Result<Result<(Meant, bool), String>, Failure> {
    if let (1, Some(one)) = (by_code.len(), by_code.pop()) {
        return Ok(Ok((one, false)));
    }
    let readable = !text.is_empty() && text.chars().all(writable);
    let found = if readable { skus::by_text(conn, loja, text, NAMED)? } else { Vec::new() };
    let exact: Vec<&Meant> = found.iter().filter(|one| fold(&one.nome) == fold(text)).collect();
    Ok(match (found.as_slice(), exact.as_slice()) {
        ([], _) => Err(lang.say("Não há este produto.", "There is no such product.").to_owned()),
        (_, [one]) => Ok(((*one).clone(), false)),
        ([one], _) => Ok((one.clone(), true)),
        _ => {
            let named = found.iter().map(|one| format!("{} ({})", one.sku.as_str(), one.nome));
            let named = named.collect::<Vec<_>>().join(", ");
            let words = lang.say("Há mais de um. Escreva o código:", "There are several. Write the code:");
            Err(format!("{words} {named}"))
        }
    })
}

/// What a form says that its page does not offer: another status, another payment.
fn chosen_otherwise(lang: Lang, form: &Form, formas: &[FormaPagamento]) -> Vec<Wrong> {
    let words = lang.say("Escolha um da lista.", "Choose one of the list.");
    let (status, forma) = (form.text("status"), form.text("pagamento"));
    let paid = forma.is_empty() || formas.iter().any(|one| one.forma_pagamento_id.to_string() == forma);
    let stands = STANDS.iter().any(|one| one.name() == status);
    let wrong = [("status", stands), ("pagamento", paid)].into_iter().filter(|(_, right)| !right);
    wrong.map(|(name, _)| (name.to_owned(), words.to_owned())).collect()
}

/// The body that interface A would take.
fn body(lang: Lang, summed: &Summed) -> Result<Value, Failure> {
    let form = &summed.form;
    let document = form.text("documento");
    let (cpf, cnpj) = match (Cpf::parse(document), Cnpj::parse(document)) {
        _ if document.is_empty() => ("", ""),
        (Ok(_), _) => (document, ""),
        (Err(_), Ok(_)) => ("", document),
        (Err(_), Err(_)) => {
            let words = lang.say("Não é um CPF nem um CNPJ.", "It is neither a CPF nor a CNPJ.");
            return Err(Failure::Wrong("documento", words.to_owned()));
        }
    };
    let items = summed
        .lines
        .iter()
        .map(|line| json!({"sku": line.sku, "quantidade": line.units, "preco": line.price.to_string()}));
    let text = |name: &str| Value::from(form.text(name));
    let mut body = json!({
        "canalId": text("canal"), "sourceId": text("codigo"), "data": opened(form).to_string(),
        "status": text("status"), "total": summed.total.to_string(),
        "usuario": {"nome": text("nome"), "cpf": cpf, "cnpj": cnpj, "email": text("email")},
        "produtos": items.collect::<Vec<_>>(),
    });
    let mut add =
        |name: &str, value: Value| body.as_object_mut().map(|body| body.insert(name.to_owned(), value));
    if ADDRESS.iter().any(|part| !form.text(part).is_empty()) {
        let mut address: Map<String, Value> =
            ADDRESS.map(|part| (part.to_owned(), text(part))).into_iter().collect();
        address.insert("tipoEndereco".to_owned(), "Entrega".into());
        add("endereco", json!([address]));
    }
    if let Some(freight) = summed.freight {
        add("frete", json!([{"valorCobrado": freight.to_string()}]));
    }
    if !form.text("pagamento").is_empty() {
        add("informacaoAdicional", json!([{"chave": FORMA_PAGAMENTO_KEY, "valor": text("pagamento")}]));
    }
    Ok(body)
}

/// The field of a member's path.
fn field(path: &str, lines: &[Line]) -> String {
    let (whole, last) = (path.split(['[', '.']).next(), path.rsplit('.').next().unwrap_or_default());
    match whole {
        Some("canalId") => "canal".to_owned(),
        Some("sourceId") => "codigo".to_owned(),
        Some("frete" | "total") => "frete".to_owned(),
        Some("produtos") => {
            let nth = path.split(['[', ']']).nth(1).and_then(|nth| nth.parse::<usize>().ok());
            nth.and_then(|nth| lines.get(nth)).map_or_else(String::new, |line| format!("{last}{}", line.n))
        }
        _ => last.to_owned(),
    }
}

/// The order, as interface A would read it.
pub fn order(lang: Lang, summed: &Summed) -> Result<Pedido, Failure> {
    read(&body(lang, summed)?, |path| field(path, &summed.lines))
}

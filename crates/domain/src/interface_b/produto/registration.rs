//! A product as a store's own system registers and changes it: one body for both, in which what is not said
//! stays as it is.

use std::collections::HashSet;

use super::cadastro::{Cadastro, natural};
use super::source::Source;
use super::writing::{NewSaldo, NovoAtacado, PrecoChange, PrecoOutcome, read_multiplier, read_prices};
use crate::reading::json::{FromJson, InputObject, InputValue, REQUIRED, ReadError};
use crate::reading::problems::Problems;
use crate::sku::{Atributo, Sku, codigo_interno};
use crate::values::documents::{self, Gtin};
use crate::values::ids::SkuId;
use crate::values::measure;
use crate::values::money::Dinheiro;
use crate::values::search_text::fold;

/// The record's members that are attributes of the SKU, by the names that they get there.
const AS_ATTRIBUTES: [(&str, &str); 4] =
    [("autor", "Autor"), ("editora", "Editora"), ("colecao", "Coleção"), ("genero", "Gênero")];

/// What a body says of a product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProdutoChange {
    sku: Option<SkuId>,
    nome: Option<String>,
    parent_id: Option<String>,
    marca: Option<String>,
    gtin: Option<String>,
    ativo: Option<bool>,
    prazo_despacho: Option<i32>,
    largura: Option<i32>,
    altura: Option<i32>,
    comprimento: Option<i32>,
    peso: Option<i32>,
    precos: PrecoChange,
    /// Stocks, by distribution centre.
    pub saldos: Vec<NewSaldo>,
    /// In the place of all that there are.
    atributos: Option<Vec<Atributo>>,
    /// Single ones, by name.
    named: Vec<(&'static str, String)>,
    cadastro: Cadastro,
    /// Wholesale prices in the place of all that there are; `None` when nothing is said of them.
    pub atacados: Option<Vec<NovoAtacado>>,
    /// Members that were read and cannot be kept.
    pub not_taken: Vec<&'static str>,
}

/// A product that is to be created: it has a code and a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewProduto(pub ProdutoChange);

impl FromJson for NewProduto {
    fn read(valor: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let change = ProdutoChange::read(valor, p);
        let obj = valor.object(p)?;
        for name in ["sku", "nome"] {
            if obj.raw(name).is_none() {
                obj.problem::<()>(name, p, REQUIRED);
            }
        }
        change.map(Self).filter(|_| p.is_empty())
    }
}

impl FromJson for ProdutoChange {
    fn read(valor: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = valor.object(p)?;
        let measure = |name, p: &mut Problems| obj.filled(name, p, measure::read);
        let text = |name, min, max, p: &mut Problems| obj.with(name, p, |v, p| v.text(min, max, p));
        let sku = obj.optional::<SkuId>("sku", p).and_then(|sku| match &sku {
            Some(code) if codigo_interno::check(code).is_err() => {
                obj.problem("sku", p, codigo_interno::Taken)
            }
            Some(_) | None => Some(sku),
        });
        let nome = text("nome", 1, 300, p);
        let parent_id = text("idPaiExterno", 0, 100, p);
        let marca = text("fabricante", 0, 100, p);
        let gtin = read_gtin(&obj, p);
        let ativo = obj.optional::<bool>("valido", p);
        let prazo_despacho = obj.filled("prazoEntrega", p, natural);
        let (largura, altura) = (measure("largura", p), measure("altura", p));
        let (comprimento, peso) = (measure("comprimento", p), measure("peso", p));
        let precos = read_prices(&obj, p);
        let saldos = obj.filled("estoque", p, NewSaldo::read_list);
        let mut not_taken = Vec::new();
        let atributos = obj.filled("listaAtributos", p, |v, p| v.list::<ListedAttribute>(500, p));
        let named = AS_ATTRIBUTES.map(|(member, name)| (name, text(member, 0, 4000, p)));
        let cadastro = Cadastro::read(&obj, p);
        let atacados = obj.filled("listaAtacado", p, |v, p| v.list::<ListedWholesale>(100, p));
        read_multiplier(&obj, &mut not_taken);
        let atributos = atributos?.filter(|list| !list.is_empty());
        if atributos.iter().flatten().any(|atributo| !atributo.shown) {
            not_taken.push("listaAtributos[].exibir");
        }
        let saldos = saldos?.unwrap_or_default();
        not_taken.extend(saldos.iter().find_map(NewSaldo::not_taken));
        let cadastro = cadastro?;
        if cadastro.marketplace == Some(false) {
            not_taken.push("marketplace");
        }
        let mut said = Vec::new();
        for (name, value) in named {
            said.extend(value?.map(|value| (name, value)));
        }
        Some(Self {
            sku: sku?,
            nome: nome?,
            parent_id: parent_id?,
            marca: marca?,
            gtin: gtin?,
            ativo: ativo?,
            prazo_despacho: prazo_despacho?,
            largura: largura?,
            altura: altura?,
            comprimento: comprimento?,
            peso: peso?,
            precos: precos?,
            saldos,
            atributos: atributos.map(|list| list.into_iter().map(|listed| listed.atributo).collect()),
            named: said,
            cadastro,
            atacados: distinct(&obj, atacados?.filter(|list| !list.is_empty()), p)?,
            not_taken,
        })
    }
}

/// A GTIN by interface A's rule; absent and empty are two things here.
fn read_gtin(obj: &InputObject<'_>, p: &mut Problems) -> Option<Option<String>> {
    let gtin = documents::read_or_empty::<Gtin>(obj, "ean", p)?;
    Some(obj.raw("ean").map(|_| gtin))
}

/// Wholesale prices of distinct quantities.
fn distinct(
    obj: &InputObject<'_>,
    atacados: Option<Vec<ListedWholesale>>,
    p: &mut Problems,
) -> Option<Option<Vec<NovoAtacado>>> {
    let Some(listed) = atacados else { return Some(None) };
    let mut quantities = HashSet::new();
    if !listed.iter().all(|ListedWholesale(atacado)| quantities.insert(atacado.quantidade)) {
        return obj.problem("listaAtacado", p, "repete uma quantidade");
    }
    Some(Some(listed.into_iter().map(|ListedWholesale(atacado)| atacado).collect()))
}

/// A wholesale price inside a product.
struct ListedWholesale(NovoAtacado);

impl FromJson for ListedWholesale {
    fn read(valor: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = valor.object(p)?;
        let preco = obj.required_value("precoPor", p);
        let quantidade = obj.integer("quantidade", 1, i32::MAX, 0, p);
        Some(Self(NovoAtacado { preco: preco?, quantidade: quantidade? }))
    }
}

/// An attribute inside a product.
struct ListedAttribute {
    atributo: Atributo,
    shown: bool,
}

impl FromJson for ListedAttribute {
    fn read(valor: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let atributo = Atributo::read(valor, p);
        let shown = valor.object(p)?.default("exibir", p, true);
        Some(Self { atributo: atributo?, shown: shown? })
    }
}

impl NewProduto {
    /// The product that is to be created, whose numbers and times are still to come.
    pub fn source(&self) -> Result<(Source, PrecoOutcome), ReadError> {
        let Self(change) = self;
        let (Some(sku), Some(nome)) = (&change.sku, &change.nome) else {
            let mut problems = Problems::new();
            problems.push("sku", REQUIRED);
            return Err(problems.into());
        };
        let mut source = Source::new(Sku::new(sku, nome)?);
        let outcome = change.apply(&mut source)?;
        Ok((source, outcome))
    }
}

/// Sets what was said.
macro_rules! take_over {
    ($change:ident $to:expr; $($name:ident),+) => {
        $(if let Some(said) = &$change.$name {
            $to.$name.clone_from(said);
        })+
    };
}

impl ProdutoChange {
    /// Changes a product; what is not said stays as it is.
    pub fn apply(&self, source: &mut Source) -> Result<PrecoOutcome, Problems> {
        let mut problems = Problems::new();
        if self.sku.as_ref().is_some_and(|sku| *sku != source.sku.sku) {
            problems.push("sku", "não pode ser alterado");
        }
        let sku = &mut source.sku;
        take_over!(self sku; nome, parent_id, marca, gtin, ativo, prazo_despacho);
        take_over!(self sku; largura, altura, comprimento, peso);
        if let Some(list) = &self.atributos {
            replace_attributes(sku, list);
        }
        for (name, value) in &self.named {
            set_attribute(sku, name, value);
        }
        source.cadastro.take_over(&self.cadastro);
        if let Some(saldo) = NewSaldo::main(&self.saldos) {
            saldo.apply(source);
        }
        let outcome = match self.precos.apply(source) {
            Ok(outcome) => outcome,
            Err(refusal) => {
                problems.push("precoDe", refusal);
                PrecoOutcome::default()
            }
        };
        if let Err(too_long) = source.sku.check_texts() {
            problems.push("", too_long);
        }
        problems.or(Some(outcome))
    }
}

/// Attributes in the place of all that there are; those that the record shows as members of their own stay
/// unless they are named.
fn replace_attributes(sku: &mut Sku, list: &[Atributo]) {
    let named: HashSet<String> = list.iter().map(|atributo| fold(&atributo.nome)).collect();
    let own: Vec<String> = AS_ATTRIBUTES.iter().map(|(_, name)| fold(name)).collect();
    let stays = |atributo: &Atributo| {
        let name = fold(&atributo.nome);
        own.contains(&name) && !named.contains(&name)
    };
    let left: Vec<Atributo> = sku.atributos.drain(..).filter(stays).collect();
    sku.atributos = list.iter().cloned().chain(left).collect();
}

/// One attribute, by its name whatever the case and accents; empty = none.
fn set_attribute(sku: &mut Sku, name: &str, value: &str) {
    let folded = fold(name);
    match sku.atributos.iter_mut().find(|atributo| fold(&atributo.nome) == folded) {
        Some(atributo) => value.clone_into(&mut atributo.valor),
        None if value.is_empty() => {}
        None => sku.atributos.push(Atributo { nome: name.to_owned(), valor: value.to_owned() }),
    }
    sku.atributos.retain(|atributo| fold(&atributo.nome) != folded || !atributo.valor.is_empty());
}

impl Source {
    /// A product that nothing is known of but its SKU.
    pub fn new(sku: Sku) -> Self {
        Self {
            variante: 0,
            produto: 0,
            sku,
            preco_custo: Dinheiro::ZERO,
            estoque_reservado: 0,
            reservado: None,
            centros: Vec::new(),
            alerta_estoque: 0,
            cadastro: Cadastro::default(),
            criado_em: crate::values::dates::Instante::from_micros(0),
            alterado_em: crate::values::dates::Instante::from_micros(0),
        }
    }
}

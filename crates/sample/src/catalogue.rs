//! Made-up stores: their users, channels, category trees and SKUs. Pure: no database, no clock.

use std::collections::HashSet;

use domain::canal::{Canal, ValorConfiguracao};
use domain::categoria::Categoria;
use domain::sku::{Atributo, Sku};
use domain::sku_canal::{Preco, SkuCanal};
use domain::tipo_canal::{Configuracao, TipoCanal, TipoConfiguracao};
use domain::usuario::Usuario;
use domain::values::ids::{CanalId, CategoriaId, SkuId, UsuarioId};
use domain::values::money::Dinheiro;

use crate::dice::Dice;
use crate::documents;
use crate::error::Result;
use crate::goods::{GOODS, Goods};
use crate::words::STORES;

/// Channels of each store.
pub const CHANNELS: usize = 4;

/// A store without its orders.
#[derive(Debug, Clone)]
pub struct SampleStore {
    /// Its user.
    pub usuario: Usuario,
    /// Its channels, each of another type.
    pub canais: Vec<Canal>,
    /// Its SKUs, group by group.
    pub skus: Vec<Sku>,
    /// What differs in a channel, by SKU.
    pub sku_canais: Vec<(SkuId, SkuCanal)>,
    /// Category tree, parents first.
    pub categorias: Vec<Category>,
    /// CNPJ that issues its invoices.
    pub cnpj: String,
}

/// A node of the store's category tree.
#[derive(Debug, Clone)]
pub struct Category {
    /// Its name.
    pub name: &'static str,
    /// The names above it.
    pub above: &'static [&'static str],
    /// Identifier in a made-up ERP; some have none.
    pub erp_id: String,
}

/// The `number`th store of a seed, with `skus` SKUs.
pub fn store(seed: u64, number: u32, skus: u32, types: &[TipoCanal]) -> Result<SampleStore> {
    let mut dice = Dice::new(seed, u64::from(number) * 2);
    let usuario = user(number)?;
    let canais = channels(&mut dice, number, types)?;
    let skus = draw_skus(&mut dice, skus)?;
    let sku_canais = channel_rows(&mut dice, &skus, &canais);
    let cnpj = documents::cnpj(&mut dice);
    Ok(SampleStore { usuario, canais, skus, sku_canais, categorias: categories(), cnpj })
}

fn user(number: u32) -> Result<Usuario> {
    let name = STORES.iter().cycle().nth(number as usize).copied().unwrap_or_default();
    Ok(Usuario {
        usuario_id: UsuarioId::parse(format!("loja-{}", number + 1))?,
        nome: name.to_owned(),
        email: format!("contato@loja-{}.example", number + 1),
        ativo: true,
        url_integracao: String::new(),
    })
}

/// Each store starts at another type, so that all types are in use.
fn channels(dice: &mut Dice, number: u32, types: &[TipoCanal]) -> Result<Vec<Canal>> {
    let first = number as usize * CHANNELS % types.len().max(1);
    let own = types.iter().cycle().skip(first).take(CHANNELS.min(types.len()));
    let mut channels = Vec::with_capacity(CHANNELS);
    for (n, kind) in own.enumerate() {
        channels.push(Canal {
            canal_id: CanalId::parse(kind.codigo.to_lowercase())?,
            nome: format!("{} – conta principal", kind.titulo),
            tipo_canal: kind.codigo.clone(),
            ativo: true,
            prazo: dice.small(0, 3),
            enviar_minimo_dimensao_zerada: n % 2 == 0,
            enviar_minimo_dimensao_menor: n % 3 == 0,
            percentual_estoque: dice.pick(&[100, 100, 80, 50]),
            enviar_sku: n != 2,
            configuracoes_adicionais: settings(dice, kind),
        });
    }
    Ok(channels)
}

/// What the type asks for, and a choice wherever it offers one.
fn settings(dice: &mut Dice, kind: &TipoCanal) -> Vec<ValorConfiguracao> {
    kind.configuracoes_adicionais
        .iter()
        .filter(|c| c.obrigatorio || c.opcoes.is_some())
        .map(|c| ValorConfiguracao { codigo: c.codigo.clone(), valor: setting(dice, c) })
        .collect()
}

fn setting(dice: &mut Dice, asked: &Configuracao) -> String {
    if let Some(choice) = asked.opcoes.as_deref().and_then(|choices| dice.pick_ref(choices)) {
        return choice.clone();
    }
    match asked.tipo {
        TipoConfiguracao::Boolean => "true".into(),
        TipoConfiguracao::Datetime => "2025-01-01T00:00:00Z".into(),
        TipoConfiguracao::String => format!("demo-{}", dice.hex(24)),
        TipoConfiguracao::Int => dice.between(100_000, 999_999_999).to_string(),
        TipoConfiguracao::Decimal => format!("{}.5", dice.between(8, 19)),
    }
}

/// The tree that the goods span, parents first.
fn categories() -> Vec<Category> {
    let mut seen = HashSet::new();
    let mut tree = Vec::new();
    for depth in 1..=3 {
        for goods in GOODS {
            let (Some(above), Some(name)) = (goods.path.get(..depth - 1), goods.path.get(depth - 1)) else {
                continue;
            };
            if seen.insert((above, name)) {
                let number = tree.len() + 1;
                let erp_id =
                    if number.is_multiple_of(5) { String::new() } else { format!("ERP-{number:03}") };
                tree.push(Category { name, above, erp_id });
            }
        }
    }
    tree
}

/// The same tree as a channel would number it.
pub fn channel_categories(type_code: &str) -> Result<Vec<Categoria>> {
    let prefix: String = type_code.chars().filter(char::is_ascii_uppercase).take(3).collect();
    let id = |path: &[&str]| CategoriaId::parse(format!("{prefix}-{}", slug(&path.join(" "))));
    categories()
        .iter()
        .map(|c| {
            let path: Vec<&str> = c.above.iter().copied().chain([c.name]).collect();
            Ok(Categoria {
                categoria_id: id(&path)?,
                nome: c.name.to_owned(),
                categoria_pai_id: if c.above.is_empty() { None } else { Some(id(c.above)?) },
                contem_subcategorias: false,
            })
        })
        .collect()
}

/// Letters and digits, without accents, joined by hyphens.
fn slug(text: &str) -> String {
    let plain = text.to_lowercase().chars().map(plain_letter).collect::<String>();
    plain.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| !w.is_empty()).collect::<Vec<_>>().join("-")
}

fn plain_letter(c: char) -> char {
    match c {
        'á' | 'à' | 'â' | 'ã' => 'a',
        'é' | 'ê' => 'e',
        'í' => 'i',
        'ó' | 'ô' | 'õ' => 'o',
        'ú' => 'u',
        'ç' => 'c',
        other => other,
    }
}

/// Groups of variations until there are enough.
fn draw_skus(dice: &mut Dice, wanted: u32) -> Result<Vec<Sku>> {
    let wanted = wanted as usize;
    let mut skus = Vec::with_capacity(wanted);
    let mut group = 0;
    while skus.len() < wanted {
        group += 1;
        let variations = variations(dice, group)?;
        skus.extend(variations.into_iter().take(wanted - skus.len()));
    }
    Ok(skus)
}

/// One group: every combination of the two axes, or a single SKU now and then.
fn variations(dice: &mut Dice, group: u32) -> Result<Vec<Sku>> {
    let goods = dice.pick(GOODS);
    let base = Base::draw(dice, &goods, group);
    if dice.percent(15) {
        let mut alone = sku(dice, &goods, &base, "", "")?;
        alone.parent_id = String::new();
        return Ok(vec![alone]);
    }
    let mut all = Vec::new();
    for first in goods.axis_1.1 {
        for second in goods.axis_2.1 {
            all.push(sku(dice, &goods, &base, first, second)?);
        }
    }
    Ok(all)
}

/// What the variations of a group have in common.
struct Base {
    code: String,
    name: String,
    brand: &'static str,
    price: i64,
    discounted: bool,
}

impl Base {
    fn draw(dice: &mut Dice, goods: &Goods, group: u32) -> Self {
        let brand = dice.pick(goods.brands);
        let name = format!("{} {} {brand}", goods.name, dice.pick(goods.models));
        let price = dice.between(goods.price.0, goods.price.1) * 100 - dice.pick(&[10, 1, 0]);
        Self { code: format!("{}-{group:05}", goods.code), name, brand, price, discounted: dice.percent(35) }
    }
}

fn sku(dice: &mut Dice, goods: &Goods, base: &Base, first: &str, second: &str) -> Result<Sku> {
    let parts: Vec<&str> = [first, second].into_iter().filter(|p| !p.is_empty()).collect();
    let suffix = slug(&parts.join(" ")).to_uppercase();
    let code = if suffix.is_empty() { base.code.clone() } else { format!("{}-{suffix}", base.code) };
    let (largura, altura, comprimento, peso) = goods.size;
    let pictures = if dice.percent(3) { 0 } else { dice.between(1, 4) };
    let preco_por = Dinheiro::from_cents(base.price);
    let preco_de = if base.discounted { Dinheiro::from_cents(base.price * 5 / 4) } else { preco_por };
    let nome = [base.name.as_str()].into_iter().chain(parts.iter().copied()).collect::<Vec<_>>().join(" ");
    Ok(Sku {
        parent_id: base.code.clone(),
        marca: base.brand.to_owned(),
        url_origem: format!("https://loja.example/{}", slug(&format!("{} {code}", goods.name))),
        descricao: description(goods, base, &parts),
        categorias: vec![goods.path.join(" > ")],
        largura,
        altura,
        comprimento,
        peso,
        ativo: !dice.percent(4),
        prazo_despacho: dice.pick(&[0, 0, 1, 2]),
        preco_de,
        preco_por,
        gtin: if dice.percent(8) { "SEM GTIN".into() } else { documents::gtin(dice) },
        estoque: if dice.percent(8) { 0 } else { dice.small(1, 400) },
        imagens: (1..=pictures)
            .map(|n| format!("https://imagens.example/{}/{n}.jpg", code.to_lowercase()))
            .collect(),
        atributos: attributes(goods, base, first, second),
        ..Sku::new(&SkuId::parse(code)?, &nome)?
    })
}

fn attributes(goods: &Goods, base: &Base, first: &str, second: &str) -> Vec<Atributo> {
    [(goods.axis_1.0, first), (goods.axis_2.0, second), ("Marca", base.brand)]
        .into_iter()
        .filter(|(name, value)| !name.is_empty() && !value.is_empty())
        .map(|(name, value)| Atributo { nome: name.to_owned(), valor: value.to_owned() })
        .collect()
}

fn description(goods: &Goods, base: &Base, parts: &[&str]) -> String {
    let (largura, altura, comprimento, peso) = goods.size;
    format!(
        "<h2>{name}</h2><p>{kind} da marca <strong>{brand}</strong>, escolhido pela nossa equipe para quem \
         busca qualidade com preço justo. {variation}</p><ul><li>Garantia de 90 dias do vendedor</li>\
         <li>Embalagem: {largura} × {altura} × {comprimento} cm, {peso} g</li>\
         <li>Envio para todo o Brasil</li></ul>\
         <p>Dúvidas? Nosso atendimento responde em até um dia útil.</p>",
        name = base.name,
        kind = goods.name,
        brand = base.brand,
        variation = if parts.is_empty() { String::new() } else { format!("Versão: {}.", parts.join(", ")) },
    )
}

/// Three SKUs in ten stand in the channels with a stock, a price or a state of their own.
fn channel_rows(dice: &mut Dice, skus: &[Sku], channels: &[Canal]) -> Vec<(SkuId, SkuCanal)> {
    let mut rows = Vec::new();
    for sku in skus {
        for canal in channels {
            if !dice.percent(30) {
                continue;
            }
            let estoque = dice.percent(50).then(|| dice.small(0, 60));
            // a channel's price a tenth above the store's, in whole cents
            let cents = sku.preco_por.ten_thousandths() / 100 * 11 / 10;
            let above = Dinheiro::from_cents(cents);
            let preco = dice.percent(50).then_some(Preco { preco_de: above, preco_por: above });
            rows.push((
                sku.sku.clone(),
                SkuCanal { canal_id: canal.canal_id.clone(), estoque, preco, ativo: !dice.percent(5) },
            ));
        }
    }
    rows
}

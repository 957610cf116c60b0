//! A SKU in one channel: whether it is shown there, at which price, and what of its stock.

use actix_web::{HttpResponse, web};
use domain::console::Act;
use domain::estoque::EstoqueCanal;
use domain::reading::keyed::Keyed;
use domain::sku::Sku;
use domain::sku_canal::SkuCanal;
use domain::values::ids::{CanalId, LojaId, SkuId};
use maud::html;
use serde_json::value::to_raw_value;
use serde_json::{Map, Value, json};
use store::canais::{self, CanalRow};
use store::{Conn, Tx, inventory, sku_canais, skus};

use crate::access::{Form, LojaVisit, Sent, must_be_active};
use crate::error::Failure;
use crate::lang::Lang;
use crate::pages::ofertas::Mending;
use crate::view::filling::{Filling, Member, Seen, Touched, member, read, refused};
use crate::view::parts::{Again, act, escaped, nothing, parameter_as};
use crate::view::{format, shell};

const OWN: [(&str, Member); 2] = [("ativo", Member::Tick), ("estoque", Member::Whole)];
const PRICES: [(&str, Member); 2] = [("precoDe", Member::Money), ("precoPor", Member::Money)];
const LIMITS: [(&str, Member); 2] = [("estoqueSeguranca", Member::Whole), ("estoqueMaximo", Member::Whole)];

/// The routes of this file.
pub fn mount(cfg: &mut web::ServiceConfig) {
    cfg.route("/skus/canal", web::get().to(show)).route("/skus/canal", web::post().to(change));
}

/// What is set of a SKU in a channel.
struct Pair {
    sku: Sku,
    canal: CanalRow,
    own: SkuCanal,
    limits: EstoqueCanal,
}

impl Pair {
    fn find(
        conn: &mut Conn<'_>,
        loja: LojaId,
        (sku, canal): (&SkuId, &CanalId),
    ) -> Result<(i64, Self), Failure> {
        let num = skus::number(conn, loja, sku)?.ok_or(Failure::Missing)?;
        let sku = skus::find(conn, loja, sku)?.ok_or(Failure::Missing)?;
        let canal = canais::find(conn, loja, canal)?.ok_or(Failure::Missing)?;
        let id = &canal.canal.canal_id;
        let own = sku_canais::find(conn, loja, (canal.num, id), num)?;
        let own = own.unwrap_or_else(|| SkuCanal::new(id.clone()));
        let limits = inventory::of_sku(conn, loja, canal.num, num)?;
        Ok((num, Self { sku, canal, own, limits }))
    }

    fn seen(&self, lang: Lang) -> Seen {
        let preco = self.own.preco.unwrap_or_default();
        Seen::default()
            .ticked("ativo", self.own.ativo)
            .with("precoPor", format::amount(lang, preco.preco_por))
            .with("precoDe", format::amount(lang, preco.preco_de))
            .given("estoque", self.own.estoque)
            .given("estoqueSeguranca", self.limits.estoque_seguranca)
            .given("estoqueMaximo", self.limits.estoque_maximo)
    }
}

async fn show(visit: LojaVisit) -> Result<HttpResponse, Failure> {
    let canal = parameter_as(&visit, "canal", |text| CanalId::stored(text).ok())?.ok_or(Failure::Missing)?;
    page(&visit, (super::asked(&visit)?, canal), None).await
}

fn named(sku: Option<String>, canal: Option<String>) -> Result<(SkuId, CanalId), Failure> {
    let canal = canal.and_then(|text| CanalId::stored(text).ok()).ok_or(Failure::Missing)?;
    Ok((super::code(sku)?, canal))
}

async fn page(
    visit: &LojaVisit,
    (sku, canal): (SkuId, CanalId),
    again: Option<&Again>,
) -> Result<HttpResponse, Failure> {
    let (lang, loja) = (visit.lang, visit.id());
    let (_, pair) = visit.read(move |conn| Pair::find(conn, loja, (&sku, &canal))).await?;
    let seen = pair.seen(lang);
    let filling = Filling::of(visit, &seen, again);
    let Pair { sku, canal: CanalRow { canal, estoque, .. }, .. } = &pair;
    let own = lang.say("Vazio: o do SKU,", "Empty: the SKU's,");
    let shared = lang.say("Vazio: a parte do canal,", "Empty: the channel's share,");
    let said = lang.say("Vazio: o que o canal diz,", "Empty: what the channel says,");
    let count = |n: Option<i32>| n.map_or_else(|| "–".to_owned(), |n| format::count(lang, n.into()));
    let content = html! { div.import {
        (filling.head())
        (Mending::of(visit, again).inputs())
        input type="hidden" name="codigo" value=(sku.sku.as_str());
        input type="hidden" name="canal" value=(canal.canal_id.as_str());
        (filling.tick("ativo", lang.say("Ativo neste canal", "Active in this channel")))
        div.side {
            div { (filling.money("precoPor", lang.say("Preço de venda aqui (R$)", "Selling price here (R$)"),
                &format!("{own} R$ {}", format::money(lang, sku.preco_por)))) }
            div { (filling.money("precoDe", lang.say("Preço “de” aqui (R$)", "“From” price here (R$)"), "")) }
        }
        h2 { (lang.say("Estoque", "Stock")) }
        (filling.whole("estoque", lang.say("Mostrar sempre (unidades)", "Always show (units)"),
            &format!("{shared} {} %", canal.percentual_estoque)))
        div.side {
            div { (filling.whole("estoqueSeguranca", lang.say("Fica na prateleira", "Stays on the shelf"),
                &format!("{said} {}", count(estoque.estoque_seguranca)))) }
            div { (filling.whole("estoqueMaximo", lang.say("Mostra no máximo", "Shows at most"),
                &format!("{said} {}", count(estoque.estoque_maximo)))) }
        }
        div.row {
            button.strong { (lang.say("Gravar", "Save")) }
            a href=(visit.address(&format!("/skus/ver?codigo={}", escaped(sku.sku.as_str())))) {
                (lang.say("Voltar sem gravar", "Back without saving")) }
        }
    } };
    let title = format!("{} {} {}", sku.nome, lang.say("em", "in"), canal.nome);
    let body = html! {
        h1 { (title) }
        p.sub { span.code { (sku.sku.as_str()) } " · " (lang.say("só neste canal; o resto é do SKU",
            "in this channel alone; all else is the SKU's")) }
        section.sheet {
            @if visit.may_act() { (act(visit, &visit.address("/skus/canal"), &content)) }
            @else { (nothing(lang.say("Seu acesso é só para ver.", "Your access is for looking only."))) }
        }
    };
    Ok(Again::answered(again, shell::of_loja(visit, &title, &body)))
}

async fn change(visit: LojaVisit, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    visit.acts(&form)?;
    let [sku, canal] = ["codigo", "canal"].map(|name| Some(form.text(name).to_owned()));
    let both = named(sku, canal)?;
    match changed(&visit, both.clone(), &form).await {
        Ok(()) => {
            let own = visit.address(&format!("/skus/ver?codigo={}&feito=gravado", escaped(both.0.as_str())));
            Ok(Mending::answer(&visit, &form, own))
        }
        Err(failure) => page(&visit, both, Some(&Again::of(form, failure)?)).await,
    }
}

async fn changed(visit: &LojaVisit, (sku, canal): (SkuId, CanalId), form: &Form) -> Result<(), Failure> {
    let (lang, loja, form) = (visit.lang, visit.id(), form.clone());
    visit
        .act_here((Act::SkuWritten, sku.as_str().to_owned()), move |tx| {
            must_be_active(tx, loja, lang)?;
            skus::number_locked(tx, loja, &sku)?.ok_or(Failure::Missing)?;
            let (num, pair) = Pair::find(tx, loja, (&sku, &canal))?;
            let seen = pair.seen(lang);
            seen.unchanged(lang, &form)?;
            let touched = seen.touched(&form);
            write(tx, (loja, lang, num), &pair, &touched)?;
            let names = touched.names();
            let what = format!("{}: {names}", pair.canal.canal.canal_id);
            Ok(((), (!names.is_empty()).then_some(what)))
        })
        .await
}

fn write(
    tx: &mut Tx<'_>,
    (loja, lang, num): (LojaId, Lang, i64),
    pair: &Pair,
    touched: &Touched,
) -> Result<(), Failure> {
    let canal = pair.canal.num;
    let mut patch = touched.members(lang, &OWN)?;
    if touched.any(&["precoDe", "precoPor"]) {
        patch.insert("preco".to_owned(), prices(pair, touched.members(lang, &PRICES)?));
    }
    if !patch.is_empty() {
        let patch = to_raw_value(&patch).map_err(|_| Failure::Unreadable)?;
        let field = |path: &str| path.rsplit('.').next().unwrap_or_default().to_owned();
        let (own, _) = pair.own.patch(&patch).map_err(|problems| refused(&problems, field))?;
        sku_canais::upsert(tx, loja, canal, num, &own)?;
    }
    let limits = touched.members(lang, &LIMITS)?;
    if !limits.is_empty() {
        let EstoqueCanal { estoque_seguranca, estoque_maximo } = pair.limits;
        let mut body = Map::from_iter([
            ("estoqueSeguranca".to_owned(), json!(estoque_seguranca)),
            ("estoqueMaximo".to_owned(), json!(estoque_maximo)),
        ]);
        body.extend(limits);
        inventory::set_of_sku(tx, loja, canal, num, read(&body.into(), member)?)?;
    }
    Ok(())
}

/// The prices in the channel after a change; none where both are empty.
fn prices(pair: &Pair, touched: Map<String, Value>) -> Value {
    let mut preco = pair.own.preco.map_or_else(Map::new, |preco| {
        Map::from_iter([
            ("precoDe".to_owned(), json!(preco.preco_de)),
            ("precoPor".to_owned(), json!(preco.preco_por)),
        ])
    });
    preco.extend(touched);
    let zero = |value: &Value| value.is_null() || value.as_f64() == Some(0.0);
    let none = preco.get("precoPor").is_none_or(Value::is_null) && preco.get("precoDe").is_none_or(zero);
    if none { Value::Null } else { preco.into() }
}

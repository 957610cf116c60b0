//! Products and orders as members of answers.

use serde_json::{Value, json};

use super::answer::{Answered, CHANNEL, LOCATION};
use super::orders::no_order;
use super::query::Query;
use crate::shop::{Goods, Line, Parcel, Product, Sale, Shop, members, time};

fn amount(ten_thousandths: i64) -> Value {
    if ten_thousandths % 10_000 == 0 {
        json!(ten_thousandths / 10_000)
    } else {
        json!(ten_thousandths as f64 / 10_000.0)
    }
}

impl Shop {
    pub(super) fn variant_json(&self, goods: &Goods, query: &Query) -> Value {
        let prices: Vec<Value> = goods
            .price
            .iter()
            .map(|price| {
                json!({
                    "id": format!("price_{}", goods.id), "amount": amount(*price), "currency_code": "brl",
                    "min_quantity": null, "max_quantity": null, "variant_id": goods.id, "rules": {}, "price_list": null,
                })
            })
            .collect();
        let groups =
            self.groups.iter().flat_map(|group| group.options.iter().map(move |option| (group, option)));
        let options: Vec<Value> = groups
            .filter(|(_, option)| goods.options.contains(&option.0))
            .map(|(group, option)| {
                json!({
                    "id": option.0, "value": option.2, "option_id": group.id, "metadata": null,
                    "option": { "id": group.id, "title": group.title, "product_id": goods.product },
                })
            })
            .collect();
        json!({
            "id": goods.id, "title": goods.name, "sku": goods.code, "ean": null, "upc": null, "barcode": null,
            "allow_backorder": false, "manage_inventory": true, "variant_rank": 0, "metadata": null, "weight": null,
            "product_id": goods.product, "created_at": time(goods.changed), "updated_at": time(goods.changed),
            "prices": prices, "options": options,
            "inventory_items": [{
                "variant_id": goods.id, "inventory_item_id": inventory_id(goods), "id": format!("pvitem_{}", goods.id),
                "required_quantity": 1, "inventory": inventory(goods, query.wants("location_levels")),
            }],
            "product": self.product(&goods.product).map(product_head),
        })
    }

    pub(super) fn product_json(&self, product: &Product, query: &Query) -> Value {
        let mut shown = members(&product_head(product));
        let goods = self.goods.iter().filter(|goods| goods.product == product.id && !goods.gone);
        let variants: Vec<Value> = goods.map(|goods| self.variant_json(goods, query)).collect();
        let groups = self.groups.iter().filter(|group| product.groups.contains(&group.id));
        let options: Vec<Value> = groups
            .map(|group| {
                let values: Vec<Value> = group
                    .options
                    .iter()
                    .map(|option| json!({ "id": option.0, "value": option.2, "option_id": group.id }))
                    .collect();
                json!({ "id": group.id, "title": group.title, "product_id": product.id, "values": values })
            })
            .collect();
        shown.insert("variants".to_owned(), variants.into());
        shown.insert("options".to_owned(), options.into());
        shown.insert("sales_channels".to_owned(), json!([{ "id": CHANNEL, "name": "Hub" }]));
        Value::Object(shown)
    }

    pub(super) fn order_shown(&self, id: &str) -> Answered {
        let sale = self.sales.iter().find(|sale| sale.id == id && sale.placed.is_some());
        sale.map(|sale| self.order_json(sale)).ok_or_else(|| no_order(id))
    }

    pub(super) fn order_json(&self, sale: &Sale) -> Value {
        let (goods, discount): (i64, i64) =
            (sale.goods_total(), sale.lines.iter().map(|line| line.discount).sum());
        let total = amount(goods + sale.freight);
        let canceled = sale.state == "canceled";
        let payment_status = match (canceled, sale.paid) {
            (true, true) => "refunded",
            (true, false) => "canceled",
            (false, true) => "captured",
            (false, false) => "not_paid",
        };
        let address = json!({
            "id": "ordaddr_1", "first_name": "Ana", "last_name": "Teste", "company": null, "address_1": "Rua A, 10",
            "address_2": "ap 1", "city": "São Paulo", "province": "SP", "postal_code": "01001000", "country_code": "br",
            "phone": "11999999999", "metadata": { "cpf": "52998224725" },
        });
        let number = sale.id.replace("order_", "");
        let captured = if sale.paid { amount(sale.amount) } else { json!(0) };
        json!({
            "id": sale.id, "display_id": sale.number, "custom_display_id": null, "status": sale.state,
            "created_at": time(sale.created), "updated_at": time(sale.changed), "version": 1,
            "canceled_at": if canceled { json!(time(sale.changed)) } else { Value::Null },
            "email": "ana.teste@example.com", "currency_code": "brl", "total": total, "subtotal": amount(goods + discount + sale.freight),
            "tax_total": 0, "discount_total": amount(discount), "discount_subtotal": amount(discount),
            "shipping_total": amount(sale.freight), "shipping_subtotal": amount(sale.freight), "item_total": amount(goods),
            "item_subtotal": amount(goods + discount), "original_total": amount(goods + discount + sale.freight),
            "summary": { "paid_total": captured, "current_order_total": total, "original_order_total": total },
            "metadata": sale.metadata, "sales_channel_id": CHANNEL, "region_id": "reg_01SIMULADA", "customer_id": "cus_1",
            "items": sale.lines.iter().map(|line| self.item_json(line, sale)).collect::<Vec<_>>(),
            "shipping_methods": [{
                "id": "ordsm_1", "name": "PAC", "amount": amount(sale.freight), "total": amount(sale.freight),
                "subtotal": amount(sale.freight), "discount_total": 0, "shipping_option_id": "so_1",
            }],
            "payment_collections": [{
                "id": format!("pay_col_{number}"), "currency_code": "brl", "amount": amount(sale.amount),
                "authorized_amount": captured, "captured_amount": captured, "refunded_amount": 0,
                "status": if sale.paid { "completed" } else { "not_paid" },
                "payments": [{
                    "id": format!("pay_{number}"), "amount": amount(sale.amount), "provider_id": "pp_system_default",
                    "captured_at": if sale.paid { json!(time(sale.changed)) } else { Value::Null },
                }],
            }],
            "fulfillments": sale.parcels.iter().map(parcel_shown).collect::<Vec<_>>(),
            "payment_status": payment_status, "fulfillment_status": fulfilment_status(sale),
            "shipping_address": address, "billing_address": address,
            "customer": { "id": "cus_1", "email": "ana.teste@example.com", "first_name": "Ana", "last_name": "Teste", "phone": null, "company_name": null },
        })
    }

    pub(super) fn item_json(&self, line: &Line, sale: &Sale) -> Value {
        let goods = self.goods.iter().find(|goods| goods.id == line.goods);
        let sent = |states: &[&str]| -> i64 {
            let parcels = sale.parcels.iter().filter(|parcel| states.contains(&parcel.state));
            parcels.flat_map(|parcel| &parcel.lines).filter(|of| of.0 == line.id).map(|of| of.1).sum()
        };
        json!({
            "id": line.id, "title": line.name, "subtitle": line.name, "variant_id": line.goods, "variant_sku": line.code,
            "variant_title": line.name, "variant_barcode": null, "product_id": goods.map(|goods| goods.product.clone()),
            "product_title": line.name, "requires_shipping": true, "is_tax_inclusive": false, "metadata": {},
            "unit_price": amount(line.price), "compare_at_unit_price": null, "quantity": line.units, "tax_lines": [],
            "adjustments": if line.discount == 0 { json!([]) } else { json!([{ "amount": amount(line.discount), "code": "CUPOM" }]) },
            "subtotal": amount(line.price * line.units), "total": amount(line.total()), "discount_total": amount(line.discount),
            "discount_subtotal": amount(line.discount), "original_total": amount(line.price * line.units), "tax_total": 0,
            "detail": {
                "quantity": line.units, "fulfilled_quantity": line.sent, "shipped_quantity": sent(&["shipped", "delivered"]),
                "delivered_quantity": sent(&["delivered"]),
            },
        })
    }
}

pub(super) fn inventory_id(goods: &Goods) -> String {
    goods.id.replace("variant_", "iitem_")
}

pub(super) fn inventory(goods: &Goods, levels: bool) -> Value {
    let mut shown = json!({
        "id": inventory_id(goods), "sku": goods.code, "title": goods.name, "requires_shipping": true, "metadata": null,
        "reserved_quantity": null, "stocked_quantity": null,
    });
    if let (true, Some(shown)) = (levels, shown.as_object_mut()) {
        shown.insert("location_levels".to_owned(), level(goods).into_iter().collect());
    }
    shown
}

pub(super) fn level(goods: &Goods) -> Option<Value> {
    let units = goods.on_hand?;
    Some(json!({
        "id": goods.id.replace("variant_", "ilev_"), "inventory_item_id": inventory_id(goods), "location_id": LOCATION,
        "stocked_quantity": units, "reserved_quantity": goods.held, "incoming_quantity": 0,
        "available_quantity": units - goods.held, "metadata": null,
    }))
}

pub(super) fn product_head(product: &Product) -> Value {
    json!({
        "id": product.id, "title": product.title, "subtitle": null, "description": product.description,
        "handle": product.slug, "status": if product.enabled { "published" } else { "draft" },
        "external_id": product.external_id, "metadata": product.metadata, "thumbnail": null, "images": [],
    })
}

pub(super) fn parcel_shown(parcel: &Parcel) -> Value {
    let label = json!({ "id": "fulla_1", "tracking_number": parcel.tracking, "tracking_url": parcel.url, "label_url": "" });
    json!({
        "id": parcel.id, "location_id": LOCATION, "packed_at": time(parcel.created),
        "shipped_at": parcel.shipped.map(time), "delivered_at": parcel.delivered.map(time),
        "canceled_at": if parcel.state == "canceled" { json!(time(parcel.created)) } else { Value::Null },
        "created_at": time(parcel.created), "updated_at": time(parcel.created), "requires_shipping": true, "metadata": null,
        "labels": if parcel.tracking.is_empty() { json!([]) } else { json!([label]) },
        "items": parcel.lines.iter().map(|(line, units)| json!({ "line_item_id": line, "quantity": units })).collect::<Vec<_>>(),
    })
}

pub(super) fn fulfilment_status(sale: &Sale) -> &'static str {
    let units = |states: &[&str]| -> i64 {
        let parcels = sale.parcels.iter().filter(|parcel| states.contains(&parcel.state));
        parcels.flat_map(|parcel| &parcel.lines).map(|line| line.1).sum()
    };
    let all: i64 = sale.lines.iter().map(|line| line.units).sum();
    let (delivered, shipped) = (units(&["delivered"]), units(&["shipped", "delivered"]));
    let fulfilled = units(&["fulfilled", "shipped", "delivered"]);
    match () {
        () if delivered >= all => "delivered",
        () if delivered > 0 => "partially_delivered",
        () if shipped >= all => "shipped",
        () if shipped > 0 => "partially_shipped",
        () if fulfilled >= all => "fulfilled",
        () if fulfilled > 0 => "partially_fulfilled",
        () if !sale.parcels.is_empty() => "canceled",
        () => "not_fulfilled",
    }
}

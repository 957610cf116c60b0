//! Products and orders as members of answers.

use serde_json::{Value, json};

use super::answer::LOCATION;
use crate::shop::{Goods, Group, Line, Parcel, Product, Sale, Shop, time};

fn cents(amount: i64) -> i64 {
    amount / 100
}

/// A time in whole seconds.
fn second(milliseconds: i64) -> String {
    time(milliseconds.div_euclid(1000) * 1000)
}

pub(super) fn channel() -> Value {
    json!({
        "__typename": "Channel", "id": "1", "code": "__default_channel__", "token": "canal-simulado",
        "currencyCode": "BRL", "defaultCurrencyCode": "BRL", "availableCurrencyCodes": ["BRL"],
        "defaultLanguageCode": "en", "availableLanguageCodes": ["en", "pt_BR"], "pricesIncludeTax": true,
        "trackInventory": true, "outOfStockThreshold": 0, "permissions": ["Authenticated", "SuperAdmin"],
        "defaultTaxZone": { "id": "1", "name": "BR" }, "defaultShippingZone": { "id": "1", "name": "BR" },
        "seller": null, "customFields": null,
    })
}

impl Shop {
    pub(super) fn variant(&self, goods: &Goods, whole: bool) -> Value {
        let price = goods.price.map_or(0, cents);
        let on_hand = goods.on_hand.unwrap_or(0);
        let options: Vec<Value> = self
            .groups
            .iter()
            .flat_map(|group| group.options.iter().map(move |option| (option, group)))
            .filter(|(option, _)| goods.options.contains(&option.0))
            .map(|(option, group)| option_shown(option, group))
            .collect();
        let mut shown = json!({
            "__typename": "ProductVariant", "id": goods.id, "sku": goods.code, "name": goods.name,
            "enabled": goods.enabled, "createdAt": second(goods.changed), "updatedAt": time(goods.changed),
            "currencyCode": "BRL", "price": price, "priceWithTax": price, "productId": goods.product,
            "prices": [{ "currencyCode": "BRL", "price": price }],
            "stockOnHand": on_hand, "stockAllocated": goods.held,
            "stockLevel": if on_hand > goods.held { "IN_STOCK" } else { "OUT_OF_STOCK" },
            "stockLevels": [{
                "id": goods.id, "stockLocationId": LOCATION, "stockOnHand": on_hand, "stockAllocated": goods.held,
                "stockLocation": { "id": LOCATION, "name": "Default Stock Location" },
            }],
            "trackInventory": "TRUE", "useGlobalOutOfStockThreshold": true, "outOfStockThreshold": 0,
            "options": options, "featuredAsset": null, "assets": [], "customFields": null,
        });
        if let (true, Some(shown), Some(product)) =
            (whole, shown.as_object_mut(), self.product(&goods.product))
        {
            shown.insert("product".to_owned(), product_head(product));
        }
        shown
    }

    pub(super) fn product_shown(&self, product: &Product) -> Value {
        let mut shown = product_head(product);
        let of = |goods: &&Goods| goods.product == product.id && !goods.gone;
        let variants: Vec<Value> =
            self.goods.iter().filter(of).map(|goods| self.variant(goods, true)).collect();
        let groups: Vec<Value> =
            self.groups.iter().filter(|group| product.groups.contains(&group.id)).map(group_shown).collect();
        if let Some(shown) = shown.as_object_mut() {
            shown
                .insert("variantList".to_owned(), json!({ "totalItems": variants.len(), "items": variants }));
            shown.insert("variants".to_owned(), variants.into());
            shown.insert("optionGroups".to_owned(), groups.into());
        }
        shown
    }

    pub(super) fn sale_shown(&self, sale: &Sale) -> Value {
        let goods = cents(sale.goods_total());
        let freight = cents(sale.freight);
        let discount: i64 = sale.lines.iter().map(|line| cents(line.discount)).sum();
        let discounts = if discount == 0 {
            json!([])
        } else {
            json!([{
                "adjustmentSource": "PROMOTION:1", "type": "PROMOTION", "description": "Cupom",
                "amount": -discount, "amountWithTax": -discount,
            }])
        };
        let lines: Vec<Value> = sale.lines.iter().map(|line| self.line_shown(line, sale)).collect();
        let payments = if sale.placed.is_some() {
            let state = if sale.paid { "Settled" } else { "Authorized" };
            json!([{
                "id": sale.id, "state": state, "method": "dummy", "amount": cents(sale.amount), "refunds": [], "metadata": {},
                "createdAt": second(sale.created), "updatedAt": second(sale.changed), "errorMessage": null,
                "transactionId": format!("transacao-{}", sale.id),
            }])
        } else {
            json!([])
        };
        let notes: Vec<Value> = sale
            .notes
            .iter()
            .enumerate()
            .map(|(i, note)| {
                json!({
                    "id": i.to_string(), "type": "ORDER_NOTE", "isPublic": true, "createdAt": second(sale.changed),
                    "data": { "note": note },
                })
            })
            .collect();
        let address = json!({
            "fullName": "Ana Teste", "company": null, "streetLine1": "Rua A, 10", "streetLine2": "ap 1",
            "city": "São Paulo", "province": "SP", "postalCode": "01001000", "country": "Brasil", "countryCode": "BR",
            "phoneNumber": null, "customFields": null,
        });
        json!({
            "__typename": "Order", "id": sale.id, "code": format!("SIMULADO{:08}", sale.number), "state": sale.state,
            "active": sale.placed.is_none(), "type": "Regular", "createdAt": second(sale.created),
            "updatedAt": second(sale.changed), "orderPlacedAt": sale.placed.map(time), "currencyCode": "BRL",
            "totalQuantity": sale.lines.iter().map(|line| line.units).sum::<i64>(),
            "subTotal": goods, "subTotalWithTax": goods, "shipping": freight, "shippingWithTax": freight,
            "total": goods + freight, "totalWithTax": goods + freight,
            "taxSummary": [{ "description": "zero", "taxRate": 0, "taxBase": goods, "taxTotal": 0 }],
            "discounts": discounts, "surcharges": [], "couponCodes": [], "promotions": [],
            "customer": {
                "id": "1", "title": null, "firstName": "Ana", "lastName": "Teste", "phoneNumber": "11999999999",
                "emailAddress": "ana.teste@example.com", "customFields": null,
            },
            "shippingAddress": address,
            "billingAddress": {
                "fullName": null, "company": null, "streetLine1": null, "streetLine2": null, "city": null, "province": null,
                "postalCode": null, "country": null, "countryCode": null, "phoneNumber": null, "customFields": null,
            },
            "lines": lines,
            "shippingLines": [{
                "id": "1", "price": freight, "priceWithTax": freight, "discountedPrice": freight,
                "discountedPriceWithTax": freight, "discounts": [],
                "shippingMethod": {
                    "id": "1", "code": "std", "name": "Standard", "fulfillmentHandlerCode": "manual-fulfillment",
                },
            }],
            "payments": payments,
            "fulfillments": sale.parcels.iter().map(parcel_shown).collect::<Vec<_>>(),
            "history": { "totalItems": notes.len(), "items": notes },
            "modifications": [], "nextStates": [], "channels": [channel()], "customFields": null,
        })
    }

    pub(super) fn line_shown(&self, line: &Line, sale: &Sale) -> Value {
        let (unit, total) = (cents(line.price), cents(line.total()));
        let full = cents(line.price * line.units);
        let prorated = if line.placed == 0 { unit } else { cents(line.price - line.discount / line.placed) };
        let variant = self.goods.iter().find(|goods| goods.id == line.goods);
        let mut parcels = Vec::new();
        for parcel in &sale.parcels {
            for (id, units) in parcel.lines.iter().filter(|(id, _)| *id == line.id) {
                parcels.push(json!({
                    "orderLineId": id, "quantity": units, "fulfillmentId": parcel.id,
                    "fulfillment": { "id": parcel.id, "state": parcel.state },
                }));
            }
        }
        json!({
            "__typename": "OrderLine", "id": line.id, "createdAt": second(sale.created), "updatedAt": second(sale.changed),
            "quantity": line.units, "orderPlacedQuantity": line.placed, "unitPrice": unit, "unitPriceWithTax": unit,
            "discountedUnitPrice": unit, "discountedUnitPriceWithTax": unit, "proratedUnitPrice": prorated,
            "proratedUnitPriceWithTax": prorated, "linePrice": full, "linePriceWithTax": full,
            "discountedLinePrice": full, "discountedLinePriceWithTax": full, "proratedLinePrice": total,
            "proratedLinePriceWithTax": total, "taxRate": 0, "lineTax": 0, "discounts": [], "taxLines": [],
            "fulfillmentLines": parcels, "customFields": null,
            "productVariant": variant.map_or_else(
                || json!({ "id": line.goods, "sku": line.code, "name": line.name }),
                |goods| self.variant(goods, true),
            ),
        })
    }
}

pub(super) fn next_states(state: &str) -> &'static [&'static str] {
    match state {
        "Pending" => &["Shipped", "Delivered", "Cancelled"],
        "Shipped" => &["Delivered", "Cancelled"],
        "Delivered" => &["Cancelled"],
        _ => &[],
    }
}

pub(super) fn parcel_shown(parcel: &Parcel) -> Value {
    let lines: Vec<Value> = parcel
        .lines
        .iter()
        .map(|(line, units)| json!({ "orderLineId": line, "quantity": units, "fulfillmentId": parcel.id, "orderLine": { "id": line } }))
        .collect();
    json!({
        "__typename": "Fulfillment", "id": parcel.id, "state": parcel.state, "method": parcel.carrier,
        "trackingCode": parcel.tracking, "createdAt": second(parcel.created), "updatedAt": second(parcel.created),
        "lines": lines, "nextStates": next_states(parcel.state), "customFields": null,
    })
}

pub(super) fn product_head(product: &Product) -> Value {
    json!({
        "__typename": "Product", "id": product.id, "name": product.title, "slug": product.slug,
        "description": product.description, "enabled": product.enabled, "featuredAsset": null, "assets": [],
        "languageCode": "en", "customFields": null,
    })
}

pub(super) fn group_shown(group: &Group) -> Value {
    let options: Vec<Value> = group.options.iter().map(|option| option_shown(option, group)).collect();
    json!({
        "__typename": "ProductOptionGroup", "id": group.id, "code": group.code, "name": group.title,
        "options": options, "customFields": null,
    })
}

pub(super) fn option_shown((id, code, name): &(String, String, String), group: &Group) -> Value {
    json!({
        "__typename": "ProductOption", "id": id, "code": code, "name": name, "groupId": group.id, "customFields": null,
        "group": { "id": group.id, "code": group.code, "name": group.title },
    })
}

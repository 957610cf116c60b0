//! Orders: cancelling, fulfilments and their progress.

use serde_json::{Value, json};

use super::answer::{Answered, Failed, invalid, not_allowed, not_found, only};
use crate::shop::{Parcel, Sale, Shop, members, text};
use connector::reading::rows_or_empty;

pub(super) fn no_order(id: &str) -> Failed {
    not_found(format!("Order id not found: {id}"))
}

impl Shop {
    fn parcel(&mut self, order: &str, parcel: &str) -> Result<(&mut i64, &mut Parcel), Failed> {
        let Sale { parcels, changed, .. } = self.sale(order).ok_or_else(|| no_order(order))?;
        let found = parcels.iter_mut().find(|of| of.id == parcel);
        let found = found.ok_or_else(|| not_found(format!("Fulfillment with id: {parcel} was not found")))?;
        Ok((changed, found))
    }

    pub(super) fn patch_order(&mut self, id: &str, body: &Value) -> Answered {
        only(body, "email metadata shipping_address billing_address locale")?;
        let now = self.now();
        let sale = self.sale(id).ok_or_else(|| no_order(id))?;
        let mut merged = members(&sale.metadata);
        merged.extend(members(body.get("metadata").unwrap_or(&Value::Null)));
        (sale.metadata, sale.changed) = (Value::Object(merged), now);
        Ok(json!({ "order": self.order_shown(id)? }))
    }

    pub(super) fn cancel(&mut self, id: &str) -> Answered {
        let now = self.now();
        let sale = self.sale(id).ok_or_else(|| no_order(id))?;
        if sale.state == "canceled" {
            return Err(invalid(format!("Order with id {id} has been canceled.")));
        }
        if sale.parcels.iter().any(|parcel| parcel.state != "canceled") {
            return Err(not_allowed("All fulfillments must be canceled before canceling an order"));
        }
        (sale.state, sale.changed) = ("canceled", now);
        let back: Vec<(String, i64)> =
            sale.lines.iter().map(|line| (line.goods.clone(), line.units)).collect();
        for (goods, units) in back {
            self.release(&goods, units, 0);
        }
        Ok(json!({ "order": self.order_shown(id)? }))
    }

    pub(super) fn post_fulfillment(&mut self, id: &str, body: &Value) -> Answered {
        only(
            body,
            "items location_id shipping_option_id no_notification metadata requires_shipping additional_data",
        )?;
        let (now, parcel) = (self.now(), self.named("ful"));
        let sale = self.sale(id).ok_or_else(|| no_order(id))?;
        if sale.state == "canceled" {
            return Err(invalid(format!("Order with id {id} has been canceled.")));
        }
        let mut taken = Vec::new();
        let mut lines = Vec::new();
        for item in rows_or_empty(body, "items") {
            let (line, units) = (text(item, "id"), item.get("quantity").and_then(Value::as_i64).unwrap_or(0));
            let Some(of) = sale.lines.iter_mut().find(|of| of.id == line) else {
                return Err(invalid(format!("Items with ids {line} does not exist in order with id {id}.")));
            };
            if units <= 0 || of.sent + units > of.units {
                return Err(invalid(format!(
                    "Quantity to fulfill exceeds the reserved quantity for the item: {line}"
                )));
            }
            of.sent += units;
            taken.push((of.goods.clone(), units));
            lines.push((line, units));
        }
        if lines.is_empty() {
            return Err(invalid("Invalid request: Field 'items' is required"));
        }
        sale.changed = now;
        sale.parcels.push(Parcel {
            id: parcel,
            state: "fulfilled",
            carrier: String::new(),
            tracking: String::new(),
            url: String::new(),
            lines,
            created: now,
            shipped: None,
            delivered: None,
        });
        self.made += 1;
        for (goods, units) in taken {
            self.release(&goods, units, units);
        }
        Ok(json!({ "order": self.order_shown(id)? }))
    }

    pub(super) fn ship(&mut self, id: &str, parcel: &str, body: &Value) -> Answered {
        only(body, "items labels no_notification metadata additional_data")?;
        if rows_or_empty(body, "items").is_empty() {
            return Err(invalid("Invalid request: Field 'items' is required"));
        }
        for (i, label) in rows_or_empty(body, "labels").iter().enumerate() {
            for name in ["tracking_number", "tracking_url", "label_url"] {
                if !label.get(name).is_some_and(Value::is_string) {
                    return Err(invalid(format!("Invalid request: Field 'labels, {i}, {name}' is required")));
                }
            }
        }
        let now = self.now();
        let (changed, of) = self.parcel(id, parcel)?;
        match of.state {
            "fulfilled" => (of.state, of.shipped) = ("shipped", Some(now)),
            "canceled" => return Err(not_allowed("Cannot create shipment for a canceled fulfillment")),
            _ => return Err(not_allowed("Shipment has already been created")),
        }
        if let Some(label) = rows_or_empty(body, "labels").first() {
            (of.tracking, of.url) = (text(label, "tracking_number"), text(label, "tracking_url"));
        }
        *changed = now;
        Ok(json!({ "order": self.order_shown(id)? }))
    }

    pub(super) fn deliver(&mut self, id: &str, parcel: &str) -> Answered {
        let now = self.now();
        let (changed, of) = self.parcel(id, parcel)?;
        match of.state {
            "delivered" => return Err(not_allowed("Fulfillment has already been marked delivered")),
            "canceled" => return Err(not_allowed("Cannot deliver an already canceled fulfillment")),
            _ => (of.state, of.delivered) = ("delivered", Some(now)),
        }
        *changed = now;
        Ok(json!({ "order": self.order_shown(id)? }))
    }
}

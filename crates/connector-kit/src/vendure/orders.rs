//! Orders: cancelling, fulfilments and their progress, notes.

use serde_json::{Value, json};

use super::answer::{Answered, refused, unknown};
use super::shown::{next_states, parcel_shown};
use crate::shop::{Parcel, Shop, text};
use connector::reading::rows_or_empty;

impl Shop {
    pub(super) fn shown(&self, id: &str) -> Value {
        self.sales.iter().find(|sale| sale.id == id).map_or(Value::Null, |sale| self.sale_shown(sale))
    }

    pub(super) fn fulfil(&mut self, given: &Value) -> Answered {
        let mut wanted = Vec::new();
        for line in rows_or_empty(given, "lines") {
            wanted
                .push((text(line, "orderLineId"), line.get("quantity").and_then(Value::as_i64).unwrap_or(0)));
        }
        if wanted.iter().all(|(_, units)| *units == 0) {
            let message = "At least one OrderLine must be specified";
            return Ok(refused("EmptyOrderLineSelectionError", "EMPTY_ORDER_LINE_SELECTION_ERROR", message));
        }
        let handler = given.get("handler").unwrap_or(&Value::Null);
        if text(handler, "code") != "manual-fulfillment" {
            let message = "The requested fulfillment handler could not be found";
            return Ok(refused(
                "InvalidFulfillmentHandlerError",
                "INVALID_FULFILLMENT_HANDLER_ERROR",
                message,
            ));
        }
        let argument = |name: &str| {
            let found =
                rows_or_empty(handler, "arguments").iter().find(|argument| text(argument, "name") == name);
            found.map(|argument| text(argument, "value")).unwrap_or_default()
        };
        let (carrier, tracking) = (argument("method"), argument("trackingCode"));
        let first = wanted.first().map(|line| line.0.clone()).unwrap_or_default();
        let now = self.now();
        let id = self.number().to_string();
        let sale = self.sales.iter_mut().find(|sale| sale.lines.iter().any(|line| line.id == first));
        let sale = sale.ok_or_else(|| unknown("OrderLine", &first))?;
        if !["PaymentSettled", "PartiallyShipped", "PartiallyDelivered", "Shipped", "Delivered"]
            .contains(&sale.state)
        {
            let message =
                format!("Cannot transition Fulfillment from \"Created\" to \"Pending\" ({})", sale.state);
            return Ok(refused(
                "FulfillmentStateTransitionError",
                "FULFILLMENT_STATE_TRANSITION_ERROR",
                &message,
            ));
        }
        let mut taken = Vec::new();
        for (line, units) in &wanted {
            let Some(line) = sale.lines.iter_mut().find(|of| of.id == *line) else {
                return Err(unknown("OrderLine", line));
            };
            if line.sent + units > line.units {
                let message = "One or more OrderItems are already part of a Fulfillment";
                return Ok(refused("ItemsAlreadyFulfilledError", "ITEMS_ALREADY_FULFILLED_ERROR", message));
            }
            taken.push((line.goods.clone(), *units));
        }
        for (goods, units) in &taken {
            let on_hand = self.goods.iter().find(|of| of.id == *goods).and_then(|of| of.on_hand).unwrap_or(0);
            if on_hand < *units {
                let message = "Insufficient stock on hand";
                return Ok(refused(
                    "InsufficientStockOnHandError",
                    "INSUFFICIENT_STOCK_ON_HAND_ERROR",
                    message,
                ));
            }
        }
        for line in &mut sale.lines {
            line.sent += wanted.iter().filter(|(id, _)| *id == line.id).map(|line| line.1).sum::<i64>();
        }
        let parcel = Parcel {
            id,
            state: "Pending",
            carrier,
            tracking,
            url: String::new(),
            lines: wanted,
            created: now,
            shipped: None,
            delivered: None,
        };
        sale.parcels.push(parcel.clone());
        self.made += 1;
        for (goods, units) in taken {
            self.release(&goods, units, units);
        }
        Ok(parcel_shown(&parcel))
    }

    pub(super) fn transition(&mut self, id: &str, to: &str) -> Answered {
        let sale = self.sales.iter_mut().find(|sale| sale.parcels.iter().any(|parcel| parcel.id == id));
        let sale = sale.ok_or_else(|| unknown("Fulfillment", id))?;
        let parcel = sale.parcels.iter_mut().find(|parcel| parcel.id == id);
        let parcel = parcel.ok_or_else(|| unknown("Fulfillment", id))?;
        let Some(to) = next_states(parcel.state).iter().find(|state| **state == to) else {
            let error = format!("Cannot transition Fulfillment from \"{}\" to \"{to}\"", parcel.state);
            let mut refusal = refused(
                "FulfillmentStateTransitionError",
                "FULFILLMENT_STATE_TRANSITION_ERROR",
                "errorResult.FULFILLMENT_STATE_TRANSITION_ERROR",
            );
            if let Some(members) = refusal.as_object_mut() {
                members.insert("transitionError".to_owned(), json!(error));
                members.insert("fromState".to_owned(), json!(parcel.state));
                members.insert("toState".to_owned(), json!(to));
            }
            return Ok(refusal);
        };
        parcel.state = to;
        let (shown, back) = (parcel_shown(parcel), parcel.lines.clone());
        let units = |of: &[&str]| -> i64 {
            let parcels = sale.parcels.iter().filter(|parcel| of.contains(&parcel.state));
            parcels.flat_map(|parcel| &parcel.lines).map(|line| line.1).sum()
        };
        let all: i64 = sale.lines.iter().map(|line| line.units).sum();
        let (delivered, moved) = (units(&["Delivered"]), units(&["Shipped", "Delivered"]));
        match *to {
            "Cancelled" => {
                let mut given_back = Vec::new();
                for (line, units) in back {
                    if let Some(line) = sale.lines.iter_mut().find(|of| of.id == line) {
                        line.sent -= units;
                        given_back.push((line.goods.clone(), units));
                    }
                }
                for (goods, units) in given_back {
                    self.release(&goods, -units, -units);
                }
            }
            _ if sale.state == "Cancelled" => {}
            _ if delivered >= all => sale.state = "Delivered",
            _ if delivered > 0 => sale.state = "PartiallyDelivered",
            _ if moved >= all => sale.state = "Shipped",
            _ => sale.state = "PartiallyShipped",
        }
        Ok(shown)
    }

    pub(super) fn cancel_order(&mut self, given: &Value) -> Answered {
        let id = text(given, "orderId");
        let now = self.now();
        let shipping = given.get("cancelShipping") == Some(&json!(true));
        let sale = self.sale(&id).ok_or_else(|| unknown("Order", &id))?;
        if sale.placed.is_none() {
            let message = "Cannot cancel OrderLines from an Order in the \"AddingItems\" state";
            return Ok(refused("CancelActiveOrderError", "CANCEL_ACTIVE_ORDER_ERROR", message));
        }
        let chosen: Vec<(String, i64)> = rows_or_empty(given, "lines")
            .iter()
            .map(|line| {
                (text(line, "orderLineId"), line.get("quantity").and_then(Value::as_i64).unwrap_or(0))
            })
            .collect();
        let mut back = Vec::new();
        for line in &mut sale.lines {
            let wanted = if chosen.is_empty() {
                line.units
            } else {
                chosen.iter().filter(|(id, _)| *id == line.id).map(|line| line.1).sum()
            };
            if wanted > line.units {
                let message = "The specified quantity is greater than the available OrderItems";
                return Ok(refused("QuantityTooGreatError", "QUANTITY_TOO_GREAT_ERROR", message));
            }
            if wanted > 0 {
                let unsent = wanted.min(line.units - line.sent);
                back.push((line.goods.clone(), unsent, wanted - unsent));
                line.units -= wanted;
                line.sent -= wanted - unsent;
            }
        }
        if back.is_empty() {
            let message = "At least one OrderLine must be specified";
            return Ok(refused("EmptyOrderLineSelectionError", "EMPTY_ORDER_LINE_SELECTION_ERROR", message));
        }
        sale.changed = now;
        if sale.lines.iter().all(|line| line.units == 0) {
            sale.state = "Cancelled";
        }
        if shipping {
            sale.freight = 0;
        }
        for (goods, unsent, sent) in back {
            self.release(&goods, unsent, -sent);
        }
        Ok(self.shown(&id))
    }

    pub(super) fn add_note(&mut self, id: &str, note: String) -> Answered {
        self.made += 1;
        self.sale(id).ok_or_else(|| unknown("Order", id))?.notes.push(note);
        Ok(self.shown(id))
    }
}

//! The progress of an order: its fulfilments, and the units that are in none of them.

use connector::reading::{rows, text};
use connector::{Stop, Value, json};

use crate::reading::whole;

/// The members of an order that [`Progress`] is made from.
macro_rules! progress {
    () => {
        "state lines{id quantity} fulfillments{id state nextStates lines{orderLineId quantity}}"
    };
}
pub(crate) use progress;

pub struct Progress<'v> {
    /// Fulfilments that were not cancelled.
    pub made: Vec<&'v Value>,
    /// Lines with units that are in no fulfilment, as the program takes them.
    pub rest: Vec<Value>,
}

impl<'v> Progress<'v> {
    pub fn of(order: &'v Value) -> Result<Self, Stop> {
        let mut made = Vec::new();
        for fulfillment in rows(order, "fulfillments")? {
            if text(fulfillment, "state")? != "Cancelled" {
                made.push(fulfillment);
            }
        }
        let mut rest = Vec::new();
        for line in rows(order, "lines")? {
            let (id, mut units) = (text(line, "id")?, whole(line, "quantity")?);
            for fulfillment in &made {
                for part in rows(fulfillment, "lines")? {
                    units -= if text(part, "orderLineId")? == id { whole(part, "quantity")? } else { 0 };
                }
            }
            if units > 0 {
                rest.push(json!({ "orderLineId": id, "quantity": units }));
            }
        }
        Ok(Self { made, rest })
    }
}

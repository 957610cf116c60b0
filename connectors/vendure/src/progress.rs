//! How far an order has come: its fulfilments that stand, and what is in none of them.

use connector::{Stop, Value, json};

use crate::reading::{list, text, whole};

/// What both functions read of an order.
macro_rules! progress {
    () => {
        "state lines{id quantity} fulfillments{id state nextStates lines{orderLineId quantity}}"
    };
}
pub(crate) use progress;

/// Fulfilments that were not cancelled.
pub fn standing(order: &Value) -> Result<Vec<&Value>, Stop> {
    let all = list(order, "fulfillments")?.iter();
    let state = |fulfillment| Ok((text(fulfillment, "state")?, fulfillment));
    let all = all.map(state).collect::<Result<Vec<_>, Stop>>()?;
    Ok(all
        .into_iter()
        .filter(|(state, _)| *state != "Cancelled")
        .map(|(_, fulfillment)| fulfillment)
        .collect())
}

/// Lines with units that are in no fulfilment, as the program takes them.
pub fn rest(order: &Value) -> Result<Vec<Value>, Stop> {
    let made = standing(order)?;
    let mut rest = Vec::new();
    for line in list(order, "lines")? {
        let (id, mut units) = (text(line, "id")?, whole(line, "quantity")?);
        for fulfillment in &made {
            for part in list(fulfillment, "lines")? {
                units -= if text(part, "orderLineId")? == id { whole(part, "quantity")? } else { 0 };
            }
        }
        if units > 0 {
            rest.push(json!({ "orderLineId": id, "quantity": units }));
        }
    }
    Ok(rest)
}

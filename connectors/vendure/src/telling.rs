//! Events of an order that are reported to the shop. Each begins with reading the order, which shows what an earlier
//! attempt has done.

use connector::reading::{part, rows, text};
use connector::text::cut;
use connector::{Cause, Effect, News, Shop, Stop, Told, Value, json};
use domain::pedido::{NotaFiscal, Rastreio};

use crate::access::ask;
use crate::progress::{Progress, progress};

pub fn tell(shop: &mut dyn Shop, order: &str, news: News<'_>) -> Result<Told, Stop> {
    match news {
        News::Invoiced(invoice) => invoiced(shop, order, invoice),
        News::Shipped(parcel) => shipped(shop, order, parcel),
        News::Delivered => delivered(shop, order),
        News::Cancelled(reason) => cancelled(shop, order, reason),
    }
}

fn not_now(text: &str) -> Stop {
    Stop::refused(Cause::OrderState, "", text)
}

fn read(shop: &mut dyn Shop, order: &str, document: &str) -> Result<Value, Stop> {
    let found = ask(shop, "order", Effect::Read, document, json!({ "id": order }))?;
    if found.is_null() { Err(not_now("O pedido não existe na loja.")) } else { Ok(found) }
}

/// Orders have no field for an invoice: it becomes a note that only the shop's people see.
fn invoiced(shop: &mut dyn Shop, order: &str, invoice: &NotaFiscal) -> Result<Told, Stop> {
    const NOTES: &str = "query($id:ID!){order(id:$id){history(options:{take:1000,filter:{type:{eq:\"ORDER_NOTE\"}}}){items{data}}}}";
    let NotaFiscal { numero, serie, chave, url, .. } = invoice;
    let note = format!("NF-e {numero} série {serie} chave {chave} {url}").trim_end().to_owned();
    let found = read(shop, order, NOTES)?;
    let same = |entry: &Value| entry.pointer("/data/note").and_then(Value::as_str) == Some(&note);
    if rows(part(&found, "history"), "items")?.iter().any(same) {
        return Ok(Told::Already);
    }
    let document = "mutation($input:AddNoteToOrderInput!){addNoteToOrder(input:$input){id}}";
    let input = json!({ "id": order, "note": note, "isPublic": false });
    ask(shop, "addNoteToOrder", Effect::Once, document, json!({ "input": input }))?;
    Ok(Told::Done)
}

fn read_progress(shop: &mut dyn Shop, order: &str) -> Result<Value, Stop> {
    let found = read(shop, order, concat!("query($id:ID!){order(id:$id){", progress!(), "}}"))?;
    match text(&found, "state")? {
        "Cancelled" => Err(not_now("O pedido está cancelado na loja.")),
        _ => Ok(found),
    }
}

/// Identifiers of the fulfilments that may go to a state.
fn before(made: &[&Value], state: &str) -> Result<Vec<String>, Stop> {
    let mut ids = Vec::new();
    for fulfillment in made {
        if rows(fulfillment, "nextStates")?.iter().any(|next| next == state) {
            ids.push(text(fulfillment, "id")?.to_owned());
        }
    }
    Ok(ids)
}

fn transition(shop: &mut dyn Shop, ids: &[String], state: &str) -> Result<Told, Stop> {
    const DOCUMENT: &str = "mutation($id:ID!,$state:String!){transitionFulfillmentToState(id:$id,state:$state){__typename \
        ... on ErrorResult{errorCode message} ... on FulfillmentStateTransitionError{transitionError}}}";
    for id in ids {
        let variables = json!({ "id": id, "state": state });
        ask(shop, "transitionFulfillmentToState", Effect::Absolute, DOCUMENT, variables)?;
    }
    Ok(if ids.is_empty() { Told::Already } else { Told::Done })
}

fn shipped(shop: &mut dyn Shop, order: &str, parcel: Option<&Rastreio>) -> Result<Told, Stop> {
    const DOCUMENT: &str = "mutation($input:FulfillOrderInput!){addFulfillmentToOrder(input:$input){__typename \
        ... on Fulfillment{id} ... on ErrorResult{errorCode message} \
        ... on FulfillmentStateTransitionError{transitionError} \
        ... on CreateFulfillmentError{fulfillmentHandlerError}}}";
    let found = read_progress(shop, order)?;
    let Progress { made, rest } = Progress::of(&found)?;
    let mut waiting = before(&made, "Shipped")?;
    if !rest.is_empty() {
        let (carrier, tracking) = parcel.map_or(("", ""), |parcel| (&parcel.transportadora, &parcel.codigo));
        // the program demands a method
        let carrier = if carrier.trim().is_empty() { "Envio" } else { carrier };
        let argument = |name: &str, value: &str| json!({ "name": name, "value": cut(value, 200) });
        let arguments = [argument("method", carrier), argument("trackingCode", tracking)];
        let handler = json!({ "code": "manual-fulfillment", "arguments": arguments });
        let variables = json!({ "input": { "lines": rest, "handler": handler } });
        let made = ask(shop, "addFulfillmentToOrder", Effect::Once, DOCUMENT, variables)?;
        waiting.push(text(&made, "id")?.to_owned());
    }
    transition(shop, &waiting, "Shipped")
}

fn delivered(shop: &mut dyn Shop, order: &str) -> Result<Told, Stop> {
    let found = read_progress(shop, order)?;
    let Progress { made, rest } = Progress::of(&found)?;
    if !rest.is_empty() {
        return Err(not_now("Há itens do pedido que a loja não deu por enviados."));
    }
    transition(shop, &before(&made, "Delivered")?, "Delivered")
}

/// The program returns the units to stock; a refund is left to the shop's people.
fn cancelled(shop: &mut dyn Shop, order: &str, reason: &str) -> Result<Told, Stop> {
    const DOCUMENT: &str = "mutation($input:CancelOrderInput!){cancelOrder(input:$input){__typename \
        ... on ErrorResult{errorCode message} ... on OrderStateTransitionError{transitionError}}}";
    let found = read(shop, order, "query($id:ID!){order(id:$id){state}}")?;
    if text(&found, "state")? == "Cancelled" {
        return Ok(Told::Already);
    }
    let input = json!({ "orderId": order, "reason": cut(reason, 500), "cancelShipping": true });
    ask(shop, "cancelOrder", Effect::Absolute, DOCUMENT, json!({ "input": input }))?;
    Ok(Told::Done)
}

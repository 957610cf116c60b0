//! A buyer at the program itself, through the API that its shop's pages use.

use connector::{Value, json};

use crate::real_shop::send;

struct Buyer {
    url: String,
    session: Vec<(&'static str, String)>,
}

impl Buyer {
    fn ask(&mut self, query: &str, variables: &Value) -> Result<Value, String> {
        let body = json!({ "query": query, "variables": variables });
        let answer = send("POST", &self.url, &self.session, Some(&body));
        if let Some(token) = answer.header("vendure-auth-token") {
            self.session = vec![("authorization", format!("Bearer {token}"))];
        }
        let data =
            answer.body.get("data").and_then(Value::as_object).ok_or_else(|| answer.body.to_string())?;
        match data.values().find(|result| result.get("errorCode").is_some()) {
            Some(refused) => Err(refused.to_string()),
            None => Ok(Value::Object(data.clone())),
        }
    }

    /// A mutation, with one variable `$i` or none.
    fn act(&mut self, call: &str, input: Option<(&str, Value)>) -> Result<(), String> {
        let (variable, input) =
            input.map_or_else(Default::default, |(kind, input)| (format!("($i:{kind})"), input));
        let query = format!("mutation{variable}{{{call}{{... on ErrorResult{{errorCode message}}}}}}");
        self.ask(&query, &json!({ "i": input })).map(drop)
    }
}

/// Buys units of variants, by the shop's identifiers, with coupons, and pays where that is wanted; the order's identifier.
///
/// # Errors
/// The shop's answer, when it refuses.
///
/// # Panics
/// When the shop cannot be reached.
pub fn buy(address: &str, lines: &[(&str, i64)], coupons: &[&str], pays: bool) -> Result<String, String> {
    let mut buyer = Buyer { url: format!("{address}/shop-api"), session: Vec::new() };
    for (variant, units) in lines {
        let add = format!("addItemToOrder(productVariantId:$i,quantity:{units})");
        buyer.act(&add, Some(("ID!", json!(variant))))?;
    }
    for coupon in coupons {
        buyer.act("applyCouponCode(couponCode:$i)", Some(("String!", json!(coupon))))?;
    }
    let customer = json!({
        "firstName": "Ana", "lastName": "Teste", "emailAddress": "ana@example.com", "phoneNumber": "11999990000",
        "customFields": { "cpf": "529.982.247-25" },
    });
    buyer.act("setCustomerForOrder(input:$i)", Some(("CreateCustomerInput!", customer)))?;
    let home = json!({
        "fullName": "Ana Teste", "streetLine1": "Rua das Flores, 10", "streetLine2": "ap 1", "city": "São Paulo",
        "province": "SP", "postalCode": "01001-000", "countryCode": "BR",
    });
    for set in ["setOrderShippingAddress(input:$i)", "setOrderBillingAddress(input:$i)"] {
        buyer.act(set, Some(("CreateAddressInput!", home.clone())))?;
    }
    let found = buyer.ask("query{activeOrder{id} eligibleShippingMethods{id}}", &json!({}))?;
    let id = |path: &str| found.pointer(path).cloned().unwrap_or_default();
    let method = json!([id("/eligibleShippingMethods/0/id")]);
    buyer.act("setOrderShippingMethod(shippingMethodId:$i)", Some(("[ID!]!", method)))?;
    if pays {
        buyer.act("transitionOrderToState(state:\"ArrangingPayment\")", None)?;
        buyer.act("addPaymentToOrder(input:{method:\"pix-da-loja\",metadata:{}})", None)?;
    }
    id("/activeOrder/id").as_str().map(str::to_owned).ok_or_else(|| "there is no cart".to_owned())
}

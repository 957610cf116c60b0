//! The ways of five vendors, from their documents, each as data alone.

use serde_json::json;

use super::*;

const BASE: OAuth = OAuth {
    authorize: "",
    parameters: &[],
    scopes: "",
    pkce: false,
    token: "",
    code_body: BodyKind::Form,
    refresh_body: BodyKind::Form,
    basic: false,
    headers: &[],
    members: &[],
    facts: &[],
};

const MERCADO_LIVRE: OAuth = OAuth {
    authorize: "https://auth.mercadolivre.com.br/authorization",
    pkce: true,
    token: "https://api.mercadolibre.com/oauth/token",
    facts: &["user_id"],
    ..BASE
};
const BLING: OAuth = OAuth {
    authorize: "https://bling.com.br/Api/v3/oauth/authorize",
    token: "https://bling.com.br/Api/v3/oauth/token",
    basic: true,
    headers: &[("enable-jwt", "1")],
    ..BASE
};
const MAGALU: OAuth = OAuth {
    authorize: "https://id.magalu.com/login",
    parameters: &[("choose_tenants", "true")],
    scopes: "open:order-order:read open:portfolio:write",
    token: "https://id.magalu.com/oauth/token",
    code_body: BodyKind::Json,
    ..BASE
};
const NUVEMSHOP: OAuth = OAuth {
    authorize: "https://www.nuvemshop.com.br/apps/{aplicacao}/authorize",
    token: "https://www.nuvemshop.com.br/apps/authorize/token",
    code_body: BodyKind::Json,
    facts: &["user_id"],
    ..BASE
};
const SHOPIFY: OAuth = OAuth {
    authorize: "https://{loja}.myshopify.com/admin/oauth/authorize",
    scopes: "read_orders,write_inventory",
    token: "https://{loja}.myshopify.com/admin/oauth/access_token",
    members: &[("expiring", "1")],
    ..BASE
};

fn application() -> Application {
    Application { id: "app-1".to_owned(), secret: Secret::new("s e&greta") }
}

fn at(loja: &str) -> Connection {
    let settings = [("loja".to_owned(), Secret::new(loja))].into();
    Connection { settings, ..Connection::default() }
}

fn request(of: &OAuth, grant: Grant<'_>) -> (TokenRequest, String) {
    let request = of.request(&application(), &at("minha-loja"), grant).unwrap();
    let body = String::from_utf8(request.body.clone()).unwrap();
    (request, body)
}

fn header<'r>(request: &'r TokenRequest, name: &str) -> &'r str {
    request.headers.iter().find(|(of, _)| of == name).map_or("", |(_, value)| value)
}

#[test]
fn people_consent_at_the_address_of_each_vendor() {
    let back = "https://hub.example/conexao/retorno";
    let rest = "redirect_uri=https%3A%2F%2Fhub.example%2Fconexao%2Fretorno";
    let begin = |base: &str| format!("{base}?response_type=code&client_id=app-1&{rest}");
    for (of, address) in [
        (
            MERCADO_LIVRE,
            begin("https://auth.mercadolivre.com.br/authorization")
                + "&state={estado}&code_challenge={desafio}&code_challenge_method=S256",
        ),
        (BLING, begin("https://bling.com.br/Api/v3/oauth/authorize") + "&state={estado}"),
        (
            MAGALU,
            begin("https://id.magalu.com/login")
                + "&scope=open%3Aorder-order%3Aread%20open%3Aportfolio%3Awrite&choose_tenants=true&state={estado}",
        ),
        (NUVEMSHOP, begin("https://www.nuvemshop.com.br/apps/app-1/authorize") + "&state={estado}"),
        (
            SHOPIFY,
            begin("https://{loja}.myshopify.com/admin/oauth/authorize")
                + "&scope=read_orders%2Cwrite_inventory&state={estado}",
        ),
    ] {
        assert_eq!(of.consent(&application(), back), address);
    }
}

#[test]
fn tokens_are_asked_for_in_the_form_of_each_vendor() {
    let (code, verifier, refresh) = (Secret::new("c/1"), Secret::new("v"), Secret::new("r"));
    let grant = Grant::Code { code: &code, back: "https://h/x", verifier: &verifier };
    let in_body = "client_id=app-1&client_secret=s%20e%26greta";
    let sent = "grant_type=authorization_code&code=c%2F1&redirect_uri=https%3A%2F%2Fh%2Fx";

    let (request_, body) = request(&MERCADO_LIVRE, grant);
    assert_eq!(body, format!("{sent}&code_verifier=v&{in_body}"));
    assert_eq!(header(&request_, "content-type"), "application/x-www-form-urlencoded");
    let (_, body) = request(&MERCADO_LIVRE, Grant::Refresh(&refresh));
    assert_eq!(body, format!("grant_type=refresh_token&refresh_token=r&{in_body}"));

    let (request_, body) = request(&BLING, grant);
    assert_eq!(body, sent);
    assert_eq!(header(&request_, "authorization"), "Basic YXBwLTE6cyBlJmdyZXRh");
    assert_eq!(header(&request_, "enable-jwt"), "1");

    let (request_, body) = request(&MAGALU, grant);
    let body: Value = serde_json::from_str(&body).unwrap();
    assert_eq!((&body["code"], &body["client_secret"]), (&json!("c/1"), &json!("s e&greta")));
    assert_eq!(header(&request_, "content-type"), "application/json");
    let (_, body) = request(&MAGALU, Grant::Refresh(&refresh));
    assert!(body.starts_with("grant_type=refresh_token&"), "{body}");

    let (request_, body) = request(&SHOPIFY, grant);
    assert_eq!(request_.url, "https://minha-loja.myshopify.com/admin/oauth/access_token");
    assert_eq!(body, format!("{sent}&expiring=1&{in_body}"));
    let elsewhere = SHOPIFY.request(&application(), &at("evil.example/"), grant);
    assert!(
        matches!(elsewhere, Err(Stop::Refused(troubles)) if troubles.iter().all(|one| one.member == "loja"))
    );
}

#[test]
fn answers_of_every_vendor_are_read() {
    let read = |of: &OAuth, status, body| of.read(&Answer::new(status, body));
    let given = read(
        &MERCADO_LIVRE,
        200,
        json!({ "access_token": "A", "expires_in": 10800, "user_id": 42, "refresh_token": "R" }),
    );
    let given = given.unwrap();
    let access = Access { token: Secret::new("A"), lives: Some(10800), refresh: Some(Secret::new("R")) };
    assert_eq!((given.access, given.facts), (access, [("user_id".to_owned(), "42".to_owned())].into()));
    let forever = read(&NUVEMSHOP, 200, json!({ "access_token": "A", "user_id": "7" })).unwrap();
    assert_eq!((forever.access.lives, forever.access.refresh), (None, None));
    let text = read(&BLING, 200, json!({ "access_token": "A", "expires_in": "21600" })).unwrap();
    assert_eq!(text.access.lives, Some(21600));

    for gone in [json!({ "error": "invalid_grant" }), json!({ "error": { "type": "invalid_grant" } })] {
        assert_eq!(read(&BLING, 400, gone), Err(Stop::NoAccess("invalid_grant".to_owned())));
    }
    let refused = read(&BLING, 401, json!({ "error": "invalid_client", "error_description": "x" }));
    assert!(
        matches!(refused, Err(Stop::Refused(troubles)) if troubles.iter().all(|one| one.code == "invalid_client"))
    );
    assert_eq!(read(&BLING, 429, Value::Null), Err(Stop::Limited(None)));
    for (status, body) in
        [(200, Value::Null), (200, json!({ "access_token": "" })), (400, Value::Null), (302, Value::Null)]
    {
        assert!(matches!(read(&BLING, status, body), Err(Stop::Unreadable(_))), "{status}");
    }
    assert!(matches!(read(&BLING, 503, Value::Null), Err(Stop::Unavailable(_))));
}

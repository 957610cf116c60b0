//! Every documented parameter of a query does something: another value changes the answer, or is refused.
//! What is not understood is refused where the parameter has a form that can be missed.

use reqwest::Method;
use serde_json::Value;

use crate::support::contract::Operation;
use crate::support::{Answer, TestClient};

/// Values that some request answers otherwise, by the name of their parameter.
const OTHERS: &[(&str, &[&str])] = &[
    ("ativo", &["false", "true"]),
    ("apenasAssinaturas", &["true"]),
    ("apenasReseller", &["true"]),
    ("apenasUltimoNivel", &["true"]),
    ("aprovado", &["false"]),
    ("alteradosPartirDe", &["2999-01-01"]),
    ("busca", &["zzz"]),
    ("camposAdicionais", &["Estoque"]),
    ("canalId", &["outro"]),
    ("categoriaPaiId", &["1"]),
    ("categorias", &["999"]),
    ("causa", &["sem-acesso"]),
    ("centroId", &["2"]),
    ("chave", &["zzz"]),
    ("comErro", &["true", "false"]),
    ("centrosDistribuicao", &["2"]),
    ("consumidor", &["outro"]),
    ("dataAlteracaoFinal", &["2000-01-01T00:00:00Z"]),
    ("dataAlteracaoInicial", &["2999-01-01T00:00:00Z"]),
    ("dataFinal", &["2026-05-02"]),
    ("dataFinalComparativo", &["2026-05-10"]),
    ("dataInicial", &["2026-05-30"]),
    ("dataInicialComparativo", &["2026-05-11"]),
    ("desde", &["agora"]),
    ("devido", &["true", "false"]),
    ("direcaoOrdenacao", &["ASC"]),
    ("email", &["ninguem@example.com"]),
    ("enumTipoFiltroData", &["DataCriacao"]),
    ("estado", &["Esgotada"]),
    ("GET /Canal/{canalId}/Anuncio: estado", &["perdido"]),
    ("GET /Canal/{canalId}/Erro: estado", &["ignorado"]),
    ("GET /Erro: estado", &["ignorado"]),
    ("fabricantes", &["999"]),
    ("formasPagamento", &["1"]),
    ("gtin", &["zzz"]),
    ("hierarquia", &["true", "false"]),
    ("listaPedidosIds", &["999"]),
    ("incluirPedido", &["true"]),
    ("marca", &["zzz"]),
    ("pagina", &["2", "99"]),
    ("pedidoIds", &["999"]),
    ("parentId", &["zzz"]),
    ("posicao", &["3"]),
    ("produtoVarianteIdDe", &["1"]),
    ("produtosIrmaos", &["true"]),
    ("quantidade", &["1"]),
    ("quantidadeRegistros", &["1"]),
    ("quantidade_registros", &["1"]),
    ("situacao", &["impedida", "publicavel"]),
    ("situacoesPedido", &["18"]),
    ("sku", &["zzz"]),
    ("sobre", &["pedido"]),
    ("somenteFilhos", &["true"]),
    ("somenteValidos", &["true"]),
    ("sourceId", &["zzz"]),
    ("status", &["Cancelado"]),
    ("tipo", &["pedido.criado"]),
    ("tipoCanal", &["MercadoLivre"]),
    ("valido", &["false"]),
];

/// Values that are refused, of parameters that say where something is and not what is wanted of it.
const REFUSED: &[(&str, &str)] = &[
    ("destino", "longe"),
    ("modo", "talvez"),
    ("tipoIdentificador", "Nome"),
    ("tipoRetorno", "Talvez"),
    ("usuarioId", "ninguem"),
    ("visibilidade", "0"),
];

/// Fails unless a request is refused with what some of its parameters never are.
pub async fn are_refused(operation: &Operation<'_>, client: &TestClient, path: &str, body: &Value) {
    for name in operation.parameters("query") {
        let Some((_, value)) = REFUSED.iter().find(|(known, _)| *known == name) else { continue };
        let answer = ask(operation, client, &with(path, name, value), body).await;
        assert!(
            matches!(answer.status, 400 | 404),
            "{} {path}: {name}={value}: {answer:?}",
            operation.method
        );
    }
}

/// The other parameters of a read, and whether another value of each changes its answer, which is `answer`.
/// Fails where nonsense is taken for a value.
pub async fn obeyed<'a>(
    operation: &Operation<'a>,
    client: &TestClient,
    path: &str,
    answer: &Answer,
) -> Vec<(&'a str, bool)> {
    let is_place = |name: &&str| REFUSED.iter().any(|(known, _)| known == name);
    let wishes = operation.parameters("query").into_iter().filter(|name| !is_place(name));
    let mut all = Vec::new();
    for name in wishes.filter(|_| operation.method == "GET") {
        let place = format!("{path}: {name}");
        if is_formal(operation, name) {
            let nonsense = client.get(&with(path, name, "~")).await;
            assert_eq!(nonsense.status, 400, "{place}=~: {nonsense:?}");
        }
        let values = match name {
            "cursor" => cursor(operation, client, path).await.into_iter().collect(),
            _ => others(name, &operation.name(), &place),
        };
        let mut changed = false;
        for value in &values {
            let other = client.get(&with(path, name, value)).await;
            assert_eq!(other.status, 200, "{place}={value}: {other:?}");
            changed |= seen(&other) != seen(answer);
        }
        all.push((name, changed));
    }
    all
}

/// Those of the operation's own come before those of all that have a parameter of the name.
fn others(name: &str, operation: &str, place: &str) -> Vec<String> {
    let own = format!("{operation}: {name}");
    let of = |name: &str| OTHERS.iter().find(|(known, _)| *known == name);
    let known = of(&own).or_else(|| of(name));
    let (_, values) = known.unwrap_or_else(|| panic!("{place}: no other value of it is known here"));
    values.iter().map(|value| (*value).to_owned()).collect()
}

/// What a client reads of an answer.
fn seen(answer: &Answer) -> (String, String, Vec<u8>) {
    (answer.header("x-total-count").to_owned(), answer.header("link").to_owned(), answer.corpo.clone())
}

/// The cursor of the second row, if there is one.
async fn cursor(operation: &Operation<'_>, client: &TestClient, path: &str) -> Option<String> {
    let size = operation.parameters("query").into_iter().find(|name| name.starts_with("quantidade"))?;
    let first = client.get(&with(path, size, "1")).await;
    let (_, start) = first.header("link").split_once("cursor=")?;
    start.split(['&', '>']).next().map(str::to_owned)
}

/// True when not every text is a value of it.
fn is_formal(operation: &Operation<'_>, name: &str) -> bool {
    let all = operation.said["parameters"].as_array().unwrap();
    let schema = &all.iter().find(|p| p["name"] == name).unwrap()["schema"];
    let text = schema.to_string();
    ["\"integer\"", "\"boolean\"", "\"enum\"", "\"$ref\""].iter().any(|form| text.contains(form))
}

async fn ask(operation: &Operation<'_>, client: &TestClient, path: &str, body: &Value) -> Answer {
    let method = Method::from_bytes(operation.method.as_bytes()).unwrap();
    match operation.body() {
        Some(_) => client.json(method, path, body).await,
        None => client.send(method, path, &[], None::<Vec<u8>>).await,
    }
}

/// The path with this value of a parameter instead of what it has.
pub fn with(path: &str, name: &str, value: &str) -> String {
    let (place, query) = path.split_once('?').unwrap_or((path, ""));
    let others = query.split('&').filter(|pair| !pair.is_empty() && pair.split('=').next() != Some(name));
    let pairs: Vec<String> = others.map(str::to_owned).chain([format!("{name}={value}")]).collect();
    format!("{place}?{}", pairs.join("&"))
}

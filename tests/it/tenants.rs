//! No statement walks through other tenants' rows: PostgreSQL explains each one that either interface runs,
//! and each of its looks into a tenant's table goes by an index that begins with the tenant.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::coverage::{walk_a, walk_b};
use crate::support::own_postgres::OwnPostgres;
use crate::support::{Database, TestApp, TestDatabase, postgres};

/// Every plan goes to the log, and walks through a table where nothing else is possible only.
pub const EXPLAINED: &[(&str, &str)] = &[
    ("session_preload_libraries", "auto_explain"),
    ("auto_explain.log_min_duration", "0"),
    ("auto_explain.log_format", "json"),
    ("enable_seqscan", "off"),
];

/// Looks into the rows of all tenants: a table, the index, and who looks.
const ACROSS: &[(&str, &str, &str)] = &[
    ("canais", "", "a start tries the keys of secrets on one channel"),
    ("categorias_loja", "categorias_loja_anterior", "housekeeping: categories that SKUs have yet to follow"),
    ("conexoes", "", "a start tries the keys of secrets on one connection's access"),
    ("console_acessos", "", "housekeeping: few rows, those of people who are logged in"),
    ("console_pessoas", "", "a start tries the keys of secrets on one person's second factor"),
    (
        "contagem_mudancas",
        "contagem_mudancas_pkey",
        "housekeeping folds what was put aside into the counters",
    ),
    ("entregas", "entregas_concluidas", "housekeeping: deliveries that are kept no longer"),
    ("eventos_novos", "eventos_novos_pkey", "the mover of the event log takes the next ones, whosever"),
    (
        "idempotencia",
        "idempotencia_criado_em",
        "housekeeping: keys that are kept no longer, clocks that went back",
    ),
    ("imagens", "imagens_nome", "whoever has the address of an image: its name tells whose it is"),
    ("lojas", "lojas_excluidas", "housekeeping: what deleted users had is cleared away"),
    ("notificacoes", "", "a start tries the keys of secrets on one notification"),
    ("oferta_cursores", "oferta_cursores_pkey", "offers are announced: which logs are not read to their end"),
    ("oferta_varreduras", "oferta_varreduras_pkey", "the same: which sweeps are under way"),
    ("tokens", "tokens_hash_key", "who is it? the key tells its tenant"),
    ("tokens", "tokens_pkey", "when a key was used last"),
    ("usuarios", "", "housekeeping: stores whose stock changes hands"),
];

/// Unique indexes that do not hold the application, which a database that is divided by applications has in
/// one place: who may enter, and what the mover of the log has not placed yet.
const UNDIVIDED: &[&str] = &[
    "conexoes_aviso_key",
    "conexoes_consentimento_hash_key",
    "console_acessos_link_hash_key",
    "console_acessos_pkey",
    "console_acessos_sessao_hash_key",
    "console_atos_pkey",
    "console_pessoas_convite_hash_key",
    "console_pessoas_email_key",
    "console_pessoas_identidade_key",
    "console_pessoas_pkey",
    "eventos_novos_pkey",
    "tokens_hash_key",
    "tokens_pkey",
];

/// A look into a table, as a plan has it.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Look {
    table: String,
    index: String,
    condition: String,
    statement: String,
}

/// The plans of a log, each with its statement.
pub fn plans(log: &str) -> Vec<Value> {
    plans_of_sessions(log).into_iter().map(|(_, plan)| plan).collect()
}

/// The same, each with the process that it was made in.
pub fn plans_of_sessions(log: &str) -> Vec<(&str, Value)> {
    let mut plans = Vec::new();
    let mut rest = log;
    while let Some((before, entry)) = rest.split_once(" plan:\n") {
        // an entry begins with the time and, in brackets, the process
        let line = before.lines().last().unwrap_or_default();
        let session = line.split(['[', ']']).nth(1).expect("the process of an entry");
        // what goes on from an entry begins with a tab
        let lines: Vec<&str> = entry.lines().take_while(|line| line.starts_with('\t')).collect();
        plans.push((session, serde_json::from_str(&lines.join("\n")).unwrap()));
        rest = entry;
    }
    plans
}

/// All looks of a plan into tables; `table` is the one that a bitmap is made for.
fn looks(node: &Value, table: Option<&str>, statement: &str, found: &mut BTreeSet<Look>) {
    let text = |name: &str| node[name].as_str().unwrap_or_default().to_owned();
    let table = node["Relation Name"].as_str().or(table);
    let kind = text("Node Type");
    if let ("Seq Scan" | "Index Scan" | "Index Only Scan" | "Bitmap Index Scan" | "Tid Scan", Some(table)) =
        (kind.as_str(), table)
    {
        let (index, condition) = (text("Index Name"), text("Index Cond"));
        let (table, statement) = (table.to_owned(), statement.to_owned());
        found.insert(Look { table, index, condition, statement });
    }
    let table = table.filter(|_| kind.starts_with("Bitmap"));
    for below in node["Plans"].as_array().into_iter().flatten() {
        looks(below, table, statement, found);
    }
}

/// A column of text, line by line.
fn lines(url: &str, sql: &str) -> BTreeSet<String> {
    let answer = postgres::server().unwrap().ask(url, sql);
    answer.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

#[test]
fn every_statement_begins_with_its_tenant() {
    let Some(own) = OwnPostgres::with(EXPLAINED) else { return };
    let other = format!("{}/other", own.url().strip_suffix("/postgres").unwrap());
    postgres::server().unwrap().execute(&own.url(), "CREATE DATABASE other");
    let (a, b) = (TestDatabase::migrated(own.url()), TestDatabase::migrated(other.clone()));
    let migrated = own.log().len();
    actix_web::rt::System::new().block_on(async {
        walk_a(&TestApp::start(a)).await;
        walk_b(&TestApp::start(b)).await;
    });
    let tenants = lines(
        &other,
        "SELECT table_name FROM information_schema.columns \
         WHERE table_schema = 'public' AND column_name = 'aplicacao_id'",
    );
    assert!(tenants.len() > 20, "{tenants:?}");
    let mut found = BTreeSet::new();
    for plan in plans(&own.log()[migrated..]) {
        looks(&plan["Plan"], None, plan["Query Text"].as_str().unwrap(), &mut found);
    }
    found.retain(|look| tenants.contains(&look.table));
    assert!(found.len() > 300, "{} looks into tables", found.len());
    let without = |look: &&Look| !look.condition.contains("aplicacao_id");
    let known = |look: &Look| {
        ACROSS.iter().any(|(table, index, _)| (look.table.as_str(), look.index.as_str()) == (*table, *index))
    };
    let strays: Vec<&Look> = found.iter().filter(without).filter(|look| !known(look)).collect();
    assert!(strays.is_empty(), "{strays:#?}");
}

/// Unique indexes of tables that have the last of some columns, where not all of them are in it.
fn without(url: &str, columns: &[&str], tables: &str) -> BTreeSet<String> {
    let last = columns.last().unwrap();
    let list = columns.iter().map(|column| format!("'{column}'")).collect::<Vec<_>>().join(", ");
    let sql = format!(
        "SELECT i.indexrelid::regclass FROM pg_index i \
         WHERE i.indisunique AND i.indrelid::regclass::text ~ '{tables}' \
         AND EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = i.indrelid AND a.attname = '{last}') \
         AND {} > (SELECT count(*) FROM pg_attribute a \
             WHERE a.attrelid = i.indexrelid AND a.attname IN ({list}))",
        columns.len()
    );
    lines(url, &sql)
}

#[test]
fn every_unique_index_holds_the_tenant() {
    let Some(database) = TestDatabase::new(Database::Postgres) else { return };
    let undivided: BTreeSet<String> = UNDIVIDED.iter().map(|name| (*name).to_owned()).collect();
    assert_eq!(without(&database.url, &["aplicacao_id"], "."), undivided);
    // what is large can be divided by store
    let large = "^(pedido|sku|estoque|contagens)";
    assert_eq!(without(&database.url, &["aplicacao_id", "loja_id"], large), BTreeSet::new());
}

#[test]
fn every_reference_between_rows_of_tenants_holds_the_tenant() {
    let Some(database) = TestDatabase::new(Database::Postgres) else { return };
    let has = |table: &str| {
        format!(
            "EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = {table} AND a.attname = 'aplicacao_id')"
        )
    };
    let sql = format!(
        "SELECT c.conname FROM pg_constraint c WHERE c.contype = 'f' AND {} AND {} \
         AND NOT EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.conrelid \
             AND a.attnum = ANY (c.conkey) AND a.attname = 'aplicacao_id')",
        has("c.conrelid"),
        has("c.confrelid")
    );
    assert_eq!(lines(&database.url, &sql), BTreeSet::new());
}

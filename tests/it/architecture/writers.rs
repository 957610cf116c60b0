//! A table is written in its folder alone, so that one place knows all that a change of it takes.

use std::collections::{BTreeMap, BTreeSet};

use super::debts::{Finding, hold};
use super::names::production;
use super::sources::{TREE, Tree};
use super::syntax::Module;
use super::tokens::{self, Token, flat, inside, stands};

const STORE: &str = "crates/store/src/";

/// The crates that know Diesel.
const DATABASE: &[&str] = &["crates/db/", "crates/store/"];

/// Each table and who writes it: a folder, or a file without its ending. The first is its owner; the others
/// write it for the reason given.
const OWNERS: &[(&str, &[&str])] = &[
    ("sequencias", &["base/sequences"]),
    // PostgreSQL writes the event in the statement that changes what it tells of: a round trip less;
    // what nobody will read any more is pruned by who knows the readers
    ("eventos_novos", &["eventos", "catalogue/skus"]),
    ("eventos", &["eventos", "avisos/pruning"]),
    ("eventos_pendentes", &["eventos"]),
    ("aplicacoes", &["accounts/aplicacoes"]),
    ("limites", &["accounts/limites"]),
    // who keeps a user's stock changes with its SKUs
    ("usuarios", &["accounts/usuarios", "catalogue/estoque"]),
    ("usuarios_excluidos", &["accounts/usuarios"]),
    ("tokens", &["accounts/tokens"]),
    ("console_acessos", &["accounts/accesses"]),
    ("console_atos", &["accounts/acts"]),
    ("lojas_config", &["accounts/lojas_config"]),
    ("idempotencia", &["accounts/idempotencia"]),
    // what it leaves on the shelf is no part of the source's Canal
    ("canais", &["catalogue/canais", "catalogue/estoque"]),
    ("skus", &["catalogue/skus"]),
    ("centros", &["catalogue/centros"]),
    ("estoque_centros", &["catalogue/skus"]),
    ("estoque_limites", &["catalogue/estoque"]),
    // PostgreSQL writes the entry in the statement that changes a stock by itself
    ("estoque_movimentos", &["ledger", "catalogue/skus/postgres"]),
    // an order that is taken over changes no number
    ("estoque_reservas", &["catalogue/skus", "catalogue/estoque/taking_over"]),
    ("oferta_cursores", &["catalogue/ofertas"]),
    ("oferta_varreduras", &["catalogue/ofertas"]),
    ("ofertas_ditas", &["catalogue/ofertas"]),
    // a user takes along what no foreign key reaches
    ("sku_textos", &["catalogue/skus", "accounts/usuarios"]),
    ("grupos", &["catalogue/grupos"]),
    ("fabricantes", &["catalogue/fabricantes"]),
    ("nomes_atributos", &["catalogue/atributos"]),
    ("sku_atacados", &["catalogue/atacados"]),
    ("sku_canais", &["catalogue/sku_canais"]),
    ("categorias_canal", &["catalogue/categorias"]),
    ("categorias_loja", &["catalogue/categorias_loja"]),
    // by triggers alone
    ("categorias_loja_versoes", &[]),
    ("compradores", &["sales/compradores"]),
    ("pedidos", &["sales/pedidos"]),
    ("pedido_documentos", &["sales/pedidos"]),
    ("pedido_registros", &["sales/pedidos"]),
    ("pedido_itens", &["sales/pedidos"]),
    ("pedido_nomes", &["sales/pedidos"]),
    ("nomes_pendentes", &["sales/pedidos"]),
    ("textos_pendentes", &["sales/pedidos"]),
    ("pedido_historico", &["sales/pedidos"]),
    ("contagens", &["sales/contagens"]),
    ("contagem_mudancas", &["sales/contagens"]),
    // a user takes along what no foreign key reaches
    ("fila_consumidores", &["avisos/fila", "accounts/usuarios"]),
    ("fila_itens", &["avisos/fila", "avisos/pruning"]),
    // an address that is gone for good switches its notification off
    ("notificacoes", &["avisos/notificacoes", "avisos/entregas"]),
    // set where a notification begins, moved as its events become deliveries
    ("notificacao_cursores", &["avisos/notificacoes", "avisos/entregas"]),
    ("notificacao_destinos", &["avisos/destinos"]),
    // a test is a delivery that a client asks for
    ("entregas", &["avisos/entregas", "avisos/notificacoes"]),
    ("entrega_tentativas", &["avisos/entregas"]),
];

/// Diesel's functions that write.
const VERBS: &[&str] =
    &["insert_into", "insert_or_ignore_into", "replace_into", "update", "delete", "copy_from"];

#[test]
fn a_table_is_written_in_its_folder_alone() {
    hold("writers", &check(&TREE, OWNERS));
}

fn check(tree: &Tree, owners: &[(&str, &[&str])]) -> Vec<Finding> {
    let mut files = BTreeMap::new();
    for file in production(tree) {
        if DATABASE.iter().any(|folder| file.starts_with(folder)) {
            let tokens = flat(tokens::production(&file, &tree.texts[&file]));
            files.insert(file, tokens);
        }
    }
    let (tables, macros) = (tables(&files), writing_macros(&files));
    let mut found = Vec::new();
    let mut written: BTreeSet<(String, String)> = BTreeSet::new();
    for (file, tokens) in &files {
        let module = &tree.modules[file];
        let of_diesel = module.imports.iter().filter(|import| import.path.segments[0] == "diesel");
        let imported = of_diesel.map(|import| import.name.clone()).collect();
        let reader = Reader {
            tokens,
            aliases: aliases(module),
            imported,
            tables: &tables,
            macros: &macros,
            files: &files,
        };
        for (table, line) in reader.writes() {
            let row = owners.iter().find(|(owned, _)| *owned == table);
            let place = row.and_then(|(_, places)| places.iter().find(|place| stands_in(tree, file, place)));
            match place {
                Some(place) => drop(written.insert((table, (*place).to_owned()))),
                None => found.push(Finding::with(format!("{file} writes {table}"), format!("line {line}"))),
            }
        }
    }
    let unknown = tables.iter().filter(|table| !owners.iter().any(|(owned, _)| owned == *table));
    found.extend(unknown.map(|table| Finding::new(format!("{table} has no owner"))));
    for (table, places) in owners {
        let idle =
            places.iter().filter(|place| !written.contains(&((*table).to_owned(), (**place).to_owned())));
        found.extend(idle.map(|place| Finding::new(format!("{place} does not write {table}"))));
    }
    found
}

/// A place on a floor that is not there yet is taken without its floor.
fn stands_in(tree: &Tree, file: &str, place: &str) -> bool {
    let (floor, room) = place.split_once('/').unwrap_or((place, place));
    let floor = format!("{STORE}{floor}/");
    let place = if tree.texts.keys().any(|file| file.starts_with(&floor)) { place } else { room };
    let rest = file.strip_prefix(STORE).and_then(|file| file.strip_prefix(place));
    rest.is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
}

/// All that a `table!` declares; and `sequencias`, which is read and written as text.
fn tables(files: &BTreeMap<String, Vec<Token>>) -> BTreeSet<String> {
    let mut tables = BTreeSet::from(["sequencias".to_owned()]);
    for tokens in files.values() {
        for at in 0..tokens.len() {
            if stands(tokens, at, &["table", "!", "{"]) {
                let body = inside(tokens, at + 2);
                let key = body.iter().position(|t| t.text == "(").unwrap_or(0);
                tables.extend(body.get(key.wrapping_sub(1)).map(|name| name.text.clone()));
            }
        }
    }
    tables
}

/// What a file calls the tables: `eventos as log`.
fn aliases(module: &Module) -> BTreeMap<String, String> {
    let imports =
        module.imports.iter().filter_map(|i| Some((i.name.clone(), i.path.segments.last()?.clone())));
    let inner = module.children.iter().filter_map(|(_, inline)| inline.as_ref()).flat_map(aliases);
    inner.chain(imports).collect()
}

/// Macros of all files that hand what they are given to one of the verbs.
fn writing_macros(files: &BTreeMap<String, Vec<Token>>) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    for tokens in files.values() {
        for at in (0..tokens.len()).filter(|at| stands(tokens, *at, &["macro_rules", "!"])) {
            let body = inside(tokens, at + 3);
            let hands_on =
                |at: usize| VERBS.contains(&body[at].text.as_str()) && stands(body, at + 1, &["(", "$"]);
            if (0..body.len()).any(hands_on) {
                found.insert(tokens[at + 2].text.as_str());
            }
        }
    }
    found
}

struct Reader<'t> {
    tokens: &'t [Token],
    aliases: BTreeMap<String, String>,
    /// What it imports from Diesel.
    imported: BTreeSet<String>,
    tables: &'t BTreeSet<String>,
    macros: &'t BTreeSet<&'t str>,
    files: &'t BTreeMap<String, Vec<Token>>,
}

impl Reader<'_> {
    /// The tables that the file writes, with lines.
    fn writes(&self) -> Vec<(String, usize)> {
        let mut out = Vec::new();
        for (at, token) in self.tokens.iter().enumerate() {
            let word = token.text.as_str();
            if VERBS.contains(&word) && stands(self.tokens, at + 1, &["("]) && self.is_diesels(at) {
                let target = inside(self.tokens, at + 1);
                if target.first().is_none_or(|t| t.text != "$") {
                    let table =
                        self.table(target).unwrap_or_else(|| "a table that cannot be told".to_owned());
                    out.push((table, token.line));
                }
            } else if self.macros.contains(word) && stands(self.tokens, at + 1, &["!", "("]) {
                let table = self.table_in(inside(self.tokens, at + 2));
                out.extend(table.map(|table| (table, token.line)));
            } else if word.contains('"') {
                out.extend(self.sql(word).into_iter().map(|table| (table, token.line)));
            }
        }
        out
    }

    /// Called by its path, or imported from there.
    fn is_diesels(&self, at: usize) -> bool {
        let before = at.checked_sub(1).map_or("", |at| self.tokens[at].text.as_str());
        match before {
            "::" => at > 1 && ["diesel", "dsl"].contains(&self.tokens[at - 2].text.as_str()),
            "." | "fn" => false,
            _ => self.imported.contains(&self.tokens[at].text),
        }
    }

    /// The first `t::table`; else that of the macro or the variable that stands there.
    fn table(&self, target: &[Token]) -> Option<String> {
        let name = target.first()?.text.as_str();
        self.table_in(target).or_else(|| {
            let own = std::iter::once(self.tokens);
            let mut files = own.chain(self.files.values().map(Vec::as_slice));
            if stands(target, 1, &["!"]) {
                return files.find_map(|tokens| {
                    let at = (0..tokens.len()).find(|at| stands(tokens, *at, &["macro_rules", "!", name]))?;
                    self.table_in(inside(tokens, at + 3))
                });
            }
            let at = (0..self.tokens.len()).find(|at| stands(self.tokens, *at, &["let", name, "="]))?;
            let value = &self.tokens[at..];
            let end = value.iter().position(|t| t.text == ";").unwrap_or(value.len());
            self.table_in(&value[..end])
        })
    }

    fn table_in(&self, tokens: &[Token]) -> Option<String> {
        let at = (1..tokens.len()).find(|at| stands(tokens, *at, &["::", "table"]))?;
        let name = &tokens[at - 1].text;
        let known = |name: &&String| self.tables.contains(*name);
        self.aliases.get(name).filter(known).or(Some(name).filter(known)).cloned()
    }

    /// What SQL writes; a table that is put into the text is not told.
    fn sql(&self, text: &str) -> Vec<String> {
        let text = text.replace("\\\n", " ");
        let words: Vec<&str> = text.split(|c: char| c.is_whitespace() || "\"(;".contains(c)).collect();
        let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
        let before = |at: usize| at.checked_sub(1).map_or("", |at| words[at]);
        let writes = |at: usize| match words[at] {
            "INTO" => before(at) == "INSERT" || before(at) == "IGNORE" || before(at) == "REPLACE",
            "FROM" => before(at) == "DELETE",
            "UPDATE" => !["KEY", "DO", "FOR", "ON"].contains(&before(at)),
            "COPY" | "TRUNCATE" => true,
            _ => false,
        };
        let written = |at: usize| match words.get(at + 1) {
            Some(name) if self.tables.contains(*name) => Some((*name).to_owned()),
            Some(name) if name.starts_with('{') => Some("a table that cannot be told".to_owned()),
            None if words[at] != "UPDATE" => Some("a table that cannot be told".to_owned()),
            Some(_) | None => None,
        };
        (0..words.len()).filter(|at| writes(*at)).filter_map(written).collect()
    }
}

#[test]
fn writes_elsewhere_are_seen_however_they_are_written() {
    let schema =
        "diesel::table! { skus (id) { id -> Integer, } }\ndiesel::table! { other (id) { id -> Integer, } }";
    let elsewhere = "use crate::schema::{other, skus as s};\n\
        macro_rules! all { () => { s::table.filter(x) } }\n\
        fn a() { diesel::update(s::table.find(1)).set(2) }\n\
        fn b() { let rows = s::table.filter(y); diesel::delete(rows); diesel::delete(all!()); }\n\
        use diesel::delete; fn g() { delete(s::table); x.delete(y) }\n\
        fn c() { crate::put!(s::table, v); tokens::delete(tx); other::table.load(c) }\n\
        const D: &str = \"SELECT 1 FOR UPDATE; WITH a AS (UPDATE skus SET x = 1) \\\n  DELETE FROM skus\";\n\
        fn e() { format!(\"INSERT INTO {}\", t); diesel::insert_into(x).values(y); }\n\
        #[cfg(test)] mod tests { const F: &str = \"UPDATE other SET x = 1\"; }";
    let put = "macro_rules! put { ($t:expr, $v:expr) => { diesel::insert_into($t).values($v) } }";
    let tree = Tree::of(&[
        ("crates/store/src/lib.rs", "mod schema; mod own; mod elsewhere; #[macro_use] mod put;"),
        ("crates/store/src/schema.rs", schema),
        ("crates/store/src/put.rs", put),
        ("crates/store/src/own.rs", "fn f() { diesel::update(crate::schema::skus::table) }"),
        ("crates/store/src/base/x.rs", ""),
        ("crates/store/src/elsewhere.rs", elsewhere),
    ]);
    let owners: &[(&str, &[&str])] =
        &[("skus", &["floor/own"]), ("sequencias", &[]), ("gone", &["base/own"])];
    let found: Vec<String> = check(&tree, owners).iter().map(|f| format!("{} {}", f.key, f.detail)).collect();
    let expected = [
        "writes skus line 3",
        "writes skus line 4",
        "writes skus line 4",
        "writes skus line 5",
        "writes skus line 6",
        "writes skus line 7",
        "writes skus line 7",
        "writes a table that cannot be told line 9",
        "writes a table that cannot be told line 9",
    ]
    .map(|write| format!("crates/store/src/elsewhere.rs {write}"));
    assert_eq!(found[..9], expected);
    assert_eq!(found[9..], ["other has no owner ", "base/own does not write gone "]);
}

//! A file dropped on the console goes the way of `server import`: its columns are shown, it is checked, and it comes in
//! without being sent once more.

use std::pin::pin;
use std::time::Duration;

use actix_web::rt;
use domain::console::Role;
use futures_util::future::{Either, select};
use serde_json::json;
use store::accesses::Scope;

use super::visitor::Visitor;
use crate::support::program::Program;
use crate::support::wait::until;
use crate::support::{Answer, models};

pub(super) const PATH: &str = "/console/1-1/importar";
pub(super) const ON: &str = "/console/1-1/importar/colunas";
const UNDO: &str = "/console/1-1/importar/desfazer";
const KIND: &[(&str, &str)] = &[("tipo", "estoque")];
const STOCK: &[u8] = "\u{feff}sku;estoque;obs\r\nS1;7;nada\r\nS9;1;\r\nS2;muitos;\r\n".as_bytes();

/// The fields of the form that goes on from a page, as it stands there.
fn fields_of(page: &str) -> Vec<(String, String)> {
    let form = page.split("action=\"/console/1-1/importar/colunas\"").nth(1).expect("no form goes on");
    let form = form.split("</form>").next().unwrap();
    let value = |text: &str, name: &str| {
        let after = text.split_once(&format!("{name}=\""))?.1;
        Some(after.split('"').next()?.replace("&amp;", "&").replace("&quot;", "\""))
    };
    let mut all = Vec::new();
    for input in form.split("<input ").skip(1) {
        let input = input.split('>').next().unwrap();
        all.extend(value(input, "name").map(|name| (name, value(input, "value").unwrap_or_default())));
    }
    for select in form.split("<select ").skip(1) {
        let (head, options) = select.split_once('>').unwrap();
        let options = options.split("</select>").next().unwrap();
        let taken =
            options.split("<option ").find(|option| option.split('>').next().unwrap().ends_with("selected"));
        let taken = taken.and_then(|option| value(option, "value")).unwrap_or_default();
        all.extend(value(head, "name").map(|name| (name, taken)));
    }
    all
}

/// Goes on from a page, with some fields filled in otherwise.
pub(super) async fn go_on(ana: &Visitor, page: &str, how: &str, other: &[(&str, &str)]) -> Answer {
    let mut fields = fields_of(page);
    fields.retain(|(name, _)| !other.iter().any(|(known, _)| known == name));
    let mut all: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (&**name, &**value)).collect();
    all.extend(other);
    all.push(("como", how));
    ana.post(ON, &[], &all).await
}

/// The page with a file's columns.
pub(super) async fn columns(ana: &Visitor, kind: &str, name: &str, content: &[u8]) -> String {
    ana.send_file(PATH, &[("tipo", kind)], name, content).await.with_status(200).text()
}

/// Brings a file in as its columns are preset.
async fn bring(ana: &Visitor, kind: &str, name: &str, content: &[u8]) -> Answer {
    let page = columns(ana, kind, name, content).await;
    go_on(ana, &page, "gravar", &[]).await
}

on_both_databases! {
    async fn a_file_is_looked_over_then_checked_then_brought_in(app: TestApp) {
        app.loja_with_skus("loja-1", &["S1", "S2"]).await;
        let ana = Visitor::operator(&app).await;
        let stock = async |sku: &str| app.a.get(&format!("/sku/{sku}?usuarioId=loja-1")).await.json_of(200);
        let before = stock("S1").await["estoque"].clone();
        let page = columns(&ana, "estoque", "saldo.csv", STOCK).await;
        for part in ["saldo.csv", "S1 · S9 · S2", "value=\"estoque\" selected", "(não usar)"] {
            assert!(page.contains(part), "{part}: {page}");
        }
        let checked = go_on(&ana, &page, "conferir", &[]).await.with_status(200).text();
        for part in ["nada foi gravado", "recusados: 2", "como seriam gravadas", "este SKU não existe"] {
            assert!(checked.contains(part), "{part}: {checked}");
        }
        assert_eq!(stock("S1").await["estoque"], before);
        assert!(!ana.page("/console/1-1/atos").await.contains("saldo.csv"), "a check is no act");
        for _ in 0..2 {
            let text = go_on(&ana, &checked, "gravar", &[]).await.with_status(200).text();
            for part in ["Importado", "recusados: 2", "obs", "este SKU não existe", "estoque"] {
                assert!(text.contains(part), "{part}: {text}");
            }
            let mended = text.split("href=\"").find(|part| part.contains("/importar/correcoes")).unwrap();
            let mended = ana.get(mended.split('"').next().unwrap()).await.with_status(200);
            assert!(mended.header("content-disposition").contains("correcoes.csv"), "{mended:?}");
            let rows = mended.text();
            assert!(rows.contains("erro;linha;sku;estoque;obs") && rows.lines().count() == 3, "{rows}");
        }
        assert_eq!(stock("S1").await["estoque"], 7);
        let acts = ana.page("/console/1-1/atos").await;
        assert_eq!(acts.matches("saldo.csv").count(), 2, "{acts}");
    }

    async fn a_column_is_what_it_is_said_to_be(app: TestApp) {
        app.loja_with_skus("loja-1", &["S1"]).await;
        let ana = Visitor::operator(&app).await;
        let sheet = "sku;Coisa;Massa;precoPor;estoque\nN1;Mesa;2,5;10,00;3\n".as_bytes();
        let page = columns(&ana, "skus", "mesas.csv", sheet).await;
        let said = [("c1", "nome"), ("c2", "peso"), ("u2", "kg")];
        let checked = go_on(&ana, &page, "conferir", &said).await.with_status(200).text();
        assert!(checked.contains("Novos: 1") && checked.contains("Mesa"), "{checked}");
        // what was said goes on to the columns' page, and to the import
        let again = go_on(&ana, &checked, "colunas", &[]).await.with_status(200).text();
        assert!(again.contains("value=\"kg\" selected"), "{again}");
        let done = go_on(&ana, &checked, "gravar", &[]).await.with_status(200).text();
        assert!(done.contains("Novos: 1"), "{done}");
        let sku = app.a.get("/sku/N1?usuarioId=loja-1").await.json_of(200);
        assert_eq!((&sku["nome"], &sku["peso"]), (&json!("Mesa"), &json!(2500)));
    }

    async fn what_no_column_has_is_written_once_for_all_rows(app: TestApp) {
        app.loja_with_skus("loja-1", &["S1"]).await;
        let ana = Visitor::operator(&app).await;
        let page = columns(&ana, "categorias", "c.csv", b"categoriaId;nome\n1;Casa\n").await;
        assert!(page.contains("name=\"k-canalId\""), "{page}");
        let without = go_on(&ana, &page, "conferir", &[]).await.with_status(422).text();
        assert!(without.contains("falta nela: canalId"), "{without}");
        let tried = go_on(&ana, &without, "conferir", &[("k-canalId", "canal-1")]).await.with_status(200).text();
        assert!(tried.contains("recusados: "), "{tried}");
    }

    async fn a_file_waits_for_its_session_alone_and_not_beyond_it(app: TestApp) {
        app.loja_with_skus("loja-1", &["S1"]).await;
        let (ana, bia) = (Visitor::operator(&app).await, Visitor::operator(&app).await);
        let page = columns(&ana, "estoque", "saldo.csv", STOCK).await;
        let (mark, of_bia) = (ana.mark().await, bia.mark().await);
        let foreign = page.replace(&mark, &of_bia);
        let gone = go_on(&bia, &foreign, "gravar", &[]).await.with_status(409).text();
        assert!(gone.contains("30 minutos") && gone.contains("value=\"estoque\" selected"), "{gone}");
        // the next file takes its place
        columns(&ana, "skus", "outro.csv", b"sku;nome\nN1;Mesa\n").await;
        go_on(&ana, &page, "gravar", &[]).await.with_status(409);
        let page = columns(&ana, "estoque", "saldo.csv", STOCK).await;
        ana.post("/console/sair", &[], &[("marca", &mark)]).await.with_status(303);
        go_on(&ana, &page, "gravar", &[]).await.with_status(401);
    }

    async fn templates_and_lists_are_files_that_come_back(app: TestApp) {
        app.loja_with_skus("loja-1", &["S1", "=1+1"]).await;
        let ana = Visitor::operator(&app).await;
        for kind in ["skus", "estoque", "precos", "pedidos", "categorias"] {
            for form in ["xlsx", "csv"] {
                let path = format!("/console/1-1/importar/modelo?tipo={kind}&como={form}");
                let template = ana.get(&path).await.with_status(200);
                assert!(template.header("content-disposition").ends_with(&format!("modelo-{kind}.{form}\"")));
                columns(&ana, kind, "modelo", &template.corpo).await;
            }
        }
        let list = ana.page("/console/1-1/skus?q=1%2B1").await;
        assert!(list.contains("/console/1-1/exportar?tipo=skus&amp;como=xlsx&amp;q=1%2B1"), "{list}");
        let some = ana.get("/console/1-1/exportar?tipo=skus&como=csv&q=1%2B1").await.with_status(200).text();
        assert!(some.contains("'=1+1") && some.lines().count() == 2, "{some}");
        for kind in ["skus", "estoque", "precos"] {
            let file = ana.get(&format!("/console/1-1/exportar?tipo={kind}&como=xlsx")).await.with_status(200);
            let text = bring(&ana, kind, "volta.xlsx", &file.corpo).await.with_status(200).text();
            assert!(text.contains("como o arquivo diz: 2") && text.contains("recusados: 0"), "{kind}: {text}");
        }
        let acts = ana.page("/console/1-1/atos").await;
        assert!(acts.contains("exportou um arquivo de"), "{acts}");
        ana.get("/console/1-1/exportar?tipo=segredos").await.with_status(404);
    }

    async fn new_skus_come_as_json_too(app: TestApp) {
        app.loja_with_skus("loja-1", &["S1"]).await;
        let ana = Visitor::operator(&app).await;
        let new = json!({
            "sku": "N1", "nome": "Caneca", "marca": "Boa", "descricao": "De louça", "categorias": ["Casa"],
            "largura": 10, "altura": 10, "comprimento": 10, "peso": 300, "ativo": true, "prazoDespacho": 1,
            "precoDe": 20, "precoPor": 19.9, "estoque": 4, "urlOrigem": "https://exemplo.com.br/n1",
        });
        let text = bring(&ana, "skus", "n.jsonl", new.to_string().as_bytes()).await.with_status(200).text();
        assert!(text.contains("Novos: 1"), "{text}");
        assert_eq!(app.a.get("/sku/N1?usuarioId=loja-1").await.json_of(200)["estoque"], 4);
    }

    async fn a_file_is_undone_by_what_was_there_before(app: TestApp) {
        app.loja_with_skus("loja-1", &["S1", "S2"]).await;
        let ana = Visitor::operator(&app).await;
        let read = async || {
            let mut both = [json!(null), json!(null)];
            for (one, path) in both.iter_mut().zip(["/sku/S1", "/sku/S1/Canal/canal/Oferta"]) {
                *one = app.a.get(&format!("{path}?usuarioId=loja-1")).await.json_of(200);
                one.as_object_mut().unwrap().remove("dataAlteracao");
            }
            both
        };
        let before = read().await;
        let numbers = async || {
            let page = ana.page(PATH).await;
            let all = page.split("name=\"importacao\" value=\"").skip(1);
            all.map(|rest| rest.split('"').next().unwrap().to_owned()).collect::<Vec<_>>()
        };
        for (kind, content) in [
            ("estoque", "sku;estoque\nS1;77\n"),
            ("precos", "sku;precoDe;precoPor\nS1;199,90;188,80\n"),
            // the channel has no settings of the SKU: it follows it again
            ("estoque", "sku;canalId;estoque\nS1;canal;3\n"),
            ("precos", "sku;canalId;precoDe;precoPor\nS1;canal;199,90;188,80\n"),
            ("skus", "sku;nome;gtin;largura\nS1;Outro;7891000315507;77\nN9;Novo;;1\n"),
        ] {
            bring(&ana, kind, "errado.csv", content.as_bytes()).await.with_status(200);
            assert_ne!(read().await, before, "{kind}");
            let [latest, ..] = &numbers().await[..] else { panic!("{kind}: no way back") };
            let checked = ana.act(UNDO, &[("importacao", latest)]).await.with_status(200).text();
            assert!(checked.contains("nada foi gravado") && checked.contains("como o arquivo diz: 1"), "{checked}");
            go_on(&ana, &checked, "gravar", &[]).await.with_status(200);
            assert_eq!(read().await, before, "{kind}");
        }
        let page = ana.page(PATH).await;
        assert!(page.contains("errado.csv") && page.contains("1 novos · 1 como o arquivo diz · 0 recusados"), "{page}");
        for _ in 0..20 {
            bring(&ana, "estoque", "mais.csv", b"sku;estoque\nS1;7\n").await.with_status(200);
        }
        assert_eq!(numbers().await.len(), 20);
        ana.act(UNDO, &[("importacao", "1")]).await.with_status(404);
    }

    async fn what_is_no_such_file_is_refused_whole(app: TestApp) {
        app.loja_with_skus("loja-1", &["S1"]).await;
        let ana = Visitor::operator(&app).await;
        for (no_table, said) in [
            (&b""[..], "está vazio"),
            (b"PK\x03\x04", "incompleto"),
            (b"%PDF-1.7", "PDF"),
            (b"\x7fELF\x00\x01", "não é uma tabela"),
        ] {
            let text = ana.send_file(PATH, KIND, "x.csv", no_table).await.with_status(422).text();
            // the way back keeps what was chosen
            assert!(text.contains(said) && text.contains("value=\"estoque\" selected"), "{said}: {text}");
        }
        let text = bring(&ana, "estoque", "x.csv", b"sku;estoque\n").await.with_status(422).text();
        assert!(text.contains("não há linhas abaixo"), "{text}");
        let wide = "sku;".repeat(5000);
        ana.send_file(PATH, KIND, "x.csv", wide.as_bytes()).await.with_status(422);
        ana.send_file(PATH, &[("tipo", "segredos")], "x.csv", STOCK).await.with_status(400);
        ana.post(PATH, &[], &[("tipo", "estoque")]).await.with_status(400);
        let large = vec![b'x'; (32 << 20) + 1];
        let text = ana.send_file(PATH, KIND, "grande.csv", &large).await.with_status(422).text();
        assert!(text.contains("32 MiB"), "{text}");
        assert!(!ana.page("/console/1-1/atos").await.contains("grande.csv"));
    }

    async fn a_quote_that_stays_open_is_named_and_what_was_before_it_is_in(app: TestApp) {
        app.loja_with_skus("loja-1", &["S1"]).await;
        let ana = Visitor::operator(&app).await;
        let text = ana.send_file(PATH, KIND, "x.csv", b"sku;estoque\nS1;\"7\n").await.with_status(422).text();
        assert!(text.contains("Linha 2: as aspas"), "{text}");
        let long = format!("sku;estoque\n{}S1;\"7\n", "S1;3\n".repeat(500));
        let text = bring(&ana, "estoque", "x.csv", long.as_bytes()).await.with_status(200).text();
        assert!(text.contains("Linha 502: as aspas") && text.contains("até a linha 501"), "{text}");
        assert_eq!(app.a.get("/sku/S1?usuarioId=loja-1").await.json_of(200)["estoque"], 3);
    }

    async fn a_file_that_drips_in_holds_up_nobody(app: TestApp) {
        app.loja_with_skus("loja-1", &["S1"]).await;
        let ana = Visitor::operator(&app).await;
        let mut slow: Vec<_> = (0..3).map(|_| ana.begin_file(PATH)).collect();
        // they have arrived in part, and hold up nobody
        rt::time::sleep(Duration::from_millis(300)).await;
        ana.send_file(PATH, KIND, "saldo.csv", STOCK).await.with_status(200);
        let refused = async || ana.send_file(PATH, KIND, "saldo.csv", STOCK).await.status == 409;
        // one that arrives while another is brought in takes no place: one more each time
        let full = async || {
            slow.push(ana.begin_file(PATH));
            refused().await
        };
        until("no further file may drip in", full).await;
        drop(slow);
        until("files that nobody sends any more are forgotten", async || !refused().await).await;
    }

    async fn only_who_may_act_here_brings_files_in(app: TestApp) {
        app.loja_with_skus("loja-1", &["S1"]).await;
        app.loja_with_skus("loja-2", &["S1"]).await;
        let ana = Visitor::operator(&app).await;
        let bia = Visitor::of(&app, Role::Look, Scope::All).await;
        let mark = bia.mark().await;
        assert!(!bia.page(PATH).await.contains("type=\"file\""));
        bia.send_file(PATH, KIND, "saldo.csv", STOCK).await.with_status(403);
        ana.send_marked_file(PATH, &mark, KIND, ("saldo.csv", STOCK)).await.with_status(403);
        let of_one = Visitor::of(&app, Role::Operate, Scope::Loja(app.loja("loja-2"))).await;
        of_one.send_file(PATH, KIND, "saldo.csv", STOCK).await.with_status(404);
        let off = models::with(models::usuario("loja-1"), "/ativo", false.into());
        app.a.put("/Usuario/loja-1", &off).await.with_status(200);
        bring(&ana, "estoque", "saldo.csv", STOCK).await.with_status(409);
        app.a.put("/Usuario/loja-1", &models::usuario("loja-1")).await.with_status(200);
        let there = app.a.get("/sku/S1?usuarioId=loja-1").await.json_of(200);
        assert_ne!(there["estoque"], 7, "{there}");
    }

    async fn the_end_of_the_server_waits_for_a_batch_and_not_for_the_file(app: TestApp) {
        let mut app = app;
        app.loja_with_skus("loja-1", &["S1"]).await;
        let ana = Visitor::operator(&app).await;
        let all: String = (0..20_000).map(|n| models::sku(&format!("N{n}")).to_string() + "\n").collect();
        let page = columns(&ana, "skus", "n.jsonl", all.as_bytes()).await;
        let sending = Box::pin(go_on(&ana, &page, "gravar", &[]));
        let under_way = async {
            let list = "/sku?usuarioId=loja-1&quantidade_registros=1";
            let total = async || app.a.get(list).await.json_of(200)["metadados"]["total"].clone();
            until("the first batch", async || total().await != 1).await;
        };
        let sending = match select(sending, pin!(under_way)).await {
            Either::Left((answer, _)) => panic!("the file was too small: {answer:?}"),
            Either::Right(((), sending)) => sending,
        };
        drop(sending);
        app.stop();
        let limited = ["app", "limit", "testes", "--skus", "99999"];
        let said = Program::new().env("DATABASE_URL", &app.database.url).ok(&limited);
        let count: u32 = said.lines().last().unwrap().split('\t').nth(1).unwrap().parse().unwrap();
        assert!(count % 500 == 1 && (500..20_000).contains(&count), "{said}");
    }
}

//! Lists of orders against a naive model: random orders, random questions, every way of walking the pages.

use std::collections::BTreeMap;

use domain::loja_config::LojaConfig;
use domain::values::dates::Instante;
use serde_json::{Value, json};

use super::{como_u, configurar, ids};
use crate::concorrencia::seguinte;
use crate::suporte::{Cliente, TestApp, modelos};

const DIA: i64 = 86_400;
/// Days at which something may go wrong: a leap day, a change of year, an ordinary one.
const DIAS: [&str; 6] = ["2024-02-28", "2024-02-29", "2024-03-01", "2025-12-31", "2026-01-01", "2026-05-10"];
const STATUS: [(&str, i64); 6] = [
    ("Pago", 1),
    ("AguardandoPagamento", 2),
    ("Cancelado", 8),
    ("Enviado", 9),
    ("Faturado", 11),
    ("Entregue", 18),
];
const FORMAS: [i64; 4] = [1, 3, 20, 99];
const TIPOS: [(&str, usize); 6] = [
    ("DataPedido", 0),
    ("dataaprovacao", 1),
    ("DataModificacaoStatus", 2),
    ("DataStatus", 2),
    ("DataAlteracao", 3),
    ("DATACRIACAO", 4),
];

/// A small repeatable source of chance.
struct Dado(u64);

impl Dado {
    fn ate(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn de<'a, T>(&mut self, opcoes: &'a [T]) -> &'a T {
        &opcoes[self.ate(opcoes.len() as u64) as usize]
    }

    fn talvez(&mut self, um_em: u64) -> bool {
        self.ate(um_em) == 0
    }
}

/// An order as the model knows it.
struct Modelo {
    id: i64,
    situacao: i64,
    forma: i64,
    email: String,
    sku: String,
    /// By kind of date: the second as it is shown, and what comes first within a second.
    datas: [Option<(i64, u64)>; 5],
}

fn segundos(texto: &str) -> i64 {
    texto.parse::<Instante>().unwrap().micros().div_euclid(1_000_000)
}

async fn criar(app: &TestApp, dado: &mut Dado, n: u64) -> Modelo {
    let (nome, situacao) = *dado.de(&STATUS);
    let hora = *dado.de(&["00:00:00", "23:59:59", "02:59:59", "03:00:00", "12:00:00"]);
    let data = format!("{}T{hora}Z", dado.de(&DIAS));
    let forma = *dado.de(&FORMAS);
    let (email, sku) = (format!("c{}@x.example", dado.ate(5)), format!("S{}", dado.ate(5)));
    let mut pedido = modelos::pedido("canal", &format!("P{n}"), &sku);
    pedido["status"] = json!(nome);
    pedido["data"] = json!(data);
    pedido["usuario"]["email"] = json!(email);
    pedido["informacaoAdicional"] = match forma {
        99 => json!([]),
        forma => json!([{"chave": "formaPagamentoId", "valor": forma.to_string()}]),
    };
    let id = app.criar_pedido("u", &pedido).await["pedidoId"].as_i64().unwrap();
    Modelo {
        id,
        situacao,
        forma,
        email,
        sku,
        datas: [Some((segundos(&data), 0)), None, Some((0, n)), Some((0, n)), Some((0, n))],
    }
}

/// Moves an order, or only notes upon it.
async fn mexer(b: &Cliente, dado: &mut Dado, pedido: &mut Modelo, n: u64) {
    if dado.talvez(3) {
        b.post(&format!("/pedidos/{}/observacao", pedido.id), &json!({"observacao": "x"}))
            .await
            .com_status(200);
        pedido.datas[3] = Some((0, n));
        return;
    }
    let para = dado.de(&STATUS).1;
    let feita = b.put(&format!("/pedidos/{}/status", pedido.id), &json!({"id": para, "motivo": ""})).await;
    if feita.status == 200 && para != pedido.situacao {
        pedido.situacao = para;
        (pedido.datas[2], pedido.datas[3]) = (Some((0, n)), Some((0, n)));
    }
}

/// Takes the seconds over from what the interface shows.
async fn ver(b: &Cliente, pedido: &mut Modelo) {
    let registro = b.get(&format!("/pedidos/{}", pedido.id)).await.json_de(200);
    let historico = b.get(&format!("/pedidos/{}/historicoSituacao", pedido.id)).await.json_de(200);
    let mudancas: Vec<i64> = historico["situacoes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|s| segundos(s["dataAtualizacao"].as_str().unwrap()))
        .collect();
    let mut por = |tipo: usize, segundo: i64| {
        pedido.datas[tipo] = Some((segundo, pedido.datas[tipo].map_or(0, |(_, n)| n)));
    };
    if let Some(data) = registro["dataPagamento"].as_str() {
        por(1, segundos(data));
    }
    por(2, *mudancas.last().unwrap());
    por(3, segundos(registro["dataUltimaAtualizacao"].as_str().unwrap()));
    por(4, mudancas[0]);
    assert_eq!(registro["situacaoPedidoId"], pedido.situacao);
}

/// A question, in words and as the model takes it.
#[derive(Debug, Default)]
struct Pergunta {
    consulta: BTreeMap<&'static str, String>,
    caminho: String,
    tipo: usize,
    crescente: bool,
    de: Option<i64>,
    ate: Option<i64>,
    situacoes: Vec<i64>,
    formas: Vec<i64>,
    ids: Vec<i64>,
    email: Option<String>,
    sku: Option<String>,
    valido: Option<bool>,
}

/// `deslocamento`: what the store's clock is behind UTC, seconds.
fn perguntar(dado: &mut Dado, pedidos: &[Modelo], deslocamento: i64) -> Pergunta {
    let mut p = Pergunta { caminho: "/pedidos".to_owned(), ..Pergunta::default() };
    if !dado.talvez(4) {
        let (nome, tipo) = *dado.de(&TIPOS);
        p.tipo = tipo;
        p.consulta.insert("enumTipoFiltroData", nome.to_owned());
    }
    if dado.talvez(2) {
        p.crescente = dado.talvez(2);
        let palavra = if p.crescente { "asc" } else { "DESC" };
        p.consulta.insert("direcaoOrdenacao", palavra.to_owned());
    }
    if dado.talvez(4) {
        p.ids = (0..1 + dado.ate(12)).map(|_| dado.de(pedidos).id).collect();
        p.ids.push(999_999);
        p.consulta.insert("listaPedidosIds", lista(dado, &p.ids));
    }
    if p.ids.is_empty() || dado.talvez(2) {
        limites(dado, pedidos, deslocamento, &mut p);
    }
    codigos(dado, &mut p);
    if dado.talvez(4) {
        let n = dado.ate(6);
        p.email = Some(format!("c{n}@x.example"));
        p.consulta.insert("email", format!("C{n}@X.example"));
    }
    if dado.talvez(4) {
        p.sku = Some(format!("S{}", dado.ate(6)));
        p.consulta.insert("sku", p.sku.clone().unwrap());
    }
    if dado.talvez(4) {
        p.valido = Some(dado.talvez(2));
        p.consulta.insert("valido", p.valido.unwrap().to_string());
    }
    p
}

/// A range whose ends are seconds at which orders have their dates, or days around them.
fn limites(dado: &mut Dado, pedidos: &[Modelo], deslocamento: i64, p: &mut Pergunta) {
    let mut sorteada = || dado.de(pedidos).datas[p.tipo].map_or(1_767_225_600, |(segundo, _)| segundo);
    let (a, b) = (sorteada(), sorteada());
    let (a, b) = (a.min(b), a.max(b));
    let (de, texto) = limite(dado, a, deslocamento, false);
    p.de = Some(de);
    p.consulta.insert("dataInicial", texto);
    let (ate, texto) = limite(dado, b, deslocamento, true);
    p.ate = Some(ate);
    p.consulta.insert("dataFinal", texto);
}

/// One end of a range in one of the ways to write it: the first second that it takes in, or (for an end) the
/// first that it does not.
fn limite(dado: &mut Dado, segundo: i64, deslocamento: i64, fim: bool) -> (i64, String) {
    let escrita = |segundo: i64| Instante::from_micros(segundo * 1_000_000).to_string();
    let local = escrita(segundo - deslocamento).trim_end_matches('Z').to_owned();
    let um = i64::from(fim);
    match dado.ate(4) {
        0 => {
            let dia = (segundo - deslocamento).div_euclid(DIA);
            ((dia + um) * DIA + deslocamento, local[..10].to_owned())
        }
        1 => (segundo + um, local.replace('T', ["+", "%20", "T"][dado.ate(3) as usize])),
        2 => (segundo + um, escrita(segundo)),
        _ => (segundo + um, format!("{}-03:00", escrita(segundo - 3 * 3600).trim_end_matches('Z'))),
    }
}

/// Statuses and payment methods, now in the query, now in the path.
fn codigos(dado: &mut Dado, p: &mut Pergunta) {
    if dado.talvez(2) {
        p.situacoes = (0..1 + dado.ate(3)).map(|_| *dado.de(&[1, 2, 3, 5, 8, 9, 10, 11, 16, 18])).collect();
    }
    if dado.talvez(3) {
        p.formas = (0..1 + dado.ate(2)).map(|_| *dado.de(&[1, 2, 3, 20, 99])).collect();
    }
    let (situacoes, formas) = (lista(dado, &p.situacoes), lista(dado, &p.formas));
    if !situacoes.is_empty() && dado.talvez(2) {
        p.caminho = format!("/pedidos/situacaoPedido/{situacoes}");
        p.consulta.insert("formasPagamento", formas);
    } else if !formas.is_empty() && dado.talvez(2) {
        p.caminho = format!("/pedidos/formaPagamento/{formas}");
        p.consulta.insert("situacoesPedido", situacoes);
    } else {
        p.consulta.insert("situacoesPedido", situacoes);
        p.consulta.insert("formasPagamento", formas);
    }
}

fn lista(dado: &mut Dado, valores: &[i64]) -> String {
    let separador = dado.de(&[",", "%2C", "%2C%20"]);
    valores.iter().map(i64::to_string).collect::<Vec<_>>().join(separador)
}

impl Pergunta {
    /// The address; lists stand as they are, or repeated, or in brackets.
    fn endereco(&self, dado: &mut Dado) -> String {
        let mut partes = Vec::new();
        for (nome, valor) in &self.consulta {
            let repetido = match dado.ate(4) {
                0 => Some((*nome).to_owned()),
                1 => Some(format!("{nome}[]")),
                _ => None,
            };
            match repetido {
                Some(nome) if valor.contains(',') => {
                    partes.extend(valor.split(',').map(|um| format!("{nome}={um}")));
                }
                _ => partes.push(format!("{nome}={valor}")),
            }
        }
        format!("{}?{}", self.caminho, partes.join("&"))
    }

    fn aceita(&self, pedido: &Modelo) -> bool {
        let Some((segundo, _)) = pedido.datas[self.tipo] else { return false };
        let cancelado = pedido.situacao == 8;
        let situacao = |codigo: &i64| match codigo {
            3..=8 => cancelado,
            codigo => *codigo == pedido.situacao,
        };
        self.de.is_none_or(|de| segundo >= de)
            && self.ate.is_none_or(|ate| segundo < ate)
            && (self.situacoes.is_empty() || self.situacoes.iter().any(situacao))
            && (self.formas.is_empty() || self.formas.contains(&pedido.forma))
            && (self.ids.is_empty() || self.ids.contains(&pedido.id))
            && self.email.as_ref().is_none_or(|email| *email == pedido.email)
            && self.sku.as_ref().is_none_or(|sku| *sku == pedido.sku)
            && self.valido.is_none_or(|valido| valido != cancelado)
    }

    fn responder(&self, pedidos: &[Modelo]) -> Vec<i64> {
        let mut aceitos: Vec<&Modelo> = pedidos.iter().filter(|p| self.aceita(p)).collect();
        aceitos.sort_by_key(|p| (p.datas[self.tipo], p.id));
        if !self.crescente {
            aceitos.reverse();
        }
        aceitos.iter().map(|p| p.id).collect()
    }
}

/// Walks the list in each of the ways in which clients do; all must see the same.
async fn percorrer(b: &Cliente, endereco: &str, esperados: &[i64], tamanho: usize) {
    let total = esperados.len().to_string();
    let juncao = format!("{endereco}&quantidadeRegistros={tamanho}");
    let (mut por_link, mut proxima) = (Vec::new(), Some(juncao.clone()));
    while let Some(caminho) = proxima {
        let resposta = b.get(&caminho).await.com_status(200);
        assert_eq!(resposta.header("x-total-count"), total, "{caminho}");
        por_link.extend(ids(&resposta.json()));
        proxima = seguinte(&resposta);
    }
    assert_eq!(por_link, esperados, "{juncao}");
    let mut por_numero = Vec::new();
    for pagina in 1.. {
        let resposta = b.get(&format!("{juncao}&pagina={pagina}")).await.com_status(200);
        let desta = ids(&resposta.json());
        let restantes = esperados.len().saturating_sub((pagina - 1) * tamanho);
        assert_eq!((resposta.header("x-total-count"), desta.len()), (total.as_str(), restantes.min(tamanho)));
        if desta.is_empty() {
            break;
        }
        por_numero.extend(desta);
    }
    assert_eq!(por_numero, esperados, "{juncao}");
}

nos_dois_bancos! {
    async fn every_question_is_answered_as_the_model_answers(app: TestApp) {
        let skus: Vec<String> = (0..5).map(|n| format!("S{n}")).collect();
        app.loja_com_skus("u", &skus.iter().map(String::as_str).collect::<Vec<_>>()).await;
        // another store's orders are nobody else's
        app.loja_com_skus("v", &["S0"]).await;
        app.criar_pedido("v", &modelos::pedido("canal", "P0", "S0")).await;
        let b = como_u(&app);
        let mut dado = Dado(20_260_510);
        let mut pedidos = Vec::new();
        let mut n = 0;
        for _ in 0..60 {
            n += 1;
            pedidos.push(criar(&app, &mut dado, n).await);
            for _ in 0..dado.ate(3) {
                n += 1;
                let i = dado.ate(pedidos.len() as u64) as usize;
                mexer(&b, &mut dado, &mut pedidos[i], n).await;
            }
        }
        for pedido in &mut pedidos {
            ver(&b, pedido).await;
        }
        let mut com_resposta = 0;
        for (fuso, deslocamento) in [("UTC", 0), ("America/Sao_Paulo", 3 * 3600)] {
            let config = LojaConfig { fuso: Some(fuso.parse().unwrap()), ..LojaConfig::default() };
            configurar(&app, app.loja("u"), config);
            for _ in 0..150 {
                let pergunta = perguntar(&mut dado, &pedidos, deslocamento);
                let endereco = pergunta.endereco(&mut dado);
                let esperados = pergunta.responder(&pedidos);
                com_resposta += usize::from(!esperados.is_empty());
                let tamanho = 1 + dado.ate(20) as usize;
                percorrer(&b, &endereco, &esperados, tamanho).await;
            }
        }
        assert!(com_resposta > 100, "only {com_resposta} questions had an answer");
    }

    async fn a_day_is_whole_in_the_time_zone_of_the_store(app: TestApp) {
        app.loja_com_skus("u", &["S"]).await;
        let b = como_u(&app);
        // 28 Feb 2024 in São Paulo ends three hours after it ends in UTC
        let horas = ["2024-02-28T02:59:59Z", "2024-02-28T03:00:00Z", "2024-02-29T02:59:59Z", "2024-02-29T03:00:00Z",
            "2024-03-01T02:59:59Z", "2024-03-01T03:00:00Z", "2025-12-31T23:59:59Z", "2026-01-01T00:00:00Z"];
        let mut numeros: Vec<i64> = Vec::new();
        for (n, hora) in horas.iter().enumerate() {
            let mut pedido = modelos::pedido("canal", &format!("P{n}"), "S");
            pedido["data"] = Value::from(*hora);
            numeros.push(app.criar_pedido("u", &pedido).await["pedidoId"].as_i64().unwrap());
        }
        let no_dia = async |de: &str, ate: &str| {
            let caminho = format!("/pedidos?dataInicial={de}&dataFinal={ate}&direcaoOrdenacao=ASC");
            let achados = ids(&b.get(&caminho).await.json_de(200));
            achados.iter().map(|id| numeros.iter().position(|n| n == id).unwrap()).collect::<Vec<_>>()
        };
        assert_eq!(no_dia("2024-02-28", "2024-02-28").await, [0, 1]);
        assert_eq!(no_dia("2024-02-29", "2024-02-29").await, [2, 3]);
        assert_eq!(no_dia("2025-12-31", "2025-12-31").await, [6]);
        assert_eq!(no_dia("2025-12-31", "2026-01-01").await, [6, 7]);
        assert_eq!(no_dia("2024-02-29T02:59:59", "2024-02-29T03:00:00").await, [2, 3]);
        assert_eq!(no_dia("2024-02-29T03:00:00", "2024-02-29T03:00:00").await, [3]);
        configurar(&app, app.loja("u"), LojaConfig {
            fuso: Some("America/Sao_Paulo".parse().unwrap()),
            ..LojaConfig::default()
        });
        assert_eq!(no_dia("2024-02-28", "2024-02-28").await, [1, 2]);
        assert_eq!(no_dia("2024-02-29", "2024-02-29").await, [3, 4]);
        assert_eq!(no_dia("2025-12-31", "2025-12-31").await, [6, 7]);
        assert_eq!(no_dia("2024-02-29 00:00:00", "2024-02-29+00:00:00").await, [3]);
        assert_eq!(no_dia("2024-02-29T03:00:00Z", "2024-02-29T03:00:00%2B00:00").await, [3]);
    }
}

//! The help page: the keyboard, and the words of the console in both languages.

use actix_web::{HttpResponse, web};
use maud::{Markup, html};

use crate::access::Visit;
use crate::error::Failure;
use crate::lang::Lang;
use crate::view::shell;

/// A word of the console: in Portuguese, in English, and what it means in both.
type Word = (&'static str, &'static str, &'static str, &'static str);

/// The words, in the order of the Portuguese alphabet.
const WORDS: [Word; 37] = [
    (
        "anúncio",
        "listing",
        "o produto como está num marketplace",
        "the product as it stands in a marketplace",
    ),
    (
        "aplicação, empresa",
        "application, company",
        "o que reúne lojas: uma chave da interface A abre todas as dela",
        "what has stores: a key of interface A opens all of its stores",
    ),
    (
        "ato",
        "act",
        "o que alguém fez neste console, com nome, hora e motivo",
        "what somebody did in this console, with name, time and reason",
    ),
    (
        "aviso",
        "notice",
        "algo estranho num pedido, que foi aceito assim mesmo",
        "something odd about an order, which was accepted all the same",
    ),
    (
        "canal",
        "channel",
        "onde a loja vende: um marketplace, um site, o balcão",
        "where the store sells: a marketplace, a site, the counter",
    ),
    (
        "centro",
        "centre",
        "onde a mercadoria fica e de onde sai; o primeiro é o número 1",
        "where goods lie and leave from; the first is number 1",
    ),
    (
        "chave",
        "key",
        "a senha de um programa: A abre as lojas de uma empresa, B abre uma loja",
        "a program's password: A opens a company's stores, B opens one store",
    ),
    (
        "conexão",
        "connection",
        "o trabalho que o próprio hub faz num canal",
        "the hub's own work in a channel",
    ),
    (
        "diferença",
        "difference",
        "o que um canal conectado mostra diferente do que devia",
        "what a connected channel shows otherwise than it should",
    ),
    (
        "entrega",
        "delivery",
        "um evento a caminho do endereço de uma notificação",
        "an event on its way to a notification's address",
    ),
    (
        "erro do canal",
        "channel error",
        "o que o canal recusou, com a causa e o que fazer",
        "what the channel refused, with its cause and what to do",
    ),
    ("estoque", "stock", "unidades na prateleira", "units on the shelf"),
    (
        "estoque de segurança",
        "buffer",
        "unidades que um canal nunca mostra",
        "units that a channel never shows",
    ),
    ("evento", "event", "o registro de uma mudança", "the record of a change"),
    ("falta", "shortfall", "unidades vendidas que não há", "units sold that are not there"),
    (
        "fila",
        "queue",
        "eventos de pedidos que um programa busca e confirma",
        "events of orders that a program fetches and confirms",
    ),
    (
        "impedimento",
        "impediment",
        "o que não deixa uma oferta aparecer no canal",
        "what keeps an offer from being shown in the channel",
    ),
    (
        "loja",
        "store",
        "quem vende: tem SKUs, canais e pedidos só dela",
        "who sells: it has SKUs, channels and orders of its own",
    ),
    (
        "morto",
        "dead",
        "evento da fila que foi buscado dez vezes sem confirmação",
        "an event of the queue that was fetched ten times without a confirmation",
    ),
    (
        "motivo",
        "reason",
        "por que uma oferta está assim; por que um pedido mudou",
        "why an offer is as it is; why an order was moved",
    ),
    (
        "movimento",
        "ledger entry",
        "uma mudança do estoque de um SKU, com o que a causou",
        "a change of a SKU's stock, with what caused it",
    ),
    (
        "nota fiscal",
        "invoice",
        "a NF-e do pedido: número, série e chave",
        "the order's NF-e: number, series and key",
    ),
    (
        "notificação",
        "notification",
        "um endereço a que o hub conta o que acontece",
        "an address that the hub tells what happens",
    ),
    (
        "oferta",
        "offer",
        "o que um canal deve mostrar de um SKU: preço, estoque, se aparece",
        "what a channel should show of a SKU: price, stock, whether it is shown",
    ),
    (
        "papel",
        "role",
        "ve: olha; opera: também faz; dono: também decide sobre pessoas e chaves",
        "ve: looks; opera: acts, too; dono: decides about people and keys, too",
    ),
    ("pedido", "order", "uma venda", "a sale"),
    (
        "percentual de estoque",
        "stock percentage",
        "a parte do estoque que um canal mostra",
        "the share of the stock that a channel shows",
    ),
    (
        "posição",
        "position",
        "o número de um evento no registro, a partir de 1",
        "an event's number in the log, from 1 on",
    ),
    ("prazo", "lead time", "dias a mais até a entrega", "days that are added to a delivery"),
    (
        "preço “de” e “por”",
        "“from” and selling price",
        "o riscado e o que se paga",
        "the one struck through and the one that is paid",
    ),
    ("publicável", "publishable", "oferta sem impedimento", "an offer without an impediment"),
    ("rastreio", "tracking", "transportadora e código da encomenda", "carrier and code of the parcel"),
    (
        "reserva",
        "reservation",
        "unidades que um pedido segura até sair",
        "units that an order holds until it leaves",
    ),
    (
        "segredo",
        "secret",
        "com o que as notificações são assinadas; é mostrado uma vez",
        "what notifications are signed with; it is shown once",
    ),
    (
        "segundo fator",
        "second factor",
        "um código do telefone além da senha; um dono pode exigi-lo de todos",
        "a code from the phone besides the password; an owner can require it of everybody",
    ),
    (
        "situação",
        "status",
        "onde o pedido está: aguardando pagamento, pago, faturado, enviado, entregue, cancelado",
        "where the order stands: waiting for payment, paid, invoiced, shipped, delivered, cancelled",
    ),
    ("SKU", "SKU", "o que a loja vende, por um código dela", "what the store sells, by a code of its own"),
];

/// The routes of this file.
pub fn mount(cfg: &mut web::ServiceConfig) {
    cfg.route("/ajuda", web::get().to(show));
}

async fn show(visit: Visit) -> Result<HttpResponse, Failure> {
    let lang = visit.lang;
    let title = lang.say("Ajuda", "Help");
    let body = html! {
        h1 { (title) }
        div.grid {
            section.sheet.c4 id="teclado" { h2 { (lang.say("Teclado", "Keyboard")) } (keyboard(lang)) }
            section.sheet.c8 id="palavras" { h2 { (lang.say("Palavras", "Words")) } (words(lang)) }
        }
    };
    Ok(shell::of_hub(&visit, title, &body))
}

fn keyboard(lang: Lang) -> Markup {
    let pages: Vec<(String, &str)> =
        shell::shortcuts(lang).map(|(key, name)| (format!("g {key}"), name)).collect();
    let others = [
        ("/", lang.say("buscar", "search")),
        ("?", lang.say("esta página", "this page")),
        ("Tab", lang.say("ao próximo campo, link ou botão", "to the next field, link or button")),
        ("Enter", lang.say("abrir, enviar", "open, send")),
        ("Esc", lang.say("fechar o que se abriu", "close what was opened")),
    ];
    html! {
        dl.pairs.keys {
            @for (key, does) in others { dt { kbd { (key) } } dd { (does) } }
            @for (keys, name) in &pages {
                dt { @for key in keys.split(' ') { kbd { (key) } " " } } dd { (name) }
            }
        }
        p.note.faint { (lang.say("“g” e depois a letra, numa página de uma loja e fora de um campo.",
            "“g”, then the letter, on a page of a store and outside of a field.")) }
    }
}

fn words(lang: Lang) -> Markup {
    html! { div.scroll tabindex="0" { table.words {
        thead { tr {
            th scope="col" { "Português" }
            th scope="col" { "English" }
            th scope="col" { (lang.say("O que é aqui", "What it is here")) }
        } }
        tbody { @for (pt, en, means_pt, means_en) in WORDS { tr {
            th scope="row" lang="pt-BR" { (pt) }
            td lang="en" { (en) }
            td { (lang.say(means_pt, means_en)) }
        } } }
    } } }
}

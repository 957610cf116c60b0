//! A channel, made and set up by people: a form of what every channel has, and of what its type asks for. What is typed
//! is read by the reader of interface A, and held to the same rules.

use actix_web::{HttpResponse, web};
use domain::canal::{Canal, ValorConfiguracao};
use domain::conexao::ModoConexao;
use domain::console::Act;
use domain::estoque::{Centro, CentrosCanal, EstoqueCanal};
use domain::reading::json::{ReadError, read_json};
use domain::reading::keyed::Keyed;
use domain::reading::problems::Problems;
use domain::tipo_canal::{Configuracao, TipoCanal, TipoConfiguracao};
use domain::values::ids::CanalId;
use maud::{Markup, html};
use serde_json::value::to_raw_value;
use serde_json::{Map, json};
use store::channels::{self, Settings};
use store::{CreateOutcome, Tx, canais, centros, inventory};

use super::channel::{Channel, asked, back, kind, sent};
use crate::access::{Form, LojaVisit, Sent, must_be_active, writable};
use crate::error::Failure;
use crate::lang::Lang;
use crate::pages::ofertas::Mending;
use crate::view::filling::{Filling, Member, Seen, Touched, member, read, refused};
use crate::view::parts::{Again, Input, act, nothing, pairs, parameter};
use crate::view::shell;

/// The members of a channel, and how they are read.
const MEMBERS: [(&str, Member); 8] = [
    ("canalId", Member::Text),
    ("nome", Member::Text),
    ("ativo", Member::Tick),
    ("prazo", Member::Whole),
    ("percentualEstoque", Member::Whole),
    ("enviarSku", Member::Tick),
    ("enviarMinimoDimensaoZerada", Member::Tick),
    ("enviarMinimoDimensaoMenor", Member::Tick),
];
/// What is set of its stock besides.
const LIMITS: [(&str, Member); 2] = [("estoqueSeguranca", Member::Whole), ("estoqueMaximo", Member::Whole)];

/// The routes of this file.
pub fn mount(cfg: &mut web::ServiceConfig) {
    cfg.route("/canais/novo", web::get().to(blank))
        .route("/canais/novo", web::post().to(create))
        .route("/canais/configurar", web::get().to(show))
        .route("/canais/configurar", web::post().to(change));
}

async fn blank(visit: LojaVisit) -> Result<HttpResponse, Failure> {
    Ok(new_page(&visit, None))
}

fn new_page(visit: &LojaVisit, again: Option<&Again>) -> HttpResponse {
    let lang = visit.lang;
    let title = lang.say("Novo canal", "New channel");
    let kinds = visit.state.types.kinds();
    let named = again.map(|again| again.form.text("tipo").to_owned()).or_else(|| parameter(visit, "tipo"));
    let named = named.unwrap_or_default();
    let chosen = kinds.iter().find(|kind| kind.codigo == named);
    let mut options: Vec<(String, String)> = Vec::new();
    for with in [true, false] {
        for kind in kinds.iter().filter(|kind| kind.conector == with) {
            let by = if with { lang.say(" (o hub conecta)", " (the hub connects)") } else { "" };
            options.push((kind.codigo.clone(), format!("{}{by}", kind.titulo)));
        }
    }
    let body = html! {
        h1 { (title) }
        p.sub { (lang.say("Onde os SKUs são mostrados e de onde os pedidos vêm. “Loja própria” serve para vender sem \
            marketplace.", "Where SKUs are shown and orders come from. “Loja própria” is for selling without a \
            marketplace.")) }
        section.sheet {
            @if visit.may_act() {
                form.import {
                    (Input { name: "tipo", words: lang.say("Tipo", "Type"), required: true, options: &options,
                        value: &named, ..Input::default() }.of(None))
                    div { button.strong[chosen.is_none()] { (lang.say("Escolher", "Choose")) } }
                }
            } @else { (nothing(lang.say("Seu acesso é só para ver.", "Your access is for looking only."))) }
        }
        @if let Some(kind) = chosen { section.sheet {
            h2 { (kind.titulo) }
            (act(visit, &visit.address("/canais/novo"), &new_form(visit, kind, again)))
        } }
    };
    Again::answered(again, shell::of_loja(visit, title, &body))
}

/// What the form of a new channel shows: a suggestion, and nothing yet of what the type asks for.
fn unfilled(kind: &TipoCanal) -> Seen {
    let seen = Seen::default().with("canalId", kind.codigo.to_lowercase()).with("nome", &kind.titulo);
    kind.configuracoes_adicionais.iter().fold(seen, |seen, one| seen.with(field_name(one), ""))
}

fn new_form(visit: &LojaVisit, kind: &TipoCanal, again: Option<&Again>) -> Markup {
    let lang = visit.lang;
    let seen = unfilled(kind);
    let filling = Filling::of(visit, &seen, again);
    html! { div.import {
        (filling.head())
        input type="hidden" name="tipo" value=(kind.codigo);
        (filling.field(&Input { name: "nome", words: lang.say("Nome", "Name"), required: true, most: Some(200),
            ..Input::default() }))
        (filling.field(&Input { name: "canalId", words: lang.say("Código do canal", "Channel's code"), help: lang.say(
            "Como os programas o chamam, por exemplo loja-1; não muda depois",
            "What programs call it, for example loja-1; it never changes"), required: true, most: Some(100),
            ..Input::default() }))
        @for one in &kind.configuracoes_adicionais { (setting(lang, one, &filling, again)) }
        @if kind.conector {
            p.faint { (lang.say("O canal é conectado em modo leitura: nada é escrito nele.",
                "The channel is connected in mode leitura: nothing is written there.")) }
            div { button.strong { (lang.say("Criar e conectar", "Make and connect")) } }
        } @else {
            p.faint { (lang.say("O hub não fala com este canal: um programa de fora leva as ofertas e traz os \
                pedidos, pela interface A, ou alguém os digita em Pedidos.", "The hub does not talk to this channel: an \
                outside program takes its offers and brings its orders, through interface A, or somebody types them in \
                Orders.")) }
            div { button.strong { (lang.say("Criar o canal", "Make the channel")) } }
        }
    } }
}

fn field_name(one: &Configuracao) -> String {
    format!("config.{}", one.codigo)
}

/// The input of a setting. A secret is never shown: what is stored stands as the mask, and what was typed is asked anew.
fn setting(lang: Lang, one: &Configuracao, filling: &Filling<'_>, again: Option<&Again>) -> Markup {
    let options: Vec<(String, String)> = match (&one.opcoes, one.tipo) {
        (Some(all), _) => all.iter().map(|one| (one.clone(), one.clone())).collect(),
        (None, TipoConfiguracao::Boolean) => vec![
            ("true".to_owned(), lang.say("sim", "yes").to_owned()),
            ("false".to_owned(), lang.say("não", "no").to_owned()),
        ],
        (None, _) => Vec::new(),
    };
    let anew = lang.say("digite de novo, se mudou", "type it anew, where it changed");
    let help = match again {
        Some(_) if one.segredo => format!("{} ({anew})", one.descricao),
        Some(_) | None => one.descricao.clone(),
    };
    filling.field(&Input {
        name: &field_name(one),
        words: &one.nome,
        help: &help,
        kind: one.segredo.then_some("password"),
        required: one.obrigatorio,
        pattern: (one.tipo == TipoConfiguracao::Int).then_some("-?[0-9]{1,18}"),
        decimal: one.tipo == TipoConfiguracao::Decimal,
        most: Some(4000),
        options: &options,
        ..Input::default()
    })
}

fn value<'a>(canal: &'a Canal, code: &str) -> Option<&'a str> {
    canal.configuracoes_adicionais.iter().find(|one| one.codigo == code).map(|one| one.valor.as_str())
}

/// What a form says of the settings of a type; an empty one that is not required is none.
fn settings(form: &Form, kind: &TipoCanal) -> Vec<ValorConfiguracao> {
    let value = |one: &Configuracao| ValorConfiguracao {
        codigo: one.codigo.clone(),
        valor: form.text(&field_name(one)).to_owned(),
    };
    let all = kind.configuracoes_adicionais.iter();
    all.map(|one| (one.obrigatorio, value(one)))
        .filter(|(required, one)| *required || !one.valor.is_empty())
        .map(|(_, one)| one)
        .collect()
}

/// All problems of a form, each at its field.
fn wrong(problems: &Problems, kind: &TipoCanal, sent: &[ValorConfiguracao]) -> Failure {
    refused(problems, |path| {
        let nth = path.strip_prefix("configuracoesAdicionais[").and_then(|rest| rest.split(']').next());
        let code = nth.and_then(|n| sent.get(n.parse::<usize>().ok()?)).map(|one| one.codigo.as_str());
        match code.and_then(|code| kind.configuracao(code)) {
            Some(one) => field_name(one),
            None => member(path),
        }
    })
}

async fn create(visit: LojaVisit, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    visit.acts(&form)?;
    match created(&visit, &form).await {
        Ok(answer) => Ok(answer),
        Err(failure) => Ok(new_page(&visit, Some(&Again::of(form, failure)?))),
    }
}

async fn created(visit: &LojaVisit, form: &Form) -> Result<HttpResponse, Failure> {
    let (lang, loja) = (visit.lang, visit.id());
    let kind = kind(visit, form.text("tipo")).ok_or(Failure::Missing)?.clone();
    let settings = settings(form, &kind);
    let body = json!({
        "canalId": form.text("canalId"), "nome": form.text("nome"), "tipoCanal": kind.codigo,
        "configuracoesAdicionais": settings,
    });
    let canal: Canal = read_json(body.to_string().as_bytes()).map_err(|error| match &error {
        ReadError::Problems(problems) => wrong(problems, &kind, &settings),
        ReadError::Syntax { .. } => Failure::Wrong("", error.to_string()),
    })?;
    readable(lang, &canal)?;
    let id = canal.canal_id.clone();
    let of_type = canal.check_configuracoes(&kind);
    if !of_type.is_empty() {
        return Err(wrong(&of_type, &kind, &settings));
    }
    let connects = kind.conector;
    visit
        .act_here((Act::ChannelWritten, id.as_str().to_owned()), move |tx| {
            must_be_active(tx, loja, lang)?;
            match canais::create(tx, loja, &canal)? {
                CreateOutcome::Created(_) => {}
                CreateOutcome::Equal(_) | CreateOutcome::Different => {
                    let words =
                        lang.say("Já há um canal com este código.", "There is a channel with this code.");
                    return Err(Failure::Wrong("canalId", words.to_owned()));
                }
            }
            if canais::too_many(tx, loja)? {
                let words = lang.say("A loja já tem canais demais:", "The store has too many channels:");
                return Err(Failure::Refused(format!("{words} {}", canais::MAX)));
            }
            if connects {
                let made = Channel::find(tx, loja, &canal.canal_id)?;
                let reading = Settings { modo: ModoConexao::Leitura, publicar: false };
                channels::connect(tx, (made.key, &made.row.canal), reading)?;
            }
            let how = if connects { ", leitura" } else { "" };
            Ok(((), Some(format!("criado: {}{how}", canal.tipo_canal))))
        })
        .await?;
    Ok(back(visit, if connects { "conexao" } else { "configurar" }, &id, "criado"))
}

/// Refuses a letter that a record could not hold; secrets may have any.
fn readable(lang: Lang, canal: &Canal) -> Result<(), Failure> {
    if canal.nome.chars().all(writable) {
        return Ok(());
    }
    let words = "Há um caractere que não se vê no nome: escreva-o de novo.";
    Err(Failure::Wrong(
        "nome",
        lang.say(words, "The name has a character that cannot be seen: write it anew.").to_owned(),
    ))
}

async fn show(visit: LojaVisit) -> Result<HttpResponse, Failure> {
    page(&visit, asked(&visit)?, None).await
}

/// What the form of a channel shows. A secret is never among it; that it has changed tells when the channel was changed.
fn seen(channel: &Channel, kind: Option<&TipoCanal>, visible: &Canal) -> Seen {
    let row = &channel.row;
    let centros: Vec<String> = row.centros.centros.iter().map(ToString::to_string).collect();
    let seen = Seen::default()
        .with("alteradoEm", row.alterado_em.micros())
        .with("nome", &visible.nome)
        .ticked("ativo", visible.ativo)
        .with("percentualEstoque", visible.percentual_estoque)
        .given("estoqueSeguranca", row.estoque.estoque_seguranca.filter(|units| *units > 0))
        .given("estoqueMaximo", row.estoque.estoque_maximo)
        .with("prazo", visible.prazo)
        .ticked("enviarSku", visible.enviar_sku)
        .ticked("enviarMinimoDimensaoZerada", visible.enviar_minimo_dimensao_zerada)
        .ticked("enviarMinimoDimensaoMenor", visible.enviar_minimo_dimensao_menor)
        .with("centros", centros.join(","));
    let all = kind.into_iter().flat_map(|kind| &kind.configuracoes_adicionais);
    all.fold(seen, |seen, one| seen.given(field_name(one), value(visible, &one.codigo)))
}

/// The settings of a channel, with a form that was refused.
async fn page(visit: &LojaVisit, id: CanalId, again: Option<&Again>) -> Result<HttpResponse, Failure> {
    let (lang, loja) = (visit.lang, visit.id());
    let (channel, all) =
        visit.read(move |conn| Ok((Channel::find(conn, loja, &id)?, centros::list(conn, loja)?))).await?;
    let canal = &channel.row.canal;
    let kind = kind(visit, &canal.tipo_canal);
    let visible = canal.clone().visible(&visit.state.types);
    let seen = seen(&channel, kind, &visible);
    let filling = Filling::of(visit, &seen, again);
    let told = [
        ("gravado", lang.say("As configurações foram gravadas.", "The settings were saved.")),
        ("criado", lang.say("O canal foi criado.", "The channel was made.")),
    ];
    let content = html! { div.import {
        (filling.head())
        (Mending::of(visit, again).inputs())
        input type="hidden" name="canal" value=(canal.canal_id.as_str());
        (filling.field(&Input { name: "nome", words: lang.say("Nome", "Name"), required: true, most: Some(200),
            ..Input::default() }))
        (filling.tick("ativo", lang.say("Ativo: suas ofertas são mostradas", "Active: its offers are shown")))
        h2 { (lang.say("Estoque", "Stock")) }
        (filling.whole("percentualEstoque", lang.say("Parte do estoque (%)", "Share of the stock (%)"),
            lang.say("100 mostra tudo o que há", "100 shows all there is")))
        (filling.whole("estoqueSeguranca", lang.say("Fica na prateleira", "Stays on the shelf"),
            lang.say("Unidades que o canal nunca mostra", "Units that the channel never shows")))
        (filling.whole("estoqueMaximo", lang.say("Mostra no máximo", "Shows at most"),
            lang.say("Vazio: sem máximo", "Empty: no such limit")))
        (centres(lang, &filling, &all))
        h2 { (lang.say("Envio", "Shipping")) }
        (filling.whole("prazo", lang.say("Dias a mais no prazo", "Extra days"), ""))
        (filling.tick("enviarMinimoDimensaoZerada", lang.say(
            "Medida que falta no SKU: enviar a menor que o canal aceita",
            "A size that the SKU lacks: send the least that the channel takes")))
        (filling.tick("enviarMinimoDimensaoMenor", lang.say(
            "Medida pequena demais: enviar a menor que o canal aceita",
            "A size that is too small: send the least that the channel takes")))
        (filling.tick("enviarSku", lang.say("O canal recebe o código do SKU (senão, um código do hub)",
            "The channel gets the SKU's code (else one of the hub's)")))
        @if let Some(kind) = kind.filter(|kind| !kind.configuracoes_adicionais.is_empty()) {
            h2 { (kind.titulo) }
            @for one in &kind.configuracoes_adicionais { (setting(lang, one, &filling, again)) }
        }
        @if channel.conexao.is_some() { p.faint { (lang.say(
            "Se o acesso mudar, a conta é verificada de novo.",
            "Where its access changes, the account is checked again.")) } }
        div { button.strong { (lang.say("Gravar", "Save")) } }
    } };
    let body = html! {
        (channel.head(visit, "configurar", &told))
        section.sheet {
            @if visit.may_act() { (act(visit, &visit.address("/canais/configurar"), &content)) }
            @else { (looked_at(lang, kind, &visible)) }
        }
    };
    Ok(Again::answered(again, shell::of_loja(visit, &canal.nome, &body)))
}

/// The centres that a channel sells from, to be ticked; nothing where there is one alone.
fn centres(lang: Lang, filling: &Filling<'_>, all: &[Centro]) -> Markup {
    let taken = filling.value("centros");
    html! { @if all.len() > 1 { fieldset.ways {
        legend { (lang.say("Vende destes centros (nenhum marcado: de todos)",
            "Sells from these centres (none ticked: from all)")) }
        input type="hidden" name="centros";
        @for one in all { label.check {
            @let id = one.centro_id.to_string();
            input type="checkbox" name="centros" value=(id) checked[taken.split(',').any(|taken| taken == id)];
            span { (one.dados.nome) }
        } }
        (filling.others("centros"))
    } } }
}

fn looked_at(lang: Lang, kind: Option<&TipoCanal>, visible: &Canal) -> Markup {
    let yes = |on: bool| if on { lang.say("sim", "yes") } else { lang.say("não", "no") };
    let mut all = vec![
        (lang.say("Ativo", "Active"), html! { (yes(visible.ativo)) }),
        (lang.say("Parte do estoque", "Share of the stock"), html! { (visible.percentual_estoque) " %" }),
    ];
    for one in kind.into_iter().flat_map(|kind| &kind.configuracoes_adicionais) {
        all.push((one.nome.as_str(), html! { (value(visible, &one.codigo).unwrap_or("–")) }));
    }
    pairs(&all)
}

async fn change(visit: LojaVisit, Sent(form): Sent) -> Result<HttpResponse, Failure> {
    visit.acts(&form)?;
    let id = sent(&form)?;
    match changed(&visit, &form).await {
        Ok(()) => {
            let own = format!("{}&feito=gravado", super::channel_address(&visit, "configurar", &id));
            Ok(Mending::answer(&visit, &form, own))
        }
        Err(failure) => page(&visit, id, Some(&Again::of(form, failure)?)).await,
    }
}

async fn changed(visit: &LojaVisit, form: &Form) -> Result<(), Failure> {
    let (lang, loja, id) = (visit.lang, visit.id(), sent(form)?);
    let (types, form) = (visit.state.types.clone(), form.clone());
    visit
        .act_here((Act::ChannelWritten, id.as_str().to_owned()), move |tx| {
            must_be_active(tx, loja, lang)?;
            canais::exclusive(tx, loja, &id)?;
            let channel = Channel::find(tx, loja, &id)?;
            let before = &channel.row.canal;
            let Some(kind) = types.find(&before.tipo_canal) else {
                let words = lang.say(
                    "Este servidor não conhece mais o tipo deste canal.",
                    "This server knows the type of this channel no more.",
                );
                return Err(Failure::Refused(words.to_owned()));
            };
            let visible = before.clone().visible(&types);
            let seen = seen(&channel, Some(kind), &visible);
            seen.unchanged(lang, &form)?;
            let touched = seen.touched(&form);
            let names: Vec<String> = kind.configuracoes_adicionais.iter().map(field_name).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let typed =
                if touched.any(&names) { settings(&form, kind) } else { visible.configuracoes_adicionais };
            let mut patch = touched.members(lang, &MEMBERS)?;
            patch.insert("configuracoesAdicionais".to_owned(), json!(typed));
            let patch = to_raw_value(&patch).map_err(|_| Failure::Unreadable)?;
            let (mut canal, _) = before.patch(&patch).map_err(|problems| wrong(&problems, kind, &typed))?;
            readable(lang, &canal)?;
            canal.keep_segredos(before, kind);
            let of_type = canal.check_configuracoes(kind);
            if !of_type.is_empty() {
                return Err(wrong(&of_type, kind, &typed));
            }
            canais::upsert(tx, loja, &canal)?;
            stock(tx, &channel, &touched, lang)?;
            let names = touched.names();
            Ok(((), (!names.is_empty()).then_some(names)))
        })
        .await
}

/// Sets what is set of a channel's stock besides its share.
fn stock(tx: &mut Tx<'_>, channel: &Channel, touched: &Touched, lang: Lang) -> Result<(), Failure> {
    let (loja, row) = (channel.key.loja, &channel.row);
    let limits = touched.members(lang, &LIMITS)?;
    if !limits.is_empty() {
        let EstoqueCanal { estoque_seguranca, estoque_maximo } = row.estoque;
        let mut body = Map::from_iter([
            ("estoqueSeguranca".to_owned(), json!(estoque_seguranca)),
            ("estoqueMaximo".to_owned(), json!(estoque_maximo)),
        ]);
        body.extend(limits);
        let new: EstoqueCanal = read(&body.into(), member)?;
        inventory::set_of_canal(tx, loja, row, new)?;
    }
    if let Some(ticked) = touched.get("centros") {
        let ids: Vec<i32> = ticked.split(',').filter_map(|id| id.parse().ok()).collect();
        let new: CentrosCanal = read(&json!({ "centros": ids }), member)?;
        if let Some(unknown) = inventory::set_centros_of_canal(tx, loja, row, &new)? {
            let words = lang.say("Este centro não existe mais:", "This centre is there no more:");
            return Err(Failure::Wrong("centros", format!("{words} {unknown}")));
        }
    }
    Ok(())
}

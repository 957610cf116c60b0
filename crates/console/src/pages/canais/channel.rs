//! The channel that a page is about, and its connection.

use actix_web::HttpResponse;
use actix_web::http::header::LOCATION;
use domain::tipo_canal::TipoCanal;
use domain::values::ids::{CanalId, LojaId};
use maud::{Markup, html};
use store::Conn;
use store::canais::{self, CanalRow};
use store::channels::{self, CanalKey, Conexao};

use crate::access::{Form, LojaVisit};
use crate::error::Failure;
use crate::lang::Lang;
use crate::view::parts::{badge, choices, done, escaped, parameter_as};
use crate::view::words;

/// A channel, and its connection if it has one.
pub struct Channel {
    /// What is registered.
    pub row: CanalRow,
    /// Its number in its store.
    pub key: CanalKey,
    /// How it is connected.
    pub conexao: Option<Conexao>,
}

impl Channel {
    /// The one with this identifier.
    pub fn find(conn: &mut Conn<'_>, loja: LojaId, id: &CanalId) -> Result<Self, Failure> {
        let row = canais::find(conn, loja, id)?.ok_or(Failure::Missing)?;
        let key = CanalKey { loja, canal: row.num };
        let conexao = channels::find(conn, key)?;
        Ok(Self { row, key, conexao })
    }

    /// The same, which must be connected.
    pub fn connected(conn: &mut Conn<'_>, loja: LojaId, id: &CanalId) -> Result<(Self, Conexao), Failure> {
        let channel = Self::find(conn, loja, id)?;
        let conexao = channel.conexao.clone().ok_or(Failure::Missing)?;
        Ok((channel, conexao))
    }

    /// What a form says that its sender has seen of the connection.
    pub fn seen(&self) -> String {
        self.conexao.as_ref().map_or_else(String::new, |one| one.alterado_em.micros().to_string())
    }

    /// The address of one of its pages.
    pub fn address(&self, visit: &LojaVisit, page: &str) -> String {
        address(visit, page, &self.row.canal.canal_id)
    }

    /// What stands above each of its pages.
    pub fn head(&self, visit: &LojaVisit, here: &str, told: &[(&str, &str)]) -> Markup {
        let (lang, canal) = (visit.lang, &self.row.canal);
        let kind = kind(visit, &canal.tipo_canal);
        let all = [
            ("conexao", lang.say("Conexão", "Connection"), true),
            ("anuncios", lang.say("Anúncios", "Listings"), self.conexao.is_some()),
            ("diferencas", lang.say("Diferenças", "Differences"), self.conexao.is_some()),
            ("erros", lang.say("Erros", "Errors"), self.conexao.is_some()),
            ("configurar", lang.say("Configurações", "Settings"), true),
        ];
        let shown: Vec<_> = all
            .into_iter()
            .filter(|(.., there)| *there)
            .map(|(page, words, _)| (self.address(visit, page), words, None, page == here))
            .collect();
        html! {
            (done(visit, told))
            h1 { (canal.nome) @if let Some(one) = &self.conexao { " " (badge(words::conexao(lang, one.estado))) } }
            p.sub { span.code { (canal.canal_id.as_str()) } " · "
                (kind.map_or(canal.tipo_canal.as_str(), |kind| kind.titulo.as_str())) }
            (choices(lang.say("Páginas do canal", "Pages of the channel"), &shown))
        }
    }
}

/// A channel type, where the program knows it.
pub fn kind<'a>(visit: &'a LojaVisit, code: &str) -> Option<&'a TipoCanal> {
    visit.state.types.find(code)
}

/// The channel that the address names.
pub fn asked(visit: &LojaVisit) -> Result<CanalId, Failure> {
    parameter_as(visit, "canal", |text| CanalId::stored(text).ok())?.ok_or(Failure::Missing)
}

/// The channel that a form names.
pub fn sent(form: &Form) -> Result<CanalId, Failure> {
    CanalId::stored(form.text("canal")).map_err(|_| Failure::Missing)
}

/// The address of a page of a channel.
pub fn address(visit: &LojaVisit, page: &str, id: &CanalId) -> String {
    visit.address(&format!("/canais/{page}?canal={}", escaped(id.as_str())))
}

/// The page of a channel that tells what was done.
pub fn back(visit: &LojaVisit, page: &str, id: &CanalId, told: &str) -> HttpResponse {
    let address = format!("{}&feito={told}", address(visit, page, id));
    HttpResponse::SeeOther().insert_header((LOCATION, address)).finish()
}

/// Refuses a form whose page shows what is so no more.
pub fn unchanged(lang: Lang, seen: &str, form: &str) -> Result<(), Failure> {
    if seen == form {
        return Ok(());
    }
    let words = lang.say(
        "O canal mudou desde que esta página foi aberta. Confira e faça de novo.",
        "The channel has changed since this page was opened. Look, and do it again.",
    );
    Err(Failure::Refused(words.to_owned()))
}

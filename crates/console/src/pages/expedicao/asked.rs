//! What the address asks for of the orders that wait to be sent.

use domain::values::ids::CanalId;

use crate::access::LojaVisit;
use crate::error::Failure;
use crate::lang::Lang;
use crate::view::parts::{escaped, parameter, parameter_as};

/// The centre of what no centre holds.
pub const NOWHERE: i32 = 0;

/// Until when something was promised.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Until {
    /// Whenever.
    Ever,
    /// Today, or before.
    Today,
    /// Before today.
    Over,
}

impl Until {
    /// Every one, as they stand on the page.
    pub const ALL: [Self; 3] = [Self::Ever, Self::Today, Self::Over];

    /// Its word in the address.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Ever => "",
            Self::Today => "hoje",
            Self::Over => "ontem",
        }
    }

    /// As people call it.
    pub const fn words(self, lang: Lang) -> &'static str {
        match self {
            Self::Ever => lang.say("Todos", "All"),
            Self::Today => lang.say("Até hoje", "Until today"),
            Self::Over => lang.say("Atrasados", "Overdue"),
        }
    }
}

/// What the address asks for.
#[derive(Debug, Clone)]
pub struct Asked {
    /// Of this channel.
    pub canal: Option<CanalId>,
    /// From this centre; [`NOWHERE`] = from none.
    pub centro: Option<i32>,
    /// Promised until then.
    pub until: Until,
    /// The page, from 1.
    pub page: usize,
    /// The bar code that was read.
    pub code: Option<String>,
}

impl Asked {
    /// By the address.
    pub fn of(visit: &LojaVisit) -> Result<Self, Failure> {
        let until = parameter_as(visit, "ate", |word| Until::ALL.into_iter().find(|one| word == one.word()))?;
        Ok(Self {
            canal: parameter_as(visit, "canal", |text| CanalId::parse(text).ok())?,
            centro: parameter_as(visit, "centro", |text| text.parse().ok())?,
            until: until.unwrap_or(Until::Ever),
            page: parameter_as(visit, "pagina", |text| text.parse().ok())?.unwrap_or(1),
            code: parameter(visit, "codigo"),
        })
    }

    /// What narrows the list, by names.
    pub fn narrowed(&self, until: Until) -> Vec<(&'static str, String)> {
        let all = [
            ("canal", self.canal.as_ref().map(|canal| canal.as_str().to_owned())),
            ("centro", self.centro.map(|centro| centro.to_string())),
            ("ate", Some(until.word().to_owned())),
        ];
        let all = all.into_iter().filter_map(|(name, value)| Some((name, value?)));
        all.filter(|(_, value)| !value.is_empty()).collect()
    }

    /// The address of a page of the list.
    pub fn address(&self, visit: &LojaVisit, until: Until, page: usize) -> String {
        let mut parts: Vec<String> =
            self.narrowed(until).iter().map(|(name, value)| format!("{name}={}", escaped(value))).collect();
        if page > 1 {
            parts.push(format!("pagina={page}"));
        }
        visit.address(&format!("/expedicao?{}", parts.join("&")))
    }
}

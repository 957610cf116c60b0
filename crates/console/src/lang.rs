//! The two languages. Both texts of a thing stand side by side where it is said.

/// The language of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Lang {
    /// Portuguese.
    #[default]
    Pt,
    /// English.
    En,
}

impl Lang {
    /// As HTML names it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pt => "pt-BR",
            Self::En => "en",
        }
    }

    /// The one with this name.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Pt, Self::En].into_iter().find(|lang| lang.name() == name)
    }

    /// The one of two texts that is meant.
    pub const fn say<'a>(self, pt: &'a str, en: &'a str) -> &'a str {
        match self {
            Self::Pt => pt,
            Self::En => en,
        }
    }

    /// One or many.
    pub fn count<'a>(self, n: i64, pt: [&'a str; 2], en: [&'a str; 2]) -> &'a str {
        let [one, many] = if self == Self::Pt { pt } else { en };
        if n == 1 { one } else { many }
    }
}

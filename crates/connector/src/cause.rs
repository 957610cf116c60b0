//! Refusals: what a channel, or the connector in its place, does not accept, and why.

pub use domain::conexao::{Causa as Cause, Retry};

use crate::text::cut;

/// Longest text of a channel that is kept, in characters.
pub const TEXT_MAX: usize = 500;

/// One thing that was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trouble {
    /// Why.
    pub cause: Cause,
    /// What it is about, in the hub's words: `nome`, `atributos.Cor`. Empty: the whole.
    pub member: String,
    /// The channel's own code.
    pub code: String,
    /// The channel's own words, at most [`TEXT_MAX`] characters, without anything of a buyer.
    pub text: String,
}

impl Trouble {
    /// Of a cause, with the channel's code and words, which are cut to [`TEXT_MAX`].
    pub fn new(cause: Cause, code: impl Into<String>, text: &str) -> Self {
        Self { cause, member: String::new(), code: code.into(), text: cut(text, TEXT_MAX) }
    }

    /// A refusal of the connector's own about a member, with words for shop people.
    pub fn own(cause: Cause, member: &str, text: &str) -> Self {
        Self::new(cause, "", text).about(member)
    }

    /// About a member.
    #[must_use]
    pub fn about(mut self, member: impl Into<String>) -> Self {
        self.member = member.into();
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_channels_are_cut_and_cleaned() {
        let trouble = Trouble::new(Cause::Unmapped, "X", &format!("a\u{0}\n{}", "é".repeat(600)));
        assert_eq!(trouble.text.chars().count(), TEXT_MAX);
        assert!(trouble.text.starts_with("aé"));
    }
}

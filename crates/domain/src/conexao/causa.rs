//! Causes of channel errors: stable words that clients may rely on, with when it is tried again, and what shop people
//! are told to do.

use serde::Serialize;

use crate::reading::json::{FromJson, InputValue};
use crate::reading::problems::Problems;
use crate::reading::words::UnknownValue;

/// When something that failed for a cause is tried again by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retry {
    /// Only when what the error is about changes, or when somebody asks for it.
    OnChange,
    /// After this many seconds, and on change.
    After(u32),
}

const HOUR: u32 = 3600;
const DAY: u32 = 24 * HOUR;

/// Declares the causes. The words are plain tokens: utoipa does not see a `literal` inside `serde(rename)`.
macro_rules! causes {
    ($($(#[$doc:meta])* $variant:ident $word:tt, $retry:expr, $remedy:literal;)*) => {
        /// Why something did not succeed at a channel (this project's own).
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        pub enum Causa {
            $($(#[$doc])* #[serde(rename = $word)] $variant,)*
        }

        impl Causa {
            /// All causes.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];
            /// Their words, in the same order.
            pub const NAMES: &'static [&'static str] = &[$($word,)*];

            /// The stable word, as clients see it.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }

            /// What is to be done, for shop people.
            pub const fn remedy(self) -> &'static str {
                match self { $(Self::$variant => $remedy,)* }
            }

            /// When it is tried again.
            pub const fn retry(self) -> Retry {
                match self { $(Self::$variant => $retry,)* }
            }
        }
    };
}

causes! {
    /// Access is refused or has ended.
    NoAccess "sem-acesso", Retry::OnChange, "Confira os dados de acesso do canal e conecte de novo.";
    /// Nobody has consented at the channel yet, or the consent has ended.
    ConsentNeeded "sem-autorizacao", Retry::OnChange, "Autorize o hub na conta do canal: botão Conectar, na página da conexão.";
    /// The account may not do this.
    NoPermission "sem-permissao", Retry::After(DAY), "A conta não tem a permissão citada; peça ao administrador da loja.";
    /// Another account answers than the one that was connected.
    OtherAccount "conta-trocada", Retry::OnChange, "O endereço agora é de outra conta; desconecte e conecte de novo.";
    /// The channel does not answer.
    Unavailable "indisponivel", Retry::After(60), "O canal não responde; o envio volta sozinho.";
    /// The channel's limit is used up.
    Limited "limite", Retry::After(60), "O limite de chamadas do canal foi atingido; o envio volta sozinho.";
    /// A member is refused.
    DataRefused "dado-recusado", Retry::OnChange, "Corrija o campo citado.";
    /// A title or description is refused.
    TextRefused "texto-recusado", Retry::OnChange, "Ajuste o título ou a descrição.";
    /// A required attribute is missing.
    AttributeMissing "atributo-faltando", Retry::OnChange, "Preencha o atributo citado.";
    /// An attribute's value is refused.
    AttributeInvalid "atributo-invalido", Retry::OnChange, "Corrija o atributo citado.";
    /// The channel's category is unknown or takes no products.
    CategoryInvalid "categoria-invalida", Retry::OnChange, "Escolha outra categoria do canal.";
    /// An image is missing.
    ImageMissing "imagem-faltando", Retry::OnChange, "Inclua uma imagem.";
    /// An image is refused.
    ImageRefused "imagem-recusada", Retry::After(6 * HOUR), "Troque a imagem citada.";
    /// A GTIN is refused.
    GtinRefused "gtin-recusado", Retry::OnChange, "Informe o GTIN certo.";
    /// A price is outside of what the channel takes.
    PriceRefused "preco-recusado", Retry::OnChange, "O preço está fora do que o canal aceita.";
    /// The variations cannot be told apart, or are too many.
    GroupRefused "grupo-recusado", Retry::OnChange, "As variações não se distinguem, ou são demais.";
    /// More is reserved at the channel than the stock that was sent.
    StockReserved "estoque-reservado", Retry::After(300), "O canal tem mais reservado que o estoque enviado.";
    /// The channel has no listing of the SKU, and the connection does not publish.
    NotListed "anuncio-faltando", Retry::After(HOUR), "O produto não existe no canal; crie o anúncio lá ou ligue a publicação.";
    /// The listing is gone.
    ListingLost "anuncio-perdido", Retry::After(HOUR), "O anúncio não existe mais no canal; publique de novo ou vincule outro.";
    /// A SKU was deleted here and goes on being sold at the channel.
    ListingLeft "anuncio-sobrando", Retry::OnChange, "O produto foi excluído aqui e continua à venda no canal; tire-o de venda lá.";
    /// Several listings have the SKU's code.
    ListingAmbiguous "anuncio-ambiguo", Retry::After(DAY), "Há mais de um anúncio com este código no canal; deixe um, ou vincule o certo.";
    /// The channel accepted a value and does not show it.
    NoEffect "sem-efeito", Retry::After(DAY), "O canal aceitou e não mudou; veja o painel do canal.";
    /// An order names a SKU that the store does not have.
    UnknownSku "sku-desconhecido", Retry::OnChange, "O pedido traz um código que não existe aqui; cadastre o produto.";
    /// An order cannot be taken in as it is.
    OrderRefused "pedido-recusado", Retry::After(HOUR), "O pedido do canal não pôde ser recebido; veja o motivo.";
    /// An order's lines or total changed after it was taken in.
    OrderChanged "pedido-mudou", Retry::OnChange, "O pedido mudou no canal depois de recebido; confira os dois.";
    /// The channel does not allow this step now.
    OrderState "estado-do-pedido", Retry::After(HOUR), "O canal não aceita este passo agora; confira o pedido nos dois lados.";
    /// An answer cannot be read: nothing was changed.
    Unreadable "formato-mudou", Retry::After(6 * HOUR), "A resposta do canal não é a esperada; avise quem opera o hub.";
    /// A code that the connector does not know.
    Unmapped "nao-mapeado", Retry::After(15), "Veja o código e o texto do canal.";
}

impl Causa {
    /// The cause of a word.
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|cause| cause.word() == word)
    }
}

impl FromJson for Causa {
    fn read(value: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let text = value.string(p)?;
        Self::of(&text).or_else(|| value.problem(p, UnknownValue(Self::NAMES)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_their_causes() {
        for cause in Causa::ALL {
            assert_eq!(Causa::of(cause.word()), Some(*cause));
        }
        assert_eq!(Causa::of("outra"), None);
    }
}

//! Why an attempt failed.

use std::fmt;

/// Declares the reasons with their stored numbers and their messages for clients.
macro_rules! failures {
    ($($(#[$doc:meta])* $variant:ident = $code:literal, $text:literal;)+) => {
        /// Why an attempt failed; displays the message for clients.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Failure {
            $($(#[$doc])* $variant,)+
        }

        impl Failure {
            /// Every reason.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The number that is stored.
            pub const fn code(self) -> i16 {
                match self { $(Self::$variant => $code),+ }
            }

            /// The reason with this stored number.
            pub const fn from_code(code: i16) -> Option<Self> {
                match code { $($code => Some(Self::$variant),)+ _ => None }
            }

            /// The message for clients.
            pub const fn text(self) -> &'static str {
                match self { $(Self::$variant => $text),+ }
            }
        }
    };
}

failures! {
    /// Another status than 2xx.
    Status = 1, "o endereço respondeu com um status que não é 2xx";
    /// 410: the address is gone for good.
    Closed = 2, "o endereço respondeu 410: foi encerrado";
    /// 3xx: redirects are not followed.
    Redirect = 3, "o endereço respondeu com um redirecionamento, que não é seguido";
    /// The answer is longer than is read.
    AnswerTooLarge = 4, "a resposta passou de 64 KiB";
    /// No answer in time.
    Time = 5, "o endereço não respondeu a tempo";
    /// The name of the host is not known. Told in the words of [`Failure::Refused`], so that nobody can ask
    /// which names a private network has.
    Hostname = 6, "o servidor não foi encontrado, ou não é público";
    /// Only addresses that must not be called.
    Refused = 7, "o servidor não foi encontrado, ou não é público";
    /// No connection.
    Connection = 8, "não foi possível conectar ao servidor";
    /// The connection is not trusted.
    Tls = 9, "a conexão segura (TLS) falhou";
    /// The connection broke.
    Interrupted = 10, "a conexão foi interrompida";
    /// The event is no longer kept in the log.
    NoEvent = 11, "o evento não está mais no registro";
    /// The user has no address any more.
    NoAddress = 12, "o usuário não tem mais urlIntegracao";
    /// The stored address cannot be called.
    UnusableAddress = 13, "o endereço não pode ser chamado";
}

impl Failure {
    /// True when a retry cannot succeed and nothing was sent.
    pub const fn permanent(self) -> bool {
        matches!(self, Self::NoEvent | Self::NoAddress)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_both_ways() {
        for failure in Failure::ALL {
            assert_eq!(Failure::from_code(failure.code()), Some(*failure));
        }
        assert_eq!(Failure::from_code(0), None);
    }

    #[test]
    fn an_unknown_name_is_told_as_a_private_one_is() {
        assert_eq!(Failure::Hostname.text(), Failure::Refused.text());
    }
}

//! Why an attempt failed.

use std::fmt;

/// Declares the reasons with their stored numbers and their messages for clients.
macro_rules! falhas {
    ($($(#[$doc:meta])* $variante:ident = $codigo:literal, $texto:literal;)+) => {
        /// Why an attempt failed; displays the message for clients.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Falha {
            $($(#[$doc])* $variante,)+
        }

        impl Falha {
            /// Every reason.
            pub const TODAS: &'static [Self] = &[$(Self::$variante),+];

            /// The number that is stored.
            pub const fn codigo(self) -> i16 {
                match self { $(Self::$variante => $codigo),+ }
            }

            /// The reason with this stored number.
            pub const fn from_codigo(codigo: i16) -> Option<Self> {
                match codigo { $($codigo => Some(Self::$variante),)+ _ => None }
            }

            /// The message for clients.
            pub const fn texto(self) -> &'static str {
                match self { $(Self::$variante => $texto),+ }
            }
        }
    };
}

falhas! {
    /// Another status than 2xx.
    Status = 1, "o endereço respondeu com um status que não é 2xx";
    /// 410: the address is gone for good.
    Encerrado = 2, "o endereço respondeu 410: foi encerrado";
    /// 3xx: redirects are not followed.
    Redirecionamento = 3, "o endereço respondeu com um redirecionamento, que não é seguido";
    /// The answer is longer than is read.
    RespostaGrande = 4, "a resposta passou de 64 KiB";
    /// No answer in time.
    Tempo = 5, "o endereço não respondeu a tempo";
    /// The name of the host is not known.
    Nome = 6, "o nome do servidor não foi encontrado";
    /// Only addresses that must not be called.
    Recusado = 7, "o endereço não é público e por isso não é chamado";
    /// No connection.
    Conexao = 8, "não foi possível conectar ao servidor";
    /// The connection is not trusted.
    Tls = 9, "a conexão segura (TLS) falhou";
    /// The connection broke.
    Interrompida = 10, "a conexão foi interrompida";
    /// The event is no longer kept in the log.
    SemEvento = 11, "o evento não está mais no registro";
    /// The user has no address any more.
    SemDestino = 12, "o usuário não tem mais urlIntegracao";
    /// The stored address cannot be called.
    Endereco = 13, "o endereço não pode ser chamado";
}

impl Falha {
    /// True when a retry cannot succeed and nothing was sent.
    pub const fn definitiva(self) -> bool {
        matches!(self, Self::SemEvento | Self::SemDestino)
    }
}

impl fmt::Display for Falha {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.texto())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_both_ways() {
        for falha in Falha::TODAS {
            assert_eq!(Falha::from_codigo(falha.codigo()), Some(*falha));
        }
        assert_eq!(Falha::from_codigo(0), None);
    }
}

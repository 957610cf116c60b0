//! Order statuses as a store's own system numbers them: more than interface A has.

use crate::pedido::{Standing, StatusPedido, SubSituacao, Target};

/// One of the numbered statuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Situacao {
    /// Its number.
    pub codigo: i16,
    /// Its usual name.
    pub nome: &'static str,
    /// What it says of an order.
    pub descricao: &'static str,
    effect: Effect,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Effect {
    /// It is one of interface A's.
    Status(StatusPedido),
    /// It is a cancellation with this reason.
    Cancelled(&'static str),
    /// It is a step between interface A's, or after the last one.
    Sub,
}

use Effect::{Cancelled, Status, Sub};

/// Why an order was cancelled whose store does not say.
pub const DEFAULT_MOTIVO: &str = "cancelado pela loja";

const fn situacao(codigo: i16, nome: &'static str, descricao: &'static str, effect: Effect) -> Situacao {
    Situacao { codigo, nome, descricao, effect }
}

/// Every status that may be asked for.
pub const SITUACOES: [Situacao; 23] = [
    situacao(1, "Pago", "O pagamento foi confirmado.", Status(StatusPedido::Pago)),
    situacao(
        2,
        "Aguardando Pagamento",
        "O pedido foi feito e ainda não foi pago.",
        Status(StatusPedido::AguardandoPagamento),
    ),
    situacao(
        3,
        "Cartão Negado Temporariamente",
        "O pedido foi cancelado: o cartão foi negado temporariamente.",
        Cancelled("cartão negado temporariamente"),
    ),
    situacao(4, "Cartão Negado", "O pedido foi cancelado: o cartão foi negado.", Cancelled("cartão negado")),
    situacao(5, "Fraude", "O pedido foi cancelado por fraude.", Cancelled("fraude")),
    situacao(
        6,
        "Suspeita de Fraude",
        "O pedido foi cancelado por suspeita de fraude.",
        Cancelled("suspeita de fraude"),
    ),
    situacao(
        7,
        "Boleto Vencido",
        "O pedido foi cancelado: o boleto venceu sem pagamento.",
        Cancelled("boleto vencido"),
    ),
    situacao(8, "Cancelado", "O pedido foi cancelado.", Status(StatusPedido::Cancelado)),
    situacao(9, "Enviado", "O pedido foi enviado ao comprador.", Status(StatusPedido::Enviado)),
    situacao(10, "Autorizado", "O pagamento foi autorizado, mas não capturado.", Sub),
    situacao(11, "Faturado", "A nota fiscal do pedido foi emitida.", Status(StatusPedido::Faturado)),
    situacao(12, "Documentos para Compra", "A compra espera por documentos.", Sub),
    situacao(13, "Aprovado em Análise", "O pedido passou pela análise de risco.", Sub),
    situacao(14, "Em Análise", "O pedido está em análise de risco.", Sub),
    situacao(15, "Em Separação", "Os itens do pedido estão sendo separados.", Sub),
    situacao(16, "Separado", "Os itens do pedido foram separados.", Sub),
    situacao(17, "Encomendado", "Os itens do pedido foram encomendados ao fornecedor.", Sub),
    situacao(18, "Entregue", "O pedido foi entregue ao comprador.", Status(StatusPedido::Entregue)),
    situacao(19, "Pronto para Retirada", "O pedido pode ser retirado pelo comprador.", Sub),
    situacao(20, "Extraviado", "O pedido se perdeu no transporte.", Sub),
    situacao(21, "Em Devolução", "O comprador está devolvendo o pedido.", Sub),
    situacao(22, "Devolvido", "O pedido foi devolvido pelo comprador.", Sub),
    situacao(23, "Reembolsado", "O valor do pedido foi devolvido ao comprador.", Sub),
];

impl Situacao {
    /// The status of a number.
    pub fn from_code(codigo: i64) -> Option<&'static Self> {
        SITUACOES.iter().find(|s| i64::from(s.codigo) == codigo)
    }

    /// The usual name of one of interface A's statuses.
    pub fn name_of(status: StatusPedido) -> &'static str {
        Self::from_code(status.code().into()).map_or("", |s| s.nome)
    }

    /// Interface A's status that it stands for; `None` when it is a step between them.
    pub fn status(&self) -> Option<StatusPedido> {
        match self.effect {
            Effect::Status(status) => Some(status),
            Effect::Cancelled(_) => Some(StatusPedido::Cancelado),
            Effect::Sub => None,
        }
    }

    /// The sub-status that it is.
    pub fn sub(&self) -> Option<SubSituacao> {
        SubSituacao::from_code(self.codigo)
    }

    /// Where an order goes that is given it.
    pub fn target(&self) -> Target {
        match (self.status(), self.sub()) {
            (Some(status), _) => Target::Plain(status),
            (None, Some(sub)) => Target::Sub(sub),
            (None, None) => Target::Here,
        }
    }

    /// Where the orders stand that are asked for by it.
    pub fn standings(&self) -> Vec<Standing> {
        Standing::shown_as(self.status().map_or(self.codigo, StatusPedido::code))
    }

    /// The reason that is noted when it is given: its own, or what was said, or for a cancellation the usual
    /// one.
    pub fn motivo_or(&self, said: String) -> String {
        match self.effect {
            Effect::Cancelled(motivo) => motivo.to_owned(),
            Effect::Status(StatusPedido::Cancelado) if said.trim().is_empty() => DEFAULT_MOTIVO.to_owned(),
            Effect::Status(_) | Effect::Sub => said,
        }
    }

    /// The reason that it gives for a cancellation, empty when it gives none.
    pub fn motivo(&self) -> &'static str {
        match self.effect {
            Effect::Cancelled(motivo) => motivo,
            Effect::Status(_) | Effect::Sub => "",
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_1_to_23_and_agree_with_interface_a() {
        let codes: Vec<i16> = SITUACOES.iter().map(|s| s.codigo).collect();
        assert_eq!(codes, (1..=23).collect::<Vec<_>>());
        for status in StatusPedido::ALL {
            let situacao = Situacao::from_code(status.code().into()).unwrap();
            assert_eq!((situacao.status(), situacao.motivo()), (Some(status), ""));
            assert_eq!(Situacao::name_of(status), situacao.nome);
        }
        let without_pair: Vec<i16> =
            SITUACOES.iter().filter(|s| s.status().is_none()).map(|s| s.codigo).collect();
        assert_eq!(without_pair, SubSituacao::all().map(SubSituacao::code).collect::<Vec<_>>());
        assert_eq!(without_pair, [10, 12, 13, 14, 15, 16, 17, 19, 20, 21, 22, 23]);
        for situacao in &SITUACOES {
            assert_ne!(situacao.target(), Target::Here, "{situacao:?}");
            assert!(!situacao.standings().is_empty(), "{situacao:?}");
        }
        for outside in [0, 24, -1, i64::MAX] {
            assert_eq!(Situacao::from_code(outside), None);
        }
    }

    #[test]
    fn some_cancellations_say_why() {
        let motivos: Vec<&str> = (3..=7).map(|n| Situacao::from_code(n).unwrap().motivo()).collect();
        assert_eq!(
            motivos,
            [
                "cartão negado temporariamente",
                "cartão negado",
                "fraude",
                "suspeita de fraude",
                "boleto vencido"
            ]
        );
        let noted = |code, said: &str| Situacao::from_code(code).unwrap().motivo_or(said.to_owned());
        assert_eq!(
            (noted(5, "x"), noted(8, "x"), noted(8, " ")),
            ("fraude".into(), "x".into(), DEFAULT_MOTIVO.into())
        );
        assert_eq!((noted(16, ""), noted(9, "x")), ("".into(), "x".into()));
        assert!((3..=8).all(|n| Situacao::from_code(n).unwrap().status() == Some(StatusPedido::Cancelado)));
    }
}

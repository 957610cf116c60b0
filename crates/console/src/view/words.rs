//! What people call statuses, roles, acts and causes.

use domain::console::{Act, Role};
use domain::estoque::{CausaMovimento, ControleEstoque};
use domain::pedido::StatusPedido;

use crate::lang::Lang;

/// The mood of a badge: its colour. Its word says the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mood {
    /// As it should be.
    Good,
    /// On its way.
    Under,
    /// Somebody should look.
    Warn,
    /// Somebody must act.
    Bad,
    /// Neither.
    Plain,
}

impl Mood {
    /// The class of the style sheet.
    pub const fn class(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Under => "under",
            Self::Warn => "warn",
            Self::Bad => "bad",
            Self::Plain => "plain",
        }
    }
}

/// Where an order stands.
pub const fn status(lang: Lang, status: StatusPedido) -> (&'static str, Mood) {
    match status {
        StatusPedido::AguardandoPagamento => {
            (lang.say("Aguardando pagamento", "Awaiting payment"), Mood::Plain)
        }
        StatusPedido::Pago => (lang.say("Pago", "Paid"), Mood::Warn),
        StatusPedido::Faturado => (lang.say("Faturado", "Invoiced"), Mood::Under),
        StatusPedido::Enviado => (lang.say("Enviado", "Shipped"), Mood::Under),
        StatusPedido::Entregue => (lang.say("Entregue", "Delivered"), Mood::Good),
        StatusPedido::Cancelado => (lang.say("Cancelado", "Cancelled"), Mood::Bad),
    }
}

/// What a button says that moves an order there.
pub const fn move_to(lang: Lang, status: StatusPedido) -> &'static str {
    match status {
        StatusPedido::AguardandoPagamento => lang.say("Aguardar pagamento", "Await payment"),
        StatusPedido::Pago => lang.say("Marcar pago", "Mark paid"),
        StatusPedido::Faturado => lang.say("Faturar", "Invoice"),
        StatusPedido::Enviado => lang.say("Marcar enviado", "Mark shipped"),
        StatusPedido::Entregue => lang.say("Marcar entregue", "Mark delivered"),
        StatusPedido::Cancelado => lang.say("Cancelar", "Cancel"),
    }
}

/// What somebody may do.
pub const fn role(lang: Lang, role: Role) -> &'static str {
    match role {
        Role::Look => lang.say("só vê", "looks only"),
        Role::Operate => lang.say("opera", "operates"),
    }
}

/// Who keeps a stock.
pub const fn controle(lang: Lang, controle: ControleEstoque) -> &'static str {
    match controle {
        ControleEstoque::Erp => lang.say("o ERP conta, o hub reserva", "the ERP counts, the hub reserves"),
        ControleEstoque::Hub => lang.say("o hub conta", "the hub counts"),
        ControleEstoque::Nenhum => lang.say("pedidos não mexem no estoque", "orders do not touch the stock"),
    }
}

/// Why a stock changed.
pub const fn causa(lang: Lang, causa: CausaMovimento) -> &'static str {
    match causa {
        CausaMovimento::Pedido => lang.say("pedido novo", "new order"),
        CausaMovimento::Status => lang.say("pedido mudou", "order moved"),
        CausaMovimento::Saldo => lang.say("saldo informado", "stock told"),
        CausaMovimento::Variacao => lang.say("variação", "variation"),
        CausaMovimento::Cadastro => lang.say("cadastro", "registration"),
        CausaMovimento::Controle => lang.say("troca de controle", "change of keeper"),
        _ => lang.say("outra causa", "another cause"),
    }
}

/// What was done.
pub const fn act(lang: Lang, act: Act) -> &'static str {
    match act {
        Act::SignedIn => lang.say("entrou", "signed in"),
        Act::SignedOut => lang.say("saiu", "signed out"),
        Act::OrderMoved => lang.say("moveu o pedido", "moved the order"),
        Act::StockAdjusted => lang.say("ajustou o estoque de", "adjusted the stock of"),
        Act::FileImported => lang.say("importou um arquivo de", "imported a file of"),
        Act::NotificationTested => lang.say("testou a notificação", "tested the notification"),
        Act::NotificationResent => lang.say("reenviou à notificação", "sent again to the notification"),
        Act::SecretRotated => {
            lang.say("trocou o segredo da notificação", "gave another secret to the notification")
        }
        Act::NotificationPaused => lang.say("pausou a notificação", "paused the notification"),
        Act::NotificationResumed => lang.say("retomou a notificação", "resumed the notification"),
        Act::EventsRevived => lang.say("reviveu eventos do leitor", "revived events of the reader"),
        Act::KeyRevoked => lang.say("revogou a chave", "revoked the key"),
        Act::AccessEnded => lang.say("encerrou o acesso", "ended the access"),
    }
}

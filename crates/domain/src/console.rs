//! Who uses the console, and what was done there.

/// What whoever has signed in may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Papel {
    /// Looks, and changes nothing.
    Ver,
    /// Looks and acts.
    Operar,
}

impl Papel {
    /// Each of them.
    pub const ALL: [Self; 2] = [Self::Ver, Self::Operar];

    /// The number that is stored.
    pub const fn code(self) -> i16 {
        match self {
            Self::Ver => 1,
            Self::Operar => 2,
        }
    }

    /// The one with this stored number.
    pub fn from_code(code: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.code() == code)
    }

    /// As it is written.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ver => "ver",
            Self::Operar => "operar",
        }
    }
}

/// What can be done on the console, and is written down whenever it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ato {
    /// Somebody signed in.
    Entrada,
    /// Somebody signed out.
    Saida,
    /// An order was moved.
    PedidoMovido,
    /// A stock was set or varied.
    EstoqueAjustado,
    /// A notification was sent a test.
    NotificacaoTestada,
    /// A stretch of the log is sent to a notification once more.
    NotificacaoReenviada,
    /// A notification got a new secret.
    SegredoTrocado,
    /// A notification was paused.
    NotificacaoPausada,
    /// A notification was switched on.
    NotificacaoRetomada,
    /// Dead events of a queue were revived.
    EventosRevividos,
    /// A key was ended.
    ChaveRevogada,
    /// Somebody's access to the console was ended.
    AcessoEncerrado,
}

impl Ato {
    /// Each of them.
    pub const ALL: [Self; 12] = [
        Self::Entrada,
        Self::Saida,
        Self::PedidoMovido,
        Self::EstoqueAjustado,
        Self::NotificacaoTestada,
        Self::NotificacaoReenviada,
        Self::SegredoTrocado,
        Self::NotificacaoPausada,
        Self::NotificacaoRetomada,
        Self::EventosRevividos,
        Self::ChaveRevogada,
        Self::AcessoEncerrado,
    ];

    /// As it is stored.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Entrada => "entrada",
            Self::Saida => "saida",
            Self::PedidoMovido => "pedido.movido",
            Self::EstoqueAjustado => "estoque.ajustado",
            Self::NotificacaoTestada => "notificacao.testada",
            Self::NotificacaoReenviada => "notificacao.reenviada",
            Self::SegredoTrocado => "notificacao.segredoTrocado",
            Self::NotificacaoPausada => "notificacao.pausada",
            Self::NotificacaoRetomada => "notificacao.retomada",
            Self::EventosRevividos => "fila.eventosRevividos",
            Self::ChaveRevogada => "chave.revogada",
            Self::AcessoEncerrado => "acesso.encerrado",
        }
    }

    /// The one that is stored so.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }
}

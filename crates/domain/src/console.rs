//! Who uses the console, and what was done there.

/// What whoever has signed in may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Looks, and changes nothing.
    Look,
    /// Looks and acts.
    Operate,
    /// The same, and decides about people and keys.
    Own,
}

impl Role {
    /// Each of them.
    pub const ALL: [Self; 3] = [Self::Look, Self::Operate, Self::Own];

    /// The one that is written so.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }

    /// The number that is stored.
    pub const fn code(self) -> i16 {
        match self {
            Self::Look => 1,
            Self::Operate => 2,
            Self::Own => 3,
        }
    }

    /// The one with this stored number.
    pub fn from_code(code: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.code() == code)
    }

    /// As it is written.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Look => "ve",
            Self::Operate => "opera",
            Self::Own => "dono",
        }
    }
}

/// What can be done on the console, and is written down whenever it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// Somebody signed in.
    SignedIn,
    /// Somebody signed out.
    SignedOut,
    /// An order was typed in.
    OrderTyped,
    /// An order was moved.
    OrderMoved,
    /// A stock was set or varied.
    StockAdjusted,
    /// A file was brought in.
    FileImported,
    /// What the store holds was taken out as a file.
    FileExported,
    /// A profile of files was kept, or its columns changed.
    FileProfileWritten,
    /// A profile of files was removed.
    FileProfileRemoved,
    /// A notification was sent a test.
    NotificationTested,
    /// A stretch of the log is sent to a notification once more.
    NotificationResent,
    /// A notification got a new secret.
    SecretRotated,
    /// A notification was paused.
    NotificationPaused,
    /// A notification was switched on.
    NotificationResumed,
    /// Dead events of a queue were revived.
    EventsRevived,
    /// A channel was made, or its settings changed.
    ChannelWritten,
    /// A channel was connected, or its connection's mode changed.
    ChannelConnected,
    /// A connection was ended.
    ChannelDisconnected,
    /// The consent of a channel's account was asked for.
    ConsentAsked,
    /// A connection's account is checked again.
    ChannelChecked,
    /// All of a connection is compared and sent again.
    ChannelSynced,
    /// What channel errors are about is tried again.
    ErrorsReprocessed,
    /// A channel error was set aside, or taken back.
    ErrorIgnored,
    /// A SKU was bound to a listing by hand.
    ListingBound,
    /// The listing of a SKU was forgotten.
    ListingUnbound,
    /// A store was made, or what is registered of it changed.
    StoreWritten,
    /// A SKU was made, or what is registered of it changed.
    SkuWritten,
    /// Many SKUs were changed at once.
    SkusChanged,
    /// A distribution centre was made, changed or removed.
    CentreWritten,
    /// A notification was made, or what it sends changed.
    NotificationWritten,
    /// A key was made.
    KeyMade,
    /// A key was ended.
    KeyRevoked,
    /// Somebody's access to the console was ended.
    AccessEnded,
    /// The hub got its first person, application and store.
    HubBegun,
    /// A person was invited.
    PersonInvited,
    /// A person's name, role or scope was changed, or they were switched on or off.
    PersonChanged,
    /// A person got a new link to set a password by.
    PersonLinked,
    /// A person set their password.
    PasswordSet,
    /// A person signed in by a provider for the first time, by which they are known from then on.
    IdentityBound,
    /// A person switched their second factor on.
    SecondFactorOn,
    /// A person's second factor was switched off.
    SecondFactorOff,
    /// The second factor of an application's people is required from now on, or no longer.
    SecondFactorRule,
}

impl Act {
    /// Each of them.
    pub const ALL: [Self; 42] = [
        Self::SignedIn,
        Self::SignedOut,
        Self::OrderTyped,
        Self::OrderMoved,
        Self::StockAdjusted,
        Self::FileImported,
        Self::FileExported,
        Self::FileProfileWritten,
        Self::FileProfileRemoved,
        Self::NotificationTested,
        Self::NotificationResent,
        Self::SecretRotated,
        Self::NotificationPaused,
        Self::NotificationResumed,
        Self::EventsRevived,
        Self::ChannelWritten,
        Self::ChannelConnected,
        Self::ChannelDisconnected,
        Self::ConsentAsked,
        Self::ChannelChecked,
        Self::ChannelSynced,
        Self::ErrorsReprocessed,
        Self::ErrorIgnored,
        Self::ListingBound,
        Self::ListingUnbound,
        Self::StoreWritten,
        Self::SkuWritten,
        Self::SkusChanged,
        Self::CentreWritten,
        Self::NotificationWritten,
        Self::KeyMade,
        Self::KeyRevoked,
        Self::AccessEnded,
        Self::HubBegun,
        Self::PersonInvited,
        Self::PersonChanged,
        Self::PersonLinked,
        Self::PasswordSet,
        Self::IdentityBound,
        Self::SecondFactorOn,
        Self::SecondFactorOff,
        Self::SecondFactorRule,
    ];

    /// As it is stored.
    pub const fn name(self) -> &'static str {
        match self {
            Self::SignedIn => "entrada",
            Self::SignedOut => "saida",
            Self::OrderTyped => "pedido.digitado",
            Self::OrderMoved => "pedido.movido",
            Self::StockAdjusted => "estoque.ajustado",
            Self::FileImported => "arquivo.importado",
            Self::FileExported => "arquivo.exportado",
            Self::FileProfileWritten => "arquivo.perfilGravado",
            Self::FileProfileRemoved => "arquivo.perfilRemovido",
            Self::NotificationTested => "notificacao.testada",
            Self::NotificationResent => "notificacao.reenviada",
            Self::SecretRotated => "notificacao.segredoTrocado",
            Self::NotificationPaused => "notificacao.pausada",
            Self::NotificationResumed => "notificacao.retomada",
            Self::EventsRevived => "fila.eventosRevividos",
            Self::ChannelWritten => "canal.gravado",
            Self::ChannelConnected => "canal.conectado",
            Self::ChannelDisconnected => "canal.desconectado",
            Self::ConsentAsked => "canal.autorizacao",
            Self::ChannelChecked => "canal.verificado",
            Self::ChannelSynced => "canal.sincronizado",
            Self::ErrorsReprocessed => "canal.errosReprocessados",
            Self::ErrorIgnored => "canal.erroIgnorado",
            Self::ListingBound => "anuncio.vinculado",
            Self::ListingUnbound => "anuncio.desvinculado",
            Self::StoreWritten => "loja.gravada",
            Self::SkuWritten => "sku.gravado",
            Self::SkusChanged => "skus.alterados",
            Self::CentreWritten => "centro.gravado",
            Self::NotificationWritten => "notificacao.gravada",
            Self::KeyMade => "chave.criada",
            Self::KeyRevoked => "chave.revogada",
            Self::AccessEnded => "acesso.encerrado",
            Self::HubBegun => "hub.iniciado",
            Self::PersonInvited => "pessoa.convidada",
            Self::PersonChanged => "pessoa.alterada",
            Self::PersonLinked => "pessoa.novoLink",
            Self::PasswordSet => "senha.trocada",
            Self::IdentityBound => "identidade.vinculada",
            Self::SecondFactorOn => "segundoFator.ligado",
            Self::SecondFactorOff => "segundoFator.desligado",
            Self::SecondFactorRule => "segundoFator.regra",
        }
    }

    /// The one that is stored so.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }
}

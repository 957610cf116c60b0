//! What people call statuses, roles, acts, causes, and how channels stand.

use domain::conexao::{Causa, EstadoAnuncio, EstadoConexao, ModoConexao};
use domain::console::{Act, Role};
use domain::estoque::{CausaMovimento, ControleEstoque};
use domain::evento::TipoEvento;
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
        Role::Own => lang.say("dono", "owner"),
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

/// How a connection stands.
pub const fn conexao(lang: Lang, estado: EstadoConexao) -> (&'static str, Mood) {
    match estado {
        EstadoConexao::Verificando => (lang.say("verificando", "checking"), Mood::Under),
        EstadoConexao::Conectada => (lang.say("conectada", "connected"), Mood::Good),
        EstadoConexao::SemAcesso => (lang.say("sem acesso", "no access"), Mood::Bad),
        EstadoConexao::Indisponivel => (lang.say("indisponível", "unavailable"), Mood::Warn),
    }
}

/// What the hub does at a channel: the mode, and what it means.
pub const fn modo(lang: Lang, modo: ModoConexao) -> (&'static str, &'static str) {
    match modo {
        ModoConexao::Leitura => (
            lang.say("leitura", "leitura (reading)"),
            lang.say(
                "Só lê os anúncios e mostra o que está diferente. Não escreve nada e não traz pedidos.",
                "Reads listings and shows what differs. Writes nothing and brings no orders.",
            ),
        ),
        ModoConexao::Pedidos => (
            lang.say("pedidos", "pedidos (orders)"),
            lang.say(
                "Também traz os pedidos e conta ao canal o que acontece com eles. Não envia estoque nem preço.",
                "Also brings orders, and tells the channel what becomes of them. Sends no stock and no prices.",
            ),
        ),
        ModoConexao::Total => (
            lang.say("total", "total (everything)"),
            lang.say(
                "Também envia estoque, preço, e o que está à venda.",
                "Also sends stock, prices, and what is for sale.",
            ),
        ),
    }
}

/// How the listing of a SKU stands.
pub const fn anuncio(lang: Lang, estado: EstadoAnuncio) -> (&'static str, Mood) {
    match estado {
        EstadoAnuncio::Procurando => (lang.say("procurando", "looked for"), Mood::Under),
        EstadoAnuncio::Ausente => (lang.say("sem anúncio", "no listing"), Mood::Plain),
        EstadoAnuncio::Ativo => (lang.say("ativo", "active"), Mood::Good),
        EstadoAnuncio::Pausado => (lang.say("pausado", "paused"), Mood::Plain),
        EstadoAnuncio::Perdido => (lang.say("perdido", "lost"), Mood::Bad),
        EstadoAnuncio::Ambiguo => (lang.say("ambíguo", "ambiguous"), Mood::Bad),
    }
}

/// What is to be done about an error of a channel.
pub fn remedy(lang: Lang, causa: Causa) -> &'static str {
    if lang == Lang::Pt {
        return causa.remedy();
    }
    match causa {
        Causa::NoAccess => "Check the channel's login and connect again.",
        Causa::ConsentNeeded => {
            "Let the hub into the channel's account: button Connect, on the connection's page."
        }
        Causa::NoPermission => "The account lacks the permission named; ask the shop's administrator.",
        Causa::OtherAccount => "Another account answers at the address now; disconnect and connect again.",
        Causa::Unavailable => "The channel does not answer; sending goes on by itself.",
        Causa::Limited => "The channel's limit of calls is used up; sending goes on by itself.",
        Causa::DataRefused => "Correct the member named.",
        Causa::TextRefused => "Change the title or the description.",
        Causa::AttributeMissing => "Fill in the attribute named.",
        Causa::AttributeInvalid => "Correct the attribute named.",
        Causa::CategoryInvalid => "Choose another category of the channel.",
        Causa::ImageMissing => "Add an image.",
        Causa::ImageRefused => "Change the image named.",
        Causa::GtinRefused => "Give the right GTIN.",
        Causa::PriceRefused => "The price is beyond what the channel takes.",
        Causa::GroupRefused => "The variations cannot be told apart, or are too many.",
        Causa::StockReserved => "The channel has reserved more than the stock that was sent.",
        Causa::NotListed => "The channel lacks the product; make its listing there, or switch publishing on.",
        Causa::ListingLost => "The listing is gone from the channel; publish again, or bind another.",
        Causa::ListingAmbiguous => "Several listings have this code; leave one, or bind the right one.",
        Causa::NoEffect => "The channel accepted it and did not change; look at the channel's own pages.",
        Causa::UnknownSku => "The order has a code that does not exist here; register the product.",
        Causa::OrderRefused => "The channel's order could not be taken in; see why.",
        Causa::OrderChanged => "The order changed at the channel after it was taken in; compare the two.",
        Causa::OrderState => "The channel does not take this step now; look at the order on both sides.",
        Causa::ListingLeft => {
            "The product was deleted here and is still for sale at the channel; take it off sale there."
        }
        Causa::Unreadable => "The channel sent an unexpected answer; contact the hub's operator.",
        Causa::Unmapped => "See the channel's code and text.",
    }
}

/// What happened.
pub const fn evento(lang: Lang, tipo: TipoEvento) -> &'static str {
    match tipo {
        TipoEvento::PedidoCriado => lang.say("pedido entrou", "order came in"),
        TipoEvento::PedidoStatus => lang.say("pedido mudou de situação", "order moved"),
        TipoEvento::PedidoDetalhe => lang.say("pedido ganhou um dado", "order got a detail"),
        TipoEvento::PedidoFalta => lang.say("pedido acima do estoque", "order beyond the stock"),
        TipoEvento::SkuCriado => lang.say("SKU criado", "SKU made"),
        TipoEvento::SkuAlterado => lang.say("SKU mudou", "SKU changed"),
        TipoEvento::SkuEstoque => lang.say("estoque mudou", "stock changed"),
        TipoEvento::SkuPreco => lang.say("preço mudou", "price changed"),
        TipoEvento::SkuExcluido => lang.say("SKU excluído", "SKU deleted"),
        TipoEvento::SkuCanalAlterado => lang.say("SKU no canal mudou", "SKU in a channel changed"),
        TipoEvento::CanalAlterado => lang.say("canal mudou", "channel changed"),
        TipoEvento::CanalExcluido => lang.say("canal excluído", "channel deleted"),
        TipoEvento::UsuarioAlterado => lang.say("loja mudou", "store changed"),
        TipoEvento::OfertaAlterada => lang.say("oferta mudou", "offer changed"),
        TipoEvento::AnuncioAlterado => lang.say("anúncio mudou", "listing changed"),
        TipoEvento::CanalErro => lang.say("erro de canal", "channel error"),
        TipoEvento::CanalConexao => lang.say("conexão mudou", "connection changed"),
    }
}

/// What was done.
pub const fn act(lang: Lang, act: Act) -> &'static str {
    match act {
        Act::SignedIn => lang.say("entrou", "signed in"),
        Act::SignedOut => lang.say("saiu", "signed out"),
        Act::OrderTyped => lang.say("digitou o pedido", "typed the order"),
        Act::OrderMoved => lang.say("moveu o pedido", "moved the order"),
        Act::StockAdjusted => lang.say("ajustou o estoque de", "adjusted the stock of"),
        Act::FileExported => lang.say("exportou um arquivo de", "exported a file of"),
        Act::FileImported => lang.say("importou um arquivo de", "imported a file of"),
        Act::FileProfileWritten => lang.say("gravou o perfil de arquivo", "saved the file profile"),
        Act::FileProfileRemoved => lang.say("removeu o perfil de arquivo", "removed the file profile"),
        Act::NotificationTested => lang.say("testou a notificação", "tested the notification"),
        Act::NotificationResent => lang.say("reenviou à notificação", "sent again to the notification"),
        Act::SecretRotated => {
            lang.say("trocou o segredo da notificação", "gave another secret to the notification")
        }
        Act::NotificationPaused => lang.say("pausou a notificação", "paused the notification"),
        Act::NotificationResumed => lang.say("retomou a notificação", "resumed the notification"),
        Act::EventsRevived => lang.say("reviveu eventos do leitor", "revived events of the reader"),
        Act::ChannelWritten => lang.say("gravou o canal", "saved the channel"),
        Act::ChannelConnected => lang.say("conectou o canal", "connected the channel"),
        Act::ChannelDisconnected => lang.say("desconectou o canal", "disconnected the channel"),
        Act::ConsentAsked => lang.say("pediu a autorização do canal", "asked for the channel's consent"),
        Act::ChannelChecked => lang.say("mandou verificar o canal", "had the channel checked"),
        Act::ChannelSynced => lang.say("mandou sincronizar o canal", "had the channel synchronised"),
        Act::ErrorsReprocessed => lang.say("reprocessou erros do canal", "reprocessed errors of the channel"),
        Act::ErrorIgnored => {
            lang.say("ignorou ou retomou um erro do canal", "ignored or took back an error of the channel")
        }
        Act::ListingBound => lang.say("vinculou a um anúncio o SKU", "bound to a listing the SKU"),
        Act::ListingUnbound => lang.say("desvinculou do anúncio o SKU", "unbound from its listing the SKU"),
        Act::StoreWritten => lang.say("gravou a loja", "saved the store"),
        Act::SkuWritten => lang.say("gravou o SKU", "saved the SKU"),
        Act::SkusChanged => lang.say("mudou muitos SKUs:", "changed many SKUs:"),
        Act::CentreWritten => lang.say("gravou o centro", "saved the centre"),
        Act::NotificationWritten => lang.say("gravou a notificação", "saved the notification"),
        Act::KeyMade => lang.say("criou a chave", "made the key"),
        Act::KeyRevoked => lang.say("revogou a chave", "revoked the key"),
        Act::AccessEnded => lang.say("encerrou o acesso", "ended the access"),
        Act::HubBegun => lang.say("iniciou o hub com", "began the hub with"),
        Act::PersonInvited => lang.say("convidou", "invited"),
        Act::PersonChanged => lang.say("mudou o acesso de", "changed the access of"),
        Act::PersonLinked => lang.say("deu um novo link a", "gave a new link to"),
        Act::PasswordSet => lang.say("definiu a sua senha", "set their password"),
        Act::IdentityBound => {
            lang.say("passou a entrar pelo provedor", "signs in by the provider from now on")
        }
        Act::SecondFactorOn => lang.say("ligou o segundo fator", "switched the second factor on"),
        Act::SecondFactorOff => lang.say("desligou o segundo fator de", "switched off the second factor of"),
        Act::SecondFactorRule => {
            lang.say("mudou a regra do segundo fator de", "changed the rule of the second factor of")
        }
    }
}

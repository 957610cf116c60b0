//! The names of what is numbered.

/// What is numbered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Sequence {
    Aplicacoes,
    Lojas,
    Tokens,
    Canais,
    Skus,
    Pedidos,
    CategoriasLoja,
    Compradores,
    Atacados,
    FilaConsumidores,
    Notificacoes,
    Entregas,
    Fabricantes,
    Atributos,
    ConsoleAcessos,
    ConsolePessoas,
    ConsoleAtos,
    CanalErros,
}

impl Sequence {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Aplicacoes => "aplicacoes",
            Self::Lojas => "lojas",
            Self::Tokens => "tokens",
            Self::Canais => "canais",
            Self::Skus => "skus",
            Self::Pedidos => "pedidos",
            Self::CategoriasLoja => "categorias_loja",
            Self::Compradores => "compradores",
            Self::Atacados => "atacados",
            Self::FilaConsumidores => "fila_consumidores",
            Self::Notificacoes => "notificacoes",
            Self::Entregas => "entregas",
            Self::Fabricantes => "fabricantes",
            Self::Atributos => "atributos",
            Self::ConsoleAcessos => "console_acessos",
            Self::ConsolePessoas => "console_pessoas",
            Self::ConsoleAtos => "console_atos",
            Self::CanalErros => "canal_erros",
        }
    }
}

from enum import StrEnum


class ListarProdutosCamposAdicionaisItem(StrEnum):
    ATACADO = "Atacado"
    ATRIBUTO = "Atributo"
    ESTOQUE = "Estoque"
    IMAGEM = "Imagem"
    INFORMACAO = "Informacao"
    TABELAPRECO = "TabelaPreco"

    def __str__(self) -> str:
        return str(self.value)

from enum import StrEnum


class ObterProdutoCamposAdicionaisItem(StrEnum):
    ATACADO = "Atacado"
    ATRIBUTO = "Atributo"
    ESTOQUE = "Estoque"
    IMAGEM = "Imagem"
    INFORMACAO = "Informacao"
    TABELAPRECO = "TabelaPreco"

    def __str__(self) -> str:
        return str(self.value)

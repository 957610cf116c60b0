from enum import StrEnum


class AlterarInformacaoProdutoTipoIdentificador(StrEnum):
    PRODUTOID = "ProdutoId"
    PRODUTOVARIANTEID = "ProdutoVarianteId"
    SKU = "Sku"

    def __str__(self) -> str:
        return str(self.value)

from enum import StrEnum


class AlterarPrecosTipoIdentificador(StrEnum):
    PRODUTOID = "ProdutoId"
    PRODUTOVARIANTEID = "ProdutoVarianteId"
    SKU = "Sku"

    def __str__(self) -> str:
        return str(self.value)

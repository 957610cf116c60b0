from enum import StrEnum


class DefinirCategoriaPrincipalProdutoTipoIdentificador(StrEnum):
    PRODUTOID = "ProdutoId"
    PRODUTOVARIANTEID = "ProdutoVarianteId"
    SKU = "Sku"

    def __str__(self) -> str:
        return str(self.value)

from enum import StrEnum


class CriarInformacaoProdutoTipoRetorno(StrEnum):
    BOOLEANO = "Booleano"
    ID = "Id"
    LISTAIDS = "ListaIds"
    PRODUTOVARIANTEID = "ProdutoVarianteId"

    def __str__(self) -> str:
        return str(self.value)

from enum import StrEnum


class CriarImagensProdutoTipoRetorno(StrEnum):
    BOOLEANO = "Booleano"
    ID = "Id"
    LISTAIDS = "ListaIds"
    PRODUTOVARIANTEID = "ProdutoVarianteId"

    def __str__(self) -> str:
        return str(self.value)

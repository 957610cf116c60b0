from enum import StrEnum


class ListarOfertasSituacao(StrEnum):
    IMPEDIDA = "impedida"
    PUBLICAVEL = "publicavel"

    def __str__(self) -> str:
        return str(self.value)

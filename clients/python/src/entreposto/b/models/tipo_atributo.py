from enum import StrEnum


class TipoAtributo(StrEnum):
    SELECAO = "Selecao"

    def __str__(self) -> str:
        return str(self.value)

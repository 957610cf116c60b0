from enum import StrEnum


class LerFilaDesde(StrEnum):
    AGORA = "agora"
    INICIO = "inicio"

    def __str__(self) -> str:
        return str(self.value)

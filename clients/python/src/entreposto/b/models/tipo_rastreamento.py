from enum import StrEnum


class TipoRastreamento(StrEnum):
    RASTREAMENTO = "Rastreamento"
    SEMRASTREAMENTO = "SemRastreamento"

    def __str__(self) -> str:
        return str(self.value)

from enum import StrEnum


class Detalhe(StrEnum):
    ANONIMIZACAO = "anonimizacao"
    MOTIVO = "motivo"
    NOTAFISCAL = "notaFiscal"
    OBSERVACAO = "observacao"
    RASTREIO = "rastreio"

    def __str__(self) -> str:
        return str(self.value)

from enum import StrEnum


class TipoEndereco(StrEnum):
    COBRANCA = "Cobranca"
    ENTREGA = "Entrega"

    def __str__(self) -> str:
        return str(self.value)

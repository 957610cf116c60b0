from enum import StrEnum


class ControleEstoque(StrEnum):
    ERP = "erp"
    HUB = "hub"
    NENHUM = "nenhum"

    def __str__(self) -> str:
        return str(self.value)

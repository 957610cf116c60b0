from enum import StrEnum


class ExibirMatriz(StrEnum):
    NAO = "Nao"
    NEUTRO = "Neutro"
    SIM = "Sim"

    def __str__(self) -> str:
        return str(self.value)

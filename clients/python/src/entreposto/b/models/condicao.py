from enum import StrEnum


class Condicao(StrEnum):
    DANIFICADO = "Danificado"
    NOVO = "Novo"
    RENOVADO = "Renovado"
    USADO = "Usado"

    def __str__(self) -> str:
        return str(self.value)

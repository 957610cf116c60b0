from enum import StrEnum


class AlterarEstoquesModo(StrEnum):
    PARCIAL = "parcial"
    TUDOOUNADA = "tudoOuNada"

    def __str__(self) -> str:
        return str(self.value)

from enum import StrEnum


class AlterarPrecosModo(StrEnum):
    PARCIAL = "parcial"
    TUDOOUNADA = "tudoOuNada"

    def __str__(self) -> str:
        return str(self.value)

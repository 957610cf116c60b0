from enum import StrEnum


class Sexo(StrEnum):
    FEMININO = "Feminino"
    MASCULINO = "Masculino"

    def __str__(self) -> str:
        return str(self.value)

from enum import StrEnum


class TipoSexo(StrEnum):
    FEMININO = "Feminino"
    MASCULINO = "Masculino"
    UNDEFINED = "Undefined"

    def __str__(self) -> str:
        return str(self.value)

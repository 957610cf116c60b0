from enum import StrEnum


class TipoPessoa(StrEnum):
    FISICA = "Fisica"
    JURIDICA = "Juridica"

    def __str__(self) -> str:
        return str(self.value)

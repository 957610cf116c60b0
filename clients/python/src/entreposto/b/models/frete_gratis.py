from enum import StrEnum


class FreteGratis(StrEnum):
    DESCONSIDERAR_REGRAS = "Desconsiderar_Regras"
    NEUTRO = "Neutro"
    NUNCA = "Nunca"
    SEMPRE = "Sempre"

    def __str__(self) -> str:
        return str(self.value)

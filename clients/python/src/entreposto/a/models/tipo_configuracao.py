from enum import StrEnum


class TipoConfiguracao(StrEnum):
    BOOLEAN = "Boolean"
    DATETIME = "Datetime"
    DECIMAL = "Decimal"
    INT = "Int"
    STRING = "String"

    def __str__(self) -> str:
        return str(self.value)

from enum import IntEnum


class AjusteItemTipoType1(IntEnum):
    VALUE_1 = 1
    VALUE_6 = 6
    VALUE_9 = 9

    def __str__(self) -> str:
        return str(self.value)

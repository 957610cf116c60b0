from enum import StrEnum


class CriarPedidosModo(StrEnum):
    PARCIAL = "parcial"
    TUDOOUNADA = "tudoOuNada"

    def __str__(self) -> str:
        return str(self.value)

from enum import StrEnum


class EstadoEntrega(StrEnum):
    ENTREGUE = "Entregue"
    ESGOTADA = "Esgotada"
    PENDENTE = "Pendente"

    def __str__(self) -> str:
        return str(self.value)

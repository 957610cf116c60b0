from enum import StrEnum


class StatusPedido(StrEnum):
    AGUARDANDOPAGAMENTO = "AguardandoPagamento"
    CANCELADO = "Cancelado"
    ENTREGUE = "Entregue"
    ENVIADO = "Enviado"
    FATURADO = "Faturado"
    PAGO = "Pago"

    def __str__(self) -> str:
        return str(self.value)

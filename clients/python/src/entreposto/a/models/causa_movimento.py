from enum import StrEnum


class CausaMovimento(StrEnum):
    CADASTRO = "cadastro"
    CONTROLE = "controle"
    PEDIDO = "pedido"
    SALDO = "saldo"
    STATUS = "status"
    VARIACAO = "variacao"

    def __str__(self) -> str:
        return str(self.value)

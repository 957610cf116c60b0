from enum import StrEnum


class Topico(StrEnum):
    PEDIDO_NOVO = "pedido.novo"
    PEDIDO_RASTREAMENTO_ALTERADO = "pedido.rastreamento.alterado"
    PEDIDO_SITUACAO_ALTERADO = "pedido.situacao.alterado"
    PRODUTO_VARIANTE_ESTOQUE_ALTERADO = "produto_variante.estoque.alterado"
    PRODUTO_VARIANTE_PRECO_ALTERADO = "produto_variante.preco.alterado"

    def __str__(self) -> str:
        return str(self.value)

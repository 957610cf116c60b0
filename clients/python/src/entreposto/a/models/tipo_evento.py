from enum import StrEnum


class TipoEvento(StrEnum):
    CANAL_ALTERADO = "canal.alterado"
    CANAL_EXCLUIDO = "canal.excluido"
    OFERTA_ALTERADA = "oferta.alterada"
    PEDIDO_CRIADO = "pedido.criado"
    PEDIDO_DETALHE = "pedido.detalhe"
    PEDIDO_FALTA = "pedido.falta"
    PEDIDO_STATUS = "pedido.status"
    SKUCANAL_ALTERADO = "skucanal.alterado"
    SKU_ALTERADO = "sku.alterado"
    SKU_CRIADO = "sku.criado"
    SKU_ESTOQUE = "sku.estoque"
    SKU_EXCLUIDO = "sku.excluido"
    SKU_PRECO = "sku.preco"
    USUARIO_ALTERADO = "usuario.alterado"

    def __str__(self) -> str:
        return str(self.value)

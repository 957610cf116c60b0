from enum import StrEnum


class ListarPedidosPorFormaPagamentoEnumTipoFiltroData(StrEnum):
    DATAALTERACAO = "DataAlteracao"
    DATAAPROVACAO = "DataAprovacao"
    DATACRIACAO = "DataCriacao"
    DATAMODIFICACAOSTATUS = "DataModificacaoStatus"
    DATAPEDIDO = "DataPedido"
    DATASTATUS = "DataStatus"

    def __str__(self) -> str:
        return str(self.value)

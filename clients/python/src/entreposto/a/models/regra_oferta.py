from enum import StrEnum


class RegraOferta(StrEnum):
    ALGOINATIVO = "AlgoInativo"
    CODIGODOSKU = "CodigoDoSku"
    CODIGOINTERNO = "CodigoInterno"
    DIMENSAODOSKU = "DimensaoDoSku"
    ESTOQUEDISPONIVEL = "EstoqueDisponivel"
    ESTOQUEDOCANAL = "EstoqueDoCanal"
    ESTOQUEMAXIMO = "EstoqueMaximo"
    GRUPODOSKU = "GrupoDoSku"
    MINIMODIMENSAOMENOR = "MinimoDimensaoMenor"
    MINIMODIMENSAOZERADA = "MinimoDimensaoZerada"
    PERCENTUALDOESTOQUE = "PercentualDoEstoque"
    PRECODOCANAL = "PrecoDoCanal"
    PRECODOSKU = "PrecoDoSku"
    SOMADOSPRAZOS = "SomaDosPrazos"
    TUDOATIVO = "TudoAtivo"

    def __str__(self) -> str:
        return str(self.value)

from enum import StrEnum


class CodigoImpedimento(StrEnum):
    CANALINATIVO = "CanalInativo"
    DIMENSAOABAIXODOMINIMO = "DimensaoAbaixoDoMinimo"
    SEMPRECO = "SemPreco"
    SKUCANALINATIVO = "SkuCanalInativo"
    SKUINATIVO = "SkuInativo"
    USUARIOINATIVO = "UsuarioInativo"

    def __str__(self) -> str:
        return str(self.value)

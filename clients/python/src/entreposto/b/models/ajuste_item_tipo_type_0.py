from enum import StrEnum


class AjusteItemTipoType0(StrEnum):
    FORMAPAGAMENTO = "FormaPagamento"
    FRETE = "Frete"
    PROMOCAO = "Promocao"

    def __str__(self) -> str:
        return str(self.value)

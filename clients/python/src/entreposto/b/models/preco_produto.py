from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="PrecoProduto")


@_attrs_define
class PrecoProduto:
    """Os preços de um produto.

    Attributes:
        fator_multiplicador_preco (int): Sempre 1: os preços são por unidade.
        preco_de (float): Um valor em reais, com no máximo quatro casas decimais e menor que 10¹¹.
        preco_por (float): Um valor em reais, com no máximo quatro casas decimais e menor que 10¹¹.
    """

    fator_multiplicador_preco: int
    preco_de: float
    preco_por: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        fator_multiplicador_preco = self.fator_multiplicador_preco

        preco_de = self.preco_de

        preco_por = self.preco_por

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "fatorMultiplicadorPreco": fator_multiplicador_preco,
                "precoDe": preco_de,
                "precoPor": preco_por,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        fator_multiplicador_preco = d.pop("fatorMultiplicadorPreco")

        preco_de = d.pop("precoDe")

        preco_por = d.pop("precoPor")

        preco_produto = cls(
            fator_multiplicador_preco=fator_multiplicador_preco,
            preco_de=preco_de,
            preco_por=preco_por,
        )

        preco_produto.additional_properties = d
        return preco_produto

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties

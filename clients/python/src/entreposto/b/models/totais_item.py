from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="TotaisItem")


@_attrs_define
class TotaisItem:
    """As somas de um item, pela sua quantidade.

    Attributes:
        desconto (float): Um valor em reais, com no máximo quatro casas decimais e menor que 10¹¹.
        preco_custo (float): Um valor em reais, com no máximo quatro casas decimais e menor que 10¹¹.
        preco_por (float): Um valor em reais, com no máximo quatro casas decimais e menor que 10¹¹.
        preco_venda (float): Um valor em reais, com no máximo quatro casas decimais e menor que 10¹¹.
    """

    desconto: float
    preco_custo: float
    preco_por: float
    preco_venda: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        desconto = self.desconto

        preco_custo = self.preco_custo

        preco_por = self.preco_por

        preco_venda = self.preco_venda

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "desconto": desconto,
                "precoCusto": preco_custo,
                "precoPor": preco_por,
                "precoVenda": preco_venda,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        desconto = d.pop("desconto")

        preco_custo = d.pop("precoCusto")

        preco_por = d.pop("precoPor")

        preco_venda = d.pop("precoVenda")

        totais_item = cls(
            desconto=desconto,
            preco_custo=preco_custo,
            preco_por=preco_por,
            preco_venda=preco_venda,
        )

        totais_item.additional_properties = d
        return totais_item

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

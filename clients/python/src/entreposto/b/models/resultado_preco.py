from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="ResultadoPreco")


@_attrs_define
class ResultadoPreco:
    """O que foi feito de um item.

    Attributes:
        detalhes (str): O que aconteceu, em uma frase.
        resultado (bool): Verdadeiro quando foi feito.
        sku (str): O código do SKU; vazio quando o item não nomeia nenhum.
    """

    detalhes: str
    resultado: bool
    sku: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        detalhes = self.detalhes

        resultado = self.resultado

        sku = self.sku

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "detalhes": detalhes,
                "resultado": resultado,
                "sku": sku,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        detalhes = d.pop("detalhes")

        resultado = d.pop("resultado")

        sku = d.pop("sku")

        resultado_preco = cls(
            detalhes=detalhes,
            resultado=resultado,
            sku=sku,
        )

        resultado_preco.additional_properties = d
        return resultado_preco

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

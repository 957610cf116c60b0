from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Metadados")


@_attrs_define
class Metadados:
    """Sobre uma página.

    Attributes:
        pagina (int): O número da página.
        quantidade_registros (int): Registros por página.
        total (int): Registros da busca inteira.
    """

    pagina: int
    quantidade_registros: int
    total: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        pagina = self.pagina

        quantidade_registros = self.quantidade_registros

        total = self.total

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "pagina": pagina,
                "quantidadeRegistros": quantidade_registros,
                "total": total,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        pagina = d.pop("pagina")

        quantidade_registros = d.pop("quantidadeRegistros")

        total = d.pop("total")

        metadados = cls(
            pagina=pagina,
            quantidade_registros=quantidade_registros,
            total=total,
        )

        metadados.additional_properties = d
        return metadados

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

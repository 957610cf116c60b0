from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="NovoStatus")


@_attrs_define
class NovoStatus:
    """Para onde um pedido deve ir.

    Attributes:
        id (int): O número do estado. De 3 a 7 cancelam, com a razão que nomeiam; 10, de 12 a 17 e de 19 a 23 são passos
            dentro dos estados da interface A.
        devolver_estoque (bool | Unset): Onde o hub conta o estoque: um pedido faturado ou enviado que é cancelado
            devolve suas unidades.
        motivo (str | Unset): Por quê, no máximo 500 caracteres. Um cancelamento (8) sem ele é gravado como da loja.
    """

    id: int
    devolver_estoque: bool | Unset = UNSET
    motivo: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        devolver_estoque = self.devolver_estoque

        motivo = self.motivo

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
            }
        )
        if devolver_estoque is not UNSET:
            field_dict["devolverEstoque"] = devolver_estoque
        if motivo is not UNSET:
            field_dict["motivo"] = motivo

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        id = d.pop("id")

        devolver_estoque = d.pop("devolverEstoque", UNSET)

        motivo = d.pop("motivo", UNSET)

        novo_status = cls(
            id=id,
            devolver_estoque=devolver_estoque,
            motivo=motivo,
        )

        novo_status.additional_properties = d
        return novo_status

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

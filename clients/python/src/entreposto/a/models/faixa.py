from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="Faixa")


@_attrs_define
class Faixa:
    """Um trecho do registro de eventos.

    Attributes:
        ate_posicao (int): O último lugar, que também conta.
        de_posicao (int): O primeiro lugar.
    """

    ate_posicao: int
    de_posicao: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        ate_posicao = self.ate_posicao

        de_posicao = self.de_posicao

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "atePosicao": ate_posicao,
                "dePosicao": de_posicao,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        ate_posicao = d.pop("atePosicao")

        de_posicao = d.pop("dePosicao")

        faixa = cls(
            ate_posicao=ate_posicao,
            de_posicao=de_posicao,
        )

        faixa.additional_properties = d
        return faixa

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

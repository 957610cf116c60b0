from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="NovoSegredo")


@_attrs_define
class NovoSegredo:
    """Um novo segredo.

    Attributes:
        segredo (str): Com que as chamadas são assinadas daqui em diante. Nunca é mostrado de novo.
        segredo_anterior_ate (datetime.datetime): Um instante, em UTC, escrito como `aaaa-MM-ddTHH:mm:ssZ`.
    """

    segredo: str
    segredo_anterior_ate: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        segredo = self.segredo

        segredo_anterior_ate = self.segredo_anterior_ate.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "segredo": segredo,
                "segredoAnteriorAte": segredo_anterior_ate,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        segredo = d.pop("segredo")

        segredo_anterior_ate = datetime.datetime.fromisoformat(
            d.pop("segredoAnteriorAte")
        )

        novo_segredo = cls(
            segredo=segredo,
            segredo_anterior_ate=segredo_anterior_ate,
        )

        novo_segredo.additional_properties = d
        return novo_segredo

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

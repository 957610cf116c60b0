from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="UltimoErroDaInscricao")


@_attrs_define
class UltimoErroDaInscricao:
    """Por que o envio falhou da última vez, e quando.

    Attributes:
        data (str): Quando a tentativa acabou, na forma da loja.
        texto (str): Uma frase, com o status da resposta onde houve um.
    """

    data: str
    texto: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        data = self.data

        texto = self.texto

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "data": data,
                "texto": texto,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        data = d.pop("data")

        texto = d.pop("texto")

        ultimo_erro_da_inscricao = cls(
            data=data,
            texto=texto,
        )

        ultimo_erro_da_inscricao.additional_properties = d
        return ultimo_erro_da_inscricao

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

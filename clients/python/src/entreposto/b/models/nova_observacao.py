from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="NovaObservacao")


@_attrs_define
class NovaObservacao:
    """Uma nova observação.

    Attributes:
        observacao (str): O texto, de 1 a 4.000 caracteres.
        publica (bool | Unset): O comprador pode vê-la. Ausente: falso.
        usuario (str | Unset): Quem a escreveu, no máximo 200 caracteres.
    """

    observacao: str
    publica: bool | Unset = UNSET
    usuario: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        observacao = self.observacao

        publica = self.publica

        usuario = self.usuario

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "observacao": observacao,
            }
        )
        if publica is not UNSET:
            field_dict["publica"] = publica
        if usuario is not UNSET:
            field_dict["usuario"] = usuario

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        observacao = d.pop("observacao")

        publica = d.pop("publica", UNSET)

        usuario = d.pop("usuario", UNSET)

        nova_observacao = cls(
            observacao=observacao,
            publica=publica,
            usuario=usuario,
        )

        nova_observacao.additional_properties = d
        return nova_observacao

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

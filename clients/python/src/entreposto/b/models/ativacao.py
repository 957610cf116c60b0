from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="Ativacao")


@_attrs_define
class Ativacao:
    """Ligar ou desligar uma inscrição.

    Attributes:
        ativo (bool): Ligada ou desligada.
        observacao (str | Unset): Uma observação, no máximo 2.000 caracteres.
        usuario (None | str | Unset): Quem o faz, no máximo 200 caracteres; ausente: quem já constava.
    """

    ativo: bool
    observacao: str | Unset = UNSET
    usuario: None | str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        ativo = self.ativo

        observacao = self.observacao

        usuario: None | str | Unset
        if isinstance(self.usuario, Unset):
            usuario = UNSET
        else:
            usuario = self.usuario

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "ativo": ativo,
            }
        )
        if observacao is not UNSET:
            field_dict["observacao"] = observacao
        if usuario is not UNSET:
            field_dict["usuario"] = usuario

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        ativo = d.pop("ativo")

        observacao = d.pop("observacao", UNSET)

        def _parse_usuario(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        usuario = _parse_usuario(d.pop("usuario", UNSET))

        ativacao = cls(
            ativo=ativo,
            observacao=observacao,
            usuario=usuario,
        )

        ativacao.additional_properties = d
        return ativacao

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

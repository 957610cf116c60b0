from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="PrioridadeCentro")


@_attrs_define
class PrioridadeCentro:
    """Onde um centro de distribuição está entre os outros.

    Attributes:
        desativar_priorizacao (bool | None | Unset): Verdadeiro: é escolhido por último.
        incremento_ordem (int | None | Unset): Quanto seu número de ordem sobe, ou desce; o menor número é escolhido
            primeiro.
    """

    desativar_priorizacao: bool | None | Unset = UNSET
    incremento_ordem: int | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        desativar_priorizacao: bool | None | Unset
        if isinstance(self.desativar_priorizacao, Unset):
            desativar_priorizacao = UNSET
        else:
            desativar_priorizacao = self.desativar_priorizacao

        incremento_ordem: int | None | Unset
        if isinstance(self.incremento_ordem, Unset):
            incremento_ordem = UNSET
        else:
            incremento_ordem = self.incremento_ordem

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if desativar_priorizacao is not UNSET:
            field_dict["desativarPriorizacao"] = desativar_priorizacao
        if incremento_ordem is not UNSET:
            field_dict["incrementoOrdem"] = incremento_ordem

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)

        def _parse_desativar_priorizacao(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        desativar_priorizacao = _parse_desativar_priorizacao(
            d.pop("desativarPriorizacao", UNSET)
        )

        def _parse_incremento_ordem(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        incremento_ordem = _parse_incremento_ordem(d.pop("incrementoOrdem", UNSET))

        prioridade_centro = cls(
            desativar_priorizacao=desativar_priorizacao,
            incremento_ordem=incremento_ordem,
        )

        prioridade_centro.additional_properties = d
        return prioridade_centro

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

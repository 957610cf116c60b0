from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.situacao_historica import SituacaoHistorica


T = TypeVar("T", bound="HistoricoSituacao")


@_attrs_define
class HistoricoSituacao:
    """Os estados que um pedido teve.

    Attributes:
        situacoes (list[SituacaoHistorica]): Do mais antigo ao mais novo; detalhes que vieram depois não são uma entrada
            à parte.
    """

    situacoes: list[SituacaoHistorica]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        situacoes = []
        for situacoes_item_data in self.situacoes:
            situacoes_item = situacoes_item_data.to_dict()
            situacoes.append(situacoes_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "situacoes": situacoes,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.situacao_historica import SituacaoHistorica

        d = dict(src_dict)
        situacoes = []
        _situacoes = d.pop("situacoes")
        for situacoes_item_data in _situacoes:
            situacoes_item = SituacaoHistorica.from_dict(situacoes_item_data)

            situacoes.append(situacoes_item)

        historico_situacao = cls(
            situacoes=situacoes,
        )

        historico_situacao.additional_properties = d
        return historico_situacao

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

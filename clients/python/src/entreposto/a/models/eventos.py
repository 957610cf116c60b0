from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.evento import Evento


T = TypeVar("T", bound="Eventos")


@_attrs_define
class Eventos:
    """Um trecho do registro.

    Attributes:
        eventos (list[Evento]): Os eventos, na ordem de seus lugares.
        primeira_posicao (int): O primeiro lugar ainda guardado; 0 enquanto o registro está vazio.
        proxima_posicao (int): O lugar a pedir a seguir; no fim do registro, o mesmo que foi pedido.
        ultima_posicao (int): O último lugar do registro; 0 enquanto está vazio.
    """

    eventos: list[Evento]
    primeira_posicao: int
    proxima_posicao: int
    ultima_posicao: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        eventos = []
        for eventos_item_data in self.eventos:
            eventos_item = eventos_item_data.to_dict()
            eventos.append(eventos_item)

        primeira_posicao = self.primeira_posicao

        proxima_posicao = self.proxima_posicao

        ultima_posicao = self.ultima_posicao

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "eventos": eventos,
                "primeiraPosicao": primeira_posicao,
                "proximaPosicao": proxima_posicao,
                "ultimaPosicao": ultima_posicao,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.evento import Evento

        d = dict(src_dict)
        eventos = []
        _eventos = d.pop("eventos")
        for eventos_item_data in _eventos:
            eventos_item = Evento.from_dict(eventos_item_data)

            eventos.append(eventos_item)

        primeira_posicao = d.pop("primeiraPosicao")

        proxima_posicao = d.pop("proximaPosicao")

        ultima_posicao = d.pop("ultimaPosicao")

        eventos = cls(
            eventos=eventos,
            primeira_posicao=primeira_posicao,
            proxima_posicao=proxima_posicao,
            ultima_posicao=ultima_posicao,
        )

        eventos.additional_properties = d
        return eventos

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

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.metadados import Metadados
    from ..models.retorno_paginado_notificacao_lida_resultado_item import (
        RetornoPaginadoNotificacaoLidaResultadoItem,
    )


T = TypeVar("T", bound="RetornoPaginadoNotificacaoLida")


@_attrs_define
class RetornoPaginadoNotificacaoLida:
    """Uma página de registros.

    Attributes:
        metadados (Metadados): Sobre uma página.
        resultado (list[RetornoPaginadoNotificacaoLidaResultadoItem]): Os registros.
    """

    metadados: Metadados
    resultado: list[RetornoPaginadoNotificacaoLidaResultadoItem]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        metadados = self.metadados.to_dict()

        resultado = []
        for resultado_item_data in self.resultado:
            resultado_item = resultado_item_data.to_dict()
            resultado.append(resultado_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "metadados": metadados,
                "resultado": resultado,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.metadados import Metadados
        from ..models.retorno_paginado_notificacao_lida_resultado_item import (
            RetornoPaginadoNotificacaoLidaResultadoItem,
        )

        d = dict(src_dict)
        metadados = Metadados.from_dict(d.pop("metadados"))

        resultado = []
        _resultado = d.pop("resultado")
        for resultado_item_data in _resultado:
            resultado_item = RetornoPaginadoNotificacaoLidaResultadoItem.from_dict(
                resultado_item_data
            )

            resultado.append(resultado_item)

        retorno_paginado_notificacao_lida = cls(
            metadados=metadados,
            resultado=resultado,
        )

        retorno_paginado_notificacao_lida.additional_properties = d
        return retorno_paginado_notificacao_lida

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

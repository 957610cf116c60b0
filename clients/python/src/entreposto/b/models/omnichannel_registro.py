from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.integrador_registro import IntegradorRegistro


T = TypeVar("T", bound="OmnichannelRegistro")


@_attrs_define
class OmnichannelRegistro:
    """O pedido pelos números que tem em outros lugares.

    Attributes:
        integrador (IntegradorRegistro): Quem trouxe o pedido.
        pedido_id_privado (str): O segundo número no marketplace; vazio sem um.
        pedido_id_publico (str): O número que o comprador conhece: o do marketplace.
    """

    integrador: IntegradorRegistro
    pedido_id_privado: str
    pedido_id_publico: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        integrador = self.integrador.to_dict()

        pedido_id_privado = self.pedido_id_privado

        pedido_id_publico = self.pedido_id_publico

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "integrador": integrador,
                "pedidoIdPrivado": pedido_id_privado,
                "pedidoIdPublico": pedido_id_publico,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.integrador_registro import IntegradorRegistro

        d = dict(src_dict)
        integrador = IntegradorRegistro.from_dict(d.pop("integrador"))

        pedido_id_privado = d.pop("pedidoIdPrivado")

        pedido_id_publico = d.pop("pedidoIdPublico")

        omnichannel_registro = cls(
            integrador=integrador,
            pedido_id_privado=pedido_id_privado,
            pedido_id_publico=pedido_id_publico,
        )

        omnichannel_registro.additional_properties = d
        return omnichannel_registro

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

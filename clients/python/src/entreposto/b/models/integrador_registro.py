from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="IntegradorRegistro")


@_attrs_define
class IntegradorRegistro:
    """Quem trouxe o pedido.

    Attributes:
        nome (str): Sempre `Entreposto`.
        pedido_id (str): O número do pedido aqui.
        pedido_url (str): Sempre vazio: pedidos não têm página aqui.
    """

    nome: str
    pedido_id: str
    pedido_url: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        nome = self.nome

        pedido_id = self.pedido_id

        pedido_url = self.pedido_url

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "nome": nome,
                "pedidoId": pedido_id,
                "pedidoUrl": pedido_url,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        nome = d.pop("nome")

        pedido_id = d.pop("pedidoId")

        pedido_url = d.pop("pedidoUrl")

        integrador_registro = cls(
            nome=nome,
            pedido_id=pedido_id,
            pedido_url=pedido_url,
        )

        integrador_registro.additional_properties = d
        return integrador_registro

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

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.controle_estoque import ControleEstoque

T = TypeVar("T", bound="EstoqueSku")


@_attrs_define
class EstoqueSku:
    """O que há de um SKU.

    Attributes:
        controle_estoque (ControleEstoque): Quem conta o estoque de um usuário e, portanto, o que pedidos fazem com ele.
        disponivel (int): O que sobra: abaixo de zero quando os pedidos reservam mais do que há.
        estoque (int): O estoque em todos os centros de distribuição, como quem o conta disse ou como o hub o conta.
        reservado (int): O que os pedidos reservam dele.
        sku (str): O código de um SKU, à escolha da aplicação, único por usuário.
    """

    controle_estoque: ControleEstoque
    disponivel: int
    estoque: int
    reservado: int
    sku: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        controle_estoque = self.controle_estoque.value

        disponivel = self.disponivel

        estoque = self.estoque

        reservado = self.reservado

        sku = self.sku

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "controleEstoque": controle_estoque,
                "disponivel": disponivel,
                "estoque": estoque,
                "reservado": reservado,
                "sku": sku,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        controle_estoque = ControleEstoque(d.pop("controleEstoque"))

        disponivel = d.pop("disponivel")

        estoque = d.pop("estoque")

        reservado = d.pop("reservado")

        sku = d.pop("sku")

        estoque_sku = cls(
            controle_estoque=controle_estoque,
            disponivel=disponivel,
            estoque=estoque,
            reservado=reservado,
            sku=sku,
        )

        estoque_sku.additional_properties = d
        return estoque_sku

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

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.rastreamento_do_item import RastreamentoDoItem


T = TypeVar("T", bound="RastreamentosDoProduto")


@_attrs_define
class RastreamentosDoProduto:
    """Os rastreios de um produto em um pedido.

    Attributes:
        produto_variante_id (int): O número do SKU; 0 vale por todos os que não estavam cadastrados.
        rastreamentos (list[RastreamentoDoItem]): Um por item do pedido que é este produto e foi enviado, ou tem nota
            fiscal ou rastreio.
    """

    produto_variante_id: int
    rastreamentos: list[RastreamentoDoItem]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        produto_variante_id = self.produto_variante_id

        rastreamentos = []
        for rastreamentos_item_data in self.rastreamentos:
            rastreamentos_item = rastreamentos_item_data.to_dict()
            rastreamentos.append(rastreamentos_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "produtoVarianteId": produto_variante_id,
                "rastreamentos": rastreamentos,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.rastreamento_do_item import RastreamentoDoItem

        d = dict(src_dict)
        produto_variante_id = d.pop("produtoVarianteId")

        rastreamentos = []
        _rastreamentos = d.pop("rastreamentos")
        for rastreamentos_item_data in _rastreamentos:
            rastreamentos_item = RastreamentoDoItem.from_dict(rastreamentos_item_data)

            rastreamentos.append(rastreamentos_item)

        rastreamentos_do_produto = cls(
            produto_variante_id=produto_variante_id,
            rastreamentos=rastreamentos,
        )

        rastreamentos_do_produto.additional_properties = d
        return rastreamentos_do_produto

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

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.estoque_em_centro import EstoqueEmCentro


T = TypeVar("T", bound="EstoqueDeProduto")


@_attrs_define
class EstoqueDeProduto:
    """O que muda no estoque de um produto.

    Attributes:
        identificador (str): O produto. Números também são lidos.
        lista_estoque (list[EstoqueEmCentro]): Seu estoque, por centro de distribuição. Pode ser vazio quando há
            `prazoEntrega`.
        prazo_entrega (int | None | Unset): Dias a mais para despachar; ausente: como está.
    """

    identificador: str
    lista_estoque: list[EstoqueEmCentro]
    prazo_entrega: int | None | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        identificador = self.identificador

        lista_estoque = []
        for lista_estoque_item_data in self.lista_estoque:
            lista_estoque_item = lista_estoque_item_data.to_dict()
            lista_estoque.append(lista_estoque_item)

        prazo_entrega: int | None | Unset
        if isinstance(self.prazo_entrega, Unset):
            prazo_entrega = UNSET
        else:
            prazo_entrega = self.prazo_entrega

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "identificador": identificador,
                "listaEstoque": lista_estoque,
            }
        )
        if prazo_entrega is not UNSET:
            field_dict["prazoEntrega"] = prazo_entrega

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.estoque_em_centro import EstoqueEmCentro

        d = dict(src_dict)
        identificador = d.pop("identificador")

        lista_estoque = []
        _lista_estoque = d.pop("listaEstoque")
        for lista_estoque_item_data in _lista_estoque:
            lista_estoque_item = EstoqueEmCentro.from_dict(lista_estoque_item_data)

            lista_estoque.append(lista_estoque_item)

        def _parse_prazo_entrega(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        prazo_entrega = _parse_prazo_entrega(d.pop("prazoEntrega", UNSET))

        estoque_de_produto = cls(
            identificador=identificador,
            lista_estoque=lista_estoque,
            prazo_entrega=prazo_entrega,
        )

        estoque_de_produto.additional_properties = d
        return estoque_de_produto

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

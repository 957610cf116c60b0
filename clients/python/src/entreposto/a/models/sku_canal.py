from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.preco import Preco


T = TypeVar("T", bound="SkuCanal")


@_attrs_define
class SkuCanal:
    """Estoque e preço de um SKU em um canal; nulo = como o SKU diz.

    Attributes:
        ativo (bool): O SKU está ativo no canal. Ausente: verdadeiro.
        canal_id (str): O identificador de um canal, à escolha da aplicação, único por usuário.
        estoque (int | None): O estoque no canal; nulo = a parte do canal no estoque do SKU.
        preco (None | Preco): Os preços no canal; nulo = os do SKU.
    """

    ativo: bool
    canal_id: str
    estoque: int | None
    preco: None | Preco
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.preco import Preco

        ativo = self.ativo

        canal_id = self.canal_id

        estoque: int | None
        estoque = self.estoque

        preco: dict[str, Any] | None
        if isinstance(self.preco, Preco):
            preco = self.preco.to_dict()
        else:
            preco = self.preco

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "ativo": ativo,
                "canalId": canal_id,
                "estoque": estoque,
                "preco": preco,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.preco import Preco

        d = dict(src_dict)
        ativo = d.pop("ativo")

        canal_id = d.pop("canalId")

        def _parse_estoque(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        estoque = _parse_estoque(d.pop("estoque"))

        def _parse_preco(data: object) -> None | Preco:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                preco_type_0 = Preco.from_dict(data)

                return preco_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Preco, data)

        preco = _parse_preco(d.pop("preco"))

        sku_canal = cls(
            ativo=ativo,
            canal_id=canal_id,
            estoque=estoque,
            preco=preco,
        )

        sku_canal.additional_properties = d
        return sku_canal

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

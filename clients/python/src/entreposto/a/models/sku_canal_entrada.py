from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.preco_entrada import PrecoEntrada


T = TypeVar("T", bound="SkuCanalEntrada")


@_attrs_define
class SkuCanalEntrada:
    """Estoque e preço de um SKU em um canal; nulo = como o SKU diz.

    Attributes:
        canal_id (str): O identificador de um canal, à escolha da aplicação, único por usuário.
        ativo (bool | Unset): O SKU está ativo no canal. Ausente: verdadeiro.
        estoque (int | None | Unset): O estoque no canal; nulo = a parte do canal no estoque do SKU.
        preco (None | PrecoEntrada | Unset): Os preços no canal; nulo = os do SKU.
    """

    canal_id: str
    ativo: bool | Unset = UNSET
    estoque: int | None | Unset = UNSET
    preco: None | PrecoEntrada | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.preco_entrada import PrecoEntrada

        canal_id = self.canal_id

        ativo = self.ativo

        estoque: int | None | Unset
        if isinstance(self.estoque, Unset):
            estoque = UNSET
        else:
            estoque = self.estoque

        preco: dict[str, Any] | None | Unset
        if isinstance(self.preco, Unset):
            preco = UNSET
        elif isinstance(self.preco, PrecoEntrada):
            preco = self.preco.to_dict()
        else:
            preco = self.preco

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "canalId": canal_id,
            }
        )
        if ativo is not UNSET:
            field_dict["ativo"] = ativo
        if estoque is not UNSET:
            field_dict["estoque"] = estoque
        if preco is not UNSET:
            field_dict["preco"] = preco

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.preco_entrada import PrecoEntrada

        d = dict(src_dict)
        canal_id = d.pop("canalId")

        ativo = d.pop("ativo", UNSET)

        def _parse_estoque(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        estoque = _parse_estoque(d.pop("estoque", UNSET))

        def _parse_preco(data: object) -> None | PrecoEntrada | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                preco_type_0 = PrecoEntrada.from_dict(data)

                return preco_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | PrecoEntrada | Unset, data)

        preco = _parse_preco(d.pop("preco", UNSET))

        sku_canal_entrada = cls(
            canal_id=canal_id,
            ativo=ativo,
            estoque=estoque,
            preco=preco,
        )

        sku_canal_entrada.additional_properties = d
        return sku_canal_entrada

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

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.controle_estoque import ControleEstoque
from ..types import UNSET, Unset

T = TypeVar("T", bound="EstoqueUsuarioEntrada")


@_attrs_define
class EstoqueUsuarioEntrada:
    """Como o estoque de um usuário é contado.

    Attributes:
        controle_estoque (ControleEstoque): Quem conta o estoque de um usuário e, portanto, o que pedidos fazem com ele.
        anunciar_ofertas (bool | Unset): As mudanças do que os canais devem mostrar são contadas como `oferta.alterada`.
            Ausente: verdadeiro.
        assumir_na_leitura (bool | Unset): Com `erp`: ler um pedido por seu número é assumi-lo. Ausente: falso.
    """

    controle_estoque: ControleEstoque
    anunciar_ofertas: bool | Unset = UNSET
    assumir_na_leitura: bool | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        controle_estoque = self.controle_estoque.value

        anunciar_ofertas = self.anunciar_ofertas

        assumir_na_leitura = self.assumir_na_leitura

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "controleEstoque": controle_estoque,
            }
        )
        if anunciar_ofertas is not UNSET:
            field_dict["anunciarOfertas"] = anunciar_ofertas
        if assumir_na_leitura is not UNSET:
            field_dict["assumirNaLeitura"] = assumir_na_leitura

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        controle_estoque = ControleEstoque(d.pop("controleEstoque"))

        anunciar_ofertas = d.pop("anunciarOfertas", UNSET)

        assumir_na_leitura = d.pop("assumirNaLeitura", UNSET)

        estoque_usuario_entrada = cls(
            controle_estoque=controle_estoque,
            anunciar_ofertas=anunciar_ofertas,
            assumir_na_leitura=assumir_na_leitura,
        )

        estoque_usuario_entrada.additional_properties = d
        return estoque_usuario_entrada

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

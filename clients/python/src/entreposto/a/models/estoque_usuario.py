from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.controle_estoque import ControleEstoque

T = TypeVar("T", bound="EstoqueUsuario")


@_attrs_define
class EstoqueUsuario:
    """Como o estoque de um usuário é contado.

    Attributes:
        anunciar_ofertas (bool): As mudanças do que os canais devem mostrar são contadas como `oferta.alterada`.
            Ausente: verdadeiro.
        assumir_na_leitura (bool): Com `erp`: ler um pedido por seu número é assumi-lo. Ausente: falso.
        controle_estoque (ControleEstoque): Quem conta o estoque de um usuário e, portanto, o que pedidos fazem com ele.
    """

    anunciar_ofertas: bool
    assumir_na_leitura: bool
    controle_estoque: ControleEstoque
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        anunciar_ofertas = self.anunciar_ofertas

        assumir_na_leitura = self.assumir_na_leitura

        controle_estoque = self.controle_estoque.value

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "anunciarOfertas": anunciar_ofertas,
                "assumirNaLeitura": assumir_na_leitura,
                "controleEstoque": controle_estoque,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        anunciar_ofertas = d.pop("anunciarOfertas")

        assumir_na_leitura = d.pop("assumirNaLeitura")

        controle_estoque = ControleEstoque(d.pop("controleEstoque"))

        estoque_usuario = cls(
            anunciar_ofertas=anunciar_ofertas,
            assumir_na_leitura=assumir_na_leitura,
            controle_estoque=controle_estoque,
        )

        estoque_usuario.additional_properties = d
        return estoque_usuario

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

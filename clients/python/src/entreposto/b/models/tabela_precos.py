from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="TabelaPrecos")


@_attrs_define
class TabelaPrecos:
    """Uma tabela de preços.

    Attributes:
        ativo (bool): O canal está ativo.
        data_final (None | str): Sempre nulo.
        data_inicial (None | str): Sempre nulo: preços valem até mudarem.
        is_site (bool): É a tabela da própria loja.
        nome (str): O nome do canal.
        tabela_preco_id (int): 0: a tabela da própria loja; do contrário o número do canal cujos preços ela tem.
    """

    ativo: bool
    data_final: None | str
    data_inicial: None | str
    is_site: bool
    nome: str
    tabela_preco_id: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        ativo = self.ativo

        data_final: None | str
        data_final = self.data_final

        data_inicial: None | str
        data_inicial = self.data_inicial

        is_site = self.is_site

        nome = self.nome

        tabela_preco_id = self.tabela_preco_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "ativo": ativo,
                "dataFinal": data_final,
                "dataInicial": data_inicial,
                "isSite": is_site,
                "nome": nome,
                "tabelaPrecoId": tabela_preco_id,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        ativo = d.pop("ativo")

        def _parse_data_final(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        data_final = _parse_data_final(d.pop("dataFinal"))

        def _parse_data_inicial(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        data_inicial = _parse_data_inicial(d.pop("dataInicial"))

        is_site = d.pop("isSite")

        nome = d.pop("nome")

        tabela_preco_id = d.pop("tabelaPrecoId")

        tabela_precos = cls(
            ativo=ativo,
            data_final=data_final,
            data_inicial=data_inicial,
            is_site=is_site,
            nome=nome,
            tabela_preco_id=tabela_preco_id,
        )

        tabela_precos.additional_properties = d
        return tabela_precos

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

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.resultado_preco import ResultadoPreco


T = TypeVar("T", bound="ResultadoTabela")


@_attrs_define
class ResultadoTabela:
    """O que foi feito de cada item, na ordem da requisição.

    Attributes:
        erro (list[ResultadoPreco]): Os que não foram feitos.
        sucesso (list[ResultadoPreco]): Os que foram feitos.
    """

    erro: list[ResultadoPreco]
    sucesso: list[ResultadoPreco]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        erro = []
        for erro_item_data in self.erro:
            erro_item = erro_item_data.to_dict()
            erro.append(erro_item)

        sucesso = []
        for sucesso_item_data in self.sucesso:
            sucesso_item = sucesso_item_data.to_dict()
            sucesso.append(sucesso_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "erro": erro,
                "sucesso": sucesso,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.resultado_preco import ResultadoPreco

        d = dict(src_dict)
        erro = []
        _erro = d.pop("erro")
        for erro_item_data in _erro:
            erro_item = ResultadoPreco.from_dict(erro_item_data)

            erro.append(erro_item)

        sucesso = []
        _sucesso = d.pop("sucesso")
        for sucesso_item_data in _sucesso:
            sucesso_item = ResultadoPreco.from_dict(sucesso_item_data)

            sucesso.append(sucesso_item)

        resultado_tabela = cls(
            erro=erro,
            sucesso=sucesso,
        )

        resultado_tabela.additional_properties = d
        return resultado_tabela

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

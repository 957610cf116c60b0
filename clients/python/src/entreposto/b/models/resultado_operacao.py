from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="ResultadoOperacao")


@_attrs_define
class ResultadoOperacao:
    """O corpo de todo erro.

    Attributes:
        codigo (int): O status HTTP, ou um código próprio: 15012 = não há esse produto, 1500 = não há essa categoria
            acima, 1002 = há outras abaixo.
        mensagem (str): O que deu errado; nomeia cada parâmetro ou membro que tem um problema.
        resultado_operacao (bool): Sempre falso. Default: False.
    """

    codigo: int
    mensagem: str
    resultado_operacao: bool = False
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        codigo = self.codigo

        mensagem = self.mensagem

        resultado_operacao = self.resultado_operacao

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "codigo": codigo,
                "mensagem": mensagem,
                "resultadoOperacao": resultado_operacao,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        codigo = d.pop("codigo")

        mensagem = d.pop("mensagem")

        resultado_operacao = d.pop("resultadoOperacao")

        resultado_operacao = cls(
            codigo=codigo,
            mensagem=mensagem,
            resultado_operacao=resultado_operacao,
        )

        resultado_operacao.additional_properties = d
        return resultado_operacao

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

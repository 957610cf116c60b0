from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="FormaPagamento")


@_attrs_define
class FormaPagamento:
    """Uma forma de pagamento.

    Attributes:
        descricao (str): O que é.
        forma_pagamento_id (int): Seu número.
        nome (str): Seu nome.
        nome_exibicao (str): Seu nome, como compradores o veem.
    """

    descricao: str
    forma_pagamento_id: int
    nome: str
    nome_exibicao: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        descricao = self.descricao

        forma_pagamento_id = self.forma_pagamento_id

        nome = self.nome

        nome_exibicao = self.nome_exibicao

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "descricao": descricao,
                "formaPagamentoId": forma_pagamento_id,
                "nome": nome,
                "nomeExibicao": nome_exibicao,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        descricao = d.pop("descricao")

        forma_pagamento_id = d.pop("formaPagamentoId")

        nome = d.pop("nome")

        nome_exibicao = d.pop("nomeExibicao")

        forma_pagamento = cls(
            descricao=descricao,
            forma_pagamento_id=forma_pagamento_id,
            nome=nome,
            nome_exibicao=nome_exibicao,
        )

        forma_pagamento.additional_properties = d
        return forma_pagamento

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

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.sexo import Sexo

T = TypeVar("T", bound="Comprador")


@_attrs_define
class Comprador:
    """Um comprador: uma pessoa (`cpf`) ou uma empresa (`cnpj`, mesmo onde `cpf` diz quem fez o pedido).

    Attributes:
        cnpj (str): CNPJ: 14 caracteres, ou vazio. É lido como o `cpf`.
        cpf (str): CPF: 11 dígitos, ou vazio. É lido com ou sem pontuação; o que não é um CPF, como um escondido atrás
            de `*`, fica em `informacaoAdicional`.
        email (str): E-mail, no máximo 254 caracteres; nada mais é conferido: marketplaces o mascaram de muitas formas.
        inscricao_estadual (str): Inscrição estadual, no máximo 50 caracteres.
        nascimento (datetime.datetime | None): Data de nascimento.
        nome (str): Nome, de 1 a 200 caracteres.
        sexo (None | Sexo): Sexo.
    """

    cnpj: str
    cpf: str
    email: str
    inscricao_estadual: str
    nascimento: datetime.datetime | None
    nome: str
    sexo: None | Sexo
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        cnpj = self.cnpj

        cpf = self.cpf

        email = self.email

        inscricao_estadual = self.inscricao_estadual

        nascimento: None | str
        if isinstance(self.nascimento, datetime.datetime):
            nascimento = self.nascimento.isoformat()
        else:
            nascimento = self.nascimento

        nome = self.nome

        sexo: None | str
        if isinstance(self.sexo, Sexo):
            sexo = self.sexo.value
        else:
            sexo = self.sexo

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "cnpj": cnpj,
                "cpf": cpf,
                "email": email,
                "inscricaoEstadual": inscricao_estadual,
                "nascimento": nascimento,
                "nome": nome,
                "sexo": sexo,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        cnpj = d.pop("cnpj")

        cpf = d.pop("cpf")

        email = d.pop("email")

        inscricao_estadual = d.pop("inscricaoEstadual")

        def _parse_nascimento(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                nascimento_type_0 = datetime.datetime.fromisoformat(data)

                return nascimento_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        nascimento = _parse_nascimento(d.pop("nascimento"))

        nome = d.pop("nome")

        def _parse_sexo(data: object) -> None | Sexo:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                sexo_type_0 = Sexo(data)

                return sexo_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Sexo, data)

        sexo = _parse_sexo(d.pop("sexo"))

        comprador = cls(
            cnpj=cnpj,
            cpf=cpf,
            email=email,
            inscricao_estadual=inscricao_estadual,
            nascimento=nascimento,
            nome=nome,
            sexo=sexo,
        )

        comprador.additional_properties = d
        return comprador

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

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
    """A buyer: a person (`cpf`) or a company (`cnpj`, even where `cpf` says who placed the order).

    Attributes:
        cnpj (str): Company taxpayer number: 14 characters, or empty. Read as `cpf` is.
        cpf (str): Individual taxpayer number: 11 digits, or empty. Read with or without its marks; what is none, such
            as
            one hidden behind `*`, is kept in `informacaoAdicional`.
        email (str): E-mail, at most 254 characters; not checked further, since marketplaces mask it in many ways.
        inscricao_estadual (str): State registration, at most 50 characters.
        nascimento (datetime.datetime | None):
        nome (str): Name, 1 to 200 characters.
        sexo (None | Sexo):
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

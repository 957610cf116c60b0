from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.sexo import Sexo
from ..types import UNSET, Unset

T = TypeVar("T", bound="CompradorEntrada")


@_attrs_define
class CompradorEntrada:
    """Um comprador: uma pessoa (`cpf`) ou uma empresa (`cnpj`, mesmo onde `cpf` diz quem fez o pedido).

    Attributes:
        nome (str): Nome, de 1 a 200 caracteres.
        cnpj (str | Unset): CNPJ: 14 caracteres, ou vazio. É lido como o `cpf`.
        cpf (str | Unset): CPF: 11 dígitos, ou vazio. É lido com ou sem pontuação; o que não é um CPF, como um escondido
            atrás de `*`, fica em `informacaoAdicional`.
        email (str | Unset): E-mail, no máximo 254 caracteres; nada mais é conferido: marketplaces o mascaram de muitas
            formas.
        inscricao_estadual (str | Unset): Inscrição estadual, no máximo 50 caracteres.
        nascimento (datetime.datetime | None | Unset): Data de nascimento.
        sexo (None | Sexo | Unset): Sexo.
    """

    nome: str
    cnpj: str | Unset = UNSET
    cpf: str | Unset = UNSET
    email: str | Unset = UNSET
    inscricao_estadual: str | Unset = UNSET
    nascimento: datetime.datetime | None | Unset = UNSET
    sexo: None | Sexo | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        nome = self.nome

        cnpj = self.cnpj

        cpf = self.cpf

        email = self.email

        inscricao_estadual = self.inscricao_estadual

        nascimento: None | str | Unset
        if isinstance(self.nascimento, Unset):
            nascimento = UNSET
        elif isinstance(self.nascimento, datetime.datetime):
            nascimento = self.nascimento.isoformat()
        else:
            nascimento = self.nascimento

        sexo: None | str | Unset
        if isinstance(self.sexo, Unset):
            sexo = UNSET
        elif isinstance(self.sexo, Sexo):
            sexo = self.sexo.value
        else:
            sexo = self.sexo

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "nome": nome,
            }
        )
        if cnpj is not UNSET:
            field_dict["cnpj"] = cnpj
        if cpf is not UNSET:
            field_dict["cpf"] = cpf
        if email is not UNSET:
            field_dict["email"] = email
        if inscricao_estadual is not UNSET:
            field_dict["inscricaoEstadual"] = inscricao_estadual
        if nascimento is not UNSET:
            field_dict["nascimento"] = nascimento
        if sexo is not UNSET:
            field_dict["sexo"] = sexo

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        nome = d.pop("nome")

        cnpj = d.pop("cnpj", UNSET)

        cpf = d.pop("cpf", UNSET)

        email = d.pop("email", UNSET)

        inscricao_estadual = d.pop("inscricaoEstadual", UNSET)

        def _parse_nascimento(data: object) -> datetime.datetime | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                nascimento_type_0 = datetime.datetime.fromisoformat(data)

                return nascimento_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None | Unset, data)

        nascimento = _parse_nascimento(d.pop("nascimento", UNSET))

        def _parse_sexo(data: object) -> None | Sexo | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                sexo_type_0 = Sexo(data)

                return sexo_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Sexo | Unset, data)

        sexo = _parse_sexo(d.pop("sexo", UNSET))

        comprador_entrada = cls(
            nome=nome,
            cnpj=cnpj,
            cpf=cpf,
            email=email,
            inscricao_estadual=inscricao_estadual,
            nascimento=nascimento,
            sexo=sexo,
        )

        comprador_entrada.additional_properties = d
        return comprador_entrada

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

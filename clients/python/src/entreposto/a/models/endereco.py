from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.tipo_endereco import TipoEndereco

T = TypeVar("T", bound="Endereco")


@_attrs_define
class Endereco:
    """An address.

    Attributes:
        bairro (str): District, at most 200 characters.
        cep (str): Postal code, at most 100 characters: 8 digits when the country is Brazil, read with or without a
            hyphen, or as it came.
        cidade (str): City, at most 200 characters.
        complemento (str): Complement, at most 300 characters.
        estado (str): State, at most 100 characters: a UF when the country is Brazil, or as it came.
        numero (str): Number, at most 50 characters.
        pais (str): Country, at most 100 characters; empty counts as Brazil.
        referencia (str): Landmark, at most 500 characters.
        rua (str): Street, at most 300 characters.
        tipo_endereco (TipoEndereco): What an address is for.
    """

    bairro: str
    cep: str
    cidade: str
    complemento: str
    estado: str
    numero: str
    pais: str
    referencia: str
    rua: str
    tipo_endereco: TipoEndereco
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        bairro = self.bairro

        cep = self.cep

        cidade = self.cidade

        complemento = self.complemento

        estado = self.estado

        numero = self.numero

        pais = self.pais

        referencia = self.referencia

        rua = self.rua

        tipo_endereco = self.tipo_endereco.value

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "bairro": bairro,
                "cep": cep,
                "cidade": cidade,
                "complemento": complemento,
                "estado": estado,
                "numero": numero,
                "pais": pais,
                "referencia": referencia,
                "rua": rua,
                "tipoEndereco": tipo_endereco,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        bairro = d.pop("bairro")

        cep = d.pop("cep")

        cidade = d.pop("cidade")

        complemento = d.pop("complemento")

        estado = d.pop("estado")

        numero = d.pop("numero")

        pais = d.pop("pais")

        referencia = d.pop("referencia")

        rua = d.pop("rua")

        tipo_endereco = TipoEndereco(d.pop("tipoEndereco"))

        endereco = cls(
            bairro=bairro,
            cep=cep,
            cidade=cidade,
            complemento=complemento,
            estado=estado,
            numero=numero,
            pais=pais,
            referencia=referencia,
            rua=rua,
            tipo_endereco=tipo_endereco,
        )

        endereco.additional_properties = d
        return endereco

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

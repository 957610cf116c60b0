from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.tipo_endereco import TipoEndereco

T = TypeVar("T", bound="Endereco")


@_attrs_define
class Endereco:
    """Um endereço.

    Attributes:
        bairro (str): Bairro, no máximo 200 caracteres.
        cep (str): CEP, no máximo 100 caracteres: 8 dígitos quando o país é o Brasil, lido com ou sem hífen, ou como
            veio.
        cidade (str): Cidade, no máximo 200 caracteres.
        complemento (str): Complemento, no máximo 300 caracteres.
        estado (str): Estado, no máximo 100 caracteres: uma UF quando o país é o Brasil, ou como veio.
        numero (str): Número, no máximo 50 caracteres.
        pais (str): País, no máximo 100 caracteres; vazio conta como Brasil.
        referencia (str): Ponto de referência, no máximo 500 caracteres.
        rua (str): Rua, no máximo 300 caracteres.
        tipo_endereco (TipoEndereco): Para que um endereço serve.
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

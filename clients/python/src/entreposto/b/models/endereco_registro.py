from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.tipo_endereco import TipoEndereco

T = TypeVar("T", bound="EnderecoRegistro")


@_attrs_define
class EnderecoRegistro:
    """Um endereço.

    Attributes:
        bairro (str): Bairro.
        cep (str): CEP.
        cidade (str): Cidade.
        complemento (str): Complemento.
        endereco (str): A rua.
        estado (str): Estado.
        logradouro (str): A rua.
        nome (str): O nome do comprador.
        numero (str): Número.
        pais (str): País.
        referencia (str): Ponto de referência.
        tipo (TipoEndereco): Para que um endereço serve.
        tipo_logradouro (str): Sempre vazio: está no nome da rua.
    """

    bairro: str
    cep: str
    cidade: str
    complemento: str
    endereco: str
    estado: str
    logradouro: str
    nome: str
    numero: str
    pais: str
    referencia: str
    tipo: TipoEndereco
    tipo_logradouro: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        bairro = self.bairro

        cep = self.cep

        cidade = self.cidade

        complemento = self.complemento

        endereco = self.endereco

        estado = self.estado

        logradouro = self.logradouro

        nome = self.nome

        numero = self.numero

        pais = self.pais

        referencia = self.referencia

        tipo = self.tipo.value

        tipo_logradouro = self.tipo_logradouro

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "bairro": bairro,
                "cep": cep,
                "cidade": cidade,
                "complemento": complemento,
                "endereco": endereco,
                "estado": estado,
                "logradouro": logradouro,
                "nome": nome,
                "numero": numero,
                "pais": pais,
                "referencia": referencia,
                "tipo": tipo,
                "tipoLogradouro": tipo_logradouro,
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

        endereco = d.pop("endereco")

        estado = d.pop("estado")

        logradouro = d.pop("logradouro")

        nome = d.pop("nome")

        numero = d.pop("numero")

        pais = d.pop("pais")

        referencia = d.pop("referencia")

        tipo = TipoEndereco(d.pop("tipo"))

        tipo_logradouro = d.pop("tipoLogradouro")

        endereco_registro = cls(
            bairro=bairro,
            cep=cep,
            cidade=cidade,
            complemento=complemento,
            endereco=endereco,
            estado=estado,
            logradouro=logradouro,
            nome=nome,
            numero=numero,
            pais=pais,
            referencia=referencia,
            tipo=tipo,
            tipo_logradouro=tipo_logradouro,
        )

        endereco_registro.additional_properties = d
        return endereco_registro

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

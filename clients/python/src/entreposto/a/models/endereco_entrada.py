from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.tipo_endereco import TipoEndereco
from ..types import UNSET, Unset

T = TypeVar("T", bound="EnderecoEntrada")


@_attrs_define
class EnderecoEntrada:
    """Um endereço.

    Attributes:
        tipo_endereco (TipoEndereco): Para que um endereço serve.
        bairro (str | Unset): Bairro, no máximo 200 caracteres.
        cep (str | Unset): CEP, no máximo 100 caracteres: 8 dígitos quando o país é o Brasil, lido com ou sem hífen, ou
            como veio.
        cidade (str | Unset): Cidade, no máximo 200 caracteres.
        complemento (str | Unset): Complemento, no máximo 300 caracteres.
        estado (str | Unset): Estado, no máximo 100 caracteres: uma UF quando o país é o Brasil, ou como veio.
        numero (str | Unset): Número, no máximo 50 caracteres.
        pais (str | Unset): País, no máximo 100 caracteres; vazio conta como Brasil.
        referencia (str | Unset): Ponto de referência, no máximo 500 caracteres.
        rua (str | Unset): Rua, no máximo 300 caracteres.
    """

    tipo_endereco: TipoEndereco
    bairro: str | Unset = UNSET
    cep: str | Unset = UNSET
    cidade: str | Unset = UNSET
    complemento: str | Unset = UNSET
    estado: str | Unset = UNSET
    numero: str | Unset = UNSET
    pais: str | Unset = UNSET
    referencia: str | Unset = UNSET
    rua: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        tipo_endereco = self.tipo_endereco.value

        bairro = self.bairro

        cep = self.cep

        cidade = self.cidade

        complemento = self.complemento

        estado = self.estado

        numero = self.numero

        pais = self.pais

        referencia = self.referencia

        rua = self.rua

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "tipoEndereco": tipo_endereco,
            }
        )
        if bairro is not UNSET:
            field_dict["bairro"] = bairro
        if cep is not UNSET:
            field_dict["cep"] = cep
        if cidade is not UNSET:
            field_dict["cidade"] = cidade
        if complemento is not UNSET:
            field_dict["complemento"] = complemento
        if estado is not UNSET:
            field_dict["estado"] = estado
        if numero is not UNSET:
            field_dict["numero"] = numero
        if pais is not UNSET:
            field_dict["pais"] = pais
        if referencia is not UNSET:
            field_dict["referencia"] = referencia
        if rua is not UNSET:
            field_dict["rua"] = rua

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        tipo_endereco = TipoEndereco(d.pop("tipoEndereco"))

        bairro = d.pop("bairro", UNSET)

        cep = d.pop("cep", UNSET)

        cidade = d.pop("cidade", UNSET)

        complemento = d.pop("complemento", UNSET)

        estado = d.pop("estado", UNSET)

        numero = d.pop("numero", UNSET)

        pais = d.pop("pais", UNSET)

        referencia = d.pop("referencia", UNSET)

        rua = d.pop("rua", UNSET)

        endereco_entrada = cls(
            tipo_endereco=tipo_endereco,
            bairro=bairro,
            cep=cep,
            cidade=cidade,
            complemento=complemento,
            estado=estado,
            numero=numero,
            pais=pais,
            referencia=referencia,
            rua=rua,
        )

        endereco_entrada.additional_properties = d
        return endereco_entrada

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

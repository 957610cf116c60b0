from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

T = TypeVar("T", bound="EnderecoUsuario")


@_attrs_define
class EnderecoUsuario:
    """Um endereço de um comprador.

    Attributes:
        bairro (str): Bairro.
        cep (str): CEP.
        cidade (str): Cidade.
        complemento (str): Complemento.
        endereco_id (int): O número do endereço.
        estado (str): Estado.
        nome_endereco (str): O nome do endereço.
        numero (str): Número.
        pais (str): País.
        referencia (str): Ponto de referência.
        rua (str): Rua.
        utilizado_ultimo_pedido (bool): Foi o do último pedido.
    """

    bairro: str
    cep: str
    cidade: str
    complemento: str
    endereco_id: int
    estado: str
    nome_endereco: str
    numero: str
    pais: str
    referencia: str
    rua: str
    utilizado_ultimo_pedido: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        bairro = self.bairro

        cep = self.cep

        cidade = self.cidade

        complemento = self.complemento

        endereco_id = self.endereco_id

        estado = self.estado

        nome_endereco = self.nome_endereco

        numero = self.numero

        pais = self.pais

        referencia = self.referencia

        rua = self.rua

        utilizado_ultimo_pedido = self.utilizado_ultimo_pedido

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "bairro": bairro,
                "cep": cep,
                "cidade": cidade,
                "complemento": complemento,
                "enderecoId": endereco_id,
                "estado": estado,
                "nomeEndereco": nome_endereco,
                "numero": numero,
                "pais": pais,
                "referencia": referencia,
                "rua": rua,
                "utilizadoUltimoPedido": utilizado_ultimo_pedido,
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

        endereco_id = d.pop("enderecoId")

        estado = d.pop("estado")

        nome_endereco = d.pop("nomeEndereco")

        numero = d.pop("numero")

        pais = d.pop("pais")

        referencia = d.pop("referencia")

        rua = d.pop("rua")

        utilizado_ultimo_pedido = d.pop("utilizadoUltimoPedido")

        endereco_usuario = cls(
            bairro=bairro,
            cep=cep,
            cidade=cidade,
            complemento=complemento,
            endereco_id=endereco_id,
            estado=estado,
            nome_endereco=nome_endereco,
            numero=numero,
            pais=pais,
            referencia=referencia,
            rua=rua,
            utilizado_ultimo_pedido=utilizado_ultimo_pedido,
        )

        endereco_usuario.additional_properties = d
        return endereco_usuario

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

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.valor_configuracao import ValorConfiguracao


T = TypeVar("T", bound="Canal")


@_attrs_define
class Canal:
    """A conexão de uma loja com um marketplace.

    Attributes:
        ativo (bool): O canal está ativo. Ausente: verdadeiro.
        canal_id (str): O identificador de um canal, à escolha da aplicação, único por usuário.
        configuracoes_adicionais (list[ValorConfiguracao]): Os valores das configurações que o tipo pede, no máximo 100.
        enviar_minimo_dimensao_menor (bool): Enviar o mínimo do tipo onde uma dimensão é menor do que ele.
        enviar_minimo_dimensao_zerada (bool): Enviar o mínimo do tipo onde o SKU não tem a dimensão.
        enviar_sku (bool): Verdadeiro: é enviado o código do próprio SKU; falso: um código interno. Ausente: verdadeiro.
        nome (str): Nome descritivo, de 1 a 200 caracteres.
        percentual_estoque (int): Quanto do estoque de cada SKU o canal vê, de 0 a 100. Ausente: 100.
        prazo (int): Dias a mais em todo cálculo de frete.
        tipo_canal (str): O código do tipo de canal, de 1 a 50 caracteres; não pode mudar.
    """

    ativo: bool
    canal_id: str
    configuracoes_adicionais: list[ValorConfiguracao]
    enviar_minimo_dimensao_menor: bool
    enviar_minimo_dimensao_zerada: bool
    enviar_sku: bool
    nome: str
    percentual_estoque: int
    prazo: int
    tipo_canal: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        ativo = self.ativo

        canal_id = self.canal_id

        configuracoes_adicionais = []
        for configuracoes_adicionais_item_data in self.configuracoes_adicionais:
            configuracoes_adicionais_item = configuracoes_adicionais_item_data.to_dict()
            configuracoes_adicionais.append(configuracoes_adicionais_item)

        enviar_minimo_dimensao_menor = self.enviar_minimo_dimensao_menor

        enviar_minimo_dimensao_zerada = self.enviar_minimo_dimensao_zerada

        enviar_sku = self.enviar_sku

        nome = self.nome

        percentual_estoque = self.percentual_estoque

        prazo = self.prazo

        tipo_canal = self.tipo_canal

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "ativo": ativo,
                "canalId": canal_id,
                "configuracoesAdicionais": configuracoes_adicionais,
                "enviarMinimoDimensaoMenor": enviar_minimo_dimensao_menor,
                "enviarMinimoDimensaoZerada": enviar_minimo_dimensao_zerada,
                "enviarSku": enviar_sku,
                "nome": nome,
                "percentualEstoque": percentual_estoque,
                "prazo": prazo,
                "tipoCanal": tipo_canal,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.valor_configuracao import ValorConfiguracao

        d = dict(src_dict)
        ativo = d.pop("ativo")

        canal_id = d.pop("canalId")

        configuracoes_adicionais = []
        _configuracoes_adicionais = d.pop("configuracoesAdicionais")
        for configuracoes_adicionais_item_data in _configuracoes_adicionais:
            configuracoes_adicionais_item = ValorConfiguracao.from_dict(
                configuracoes_adicionais_item_data
            )

            configuracoes_adicionais.append(configuracoes_adicionais_item)

        enviar_minimo_dimensao_menor = d.pop("enviarMinimoDimensaoMenor")

        enviar_minimo_dimensao_zerada = d.pop("enviarMinimoDimensaoZerada")

        enviar_sku = d.pop("enviarSku")

        nome = d.pop("nome")

        percentual_estoque = d.pop("percentualEstoque")

        prazo = d.pop("prazo")

        tipo_canal = d.pop("tipoCanal")

        canal = cls(
            ativo=ativo,
            canal_id=canal_id,
            configuracoes_adicionais=configuracoes_adicionais,
            enviar_minimo_dimensao_menor=enviar_minimo_dimensao_menor,
            enviar_minimo_dimensao_zerada=enviar_minimo_dimensao_zerada,
            enviar_sku=enviar_sku,
            nome=nome,
            percentual_estoque=percentual_estoque,
            prazo=prazo,
            tipo_canal=tipo_canal,
        )

        canal.additional_properties = d
        return canal

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

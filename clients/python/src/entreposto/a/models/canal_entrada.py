from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.valor_configuracao import ValorConfiguracao


T = TypeVar("T", bound="CanalEntrada")


@_attrs_define
class CanalEntrada:
    """A conexão de uma loja com um marketplace.

    Attributes:
        canal_id (str): O identificador de um canal, à escolha da aplicação, único por usuário.
        nome (str): Nome descritivo, de 1 a 200 caracteres.
        tipo_canal (str): O código do tipo de canal, de 1 a 50 caracteres; não pode mudar.
        ativo (bool | Unset): O canal está ativo. Ausente: verdadeiro.
        configuracoes_adicionais (list[ValorConfiguracao] | Unset): Os valores das configurações que o tipo pede, no
            máximo 100.
        enviar_minimo_dimensao_menor (bool | Unset): Enviar o mínimo do tipo onde uma dimensão é menor do que ele.
        enviar_minimo_dimensao_zerada (bool | Unset): Enviar o mínimo do tipo onde o SKU não tem a dimensão.
        enviar_sku (bool | Unset): Verdadeiro: é enviado o código do próprio SKU; falso: um código interno. Ausente:
            verdadeiro.
        percentual_estoque (int | Unset): Quanto do estoque de cada SKU o canal vê, de 0 a 100. Ausente: 100.
        prazo (int | Unset): Dias a mais em todo cálculo de frete.
    """

    canal_id: str
    nome: str
    tipo_canal: str
    ativo: bool | Unset = UNSET
    configuracoes_adicionais: list[ValorConfiguracao] | Unset = UNSET
    enviar_minimo_dimensao_menor: bool | Unset = UNSET
    enviar_minimo_dimensao_zerada: bool | Unset = UNSET
    enviar_sku: bool | Unset = UNSET
    percentual_estoque: int | Unset = UNSET
    prazo: int | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        canal_id = self.canal_id

        nome = self.nome

        tipo_canal = self.tipo_canal

        ativo = self.ativo

        configuracoes_adicionais: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.configuracoes_adicionais, Unset):
            configuracoes_adicionais = []
            for configuracoes_adicionais_item_data in self.configuracoes_adicionais:
                configuracoes_adicionais_item = (
                    configuracoes_adicionais_item_data.to_dict()
                )
                configuracoes_adicionais.append(configuracoes_adicionais_item)

        enviar_minimo_dimensao_menor = self.enviar_minimo_dimensao_menor

        enviar_minimo_dimensao_zerada = self.enviar_minimo_dimensao_zerada

        enviar_sku = self.enviar_sku

        percentual_estoque = self.percentual_estoque

        prazo = self.prazo

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "canalId": canal_id,
                "nome": nome,
                "tipoCanal": tipo_canal,
            }
        )
        if ativo is not UNSET:
            field_dict["ativo"] = ativo
        if configuracoes_adicionais is not UNSET:
            field_dict["configuracoesAdicionais"] = configuracoes_adicionais
        if enviar_minimo_dimensao_menor is not UNSET:
            field_dict["enviarMinimoDimensaoMenor"] = enviar_minimo_dimensao_menor
        if enviar_minimo_dimensao_zerada is not UNSET:
            field_dict["enviarMinimoDimensaoZerada"] = enviar_minimo_dimensao_zerada
        if enviar_sku is not UNSET:
            field_dict["enviarSku"] = enviar_sku
        if percentual_estoque is not UNSET:
            field_dict["percentualEstoque"] = percentual_estoque
        if prazo is not UNSET:
            field_dict["prazo"] = prazo

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.valor_configuracao import ValorConfiguracao

        d = dict(src_dict)
        canal_id = d.pop("canalId")

        nome = d.pop("nome")

        tipo_canal = d.pop("tipoCanal")

        ativo = d.pop("ativo", UNSET)

        _configuracoes_adicionais = d.pop("configuracoesAdicionais", UNSET)
        configuracoes_adicionais: list[ValorConfiguracao] | Unset = UNSET
        if _configuracoes_adicionais is not UNSET:
            configuracoes_adicionais = []
            for configuracoes_adicionais_item_data in _configuracoes_adicionais:
                configuracoes_adicionais_item = ValorConfiguracao.from_dict(
                    configuracoes_adicionais_item_data
                )

                configuracoes_adicionais.append(configuracoes_adicionais_item)

        enviar_minimo_dimensao_menor = d.pop("enviarMinimoDimensaoMenor", UNSET)

        enviar_minimo_dimensao_zerada = d.pop("enviarMinimoDimensaoZerada", UNSET)

        enviar_sku = d.pop("enviarSku", UNSET)

        percentual_estoque = d.pop("percentualEstoque", UNSET)

        prazo = d.pop("prazo", UNSET)

        canal_entrada = cls(
            canal_id=canal_id,
            nome=nome,
            tipo_canal=tipo_canal,
            ativo=ativo,
            configuracoes_adicionais=configuracoes_adicionais,
            enviar_minimo_dimensao_menor=enviar_minimo_dimensao_menor,
            enviar_minimo_dimensao_zerada=enviar_minimo_dimensao_zerada,
            enviar_sku=enviar_sku,
            percentual_estoque=percentual_estoque,
            prazo=prazo,
        )

        canal_entrada.additional_properties = d
        return canal_entrada

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

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.ajuste_item_tipo_type_0 import AjusteItemTipoType0
from ..models.ajuste_item_tipo_type_1 import AjusteItemTipoType1

if TYPE_CHECKING:
    from ..models.objeto import Objeto


T = TypeVar("T", bound="AjusteItem")


@_attrs_define
class AjusteItem:
    """O que é acrescentado à linha de um item; descontos são negativos. Somadas todas as linhas, quantidade × preço mais
    estes ajustes dão o total do pedido.

        Attributes:
            nome (str): O nome do ajuste.
            observacao (None | Objeto): Sempre nulo.
            tipo (AjusteItemTipoType0 | AjusteItemTipoType1): Sua palavra; no perfil `compativel`, seu número.
            valor (float): Um valor em reais, com no máximo quatro casas decimais e menor que 10¹¹.
    """

    nome: str
    observacao: None | Objeto
    tipo: AjusteItemTipoType0 | AjusteItemTipoType1
    valor: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.objeto import Objeto

        nome = self.nome

        observacao: dict[str, Any] | None
        if isinstance(self.observacao, Objeto):
            observacao = self.observacao.to_dict()
        else:
            observacao = self.observacao

        tipo: int | str
        if isinstance(self.tipo, AjusteItemTipoType0):
            tipo = self.tipo.value
        else:
            tipo = self.tipo.value

        valor = self.valor

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "nome": nome,
                "observacao": observacao,
                "tipo": tipo,
                "valor": valor,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.objeto import Objeto

        d = dict(src_dict)
        nome = d.pop("nome")

        def _parse_observacao(data: object) -> None | Objeto:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                observacao_type_0 = Objeto.from_dict(data)

                return observacao_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Objeto, data)

        observacao = _parse_observacao(d.pop("observacao"))

        def _parse_tipo(data: object) -> AjusteItemTipoType0 | AjusteItemTipoType1:
            try:
                if not isinstance(data, str):
                    raise TypeError()
                tipo_type_0 = AjusteItemTipoType0(data)

                return tipo_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, int):
                raise TypeError()
            tipo_type_1 = AjusteItemTipoType1(data)

            return tipo_type_1

        tipo = _parse_tipo(d.pop("tipo"))

        valor = d.pop("valor")

        ajuste_item = cls(
            nome=nome,
            observacao=observacao,
            tipo=tipo,
            valor=valor,
        )

        ajuste_item.additional_properties = d
        return ajuste_item

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

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.configuracao import Configuracao
    from ..models.dimensoes import Dimensoes


T = TypeVar("T", bound="TipoCanal")


@_attrs_define
class TipoCanal:
    """Um tipo de canal.

    Attributes:
        codigo (str): O código, usado ao criar um canal.
        titulo (str): Nome para mostrar.
        configuracoes_adicionais (list[Configuracao] | Unset): As configurações a mais que um canal deste tipo aceita.
        dimensoes_minimas (Dimensoes | Unset): As medidas de um volume, em centímetros e gramas; 0 = desconhecida.
    """

    codigo: str
    titulo: str
    configuracoes_adicionais: list[Configuracao] | Unset = UNSET
    dimensoes_minimas: Dimensoes | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        codigo = self.codigo

        titulo = self.titulo

        configuracoes_adicionais: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.configuracoes_adicionais, Unset):
            configuracoes_adicionais = []
            for configuracoes_adicionais_item_data in self.configuracoes_adicionais:
                configuracoes_adicionais_item = (
                    configuracoes_adicionais_item_data.to_dict()
                )
                configuracoes_adicionais.append(configuracoes_adicionais_item)

        dimensoes_minimas: dict[str, Any] | Unset = UNSET
        if not isinstance(self.dimensoes_minimas, Unset):
            dimensoes_minimas = self.dimensoes_minimas.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "codigo": codigo,
                "titulo": titulo,
            }
        )
        if configuracoes_adicionais is not UNSET:
            field_dict["configuracoesAdicionais"] = configuracoes_adicionais
        if dimensoes_minimas is not UNSET:
            field_dict["dimensoesMinimas"] = dimensoes_minimas

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.configuracao import Configuracao
        from ..models.dimensoes import Dimensoes

        d = dict(src_dict)
        codigo = d.pop("codigo")

        titulo = d.pop("titulo")

        _configuracoes_adicionais = d.pop("configuracoesAdicionais", UNSET)
        configuracoes_adicionais: list[Configuracao] | Unset = UNSET
        if _configuracoes_adicionais is not UNSET:
            configuracoes_adicionais = []
            for configuracoes_adicionais_item_data in _configuracoes_adicionais:
                configuracoes_adicionais_item = Configuracao.from_dict(
                    configuracoes_adicionais_item_data
                )

                configuracoes_adicionais.append(configuracoes_adicionais_item)

        _dimensoes_minimas = d.pop("dimensoesMinimas", UNSET)
        dimensoes_minimas: Dimensoes | Unset
        if isinstance(_dimensoes_minimas, Unset):
            dimensoes_minimas = UNSET
        else:
            dimensoes_minimas = Dimensoes.from_dict(_dimensoes_minimas)

        tipo_canal = cls(
            codigo=codigo,
            titulo=titulo,
            configuracoes_adicionais=configuracoes_adicionais,
            dimensoes_minimas=dimensoes_minimas,
        )

        tipo_canal.additional_properties = d
        return tipo_canal

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

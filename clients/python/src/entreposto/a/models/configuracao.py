from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.tipo_configuracao import TipoConfiguracao
from ..types import UNSET, Unset

T = TypeVar("T", bound="Configuracao")


@_attrs_define
class Configuracao:
    """Uma configuração de um tipo de canal.

    Attributes:
        codigo (str): O código, usado ao criar um canal.
        nome (str): Nome para mostrar.
        tipo (TipoConfiguracao): Como o valor de uma configuração é escrito.
        descricao (str | Unset): Descrição curta.
        obrigatorio (bool | Unset): Um canal não pode ficar sem ela.
        opcoes (list[str] | None | Unset): Os valores permitidos, quando são só alguns.
        segredo (bool | Unset): O valor nunca é mostrado de novo.
    """

    codigo: str
    nome: str
    tipo: TipoConfiguracao
    descricao: str | Unset = UNSET
    obrigatorio: bool | Unset = UNSET
    opcoes: list[str] | None | Unset = UNSET
    segredo: bool | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        codigo = self.codigo

        nome = self.nome

        tipo = self.tipo.value

        descricao = self.descricao

        obrigatorio = self.obrigatorio

        opcoes: list[str] | None | Unset
        if isinstance(self.opcoes, Unset):
            opcoes = UNSET
        elif isinstance(self.opcoes, list):
            opcoes = self.opcoes

        else:
            opcoes = self.opcoes

        segredo = self.segredo

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "codigo": codigo,
                "nome": nome,
                "tipo": tipo,
            }
        )
        if descricao is not UNSET:
            field_dict["descricao"] = descricao
        if obrigatorio is not UNSET:
            field_dict["obrigatorio"] = obrigatorio
        if opcoes is not UNSET:
            field_dict["opcoes"] = opcoes
        if segredo is not UNSET:
            field_dict["segredo"] = segredo

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        d = dict(src_dict)
        codigo = d.pop("codigo")

        nome = d.pop("nome")

        tipo = TipoConfiguracao(d.pop("tipo"))

        descricao = d.pop("descricao", UNSET)

        obrigatorio = d.pop("obrigatorio", UNSET)

        def _parse_opcoes(data: object) -> list[str] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                opcoes_type_0 = cast(list[str], data)

                return opcoes_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None | Unset, data)

        opcoes = _parse_opcoes(d.pop("opcoes", UNSET))

        segredo = d.pop("segredo", UNSET)

        configuracao = cls(
            codigo=codigo,
            nome=nome,
            tipo=tipo,
            descricao=descricao,
            obrigatorio=obrigatorio,
            opcoes=opcoes,
            segredo=segredo,
        )

        configuracao.additional_properties = d
        return configuracao

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

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.topico import Topico
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.cabecalho_lido import CabecalhoLido
    from ..models.ultimo_erro_da_inscricao import UltimoErroDaInscricao


T = TypeVar("T", bound="InscricaoLida")


@_attrs_define
class InscricaoLida:
    """Uma inscrição, como é lida.

    Attributes:
        app_url (str): O endereço que é chamado.
        ativo (bool): Falso: nada é enviado.
        email_responsavel (str): E-mail de quem deve ser avisado; vazio quando não informado.
        header (list[CabecalhoLido]): Cabeçalhos que acompanham cada chamada.
        inscricao_id (int): Seu número, dado pelo serviço.
        nome (str): Nome.
        topico (list[Topico]): Os tópicos.
        usuario (str): Quem a fez, ou a ligou ou desligou por último.
        ultimo_erro (UltimoErroDaInscricao | Unset): Por que o envio falhou da última vez, e quando.
    """

    app_url: str
    ativo: bool
    email_responsavel: str
    header: list[CabecalhoLido]
    inscricao_id: int
    nome: str
    topico: list[Topico]
    usuario: str
    ultimo_erro: UltimoErroDaInscricao | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        app_url = self.app_url

        ativo = self.ativo

        email_responsavel = self.email_responsavel

        header = []
        for header_item_data in self.header:
            header_item = header_item_data.to_dict()
            header.append(header_item)

        inscricao_id = self.inscricao_id

        nome = self.nome

        topico = []
        for topico_item_data in self.topico:
            topico_item = topico_item_data.value
            topico.append(topico_item)

        usuario = self.usuario

        ultimo_erro: dict[str, Any] | Unset = UNSET
        if not isinstance(self.ultimo_erro, Unset):
            ultimo_erro = self.ultimo_erro.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "appUrl": app_url,
                "ativo": ativo,
                "emailResponsavel": email_responsavel,
                "header": header,
                "inscricaoId": inscricao_id,
                "nome": nome,
                "topico": topico,
                "usuario": usuario,
            }
        )
        if ultimo_erro is not UNSET:
            field_dict["ultimoErro"] = ultimo_erro

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.cabecalho_lido import CabecalhoLido
        from ..models.ultimo_erro_da_inscricao import UltimoErroDaInscricao

        d = dict(src_dict)
        app_url = d.pop("appUrl")

        ativo = d.pop("ativo")

        email_responsavel = d.pop("emailResponsavel")

        header = []
        _header = d.pop("header")
        for header_item_data in _header:
            header_item = CabecalhoLido.from_dict(header_item_data)

            header.append(header_item)

        inscricao_id = d.pop("inscricaoId")

        nome = d.pop("nome")

        topico = []
        _topico = d.pop("topico")
        for topico_item_data in _topico:
            topico_item = Topico(topico_item_data)

            topico.append(topico_item)

        usuario = d.pop("usuario")

        _ultimo_erro = d.pop("ultimoErro", UNSET)
        ultimo_erro: UltimoErroDaInscricao | Unset
        if isinstance(_ultimo_erro, Unset):
            ultimo_erro = UNSET
        else:
            ultimo_erro = UltimoErroDaInscricao.from_dict(_ultimo_erro)

        inscricao_lida = cls(
            app_url=app_url,
            ativo=ativo,
            email_responsavel=email_responsavel,
            header=header,
            inscricao_id=inscricao_id,
            nome=nome,
            topico=topico,
            usuario=usuario,
            ultimo_erro=ultimo_erro,
        )

        inscricao_lida.additional_properties = d
        return inscricao_lida

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

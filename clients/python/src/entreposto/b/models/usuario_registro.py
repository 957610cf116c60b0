from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.tipo_pessoa import TipoPessoa
from ..models.tipo_sexo import TipoSexo

if TYPE_CHECKING:
    from ..models.objeto import Objeto


T = TypeVar("T", bound="UsuarioRegistro")


@_attrs_define
class UsuarioRegistro:
    """O comprador.

    Attributes:
        cnpj (None | str): CNPJ; nulo sem um. Quem o tem é uma empresa.
        cpf (None | str): CPF; nulo sem um.
        data_atualizacao (str): A data do pedido.
        data_criacao (str): A data do pedido.
        data_nascimento (str): Data de nascimento; o primeiro dia do ano 1 quando não se sabe.
        email (str): E-mail.
        grupo_informacao_cadastral (list[Objeto] | None): Sempre nulo: não há grupos de dados cadastrais.
        inscricao_estadual (None | str): Inscrição estadual.
        lista_informacao_cadastral (list[Objeto] | None): Sempre nulo: não há outros dados do cadastro.
        nome (str): Nome.
        origem_contato (str): Sempre `Outro`.
        razao_social (None | str): O nome, de uma empresa; nulo de uma pessoa.
        responsavel (None | str): Sempre nulo: não se sabe.
        revendedor (bool): Sempre falso: não há revendedores.
        rg (None | str): Sempre nulo: não se sabe.
        telefone_celular (None | str): Sempre nulo: não se sabe.
        telefone_comercial (None | str): Sempre nulo: não se sabe.
        telefone_residencial (None | str): Sempre nulo: não se sabe.
        tipo_pessoa (TipoPessoa): Uma pessoa ou uma empresa.
        tipo_sexo (TipoSexo): O sexo de um comprador.
        usuario_id (int): O número do comprador.
    """

    cnpj: None | str
    cpf: None | str
    data_atualizacao: str
    data_criacao: str
    data_nascimento: str
    email: str
    grupo_informacao_cadastral: list[Objeto] | None
    inscricao_estadual: None | str
    lista_informacao_cadastral: list[Objeto] | None
    nome: str
    origem_contato: str
    razao_social: None | str
    responsavel: None | str
    revendedor: bool
    rg: None | str
    telefone_celular: None | str
    telefone_comercial: None | str
    telefone_residencial: None | str
    tipo_pessoa: TipoPessoa
    tipo_sexo: TipoSexo
    usuario_id: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        cnpj: None | str
        cnpj = self.cnpj

        cpf: None | str
        cpf = self.cpf

        data_atualizacao = self.data_atualizacao

        data_criacao = self.data_criacao

        data_nascimento = self.data_nascimento

        email = self.email

        grupo_informacao_cadastral: list[dict[str, Any]] | None
        if isinstance(self.grupo_informacao_cadastral, list):
            grupo_informacao_cadastral = []
            for (
                grupo_informacao_cadastral_type_0_item_data
            ) in self.grupo_informacao_cadastral:
                grupo_informacao_cadastral_type_0_item = (
                    grupo_informacao_cadastral_type_0_item_data.to_dict()
                )
                grupo_informacao_cadastral.append(
                    grupo_informacao_cadastral_type_0_item
                )

        else:
            grupo_informacao_cadastral = self.grupo_informacao_cadastral

        inscricao_estadual: None | str
        inscricao_estadual = self.inscricao_estadual

        lista_informacao_cadastral: list[dict[str, Any]] | None
        if isinstance(self.lista_informacao_cadastral, list):
            lista_informacao_cadastral = []
            for (
                lista_informacao_cadastral_type_0_item_data
            ) in self.lista_informacao_cadastral:
                lista_informacao_cadastral_type_0_item = (
                    lista_informacao_cadastral_type_0_item_data.to_dict()
                )
                lista_informacao_cadastral.append(
                    lista_informacao_cadastral_type_0_item
                )

        else:
            lista_informacao_cadastral = self.lista_informacao_cadastral

        nome = self.nome

        origem_contato = self.origem_contato

        razao_social: None | str
        razao_social = self.razao_social

        responsavel: None | str
        responsavel = self.responsavel

        revendedor = self.revendedor

        rg: None | str
        rg = self.rg

        telefone_celular: None | str
        telefone_celular = self.telefone_celular

        telefone_comercial: None | str
        telefone_comercial = self.telefone_comercial

        telefone_residencial: None | str
        telefone_residencial = self.telefone_residencial

        tipo_pessoa = self.tipo_pessoa.value

        tipo_sexo = self.tipo_sexo.value

        usuario_id = self.usuario_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "cnpj": cnpj,
                "cpf": cpf,
                "dataAtualizacao": data_atualizacao,
                "dataCriacao": data_criacao,
                "dataNascimento": data_nascimento,
                "email": email,
                "grupoInformacaoCadastral": grupo_informacao_cadastral,
                "inscricaoEstadual": inscricao_estadual,
                "listaInformacaoCadastral": lista_informacao_cadastral,
                "nome": nome,
                "origemContato": origem_contato,
                "razaoSocial": razao_social,
                "responsavel": responsavel,
                "revendedor": revendedor,
                "rg": rg,
                "telefoneCelular": telefone_celular,
                "telefoneComercial": telefone_comercial,
                "telefoneResidencial": telefone_residencial,
                "tipoPessoa": tipo_pessoa,
                "tipoSexo": tipo_sexo,
                "usuarioId": usuario_id,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.objeto import Objeto

        d = dict(src_dict)

        def _parse_cnpj(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        cnpj = _parse_cnpj(d.pop("cnpj"))

        def _parse_cpf(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        cpf = _parse_cpf(d.pop("cpf"))

        data_atualizacao = d.pop("dataAtualizacao")

        data_criacao = d.pop("dataCriacao")

        data_nascimento = d.pop("dataNascimento")

        email = d.pop("email")

        def _parse_grupo_informacao_cadastral(data: object) -> list[Objeto] | None:
            if data is None:
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                grupo_informacao_cadastral_type_0 = []
                _grupo_informacao_cadastral_type_0 = data
                for (
                    grupo_informacao_cadastral_type_0_item_data
                ) in _grupo_informacao_cadastral_type_0:
                    grupo_informacao_cadastral_type_0_item = Objeto.from_dict(
                        grupo_informacao_cadastral_type_0_item_data
                    )

                    grupo_informacao_cadastral_type_0.append(
                        grupo_informacao_cadastral_type_0_item
                    )

                return grupo_informacao_cadastral_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[Objeto] | None, data)

        grupo_informacao_cadastral = _parse_grupo_informacao_cadastral(
            d.pop("grupoInformacaoCadastral")
        )

        def _parse_inscricao_estadual(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        inscricao_estadual = _parse_inscricao_estadual(d.pop("inscricaoEstadual"))

        def _parse_lista_informacao_cadastral(data: object) -> list[Objeto] | None:
            if data is None:
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                lista_informacao_cadastral_type_0 = []
                _lista_informacao_cadastral_type_0 = data
                for (
                    lista_informacao_cadastral_type_0_item_data
                ) in _lista_informacao_cadastral_type_0:
                    lista_informacao_cadastral_type_0_item = Objeto.from_dict(
                        lista_informacao_cadastral_type_0_item_data
                    )

                    lista_informacao_cadastral_type_0.append(
                        lista_informacao_cadastral_type_0_item
                    )

                return lista_informacao_cadastral_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[Objeto] | None, data)

        lista_informacao_cadastral = _parse_lista_informacao_cadastral(
            d.pop("listaInformacaoCadastral")
        )

        nome = d.pop("nome")

        origem_contato = d.pop("origemContato")

        def _parse_razao_social(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        razao_social = _parse_razao_social(d.pop("razaoSocial"))

        def _parse_responsavel(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        responsavel = _parse_responsavel(d.pop("responsavel"))

        revendedor = d.pop("revendedor")

        def _parse_rg(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        rg = _parse_rg(d.pop("rg"))

        def _parse_telefone_celular(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        telefone_celular = _parse_telefone_celular(d.pop("telefoneCelular"))

        def _parse_telefone_comercial(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        telefone_comercial = _parse_telefone_comercial(d.pop("telefoneComercial"))

        def _parse_telefone_residencial(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        telefone_residencial = _parse_telefone_residencial(d.pop("telefoneResidencial"))

        tipo_pessoa = TipoPessoa(d.pop("tipoPessoa"))

        tipo_sexo = TipoSexo(d.pop("tipoSexo"))

        usuario_id = d.pop("usuarioId")

        usuario_registro = cls(
            cnpj=cnpj,
            cpf=cpf,
            data_atualizacao=data_atualizacao,
            data_criacao=data_criacao,
            data_nascimento=data_nascimento,
            email=email,
            grupo_informacao_cadastral=grupo_informacao_cadastral,
            inscricao_estadual=inscricao_estadual,
            lista_informacao_cadastral=lista_informacao_cadastral,
            nome=nome,
            origem_contato=origem_contato,
            razao_social=razao_social,
            responsavel=responsavel,
            revendedor=revendedor,
            rg=rg,
            telefone_celular=telefone_celular,
            telefone_comercial=telefone_comercial,
            telefone_residencial=telefone_residencial,
            tipo_pessoa=tipo_pessoa,
            tipo_sexo=tipo_sexo,
            usuario_id=usuario_id,
        )

        usuario_registro.additional_properties = d
        return usuario_registro

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

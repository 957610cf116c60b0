from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.agendamento import Agendamento
    from ..models.informacao_registro import InformacaoRegistro
    from ..models.objeto import Objeto


T = TypeVar("T", bound="FreteRegistro")


@_attrs_define
class FreteRegistro:
    """O frete de um pedido.

    Attributes:
        agendamento (Agendamento | None): A entrega marcada; nulo quando não há.
        centros_distribuicao (list[Objeto]): Sempre vazio: os itens dizem de onde saem.
        frete_contrato (str): A transportadora; vazio até que o pedido tenha rastreio.
        frete_contrato_id (int): Sempre 0: não há contratos de frete.
        grupo_frete_id (int | None): Sempre nulo: não há grupos de frete.
        grupo_frete_nome (None | str): Sempre nulo: não há grupos de frete.
        informacoes_adicionais (list[InformacaoRegistro]): `dataPrevistaEntrega`, quando se sabe.
        peso (int): Peso dos SKUs cadastrados, em gramas.
        peso_cobrado (int): O mesmo que `peso`.
        prazo_envio (int): Dias de preparação e de entrega, juntos.
        prazo_envio_texto (str): O mesmo, em palavras.
        prazo_horas_envio (int | None): Sempre nulo: os prazos são em dias.
        referencia_conector (None | str): A opção de frete no marketplace; nulo sem uma.
        retirada_agendada (None | Objeto): Sempre nulo: não há retirada marcada.
        retirada_loja_id (int): Sempre 0: não há retirada em loja.
        servico (None | Objeto): Sempre nulo: não se sabe.
        valor_frete_cliente (float): Um valor em reais, com no máximo quatro casas decimais e menor que 10¹¹.
        valor_frete_empresa (float): Um valor em reais, com no máximo quatro casas decimais e menor que 10¹¹.
        volume (float): Volume dos SKUs cadastrados, em metros cúbicos.
        volume_cobrado (float): O mesmo que `volume`.
    """

    agendamento: Agendamento | None
    centros_distribuicao: list[Objeto]
    frete_contrato: str
    frete_contrato_id: int
    grupo_frete_id: int | None
    grupo_frete_nome: None | str
    informacoes_adicionais: list[InformacaoRegistro]
    peso: int
    peso_cobrado: int
    prazo_envio: int
    prazo_envio_texto: str
    prazo_horas_envio: int | None
    referencia_conector: None | str
    retirada_agendada: None | Objeto
    retirada_loja_id: int
    servico: None | Objeto
    valor_frete_cliente: float
    valor_frete_empresa: float
    volume: float
    volume_cobrado: float
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.agendamento import Agendamento
        from ..models.objeto import Objeto

        agendamento: dict[str, Any] | None
        if isinstance(self.agendamento, Agendamento):
            agendamento = self.agendamento.to_dict()
        else:
            agendamento = self.agendamento

        centros_distribuicao = []
        for centros_distribuicao_item_data in self.centros_distribuicao:
            centros_distribuicao_item = centros_distribuicao_item_data.to_dict()
            centros_distribuicao.append(centros_distribuicao_item)

        frete_contrato = self.frete_contrato

        frete_contrato_id = self.frete_contrato_id

        grupo_frete_id: int | None
        grupo_frete_id = self.grupo_frete_id

        grupo_frete_nome: None | str
        grupo_frete_nome = self.grupo_frete_nome

        informacoes_adicionais = []
        for informacoes_adicionais_item_data in self.informacoes_adicionais:
            informacoes_adicionais_item = informacoes_adicionais_item_data.to_dict()
            informacoes_adicionais.append(informacoes_adicionais_item)

        peso = self.peso

        peso_cobrado = self.peso_cobrado

        prazo_envio = self.prazo_envio

        prazo_envio_texto = self.prazo_envio_texto

        prazo_horas_envio: int | None
        prazo_horas_envio = self.prazo_horas_envio

        referencia_conector: None | str
        referencia_conector = self.referencia_conector

        retirada_agendada: dict[str, Any] | None
        if isinstance(self.retirada_agendada, Objeto):
            retirada_agendada = self.retirada_agendada.to_dict()
        else:
            retirada_agendada = self.retirada_agendada

        retirada_loja_id = self.retirada_loja_id

        servico: dict[str, Any] | None
        if isinstance(self.servico, Objeto):
            servico = self.servico.to_dict()
        else:
            servico = self.servico

        valor_frete_cliente = self.valor_frete_cliente

        valor_frete_empresa = self.valor_frete_empresa

        volume = self.volume

        volume_cobrado = self.volume_cobrado

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "agendamento": agendamento,
                "centrosDistribuicao": centros_distribuicao,
                "freteContrato": frete_contrato,
                "freteContratoId": frete_contrato_id,
                "grupoFreteId": grupo_frete_id,
                "grupoFreteNome": grupo_frete_nome,
                "informacoesAdicionais": informacoes_adicionais,
                "peso": peso,
                "pesoCobrado": peso_cobrado,
                "prazoEnvio": prazo_envio,
                "prazoEnvioTexto": prazo_envio_texto,
                "prazoHorasEnvio": prazo_horas_envio,
                "referenciaConector": referencia_conector,
                "retiradaAgendada": retirada_agendada,
                "retiradaLojaId": retirada_loja_id,
                "servico": servico,
                "valorFreteCliente": valor_frete_cliente,
                "valorFreteEmpresa": valor_frete_empresa,
                "volume": volume,
                "volumeCobrado": volume_cobrado,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.agendamento import Agendamento
        from ..models.informacao_registro import InformacaoRegistro
        from ..models.objeto import Objeto

        d = dict(src_dict)

        def _parse_agendamento(data: object) -> Agendamento | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                agendamento_type_0 = Agendamento.from_dict(data)

                return agendamento_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Agendamento | None, data)

        agendamento = _parse_agendamento(d.pop("agendamento"))

        centros_distribuicao = []
        _centros_distribuicao = d.pop("centrosDistribuicao")
        for centros_distribuicao_item_data in _centros_distribuicao:
            centros_distribuicao_item = Objeto.from_dict(centros_distribuicao_item_data)

            centros_distribuicao.append(centros_distribuicao_item)

        frete_contrato = d.pop("freteContrato")

        frete_contrato_id = d.pop("freteContratoId")

        def _parse_grupo_frete_id(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        grupo_frete_id = _parse_grupo_frete_id(d.pop("grupoFreteId"))

        def _parse_grupo_frete_nome(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        grupo_frete_nome = _parse_grupo_frete_nome(d.pop("grupoFreteNome"))

        informacoes_adicionais = []
        _informacoes_adicionais = d.pop("informacoesAdicionais")
        for informacoes_adicionais_item_data in _informacoes_adicionais:
            informacoes_adicionais_item = InformacaoRegistro.from_dict(
                informacoes_adicionais_item_data
            )

            informacoes_adicionais.append(informacoes_adicionais_item)

        peso = d.pop("peso")

        peso_cobrado = d.pop("pesoCobrado")

        prazo_envio = d.pop("prazoEnvio")

        prazo_envio_texto = d.pop("prazoEnvioTexto")

        def _parse_prazo_horas_envio(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        prazo_horas_envio = _parse_prazo_horas_envio(d.pop("prazoHorasEnvio"))

        def _parse_referencia_conector(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        referencia_conector = _parse_referencia_conector(d.pop("referenciaConector"))

        def _parse_retirada_agendada(data: object) -> None | Objeto:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                retirada_agendada_type_0 = Objeto.from_dict(data)

                return retirada_agendada_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Objeto, data)

        retirada_agendada = _parse_retirada_agendada(d.pop("retiradaAgendada"))

        retirada_loja_id = d.pop("retiradaLojaId")

        def _parse_servico(data: object) -> None | Objeto:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                servico_type_0 = Objeto.from_dict(data)

                return servico_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Objeto, data)

        servico = _parse_servico(d.pop("servico"))

        valor_frete_cliente = d.pop("valorFreteCliente")

        valor_frete_empresa = d.pop("valorFreteEmpresa")

        volume = d.pop("volume")

        volume_cobrado = d.pop("volumeCobrado")

        frete_registro = cls(
            agendamento=agendamento,
            centros_distribuicao=centros_distribuicao,
            frete_contrato=frete_contrato,
            frete_contrato_id=frete_contrato_id,
            grupo_frete_id=grupo_frete_id,
            grupo_frete_nome=grupo_frete_nome,
            informacoes_adicionais=informacoes_adicionais,
            peso=peso,
            peso_cobrado=peso_cobrado,
            prazo_envio=prazo_envio,
            prazo_envio_texto=prazo_envio_texto,
            prazo_horas_envio=prazo_horas_envio,
            referencia_conector=referencia_conector,
            retirada_agendada=retirada_agendada,
            retirada_loja_id=retirada_loja_id,
            servico=servico,
            valor_frete_cliente=valor_frete_cliente,
            valor_frete_empresa=valor_frete_empresa,
            volume=volume,
            volume_cobrado=volume_cobrado,
        )

        frete_registro.additional_properties = d
        return frete_registro

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

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.status_pedido import StatusPedido
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.comprador_entrada import CompradorEntrada
    from ..models.endereco_entrada import EnderecoEntrada
    from ..models.frete_entrada import FreteEntrada
    from ..models.informacao_entrada import InformacaoEntrada
    from ..models.item_pedido_entrada import ItemPedidoEntrada


T = TypeVar("T", bound="PedidoEntrada")


@_attrs_define
class PedidoEntrada:
    """Um pedido. Textos que faltam são vazios, datas que faltam são nulas. Tem no máximo 262.144 bytes de JSON.

    Attributes:
        canal_id (str): O identificador de um canal, à escolha da aplicação, único por usuário.
        data (datetime.datetime): Um instante, em UTC, escrito como `aaaa-MM-ddTHH:mm:ssZ`.
        produtos (list[ItemPedidoEntrada]): Itens, de 1 a 500.
        source_id (str): Identificador no marketplace, de 1 a 100 caracteres.
        status (StatusPedido): O estado de um pedido.
        total (float): O total depois de todos os descontos e acréscimos, como veio.
        usuario (CompradorEntrada): Um comprador: uma pessoa (`cpf`) ou uma empresa (`cnpj`, mesmo onde `cpf` diz quem
            fez o pedido).
        desconto (float | Unset): Desconto no pedido.
        endereco (list[EnderecoEntrada] | Unset): Endereços, no máximo 50.
        frete (list[FreteEntrada] | Unset): Fretes, no máximo 50.
        informacao_adicional (list[InformacaoEntrada] | Unset): Outros pares de chave e valor, no máximo 500;
            `formaPagamentoId` diz a forma de pagamento.
        juros (float | Unset): Juros.
        quantidade_parcelas (int | Unset): Número de parcelas. Ausente: 1.
        source_site_id (str | Unset): Segundo identificador no marketplace, no máximo 100 caracteres.
    """

    canal_id: str
    data: datetime.datetime
    produtos: list[ItemPedidoEntrada]
    source_id: str
    status: StatusPedido
    total: float
    usuario: CompradorEntrada
    desconto: float | Unset = UNSET
    endereco: list[EnderecoEntrada] | Unset = UNSET
    frete: list[FreteEntrada] | Unset = UNSET
    informacao_adicional: list[InformacaoEntrada] | Unset = UNSET
    juros: float | Unset = UNSET
    quantidade_parcelas: int | Unset = UNSET
    source_site_id: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        canal_id = self.canal_id

        data = self.data.isoformat()

        produtos = []
        for produtos_item_data in self.produtos:
            produtos_item = produtos_item_data.to_dict()
            produtos.append(produtos_item)

        source_id = self.source_id

        status = self.status.value

        total = self.total

        usuario = self.usuario.to_dict()

        desconto = self.desconto

        endereco: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.endereco, Unset):
            endereco = []
            for endereco_item_data in self.endereco:
                endereco_item = endereco_item_data.to_dict()
                endereco.append(endereco_item)

        frete: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.frete, Unset):
            frete = []
            for frete_item_data in self.frete:
                frete_item = frete_item_data.to_dict()
                frete.append(frete_item)

        informacao_adicional: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.informacao_adicional, Unset):
            informacao_adicional = []
            for informacao_adicional_item_data in self.informacao_adicional:
                informacao_adicional_item = informacao_adicional_item_data.to_dict()
                informacao_adicional.append(informacao_adicional_item)

        juros = self.juros

        quantidade_parcelas = self.quantidade_parcelas

        source_site_id = self.source_site_id

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "canalId": canal_id,
                "data": data,
                "produtos": produtos,
                "sourceId": source_id,
                "status": status,
                "total": total,
                "usuario": usuario,
            }
        )
        if desconto is not UNSET:
            field_dict["desconto"] = desconto
        if endereco is not UNSET:
            field_dict["endereco"] = endereco
        if frete is not UNSET:
            field_dict["frete"] = frete
        if informacao_adicional is not UNSET:
            field_dict["informacaoAdicional"] = informacao_adicional
        if juros is not UNSET:
            field_dict["juros"] = juros
        if quantidade_parcelas is not UNSET:
            field_dict["quantidadeParcelas"] = quantidade_parcelas
        if source_site_id is not UNSET:
            field_dict["sourceSiteId"] = source_site_id

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.comprador_entrada import CompradorEntrada
        from ..models.endereco_entrada import EnderecoEntrada
        from ..models.frete_entrada import FreteEntrada
        from ..models.informacao_entrada import InformacaoEntrada
        from ..models.item_pedido_entrada import ItemPedidoEntrada

        d = dict(src_dict)
        canal_id = d.pop("canalId")

        data = datetime.datetime.fromisoformat(d.pop("data"))

        produtos = []
        _produtos = d.pop("produtos")
        for produtos_item_data in _produtos:
            produtos_item = ItemPedidoEntrada.from_dict(produtos_item_data)

            produtos.append(produtos_item)

        source_id = d.pop("sourceId")

        status = StatusPedido(d.pop("status"))

        total = d.pop("total")

        usuario = CompradorEntrada.from_dict(d.pop("usuario"))

        desconto = d.pop("desconto", UNSET)

        _endereco = d.pop("endereco", UNSET)
        endereco: list[EnderecoEntrada] | Unset = UNSET
        if _endereco is not UNSET:
            endereco = []
            for endereco_item_data in _endereco:
                endereco_item = EnderecoEntrada.from_dict(endereco_item_data)

                endereco.append(endereco_item)

        _frete = d.pop("frete", UNSET)
        frete: list[FreteEntrada] | Unset = UNSET
        if _frete is not UNSET:
            frete = []
            for frete_item_data in _frete:
                frete_item = FreteEntrada.from_dict(frete_item_data)

                frete.append(frete_item)

        _informacao_adicional = d.pop("informacaoAdicional", UNSET)
        informacao_adicional: list[InformacaoEntrada] | Unset = UNSET
        if _informacao_adicional is not UNSET:
            informacao_adicional = []
            for informacao_adicional_item_data in _informacao_adicional:
                informacao_adicional_item = InformacaoEntrada.from_dict(
                    informacao_adicional_item_data
                )

                informacao_adicional.append(informacao_adicional_item)

        juros = d.pop("juros", UNSET)

        quantidade_parcelas = d.pop("quantidadeParcelas", UNSET)

        source_site_id = d.pop("sourceSiteId", UNSET)

        pedido_entrada = cls(
            canal_id=canal_id,
            data=data,
            produtos=produtos,
            source_id=source_id,
            status=status,
            total=total,
            usuario=usuario,
            desconto=desconto,
            endereco=endereco,
            frete=frete,
            informacao_adicional=informacao_adicional,
            juros=juros,
            quantidade_parcelas=quantidade_parcelas,
            source_site_id=source_site_id,
        )

        pedido_entrada.additional_properties = d
        return pedido_entrada

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

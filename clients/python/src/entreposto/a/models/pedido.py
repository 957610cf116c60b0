from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.status_pedido import StatusPedido

if TYPE_CHECKING:
    from ..models.comprador import Comprador
    from ..models.endereco import Endereco
    from ..models.frete import Frete
    from ..models.informacao import Informacao
    from ..models.item_pedido import ItemPedido


T = TypeVar("T", bound="Pedido")


@_attrs_define
class Pedido:
    """Um pedido. Textos que faltam são vazios, datas que faltam são nulas. Tem no máximo 262.144 bytes de JSON.

    Attributes:
        canal_id (str): O identificador de um canal, à escolha da aplicação, único por usuário.
        data (datetime.datetime): Um instante, em UTC, escrito como `aaaa-MM-ddTHH:mm:ssZ`.
        desconto (float): Desconto no pedido.
        endereco (list[Endereco]): Endereços, no máximo 50.
        frete (list[Frete]): Fretes, no máximo 50.
        informacao_adicional (list[Informacao]): Outros pares de chave e valor, no máximo 500; `formaPagamentoId` diz a
            forma de pagamento.
        juros (float): Juros.
        pedido_id (int): O número de um pedido, dado pelo serviço quando entra.
        produtos (list[ItemPedido]): Itens, de 1 a 500.
        quantidade_parcelas (int): Número de parcelas. Ausente: 1.
        source_id (str): Identificador no marketplace, de 1 a 100 caracteres.
        source_site_id (str): Segundo identificador no marketplace, no máximo 100 caracteres.
        status (StatusPedido): O estado de um pedido.
        total (float): O total depois de todos os descontos e acréscimos, como veio.
        usuario (Comprador): Um comprador: uma pessoa (`cpf`) ou uma empresa (`cnpj`, mesmo onde `cpf` diz quem fez o
            pedido).
    """

    canal_id: str
    data: datetime.datetime
    desconto: float
    endereco: list[Endereco]
    frete: list[Frete]
    informacao_adicional: list[Informacao]
    juros: float
    pedido_id: int
    produtos: list[ItemPedido]
    quantidade_parcelas: int
    source_id: str
    source_site_id: str
    status: StatusPedido
    total: float
    usuario: Comprador
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        canal_id = self.canal_id

        data = self.data.isoformat()

        desconto = self.desconto

        endereco = []
        for endereco_item_data in self.endereco:
            endereco_item = endereco_item_data.to_dict()
            endereco.append(endereco_item)

        frete = []
        for frete_item_data in self.frete:
            frete_item = frete_item_data.to_dict()
            frete.append(frete_item)

        informacao_adicional = []
        for informacao_adicional_item_data in self.informacao_adicional:
            informacao_adicional_item = informacao_adicional_item_data.to_dict()
            informacao_adicional.append(informacao_adicional_item)

        juros = self.juros

        pedido_id = self.pedido_id

        produtos = []
        for produtos_item_data in self.produtos:
            produtos_item = produtos_item_data.to_dict()
            produtos.append(produtos_item)

        quantidade_parcelas = self.quantidade_parcelas

        source_id = self.source_id

        source_site_id = self.source_site_id

        status = self.status.value

        total = self.total

        usuario = self.usuario.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "canalId": canal_id,
                "data": data,
                "desconto": desconto,
                "endereco": endereco,
                "frete": frete,
                "informacaoAdicional": informacao_adicional,
                "juros": juros,
                "pedidoId": pedido_id,
                "produtos": produtos,
                "quantidadeParcelas": quantidade_parcelas,
                "sourceId": source_id,
                "sourceSiteId": source_site_id,
                "status": status,
                "total": total,
                "usuario": usuario,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls, src_dict: Mapping[str, Any]) -> Self:
        from ..models.comprador import Comprador
        from ..models.endereco import Endereco
        from ..models.frete import Frete
        from ..models.informacao import Informacao
        from ..models.item_pedido import ItemPedido

        d = dict(src_dict)
        canal_id = d.pop("canalId")

        data = datetime.datetime.fromisoformat(d.pop("data"))

        desconto = d.pop("desconto")

        endereco = []
        _endereco = d.pop("endereco")
        for endereco_item_data in _endereco:
            endereco_item = Endereco.from_dict(endereco_item_data)

            endereco.append(endereco_item)

        frete = []
        _frete = d.pop("frete")
        for frete_item_data in _frete:
            frete_item = Frete.from_dict(frete_item_data)

            frete.append(frete_item)

        informacao_adicional = []
        _informacao_adicional = d.pop("informacaoAdicional")
        for informacao_adicional_item_data in _informacao_adicional:
            informacao_adicional_item = Informacao.from_dict(
                informacao_adicional_item_data
            )

            informacao_adicional.append(informacao_adicional_item)

        juros = d.pop("juros")

        pedido_id = d.pop("pedidoId")

        produtos = []
        _produtos = d.pop("produtos")
        for produtos_item_data in _produtos:
            produtos_item = ItemPedido.from_dict(produtos_item_data)

            produtos.append(produtos_item)

        quantidade_parcelas = d.pop("quantidadeParcelas")

        source_id = d.pop("sourceId")

        source_site_id = d.pop("sourceSiteId")

        status = StatusPedido(d.pop("status"))

        total = d.pop("total")

        usuario = Comprador.from_dict(d.pop("usuario"))

        pedido = cls(
            canal_id=canal_id,
            data=data,
            desconto=desconto,
            endereco=endereco,
            frete=frete,
            informacao_adicional=informacao_adicional,
            juros=juros,
            pedido_id=pedido_id,
            produtos=produtos,
            quantidade_parcelas=quantidade_parcelas,
            source_id=source_id,
            source_site_id=source_site_id,
            status=status,
            total=total,
            usuario=usuario,
        )

        pedido.additional_properties = d
        return pedido

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

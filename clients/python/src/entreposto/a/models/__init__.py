"""Contains all the data models used in inputs/outputs"""

from .ajuste import Ajuste
from .ajuste_de_sku import AjusteDeSku
from .alterar_canal_body import AlterarCanalBody
from .alterar_estoques_modo import AlterarEstoquesModo
from .alterar_notificacao_body import AlterarNotificacaoBody
from .alterar_precos_modo import AlterarPrecosModo
from .alterar_sku_body import AlterarSkuBody
from .alterar_sku_no_canal_body import AlterarSkuNoCanalBody
from .alterar_usuario_body import AlterarUsuarioBody
from .atributo import Atributo
from .atributo_entrada import AtributoEntrada
from .canal import Canal
from .canal_entrada import CanalEntrada
from .categoria import Categoria
from .categoria_entrada import CategoriaEntrada
from .causa_movimento import CausaMovimento
from .centro import Centro
from .centros_canal import CentrosCanal
from .codigo_impedimento import CodigoImpedimento
from .comprador import Comprador
from .comprador_entrada import CompradorEntrada
from .configuracao import Configuracao
from .controle_estoque import ControleEstoque
from .criar_pedidos_modo import CriarPedidosModo
from .dados import Dados
from .dados_centro import DadosCentro
from .dados_centro_entrada import DadosCentroEntrada
from .detalhe import Detalhe
from .dimensoes import Dimensoes
from .endereco import Endereco
from .endereco_entrada import EnderecoEntrada
from .entrega import Entrega
from .erro import Erro
from .estado_entrega import EstadoEntrega
from .estoque_canal import EstoqueCanal
from .estoque_canal_entrada import EstoqueCanalEntrada
from .estoque_sku import EstoqueSku
from .estoque_usuario import EstoqueUsuario
from .estoque_usuario_entrada import EstoqueUsuarioEntrada
from .evento import Evento
from .evento_da_fila import EventoDaFila
from .evento_morto import EventoMorto
from .eventos import Eventos
from .excecao import Excecao
from .faixa import Faixa
from .falta import Falta
from .frete import Frete
from .frete_entrada import FreteEntrada
from .gravar_skus_modo import GravarSkusModo
from .gravar_skus_no_canal_modo import GravarSkusNoCanalModo
from .impedimento import Impedimento
from .informacao import Informacao
from .informacao_entrada import InformacaoEntrada
from .item_em_falta import ItemEmFalta
from .item_movido import ItemMovido
from .item_pedido import ItemPedido
from .item_pedido_entrada import ItemPedidoEntrada
from .ler_fila_desde import LerFilaDesde
from .listar_eventos_tipo_item import ListarEventosTipoItem
from .listar_ofertas_situacao import ListarOfertasSituacao
from .listar_pedidos_status_item import ListarPedidosStatusItem
from .metadados import Metadados
from .motivo import Motivo
from .mover_pedidos_modo import MoverPedidosModo
from .movimento import Movimento
from .mudanca_de_pedido import MudancaDePedido
from .mudanca_status import MudancaStatus
from .no_canal import NoCanal
from .nota_fiscal import NotaFiscal
from .nota_fiscal_entrada import NotaFiscalEntrada
from .notificacao import Notificacao
from .notificacao_criada import NotificacaoCriada
from .notificacao_entrada import NotificacaoEntrada
from .notificacao_gravada import NotificacaoGravada
from .notificacao_lida import NotificacaoLida
from .novo_segredo import NovoSegredo
from .oferta import Oferta
from .pedido import Pedido
from .pedido_entrada import PedidoEntrada
from .preco import Preco
from .preco_de_sku import PrecoDeSku
from .preco_entrada import PrecoEntrada
from .precos import Precos
from .rastreio import Rastreio
from .rastreio_entrada import RastreioEntrada
from .recibo_da_fila import ReciboDaFila
from .registro_historico import RegistroHistorico
from .regra_oferta import RegraOferta
from .resultado_item import ResultadoItem
from .retorno_paginado_canal import RetornoPaginadoCanal
from .retorno_paginado_entrega import RetornoPaginadoEntrega
from .retorno_paginado_evento_morto import RetornoPaginadoEventoMorto
from .retorno_paginado_falta import RetornoPaginadoFalta
from .retorno_paginado_movimento import RetornoPaginadoMovimento
from .retorno_paginado_notificacao_lida import RetornoPaginadoNotificacaoLida
from .retorno_paginado_notificacao_lida_resultado_item import (
    RetornoPaginadoNotificacaoLidaResultadoItem,
)
from .retorno_paginado_oferta import RetornoPaginadoOferta
from .retorno_paginado_pedido import RetornoPaginadoPedido
from .retorno_paginado_sku import RetornoPaginadoSku
from .retorno_paginado_sku_no_canal import RetornoPaginadoSkuNoCanal
from .retorno_paginado_sku_no_canal_resultado_item import (
    RetornoPaginadoSkuNoCanalResultadoItem,
)
from .retorno_paginado_usuario import RetornoPaginadoUsuario
from .revivido import Revivido
from .saldo import Saldo
from .saldo_em_centro import SaldoEmCentro
from .saude import Saude
from .sexo import Sexo
from .situacao import Situacao
from .sku import Sku
from .sku_canal import SkuCanal
from .sku_canal_entrada import SkuCanalEntrada
from .sku_entrada import SkuEntrada
from .sku_no_canal import SkuNoCanal
from .status_pedido import StatusPedido
from .tentativa import Tentativa
from .tipo_canal import TipoCanal
from .tipo_configuracao import TipoConfiguracao
from .tipo_endereco import TipoEndereco
from .tipo_evento import TipoEvento
from .transicao import Transicao
from .transicoes import Transicoes
from .ultimo_erro import UltimoErro
from .usuario import Usuario
from .usuario_entrada import UsuarioEntrada
from .valor_configuracao import ValorConfiguracao

__all__ = (
    "Ajuste",
    "AjusteDeSku",
    "AlterarCanalBody",
    "AlterarEstoquesModo",
    "AlterarNotificacaoBody",
    "AlterarPrecosModo",
    "AlterarSkuBody",
    "AlterarSkuNoCanalBody",
    "AlterarUsuarioBody",
    "Atributo",
    "AtributoEntrada",
    "Canal",
    "CanalEntrada",
    "Categoria",
    "CategoriaEntrada",
    "CausaMovimento",
    "Centro",
    "CentrosCanal",
    "CodigoImpedimento",
    "Comprador",
    "CompradorEntrada",
    "Configuracao",
    "ControleEstoque",
    "CriarPedidosModo",
    "Dados",
    "DadosCentro",
    "DadosCentroEntrada",
    "Detalhe",
    "Dimensoes",
    "Endereco",
    "EnderecoEntrada",
    "Entrega",
    "Erro",
    "EstadoEntrega",
    "EstoqueCanal",
    "EstoqueCanalEntrada",
    "EstoqueSku",
    "EstoqueUsuario",
    "EstoqueUsuarioEntrada",
    "Evento",
    "EventoDaFila",
    "EventoMorto",
    "Eventos",
    "Excecao",
    "Faixa",
    "Falta",
    "Frete",
    "FreteEntrada",
    "GravarSkusModo",
    "GravarSkusNoCanalModo",
    "Impedimento",
    "Informacao",
    "InformacaoEntrada",
    "ItemEmFalta",
    "ItemMovido",
    "ItemPedido",
    "ItemPedidoEntrada",
    "LerFilaDesde",
    "ListarEventosTipoItem",
    "ListarOfertasSituacao",
    "ListarPedidosStatusItem",
    "Metadados",
    "Motivo",
    "MoverPedidosModo",
    "Movimento",
    "MudancaDePedido",
    "MudancaStatus",
    "NoCanal",
    "NotaFiscal",
    "NotaFiscalEntrada",
    "Notificacao",
    "NotificacaoCriada",
    "NotificacaoEntrada",
    "NotificacaoGravada",
    "NotificacaoLida",
    "NovoSegredo",
    "Oferta",
    "Pedido",
    "PedidoEntrada",
    "Preco",
    "PrecoDeSku",
    "PrecoEntrada",
    "Precos",
    "Rastreio",
    "RastreioEntrada",
    "ReciboDaFila",
    "RegistroHistorico",
    "RegraOferta",
    "ResultadoItem",
    "RetornoPaginadoCanal",
    "RetornoPaginadoEntrega",
    "RetornoPaginadoEventoMorto",
    "RetornoPaginadoFalta",
    "RetornoPaginadoMovimento",
    "RetornoPaginadoNotificacaoLida",
    "RetornoPaginadoNotificacaoLidaResultadoItem",
    "RetornoPaginadoOferta",
    "RetornoPaginadoPedido",
    "RetornoPaginadoSku",
    "RetornoPaginadoSkuNoCanal",
    "RetornoPaginadoSkuNoCanalResultadoItem",
    "RetornoPaginadoUsuario",
    "Revivido",
    "Saldo",
    "SaldoEmCentro",
    "Saude",
    "Sexo",
    "Situacao",
    "Sku",
    "SkuCanal",
    "SkuCanalEntrada",
    "SkuEntrada",
    "SkuNoCanal",
    "StatusPedido",
    "Tentativa",
    "TipoCanal",
    "TipoConfiguracao",
    "TipoEndereco",
    "TipoEvento",
    "Transicao",
    "Transicoes",
    "UltimoErro",
    "Usuario",
    "UsuarioEntrada",
    "ValorConfiguracao",
)

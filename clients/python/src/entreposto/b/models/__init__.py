"""Contains all the data models used in inputs/outputs"""

from .agendamento import Agendamento
from .ajuste_item import AjusteItem
from .ajuste_item_tipo_type_0 import AjusteItemTipoType0
from .ajuste_item_tipo_type_1 import AjusteItemTipoType1
from .alteracao_produto import AlteracaoProduto
from .alterar_atacarejo_tipo_identificador import AlterarAtacarejoTipoIdentificador
from .alterar_estoques_tipo_identificador import AlterarEstoquesTipoIdentificador
from .alterar_informacao_produto_tipo_identificador import (
    AlterarInformacaoProdutoTipoIdentificador,
)
from .alterar_precos_em_lote_tipo_identificador import (
    AlterarPrecosEmLoteTipoIdentificador,
)
from .alterar_precos_tipo_identificador import AlterarPrecosTipoIdentificador
from .alterar_produto_tipo_identificador import AlterarProdutoTipoIdentificador
from .alterar_situacao_produto_tipo_identificador import (
    AlterarSituacaoProdutoTipoIdentificador,
)
from .atacado import Atacado
from .atacado_de_produto import AtacadoDeProduto
from .atacado_mudado import AtacadoMudado
from .atacado_produto import AtacadoProduto
from .ativacao import Ativacao
from .atributo_de_produto import AtributoDeProduto
from .atributo_item import AtributoItem
from .atributo_produto import AtributoProduto
from .cabecalho import Cabecalho
from .cabecalho_lido import CabecalhoLido
from .categoria_com_caminho import CategoriaComCaminho
from .categoria_do_produto import CategoriaDoProduto
from .categoria_lida import CategoriaLida
from .categoria_loja import CategoriaLoja
from .categoria_principal import CategoriaPrincipal
from .categorias_de_produto import CategoriasDeProduto
from .centro_distribuicao import CentroDistribuicao
from .centro_item import CentroItem
from .condicao import Condicao
from .consumo import Consumo
from .consumo_entrada import ConsumoEntrada
from .conteudo_do_registro import ConteudoDoRegistro
from .criar_atacarejo_tipo_identificador import CriarAtacarejoTipoIdentificador
from .criar_imagens_produto_tipo_identificador import (
    CriarImagensProdutoTipoIdentificador,
)
from .criar_imagens_produto_tipo_retorno import CriarImagensProdutoTipoRetorno
from .criar_informacao_produto_tipo_identificador import (
    CriarInformacaoProdutoTipoIdentificador,
)
from .criar_informacao_produto_tipo_retorno import CriarInformacaoProdutoTipoRetorno
from .criar_produto_tipo_retorno import CriarProdutoTipoRetorno
from .dados_categoria import DadosCategoria
from .dados_fabricante import DadosFabricante
from .dados_imagem import DadosImagem
from .dados_informacao import DadosInformacao
from .dados_inscricao import DadosInscricao
from .dados_produto import DadosProduto
from .dados_situacao import DadosSituacao
from .definir_categoria_principal_produto_tipo_identificador import (
    DefinirCategoriaPrincipalProdutoTipoIdentificador,
)
from .desvincular_categoria_produto_tipo_identificador import (
    DesvincularCategoriaProdutoTipoIdentificador,
)
from .endereco_registro import EnderecoRegistro
from .endereco_usuario import EnderecoUsuario
from .estoque_centro import EstoqueCentro
from .estoque_de_produto import EstoqueDeProduto
from .estoque_em_centro import EstoqueEmCentro
from .estoque_produto import EstoqueProduto
from .estoque_total import EstoqueTotal
from .excluir_atacarejo_tipo_identificador import ExcluirAtacarejoTipoIdentificador
from .excluir_imagem_produto_tipo_identificador import (
    ExcluirImagemProdutoTipoIdentificador,
)
from .excluir_informacao_produto_tipo_identificador import (
    ExcluirInformacaoProdutoTipoIdentificador,
)
from .exibir_matriz import ExibirMatriz
from .fabricante import Fabricante
from .faturamento import Faturamento
from .forma_pagamento import FormaPagamento
from .frete_gratis import FreteGratis
from .frete_registro import FreteRegistro
from .historico_situacao import HistoricoSituacao
from .imagem_produto import ImagemProduto
from .informacao import Informacao
from .informacao_produto import InformacaoProduto
from .informacao_registro import InformacaoRegistro
from .inscricao_lida import InscricaoLida
from .integrador_registro import IntegradorRegistro
from .item_registro import ItemRegistro
from .listar_atacarejo_tipo_identificador import ListarAtacarejoTipoIdentificador
from .listar_categorias_produto_tipo_identificador import (
    ListarCategoriasProdutoTipoIdentificador,
)
from .listar_imagens_produto_tipo_identificador import (
    ListarImagensProdutoTipoIdentificador,
)
from .listar_informacoes_produto_tipo_identificador import (
    ListarInformacoesProdutoTipoIdentificador,
)
from .listar_pedidos_direcao_ordenacao import ListarPedidosDirecaoOrdenacao
from .listar_pedidos_enum_tipo_filtro_data import ListarPedidosEnumTipoFiltroData
from .listar_pedidos_por_forma_pagamento_direcao_ordenacao import (
    ListarPedidosPorFormaPagamentoDirecaoOrdenacao,
)
from .listar_pedidos_por_forma_pagamento_enum_tipo_filtro_data import (
    ListarPedidosPorFormaPagamentoEnumTipoFiltroData,
)
from .listar_pedidos_por_situacao_direcao_ordenacao import (
    ListarPedidosPorSituacaoDirecaoOrdenacao,
)
from .listar_pedidos_por_situacao_enum_tipo_filtro_data import (
    ListarPedidosPorSituacaoEnumTipoFiltroData,
)
from .listar_produtos_campos_adicionais_item import ListarProdutosCamposAdicionaisItem
from .listar_produtos_relacionados_tipo_identificador import (
    ListarProdutosRelacionadosTipoIdentificador,
)
from .loja import Loja
from .nova_observacao import NovaObservacao
from .novo_atacado import NovoAtacado
from .novo_rastreamento import NovoRastreamento
from .novo_status import NovoStatus
from .novo_status_do_item import NovoStatusDoItem
from .numero_pedido import NumeroPedido
from .objeto import Objeto
from .observacao_pedido import ObservacaoPedido
from .observacao_registro import ObservacaoRegistro
from .obter_atacarejo_tipo_identificador import ObterAtacarejoTipoIdentificador
from .obter_disponibilidade_produto_tipo_identificador import (
    ObterDisponibilidadeProdutoTipoIdentificador,
)
from .obter_estoque_produto_tipo_identificador import (
    ObterEstoqueProdutoTipoIdentificador,
)
from .obter_preco_produto_tipo_identificador import ObterPrecoProdutoTipoIdentificador
from .obter_precos_produto_tipo_identificador import ObterPrecosProdutoTipoIdentificador
from .obter_produto_campos_adicionais_item import ObterProdutoCamposAdicionaisItem
from .obter_produto_tipo_identificador import ObterProdutoTipoIdentificador
from .omnichannel_registro import OmnichannelRegistro
from .origem_pedido import OrigemPedido
from .pagamento_registro import PagamentoRegistro
from .pedidos_por_situacao import PedidosPorSituacao
from .preco_de_produto import PrecoDeProduto
from .preco_de_tabela import PrecoDeTabela
from .preco_produto import PrecoProduto
from .preco_tabela import PrecoTabela
from .preco_tabela_preco import PrecoTabelaPreco
from .precos_produto import PrecosProduto
from .prioridade_centro import PrioridadeCentro
from .produto import Produto
from .produto_do_pedido import ProdutoDoPedido
from .produto_relacionado import ProdutoRelacionado
from .rastreamento_completo import RastreamentoCompleto
from .rastreamento_do_item import RastreamentoDoItem
from .rastreamento_do_pedido import RastreamentoDoPedido
from .rastreamento_parcial import RastreamentoParcial
from .rastreamentos_do_produto import RastreamentosDoProduto
from .registro_pedido import RegistroPedido
from .resultado_lote import ResultadoLote
from .resultado_operacao import ResultadoOperacao
from .resultado_preco import ResultadoPreco
from .resultado_produto import ResultadoProduto
from .resultado_tabela import ResultadoTabela
from .segredo_inscricao import SegredoInscricao
from .situacao_do_registro import SituacaoDoRegistro
from .situacao_historica import SituacaoHistorica
from .situacao_pedido import SituacaoPedido
from .status_do_pedido import StatusDoPedido
from .sub_origem import SubOrigem
from .tabela_preco import TabelaPreco
from .tabela_precos import TabelaPrecos
from .tipo_atributo import TipoAtributo
from .tipo_de_atributo import TipoDeAtributo
from .tipo_endereco import TipoEndereco
from .tipo_pessoa import TipoPessoa
from .tipo_rastreamento import TipoRastreamento
from .tipo_sexo import TipoSexo
from .topico import Topico
from .topico_lido import TopicoLido
from .totais_item import TotaisItem
from .ultimo_erro_da_inscricao import UltimoErroDaInscricao
from .usuario_registro import UsuarioRegistro
from .vincular_categorias_produto_tipo_identificador import (
    VincularCategoriasProdutoTipoIdentificador,
)

__all__ = (
    "Agendamento",
    "AjusteItem",
    "AjusteItemTipoType0",
    "AjusteItemTipoType1",
    "AlteracaoProduto",
    "AlterarAtacarejoTipoIdentificador",
    "AlterarEstoquesTipoIdentificador",
    "AlterarInformacaoProdutoTipoIdentificador",
    "AlterarPrecosEmLoteTipoIdentificador",
    "AlterarPrecosTipoIdentificador",
    "AlterarProdutoTipoIdentificador",
    "AlterarSituacaoProdutoTipoIdentificador",
    "Atacado",
    "AtacadoDeProduto",
    "AtacadoMudado",
    "AtacadoProduto",
    "Ativacao",
    "AtributoDeProduto",
    "AtributoItem",
    "AtributoProduto",
    "Cabecalho",
    "CabecalhoLido",
    "CategoriaComCaminho",
    "CategoriaDoProduto",
    "CategoriaLida",
    "CategoriaLoja",
    "CategoriaPrincipal",
    "CategoriasDeProduto",
    "CentroDistribuicao",
    "CentroItem",
    "Condicao",
    "Consumo",
    "ConsumoEntrada",
    "ConteudoDoRegistro",
    "CriarAtacarejoTipoIdentificador",
    "CriarImagensProdutoTipoIdentificador",
    "CriarImagensProdutoTipoRetorno",
    "CriarInformacaoProdutoTipoIdentificador",
    "CriarInformacaoProdutoTipoRetorno",
    "CriarProdutoTipoRetorno",
    "DadosCategoria",
    "DadosFabricante",
    "DadosImagem",
    "DadosInformacao",
    "DadosInscricao",
    "DadosProduto",
    "DadosSituacao",
    "DefinirCategoriaPrincipalProdutoTipoIdentificador",
    "DesvincularCategoriaProdutoTipoIdentificador",
    "EnderecoRegistro",
    "EnderecoUsuario",
    "EstoqueCentro",
    "EstoqueDeProduto",
    "EstoqueEmCentro",
    "EstoqueProduto",
    "EstoqueTotal",
    "ExcluirAtacarejoTipoIdentificador",
    "ExcluirImagemProdutoTipoIdentificador",
    "ExcluirInformacaoProdutoTipoIdentificador",
    "ExibirMatriz",
    "Fabricante",
    "Faturamento",
    "FormaPagamento",
    "FreteGratis",
    "FreteRegistro",
    "HistoricoSituacao",
    "ImagemProduto",
    "Informacao",
    "InformacaoProduto",
    "InformacaoRegistro",
    "InscricaoLida",
    "IntegradorRegistro",
    "ItemRegistro",
    "ListarAtacarejoTipoIdentificador",
    "ListarCategoriasProdutoTipoIdentificador",
    "ListarImagensProdutoTipoIdentificador",
    "ListarInformacoesProdutoTipoIdentificador",
    "ListarPedidosDirecaoOrdenacao",
    "ListarPedidosEnumTipoFiltroData",
    "ListarPedidosPorFormaPagamentoDirecaoOrdenacao",
    "ListarPedidosPorFormaPagamentoEnumTipoFiltroData",
    "ListarPedidosPorSituacaoDirecaoOrdenacao",
    "ListarPedidosPorSituacaoEnumTipoFiltroData",
    "ListarProdutosCamposAdicionaisItem",
    "ListarProdutosRelacionadosTipoIdentificador",
    "Loja",
    "NovaObservacao",
    "NovoAtacado",
    "NovoRastreamento",
    "NovoStatus",
    "NovoStatusDoItem",
    "NumeroPedido",
    "Objeto",
    "ObservacaoPedido",
    "ObservacaoRegistro",
    "ObterAtacarejoTipoIdentificador",
    "ObterDisponibilidadeProdutoTipoIdentificador",
    "ObterEstoqueProdutoTipoIdentificador",
    "ObterPrecoProdutoTipoIdentificador",
    "ObterPrecosProdutoTipoIdentificador",
    "ObterProdutoCamposAdicionaisItem",
    "ObterProdutoTipoIdentificador",
    "OmnichannelRegistro",
    "OrigemPedido",
    "PagamentoRegistro",
    "PedidosPorSituacao",
    "PrecoDeProduto",
    "PrecoDeTabela",
    "PrecoProduto",
    "PrecoTabela",
    "PrecoTabelaPreco",
    "PrecosProduto",
    "PrioridadeCentro",
    "Produto",
    "ProdutoDoPedido",
    "ProdutoRelacionado",
    "RastreamentoCompleto",
    "RastreamentoDoItem",
    "RastreamentoDoPedido",
    "RastreamentoParcial",
    "RastreamentosDoProduto",
    "RegistroPedido",
    "ResultadoLote",
    "ResultadoOperacao",
    "ResultadoPreco",
    "ResultadoProduto",
    "ResultadoTabela",
    "SegredoInscricao",
    "SituacaoDoRegistro",
    "SituacaoHistorica",
    "SituacaoPedido",
    "StatusDoPedido",
    "SubOrigem",
    "TabelaPreco",
    "TabelaPrecos",
    "TipoAtributo",
    "TipoDeAtributo",
    "TipoEndereco",
    "TipoPessoa",
    "TipoRastreamento",
    "TipoSexo",
    "Topico",
    "TopicoLido",
    "TotaisItem",
    "UltimoErroDaInscricao",
    "UsuarioRegistro",
    "VincularCategoriasProdutoTipoIdentificador",
)

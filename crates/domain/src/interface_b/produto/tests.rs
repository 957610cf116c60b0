#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use super::*;
use crate::reading::json::{ErroLeitura, Leitura, ler_json};
use crate::sku_canal::Preco;
use crate::values::dates::EstiloData;
use crate::values::money::Dinheiro;
use serde_json::{Value, json};

fn fonte() -> Fonte {
    let sku = br#"{"sku":"A/1","nome":"Livro","marca":"Casa","parentId":"G","precoDe":30,"precoPor":19.9,
        "estoque":5,"prazoDespacho":2,"peso":300,"altura":1,"largura":2,"comprimento":3,"gtin":"7891000315507",
        "descricao":"<p>x</p>","urlOrigem":"https://loja.example/a",
        "imagens":["https://i.example/a/1.jpg?v=2","https://i.example/"],
        "atributos":[{"nome":"AUTOR","valor":"Ana"},{"nome":"Cole\u00e7\u00e3o","valor":"Ver\u00e3o"},
            {"nome":"G\u00eanero","valor":""}]}"#;
    Fonte {
        variante: 7,
        produto: 6,
        sku: ler_json(sku).unwrap(),
        preco_custo: Dinheiro::from_centavos(1050),
        estoque_reservado: 4,
        alerta_estoque: 1,
        criado_em: "2026-01-02T03:04:05Z".parse().unwrap(),
        alterado_em: "2026-02-02T01:00:00Z".parse().unwrap(),
    }
}

fn registro(fonte: &Fonte, campos: &[CampoAdicional]) -> Value {
    let atacados = [Atacado {
        produto_variante_atacado_id: 3,
        preco_atacado: Dinheiro::from_centavos(1500),
        quantidade: 10,
    }];
    let tabelas = [TabelaPreco {
        tabela_preco_id: 2,
        nome: "Feira".into(),
        preco_de: Dinheiro::ZERO,
        preco_por: Dinheiro::from_centavos(1800),
    }];
    let extras = Extras { campos: campos.iter().copied().collect(), atacados: &atacados, tabelas: &tabelas };
    serde_json::to_value(fonte.produto(extras, EstiloData::Utc)).unwrap()
}

#[test]
fn a_record_holds_what_the_sku_says_and_nothing_unasked() {
    let esperado: Value = serde_json::from_str(
        r#"{
        "produtoVarianteId": 7, "produtoId": 6, "idPaiExterno": "G", "idVinculoExterno": null, "sku": "A/1",
        "nome": "Livro", "nomeProdutoPai": "Livro", "urlProduto": "https://loja.example/a",
        "exibirMatrizAtributos": "Neutro", "contraProposta": false, "fabricante": "Casa", "autor": "Ana",
        "editora": null, "colecao": "Verão", "genero": null, "precoCusto": 10.5, "precoDe": 30,
        "precoPor": 19.9, "fatorMultiplicadorPreco": 1, "prazoEntrega": 2, "valido": true, "exibirSite": true,
        "freteGratis": "Neutro", "trocaGratis": false, "peso": 300, "altura": 1, "comprimento": 3,
        "largura": 2, "garantia": 0, "isTelevendas": false, "ean": "7891000315507",
        "localizacaoEstoque": null, "quantidadeMaximaCompraUnidade": 0, "quantidadeMinimaCompraUnidade": 1,
        "condicao": "Novo", "dataCriacao": "2026-01-02T03:04:05Z", "dataAtualizacao": "2026-02-02T01:00:00Z",
        "urlVideo": null, "spot": true, "paginaProduto": true, "marketplace": true,
        "somenteParceiros": false, "reseller": null, "buyBox": false,
        "consumo": {"quantidadeDias": 0, "enviarEmail": false}, "prazoValidade": 0,
        "urlImagem": "https://i.example/a/1.jpg?v=2"}"#,
    )
    .unwrap();
    assert_eq!(registro(&fonte(), &[]), esperado);
    assert_eq!(registro(&fonte(), &[CampoAdicional::Imagem]), esperado);

    let mut nua = fonte();
    nua.sku = ler_json(br#"{"sku":"B","nome":"B","ativo":false}"#).unwrap();
    let nua = registro(&nua, &[]);
    for nome in ["idPaiExterno", "autor", "ean", "urlImagem"] {
        assert_eq!(nua[nome], Value::Null, "{nome}");
    }
    assert_eq!((&nua["valido"], &nua["urlProduto"]), (&json!(false), &json!("")));
}

#[test]
fn additions_come_one_by_one_or_together() {
    let adicoes = [
        (CampoAdicional::Atacado, "listaAtacado", json!([{"precoPor": 15, "quantidade": 10}])),
        (
            CampoAdicional::Estoque,
            "estoque",
            json!([{"estoqueFisico": 5, "estoqueReservado": 4, "centroDistribuicaoId": 1, "alertaEstoque": 1}]),
        ),
        (
            CampoAdicional::Informacao,
            "informacoes",
            json!([{"informacaoId": 7, "titulo": "Descrição", "texto": "<p>x</p>", "tipoInformacao": "Descricao"}]),
        ),
        (
            CampoAdicional::TabelaPreco,
            "tabelasPreco",
            json!([{"tabelaPrecoId": 2, "nome": "Feira", "precoDe": 0, "precoPor": 18}]),
        ),
    ];
    let base = registro(&fonte(), &[]);
    for (campo, nome, valor) in &adicoes {
        let mut esperado = base.clone();
        esperado[*nome] = valor.clone();
        assert_eq!(registro(&fonte(), &[*campo]), esperado);
    }
    let todos = registro(&fonte(), CampoAdicional::TODOS);
    assert!(adicoes.iter().all(|(_, nome, valor)| todos[*nome] == *valor));
    assert_eq!(
        todos["atributos"][0],
        json!({"tipoAtributo": "Selecao", "isFiltro": false, "nome": "AUTOR", "valor": "Ana", "exibir": true})
    );
    assert_eq!(todos.as_object().unwrap().len(), base.as_object().unwrap().len() + 5);
}

#[test]
fn parts_by_themselves() {
    let fonte = fonte();
    assert_eq!(
        serde_json::to_value(fonte.imagens()).unwrap(),
        json!([
            {"idImagem": 7000, "nomeArquivo": "1.jpg", "url": "https://i.example/a/1.jpg?v=2", "ordem": 1,
                "estampa": false, "exibirMiniatura": true},
            {"idImagem": 7001, "nomeArquivo": "", "url": "https://i.example/", "ordem": 2, "estampa": false,
                "exibirMiniatura": true},
        ])
    );
    assert_eq!(
        serde_json::to_value(fonte.preco()).unwrap(),
        json!({"precoDe": 30, "precoPor": 19.9, "fatorMultiplicadorPreco": 1})
    );
    assert_eq!(
        serde_json::to_value(fonte.precos(&[])).unwrap(),
        json!({"produtoVarianteId": 7, "sku": "A/1", "precoCusto": 10.5, "precoDe": 30, "precoPor": 19.9,
            "fatorMultiplicadorPreco": 1, "tabelasPreco": []})
    );
    assert_eq!(
        serde_json::to_value(fonte.estoque()).unwrap(),
        json!({"estoqueFisico": 5, "estoqueReservado": 4, "listProdutoVarianteCentroDistribuicaoEstoque":
            [{"centroDistribuicaoId": 1, "nome": "Principal", "estoqueFisico": 5, "estoqueReservado": 4}]})
    );
    let local = EstiloData::Local(chrono_tz::America::Sao_Paulo);
    let alteracao = serde_json::to_value(fonte.alteracao(&[], local)).unwrap();
    assert_eq!(alteracao["dataAtualizacao"], "2026-02-01T22:00:00");
    assert_eq!((&alteracao["disponivel"], &alteracao["precoPor"]), (&json!(true), &json!(19.9)));
}

#[test]
fn a_product_is_available_while_active_stock_is_left() {
    let mut fonte = fonte();
    assert!(fonte.disponivel());
    fonte.estoque_reservado = 5;
    assert!(!fonte.disponivel());
    fonte.estoque_reservado = 0;
    fonte.sku.ativo = false;
    assert!(!fonte.disponivel());
}

#[test]
fn identifiers_by_kind() {
    use Identificador as I;
    assert_eq!(TipoIdentificador::Sku.identificar(" 1"), Some(I::Sku(" 1".into())));
    assert_eq!(TipoIdentificador::ProdutoVarianteId.identificar("12"), Some(I::Variante(12)));
    assert_eq!(TipoIdentificador::ProdutoId.identificar("12 "), Some(I::Produto(12)));
    for texto in ["A", "", "+1", "1.0", "9223372036854775808"] {
        assert_eq!(TipoIdentificador::ProdutoId.identificar(texto), None, "{texto}");
    }
    assert_eq!(
        TipoIdentificador::parse_sem_caixa("produtovarianteid"),
        Some(TipoIdentificador::ProdutoVarianteId)
    );
}

fn ler<T: Leitura>(texto: &str) -> Result<T, String> {
    ler_json(texto.as_bytes()).map_err(|e: ErroLeitura| e.to_string())
}

fn itens<T: Leitura>(texto: &str) -> Vec<(String, Result<T, String>)> {
    let Lote(itens) = ler(texto).unwrap();
    itens.into_iter().map(|item| (item.identificador, item.valor.map_err(|p| p.to_string()))).collect()
}

#[test]
fn a_bad_item_does_not_hide_the_others() {
    let lidos = itens::<NovoPreco>(
        r#"[{"identificador":"A","precoDe":2,"precoPor":"1.50"},{"identificador":7,"precoDe":1,"precoPor":2},
            {"precoCusto":-1,"precoPor":2},3]"#,
    );
    let preco = Preco { preco_de: Dinheiro::from_centavos(200), preco_por: Dinheiro::from_centavos(150) };
    assert_eq!(lidos[0], ("A".into(), Ok(NovoPreco { custo: None, preco })));
    assert_eq!(lidos[1], ("7".into(), Err("precoDe: deve ser maior ou igual a precoPor".into())));
    let tres =
        "identificador: é obrigatório; precoCusto: deve ser maior ou igual a zero; precoDe: é obrigatório";
    assert_eq!(lidos[2], (String::new(), Err(tres.into())));
    assert_eq!(lidos[3], (String::new(), Err("deve ser um objeto".into())));
    let muitos = format!("[{}0]", "0,".repeat(ITENS_MAX));
    assert_eq!(ler::<Lote<NovoPreco>>(&muitos), Err("deve ter no máximo 50 itens".into()));
}

#[test]
fn stocks_of_the_one_centre() {
    let saldo = |fisico, reservado, alerta| Some(NovoSaldo { fisico, reservado, alerta });
    let novo = |prazo_entrega, saldo| Ok(NovoEstoque { prazo_entrega, saldo });
    for (texto, esperado) in [
        (r#"{"listaEstoque":[{"estoqueFisico":3}]}"#, novo(None, saldo(3, None, None))),
        (
            r#"{"prazoEntrega":1,"listaEstoque":[{"estoqueFisico":0,"estoqueReservado":2,"alertaEstoque":1,
                "centroDistribuicaoId":1,"produtoVarianteId":9}]}"#,
            novo(Some(1), saldo(0, Some(2), Some(1))),
        ),
        (r#"{"prazoEntrega":0,"listaEstoque":[]}"#, novo(Some(0), None)),
        (r#"{"listaEstoque":[]}"#, Err("listaEstoque: deve ter pelo menos um item".into())),
        (r#"{"prazoEntrega":1}"#, Err("listaEstoque: é obrigatório".into())),
        (
            r#"{"listaEstoque":[{"estoqueFisico":1},{"estoqueFisico":1}]}"#,
            Err("listaEstoque: repete o centro de distribuição".into()),
        ),
        (
            r#"{"listaEstoque":[{"estoqueFisico":1,"centroDistribuicaoId":25}]}"#,
            Err("listaEstoque[0].centroDistribuicaoId: não é um centro de distribuição da loja".into()),
        ),
        (
            r#"{"prazoEntrega":-1,"listaEstoque":[{"estoqueReservado":-1}]}"#,
            Err("prazoEntrega: deve ser maior ou igual a zero; listaEstoque[0].estoqueFisico: é obrigatório; \
                listaEstoque[0].estoqueReservado: deve ser maior ou igual a zero"
                .into()),
        ),
    ] {
        assert_eq!(ler::<NovoEstoque>(texto), esperado, "{texto}");
    }
}

#[test]
fn wholesale_prices_one_or_many() {
    let novo = |centavos, quantidade| NovoAtacado { preco: Dinheiro::from_centavos(centavos), quantidade };
    for (texto, esperado) in [
        (r#"{"precoAtacado":1.5,"quantidade":2}"#, Ok(vec![novo(150, 2)])),
        (
            r#"[{"precoAtacado":1.5,"quantidade":2},{"precoAtacado":1,"quantidade":3}]"#,
            Ok(vec![novo(150, 2), novo(100, 3)]),
        ),
        ("[]", Err("deve ter pelo menos um item".to_owned())),
        (
            r#"[{"precoAtacado":1,"quantidade":2},{"precoAtacado":1,"quantidade":2}]"#,
            Err("repete uma quantidade".into()),
        ),
        (
            r#"[{"quantidade":0}]"#,
            Err("[0].precoAtacado: é obrigatório; [0].quantidade: deve ser maior que zero".into()),
        ),
        ("{}", Err("precoAtacado: é obrigatório; quantidade: é obrigatório".into())),
    ] {
        assert_eq!(ler::<NovosAtacados>(texto).map(|novos| novos.0), esperado, "{texto}");
    }
    let mudanca = MudancaAtacado { preco: None, quantidade: Some(4) };
    assert_eq!(ler::<MudancaAtacado>(r#"{"quantidade":4,"precoAtacado":null}"#), Ok(mudanca));
}

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use super::*;
use crate::estoque::{Centro, DadosCentro};
use crate::loja_config::{Perfil, RecordStyle};
use crate::reading::json::{FromJson, ReadError, read_json};
use crate::sku_canal::Preco;
use crate::values::dates::DateStyle;
use crate::values::money::Dinheiro;
use serde_json::{Value, json};

fn source() -> Source {
    let sku = br#"{"sku":"A/1","nome":"Livro","marca":"Casa","parentId":"G","precoDe":30,"precoPor":19.9,
        "estoque":5,"prazoDespacho":2,"peso":300,"altura":1,"largura":2,"comprimento":3,"gtin":"7891000315507",
        "descricao":"<p>x</p>","urlOrigem":"https://loja.example/a",
        "imagens":["https://i.example/a/1.jpg?v=2","https://i.example/"],
        "atributos":[{"nome":"AUTOR","valor":"Ana"},{"nome":"Cole\u00e7\u00e3o","valor":"Ver\u00e3o"},
            {"nome":"G\u00eanero","valor":""}]}"#;
    Source {
        variante: 7,
        produto: 6,
        sku: read_json(sku).unwrap(),
        preco_custo: Dinheiro::from_cents(1050),
        estoque_reservado: 4,
        reservado: None,
        centros: Vec::new(),
        alerta_estoque: 1,
        cadastro: Cadastro::default(),
        criado_em: "2026-01-02T03:04:05Z".parse().unwrap(),
        alterado_em: "2026-02-02T01:00:00Z".parse().unwrap(),
    }
}

fn registro(source: &Source, fields: &[ExtraField]) -> Value {
    registro_in(Perfil::Documento, source, fields)
}

fn registro_in(perfil: Perfil, source: &Source, fields: &[ExtraField]) -> Value {
    let atacados = [Atacado {
        produto_variante_atacado_id: 3,
        preco_atacado: Dinheiro::from_cents(1500),
        quantidade: 10,
    }];
    let tables = [TabelaPreco {
        tabela_preco_id: 2,
        nome: "Feira".into(),
        preco_de: Dinheiro::ZERO,
        preco_por: Dinheiro::from_cents(1800),
    }];
    let extras = Extras { campos: fields.iter().copied().collect(), atacados: &atacados, tables: &tables };
    let style = RecordStyle { dates: DateStyle::Utc, perfil };
    serde_json::to_value(source.produto(extras, style)).unwrap()
}

#[test]
fn a_record_holds_what_the_sku_says_and_nothing_unasked() {
    let expected: Value = serde_json::from_str(
        r#"{
        "produtoVarianteId": 7, "produtoId": 6, "parentId": 6, "idPaiExterno": "G", "idVinculoExterno": null, "sku": "A/1",
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
    assert_eq!(registro(&source(), &[]), expected);
    assert_eq!(registro(&source(), &[ExtraField::Imagem]), expected);

    let mut bare = source();
    bare.sku = read_json(br#"{"sku":"B","nome":"B","ativo":false}"#).unwrap();
    let bare = registro(&bare, &[]);
    for name in ["idPaiExterno", "autor", "ean", "urlImagem"] {
        assert_eq!(bare[name], Value::Null, "{name}");
    }
    assert_eq!((&bare["valido"], &bare["urlProduto"]), (&json!(false), &json!("")));
}

#[test]
fn additions_come_one_by_one_or_together() {
    let additions = [
        (ExtraField::Atacado, "listaAtacado", json!([{"precoPor": 15, "quantidade": 10}])),
        (
            ExtraField::Estoque,
            "estoque",
            json!([{"estoqueFisico": 5, "estoqueReservado": 4, "centroDistribuicaoId": 1, "alertaEstoque": 1}]),
        ),
        (
            ExtraField::Informacao,
            "informacoes",
            json!([{"informacaoId": 7, "titulo": "Descrição", "texto": "<p>x</p>", "tipoInformacao": "Informacoes",
                "exibirSite": true}]),
        ),
        (
            ExtraField::TabelaPreco,
            "tabelasPreco",
            json!([{"tabelaPrecoId": 0, "nome": "Loja", "precoDe": 30, "precoPor": 19.9},
                {"tabelaPrecoId": 2, "nome": "Feira", "precoDe": 0, "precoPor": 18}]),
        ),
    ];
    let base = registro(&source(), &[]);
    for (field, name, value) in &additions {
        let mut expected = base.clone();
        expected[*name] = value.clone();
        assert_eq!(registro(&source(), &[*field]), expected);
    }
    let all = registro(&source(), &ExtraField::ALL);
    assert!(additions.iter().all(|(_, name, value)| all[*name] == *value));
    assert_eq!(
        all["atributos"][0],
        json!({"tipoAtributo": "Selecao", "isFiltro": false, "nome": "AUTOR", "valor": "Ana", "exibir": true})
    );
    assert_eq!(all.as_object().unwrap().len(), base.as_object().unwrap().len() + 5);
    // programs in the field find every list, whether they asked for it or not
    let compatible = registro_in(Perfil::Compativel, &source(), &[ExtraField::Estoque]);
    assert_eq!(compatible["estoque"], all["estoque"]);
    for name in ["listaAtacado", "atributos", "informacoes", "tabelasPreco"] {
        assert_eq!(compatible[name], json!([]), "{name}");
    }
    assert_eq!(registro_in(Perfil::Compativel, &source(), &ExtraField::ALL), all);
}

#[test]
fn parts_by_themselves() {
    let source = source();
    assert_eq!(
        serde_json::to_value(source.imagens()).unwrap(),
        json!([
            {"idImagem": 509575389, "nomeArquivo": "1.jpg", "url": "https://i.example/a/1.jpg?v=2",
                "ordem": 1,
                "estampa": false, "exibirMiniatura": true},
            {"idImagem": 1348979718, "nomeArquivo": "", "url": "https://i.example/", "ordem": 2,
                "estampa": false,
                "exibirMiniatura": true},
        ])
    );
    assert_eq!(
        serde_json::to_value(source.preco()).unwrap(),
        json!({"precoDe": 30, "precoPor": 19.9, "fatorMultiplicadorPreco": 1})
    );
    assert_eq!(
        serde_json::to_value(source.precos(&[])).unwrap(),
        json!({"produtoVarianteId": 7, "sku": "A/1", "precoCusto": 10.5, "precoDe": 30, "precoPor": 19.9,
            "fatorMultiplicadorPreco": 1, "precosTabelaPreco": [{"produtoVarianteId": 7, "tabelaPrecoId": 0,
                "nome": "Loja", "precoDe": 30, "precoPor": 19.9}]})
    );
    assert_eq!(
        serde_json::to_value(source.estoque(&[Centro { centro_id: 1, dados: DadosCentro::padrao() }]))
            .unwrap(),
        json!({"estoqueFisico": 5, "estoqueReservado": 4, "listProdutoVarianteCentroDistribuicaoEstoque":
            [{"centroDistribuicaoId": 1, "nome": "Principal", "estoqueFisico": 5, "estoqueReservado": 4}]})
    );
    let local = DateStyle::Local(chrono_tz::America::Sao_Paulo);
    let alteracao = serde_json::to_value(source.alteracao(&[], local)).unwrap();
    assert_eq!(alteracao["dataAtualizacao"], "2026-02-01T22:00:00");
    assert_eq!((&alteracao["disponivel"], &alteracao["precoPor"]), (&json!(true), &json!(19.9)));
    assert_eq!(alteracao["exibirSite"], true);
    assert_eq!(alteracao["tabelasPreco"][0]["tabelaPrecoId"], 0);
}

#[test]
fn a_product_is_available_while_active_stock_is_left() {
    let mut source = source();
    assert!(source.disponivel());
    source.estoque_reservado = 5;
    assert!(!source.disponivel());
    source.estoque_reservado = 0;
    source.sku.ativo = false;
    assert!(!source.disponivel());
}

#[test]
fn identifiers_by_kind() {
    use Identifier as I;
    assert_eq!(IdentifierKind::Sku.identify(" 1"), Some(I::Sku(" 1".into())));
    assert_eq!(IdentifierKind::ProdutoVarianteId.identify("12"), Some(I::Variante(12)));
    assert_eq!(IdentifierKind::ProdutoId.identify("12 "), Some(I::Produto(12)));
    for text in ["A", "", "+1", "1.0", "9223372036854775808"] {
        assert_eq!(IdentifierKind::ProdutoId.identify(text), None, "{text}");
    }
    assert_eq!(
        IdentifierKind::parse_ignoring_case("produtovarianteid"),
        Some(IdentifierKind::ProdutoVarianteId)
    );
}

fn read<T: FromJson>(text: &str) -> Result<T, String> {
    read_json(text.as_bytes()).map_err(|e: ReadError| e.to_string())
}

fn items<T: LoteMember>(text: &str) -> Vec<(String, Result<T, String>)> {
    let Lote(items) = read(text).unwrap();
    items.into_iter().map(|item| (item.identificador, item.valor.map_err(|p| p.to_string()))).collect()
}

#[test]
fn a_bad_item_does_not_hide_the_others() {
    let read_values = items::<NewPreco>(
        r#"[{"identificador":"A","precoDe":2,"precoPor":"1.50"},{"identificador":7,"precoDe":1,"precoPor":2},
            {"precoCusto":-1,"precoPor":2},3]"#,
    );
    let (de, por) = (Dinheiro::from_cents(200), Dinheiro::from_cents(150));
    let change = PrecoChange { cost: None, preco_de: Some(de), preco_por: Some(por) };
    assert_eq!(read_values[0], ("A".into(), Ok(NewPreco { change, not_taken: Vec::new() })));
    assert_eq!(read_values[1], ("7".into(), Err("precoDe: deve ser maior ou igual a precoPor".into())));
    let three = "identificador: é obrigatório; precoCusto: deve ser maior ou igual a zero";
    assert_eq!(read_values[2], (String::new(), Err(three.into())));
    assert_eq!(read_values[3], (String::new(), Err("deve ser um objeto".into())));
    let many = format!("[{}0]", "0,".repeat(ITENS_MAX));
    assert_eq!(read::<Lote<NewPreco>>(&many), Err("deve ter no máximo 50 itens".into()));
}

#[test]
fn a_price_is_set_by_itself_and_what_is_not_kept_is_named() {
    let cents = |n| Dinheiro::from_cents(n);
    let before = Preco { preco_de: cents(200), preco_por: cents(150) };
    let over = |text: &str| read::<NewPreco>(text).unwrap().change.over(before);
    let kept = PrecoOutcome::default();
    assert_eq!(over(r#"{"precoPor":1.8}"#), Ok((Preco { preco_por: cents(180), ..before }, kept)));
    assert_eq!(over(r#"{"precoCusto":1}"#), Ok((before, kept)));
    // the selling price is what counts
    let dropped = PrecoOutcome { from_price_dropped: true };
    let alone = Preco { preco_de: cents(0), preco_por: cents(300) };
    assert_eq!(over(r#"{"precoPor":3}"#), Ok((alone, dropped)));
    assert!(over(r#"{"precoDe":1}"#).is_err());
    let parsed = read::<NewPreco>(r#"{"precoPor":1,"fatorMultiplicadorPreco":6,"estoqueReservado":1}"#);
    assert_eq!(parsed.unwrap().not_taken, ["fatorMultiplicadorPreco", "estoqueReservado"]);
    for factor in ["1", "1.0", "\"1\"", "0", "null"] {
        let text = format!(r#"{{"precoPor":1,"fatorMultiplicadorPreco":{factor}}}"#);
        assert!(read::<NewPreco>(&text).unwrap().not_taken.is_empty(), "{factor}");
    }
    let nothing = read::<NewPreco>(r#"{"fatorMultiplicadorPreco":1}"#).unwrap_err();
    assert!(nothing.starts_with("precoPor: é obrigatório quando"), "{nothing}");
}

#[test]
fn a_product_is_told_in_parts() {
    let new = read::<NewProduto>(
        r#"{"sku":"A/1","nome":"Livro","idPaiExterno":12,"fabricante":"Casa","precoPor":10,"peso":300.0,
            "ean":"7891000315507","autor":"Ana",
            "listaAtributos":[{"nome":"Cor","valor":"Azul","exibir":false}],
            "listaAtacado":[{"precoPor":9,"quantidade":10}],"marketplace":false,
            "estoque":[{"estoqueFisico":5,"estoqueReservado":1,"centroDistribuicaoId":0}]}"#,
    )
    .unwrap();
    assert_eq!(new.0.not_taken, ["listaAtributos[].exibir", "marketplace"]);
    assert_eq!(new.0.atacados.as_ref().map(Vec::len), Some(1));
    let (mut produto, _) = new.source().unwrap();
    let sku = &produto.sku;
    assert_eq!((sku.parent_id.as_str(), sku.marca.as_str(), sku.peso), ("12", "Casa", 300));
    assert_eq!((sku.estoque, produto.estoque_reservado, sku.ativo), (5, 1, true));
    let record = registro(&produto, &[ExtraField::Atributo]);
    assert_eq!((&record["autor"], &record["marketplace"]), (&json!("Ana"), &json!(false)));
    assert_eq!(record["atributos"].as_array().unwrap().len(), 2);

    // what is not said, and what is an empty list, stays as it is
    let before = produto.clone();
    let change = r#"{"sku":"A/1","listaAtributos":[],"listaAtacado":[],"estoque":[],"nome":null}"#;
    read::<ProdutoChange>(change).unwrap().apply(&mut produto).unwrap();
    assert_eq!(produto, before);
    let change = r#"{"ean":"","garantia":12,"listaAtributos":[{"nome":"Tamanho","valor":"G"}]}"#;
    read::<ProdutoChange>(change).unwrap().apply(&mut produto).unwrap();
    let names: Vec<&str> = produto.sku.atributos.iter().map(|a| a.nome.as_str()).collect();
    assert_eq!((names.as_slice(), produto.sku.gtin.as_str()), (["Tamanho", "Autor"].as_slice(), ""));
    assert_eq!(registro(&produto, &[])["garantia"], 12);
    let renamed = read::<ProdutoChange>(r#"{"sku":"B"}"#).unwrap().apply(&mut produto);
    assert_eq!(renamed.unwrap_err().to_string(), "sku: não pode ser alterado");
}

#[test]
fn all_that_is_wrong_with_a_product_is_named() {
    let text = r#"{"nome":"","precoDe":1,"precoPor":2,"ean":"123","peso":-1,"condicao":"Velho",
        "estoque":[{"estoqueFisico":"x","centroDistribuicaoId":9}],
        "listaAtacado":[{"precoPor":1,"quantidade":0}],"listaAtributos":[{"valor":"x"}]}"#;
    let problems = read::<NewProduto>(text).unwrap_err();
    for stretch in [
        "sku: é obrigatório",
        "nome: deve ter",
        "precoDe: deve ser maior",
        "ean: ",
        "peso: deve",
        "condicao: deve",
        "listaAtacado[0].quantidade: deve",
        "estoque[0].estoqueFisico: deve",
        "listaAtributos[0].nome: é obrigatório",
    ] {
        assert!(problems.contains(stretch), "{stretch} is not in {problems}");
    }
}

#[test]
fn stocks_by_centre() {
    let saldo = |physical, reserved, alert| NewSaldo {
        physical,
        reserved,
        alert,
        variante: None,
        presale: false,
        centro: 1,
    };
    let new = |prazo_entrega, saldos: &[NewSaldo]| {
        Ok(NewEstoque { prazo_entrega, saldos: saldos.to_vec(), not_taken: Vec::new() })
    };
    let of_nine = NewSaldo { variante: Some(9), ..saldo(0, Some(2), Some(1)) };
    for (text, expected) in [
        (r#"{"listaEstoque":[{"estoqueFisico":3}]}"#, new(None, &[saldo(3, None, None)])),
        (
            r#"{"prazoEntrega":1,"listaEstoque":[{"estoqueFisico":0,"estoqueReservado":2,"alertaEstoque":1,
                "centroDistribuicaoId":1,"produtoVarianteId":9}]}"#,
            new(Some(1), &[of_nine]),
        ),
        (r#"{"prazoEntrega":0,"listaEstoque":[]}"#, new(Some(0), &[])),
        (r#"{"listaEstoque":[]}"#, Err("listaEstoque: deve ter pelo menos um item".into())),
        (r#"{"prazoEntrega":1}"#, Err("listaEstoque: é obrigatório".into())),
        (
            r#"{"listaEstoque":[{"estoqueFisico":1},{"estoqueFisico":1}]}"#,
            Err("listaEstoque: repete o centro de distribuição".into()),
        ),
        (
            r#"{"listaEstoque":[{"estoqueFisico":3},{"estoqueFisico":1,"centroDistribuicaoId":25}]}"#,
            new(None, &[saldo(3, None, None), NewSaldo { centro: 25, ..saldo(1, None, None) }]),
        ),
        (
            r#"{"listaEstoque":[{"estoqueFisico":3,"estoqueReservado":-1,"alertaEstoque":-1},{"estoqueFisico":" "}]}"#,
            new(None, &[saldo(3, Some(0), Some(0))]),
        ),
        (
            r#"{"prazoEntrega":-1,"listaEstoque":[{"estoqueReservado":-1}]}"#,
            Err("prazoEntrega: deve ser maior ou igual a zero; listaEstoque[0].estoqueFisico: é obrigatório"
                .into()),
        ),
    ] {
        assert_eq!(read::<NewEstoque>(text), expected, "{text}");
    }
}

#[test]
fn wholesale_prices_one_or_many() {
    let new = |cents, quantidade| NovoAtacado { preco: Dinheiro::from_cents(cents), quantidade };
    for (text, expected) in [
        (r#"{"precoAtacado":1.5,"quantidade":2}"#, Ok(vec![new(150, 2)])),
        (
            r#"[{"precoAtacado":1.5,"quantidade":2},{"precoAtacado":1,"quantidade":3}]"#,
            Ok(vec![new(150, 2), new(100, 3)]),
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
        assert_eq!(read::<NewAtacados>(text).map(|added| added.0), expected, "{text}");
    }
    let change = AtacadoChange { preco: None, quantidade: Some(4) };
    assert_eq!(read::<AtacadoChange>(r#"{"quantidade":4,"precoAtacado":null}"#), Ok(change));
}

//! Templates: a table to be filled in, with a row of examples, and what each column means.

use std::io::{Seek, Write};

use sheets::{Column as SheetColumn, Content, WorkbookWriter};

use crate::error::FileError;
use crate::kind::{Form, Kind};

/// How a template is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TemplateForm {
    /// A table as spreadsheets in Brazil open it.
    Csv,
    /// A workbook, with a second sheet that explains the columns.
    Xlsx,
}

/// Letters that a column is wide.
const WIDTH: u16 = 20;
const WIDE: u16 = 70;

/// Writes a template for files of a kind.
pub fn template(kind: Kind, form: TemplateForm, mut out: impl Write + Seek + Send) -> Result<(), FileError> {
    let names = kind.names();
    let examples: Vec<&str> = names.iter().map(|name| said(kind, name).1).collect();
    match form {
        TemplateForm::Csv => {
            out.write_all(b"\xEF\xBB\xBF")?;
            let mut table = csv::WriterBuilder::new().delimiter(b';').from_writer(out);
            table.write_record(&names)?;
            table.write_record(&examples)?;
            table.flush()?;
            Ok(())
        }
        TemplateForm::Xlsx => {
            let column = |heading: &str, width| SheetColumn { heading: heading.to_owned(), width };
            let columns: Vec<SheetColumn> = names.iter().map(|name| column(name, WIDTH)).collect();
            let mut workbook = WorkbookWriter::new(kind.name(), &columns)?;
            let cells: Vec<Content<'_>> = examples.iter().map(|text| Content::Text(text)).collect();
            workbook.row(&cells)?;
            workbook.add_sheet(
                "significado",
                &[
                    column("coluna", WIDTH),
                    column("obrigatória", WIDTH),
                    column("o que é", WIDE),
                    column("como", WIDE),
                ],
            )?;
            for one in kind.columns() {
                let (meaning, _) = said(kind, one.name);
                let required = if one.required { "sim" } else { "" };
                let cells = [one.name, required, meaning, written(one.form)];
                workbook.row(&cells.map(Content::Text))?;
            }
            workbook.finish(out)?;
            Ok(())
        }
    }
}

/// How the text of a column is written.
pub fn written(form: Form) -> &'static str {
    match form {
        Form::Text => "texto",
        Form::Code => "código, em célula de texto para não perder zeros",
        Form::Document => "só os algarismos, em célula de texto para não perder zeros",
        Form::Gtin => "8, 12, 13 ou 14 algarismos em célula de texto, SEM GTIN, ou vazio",
        Form::Integer => "número inteiro",
        Form::Weight => "gramas, número inteiro; em quilos se a coluna se chamar peso (kg)",
        Form::Length => "centímetros; uma fração é arredondada para cima",
        Form::Decimal => "número, com vírgula ou ponto antes dos centavos",
        Form::Boolean => "sim ou não",
        Form::Date => "31/12/2026 14:30, ou ISO 8601",
        Form::Day => "31/12/1990",
        Form::List => "vários, separados por |",
        Form::Pairs(..) => "nome=valor, separados por |",
    }
}

/// What a column means, and an example of it.
pub fn said(kind: Kind, name: &str) -> (&'static str, &'static str) {
    match (kind, name) {
        (Kind::Categorias, "nome") => ("Nome da categoria", "Panelas"),
        (Kind::Estoque | Kind::Precos, "canalId") => ("O canal, se valer só nele", ""),
        (Kind::Pedidos, "sourceSiteId") => ("Site do marketplace", ""),
        _ => SAID
            .iter()
            .find(|(one, ..)| *one == name)
            .map_or(("", ""), |(_, meaning, example)| (meaning, example)),
    }
}

const SAID: &[(&str, &str, &str)] = &[
    ("sku", "Código do SKU, único na loja", "PAN-1"),
    ("parentId", "Código do produto de que o SKU é variação", ""),
    ("nome", "Nome, até 300 caracteres", "Panela de barro"),
    ("marca", "Marca, até 100 caracteres", "Barro Bom"),
    ("urlOrigem", "Endereço do produto na loja", ""),
    ("descricao", "Descrição, em HTML ou texto", "Feita à mão"),
    ("categorias", "Categorias, com > entre os níveis", "Cozinha > Panelas"),
    ("largura", "Largura da embalagem", "20"),
    ("altura", "Altura da embalagem", "8"),
    ("comprimento", "Comprimento da embalagem", "20"),
    ("peso", "Peso com a embalagem", "350"),
    ("ativo", "Se o SKU está à venda", "sim"),
    ("prazoDespacho", "Dias a mais para despachar", "0"),
    ("precoDe", "Preço riscado; vazio ou 0 se não houver", ""),
    ("precoPor", "Preço de venda", "89,90"),
    ("gtin", "Código de barras", "7891000315507"),
    ("estoque", "Quantas unidades há", "12"),
    ("imagens", "Endereços das imagens", "https://img.exemplo.com.br/1.jpg"),
    ("atributos", "Características", "Cor=Azul|Tamanho=M"),
    ("centroId", "Número do centro de distribuição", ""),
    ("canalId", "O canal", "ML"),
    ("categoriaId", "Código da categoria no canal", "10"),
    ("categoriaPaiId", "Código da categoria acima dela", ""),
    ("sourceId", "Código do pedido no marketplace", "2000001"),
    ("data", "Quando o pedido foi feito", "31/12/2026 14:30"),
    ("status", "AguardandoPagamento, Pago, Faturado, Enviado, Entregue ou Cancelado", "Pago"),
    ("total", "Total do pedido", "102,40"),
    ("desconto", "Desconto do pedido", ""),
    ("juros", "Juros do pedido", ""),
    ("quantidadeParcelas", "Parcelas", "1"),
    ("usuario.nome", "Nome do comprador", "Maria de Teste"),
    ("usuario.cpf", "CPF do comprador", ""),
    ("usuario.cnpj", "CNPJ do comprador", ""),
    ("usuario.inscricaoEstadual", "Inscrição estadual do comprador", ""),
    ("usuario.email", "E-mail do comprador", ""),
    ("usuario.sexo", "Feminino ou Masculino", ""),
    ("usuario.nascimento", "Dia do nascimento", ""),
    ("frete.valorNominal", "Quanto o frete custa", ""),
    ("frete.valorCobrado", "Quanto o comprador paga de frete", "12,50"),
    ("frete.prazoEntrega", "Dias para a entrega", ""),
    ("frete.prazoPreparacao", "Dias para preparar", ""),
    ("frete.dataAgendamento", "Entrega agendada para", ""),
    ("frete.dataPrevistaEntrega", "Entrega prevista para", ""),
    ("frete.freteSourceId", "Código do frete no marketplace", ""),
    ("entrega.rua", "Rua da entrega", "Rua de Teste"),
    ("entrega.numero", "Número", "1"),
    ("entrega.complemento", "Complemento", ""),
    ("entrega.bairro", "Bairro", "Centro"),
    ("entrega.referencia", "Referência", ""),
    ("entrega.cidade", "Cidade", "São Paulo"),
    ("entrega.estado", "Sigla do estado", "SP"),
    ("entrega.pais", "País", "BR"),
    ("entrega.cep", "CEP", "01310100"),
    ("cobranca.rua", "Rua da cobrança", ""),
    ("cobranca.numero", "Número", ""),
    ("cobranca.complemento", "Complemento", ""),
    ("cobranca.bairro", "Bairro", ""),
    ("cobranca.referencia", "Referência", ""),
    ("cobranca.cidade", "Cidade", ""),
    ("cobranca.estado", "Sigla do estado", ""),
    ("cobranca.pais", "País", ""),
    ("cobranca.cep", "CEP", ""),
    ("informacaoAdicional", "Informações a mais", ""),
    ("produtos.sku", "SKU do item; um pedido tem uma linha por item", "PAN-1"),
    ("produtos.quantidade", "Quantidade do item", "1"),
    ("produtos.preco", "Preço de uma unidade", "89,90"),
    ("produtos.desconto", "Desconto do item", ""),
    ("produtos.frete", "Frete do item", ""),
];

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::io::Cursor;

    use super::*;

    #[test]
    fn every_column_is_explained() {
        for kind in Kind::ALL {
            for column in kind.columns() {
                assert!(!said(kind, column.name).0.is_empty(), "{} {}", kind.name(), column.name);
            }
            for form in [TemplateForm::Csv, TemplateForm::Xlsx] {
                let mut out = Cursor::new(Vec::new());
                template(kind, form, &mut out).unwrap();
                assert!(!out.get_ref().is_empty());
            }
        }
    }
}

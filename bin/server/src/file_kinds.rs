//! Command-line names of file contents and formats.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use files::{Form, Kind};

/// What a file holds.
pub fn kinds() -> impl TypedValueParser<Value = Kind> {
    let all = Kind::ALL.map(|kind| PossibleValue::new(kind.name()).help(help(kind)));
    PossibleValuesParser::new(all).try_map(|name| Kind::from_name(&name).ok_or("no such kind"))
}

fn help(kind: Kind) -> &'static str {
    match kind {
        Kind::Skus => "SKUs; columns that a file lacks stay as they are",
        Kind::Estoque => {
            "Stock of SKUs: in distribution centres where centroId is given, in channels where canalId is"
        }
        Kind::Precos => "Prices of SKUs, or of SKUs in channels where canalId is given",
        Kind::Pedidos => "Orders as marketplaces send them; one row per item",
        Kind::Categorias => "Categories of channels",
    }
}

/// How a file is written.
pub fn forms() -> impl TypedValueParser<Value = Form> {
    let all = [
        PossibleValue::new("csv").help("A table with commas and decimal points"),
        PossibleValue::new("csv-br")
            .help("A table as spreadsheets in Brazil open it: semicolons, decimal commas, UTF-8 with a mark"),
        PossibleValue::new("xlsx").help("A workbook: codes, GTINs and documents as text, dates as dates"),
        PossibleValue::new("jsonl").help("A JSON object per line, with all that there is"),
    ];
    PossibleValuesParser::new(all).map(|name| match name.as_str() {
        "csv" => Form::Csv,
        "csv-br" => Form::CsvBr,
        "xlsx" => Form::Xlsx,
        _ => Form::Jsonl,
    })
}

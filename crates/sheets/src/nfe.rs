//! Invoices (NF-e) as a table: a row for each item, several invoices one behind the other.

use std::io::BufRead;

use crate::cell::{Cell, Row};
use crate::error::SheetError;
use crate::xml::{Piece, Xml};

/// The columns: their heading, and the element that they are with the one around it. Attributes, which the first
/// of a part are, have no path.
const COLUMNS: [(&str, &str); 27] = [
    ("chave", ""),
    ("numero", "ide/nNF"),
    ("serie", "ide/serie"),
    ("emissao", "ide/dhEmi"),
    ("emitente.cnpj", "emit/CNPJ"),
    ("emitente.nome", "emit/xNome"),
    ("destinatario.cnpj", "dest/CNPJ"),
    ("destinatario.cpf", "dest/CPF"),
    ("destinatario.nome", "dest/xNome"),
    ("destinatario.municipio", "enderDest/xMun"),
    ("destinatario.uf", "enderDest/UF"),
    ("destinatario.cep", "enderDest/CEP"),
    ("item", ""),
    ("cProd", "prod/cProd"),
    ("cEAN", "prod/cEAN"),
    ("xProd", "prod/xProd"),
    ("NCM", "prod/NCM"),
    ("CFOP", "prod/CFOP"),
    ("uCom", "prod/uCom"),
    ("qCom", "prod/qCom"),
    ("vUnCom", "prod/vUnCom"),
    ("vProd", "prod/vProd"),
    ("vDesc", "prod/vDesc"),
    ("vFrete", "prod/vFrete"),
    ("xPed", "prod/xPed"),
    ("nItemPed", "prod/nItemPed"),
    ("infAdProd", "det/infAdProd"),
];
/// The column of an invoice's number of 44 digits.
const KEY: usize = 0;
/// The first column of an item.
const ITEM: usize = 12;

/// Invoices that are being read.
pub struct Nfe<R> {
    xml: Xml<R>,
    /// The elements that are open, from the outside.
    path: Vec<String>,
    cells: Vec<Cell>,
    line: u64,
}

impl<R: BufRead> Nfe<R> {
    /// Invoices; the begin of `root` was read.
    pub fn new(xml: Xml<R>, root: &str) -> Self {
        Self { xml, path: vec![root.to_owned()], cells: vec![Cell::Empty; COLUMNS.len()], line: 0 }
    }

    /// The heading, then the items.
    pub fn next_row(&mut self) -> Result<Option<Row>, SheetError> {
        self.line += 1;
        if self.line == 1 {
            let names = COLUMNS.iter().map(|(name, _)| Cell::of_text(name));
            return Ok(Row::new(self.line, names.collect()));
        }
        let mut text = String::new();
        loop {
            match self.xml.next(self.line)? {
                Piece::Start(start) => {
                    let name = start.name();
                    text.clear();
                    let said = match name {
                        "infNFe" => Some((KEY, start.attribute("Id").unwrap_or_default())),
                        "det" => Some((ITEM, start.attribute("nItem").unwrap_or_default())),
                        _ => None,
                    };
                    self.path.push(name.to_owned());
                    if let Some((first, value)) = said {
                        for cell in self.cells.iter_mut().skip(first) {
                            *cell = Cell::Empty;
                        }
                        self.put(first, value.strip_prefix("NFe").unwrap_or(&value));
                        self.xml.begin();
                    }
                }
                Piece::Text(piece) => text.push_str(&piece),
                Piece::End => {
                    let name = self.path.pop().unwrap_or_default();
                    let around = self.path.last().map_or("", String::as_str);
                    if name == "det" {
                        return Ok(Row::new(self.line, self.cells.clone()));
                    }
                    // before version 3 without a time
                    let name = if name == "dEmi" { "dhEmi" } else { &name };
                    let column = COLUMNS.iter().position(|(_, path)| {
                        path.strip_prefix(around).and_then(|path| path.strip_prefix('/')) == Some(name)
                    });
                    if let Some(column) = column {
                        self.put(column, &text);
                    }
                    text.clear();
                }
                Piece::Nothing => return Ok(None),
            }
        }
    }

    fn put(&mut self, column: usize, text: &str) {
        if let Some(cell) = self.cells.get_mut(column) {
            *cell = Cell::of_text(text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_columns_of_items_begin_where_the_constants_say() {
        let named = |name| COLUMNS.iter().position(|column| column.0 == name);
        assert_eq!((named("chave"), named("item")), (Some(KEY), Some(ITEM)));
    }
}

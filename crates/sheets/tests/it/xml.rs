//! NF-e and Google Merchant's feeds.

use sheets::{Letters, SheetError, Source, Warning};

use crate::support::read;

fn invoice(number: u32, items: u32) -> String {
    let items: String = (1..=items)
        .map(|item| {
            format!(
                "<det nItem=\"{item}\"><prod><cProd>0012{item}</cProd><cEAN>SEM GTIN</cEAN><xProd>Pano &amp; pão</xProd>\
                 <NCM>63071000</NCM><CFOP>5102</CFOP><uCom>UN</uCom><qCom>2.0000</qCom><vUnCom>1.5000</vUnCom>\
                 <vProd>3.00</vProd></prod><imposto><ICMS><orig>0</orig></ICMS></imposto>\
                 <infAdProd>azul</infAdProd></det>"
            )
        })
        .collect();
    format!(
        "<NFe xmlns=\"http://www.portalfiscal.inf.br/nfe\"><infNFe Id=\"NFe3526{number:040}\" versao=\"4.00\"><ide>\
         <serie>1</serie><nNF>{number}</nNF><dhEmi>2026-10-01T10:00:00-03:00</dhEmi></ide><emit><CNPJ>11222333000181</CNPJ>\
         <xNome>Loja</xNome><enderEmit><UF>SP</UF></enderEmit></emit><dest><CPF>12345678909</CPF><xNome>João</xNome>\
         <enderDest><xMun>Campinas</xMun><UF>SP</UF><CEP>01310100</CEP></enderDest></dest>{items}</infNFe></NFe>"
    )
}

#[test]
fn each_item_of_an_invoice_is_a_row() {
    let one = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><nfeProc versao=\"4.00\">{}</nfeProc>",
        invoice(7, 2)
    );
    let whole = read(one.as_bytes()).unwrap();
    assert_eq!(whole.source, Source::Nfe);
    let texts = whole.texts();
    let cell = |row: usize, name: &str| {
        let column = texts[0].1.iter().position(|heading| heading == name).unwrap();
        texts[row].1[column].as_str()
    };
    assert_eq!(texts.iter().map(|row| row.0).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(cell(1, "chave").len(), 44);
    assert_eq!(
        (cell(1, "numero"), cell(1, "emitente.cnpj"), cell(2, "destinatario.cpf")),
        ("7", "11222333000181", "12345678909")
    );
    assert_eq!(
        (cell(1, "destinatario.cep"), cell(1, "destinatario.uf"), cell(1, "destinatario.cnpj")),
        ("01310100", "SP", "")
    );
    assert_eq!((cell(1, "item"), cell(2, "item"), cell(2, "cProd")), ("1", "2", "00122"));
    assert_eq!((cell(1, "xProd"), cell(1, "qCom"), cell(1, "infAdProd")), ("Pano & pão", "2.0000", "azul"));
}

#[test]
fn several_invoices_stand_in_one_file() {
    let wrapped = format!("<enviNFe>{}{}</enviNFe>", invoice(1, 2), invoice(2, 1));
    let behind = format!("{}\n<?xml version=\"1.0\"?>{}", invoice(1, 2), invoice(2, 1));
    for file in [wrapped, behind] {
        let whole = read(file.as_bytes()).unwrap();
        let numbers: Vec<String> = whole.texts().into_iter().map(|(_, cells)| cells[1].clone()).collect();
        assert_eq!(numbers, ["numero", "1", "1", "2"]);
    }
}

#[test]
fn an_invoice_in_latin_letters_is_read() {
    let xml = format!("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>{}", invoice(1, 1));
    let latin: Vec<u8> = xml.chars().map(|letter| u8::try_from(u32::from(letter)).unwrap()).collect();
    let whole = read(&latin).unwrap();
    assert!(
        whole.texts()[1].1.contains(&"João".to_owned()),
        "{:?} {:?}",
        Letters::Windows1252,
        whole.texts()
    );
}

#[test]
fn a_feed_is_a_table_of_its_elements() {
    let rss = "<?xml version=\"1.0\"?><rss xmlns:g=\"http://base.google.com/ns/1.0\"><channel><title>Loja</title>\
        <item><g:id>A</g:id><title>Panela</title><g:title>Panela</g:title><g:price>89.90 BRL</g:price>\
        <g:additional_image_link>u1</g:additional_image_link><g:additional_image_link>u2</g:additional_image_link></item>\
        <item><g:id>B</g:id><g:brand><![CDATA[A & B]]></g:brand><g:shipping><g:country>BR</g:country>\
        <g:price>5 BRL</g:price></g:shipping></item></channel></rss>";
    let whole = read(rss.as_bytes()).unwrap();
    assert_eq!(whole.source, Source::Merchant);
    let texts = whole.texts();
    assert_eq!(texts[0].1, ["id", "title", "price", "additional_image_link", "brand", "shipping"]);
    assert_eq!(texts[1], (2, ["A", "Panela", "89.90 BRL", "u1|u2"].map(str::to_owned).to_vec()));
    assert_eq!(texts[2], (3, ["B", "", "", "", "A & B", "BR:5 BRL"].map(str::to_owned).to_vec()));
    let atom = "<feed xmlns=\"http://www.w3.org/2005/Atom\"><entry><g:id>A</g:id><link href=\"https://a/?b&amp;c\"/></entry></feed>";
    let whole = read(atom.as_bytes()).unwrap();
    assert_eq!(whole.texts()[1].1, ["A", "https://a/?b&c"]);
}

#[test]
fn an_element_that_comes_late_is_told() {
    let items: String = (0..150).map(|number| format!("<item><id>{number}</id></item>")).collect();
    let rss = format!("<rss>{items}<item><id>x</id><cor>azul</cor></item></rss>");
    let whole = read(rss.as_bytes()).unwrap();
    assert_eq!(whole.rows.len(), 152);
    assert_eq!(whole.warnings, [Warning::UnknownColumn { line: 152, name: "cor".to_owned() }]);
}

#[test]
fn broken_xml_ends_in_a_sentence() {
    for xml in ["<NFe><infNFe>", "<NFe><det></NFe>", "<rss><item><id>1</rss>", "<rss><item>"] {
        let error = read(xml.as_bytes()).map(|whole| whole.texts());
        assert!(matches!(error, Err(SheetError::BrokenXml(_))), "{xml}: {error:?}");
    }
    let bomb =
        "<!DOCTYPE rss [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><rss><item><id>&b;</id></item></rss>";
    assert!(matches!(read(bomb.as_bytes()), Err(SheetError::BrokenXml(_))));
}

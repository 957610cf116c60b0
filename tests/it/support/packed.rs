//! Texts of orders as the database holds them: packed, or plain as versions before packing wrote them.

use std::collections::HashMap;
use std::sync::OnceLock;

use domain::values::ids::{LojaId, PedidoId};
use serde_json::Value;
use store::StoreError;
use store::pedidos::{StoredTexts, stored_texts};

use super::TestApp;

/// How zstd's frames begin.
const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// What some bytes are packed from, if they are: found out past the program, out of its dictionaries alone.
pub fn unpacked(bytes: &[u8]) -> Option<Vec<u8>> {
    static DICTIONARIES: OnceLock<HashMap<u8, Vec<u8>>> = OnceLock::new();
    let dictionaries = DICTIONARIES.get_or_init(|| {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/store/dictionaries");
        let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let number = |path: &std::path::Path| path.file_stem().unwrap().to_str().unwrap().parse().unwrap();
        files.map(|path| (number(&path), std::fs::read(&path).unwrap())).collect()
    });
    let (number, frame) = bytes.split_first()?;
    if !frame.starts_with(&MAGIC) {
        return None;
    }
    let dictionary = dictionaries.get(number).expect("a dictionary that is kept");
    Some(zstd::bulk::Decompressor::with_dictionary(dictionary).unwrap().decompress(frame, 1 << 23).unwrap())
}

/// The texts of an order.
pub fn texts(app: &TestApp, loja: LojaId, id: i64) -> StoredTexts {
    let read =
        |conn: &mut store::Conn<'_>| -> Result<_, StoreError> { stored_texts(conn, loja, PedidoId(id)) };
    app.store.read_blocking(read).unwrap().expect("the order exists")
}

/// Has the database as the migrations find and leave one in which these orders were already, their histories
/// an entry a row.
pub fn undone(app: &TestApp, loja: LojaId, ids: &[i64]) {
    for id in ids {
        let texts = texts(app, loja, *id);
        let quoted = |text: &str| text.replace('\'', "''");
        let (documento, registro) = (quoted(&texts.documento), quoted(&texts.registro));
        let catalogo = quoted(&texts.catalogo);
        let progress: Value = serde_json::from_str(&texts.andamento).unwrap();
        let column = |value: &Value| match value {
            Value::Null => "NULL".to_owned(),
            value => format!("'{}'", quoted(&value.to_string())),
        };
        let (details, items) = (&progress["detalhes"], column(&progress["itens"]));
        let (invoice, parcel) = (column(&details["notaFiscal"]), column(&details["rastreio"]));
        let (aplicacao, store) = (loja.aplicacao.0, loja.loja);
        let entries = progress["historico"].as_array().unwrap().iter().zip(1..);
        let entries = entries.map(|(entry, seq)| {
            let entry = quoted(&entry.to_string());
            format!("({aplicacao}, {store}, {id}, {seq}, 1, 0, 0, '{entry}')")
        });
        let entries = entries.collect::<Vec<_>>().join(", ");
        app.database.execute(&format!(
            "UPDATE pedido_documentos SET documento = '{documento}', documento_zstd = NULL, \
             andamento = '', andamento_zstd = NULL, nota_fiscal = {invoice}, rastreio = {parcel}, \
             itens = {items} WHERE pedido_id = {id}; \
             DELETE FROM pedido_historico WHERE pedido_id = {id}; \
             INSERT INTO pedido_historico VALUES {entries}; \
             UPDATE pedido_registros SET registro = '{registro}', catalogo = '{catalogo}', \
             registro_zstd = NULL, catalogo_zstd = NULL WHERE pedido_id = {id}"
        ));
    }
    app.database.execute(
        "DELETE FROM textos_pendentes; \
         INSERT INTO textos_pendentes SELECT DISTINCT aplicacao_id, loja_id, 0 FROM pedidos",
    );
}

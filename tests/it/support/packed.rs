//! Texts of orders as they are stored.

use std::collections::HashMap;
use std::sync::OnceLock;

use domain::values::ids::{LojaId, PedidoId};
use store::StoreError;
use store::orders::{StoredTexts, stored_texts};

use super::TestApp;

/// How zstd's frames begin.
const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// The text of some bytes if they are a compressed text: read without the program's code, with its dictionaries.
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

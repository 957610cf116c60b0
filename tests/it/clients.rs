//! The documents in `clients/openapi`, which the clients beside the workspace are generated from.
//!
//! `ENTREPOSTO_RECORD=1 cargo test -p entreposto-tests --test it clients::` writes them anew.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::contract::Contract;
use crate::support::layout::layout;

/// A parameter, a response and a member of a schema take a line each.
const DEPTH: usize = 5;

#[test]
fn clients_are_generated_from_the_documents_of_the_interfaces() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../clients/openapi");
    for (contract, file) in [(Contract::a(), "a.json"), (Contract::b(), "b.json")] {
        let file = folder.join(file);
        if std::env::var_os("ENTREPOSTO_RECORD").is_some() {
            fs::write(&file, layout(&contract.documento, DEPTH)).unwrap();
        }
        let text = fs::read_to_string(&file).unwrap_or_default();
        let stored: Value = serde_json::from_str(&text).unwrap_or_default();
        assert!(
            stored == contract.documento,
            "{} is not the document of its interface; the first lines of this test say how to write it anew",
            file.display()
        );
    }
}

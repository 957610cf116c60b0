//! The example as a process: an order that is in order, one that is not, and something else.
#![allow(clippy::unwrap_used)]

use std::io::Write;
use std::process::{Command, Stdio};

/// Exit code and output for an input.
fn run(input: &str) -> (i32, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_entreposto-domain-only"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn an_order_is_read_and_what_is_wrong_with_it_is_told() {
    let good = include_str!("pedido.json");
    assert_eq!(run(good), (0, "P1: 1 produto(s), total 207.3\n".to_owned()));
    let (code, told) = run(&good
        .replace("\"canalId\": \"c\"", "\"canalId\": \"\"")
        .replace("\"quantidade\": 2", "\"quantidade\": 0"));
    assert_eq!(code, 1);
    assert!(told.contains("canalId: ") && told.contains("produtos[0].quantidade: "), "{told}");
    assert_eq!(run("{").0, 1);
}

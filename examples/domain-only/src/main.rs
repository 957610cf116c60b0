//! Reads an order from standard input and says what is wrong with it: the hub's rules without a database or a
//! server.

use std::io::{self, Read, Write};
use std::process::ExitCode;

use domain::pedido::Pedido;
use domain::reading::json::{ReadError, read_json};

fn main() -> io::Result<ExitCode> {
    let mut text = Vec::new();
    io::stdin().read_to_end(&mut text)?;
    let mut out = io::stdout().lock();
    match read_json::<Pedido>(&text) {
        Ok(pedido) => {
            writeln!(
                out,
                "{}: {} produto(s), total {}",
                pedido.source_id,
                pedido.produtos.len(),
                pedido.total
            )?;
            return Ok(ExitCode::SUCCESS);
        }
        Err(ReadError::Problems(problems)) => {
            for problem in problems.iter() {
                writeln!(out, "{problem}")?;
            }
        }
        Err(error @ ReadError::Syntax { .. }) => writeln!(out, "{error}")?,
    }
    Ok(ExitCode::FAILURE)
}

//! Reads an order from standard input and says what is wrong with it: the hub's rules without a database or a
//! server.

use std::io::{self, Read, Write};
use std::process::ExitCode;

use domain::pedido::Pedido;
use domain::reading::json::{ErroLeitura, ler_json};

fn main() -> io::Result<ExitCode> {
    let mut text = Vec::new();
    io::stdin().read_to_end(&mut text)?;
    let mut out = io::stdout().lock();
    match ler_json::<Pedido>(&text) {
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
        Err(ErroLeitura::Problemas(problemas)) => {
            for problema in problemas.iter() {
                writeln!(out, "{problema}")?;
            }
        }
        Err(erro @ ErroLeitura::Sintaxe { .. }) => writeln!(out, "{erro}")?,
    }
    Ok(ExitCode::FAILURE)
}

//! The delivery of events: the engine over both databases, with a clock and a receiver of the tests' own.

mod apoio;
mod agenda;
mod caminhos;
mod ordem;
mod servidores;

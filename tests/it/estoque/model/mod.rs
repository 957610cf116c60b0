//! The stock against a model of its rules: random orders, moves, numbers, changes of hands and of channels,
//! after which stock, reservations, ledger, shortfalls, offers and what was told of them are the model's.

mod compare;
mod lives;
mod rules;
mod steps;
mod world;

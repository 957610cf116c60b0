//! The stock against a model of its rules: random orders, moves, numbers, changes of hands, of channels and
//! of distribution centres, after which stock, reservations, ledger, shortfalls, offers and what was told of
//! them are the model's.

mod centres;
mod compare;
mod goods;
mod lives;
mod rules;
mod shelves;
mod steps;
mod world;

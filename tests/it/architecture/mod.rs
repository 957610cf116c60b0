//! The layout of the sources, held by reading them.
//!
//! Each file below holds one rule. What the rule is stands in a table at its head; what the tree still does
//! against it stands in `allowed/`, in a file of that rule's name (see [`debts`]).

mod circles;
pub(crate) mod crates;
mod debts;
mod dialects;
mod floors;
mod lines;
mod module_roots;
mod names;
mod paths;
mod sources;
mod syntax;
mod tokens;
mod writers;

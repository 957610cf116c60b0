//! Has the package built again when a migration is added: the macro that embeds them sees only the files of
//! before.

fn main() {
    for folder in ["sqlite", "postgres"] {
        println!("cargo::rerun-if-changed={folder}");
    }
}

//! Rebuilds the package when a migration is added: the embedding macro does not notice new files.

fn main() {
    for folder in ["sqlite", "postgres"] {
        println!("cargo::rerun-if-changed={folder}");
    }
}

//! All categories of a store: the list and the tree.

use anyhow::{Result, ensure};
use serde_json::Value;

use super::answers::total;
use super::bench::Bench;
use super::limited::{Interface, Replay};
use crate::report::{Goal, Row};
use crate::site::Site;
use crate::table::thousands;

/// The answers are megabytes: more connections only fill buffers.
const CONNECTIONS: usize = 4;

/// `GET /categorias`, list and tree.
pub fn both_forms(bench: &Bench, site: &Site<'_>, rows: &mut Vec<Row>) -> Result<()> {
    let planted = u64::from(site.amounts.categories);
    for (form, path) in [("list", "/categorias"), ("tree", "/categorias?hierarquia=true")] {
        let work = Replay {
            work: &format!("GET /categorias, {form} of {}", thousands(planted as f64)),
            interface: Interface::B,
            paths: &[path.to_owned()],
            connections: CONNECTIONS,
            times: true,
            goal: Goal::AtMost(3.0),
        };
        rows.push(work.measure(bench, site, |answer| {
            let (found, said) = (count(&answer.json()?), total(answer)?);
            ensure!(found == said, "{found} records, and x-total-count says {said}");
            ensure!(found >= planted, "{found} records instead of {planted} and more");
            Ok(())
        })?);
    }
    Ok(())
}

/// Categories on all levels.
fn count(list: &Value) -> u64 {
    let records = list.as_array().into_iter().flatten();
    records.map(|record| 1 + record.get("subCategorias").map_or(0, count)).sum()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn categories_are_counted_on_all_levels() {
        let tree = json!([{"subCategorias": [{"subCategorias": null}, {"subCategorias": [{}]}]}, {}]);
        assert_eq!(count(&tree), 5);
    }
}

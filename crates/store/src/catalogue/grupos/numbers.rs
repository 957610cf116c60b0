//! The numbers of groups: drawn when a group is first named.

use std::collections::{BTreeSet, HashMap};

use domain::values::ids::LojaId;

use crate::base::StoreError;
use crate::base::Tx;
use crate::base::dialect;
use crate::base::sequences::{Sequence, next_many};

/// The numbers of some groups; those that have none yet get one. An empty `parentId` is no group.
pub(crate) fn find_or_create<'a>(
    tx: &mut Tx<'_>,
    loja: LojaId,
    parents: impl Iterator<Item = &'a str>,
) -> Result<HashMap<String, i64>, StoreError> {
    let parents: BTreeSet<&str> = parents.filter(|p| !p.is_empty()).collect();
    if parents.is_empty() {
        return Ok(HashMap::new());
    }
    let parents: Vec<&str> = parents.into_iter().collect();
    let mut found: HashMap<String, i64> = dialect!(tx => list(loja, &parents))?.into_iter().collect();
    let new: Vec<&str> = parents.into_iter().filter(|p| !found.contains_key(*p)).collect();
    if !new.is_empty() {
        let numbers = next_many(tx, Sequence::Skus, new.len())?;
        let new: Vec<(&str, i64)> = new.into_iter().zip(numbers).collect();
        found.extend(dialect!(tx => insert(loja, &new))?);
    }
    Ok(found)
}

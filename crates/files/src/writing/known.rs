//! What a batch has looked up already.

use std::collections::HashMap;

use domain::values::ids::{CanalId, LojaId};
use store::{StoreError, Tx, canais};

/// Numbers of channels that were looked up.
pub struct Known {
    pub loja: LojaId,
    canais: HashMap<CanalId, Option<i32>>,
}

impl Known {
    pub fn of(loja: LojaId) -> Self {
        Self { loja, canais: HashMap::new() }
    }

    pub fn canal(&mut self, tx: &mut Tx<'_>, id: &CanalId) -> Result<Option<i32>, StoreError> {
        if let Some(found) = self.canais.get(id) {
            return Ok(*found);
        }
        let found = canais::find_numbers(tx, self.loja, std::slice::from_ref(id))?;
        let number = found.first().map(|(_, number)| *number);
        self.canais.insert(id.clone(), number);
        Ok(number)
    }
}

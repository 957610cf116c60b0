//! Values of statements, put together.

use domain::values::ids::LojaId;

use super::row::Account;
use crate::base::BindValue;

/// What names an account.
pub(super) fn named(loja: LojaId, (sku_num, centro): Account) -> [BindValue<'static>; 4] {
    [
        BindValue::I32(loja.aplicacao.0),
        BindValue::I32(loja.loja),
        BindValue::I64(sku_num),
        BindValue::I32(centro),
    ]
}

/// Some values behind others: as many as there are, `N`.
pub(super) fn joined<const N: usize>(parts: &[&[BindValue<'static>]]) -> [BindValue<'static>; N] {
    debug_assert_eq!(parts.iter().map(|part| part.len()).sum::<usize>(), N);
    let mut all = [BindValue::I16(0); N];
    for (place, value) in all.iter_mut().zip(parts.iter().copied().flatten()) {
        *place = *value;
    }
    all
}

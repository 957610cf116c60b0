//! Pages of lists to which few of many orders belong, such as those of a rare status over a year. Along the index of
//! the date such a page would pass all the orders between its own; the counts say where the next one is.

use domain::values::ids::LojaId;

use crate::base::{Conn, StoreError};
use crate::orders::counts::{Counter, Jump, Selector};
use crate::orders::search::{Cutoff, RegistrosFilter, count_rows};

/// As many orders as a walk may always pass.
const FEW: i64 = 10_000;
/// Where one order of so many matches, or more, a walk is as good.
const RATIO: i64 = 50;
/// How long a piece of the range is that is walked from where the next match is: six hours, in microseconds.
const PIECE: i64 = 6 * 3_600_000_000;
/// A shorter range is walked without asking whether few match: 32 days, which are one count.
const SHORT: i64 = 32 * 24 * 3_600_000_000;

/// Some rows of a list, `skipped` after a cutoff and at most `limit`, as `read` reads them: at once, or piece by piece
/// of the range where few match.
pub(super) fn rows<T>(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filter: &RegistrosFilter,
    cutoff: Cutoff,
    [mut skipped, limit]: [i64; 2],
    mut read: impl FnMut(&mut Conn<'_>, Cutoff, [i64; 2]) -> Result<Vec<T>, StoreError>,
) -> Result<Vec<T>, StoreError> {
    if !few_match(conn, loja, filter, cutoff)? {
        return read(conn, cutoff, [skipped, limit]);
    }
    let one = count_rows(loja, filter);
    let counter = Counter::new(loja, filter.tipo.counted(), [filter.selector()], &one);
    let (mut found, mut de, mut ate) = (Vec::new(), cutoff.de, cutoff.ate);
    loop {
        let wanted = limit.saturating_sub(found.len() as i64);
        let next = if wanted > 0 { counter.jump(conn, (de, ate), filter.ascending, skipped)? } else { None };
        let Some(Jump { position, offset }) = next else { return Ok(found) };
        let piece = match filter.ascending {
            true => (position, position.saturating_add(PIECE).min(ate)),
            false => (position.saturating_sub(PIECE).max(de), position),
        };
        let after = cutoff.after.filter(|[date, _]| (piece.0..piece.1).contains(date));
        let within = Cutoff { de: piece.0, ate: piece.1, open: false, after };
        found.extend(read(conn, within, [offset, wanted])?);
        (de, ate) = if filter.ascending { (piece.1, ate) } else { (de, piece.0) };
        skipped = 0;
    }
}

/// Whether a walk from the cutoff would pass many orders for each that matches.
fn few_match(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filter: &RegistrosFilter,
    Cutoff { de, ate, .. }: Cutoff,
) -> Result<bool, StoreError> {
    let selector = filter.selector();
    if filter.has_selective_condition() || selector.accepts_all() || ate.saturating_sub(de) <= SHORT {
        return Ok(false);
    }
    // roughly: what lies at the ends of the range, within a quarter of an hour, does not matter
    let counter =
        Counter::new(loja, filter.tipo.counted(), [selector, Selector::default()], &|_, _, _| Ok([0, 0]));
    let [matching, all] = counter.totals(conn, de, ate)?;
    Ok(all > FEW && matching < all / RATIO)
}

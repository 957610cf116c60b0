//! Pages of lists of orders: read by the index of the list's date, from where the counts say that the page begins. In a
//! sparse list few of many orders match, as those of a rare status over a year; a scan of the index would pass all the
//! others, so the counts are asked again where the next match is.

use diesel::prelude::*;
use domain::values::ids::LojaId;

use crate::base::paging::PageRequest;
use crate::base::schema::pedidos;
use crate::base::{Conn, Slice, StoreError, on};
use crate::orders::counts::{Counter, Jump, Selector};
use crate::orders::search::{Cutoff, RegistrosFilter, WithDates, count_rows, filtered, ordered};

/// When the counts are asked.
struct Limits {
    /// From this offset on: below it, skipping rows is cheaper than finding the position by the counts.
    jump_from: i64,
    /// A range with at most this many orders is scanned.
    scanned: i64,
    /// A list is sparse if fewer than one order in this many matches.
    sparse: i64,
    /// Where at least one in this many does, the rest of the range is scanned after some windows: to ask for each match costs
    /// about as much as to pass so many orders.
    rare: i64,
    /// Length of range, in microseconds, that is scanned from a match on in a sparse list; the next time twice as long where
    /// another match follows soon.
    window: i64,
    /// A range up to this long, in microseconds, is scanned without asking the counts.
    short: i64,
}

const HOUR: i64 = 3_600_000_000;
/// Windows before the rest is scanned.
const WINDOWS: u32 = 8;
/// The usual ones. 32 days are the longest span of the counts.
const LIMITS: Limits = Limits {
    jump_from: 250,
    scanned: 10_000,
    sparse: 50,
    rare: 1000,
    window: 6 * HOUR,
    short: 32 * 24 * HOUR,
};

/// Date and number of the orders of a page, and of one more if there is one.
pub(super) fn keys(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filter: &RegistrosFilter,
    wanted: PageRequest,
) -> Result<Vec<[i64; 2]>, StoreError> {
    let cutoff = Cutoff::new(filter, wanted.after());
    let offset_and_limit = [wanted.offset(), wanted.limit()];
    rows(conn, loja, filter, cutoff, offset_and_limit, |conn, cutoff, rows| {
        scan_keys(conn, loja, filter, cutoff, rows)
    })
}

/// Some keys of a list after a cutoff, by the index of its date.
fn scan_keys(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filter: &RegistrosFilter,
    cutoff: Cutoff,
    [skipped, limit]: [i64; 2],
) -> Result<Vec<[i64; 2]>, StoreError> {
    let found: Vec<(Option<i64>, i64)> = on!(conn, c => {
        let q = filtered!(pedidos::table, loja, filter, cutoff, c.date_of(filter));
        let q = ordered!(q, filter, c.date_of(filter)).select((c.date_of(filter), pedidos::pedido_id));
        Slice::new(q, limit, skipped).load(c)
    })?;
    Ok(found.into_iter().map(|(date, id)| [date.unwrap_or_default(), id]).collect())
}

/// Reads at most `limit` rows of a list that follow its cutoff and `skipped` more, by one query or, in a sparse list, window
/// by window. `read` gets the cutoff, the rows to skip and the most rows to read.
pub(super) fn rows<T>(
    conn: &mut Conn<'_>,
    loja: LojaId,
    filter: &RegistrosFilter,
    cutoff: Cutoff,
    rows: [i64; 2],
    read: impl FnMut(&mut Conn<'_>, Cutoff, [i64; 2]) -> Result<Vec<T>, StoreError>,
) -> Result<Vec<T>, StoreError> {
    rows_within(&LIMITS, conn, loja, filter, cutoff, rows, read)
}

fn rows_within<T>(
    limits: &Limits,
    conn: &mut Conn<'_>,
    loja: LojaId,
    filter: &RegistrosFilter,
    cutoff: Cutoff,
    [mut skipped, limit]: [i64; 2],
    mut read: impl FnMut(&mut Conn<'_>, Cutoff, [i64; 2]) -> Result<Vec<T>, StoreError>,
) -> Result<Vec<T>, StoreError> {
    let [matching, all] = estimate(limits, conn, loja, filter, cutoff)?;
    let is_sparse = all > limits.scanned && matching < all / limits.sparse;
    if filter.has_selective_condition() || (!is_sparse && skipped < limits.jump_from) {
        return read(conn, cutoff, [skipped, limit]);
    }
    let one = count_rows(loja, filter);
    let counter = Counter::new(loja, filter.tipo.counted(), [filter.selector()], &one);
    let (mut found, mut de, mut ate) = (Vec::new(), cutoff.de, cutoff.ate);
    let (mut window, mut windows) = (limits.window, 0);
    loop {
        let wanted = limit.saturating_sub(found.len() as i64);
        if wanted <= 0 || de >= ate {
            return Ok(found);
        }
        let next = counter.jump(conn, (de, ate), filter.ascending, skipped)?;
        let Some(Jump { position, offset }) = next else { return Ok(found) };
        let gap = if filter.ascending { position.saturating_sub(de) } else { ate.saturating_sub(position) };
        window = if !is_sparse || (windows >= WINDOWS && matching >= all / limits.rare) {
            i64::MAX
        } else if gap < window {
            window.saturating_mul(2)
        } else {
            limits.window
        };
        windows += 1;
        let (from, until) = match filter.ascending {
            true => (position, position.saturating_add(window).min(ate)),
            false => (position.saturating_sub(window).max(de), position),
        };
        // the cursor concerns only the window that its date is in
        let after = cutoff.after.filter(|[date, _]| (from..until).contains(date));
        found.extend(read(conn, Cutoff { de: from, ate: until, after }, [offset, wanted])?);
        (de, ate) = if filter.ascending { (until, ate) } else { (de, from) };
        skipped = 0;
    }
}

/// How many orders of a long range match, and how many there are; none where nobody needs to know. Orders within a quarter of
/// an hour of either end are not counted.
fn estimate(
    limits: &Limits,
    conn: &mut Conn<'_>,
    loja: LojaId,
    filter: &RegistrosFilter,
    Cutoff { de, ate, .. }: Cutoff,
) -> Result<[i64; 2], StoreError> {
    let selector = filter.selector();
    if filter.has_selective_condition() || selector.accepts_all() || ate.saturating_sub(de) <= limits.short {
        return Ok([0, 0]);
    }
    let selectors = [selector, Selector::default()];
    Counter::new(loja, filter.tipo.counted(), selectors, &|_, _, _| Ok([0, 0])).totals(conn, de, ate)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use std::collections::BTreeMap;

    use diesel::connection::SimpleConnection;
    use diesel::{Connection, SqliteConnection};
    use diesel_migrations::MigrationHarness;
    use domain::pedido::{Standing, StatusPedido};
    use domain::values::dates::Instante;
    use domain::values::ids::AplicacaoId;
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;
    use crate::base::Backend;
    use crate::base::paging::Range;

    const LOJA: LojaId = LojaId { aplicacao: AplicacaoId(1), loja: 1 };
    const QUARTER: i64 = HOUR / 4;

    /// A database with orders, given by date and status, and their counts.
    fn database(orders: &[(i64, i16)]) -> SqliteConnection {
        let mut sql = "PRAGMA foreign_keys = OFF;".to_owned();
        let mut counts: BTreeMap<(usize, i64), BTreeMap<i16, i64>> = BTreeMap::new();
        for (id, (date, status)) in orders.iter().enumerate() {
            sql += &format!(
                "INSERT INTO pedidos VALUES (1, 1, {id}, 1, '{id}', {status}, 1, {date}, NULL, 0, 1, '', 0, 0, 0, 0, 0, 0,
                 NULL, NULL, NULL);"
            );
            for (level, length) in [32 * 24 * HOUR, 6 * HOUR, QUARTER].into_iter().enumerate() {
                let span = (level, date.div_euclid(length) * length);
                *counts.entry(span).or_default().entry(*status).or_default() += 1;
            }
        }
        for ((level, start), parts) in counts {
            let total: i64 = parts.values().sum();
            let parts: Vec<[i64; 3]> = parts.into_iter().map(|(status, n)| [status.into(), 1, n]).collect();
            sql +=
                &format!("INSERT INTO contagens VALUES (1, 1, 0, {level}, {start}, {total}, '{parts:?}');");
        }
        let mut c = SqliteConnection::establish(":memory:").unwrap();
        c.run_pending_migrations(migrations::SQLITE).unwrap();
        c.batch_execute(&sql).unwrap();
        c
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn every_page_of_a_sparse_list_is_the_one_of_a_scan(
            places in vec((-90..90_i64, 0..3_i64, 0..6_i16), 1..150),
            ascending: bool,
            size in 1..7_usize,
            skipped in 0..9_usize,
            ends in prop::option::of((-95..95_i64, -95..95_i64)),
            rare in prop::sample::select(vec![1, 1_000_000]),
        ) {
            let wanted = Standing::of_statuses(&[StatusPedido::Pago]);
            let [paid, other] = [wanted[0].stored(), Standing::of_statuses(&[StatusPedido::Entregue])[0].stored()];
            // many at the same instants, on the edges of spans and beside them
            let date = |place: i64, beside: i64| place * QUARTER * 2 + beside - 1;
            let orders: Vec<(i64, i16)> = places
                .iter()
                .map(|(place, beside, one)| (date(*place, *beside), if *one == 0 { paid } else { other }))
                .collect();
            let bounds = ends.map_or((i64::MIN, i64::MAX), |(from, until)| (date(from, 1), date(until, 2)));
            let mut expected: Vec<[i64; 2]> = orders
                .iter()
                .enumerate()
                .filter(|(_, (date, status))| *status == paid && (bounds.0..bounds.1).contains(date))
                .map(|(id, (date, _))| [*date, id as i64])
                .collect();
            expected.sort_unstable();
            if !ascending {
                expected.reverse();
            }
            let at = |end: fn((i64, i64)) -> i64| ends.map(|_| Instante::from_micros(end(bounds)));
            let filter = RegistrosFilter {
                faixa: Range { de: at(|(from, _)| from), ate: at(|(_, until)| until) },
                status: Some(wanted),
                ascending,
                ..RegistrosFilter::default()
            };
            let limits = Limits { jump_from: 0, scanned: 0, sparse: 1, rare, window: QUARTER, short: -1 };
            let mut c = database(&orders);
            let mut conn = Conn::new(Backend::Sqlite(&mut c));
            let mut page = |after: Option<[i64; 2]>, skipped: usize| {
                let rows = [skipped as i64, size as i64];
                rows_within(&limits, &mut conn, LOJA, &filter, Cutoff::new(&filter, after), rows, |conn, cutoff, rows| {
                    scan_keys(conn, LOJA, &filter, cutoff, rows)
                })
                .unwrap()
            };
            let numbered: Vec<[i64; 2]> = expected.iter().skip(skipped).take(size).copied().collect();
            prop_assert_eq!(page(None, skipped), numbered);
            let mut walked = Vec::new();
            loop {
                let found = page(walked.last().copied(), 0);
                walked.extend_from_slice(&found);
                if found.len() < size {
                    break;
                }
            }
            prop_assert_eq!(walked, expected);
        }
    }
}

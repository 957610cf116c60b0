//! Pages of a list that begin after a number of rows.

use crate::connector::Stop;

/// How many rows lie before a page; none before the first.
pub fn begin(page: Option<&str>) -> Result<usize, Stop> {
    page.map_or(Ok(0), str::parse).map_err(|_| Stop::lacks("page"))
}

/// Where the page after one of so many rows begins, in a list of `total` rows; none: it was the last.
pub fn next(begin: usize, rows: usize, total: i64) -> Option<String> {
    let end = begin + rows;
    (rows > 0 && i64::try_from(end).is_ok_and(|end| end < total)).then(|| end.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_follow_each_other_to_the_end() {
        assert_eq!(
            (begin(None), begin(Some("40")), begin(Some("x"))),
            (Ok(0), Ok(40), Err(Stop::lacks("page")))
        );
        assert_eq!(next(0, 20, 41).as_deref(), Some("20"));
        assert_eq!(next(40, 1, 41), None);
        // rows were deleted in between: an empty page is the last
        assert_eq!(next(20, 0, 41), None);
    }
}

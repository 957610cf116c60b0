//! What of the log is wanted.

use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::ParseError;

/// Reads a filter. actix's parser calls it an error when a stranger sends what is no HTTP, so that anybody
/// could fill the log: it is heard only where the filter names it.
pub fn parse(filter: &str) -> Result<EnvFilter, ParseError> {
    EnvFilter::try_new(format!("actix_http=off,{filter}"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use tracing::Level;

    use super::*;

    #[test]
    fn what_strangers_cause_is_logged_only_where_the_filter_names_it() {
        let heard = |filter: &str| {
            let log = tracing_subscriber::fmt().with_env_filter(parse(filter).unwrap()).finish();
            tracing::subscriber::with_default(log, || {
                let noise = tracing::enabled!(target: "actix_http::h1::dispatcher", Level::ERROR);
                (noise, tracing::enabled!(target: "entreposto", Level::ERROR))
            })
        };
        for filter in ["info", "debug", "trace", "info,actix_server=warn"] {
            assert_eq!(heard(filter), (false, true), "{filter}");
        }
        assert_eq!(heard("info,actix_http=error"), (true, true));
        assert_eq!(heard("off"), (false, false));
        assert!(parse("info,=").is_err());
    }
}

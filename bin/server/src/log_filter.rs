//! The filter of the log.

use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::ParseError;

/// Parses a filter. actix's parser logs invalid HTTP from any client as an error, so that anybody could fill
/// the log: it is silent unless the filter names it.
pub fn parse(filter: &str) -> Result<EnvFilter, ParseError> {
    EnvFilter::try_new(format!("actix_http=off,{filter}"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use tracing::Level;

    use super::*;

    #[test]
    fn errors_of_the_http_parser_are_logged_only_when_the_filter_names_it() {
        let logged = |filter: &str| {
            let log = tracing_subscriber::fmt().with_env_filter(parse(filter).unwrap()).finish();
            tracing::subscriber::with_default(log, || {
                let noise = tracing::enabled!(target: "actix_http::h1::dispatcher", Level::ERROR);
                (noise, tracing::enabled!(target: "entreposto", Level::ERROR))
            })
        };
        for filter in ["info", "debug", "trace", "info,actix_server=warn"] {
            assert_eq!(logged(filter), (false, true), "{filter}");
        }
        assert_eq!(logged("info,actix_http=error"), (true, true));
        assert_eq!(logged("off"), (false, false));
        assert!(parse("info,=").is_err());
    }
}

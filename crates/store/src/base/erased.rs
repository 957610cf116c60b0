//! Results of calls with their types erased: what carries a call to the database and its answer back is compiled once, not
//! once for each of several hundred calls.

use std::any::Any;

use crate::base::StoreError;

/// A value or an error of a type that only the caller knows.
pub(crate) type Erased = Box<dyn Any + Send>;

/// Why a call failed.
pub(crate) enum Failure {
    /// The call's own error.
    Own(Erased),
    Database(StoreError),
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::Database(error)
    }
}

/// Erases the types of a result.
pub(crate) fn erase<T: Send + 'static, E: Send + 'static>(result: Result<T, E>) -> Result<Erased, Failure> {
    match result {
        Ok(value) => Ok(Box::new(value)),
        Err(error) => Err(Failure::Own(Box::new(error))),
    }
}

/// The result that [`erase`] was given, or the database's error in its place.
pub(crate) fn restore<T: 'static, E: From<StoreError> + 'static>(
    result: Result<Erased, Failure>,
) -> Result<T, E> {
    let mistaken = |_| E::from(StoreError::Internal("a call has a result of another type".to_owned()));
    match result {
        Ok(value) => value.downcast().map_or_else(|value| Err(mistaken(value)), |value| Ok(*value)),
        Err(Failure::Own(error)) => Err(error.downcast().map_or_else(mistaken, |error| *error)),
        Err(Failure::Database(error)) => Err(error.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq)]
    enum Own {
        Refused(u8),
        Failed(String),
    }

    impl From<StoreError> for Own {
        fn from(error: StoreError) -> Self {
            Self::Failed(error.to_string())
        }
    }

    #[test]
    fn a_result_comes_back_as_it_was_and_the_databases_error_as_the_callers() {
        let through = |result: Result<String, Own>| restore::<String, Own>(erase(result));
        assert_eq!(through(Ok("x".to_owned())), Ok("x".to_owned()));
        assert_eq!(through(Err(Own::Refused(7))), Err(Own::Refused(7)));
        let failed = restore::<String, Own>(Err(StoreError::Overload.into()));
        assert_eq!(failed, Err(Own::Failed(StoreError::Overload.to_string())));
    }
}

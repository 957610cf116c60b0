//! Delivers events as signed HTTP calls.

//! api-b

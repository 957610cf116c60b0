//! Notifications and subscriptions: how sending goes, what was tried, and what to do about it.

pub mod care;
pub mod edit;
pub mod entrega;
pub mod list;
pub mod one;
pub mod rows;

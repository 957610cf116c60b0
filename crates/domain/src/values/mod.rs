//! Values that entities are made of: money, measures, dates, documents, identifiers, addresses on the web.

pub mod dates;
pub mod documents;
pub mod ids;
pub mod measure;
pub mod money;
pub mod name_words;
pub mod search_text;
pub mod web;

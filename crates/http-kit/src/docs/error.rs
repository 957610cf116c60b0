//! Why there is no document.

/// Why there is no document. Whoever wrote the texts reads it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DocumentError {
    /// The texts are not written as they must be.
    #[error("the texts of the document cannot be read: {0}")]
    Texts(#[from] toml::de::Error),
    /// An example is no JSON.
    #[error("the example of {operation} is no JSON: {error}")]
    Example {
        /// Whose example it is.
        operation: String,
        /// What is wrong with it.
        error: serde_json::Error,
    },
    /// The recorded answers are no JSON.
    #[error("the recorded answers cannot be read: {0}")]
    Answers(serde_json::Error),
    /// The routes make no JSON.
    #[error("the document of the routes cannot be written: {0}")]
    Json(#[from] serde_json::Error),
}

//! What search engines read of a product's page. A hub has no pages: it is kept per product, and shown again.

use serde::{Deserialize, Serialize};

use crate::reading::json::{FromJson, InputObject, InputValue, REQUIRED};
use crate::reading::problems::Problems;

/// Most tags of a product.
pub(super) const METATAGS_MAX: usize = 20;

/// What search engines read of a product's page.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Seo {
    /// The address that counts where several lead to the page; null without one.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub tag_canonical: Option<String>,
    /// The page's title; null without one.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub title: Option<String>,
    /// Its tags.
    pub metatags: Vec<MetaTag>,
}

/// A tag in the head of a product's page.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MetaTag {
    /// Its number among those of the product.
    pub metatag_id: i64,
    /// What it says; null where that was not given.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub content: Option<String>,
    /// Its attribute `http-equiv`.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub http_equiv: Option<String>,
    /// Its attribute `name`.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub name: Option<String>,
    /// Its attribute `scheme`.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub scheme: Option<String>,
}

/// A change; what is absent stays as it is, and so does what an empty list names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeoChange {
    pub(super) tag_canonical: Option<String>,
    pub(super) title: Option<String>,
    /// In the place of all that there are.
    pub(super) metatags: Vec<MetaTag>,
}

/// Tags that a product gets besides those that it has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewMetaTags(pub(super) Vec<MetaTag>);

/// Tags that a product loses, by their numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoneMetaTags(pub(super) Vec<i64>);

impl FromJson for MetaTag {
    fn read(valor: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = valor.object(p)?;
        let metatag_id = obj.optional::<i64>("metatagId", p);
        let mut text = |name, max| obj.with(name, p, |v, p| v.text(0, max, p));
        let (content, http_equiv) = (text("content", 1000), text("httpEquiv", 200));
        let (name, scheme) = (text("name", 200), text("scheme", 200));
        Some(Self {
            metatag_id: metatag_id?.unwrap_or(0),
            content: content?,
            http_equiv: http_equiv?,
            name: name?,
            scheme: scheme?,
        })
    }
}

impl FromJson for SeoChange {
    fn read(valor: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = valor.object(p)?;
        let tag_canonical = obj.with("tagCanonical", p, |v, p| v.text(0, 2000, p));
        let title = obj.with("title", p, |v, p| v.text(0, 500, p));
        let metatags = obj.list(named(&obj, ["metaTags", "metatags"]), METATAGS_MAX, p);
        Some(Self { tag_canonical: tag_canonical?, title: title?, metatags: metatags? })
    }
}

impl FromJson for NewMetaTags {
    fn read(valor: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        required_list(&valor.object(p)?, ["metas", "metatags"], p).map(Self)
    }
}

impl FromJson for GoneMetaTags {
    fn read(valor: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let tags: Vec<MetaTag> = required_list(&valor.object(p)?, ["metatags", "metas"], p)?;
        Some(Self(tags.into_iter().map(|tag| tag.metatag_id).collect()))
    }
}

/// The name that a member has in a body: the second one where only that is there. Reading and writing differ.
fn named(obj: &InputObject<'_>, [name, other]: [&'static str; 2]) -> &'static str {
    if obj.raw(name).is_none() && obj.raw(other).is_some() { other } else { name }
}

fn required_list(obj: &InputObject<'_>, names: [&'static str; 2], p: &mut Problems) -> Option<Vec<MetaTag>> {
    let name = named(obj, names);
    let list = obj.list(name, METATAGS_MAX, p)?;
    if list.is_empty() { obj.problem(name, p, REQUIRED) } else { Some(list) }
}

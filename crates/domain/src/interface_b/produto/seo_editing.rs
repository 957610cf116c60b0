//! Changes of what search engines read of a product's page.

use super::editing::EditRefusal;
use super::seo::{GoneMetaTags, METATAGS_MAX, MetaTag, NewMetaTags, Seo, SeoChange};
use super::source::Source;

impl Source {
    /// What search engines read of its page.
    pub fn seo(&self) -> Seo {
        self.cadastro.seo.clone().unwrap_or_default()
    }

    /// Changes it. Tags in the place of others keep the number that they name, or that of the tag of their name.
    pub fn change_seo(&mut self, change: &SeoChange) {
        let mut seo = self.seo();
        seo.tag_canonical = change.tag_canonical.clone().or(seo.tag_canonical);
        seo.title = change.title.clone().or(seo.title);
        if !change.metatags.is_empty() {
            let before = std::mem::take(&mut seo.metatags);
            let mut next = next_number(&before);
            for tag in &change.metatags {
                let same = |known: &&MetaTag| match tag.metatag_id {
                    0 => tag.name.is_some() && known.name == tag.name,
                    number => known.metatag_id == number,
                };
                let free = |known: &&MetaTag| seo.metatags.iter().all(|t| t.metatag_id != known.metatag_id);
                let kept = before.iter().find(|known| same(known) && free(known));
                let metatag_id = kept.map_or(next, |known| known.metatag_id);
                next += i64::from(kept.is_none());
                seo.metatags.push(MetaTag { metatag_id, ..tag.clone() });
            }
        }
        self.cadastro.seo = Some(seo);
    }

    /// Takes it away.
    pub fn remove_seo(&mut self) -> Result<(), EditRefusal> {
        self.cadastro.seo.take().map(|_| ()).ok_or(EditRefusal::NoSeo)
    }

    /// Adds tags.
    pub fn add_metatags(&mut self, NewMetaTags(new): &NewMetaTags) -> Result<(), EditRefusal> {
        let mut seo = self.seo();
        let numbers = next_number(&seo.metatags)..;
        seo.metatags.extend(numbers.zip(new).map(|(metatag_id, tag)| MetaTag { metatag_id, ..tag.clone() }));
        if seo.metatags.len() > METATAGS_MAX {
            return Err(EditRefusal::TooManyMetaTags);
        }
        self.cadastro.seo = Some(seo);
        Ok(())
    }

    /// Takes tags away, all of them or none.
    pub fn remove_metatags(&mut self, GoneMetaTags(gone): &GoneMetaTags) -> Result<(), EditRefusal> {
        let mut seo = self.seo();
        if !gone.iter().all(|number| seo.metatags.iter().any(|tag| tag.metatag_id == *number)) {
            return Err(EditRefusal::NoMetaTag);
        }
        seo.metatags.retain(|tag| !gone.contains(&tag.metatag_id));
        self.cadastro.seo = Some(seo);
        Ok(())
    }
}

fn next_number(tags: &[MetaTag]) -> i64 {
    tags.iter().map(|tag| tag.metatag_id).max().unwrap_or(0) + 1
}

//! Texts, images and categories of a product, changed one by one.

use std::collections::HashSet;

use sha2::{Digest, Sha256};

use super::image_file::ImageFile;
use super::seo::METATAGS_MAX;
use super::source::Source;
use crate::categoria_loja::LojaTree;
use crate::reading::json::{FromJson, InputValue, REQUIRED};
use crate::reading::problems::Problems;
use crate::values::web::UrlHttp;

/// Most images, and most categories, of one SKU.
const LIST_MAX: usize = 100;
/// Longest text that names a category, in characters.
const CATEGORIA_MAX: usize = 500;

const NO_TEXT: &str = "O texto não foi encontrado.";
const NO_IMAGE: &str = "A imagem não foi encontrada.";
const NOT_IN_CATEGORY: &str = "O produto não está na categoria.";
const NO_SEO: &str = "O produto não tem SEO.";
const NO_METATAG: &str = "A metatag não foi encontrada.";

/// Why a part of a product cannot be changed as asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EditRefusal {
    /// A SKU has one text.
    #[error("O produto já tem um texto, de informacaoId {0}: altere-o.")]
    HasText(i64),
    /// There is no such text.
    #[error("{NO_TEXT}")]
    NoText,
    /// There is no such image.
    #[error("{NO_IMAGE}")]
    NoImage,
    /// It names no such category.
    #[error("{NOT_IN_CATEGORY}")]
    NotInCategory,
    /// The store has no such category.
    #[error("A categoria {0} não existe.")]
    UnknownCategory(i64),
    /// A path that is too long to be kept.
    #[error("O caminho da categoria {0} passa de {CATEGORIA_MAX} caracteres.")]
    PathTooLong(i64),
    /// More of them than a SKU has.
    #[error("Um produto tem no máximo {LIST_MAX} imagens e {LIST_MAX} categorias.")]
    TooMany,
    /// Nothing is kept for search engines.
    #[error("{NO_SEO}")]
    NoSeo,
    /// There is no such tag.
    #[error("{NO_METATAG}")]
    NoMetaTag,
    /// More tags than a product has.
    #[error("Um produto tem no máximo {METATAGS_MAX} metatags.")]
    TooManyMetaTags,
    /// Longer texts than a SKU has.
    #[error("Os textos do produto são longos demais.")]
    TooLong,
}

impl EditRefusal {
    /// The sentence of a refusal because what is to be changed is not there.
    pub fn missing(&self) -> Option<&'static str> {
        match self {
            Self::NoText => Some(NO_TEXT),
            Self::NoImage => Some(NO_IMAGE),
            Self::NotInCategory => Some(NOT_IN_CATEGORY),
            Self::NoSeo => Some(NO_SEO),
            Self::NoMetaTag => Some(NO_METATAG),
            Self::HasText(_)
            | Self::UnknownCategory(_)
            | Self::PathTooLong(_)
            | Self::TooMany
            | Self::TooManyMetaTags
            | Self::TooLong => None,
        }
    }
}

/// A text about a product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InformacaoChange {
    /// The text, in HTML; as it is when absent.
    pub texto: Option<String>,
    /// Members that were read and cannot be kept.
    pub not_taken: Vec<&'static str>,
}

impl FromJson for InformacaoChange {
    fn read(valor: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = valor.object(p)?;
        let texto = obj.with("texto", p, |v, p| v.text(0, 100_000, p));
        let shown = obj.default("exibirSite", p, true);
        let mut not_taken = Vec::new();
        not_taken.extend(obj.raw("titulo").map(|_| "titulo"));
        not_taken.extend((!shown?).then_some("exibirSite"));
        Some(Self { texto: texto?, not_taken })
    }
}

/// A new text about a product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewInformacao {
    /// The text, in HTML.
    pub texto: String,
    /// Members that were read and cannot be kept.
    pub not_taken: Vec<&'static str>,
}

impl FromJson for NewInformacao {
    fn read(valor: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let InformacaoChange { texto, not_taken } = InformacaoChange::read(valor, p)?;
        match texto.filter(|texto| !texto.is_empty()) {
            Some(texto) => Some(Self { texto, not_taken }),
            None => valor.object(p)?.problem("texto", p, REQUIRED),
        }
    }
}

/// New images of a product: a list, or one by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewImagens {
    images: Vec<NewImagem>,
    /// Members that were read and cannot be kept.
    pub not_taken: Vec<&'static str>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct NewImagem {
    /// Empty until a file has its address.
    url: String,
    file: Option<ImageFile>,
    /// Its place, from 1; the last when absent.
    place: Option<usize>,
    not_taken: Vec<&'static str>,
}

impl FromJson for NewImagens {
    fn read(valor: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let images = match valor.raw().get().starts_with('[') {
            true => valor.list::<NewImagem>(LIST_MAX, p)?,
            false => vec![NewImagem::read(valor, p)?],
        };
        if images.is_empty() {
            return valor.problem(p, "deve ter pelo menos um item");
        }
        let mut seen = HashSet::new();
        let all = images.iter().flat_map(|image| &image.not_taken);
        let not_taken = all.copied().filter(|name| seen.insert(*name)).collect();
        Some(Self { images, not_taken })
    }
}

impl FromJson for NewImagem {
    fn read(valor: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = valor.object(p)?;
        let (url, file) = match obj.optional::<UrlHttp>("url", p)? {
            Some(url) => (String::from(url), None),
            None => match obj.optional::<ImageFile>("base64", p)? {
                None => return obj.problem("url", p, "é obrigatório onde não há base64"),
                file => (String::new(), file),
            },
        };
        let place = match obj.optional::<i32>("ordem", p)? {
            Some(n) if n < 0 => return obj.problem("ordem", p, "deve ser maior ou igual a zero"),
            Some(n) => usize::try_from(n).ok().filter(|n| *n > 0),
            None => None,
        };
        let print = obj.default("estampa", p, false)?;
        let thumbnail = obj.default("exibirMiniatura", p, true)?;
        let not_taken = [print.then_some("estampa"), (!thumbnail).then_some("exibirMiniatura")];
        Some(Self { url, file, place, not_taken: not_taken.into_iter().flatten().collect() })
    }
}

/// The numbers of images: each follows from its address, so that it stays the same when others come and go.
pub(super) fn image_numbers(urls: &[String]) -> Vec<i64> {
    let mut taken = HashSet::new();
    let number = |url: &String| {
        let [a, b, c, d, ..] = <[u8; 32]>::from(Sha256::digest(url.as_bytes()));
        let mut number = i64::from(u32::from_be_bytes([a, b, c, d]) >> 1);
        // 0 is no number, and 31 bits are few
        while number == 0 || !taken.insert(number) {
            number += 1;
        }
        number
    };
    urls.iter().map(number).collect()
}

impl NewImagens {
    /// The files among them.
    pub fn files(&self) -> impl Iterator<Item = &ImageFile> {
        self.images.iter().filter_map(|image| image.file.as_ref())
    }

    /// Gives the files among them their addresses.
    pub fn place_files(&mut self, address: impl Fn(&ImageFile) -> String) {
        for image in &mut self.images {
            if let Some(file) = &image.file {
                image.url = address(file);
            }
        }
    }

    /// The numbers that they have in a product, in their order.
    pub fn numbers_in(&self, produto: &Source) -> Vec<i64> {
        let numbers = produto.image_numbers();
        let place = |url: &String| produto.sku.imagens.iter().position(|image| image == url);
        self.images.iter().filter_map(|image| numbers.get(place(&image.url)?).copied()).collect()
    }
}

impl Source {
    /// Gives it its text; the same again changes nothing.
    pub fn create_text(&mut self, new: &NewInformacao) -> Result<(), EditRefusal> {
        if !self.sku.descricao.is_empty() && self.sku.descricao != new.texto {
            return Err(EditRefusal::HasText(self.variante));
        }
        new.texto.clone_into(&mut self.sku.descricao);
        self.check_length()
    }

    /// Changes its text.
    pub fn change_text(&mut self, number: i64, change: &InformacaoChange) -> Result<(), EditRefusal> {
        self.has_text(number)?;
        if let Some(texto) = &change.texto {
            texto.clone_into(&mut self.sku.descricao);
        }
        self.check_length()
    }

    /// Takes its text away.
    pub fn remove_text(&mut self, number: i64) -> Result<(), EditRefusal> {
        self.has_text(number)?;
        self.sku.descricao.clear();
        Ok(())
    }

    fn has_text(&self, number: i64) -> Result<(), EditRefusal> {
        let there = number == self.variante && !self.sku.descricao.is_empty();
        if there { Ok(()) } else { Err(EditRefusal::NoText) }
    }

    /// Adds images, each at its place; one that is there already only moves.
    pub fn add_images(&mut self, new: &NewImagens) -> Result<(), EditRefusal> {
        let images = &mut self.sku.imagens;
        for NewImagem { url, place, .. } in &new.images {
            let current = images.iter().position(|image| image == url);
            let place = match (current, place) {
                (Some(_), None) => continue,
                (_, place) => place.map_or(usize::MAX, |place| place - 1),
            };
            if let Some(current) = current {
                images.remove(current);
            }
            images.insert(place.min(images.len()), url.clone());
        }
        if images.len() > LIST_MAX {
            return Err(EditRefusal::TooMany);
        }
        self.check_length()
    }

    /// Takes an image away.
    pub fn remove_image(&mut self, number: i64) -> Result<(), EditRefusal> {
        let numbers = image_numbers(&self.sku.imagens);
        let place = numbers.iter().position(|n| *n == number).ok_or(EditRefusal::NoImage)?;
        self.sku.imagens.remove(place);
        Ok(())
    }

    /// The numbers of images, in their order.
    pub fn image_numbers(&self) -> Vec<i64> {
        image_numbers(&self.sku.imagens)
    }

    /// Has the images of other products follow after its own, each address once.
    pub fn show_images_of(&mut self, others: &[Self]) {
        let mut seen: HashSet<String> = self.sku.imagens.iter().cloned().collect();
        let images = others.iter().filter(|other| other.variante != self.variante);
        let new = images.flat_map(|other| &other.sku.imagens).filter(|url| seen.insert((*url).clone()));
        let new: Vec<String> = new.cloned().collect();
        self.sku.imagens.extend(new);
    }

    /// Puts it into categories of the store, by their paths; where it names one already nothing changes.
    pub fn add_categories(&mut self, tree: &LojaTree, ids: &[i64]) -> Result<(), EditRefusal> {
        for id in ids {
            let path = path_of(tree, *id)?;
            if !tree.named(&self.sku.categorias).ids().contains(id) {
                self.sku.categorias.push(path);
            }
        }
        self.check_categories()
    }

    /// Makes a category the first that it names, which is its main one.
    pub fn set_main_category(&mut self, tree: &LojaTree, id: i64) -> Result<(), EditRefusal> {
        let path = path_of(tree, id)?;
        let by_itself = |name: &String| tree.named(std::slice::from_ref(name)).ids() == [id];
        self.sku.categorias.retain(|name| !by_itself(name));
        self.sku.categorias.insert(0, path);
        self.check_categories()
    }

    /// Takes it out of a category. Where one name meant several, it stays in the others, by their paths.
    pub fn remove_category(&mut self, tree: &LojaTree, id: i64) -> Result<(), EditRefusal> {
        let mut left = Vec::with_capacity(self.sku.categorias.len());
        let mut found = false;
        for name in std::mem::take(&mut self.sku.categorias) {
            let named = tree.named(std::slice::from_ref(&name)).ids();
            if !named.contains(&id) {
                left.push(name);
                continue;
            }
            found = true;
            for other in named.into_iter().filter(|other| *other != id) {
                left.push(path_of(tree, other)?);
            }
        }
        self.sku.categorias = left;
        if !found {
            return Err(EditRefusal::NotInCategory);
        }
        self.check_categories()
    }

    fn check_categories(&self) -> Result<(), EditRefusal> {
        if self.sku.categorias.len() > LIST_MAX { Err(EditRefusal::TooMany) } else { self.check_length() }
    }

    fn check_length(&self) -> Result<(), EditRefusal> {
        self.sku.check_texts().map_err(|_| EditRefusal::TooLong)
    }
}

fn path_of(tree: &LojaTree, id: i64) -> Result<String, EditRefusal> {
    let path = tree.path_of(id).ok_or(EditRefusal::UnknownCategory(id))?;
    if path.chars().count() > CATEGORIA_MAX { Err(EditRefusal::PathTooLong(id)) } else { Ok(path) }
}

/// Categories that a product is put into.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewCategorias {
    /// The main one; 0 or absent: none is made so.
    pub main: Option<i64>,
    /// All of them.
    pub ids: Vec<i64>,
}

impl FromJson for NewCategorias {
    fn read(valor: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = valor.object(p)?;
        let main = obj.optional::<i64>("categoriaPrincipalId", p);
        let ids = obj.list::<i64>("listaCategoriaId", LIST_MAX, p);
        let (main, ids) = (main?.filter(|id| *id != 0), ids?);
        if main.is_none() && ids.is_empty() {
            return obj.problem("listaCategoriaId", p, "deve ter pelo menos um item");
        }
        Some(Self { main, ids })
    }
}

/// The category that becomes the main one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MainCategoria(pub i64);

impl FromJson for MainCategoria {
    fn read(valor: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        valor.object(p)?.required("categoriaId", p).map(Self)
    }
}

/// Where a distribution centre stands among the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CentroPriority {
    /// What its number of order rises by, or falls.
    places: i32,
    /// It is chosen last.
    last: bool,
}

impl CentroPriority {
    /// The number of order of a centre that has one; `last` is the highest of all.
    pub fn of(self, now: i32, last: i32) -> i32 {
        match self.last {
            true if now == last => now,
            true => last.saturating_add(1),
            false => now.saturating_add(self.places).max(0),
        }
    }
}

impl FromJson for CentroPriority {
    fn read(valor: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = valor.object(p)?;
        let places = obj.optional::<i32>("incrementoOrdem", p);
        let last = obj.optional::<bool>("desativarPriorizacao", p);
        Some(Self { places: places?.unwrap_or(0), last: last?.unwrap_or(false) })
    }
}

/// An attribute that products may get.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewAtributo {
    /// Its name.
    pub nome: String,
    /// Members that were read and cannot be kept.
    pub not_taken: Vec<&'static str>,
}

impl FromJson for NewAtributo {
    fn read(valor: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        let obj = valor.object(p)?;
        let nome = obj.text("nome", 1, 200, p);
        let as_shown = [("tipo", "Selecao"), ("tipoExibicao", "Combo"), ("prioridade", "0")];
        let other = |(name, shown): (&'static str, &str)| {
            let said = obj.raw(name)?.get().trim_matches('"');
            (!said.eq_ignore_ascii_case(shown)).then_some(name)
        };
        Some(Self { nome: nome?, not_taken: as_shown.into_iter().filter_map(other).collect() })
    }
}

/// Whether a product is active.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SituacaoProduto(pub bool);

impl FromJson for SituacaoProduto {
    fn read(valor: &InputValue<'_>, p: &mut Problems) -> Option<Self> {
        valor.object(p)?.required("status", p).map(Self)
    }
}

#[cfg(test)]
mod tests;

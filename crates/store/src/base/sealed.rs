//! Secrets at rest: keys from a file, and values that only these keys open, each at its own place
//! (`docs/decisions/0039-secrets-at-rest.md`).

use std::collections::HashSet;
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};

use crate::base::StoreError;

/// What the text of a sealed value starts with.
const MARK: &str = "sealed:";
/// The form of what follows: this byte, the length of the key's name, the name, the nonce, ciphertext and tag.
const VERSION: u8 = 1;
/// Bytes of a key.
const KEY_LEN: usize = 32;
/// Bytes of the longest name of a key.
const NAME_MAX: usize = 32;
/// The name of the one key of [`Secrets::of_key`].
const ONLY: &str = "only";

/// Where a sealed value stands. A value that was moved to another place does not open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Place {
    /// Settings of a channel.
    Configuracoes { aplicacao: i32, loja: i32, canal: i32 },
    /// Tokens of a connection.
    Acesso { aplicacao: i32, loja: i32, canal: i32 },
    /// Secret of a notification.
    Segredo { aplicacao: i32, notificacao: i64 },
    /// The one before it.
    SegredoAnterior { aplicacao: i32, notificacao: i64 },
    /// Name, headers and the like of a subscription.
    Cadastro { aplicacao: i32, notificacao: i64 },
    /// Head and body of a kept answer.
    Resposta { aplicacao: i32, token: i64, chave: String },
    /// Secret of a person's second factor.
    SegundoFator { pessoa: i64 },
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Configuracoes { aplicacao, loja, canal } => {
                write!(f, "canais:{aplicacao}:{loja}:{canal}:configuracoes")
            }
            Self::Acesso { aplicacao, loja, canal } => {
                write!(f, "conexoes:{aplicacao}:{loja}:{canal}:acesso")
            }
            Self::Segredo { aplicacao, notificacao } => {
                write!(f, "notificacoes:{aplicacao}:{notificacao}:segredo")
            }
            Self::SegredoAnterior { aplicacao, notificacao } => {
                write!(f, "notificacoes:{aplicacao}:{notificacao}:segredo_anterior")
            }
            Self::Cadastro { aplicacao, notificacao } => {
                write!(f, "notificacoes:{aplicacao}:{notificacao}:cadastro")
            }
            Self::Resposta { aplicacao, token, chave } => {
                write!(f, "idempotencia:{aplicacao}:{token}:cabecalhos:{chave}")
            }
            Self::SegundoFator { pessoa } => write!(f, "console_pessoas:{pessoa}:segundo_fator"),
        }
    }
}

/// Why a secret cannot be sealed or opened.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SecretsError {
    /// The key file is not there.
    #[error("there is no key file {0}: bring it back, or name it with secrets_key_file")]
    Missing(String),
    /// The key file cannot be read.
    #[error("the key file {0} cannot be read: {1}")]
    Unreadable(String, std::io::Error),
    /// The key file cannot be written.
    #[error(
        "the key file {0} cannot be written: {1}; name a place that this user may write to with secrets_key_file"
    )]
    Unwritable(String, std::io::Error),
    /// A line of the key file is not `name:base64`.
    #[error(
        "line {1} of the key file {0} is not a name, a colon and 32 bytes in base64, each name once: bring back the \
         file as the server has made it"
    )]
    Line(String, usize),
    /// The key file has no key.
    #[error("the key file {0} has no key: bring it back from where it is kept")]
    Empty(String),
    /// Keys are held in memory.
    #[error("these keys are not from a file")]
    NoFile,
    /// The value's key is not known.
    #[error(
        "the secret {0} is sealed with the key {1:?}, which the key file does not have: all servers of a database \
         need the same secrets_key_file, with every key that something is sealed with"
    )]
    UnknownKey(Place, String),
    /// Another value, another place, or another key of that name.
    #[error(
        "the secret {0} does not open with its key: it was changed or moved, or the key file is another one"
    )]
    Broken(Place),
}

impl From<SecretsError> for StoreError {
    fn from(error: SecretsError) -> Self {
        Self::Secrets(error.to_string())
    }
}

/// The keys that secrets are stored under. A clone is the same keys.
#[derive(Clone)]
pub struct Secrets(Arc<Inner>);

struct Inner {
    /// Where they are from; `None` = from memory.
    file: Option<PathBuf>,
    keys: RwLock<Arc<Keys>>,
}

/// Keys by name; the first one seals.
#[derive(Default)]
struct Keys(Vec<(String, LessSafeKey)>);

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Secrets").field(&self.0.file).finish()
    }
}

impl Secrets {
    /// The keys of a file, which is read when a key is needed: lines `name:base64`, of which the first seals and
    /// all open. [`Store::migrate`](crate::Store::migrate) makes it where nothing is sealed yet.
    pub fn file(path: impl Into<PathBuf>) -> Self {
        Self(Arc::new(Inner { file: Some(path.into()), keys: RwLock::default() }))
    }

    /// The file of [`Secrets::default_file`].
    pub fn beside(url: &str) -> Self {
        Self::file(Self::default_file(url))
    }

    /// The key file of a database for which none is named: beside SQLite's file, with the ending `.keys`; for
    /// PostgreSQL `entreposto.keys` in the working folder.
    pub fn default_file(url: &str) -> PathBuf {
        match url.strip_prefix("sqlite://") {
            Some(path) => Path::new(path).with_extension("keys"),
            None => PathBuf::from("entreposto.keys"),
        }
    }

    /// One key, which the caller keeps. For tests, and for programs that have a place for it.
    pub fn of_key(key: [u8; KEY_LEN]) -> Self {
        let keys = usable(&key).map(|key| Keys(vec![(ONLY.to_owned(), key)])).unwrap_or_default();
        Self(Arc::new(Inner { file: None, keys: RwLock::new(Arc::new(keys)) }))
    }

    /// No keys: nothing can be sealed or opened.
    pub(crate) fn none() -> &'static Self {
        static NONE: LazyLock<Secrets> =
            LazyLock::new(|| Secrets(Arc::new(Inner { file: None, keys: RwLock::default() })));
        &NONE
    }

    /// The key file.
    pub fn path(&self) -> Option<&Path> {
        self.0.file.as_deref()
    }

    /// True when others than its owner and group can read the key file.
    pub fn is_exposed(&self) -> bool {
        self.path().is_some_and(others_can_read)
    }

    /// The name of the key that seals.
    pub(crate) fn first(&self) -> Result<String, SecretsError> {
        let keys = self.read_again()?;
        keys.0.first().map(|(name, _)| name.clone()).ok_or_else(|| SecretsError::Empty(self.shown()))
    }

    /// The text that is stored at a place for a secret. The file is read anew each time, so that a key that was
    /// taken out of it, perhaps by another process, seals nothing any more.
    pub(crate) fn seal(&self, place: &Place, clear: &str) -> Result<String, SecretsError> {
        let keys = self.read_again()?;
        let (name, key) = keys.0.first().ok_or_else(|| SecretsError::Empty(self.shown()))?;
        let nonce: [u8; NONCE_LEN] = rand::random();
        let mut text = clear.as_bytes().to_vec();
        key.seal_in_place_append_tag(
            Nonce::assume_unique_for_key(nonce),
            Aad::from(place.to_string()),
            &mut text,
        )
        .map_err(|_| SecretsError::Broken(place.clone()))?;
        let length = [VERSION, u8::try_from(name.len()).unwrap_or(u8::MAX)];
        let value = [&length[..], name.as_bytes(), &nonce, &text].concat();
        Ok(format!("{MARK}{}", STANDARD.encode(value)))
    }

    /// The secret behind the text that is stored at a place.
    pub(crate) fn open(&self, place: &Place, sealed: &str) -> Result<String, SecretsError> {
        let broken = || SecretsError::Broken(place.clone());
        let parts = Parts::of(sealed).ok_or_else(broken)?;
        let mut keys = self.known();
        if keys.find(&parts.name).is_none() {
            // another process may have added it
            keys = self.read_again()?;
        }
        let key = keys.find(&parts.name).ok_or(SecretsError::UnknownKey(place.clone(), parts.name))?;
        let mut text = parts.text;
        let nonce = Nonce::assume_unique_for_key(parts.nonce);
        let clear =
            key.open_in_place(nonce, Aad::from(place.to_string()), &mut text).map_err(|_| broken())?;
        String::from_utf8(clear.to_vec()).map_err(|_| broken())
    }

    /// Makes the key file, readable by its owner alone. False when it is there already.
    pub(crate) fn make_file(&self) -> Result<bool, SecretsError> {
        let path = self.path().ok_or(SecretsError::NoFile)?;
        if path.exists() {
            return Ok(false);
        }
        let wrong = |error| SecretsError::Unwritable(self.shown(), error);
        let whole = write_beside(path, &new_line()).map_err(wrong)?;
        // another server may have been faster: its file stays
        let made = fs::hard_link(&whole, path);
        fs::remove_file(&whole).map_err(wrong)?;
        match made {
            Ok(()) => sync_folder(path).map(|()| true).map_err(wrong),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
            Err(error) => Err(wrong(error)),
        }
    }

    /// Puts a new key in front of those of the file; its owner and mode stay.
    pub(crate) fn add_key(&self) -> Result<(), SecretsError> {
        let wrong = |error| SecretsError::Unwritable(self.shown(), error);
        self.read_again()?;
        // the file itself, where a link leads to it
        let path = fs::canonicalize(self.path().ok_or(SecretsError::NoFile)?).map_err(wrong)?;
        let text = fs::read_to_string(&path).map_err(wrong)?;
        let whole = write_beside(&path, &(new_line() + &text)).map_err(wrong)?;
        let taken_over = like(&path, &whole).and_then(|()| fs::rename(&whole, &path));
        if taken_over.is_err() {
            let _ = fs::remove_file(&whole);
        }
        taken_over.and_then(|()| sync_folder(&path)).map_err(wrong)
    }

    fn known(&self) -> Arc<Keys> {
        Arc::clone(&self.0.keys.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn read_again(&self) -> Result<Arc<Keys>, SecretsError> {
        let Some(path) = self.path() else { return Ok(self.known()) };
        let text = fs::read_to_string(path).map_err(|error| match error.kind() {
            ErrorKind::NotFound => SecretsError::Missing(self.shown()),
            _ => SecretsError::Unreadable(self.shown(), error),
        })?;
        let keys = Keys::read(&text).map_err(|line| SecretsError::Line(self.shown(), line))?;
        if keys.0.is_empty() {
            return Err(SecretsError::Empty(self.shown()));
        }
        let keys = Arc::new(keys);
        *self.0.keys.write().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&keys);
        Ok(keys)
    }

    fn shown(&self) -> String {
        self.path().unwrap_or(Path::new("-")).display().to_string()
    }
}

impl Keys {
    /// The error is the number of a bad line.
    fn read(text: &str) -> Result<Self, usize> {
        let (mut keys, mut names) = (Vec::new(), HashSet::new());
        for (number, line) in (1..).zip(text.lines().map(str::trim)) {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (name, key) = line.split_once(':').ok_or(number)?;
            let key = STANDARD.decode(key).ok().and_then(|key| usable(&key)).ok_or(number)?;
            if name.is_empty() || name.len() > NAME_MAX || !names.insert(name) {
                return Err(number);
            }
            keys.push((name.to_owned(), key));
        }
        Ok(Self(keys))
    }

    fn find(&self, name: &str) -> Option<&LessSafeKey> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, key)| key)
    }
}

/// `None` when it has another length.
fn usable(key: &[u8]) -> Option<LessSafeKey> {
    UnboundKey::new(&AES_256_GCM, key).ok().map(LessSafeKey::new)
}

/// A sealed value, taken apart.
struct Parts {
    name: String,
    nonce: [u8; NONCE_LEN],
    text: Vec<u8>,
}

impl Parts {
    fn of(sealed: &str) -> Option<Self> {
        let value = STANDARD.decode(sealed.strip_prefix(MARK)?).ok()?;
        let (&[version, length], rest) = value.split_first_chunk()?;
        let (name, rest) = rest.split_at_checked(length.into())?;
        let (nonce, text) = rest.split_first_chunk()?;
        let name = std::str::from_utf8(name).ok()?.to_owned();
        (version == VERSION).then(|| Self { name, nonce: *nonce, text: text.to_vec() })
    }
}

/// True for what [`Secrets::seal`] has written.
pub(crate) fn is_sealed(text: &str) -> bool {
    text.starts_with(MARK)
}

/// The name of the key that a sealed value needs.
pub(crate) fn key_of(sealed: &str) -> Option<String> {
    Parts::of(sealed).map(|parts| parts.name)
}

/// A new key, as a line of the file.
fn new_line() -> String {
    let key: [u8; KEY_LEN] = rand::random();
    format!("{:08x}:{}\n", rand::random::<u32>(), STANDARD.encode(key))
}

/// Writes a whole file beside a path, to disk; answers its name.
fn write_beside(path: &Path, text: &str) -> std::io::Result<PathBuf> {
    let whole = PathBuf::from(format!("{}.{:08x}", path.display(), rand::random::<u32>()));
    let mut options = OpenOptions::new();
    private(&mut options);
    let mut file = options.write(true).create_new(true).open(&whole)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    Ok(whole)
}

#[cfg(unix)]
fn private(options: &mut OpenOptions) {
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
}

#[cfg(not(unix))]
fn private(_: &mut OpenOptions) {}

#[cfg(unix)]
fn others_can_read(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).is_ok_and(|found| found.permissions().mode() & 0o007 != 0)
}

#[cfg(not(unix))]
fn others_can_read(_: &Path) -> bool {
    false
}

/// Gives a file the owner and the mode of another one: the server may run as another user than this process.
#[cfg(unix)]
fn like(before: &Path, now: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::MetadataExt;
    let (of_before, of_now) = (fs::metadata(before)?, fs::metadata(now)?);
    if (of_now.uid(), of_now.gid()) != (of_before.uid(), of_before.gid()) {
        std::os::unix::fs::chown(now, Some(of_before.uid()), Some(of_before.gid()))?;
    }
    fs::set_permissions(now, of_before.permissions())
}

#[cfg(not(unix))]
fn like(_: &Path, _: &Path) -> std::io::Result<()> {
    Ok(())
}

fn sync_folder(path: &Path) -> std::io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn place(canal: i32) -> Place {
        Place::Configuracoes { aplicacao: 1, loja: 2, canal }
    }

    #[test]
    fn a_value_opens_at_its_place_with_its_key_alone() {
        let secrets = Secrets::of_key([7; 32]);
        let sealed = secrets.seal(&place(3), "olá").unwrap();
        assert!(is_sealed(&sealed) && !sealed.contains("olá"));
        assert_ne!(sealed, secrets.seal(&place(3), "olá").unwrap());
        assert_eq!(secrets.open(&place(3), &sealed).unwrap(), "olá");
        for (secrets, place, sealed) in [
            (&secrets, place(4), sealed.clone()),
            (&Secrets::of_key([8; 32]), place(3), sealed.clone()),
            (&secrets, place(3), sealed.replace("sealed:AQ", "sealed:AA")),
            (&secrets, place(3), sealed[..sealed.len() - 4].to_owned()),
            (&secrets, place(3), "sealed:".to_owned()),
            (&secrets, place(3), "olá".to_owned()),
        ] {
            assert!(matches!(secrets.open(&place, &sealed), Err(SecretsError::Broken(_))), "{sealed}");
        }
    }

    #[test]
    fn the_first_key_of_the_file_seals_and_all_open() {
        let folder = std::env::temp_dir().join(format!("entreposto-keys-{:016x}", rand::random::<u64>()));
        fs::create_dir(&folder).unwrap();
        let path = folder.join("entreposto.keys");
        let (secrets, other) = (Secrets::file(&path), Secrets::file(&path));
        assert!(matches!(secrets.seal(&place(1), "x"), Err(SecretsError::Missing(_))));
        assert!(secrets.make_file().unwrap() && !other.make_file().unwrap());
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        let before = secrets.seal(&place(1), "x").unwrap();
        assert_eq!(other.open(&place(1), &before).unwrap(), "x");

        other.add_key().unwrap();
        let after = other.seal(&place(1), "x").unwrap();
        assert_ne!(key_of(&before), key_of(&after));
        assert_eq!(key_of(&after), Some(secrets.first().unwrap()));
        assert_eq!(secrets.open(&place(1), &after).unwrap(), "x");

        assert!(!secrets.is_exposed());
        fs::set_permissions(&path, fs::Permissions::from_mode(0o604)).unwrap();
        other.add_key().unwrap();
        assert!(secrets.is_exposed(), "the mode stays");
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1, "nothing is left beside it");

        let good = fs::read_to_string(&path).unwrap();
        let first = good.lines().next().unwrap();
        for (text, line) in
            [(format!("{good}x:abc"), 4), ("abc".to_owned(), 1), (format!("#\n{first}\n{first}"), 3)]
        {
            fs::write(&path, text).unwrap();
            assert!(matches!(secrets.first(), Err(SecretsError::Line(_, at)) if at == line), "{line}");
        }
        fs::write(&path, "# none\n").unwrap();
        assert!(matches!(secrets.first(), Err(SecretsError::Empty(_))));
        fs::write(&path, good.lines().next().unwrap()).unwrap();
        let gone = Secrets::file(&path).open(&place(1), &before);
        assert!(matches!(gone, Err(SecretsError::UnknownKey(..))), "{gone:?}");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn where_the_file_is_when_none_is_named() {
        assert_eq!(Secrets::default_file("sqlite://./data/a.db"), Path::new("./data/a.keys"));
        assert_eq!(Secrets::default_file("postgres://a/b"), Path::new("entreposto.keys"));
    }
}

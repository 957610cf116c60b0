//! Files between a page and the next: one a session, in private temporary files without names, for half an hour.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::FileExt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use actix_web::rt;
use domain::values::ids::LojaId;
use files::{Kind, MendForm};

/// How long a file waits.
pub const WAITS: Duration = Duration::from_secs(30 * 60);
/// Files that wait; the oldest gives way to the next.
const MOST: usize = 16;

/// What tells a session from others.
type Session = [u8; 32];

/// The files that wait.
#[derive(Default)]
pub struct Kept(Mutex<HashMap<Session, Arc<KeptFile>>>);

/// A file that waits.
pub struct KeptFile {
    /// What pages name it by: a page of an earlier file does not get this one.
    pub mark: String,
    /// The store that it is for.
    pub loja: LojaId,
    /// What it was said to hold.
    pub kind: Kind,
    /// Its name where it comes from.
    pub name: String,
    /// What it holds.
    pub content: Part,
    /// Its refused rows, once there are some.
    pub mended: Mutex<Option<(Part, MendForm)>>,
    /// Since when it waits.
    pub since: Instant,
}

impl KeptFile {
    fn waits(&self) -> bool {
        self.since.elapsed() < WAITS
    }
}

impl Kept {
    /// Keeps a file in the place of the session's last one.
    pub fn keep(self: &Arc<Self>, session: Session, file: KeptFile) -> Arc<KeptFile> {
        let file = Arc::new(file);
        {
            let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            all.remove(&session);
            while all.len() >= MOST {
                let oldest = all.iter().min_by_key(|(_, file)| file.since).map(|(session, _)| *session);
                oldest.and_then(|oldest| all.remove(&oldest));
            }
            all.insert(session, Arc::clone(&file));
        }
        let all = Arc::downgrade(self);
        rt::spawn(async move {
            rt::time::sleep(WAITS).await;
            if let Some(all) = all.upgrade() {
                all.0.lock().unwrap_or_else(PoisonError::into_inner).retain(|_, file| file.waits());
            }
        });
        file
    }

    /// The session's file, if a page means this one.
    pub fn find(&self, session: &Session, loja: LojaId, mark: &str) -> Option<Arc<KeptFile>> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let file = all.get(session)?;
        (file.waits() && file.loja == loja && file.mark == mark).then(|| Arc::clone(file))
    }

    /// Lets a session that is called otherwise now keep its file.
    pub fn rename(&self, before: &Session, now: Session) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = all.remove(before) {
            all.insert(now, file);
        }
    }

    /// Drops a session's file.
    pub fn forget(&self, session: &Session) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(session);
    }
}

/// A temporary file, which several can read at once.
#[derive(Clone)]
pub struct Part {
    file: Arc<File>,
    /// Its bytes.
    pub size: u64,
}

impl Part {
    /// Has `fill` write a temporary file.
    pub fn written<T, E: From<io::Error>>(
        fill: impl FnOnce(&mut File) -> Result<T, E>,
    ) -> Result<(Self, T), E> {
        let mut file = tempfile::tempfile()?;
        let done = fill(&mut file)?;
        file.flush()?;
        let size = file.metadata()?.len();
        Ok((Self { file: Arc::new(file), size }, done))
    }

    /// It from its beginning.
    pub fn reader(&self) -> Reading {
        Reading { part: self.clone(), at: 0 }
    }
}

/// A temporary file that is being read.
pub struct Reading {
    part: Part,
    at: u64,
}

impl Read for Reading {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.part.file.read_at(buffer, self.at)?;
        self.at += read as u64;
        Ok(read)
    }
}

impl Seek for Reading {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => self.part.size.checked_add_signed(by),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
        };
        self.at = at.ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.at)
    }
}

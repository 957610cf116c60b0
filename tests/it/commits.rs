//! What a write answers when the answer to its COMMIT is lost: the truth, or that it is not known.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use db::diesel::{self, RunQueryDsl};
use db::{Config, Database as Ground, DbError, NoUnit, on};

use crate::support::own_postgres::OwnPostgres;
use crate::support::{Database, TestDatabase, postgres};

/// Where the way to the server breaks, once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Break {
    BeforeCommit,
    AfterCommit,
    /// And nobody gets through any more.
    AfterCommitForGood,
    /// The server crashes, comes back, and gives the number of the transaction to another one.
    Crash,
}

/// Stands between the program and PostgreSQL.
struct Way {
    target: String,
    kind: Break,
    broken: AtomicBool,
    /// Done in the place of COMMIT by a crash.
    crash: Box<dyn Fn() + Send + Sync>,
}

impl Way {
    /// The database's address by this way.
    fn to(url: &str, kind: Break, crash: impl Fn() + Send + Sync + 'static) -> String {
        let (_, rest) = url.split_once('@').unwrap();
        let (target, name) = rest.split_once('/').unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let way = Arc::new(Self {
            target: target.to_owned(),
            kind,
            broken: AtomicBool::new(false),
            crash: Box::new(crash),
        });
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let way = Arc::clone(&way);
                thread::spawn(move || way.carry(client));
            }
        });
        format!("postgres://postgres@{address}/{name}")
    }

    fn is_closed(&self) -> bool {
        self.broken.load(Ordering::SeqCst) && self.kind == Break::AfterCommitForGood
    }

    fn carry(&self, mut client: TcpStream) {
        if self.is_closed() {
            return;
        }
        let mut server = TcpStream::connect(&self.target).unwrap();
        let (mut answers, mut to_client) = (server.try_clone().unwrap(), client.try_clone().unwrap());
        let answered = thread::spawn(move || {
            let _ = std::io::copy(&mut answers, &mut to_client);
            let _ = to_client.shutdown(Shutdown::Both);
        });
        let mut part = [0; 65_536];
        while let Ok(count @ 1..) = client.read(&mut part) {
            let commits = part[..count].windows(7).any(|text| text == b"COMMIT\0");
            if commits && !self.broken.swap(true, Ordering::SeqCst) {
                // the client hears no more, whatever the server does
                let _ = client.shutdown(Shutdown::Both);
                match self.kind {
                    Break::BeforeCommit => {}
                    Break::AfterCommit | Break::AfterCommitForGood => {
                        let _ = server.write_all(&part[..count]);
                        // it is made by the time its answer comes, which goes to nobody
                        let _ = answered.join();
                    }
                    Break::Crash => (self.crash)(),
                }
                break;
            }
            if self.is_closed() || server.write_all(&part[..count]).is_err() {
                break;
            }
        }
        let _ = client.shutdown(Shutdown::Both);
        let _ = server.shutdown(Shutdown::Both);
    }
}

/// What a write answers whose COMMIT meets the break, and how often it is there afterwards.
fn written(kind: Break) -> Option<(Result<u32, DbError>, String)> {
    let database = TestDatabase::empty(Database::Postgres)?;
    postgres::server()?.execute(&database.url, "CREATE TABLE notes (n INTEGER NOT NULL)");
    let answer = write(&Way::to(&database.url, kind, || ()));
    let count = postgres::server()?.ask(&database.url, "SELECT count(*) FROM notes");
    Some((answer, count.trim().to_owned()))
}

fn write(url: &str) -> Result<u32, DbError> {
    let ground: Ground<NoUnit> = Ground::open(&Config::new(url), Arc::default()).unwrap();
    ground.write_blocking(|mut backend, _| {
        on!(backend, c => diesel::sql_query("INSERT INTO notes VALUES (7)").execute(c))?;
        Ok(7)
    })
}

#[test]
fn a_commit_whose_answer_is_lost_is_told_as_the_success_that_it_is() {
    let Some((answer, count)) = written(Break::AfterCommit) else { return };
    assert_eq!((answer.unwrap(), count.as_str()), (7, "1"));
}

#[test]
fn a_commit_that_never_arrived_is_told_as_nothing() {
    let Some((answer, count)) = written(Break::BeforeCommit) else { return };
    assert!(matches!(answer, Err(DbError::Unavailable(_))), "{answer:?}");
    assert_eq!(count, "0");
}

#[test]
fn what_nobody_can_be_asked_about_is_told_as_unknown() {
    let Some((answer, count)) = written(Break::AfterCommitForGood) else { return };
    assert!(matches!(answer, Err(DbError::Unknown(_))), "{answer:?}");
    assert_eq!(count, "1");
}

#[test]
fn a_number_that_another_transaction_got_after_a_crash_is_no_success() {
    let Some(own) = OwnPostgres::start().map(Arc::new) else { return };
    let server = postgres::server().unwrap();
    server.execute(&own.url(), "CREATE TABLE notes (n INTEGER NOT NULL)");
    server.execute(&own.url(), "CHECKPOINT");
    // the way outlives this test, the server must not
    let (crashed, url) = (Arc::downgrade(&own), own.url());
    let way = Way::to(&url.clone(), Break::Crash, move || {
        crashed.upgrade().unwrap().crash();
        let others = "CREATE TABLE others (n INTEGER); INSERT INTO others VALUES (1);";
        for _ in 0..20 {
            server.execute(&url, &format!("{others} DROP TABLE others"));
        }
    });
    let answer = write(&way);
    assert!(matches!(answer, Err(DbError::Unknown(_) | DbError::Unavailable(_))), "{answer:?}");
    assert_eq!(server.ask(&own.url(), "SELECT count(*) FROM notes"), "0");
}

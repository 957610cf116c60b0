//! Child processes that end with this one, however it ends, and what is asked of the system about them.

use std::ffi::OsStr;
use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use std::os::unix::process::CommandExt;

use anyhow::{Context, Result};
use tempfile::TempDir;

/// A child that is killed when this is dropped or this process dies.
pub struct Guarded {
    /// The child.
    pub child: Child,
    /// Writing end of the watchdog's input: it closes when this process ends.
    watchdog: ChildStdin,
    /// What ends the child politely: `TERM`, or `INT` for PostgreSQL.
    signal: &'static str,
}

impl Guarded {
    /// Starts a program; `signal` is how it wants to be ended.
    pub fn spawn(command: &mut Command, signal: &'static str) -> Result<Self> {
        let program = command.get_program().to_owned();
        let child = command.spawn().with_context(|| format!("cannot start {}", program.display()))?;
        let watchdog = watchdog(child.id(), signal)?;
        Ok(Self { child, watchdog, signal })
    }

    /// Sends it a signal.
    pub fn signal(&self, signal: &str) -> Result<()> {
        send(signal, self.child.id())
    }

    /// Kills it; it gets no chance to do anything.
    pub fn kill(&mut self) -> Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// Ends it politely; kills it when it has not ended after `patience`.
    pub fn stop(&mut self, patience: Duration) -> Result<ExitStatus> {
        send(self.signal, self.child.id())?;
        let since = Instant::now();
        while since.elapsed() < patience {
            if let Some(status) = self.child.try_wait()? {
                return Ok(status);
            }
            sleep(Duration::from_millis(2));
        }
        self.child.kill()?;
        Ok(self.child.wait()?)
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        if matches!(self.child.try_wait(), Ok(None)) && self.stop(Duration::from_secs(20)).is_err() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
        // the child's number may be another process's soon: the watchdog must not act on it
        let _ = self.watchdog.write_all(b"done\n");
    }
}

/// A shell that waits for this process to end and then ends the other one; a line tells it that it is not
/// needed.
fn watchdog(pid: u32, signal: &str) -> Result<ChildStdin> {
    let script = format!("kill -{signal} \"$0\" 2>/dev/null; sleep 5; kill -KILL \"$0\" 2>/dev/null");
    after_this(&script, OsStr::new(&pid.to_string()))
}

/// Runs a shell script with an argument as `$0` once this process has ended.
fn after_this(script: &str, argument: &OsStr) -> Result<ChildStdin> {
    let mut shell = Command::new("sh")
        .args(["-c", &format!("read -r _ && exit; {script}")])
        .arg(argument)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        // its own group: Ctrl-C must not end it before its work is done
        .process_group(0)
        .spawn()
        .context("cannot start sh")?;
    let input = shell.stdin.take().context("a watchdog has an input")?;
    // reaped when it ends, so that none is left behind as a zombie
    std::thread::spawn(move || shell.wait());
    Ok(input)
}

/// A temporary folder that goes with this process, however that ends: it may hold gigabytes.
pub struct Scratch {
    folder: TempDir,
    _sweeper: ChildStdin,
}

impl Scratch {
    /// A new folder in `parent`, or where temporary files belong.
    pub fn new(parent: Option<&Path>) -> Result<Self> {
        let mut builder = tempfile::Builder::new();
        builder.prefix("entreposto-bench-");
        let folder = match parent {
            Some(parent) => builder.tempdir_in(parent),
            None => builder.tempdir(),
        };
        let folder = folder.context("cannot create a temporary folder")?;
        // after the watchdogs have killed whoever still writes there
        let sweeper = after_this("sleep 7; rm -rf -- \"$0\"", folder.path().as_os_str())?;
        Ok(Self { folder, _sweeper: sweeper })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Sends a process a signal.
pub fn send(signal: &str, pid: u32) -> Result<()> {
    let pid = pid.to_string();
    Command::new("sh")
        .args(["-c", "kill -\"$0\" \"$1\"", signal, &pid])
        .status()
        .context("cannot start sh")?;
    Ok(())
}

/// A program on the PATH.
#[allow(clippy::disallowed_methods, reason = "PATH is no setting of the server")]
pub fn find(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// A port that nobody listened on just now. It lies below those that the system gives to connections that are
/// opened: one of these would take it before the server does.
pub fn free_port() -> Result<u16> {
    let any = || 12_000 + (RandomState::new().hash_one(()) % 20_000) as u16;
    let free = |port: &u16| TcpListener::bind(("127.0.0.1", *port)).is_ok();
    std::iter::repeat_with(any).take(100).find(free).context("this machine has no free port")
}

/// Runs a program to its end and answers its standard output; an error with its standard error otherwise.
pub fn output(command: &mut Command) -> Result<String> {
    let program = command.get_program().to_owned();
    let out = command.output().with_context(|| format!("cannot start {}", program.display()))?;
    if !out.status.success() {
        let args: Vec<_> = command.get_args().map(OsStr::to_string_lossy).collect();
        anyhow::bail!(
            "{} {} ended with {}: {}",
            program.display(),
            args.join(" "),
            out.status,
            String::from_utf8_lossy(&out.stderr).trim()
        );
    }
    Ok(String::from_utf8_lossy(&out.stdout).into_owned())
}

/// Resident memory of a process in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Memory {
    /// Now.
    pub now: u64,
    /// The most it ever was.
    pub peak: u64,
}

/// Memory of a process; `None` where the system does not tell.
pub fn memory(pid: u32) -> Option<Memory> {
    parse_memory(&std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?)
}

/// Time that the processors have spent on a process so far, all of its threads together; `None` where the
/// system does not tell.
pub fn processor(pid: u32) -> Option<Duration> {
    parse_processor(&std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?)
}

/// In hundredths of a second, whatever the kernel's own clock.
fn parse_processor(stat: &str) -> Option<Duration> {
    // a name may hold anything, so that the fields count from behind it
    let (_, fields) = stat.rsplit_once(')')?;
    let mut fields = fields.split_whitespace().skip(11);
    let ticks = fields.next()?.parse::<u64>().ok()? + fields.next()?.parse::<u64>().ok()?;
    Some(Duration::from_millis(10 * ticks))
}

fn parse_memory(status: &str) -> Option<Memory> {
    let kib = |name: &str| {
        let line = status.lines().find_map(|l| l.strip_prefix(name))?;
        line.trim_start_matches(':').trim().strip_suffix("kB")?.trim().parse::<u64>().ok()
    };
    Some(Memory { now: kib("VmRSS")? * 1024, peak: kib("VmHWM")? * 1024 })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]
mod tests {
    use super::*;

    #[test]
    fn the_processors_time_is_read_from_behind_the_name_of_a_process() {
        let text = "7 (a b) 8) S 1 7 7 0 -1 4194560 9 0 0 0 250 50 3 4 20 0 8 0 99 1 1 1";
        assert_eq!(parse_processor(text), Some(Duration::from_secs(3)));
        assert_eq!(parse_processor("7 (a) S 1"), None);
    }

    #[test]
    fn memory_is_read_from_the_status_of_a_process() {
        let text = "Name:\tserver\nVmPeak:\t  900 kB\nVmHWM:\t   200 kB\nVmRSS:\t   100 kB\n";
        assert_eq!(parse_memory(text), Some(Memory { now: 102_400, peak: 204_800 }));
        assert_eq!(parse_memory("Name:\tkthreadd\n"), None);
    }

    #[test]
    fn a_dropped_child_is_gone() {
        let guarded = Guarded::spawn(Command::new("sleep").arg("600"), "TERM").unwrap();
        let pid = guarded.child.id();
        drop(guarded);
        assert!(memory(pid).is_none());
    }
}

//! The demonstration as a running process.

use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdout, Command, Stdio};

use super::program::Program;
use super::wait::wait_until;

/// A running process that does not outlive its test.
pub struct Process(pub Child);

impl Process {
    /// Sends it a signal.
    pub fn sign(&self, name: &str) {
        let done = Command::new("kill").args([&format!("-{name}"), &self.0.id().to_string()]).status();
        assert!(done.unwrap().success());
    }

    /// The exit code, once it has ended.
    pub fn end(&mut self) -> Option<i32> {
        wait_until("the process ends", || self.0.try_wait().unwrap().is_some());
        self.0.wait().unwrap().code()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Starts the demonstration; answers it and its banner.
pub fn demonstrate(p: &Program) -> (Process, Vec<String>, BufReader<ChildStdout>) {
    demonstrate_with(p, Stdio::null())
}

/// The same, with somewhere for its log to go.
pub fn demonstrate_with(p: &Program, log: Stdio) -> (Process, Vec<String>, BufReader<ChildStdout>) {
    started(p.command(&["demo", "--orders", "60", "--skus", "60"]).stderr(log))
}

/// The same by another command that ends in the demonstration.
pub fn started(command: &mut Command) -> (Process, Vec<String>, BufReader<ChildStdout>) {
    let mut process = Process(command.stdout(Stdio::piped()).spawn().expect("the program starts"));
    let mut output = BufReader::new(process.0.stdout.take().unwrap());
    let mut rows = Vec::new();
    loop {
        let mut row = String::new();
        assert!(output.read_line(&mut row).unwrap() > 0, "it ended: {rows:?}");
        rows.push(row.trim().to_owned());
        if rows.last().unwrap().starts_with("Ctrl-C") {
            return (process, rows, output);
        }
    }
}

/// The pasteable lines, as key and address.
pub fn curl_lines(rows: &[String]) -> Vec<(String, String)> {
    let curls = rows.iter().filter_map(|l| l.strip_prefix("curl -s -H 'Authorization: Basic "));
    curls
        .map(|rest| {
            let (key, url) = rest.split_once("' '").unwrap();
            (key.to_owned(), url.strip_suffix('\'').unwrap().to_owned())
        })
        .collect()
}

/// Key and address, `http://HOST:PORT`, of the first line that can be pasted.
pub fn first_line(rows: &[String]) -> (String, String) {
    let (key, url) = curl_lines(rows).swap_remove(0);
    let end = url.match_indices('/').nth(2).expect("a path").0;
    (key, url[..end].to_owned())
}

/// The operator's address, as the banner has it: `HOST:PORT`.
pub fn admin_of(rows: &[String]) -> String {
    let row = rows.iter().find_map(|row| row.strip_prefix("health")).expect("a line about health");
    let url = row.trim().strip_prefix("http://").expect("an address");
    url.split('/').next().expect("an address").to_owned()
}

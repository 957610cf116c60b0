//! The log: whoever reads it, or does not, holds nothing up.

use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;
use std::sync::mpsc::channel;
use std::thread;

use actix_web::rt::System;

use crate::support::TestClient;
use crate::support::process::{Process, admin_of, demonstrate_with, first_line};
use crate::support::program::Program;

/// What is new fits on a screen: migrations are told in one line.
#[test]
fn a_first_start_shows_the_banner_and_hardly_anything_before_it() {
    let p = Program::new().free_ports();
    let (mut process, rows, _output) = demonstrate_with(&p, Stdio::piped());
    let mut log = process.0.stderr.take().unwrap();
    // from when it answers on it hears that it shall stop
    p.ok(&["health", "--listen-admin", &admin_of(&rows)]);
    process.sign("TERM");
    assert_eq!(process.end(), Some(0));
    let mut said = String::new();
    log.read_to_string(&mut said).unwrap();
    let of_migrations: Vec<&str> = said.lines().filter(|line| line.contains("migration")).collect();
    assert_eq!(of_migrations.len(), 1, "{said}");
    assert!(of_migrations[0].contains("migrations applied"), "{said}");
    assert!(said.lines().count() < 12, "{said}");
}

#[test]
fn a_start_without_keys_and_people_names_the_next_commands() {
    let p = Program::new().free_ports();
    let serve = p.command(&["serve"]).stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
    let mut process = Process(serve.unwrap());
    let mut lines = BufReader::new(process.0.stderr.take().unwrap()).lines().map_while(Result::ok);
    assert!(lines.any(|line| line.contains("server token create app")));
    let first = |line: &String| line.contains("/console/comecar") && line.contains("the code ");
    assert!(lines.any(|line| first(&line)));
}

/// More lines than a pipe and the queue hold.
const REQUESTS: u32 = 6000;

#[test]
fn a_log_that_nobody_reads_keeps_no_request_waiting() {
    let p = Program::new().free_ports();
    let (mut process, rows, _output) = demonstrate_with(&p, Stdio::piped());
    let log = process.0.stderr.take().unwrap();
    let (key, base) = first_line(&rows);
    let dropped = System::new().block_on(async {
        let client = TestClient::new(base.trim_start_matches("http://"), Some(&key));
        for _ in 0..REQUESTS {
            client.get("/Usuario").await.with_status(200);
        }
        let figures = TestClient::new(admin_of(&rows), None).get("/metrics").await.with_status(200).text();
        let row = figures.lines().find_map(|row| row.strip_prefix("entreposto_log_lines_dropped_total "));
        row.unwrap_or_else(|| panic!("no figure: {figures}")).parse::<u64>().unwrap()
    });
    assert!(dropped > 0, "nothing was dropped: the test asks too little");

    // what is still queued is written once somebody reads again, and then what comes after it
    let (line, lines) = channel();
    thread::spawn(move || {
        BufReader::new(log).lines().map_while(Result::ok).try_for_each(|text| line.send(text))
    });
    let queued = u64::from(REQUESTS).saturating_sub(dropped);
    assert_eq!(lines.iter().take(queued as usize).count() as u64, queued);
    process.sign("TERM");
    assert_eq!(process.end(), Some(0));
    assert!(lines.iter().any(|line: String| line.contains("stopped")));
}

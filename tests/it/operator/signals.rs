//! A hang-up: certificate and log filter are read again, and nothing ends.

use std::fs::{self, File};
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use actix_web::rt::System;
use reqwest::tls::TlsInfo;

use crate::support::client::http;
use crate::support::process::{demonstrate, demonstrate_with, first_line};
use crate::support::program::Program;
use crate::support::wait::wait_until;

/// Writes a new certificate with its key; answers it as it goes over the wire.
fn certify(folder: &Path) -> Vec<u8> {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    fs::write(folder.join("key.pem"), made.signing_key.serialize_pem()).unwrap();
    fs::write(folder.join("cert.pem"), made.cert.pem()).unwrap();
    made.cert.der().to_vec()
}

/// What a new connection is shown.
fn shown(base: &str) -> Vec<u8> {
    System::new().block_on(async {
        let client = http().danger_accept_invalid_certs(true).tls_info(true).build().unwrap();
        let answer = client.get(format!("{base}/openapi.json")).send().await.unwrap();
        assert_eq!(answer.status(), 200);
        answer.extensions().get::<TlsInfo>().unwrap().peer_certificate().unwrap().to_vec()
    })
}

#[test]
fn a_renewed_certificate_is_served_after_a_hang_up_and_a_broken_one_is_not() {
    let p = Program::new()
        .free_ports()
        .env("ENTREPOSTO_TLS_CERT", "cert.pem")
        .env("ENTREPOSTO_TLS_KEY", "key.pem");
    let folder = p.folder.path();
    let first = certify(folder);
    let log = folder.join("log");
    let (mut process, rows, _output) = demonstrate_with(&p, File::create(&log).unwrap().into());
    let (_, base) = first_line(&rows);
    assert!(base.starts_with("https://"), "{base}");
    assert_eq!(shown(&base), first);

    let second = certify(folder);
    assert_eq!(shown(&base), first, "nobody has said that there is a new one");
    process.sign("HUP");
    wait_until("the new certificate is served", || shown(&base) == second);

    fs::write(folder.join("cert.pem"), "no certificate").unwrap();
    process.sign("HUP");
    let said = || fs::read_to_string(&log).unwrap();
    wait_until("the log says what is wrong", || said().contains("the certificate stays as it was"));
    assert!(said().contains("cert.pem"), "{}", said());
    assert_eq!(shown(&base), second);
    process.sign("TERM");
    assert_eq!(process.end(), Some(0));
}

#[test]
fn a_hang_up_reads_the_log_filter_again() {
    let p = Program::new().free_ports();
    let settings = p.folder.path().join("entreposto.toml");
    fs::write(&settings, "log = \"error\"\n").unwrap();
    let log = p.folder.path().join("log");
    let (process, rows, _output) = demonstrate_with(&p, File::create(&log).unwrap().into());
    let (_, base) = first_line(&rows);
    let said = || fs::read_to_string(&log).unwrap();
    let ask = || System::new().block_on(async { http().build().unwrap().get(&base).send().await.unwrap() });
    ask();
    // what is not logged cannot be waited for: several times as long as a line takes
    sleep(Duration::from_millis(300));
    assert!(!said().contains("request"), "{}", said());

    fs::write(&settings, "log = \"info\"\n").unwrap();
    process.sign("HUP");
    wait_until("requests are logged", || {
        ask();
        said().contains("request")
    });
    fs::write(&settings, "log = \"loud\"\n").unwrap();
    process.sign("HUP");
    wait_until("the log says what is wrong", || said().contains("the log filter stays as it was"));
    ask();
}

#[test]
fn a_hang_up_ends_no_server_without_either() {
    let p = Program::new().free_ports();
    let (mut process, _rows, _output) = demonstrate(&p);
    process.sign("HUP");
    // what does not end cannot be waited for
    sleep(Duration::from_millis(300));
    assert!(process.0.try_wait().unwrap().is_none(), "it ended");
    process.sign("TERM");
    assert_eq!(process.end(), Some(0));
}

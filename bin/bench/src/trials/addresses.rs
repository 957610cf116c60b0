//! Addresses that events are sent to: one that never answers, and one that does as it is told.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use anyhow::Result;

/// Takes connections and never answers.
pub fn dead() -> Result<String> {
    let listener = TcpListener::bind("127.0.0.9:0")?;
    let address = listener.local_addr()?;
    thread::spawn(move || {
        // kept open as long as this process lives
        let _open: Vec<TcpStream> = listener.incoming().flatten().collect();
    });
    Ok(format!("http://{address}/eventos"))
}

/// An address that answers every call.
pub struct Living {
    pub url: String,
    /// The bodies of the calls that it has taken.
    pub arrivals: Receiver<String>,
    /// While it is, every call is answered 500.
    pub ill: Arc<AtomicBool>,
}

impl Living {
    /// A healthy one.
    pub fn open() -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let url = format!("http://{}/eventos", listener.local_addr()?);
        let (told, arrivals) = channel();
        let ill = Arc::new(AtomicBool::new(false));
        let state = Arc::clone(&ill);
        thread::spawn(move || {
            for mut stream in listener.incoming().flatten() {
                let (told, state) = (told.clone(), Arc::clone(&state));
                thread::spawn(move || {
                    while let Ok(Some(body)) = take_call(&mut stream) {
                        let ill = state.load(Ordering::SeqCst);
                        let status = if ill { "500 Internal Server Error" } else { "204 No Content" };
                        let answer = format!("HTTP/1.1 {status}\r\nContent-Length: 0\r\n\r\n");
                        if !ill {
                            let _ = told.send(body);
                        }
                        if stream.write_all(answer.as_bytes()).is_err() {
                            break;
                        }
                    }
                });
            }
        });
        Ok(Self { url, arrivals, ill })
    }
}

/// Reads one call whole; its body, or nothing at the end of the connection.
fn take_call(stream: &mut TcpStream) -> std::io::Result<Option<String>> {
    let (mut call, mut part) = (Vec::new(), [0; 4_096]);
    loop {
        let count = stream.read(&mut part)?;
        if count == 0 {
            return Ok(None);
        }
        call.extend_from_slice(part.get(..count).unwrap_or_default());
        let text = String::from_utf8_lossy(&call);
        let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
        let head = head.to_ascii_lowercase();
        let length = head.lines().find_map(|line| line.strip_prefix("content-length:")?.trim().parse().ok());
        if body.len() >= length.unwrap_or(0) {
            return Ok(Some(body.to_owned()));
        }
    }
}

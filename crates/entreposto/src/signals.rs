//! Stop signals of the system.

use std::io;

/// Waits for SIGINT or, on Unix, SIGTERM.
pub async fn stop_requested() -> io::Result<()> {
    #[cfg(unix)]
    {
        use actix_web::rt::signal::unix::{SignalKind, signal};
        let (mut interrupt, mut terminate) =
            (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
        std::future::poll_fn(|task| {
            let interrupted = interrupt.poll_recv(task);
            if interrupted.is_ready() { interrupted } else { terminate.poll_recv(task) }
        })
        .await;
        Ok(())
    }
    #[cfg(not(unix))]
    actix_web::rt::signal::ctrl_c().await
}

//! The files that pages name, embedded, and what keeps pages to themselves.

use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use actix_web::middleware::DefaultHeaders;
use actix_web::{HttpResponse, web};

struct File {
    name: &'static str,
    kind: &'static str,
    content: &'static [u8],
}

static FILES: [File; 3] = [
    File {
        name: "style.css",
        kind: "text/css; charset=utf-8",
        content: include_bytes!("../assets/style.css"),
    },
    File {
        name: "console.js",
        kind: "text/javascript; charset=utf-8",
        content: include_bytes!("../assets/console.js"),
    },
    File { name: "icon.svg", kind: "image/svg+xml", content: include_bytes!("../assets/icon.svg") },
];

/// The routes of the files.
pub fn mount(cfg: &mut web::ServiceConfig) {
    for file in &FILES {
        cfg.route(&format!("/arquivos/{}", file.name), web::get().to(|| async { answer(file) }));
    }
}

fn answer(file: &'static File) -> HttpResponse {
    // another version of the program has another file at the same address
    HttpResponse::Ok()
        .content_type(file.kind)
        .insert_header((CACHE_CONTROL, "private, max-age=300"))
        .body(file.content)
}

/// Own scripts, styles and pictures, forms to its own address, nobody's frame; and what a page shows is kept
/// by no cache.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
     form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// What every answer says to browsers.
pub fn shielded() -> DefaultHeaders {
    DefaultHeaders::new()
        .add((CONTENT_SECURITY_POLICY, POLICY))
        .add((X_FRAME_OPTIONS, "DENY"))
        .add((X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .add((REFERRER_POLICY, "same-origin"))
        .add((CACHE_CONTROL, "no-store"))
}

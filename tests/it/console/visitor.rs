//! Somebody in front of the console.

use std::io::Write;
use std::net::TcpStream;
use std::sync::Mutex;

use domain::console::Role;
use domain::values::dates::Instante;
use reqwest::Method;
use store::accesses::Scope;

use crate::support::{Answer, TestApp, TestClient};

/// A browser that has signed in.
pub struct Visitor {
    client: TestClient,
    /// The last one that an answer has set, as browsers keep it.
    cookie: Mutex<String>,
}

/// A link to the console.
pub fn link(app: &TestApp, role: Role, scope: Scope) -> String {
    link_until(app, role, scope, Instante::now().plus_seconds(60))
}

/// One that ends at an instant.
pub fn link_until(app: &TestApp, role: Role, scope: Scope, until: Instante) -> String {
    let store = app.store.clone();
    let made = std::thread::spawn(move || {
        store.write_blocking(move |tx| console::link(tx, "Ana", role, scope, until)).unwrap()
    });
    made.join().unwrap()
}

/// Follows a link, as the button of its page does.
pub async fn enter(app: &TestApp, link: &str) -> Answer {
    enter_with(app, link, &[]).await
}

/// The same with what browsers and proxies say.
pub async fn enter_with(app: &TestApp, link: &str, headers: &[(&str, &str)]) -> Answer {
    let code = link.split_once("codigo=").unwrap().1;
    send(&app.admin, "/console/entrar", headers, &[("codigo", code)]).await
}

/// Sends a form without a session.
pub async fn send(
    client: &TestClient,
    path: &str,
    headers: &[(&str, &str)],
    form: &[(&str, &str)],
) -> Answer {
    let body: Vec<String> = form
        .iter()
        .map(|(name, value)| {
            let value = percent_encoding::utf8_percent_encode(value, percent_encoding::NON_ALPHANUMERIC);
            format!("{name}={value}")
        })
        .collect();
    let mut all = vec![("content-type", "application/x-www-form-urlencoded")];
    all.extend_from_slice(headers);
    client.send(Method::POST, path, &all, Some(body.join("&"))).await
}

impl Visitor {
    /// Signs in.
    pub async fn of(app: &TestApp, role: Role, scope: Scope) -> Self {
        let answer = enter(app, &link(app, role, scope)).await.with_status(303);
        Self::with(app, answer.header("set-cookie"))
    }

    /// With the cookie that signing in has set.
    pub fn with(app: &TestApp, set: &str) -> Self {
        Self::at(&app.admin, set)
    }

    /// The same at another console.
    pub fn at(client: &TestClient, set: &str) -> Self {
        let cookie = set.split(';').next().unwrap().to_owned();
        Self { client: client.clone(), cookie: Mutex::new(cookie) }
    }

    /// What the browser sends.
    pub fn cookie(&self) -> String {
        self.cookie.lock().unwrap().clone()
    }

    /// Somebody who does everything everywhere.
    pub async fn operator(app: &TestApp) -> Self {
        Self::of(app, Role::Own, Scope::All).await
    }

    /// A page.
    pub async fn get(&self, path: &str) -> Answer {
        self.ask(Method::GET, path).await
    }

    /// The head of a page.
    pub async fn head(&self, path: &str) -> Answer {
        self.ask(Method::HEAD, path).await
    }

    async fn ask(&self, method: Method, path: &str) -> Answer {
        self.client.send(method, path, &[("cookie", &self.cookie())], None::<Vec<u8>>).await
    }

    /// A page that is there.
    pub async fn page(&self, path: &str) -> String {
        self.get(path).await.with_status(200).text()
    }

    /// What forms carry.
    pub async fn mark(&self) -> String {
        let page = self.page("/console/lojas").await;
        let after = page.split_once("name=\"marca\" value=\"").unwrap().1;
        after.split('"').next().unwrap().to_owned()
    }

    /// Sends a form as the pages of this session do.
    pub async fn act(&self, path: &str, form: &[(&str, &str)]) -> Answer {
        let mark = self.mark().await;
        let mut form = form.to_vec();
        form.push(("marca", &mark));
        self.post(path, &[], &form).await
    }

    /// Sends a form with a file, as the pages of this session do.
    pub async fn send_file(&self, path: &str, fields: &[(&str, &str)], name: &str, content: &[u8]) -> Answer {
        let mark = self.mark().await;
        self.send_marked_file(path, &mark, fields, (name, content)).await
    }

    /// The same with whatever mark.
    pub async fn send_marked_file(
        &self,
        path: &str,
        mark: &str,
        fields: &[(&str, &str)],
        (name, content): (&str, &[u8]),
    ) -> Answer {
        let mut body = Vec::new();
        let part = |head: &str| format!("--aresta\r\ncontent-disposition: form-data; {head}\r\n\r\n");
        for (field, value) in [("marca", mark)].iter().chain(fields) {
            body.extend_from_slice(part(&format!("name=\"{field}\"")).as_bytes());
            body.extend_from_slice(format!("{value}\r\n").as_bytes());
        }
        body.extend_from_slice(part(&format!("name=\"arquivo\"; filename=\"{name}\"")).as_bytes());
        body.extend_from_slice(content);
        body.extend_from_slice(b"\r\n--aresta--\r\n");
        let cookie = self.cookie();
        let headers = [("cookie", cookie.as_str()), ("content-type", "multipart/form-data; boundary=aresta")];
        self.client.send(Method::POST, path, &headers, Some(body)).await
    }

    /// Begins to send a file, and sends no more of it.
    pub fn begin_file(&self, path: &str) -> TcpStream {
        let address = self.client.base.strip_prefix("http://").unwrap();
        let mut stream = TcpStream::connect(address).unwrap();
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: {address}\r\ncookie: {}\r\ncontent-length: 100000\r\n\
             content-type: multipart/form-data; boundary=aresta\r\n\r\n--aresta\r\n",
            self.cookie()
        );
        stream.write_all(head.as_bytes()).unwrap();
        stream
    }

    /// Sends a form with whatever headers.
    pub async fn post(&self, path: &str, headers: &[(&str, &str)], form: &[(&str, &str)]) -> Answer {
        let cookie = self.cookie();
        let mut all = vec![("cookie", cookie.as_str())];
        all.extend_from_slice(headers);
        let answer = send(&self.client, path, &all, form).await;
        if let Some(new) = answer.header("set-cookie").split(';').next().filter(|new| !new.is_empty()) {
            new.clone_into(&mut self.cookie.lock().unwrap());
        }
        answer
    }
}

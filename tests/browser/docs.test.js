// The documents' pages as programmers use them: each request sent as the page shows it, with the button, in a browser.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { operations, startBrowser, startHub } from "./hub.js";

let hub, browser;

before(async () => {
  [hub, browser] = await Promise.all([startHub({ orders: 200, skus: 60 }), startBrowser()]);
});

after(async () => {
  await browser?.close();
  await hub?.stop();
});

/** The page of an interface, with its key given; what it asks for and what it complains of is kept. */
async function open({ address, key }) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, locale: "pt-BR" });
  const answers = [], complaints = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    const own = [address, "data:", "blob:"].some((start) => request.url().startsWith(start));
    if (!own) complaints.push(`asks ${request.url()}`);
  });
  page.on("response", (answer) => {
    const url = new URL(answer.url());
    if (!url.pathname.startsWith("/docs") && url.pathname !== "/openapi.json") {
      answers.push({ method: answer.request().method(), path: url.pathname + url.search, status: answer.status() });
    }
  });
  await page.goto(`${address}/`);
  await page.waitForFunction(() => document.querySelector("openapi-explorer")?.resolvedSpec?.tags?.length > 0);
  await page.evaluate((token) => {
    document.querySelector("openapi-explorer").setAuthenticationConfiguration("chave", { token });
  }, key);
  return { page, answers, complaints };
}

/** Opens an operation and presses its button; answers what came of it. */
async function send({ page, answers }, { method, where }) {
  answers.length = 0;
  const id = `${method}-${where.replace(/[\s#:?&={}]/g, "-")}`;
  await page.evaluate((one) => document.querySelector("openapi-explorer").scrollTo(one), id);
  // the page makes the form when the operation is opened
  await page.waitForFunction(([verb, path]) => {
    const viewer = document.querySelector("openapi-explorer");
    const within = (root) => [...root.querySelectorAll("*")].flatMap((e) => [e, ...(e.shadowRoot ? within(e.shadowRoot) : [])]);
    const all = within(viewer.shadowRoot);
    const form = all.find((e) => e.localName === "api-request" && e.method === verb && e.path === path);
    const button = form && within(form.shadowRoot ?? form).find((e) => e.matches("button.m-btn") && /ENVIAR/.test(e.textContent));
    button?.click();
    return Boolean(button);
  }, [method, where], { polling: 50, timeout: 10_000 });
  for (let waited = 0; waited < 200 && answers.length === 0; waited += 1) await page.waitForTimeout(25);
  return answers[0] ?? { status: 0 };
}

for (const name of ["a", "b"]) {
  test(`every request of interface ${name.toUpperCase()} succeeds as its page shows it`, async () => {
    const tab = await open(hub.interfaces[name]);
    const failed = [];
    for (const operation of await operations(hub.interfaces[name])) {
      const answer = await send(tab, operation);
      const good = operation.refused ? answer.status === 422 : answer.status >= 200 && answer.status < 300;
      if (!good) failed.push(`${operation.method} ${operation.where}: ${JSON.stringify(answer)}`);
    }
    assert.deepEqual(failed, []);
    assert.deepEqual(tab.complaints, []);
    await tab.page.close();
  });
}

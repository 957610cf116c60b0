// The documents' pages as programmers use them: each request sent as the page shows it, with the button, in a browser.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { operations, startBrowser, startHub } from "./hub.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
let hub, browser;

before(async () => {
  [hub, browser] = await Promise.all([startHub({ orders: 200, skus: 60 }), startBrowser()]);
});

after(async () => {
  await browser?.close();
  await hub?.stop();
});

/** The page of an interface, with its key given; what it asks for and what it complains of is kept. */
async function open({ address, key }, viewport = { width: 1280, height: 900 }) {
  const page = await browser.newPage({ viewport, locale: "pt-BR" });
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
async function send({ page, answers }, { method, where, file }) {
  answers.length = 0;
  const id = `${method}-${where.replace(/[\s#:?&={}]/g, "-")}`;
  await page.evaluate((one) => { document.querySelector("openapi-explorer").scrollTo(one); }, id);
  if (file) {
    const chosen = { name: "arquivo.csv", mimeType: "text/csv", buffer: Buffer.from(file) };
    await page.locator("input.request-body-param-file").setInputFiles(chosen);
  }
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

// what a connected channel has of an order, a SKU or an error depends on what its shop did meanwhile
const ofTheShop = ["/Pedido/{pedidoId}/Canal", "/Canal/{canalId}/Erro/{erroId}/Ignorar", "/sku/{sku}/Canal/{canalId}/Anuncio"];

for (const name of ["a", "b"]) {
  test(`every request of interface ${name.toUpperCase()} succeeds as its page shows it`, async () => {
    const tab = await open(hub.interfaces[name]);
    const failed = [];
    for (const operation of await operations(hub.interfaces[name])) {
      const answer = await send(tab, operation);
      const gone = answer.status === 404 && ofTheShop.includes(operation.where);
      const good = operation.refused ? answer.status === 422 : gone || (answer.status >= 200 && answer.status < 300);
      if (!good) failed.push(`${operation.method} ${operation.where}: ${JSON.stringify(answer)}`);
    }
    assert.deepEqual(failed, []);
    assert.deepEqual(tab.complaints, []);
    await tab.page.close();
  });
}

/** What the page says and the document does not, and what reaches beyond the window and cannot be scrolled to there. */
async function look(page) {
  return page.evaluate(() => {
    const viewer = document.querySelector("openapi-explorer");
    const within = (root) => [...root.querySelectorAll("*")].flatMap((e) => [e, ...(e.shadowRoot ? within(e.shadowRoot) : [])]);
    const up = (e) => e.parentElement ?? e.getRootNode().host;
    const inside = ({ left, right }) => left >= -1 && right <= innerWidth + 1;
    const scrolled = (e) => {
      for (let box = up(e); box && box.localName !== "main"; box = up(box)) {
        if (getComputedStyle(box).overflowX !== "visible" && inside(box.getBoundingClientRect())) return true;
      }
      return false;
    };
    const seen = within(viewer.shadowRoot).filter((e) => !["style", "script"].includes(e.localName));
    const said = seen.filter((e) => !e.closest("pre, code")).flatMap((e) => [
      ...["title", "placeholder", "aria-label"].map((name) => e.getAttribute(name) ?? ""),
      ...[...e.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data),
    ]);
    const beyond = seen.filter((e) => {
      const box = e.getBoundingClientRect();
      return box.width > 0 && box.height > 0 && !inside(box) && !scrolled(e);
    });
    return {
      said: [...new Set(said.map((text) => text.trim()).filter(Boolean))],
      beyond: beyond.map((e) => `${e.localName} "${e.textContent.trim().slice(0, 40)}"`),
    };
  });
}

// words that a sentence in English can hardly do without, and that Portuguese has not
const ENGLISH = new RegExp(`(?<!\\.)\\b(${[
  "the", "of", "and", "with", "for", "from", "this", "not", "found", "given", "value", "key", "applied", "sends?", "search",
  "text", "expand", "collapse", "license", "operations?", "field", "type", "description", "required?s?", "constraints?",
  "pattern", "allowed", "default", "examples?", "length", "range", "unique", "items", "read", "write", "attribute", "request",
  "response", "headers?", "parameters?", "body", "add", "multiple", "schema", "download", "view", "time", "copy", "clear",
].join("|")})\\b`, "i");

for (const name of ["a", "b"]) {
  test(`the page of interface ${name.toUpperCase()} fits a phone and speaks Portuguese alone`, async () => {
    const faults = new Map();
    const fault = (what, where) => faults.set(what, faults.get(what) ?? where);
    const own = JSON.stringify(await (await fetch(`${hub.interfaces[name].address}/openapi.json`)).json());
    for (const width of [390, 1280]) {
      const { page } = await open(hub.interfaces[name], { width, height: 844 });
      // of each group an operation with parameters and one with a body
      const places = await page.evaluate(() => {
        const groups = document.querySelector("openapi-explorer").resolvedSpec.tags;
        const first = (group, has) => group.paths.find(has)?.elementId;
        return groups.flatMap((group) => [first(group, (one) => one.requestBody), first(group, (one) => !one.requestBody)]);
      });
      for (const place of ["overview", "auth", ...places.filter(Boolean)]) {
        await page.evaluate((one) => { document.querySelector("openapi-explorer").scrollTo(one); }, place);
        await page.waitForTimeout(150);
        const { said, beyond } = await look(page);
        for (const text of said) {
          const quoted = JSON.stringify(text).slice(1, -1);
          if (ENGLISH.test(text) && !own.includes(quoted)) fault(`says "${text}"`, place);
        }
        for (const one of beyond) fault(`${one} reaches beyond ${width}`, place);
      }
      await page.close();
    }
    assert.deepEqual([...faults], []);
  });
}

for (const scheme of ["light", "dark"]) {
  test(`what was sent and answered can be read, and so can the button under the mouse (${scheme})`, async () => {
    const tab = await open(hub.interfaces.a), { page } = tab;
    await page.emulateMedia({ colorScheme: scheme });
    for (const operation of [{ method: "get", where: "/Usuario" }, { method: "post", where: "/Usuario" }]) {
      await send(tab, operation);
      const button = page.locator("button.m-btn.primary:visible", { hasText: "ENVIAR" }).first();
      await button.hover();
      await page.waitForTimeout(300); // the colour changes slowly
      const { color, backgroundColor } = await button.evaluate((e) => ({ ...getComputedStyle(e) }));
      assert.notEqual(color, backgroundColor);
      const { violations } = await page.evaluate(`${axe}; axe.run(document, { runOnly: ["color-contrast"] })`);
      assert.deepEqual(violations.flatMap(({ nodes }) => nodes.map((node) => node.html)), []);
      const { said } = await look(page);
      assert.deepEqual(said.filter((text) => /Response Status|Execution Time/.test(text)), []);
    }
    await page.close();
  });
}

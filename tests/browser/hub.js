// A demonstration of its own in a folder of its own, and a browser in front of it.
import assert from "node:assert/strict";
import { spawn, execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const program = process.env.SERVER ?? path.join(root, "target/debug/server");

/** Starts `server demo`; answers its addresses, its keys and what makes links to its console. */
export async function startHub({ orders = 600, skus = 200 } = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), "entreposto-browser-"));
  const free = ["--listen-a", "127.0.0.1:0", "--listen-b", "127.0.0.1:0", "--listen-admin", "127.0.0.1:0"];
  const size = ["--orders", String(orders), "--skus", String(skus)];
  // images that are sent are kept under it
  const outside = ["--public-url-b", "https://hub.example"];
  const server = spawn(program, ["demo", ...size, ...free, ...outside], { cwd: folder });
  let said = "";
  const banner = await new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`the demonstration does not start: ${said}`)), 180_000);
    const hear = (text) => {
      said += text;
      if (said.includes("Ctrl-C ends it.")) { clearTimeout(late); resolve(said); }
    };
    server.stdout.on("data", hear);
    server.stderr.on("data", hear);
    server.on("exit", () => reject(new Error(`the demonstration ended: ${said}`)));
  });
  const found = (pattern) => banner.match(pattern)[1];
  const admin = found(/console +(http:\/\/[^/]+)/);
  const database = `sqlite://${folder}/data/demo/entreposto.db`;
  const link = (...args) => {
    const command = ["console", "link", "--database-url", database, "--url", admin, ...args];
    return execFileSync(program, command, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  };
  const stop = async () => {
    server.removeAllListeners("exit");
    const over = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGTERM");
    await over;
    rmSync(folder, { recursive: true, force: true });
  };
  const a = found(/interface A +(\S+)/), key = found(/key of A +(\S+)/);
  /** Asks interface A. */
  const ask = async (method, where, body) => {
    const headers = { Authorization: `Basic ${key}`, "Content-Type": "application/json" };
    const answer = await fetch(a + where, { method, headers, body: body && JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${where}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const interfaces = {
    a: { address: a, key },
    b: { address: found(/interface B +(\S+)/), key: found(/key of B +(\S+)/) },
  };
  return { admin, link, ask, stop, interfaces, ownLink: found(/console +(\S+)/) };
}

/** Starts `server serve` on a new database, with further flags; answers the console's address, and the code of the first visit. */
export async function startFresh(flags = []) {
  const folder = mkdtempSync(path.join(tmpdir(), "entreposto-browser-"));
  const free = ["--listen-a", "127.0.0.1:0", "--listen-b", "127.0.0.1:0", "--listen-admin", "127.0.0.1:0"];
  const server = spawn(program, ["serve", ...free, ...flags], { cwd: folder });
  let said = "";
  const [, admin, code] = await new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`the server does not start: ${said}`)), 60_000);
    const hear = (text) => {
      said += text;
      const found = said.match(/first visit: open (http:\/\/[^/]+).* the code (\w+)/);
      if (found) { clearTimeout(late); resolve(found); }
    };
    server.stdout.on("data", hear);
    server.stderr.on("data", hear);
    server.on("exit", () => reject(new Error(`the server ended: ${said}`)));
  });
  const stop = async () => {
    server.removeAllListeners("exit");
    const over = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGTERM");
    await over;
    rmSync(folder, { recursive: true, force: true });
  };
  return { admin, code, stop };
}

/**
 * The operations of an interface: reading changes nothing, and what is deleted is not there for others. Refused is what
 * the document promises no success of.
 */
export async function operations({ address }) {
  const { paths } = await (await fetch(`${address}/openapi.json`)).json();
  const order = ["get", "post", "put", "patch", "delete"];
  const refused = ({ responses }) => !Object.keys(responses).some((status) => status.startsWith("2"));
  const file = ({ requestBody }) => requestBody?.content["application/octet-stream"]?.example;
  const all = Object.entries(paths).flatMap(([where, item]) => Object.entries(item)
    .map(([method, operation]) => ({ method, where, refused: refused(operation), file: file(operation) })));
  return all.sort((one, other) => order.indexOf(one.method) - order.indexOf(other.method));
}

/** A browser that asks nobody but the hub. */
export async function startBrowser() {
  const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync"];
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args });
}

/** Follows a link into the console. */
export async function signIn(page, link) {
  await page.goto(link);
  await page.getByRole("button").first().click();
  await page.waitForURL(/\/console\/(lojas|\d+-\d+)/);
}

/** The pages of the console, by name, for a store such as `1-1`. */
export async function pages(page, admin, shop) {
  const at = (rest) => `${admin}/console/${shop}${rest}`;
  const first = async (where, selector) => {
    await page.goto(at(where));
    return new URL(await page.locator(selector).first().getAttribute("href"), admin).href;
  };
  return {
    lojas: `${admin}/console/lojas`,
    novaLoja: `${admin}/console/lojas/nova`,
    loja: at("/loja"),
    centros: at("/centros"),
    centro: at("/centros/editar"),
    inicio: at(""),
    pedidos: at("/pedidos"),
    novoPedido: at("/pedidos/novo"),
    pedido: await first("/pedidos?status=Pago", "tbody a"),
    expedicao: at("/expedicao"),
    lido: at("/expedicao?codigo=nada"),
    ofertas: at("/ofertas"),
    skus: at("/skus"),
    sku: await first("/skus", "tbody a"),
    novoSku: at("/skus/novo"),
    mudarSku: (await first("/skus", "tbody a")).replace("/skus/ver", "/skus/editar"),
    skuNoCanal: `${(await first("/skus", "tbody a")).replace("/skus/ver", "/skus/canal")}&canal=vitrine`,
    faltas: at("/skus?faltas=sim"),
    notificacoes: at("/notificacoes"),
    fila: at("/fila"),
    eventos: at("/eventos"),
    canais: at("/canais"),
    categorias: await first("/canais", "a[href*=categorias]"),
    novoCanal: at("/canais/novo"),
    novoCanalTipo: at("/canais/novo?tipo=MercadoLivre"),
    conexao: at("/canais/conexao?canal=vitrine"),
    total: at("/canais/conexao/total?canal=vitrine"),
    configurar: at("/canais/configurar?canal=vitrine"),
    anuncios: at("/canais/anuncios?canal=vitrine"),
    diferencas: at("/canais/diferencas?canal=vitrine"),
    erros: at("/canais/erros?canal=vitrine"),
    importar: at("/importar"),
    registro: at("/atos"),
    pessoas: `${admin}/console/pessoas`,
    conta: `${admin}/console/conta`,
    ajuda: `${admin}/console/ajuda`,
    novaNotificacao: at("/notificacoes/nova"),
    novaChave: `${admin}/console/chaves/nova`,
    chaves: `${admin}/console/chaves`,
    sistema: `${admin}/console/sistema`,
    atos: `${admin}/console/atos`,
  };
}

/** Nothing that a reader of screens, or somebody without a mouse, would stumble over. */
export async function accessible(page) {
  const { violations } = await page.evaluate(`${axe}; axe.run(document, { resultTypes: ["violations"] })`);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ").slice(0, 300)}`);
}

/** Neither too wide for a phone nor hard to read or to reach, light and dark. */
export async function sound(page, name) {
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await accessible(page), [], name);
  }
  const size = page.viewportSize();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    const beyond = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
    assert.ok(beyond <= 0, `${name} is ${beyond} px too wide at ${width}`);
  }
  await page.setViewportSize(size);
}

/** Somebody at a mouse, or at a keyboard alone. */
export function hands(page, mouse) {
  const press = async (there) => { await (mouse ? there.click() : there.press("Enter")); };
  const type = async (there, text) => {
    if (mouse) return there.fill(text);
    await there.focus();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.press("Delete");
    await page.keyboard.type(text);
  };
  return {
    press,
    go: (name) => press(page.getByRole("link", { name }).first()),
    push: (name) => press(page.getByRole("button", { name, exact: true })),
    write: (label, text) => type(page.getByLabel(label), text),
    tick: (there) => (mouse ? there.click() : there.press("Space")),
  };
}

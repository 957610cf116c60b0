// Sign-in by `oidc-provider`, a provider that others use, in this process: its login page, its keys, its tokens.
import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { Provider } from "oidc-provider";
import { sound, startBrowser, startFresh } from "./hub.js";

const password = "cavalo bateria grampo", secret = "segredo:do hub";
let hub, browser, folder, server, host;

/** Everybody has an e-mail of the shop; one has yet to confirm it. */
async function findAccount(_, sub) {
  const claims = { sub, email: `${sub}@papelaria.example`, email_verified: sub !== "lia" };
  return { accountId: sub, claims: async () => claims };
}

before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "entreposto-oidc-"));
  writeFileSync(path.join(folder, "secret"), `${secret}\n`);
  let answer = (_, response) => response.writeHead(503).end();
  server = createServer((request, response) => answer(request, response));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  host = `127.0.0.1:${server.address().port}`;
  const flags = ["--oidc-issuer", `http://${host}`, "--oidc-client-id", "hub"];
  [hub, browser] = await Promise.all([
    startFresh([...flags, "--oidc-client-secret-file", path.join(folder, "secret")]), startBrowser(),
  ]);
  const key = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ format: "jwk" });
  const provider = new Provider(`http://${host}`, {
    claims: { email: ["email", "email_verified"] },
    clients: [{ client_id: "hub", client_secret: secret, redirect_uris: [`${hub.admin}/console/entrar/externo`] }],
    cookies: { keys: ["only a test"] },
    findAccount,
    jwks: { keys: [{ ...key, use: "sig", alg: "RS256" }] },
    pkce: { required: () => true },
  });
  answer = provider.callback();
});

after(async () => {
  await browser?.close();
  await hub?.stop();
  server?.closeAllConnections();
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A page, wide or as a phone has it. The provider's login page would load letters from elsewhere. */
async function opened(width = 1280) {
  const context = await browser.newContext({ reducedMotion: "reduce", viewport: { width, height: 844 } });
  const near = (url) => url.hostname === "127.0.0.1";
  await context.route((url) => !near(url), (route) => route.abort());
  return context.newPage();
}

const external = (page) => page.getByRole("button", { name: `Entrar com ${host}` });

/** Shows the provider who it is, and lets it tell the hub. */
async function shown(page, login) {
  await page.getByPlaceholder("Enter any login").fill(login);
  await page.getByPlaceholder("and password").fill("qualquer");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}

test("who was invited gets in by the provider, and comes to the page that was asked for", async () => {
  const maria = await opened();
  await maria.goto(`${hub.admin}/console/`);
  for (const [label, text] of [["Seu nome", "Maria"], ["E-mail", "maria@papelaria.example"], ["Senha nova", password],
    ["A mesma senha de novo", password], ["Empresa", "Papelaria Sol"], ["Primeira loja", "Centro"]]) {
    await maria.getByLabel(label).fill(text);
  }
  await maria.keyboard.press("Enter");
  await maria.waitForURL(/\/console\/1-1$/);
  for (const [name, email] of [["Rui", "rui@papelaria.example"], ["Lia", "lia@papelaria.example"]]) {
    await maria.goto(`${hub.admin}/console/pessoas`);
    await maria.getByText("Convidar uma pessoa…").click();
    await maria.getByLabel("Nome").fill(name);
    await maria.getByLabel("E-mail").fill(email);
    await maria.getByRole("button", { name: "Convidar" }).click();
    await maria.locator("pre code").waitFor();
  }
  const link = await maria.locator("pre code").textContent();

  for (const width of [1280, 390]) {
    const rui = await opened(width);
    await rui.goto(`${hub.admin}/console/1-1/pedidos`);
    await external(rui).waitFor();
    await sound(rui, "the sign-in with a provider");
    await external(rui).focus();
    await rui.keyboard.press("Enter");
    await shown(rui, "rui");
    await rui.waitForURL(/\/console\/1-1\/pedidos$/);
    assert.match(await rui.textContent("body"), /Rui/);
    await rui.goto(`${hub.admin}/console/conta`);
    assert.equal(await rui.locator("input[type=password]").count(), 0);
    await rui.getByText("Você entra com a sua conta em").waitFor();
    await sound(rui, "an account without a password");
    // the provider knows the browser: a second time it asks nothing
    await rui.getByRole("button", { name: "Sair" }).click();
    await external(rui).click();
    await rui.waitForURL(/\/console\/1-1$/);
    await rui.context().close();
  }
  await maria.goto(`${hub.admin}/console/pessoas/2`);
  await maria.getByText(`entra com conta em ${host}`).waitFor();
  await sound(maria, "a person who gets in by a provider");
  await maria.context().close();

  // an e-mail that the provider does not vouch for, but a link that the owner has handed on
  const lia = await opened(390);
  await lia.goto(`${hub.admin}/console/entrar`);
  await external(lia).click();
  await shown(lia, "lia");
  await lia.getByText("não garante que lia@papelaria.example é seu").waitFor();
  await sound(lia, "a sign-in that was refused");
  assert.doesNotMatch(await lia.content(), /code=/);
  await lia.goto(link);
  await sound(lia, "an invitation with a provider");
  await external(lia).click();
  await lia.waitForURL(/\/console\/1-1$/);
  await lia.context().close();
});

test("who cancels at the provider, or was not invited, reads so and may sign in by password", async () => {
  const page = await opened();
  await page.goto(`${hub.admin}/console/entrar`);
  await external(page).click();
  await page.getByRole("link", { name: "Cancel" }).click();
  await page.getByText("foi cancelada ou recusada lá").waitFor();
  await sound(page, "a sign-in that was cancelled");
  await external(page).click();
  await shown(page, "estranho");
  await page.getByText("ninguém foi convidado com ele").waitFor();
  await page.getByLabel("E-mail").fill("maria@papelaria.example");
  await page.getByLabel("Senha").fill(password);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/console\/1-1$/);
  await page.context().close();
});

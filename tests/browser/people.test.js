// A fresh hub, from its first visit to a colleague with a second factor, with nothing but a browser and a phone.
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { after, before, test } from "node:test";
import { sound, startBrowser, startFresh } from "./hub.js";

const password = "cavalo bateria grampo";
let hub, browser;

before(async () => {
  [hub, browser] = await Promise.all([startFresh(), startBrowser()]);
});

after(async () => {
  await browser?.close();
  await hub?.stop();
});

/** A page, wide or as a phone has it. */
async function opened(width = 1280, headers = {}) {
  const context = await browser.newContext({
    reducedMotion: "reduce", viewport: { width, height: 844 }, extraHTTPHeaders: headers,
  });
  return context.newPage();
}

/** What a phone shows. */
function codeOf(secret, later = 0) {
  const bits = [...secret].map((c) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(c).toString(2).padStart(5, "0")).join("");
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later));
  const tag = createHmac("sha1", Buffer.from(bits.match(/.{8}/g).map((byte) => parseInt(byte, 2)))).update(step).digest();
  return String((tag.readUInt32BE(tag[19] & 15) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

test("a fresh hub begins in the browser, by keyboard, on a phone", async () => {
  const far = await opened(390, { "X-Forwarded-For": "203.0.113.9" });
  await far.goto(`${hub.admin}/console/`);
  await sound(far, "first visit from elsewhere");
  await far.getByLabel("Código").fill(hub.code);
  await far.keyboard.press("Enter");
  await far.getByLabel("Seu nome").waitFor();
  await far.context().close();

  const page = await opened(390);
  await page.goto(`${hub.admin}/console/`);
  await sound(page, "first visit");
  await page.getByLabel("Seu nome").focus();
  const typed = ["Maria", "maria@papelaria.example", password, "outra coisa", "Papelaria Sol"];
  for (const text of typed) {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
  await page.keyboard.type("Loja do Centro");
  await page.keyboard.press("Enter");
  // refused: what was typed is kept, but for passwords, and the field in question has the focus
  await page.getByRole("alert").waitFor();
  assert.equal(await page.getByLabel("Empresa").inputValue(), "Papelaria Sol");
  assert.equal(await page.evaluate("document.activeElement.name"), "repetida");
  await page.getByLabel("Senha nova").fill(password);
  await page.getByLabel("A mesma senha de novo").fill(password);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/console\/1-1$/);
  await sound(page, "start of the first store");
  assert.match(await page.textContent("header"), /Loja do Centro/);

  // a colleague, of whom the link alone is told
  await page.getByRole("link", { name: "Pessoas" }).click();
  await sound(page, "people");
  await page.getByText("Convidar uma pessoa…").click();
  await page.getByLabel("Nome").fill("Rui");
  await page.getByLabel("E-mail").fill("rui@papelaria.example");
  await page.getByLabel("Onde").selectOption({ label: "Loja: Loja do Centro (Papelaria Sol)" });
  await page.getByRole("button", { name: "Convidar" }).click();
  const link = await page.locator("pre code").textContent();
  await sound(page, "a link to hand on");
  await page.goto(`${hub.admin}/console/pessoas/2`);
  await sound(page, "a person");

  const rui = await opened();
  await rui.goto(link);
  await sound(rui, "an invitation");
  await rui.getByLabel("Senha nova").fill(password);
  await rui.getByLabel("A mesma senha de novo").fill(password);
  await rui.getByRole("button", { name: "Gravar e entrar" }).click();
  await rui.waitForURL(/\/console\/1-1$/);
  await rui.getByRole("link", { name: "Rui" }).click();
  await sound(rui, "an account");
  await rui.getByRole("link", { name: "Ligar…" }).click();
  await sound(rui, "a second factor");
  const secret = await rui.locator("p.code").textContent();
  await rui.getByLabel("Código que o aplicativo mostra").fill(codeOf(secret));
  await rui.getByLabel("Senha de agora").fill(password);
  await rui.getByRole("button", { name: "Ligar" }).click();
  await sound(rui, "reserve codes");
  await rui.getByRole("link", { name: "Guardei" }).click();
  await rui.getByRole("button", { name: "Sair" }).click();

  // back in, to the page that was asked for
  await rui.goto(`${hub.admin}/console/1-1/pedidos`);
  await sound(rui, "sign-in");
  await rui.getByLabel("E-mail").fill("rui@papelaria.example");
  await rui.getByLabel("Senha").fill(password);
  await rui.keyboard.press("Enter");
  await rui.getByLabel("Código").waitFor();
  await sound(rui, "a code");
  await rui.getByLabel("Código").fill(codeOf(secret, 1));
  await rui.keyboard.press("Enter");
  await rui.waitForURL(/\/console\/1-1\/pedidos$/);
  await rui.context().close();
  await page.context().close();
});

test("an owner requires the second factor, and shows who they are", async () => {
  const page = await opened(390);
  await page.goto(`${hub.admin}/console/pessoas`);
  await page.getByLabel("E-mail").fill("maria@papelaria.example");
  await page.getByLabel("Senha").fill(password);
  await page.keyboard.press("Enter");
  await page.getByText("Só um dono que tem o seu segundo fator").waitFor();

  /** Switches a second factor on; answers its reserve codes. */
  const switchOn = async (who) => {
    const secret = await who.locator("p.code").textContent();
    await who.getByLabel("Código que o aplicativo mostra").fill(codeOf(secret));
    await who.getByLabel("senha de agora").fill(password);
    await who.getByRole("button", { name: "Ligar" }).click();
    const codes = await who.locator("pre code").textContent();
    await who.getByRole("link", { name: "Guardei" }).click();
    return codes.trim().split("\n");
  };
  await page.goto(`${hub.admin}/console/conta/segundo-fator`);
  const codes = await switchOn(page);
  await page.goto(`${hub.admin}/console/pessoas`);
  await page.getByText("Exigir de todos…").focus();
  await page.keyboard.press("Enter");
  await sound(page, "the rule of the second factor");
  await page.locator("details[open]").getByLabel("senha de agora").fill(password);
  await page.locator("details[open]").getByLabel("Código do seu telefone").fill(codes.pop());
  await page.keyboard.press("Enter");
  await page.getByText("A regra do segundo fator mudou.").waitFor();

  // somebody who is new sets it up before anything else
  await page.getByText("Convidar uma pessoa…").click();
  await page.getByLabel("Nome").fill("Lia");
  await page.getByLabel("E-mail").fill("lia@papelaria.example");
  await page.getByRole("button", { name: "Convidar" }).click();
  const lia = await opened(390);
  await lia.goto(await page.locator("pre code").textContent());
  await lia.getByLabel("Senha nova").fill(password);
  await lia.getByLabel("A mesma senha de novo").fill(password);
  await lia.getByRole("button", { name: "Gravar e entrar" }).click();
  await lia.getByText("A empresa exige de todos").waitFor();
  await sound(lia, "a second factor that is required");
  await lia.goto(`${hub.admin}/console/1-1/pedidos`);
  await lia.waitForURL(/\/console\/conta\/segundo-fator$/);
  await switchOn(lia);
  await lia.waitForURL(/\/console\/1-1$/);
  await lia.goto(`${hub.admin}/console/conta`);
  await sound(lia, "an account that keeps its factor");

  // a phone that was lost
  await page.goto(`${hub.admin}/console/pessoas/3`);
  await page.getByText("Desligar o segundo fator…").click();
  await sound(page, "how to be sure who asks");
  const form = page.locator("details[open]");
  await form.getByLabel("senha de agora").fill("outra coisa");
  await form.getByLabel("Código do seu telefone").fill(codes.pop());
  await page.keyboard.press("Enter");
  await form.getByText("Não é a sua senha de agora.").waitFor();
  await form.getByLabel("senha de agora").fill(password);
  await form.getByLabel("Código do seu telefone").fill(codes.pop());
  await page.keyboard.press("Enter");
  await page.getByText("O segundo fator foi desligado.").waitFor();
  await lia.reload();
  await lia.getByText("A sessão terminou").waitFor();

  // a session elsewhere ends by the password
  const other = await opened();
  await other.goto(`${hub.admin}/console/entrar`);
  await other.getByLabel("E-mail").fill("maria@papelaria.example");
  await other.getByLabel("Senha").fill(password);
  await other.keyboard.press("Enter");
  await other.getByLabel("Código").fill(codes.pop());
  await other.keyboard.press("Enter");
  await other.waitForURL(/\/console\/1-1$/);
  await page.goto(`${hub.admin}/console/conta`);
  await sound(page, "an account with two sessions");
  await page.getByRole("checkbox").check();
  await page.locator("form", { has: page.getByRole("checkbox") }).getByLabel("senha de agora").fill(password);
  await page.getByRole("button", { name: "Encerrar as marcadas" }).click();
  await page.getByText("As sessões marcadas foram encerradas.").waitFor();
  await other.reload();
  await other.getByText("A sessão terminou").waitFor();
  for (const one of [page, lia, other]) await one.context().close();
});

// The console as people use it: every page, every act and its refusal, in a real browser.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { accessible, hands, pages, signIn, startBrowser, startHub } from "./hub.js";

let hub, browser;

before(async () => {
  [hub, browser] = await Promise.all([startHub(), startBrowser()]);
});

after(async () => {
  await browser?.close();
  await hub?.stop();
});

/** Somebody in front of a browser of their own; whatever the browser complains of is kept. */
async function visitor(...link) {
  const context = await browser.newContext({ reducedMotion: "reduce" });
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => { if (message.type() === "error") complaints.push(message.text()); });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    if (!request.url().startsWith(hub.admin)) complaints.push(`asks ${request.url()}`);
  });
  await signIn(page, hub.link(...(link.length ? link : ["--role", "dono", "--name", "Ana"])));
  return { page, context, complaints, close: () => context.close() };
}

test("a link lets one browser in, once", async () => {
  const context = await browser.newContext(), page = await context.newPage();
  const link = hub.link("--role", "ve");
  // who only looks at the address does not use it up
  assert.equal((await fetch(link)).status, 200);
  await signIn(page, link);
  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  const [answer] = await Promise.all([other.waitForNavigation(), other.getByRole("button").click()]);
  assert.equal(answer.status(), 410);
  assert.match(await other.textContent("h1"), /não abre mais nada/);
  await other.goto(`${hub.admin}/console/chaves`);
  assert.match(await other.textContent("main"), /server console link/);
  await other.context().close();
  await context.close();
});

for (const scheme of ["light", "dark"]) {
  test(`every page is sound and accessible (${scheme})`, async () => {
    const { page, complaints, close } = await visitor();
    await page.emulateMedia({ colorScheme: scheme });
    for (const [name, address] of Object.entries(await pages(page, hub.admin, "1-1"))) {
      const answer = await page.goto(address);
      assert.equal(answer.status(), 200, name);
      assert.deepEqual(await accessible(page), [], name);
      assert.equal(await page.locator("h1").count(), 1, name);
      // nothing sticks out on a phone
      await page.setViewportSize({ width: 390, height: 844 });
      const beyond = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
      assert.ok(beyond <= 0, `${name} is ${beyond} px too wide`);
      await page.setViewportSize({ width: 1280, height: 900 });
    }
    assert.deepEqual(complaints, []);
    await close();
  });
}

test("every page has its words in English too", async () => {
  const { page, close } = await visitor();
  await page.goto(`${hub.admin}/console/1-1/pedidos`);
  await page.getByRole("link", { name: "English" }).click();
  assert.equal(new URL(page.url()).pathname, "/console/1-1/pedidos");
  assert.equal(await page.getAttribute("html", "lang"), "en");
  assert.equal(await page.textContent("h1"), "Orders");
  for (const [name, address] of Object.entries(await pages(page, hub.admin, "1-1"))) {
    await page.goto(address);
    assert.equal(await page.getByRole("link", { name: "Português" }).count(), 1, name);
  }
  await close();
});

test("an order is moved with its invoice, and an unlawful move is refused in words", async () => {
  const { page, context, complaints, close } = await visitor();
  const questions = [];
  page.on("dialog", (dialog) => { questions.push(dialog.message()); dialog.accept(); });
  await page.goto(`${hub.admin}/console/1-1/pedidos?status=Pago`);
  await page.locator("tbody a").first().click();
  const address = page.url();
  // a second tab that shows the order as it was
  const late = await context.newPage();
  await late.goto(address);
  await page.getByText("Faturar…").click();
  await page.getByLabel("Série").fill("1");
  await page.getByRole("button", { name: "Faturar" }).click();
  assert.match(await page.getByRole("alert").textContent(), /Sem nota/);
  assert.deepEqual(await accessible(page), []);
  assert.equal(await page.getByLabel("Série").inputValue(), "1");
  await page.getByLabel("Número da nota").fill("1661");
  await page.getByRole("button", { name: "Faturar" }).click();
  await page.getByRole("status").waitFor();
  assert.match(await page.textContent("h1"), /Faturado/);
  assert.match(await page.textContent(".timeline"), /NF-e 1661/);
  await page.getByText("Cancelar…").click();
  await page.getByLabel("Motivo").last().fill("cliente desistiu");
  await page.getByRole("button", { name: "Cancelar" }).click();
  await page.getByRole("status").waitFor();
  assert.match(await page.textContent(".timeline"), /cliente desistiu/);
  assert.match(questions.join(), new RegExp(`Pedido ${address.split("/").pop()}: Cancelar`));
  await late.getByText("Marcar enviado…").click();
  await late.getByRole("button", { name: "Marcar enviado" }).click();
  assert.match(await late.getByRole("alert").textContent(), /Cancelado/);
  await page.goto(`${hub.admin}/console/1-1/atos`);
  assert.match(await page.textContent("tbody"), /Ana.*moveu o pedido.*cliente desistiu/s);
  assert.deepEqual(complaints.filter((text) => !/4(09|22)/.test(text)), []);
  await close();
});

test("a stock is set right with a reason, and never falls below zero", async () => {
  const { page, complaints, close } = await visitor();
  await page.goto(`${hub.admin}/console/1-1/skus`);
  await page.locator("tbody a").first().click();
  const onHand = async () => Number((await page.locator("table").first().locator("td").nth(1).textContent()).replace(".", ""));
  const before = await onHand();
  await page.getByText("Ajustar estoque…").click();
  await page.getByLabel("Somar ou tirar").check();
  await page.getByLabel("Unidades").fill("3");
  assert.equal(await page.textContent("output"), `${before} → ${before + 3}`);
  await page.getByLabel("Motivo").fill("achadas na prateleira");
  await page.getByRole("button", { name: "Ajustar", exact: true }).click();
  await page.getByRole("status").waitFor();
  assert.equal(await onHand(), before + 3);
  assert.match(await page.locator("table").last().textContent(), /achadas na prateleira/);
  await page.getByText("Ajustar estoque…").click();
  await page.getByLabel("Somar ou tirar").check();
  await page.getByLabel("Unidades").fill("-99999999");
  await page.getByLabel("Motivo").fill("engano");
  await page.getByRole("button", { name: "Ajustar", exact: true }).click();
  assert.match(await page.getByRole("alert").textContent(), /abaixo de zero/);
  assert.equal(await page.getByLabel("Motivo").inputValue(), "engano");
  await page.goto(`${hub.admin}/console/1-1/atos`);
  const acts = await page.textContent("tbody");
  assert.ok(acts.includes("achadas na prateleira") && !acts.includes("engano"), acts);
  assert.deepEqual(complaints.filter((text) => !text.includes("422")), []);
  await close();
});

test("a file is chosen, checked and brought in, and its refusals are told by line", async () => {
  const { page, complaints, close } = await visitor();
  await page.goto(`${hub.admin}/console/1-1/skus`);
  const sku = (await page.locator("tbody a").first().textContent()).trim();
  await page.getByRole("link", { name: "Importar" }).click();
  await page.getByLabel("O que o arquivo traz").selectOption({ label: "Preços" });
  const table = `sku;precoDe;precoPor\r\n${sku};199,90;149,90\r\n<b>x</b>;1;1\r\n`;
  const file = { name: "tabela.csv", mimeType: "text/csv", buffer: Buffer.from(table) };
  await page.getByLabel(/^Arquivo/).setInputFiles(file);
  await page.getByRole("button", { name: "Ver as colunas" }).click();
  assert.equal(await page.getByLabel("O que é precoPor").inputValue(), "precoPor");
  assert.deepEqual(await accessible(page), []);
  await page.getByRole("button", { name: "Conferir", exact: true }).click();
  assert.match(await page.getByRole("status").textContent(), /nada foi gravado.*recusados: 1/s);
  assert.deepEqual(await accessible(page), []);
  // the file is not sent once more
  await page.getByRole("button", { name: "Importar", exact: true }).click();
  assert.match(await page.getByRole("status").textContent(), /Importado.*como o arquivo diz: 1/s);
  assert.match(await page.textContent("tbody"), /^1sku/);
  const [mended] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Baixar as linhas recusadas" }).click(),
  ]);
  assert.match(readFileSync(await mended.path(), "utf8"), /erro;linha;sku;precoDe;precoPor\r?\n.*;3;/s);
  await page.goto(`${hub.admin}/console/1-1/skus/ver?codigo=${sku}`);
  assert.match(await page.textContent("main"), /149,90/);
  await page.goto(`${hub.admin}/console/1-1/atos`);
  assert.match(await page.textContent("tbody"), /importou um arquivo de precos.*tabela\.csv/s);
  assert.deepEqual(complaints, []);
  await close();
});

test("a sheet of Bling goes from its file to SKUs on the shelf", async () => {
  const { page, complaints, close } = await visitor();
  await page.goto(`${hub.admin}/console/1-1/importar`);
  await page.getByLabel("O que o arquivo traz").selectOption({ label: "SKUs" });
  await page.getByLabel(/^Arquivo/).setInputFiles(new URL("../files/bling-produtos.csv", import.meta.url).pathname);
  await page.getByRole("button", { name: "Ver as colunas" }).click();
  assert.match(await page.textContent("main"), /reconhecido: Bling/);
  assert.equal(await page.getByLabel("O que é Código", { exact: true }).inputValue(), "sku");
  await page.getByRole("button", { name: "Conferir", exact: true }).click();
  assert.match(await page.getByRole("status").textContent(), /nada foi gravado\. Novos: 4/);
  await page.getByRole("button", { name: "Importar", exact: true }).click();
  assert.match(await page.getByRole("status").textContent(), /Importado\. Novos: 4 .* recusados: 0/s);
  await page.getByRole("link", { name: "SKUs", exact: true }).click();
  await page.getByLabel("Buscar SKU").fill("Panela de barro grande");
  await page.getByLabel("Buscar SKU").press("Enter");
  assert.match(await page.textContent("tbody"), /00124.*1\.000.*1\.234,50/s);
  const [taken] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "XLSX" }).first().click(),
  ]);
  assert.match(taken.suggestedFilename(), /^skus-.*\.xlsx$/);
  assert.deepEqual(complaints, []);
  await close();
});

for (const [mouse, width, height] of [[true, 1280, 900], [false, 390, 844]]) {
  test(`a store sells from nothing but its pages, by ${mouse ? "mouse" : "keyboard"} (${width})`, async () => {
    const { page, complaints, close } = await visitor();
    await page.setViewportSize({ width, height });
    const { press, go, push, write, tick } = hands(page, mouse);
    const told = () => page.getByRole("status").textContent();
    const sound = async () => assert.deepEqual(await accessible(page), [], page.url());
    await page.goto(`${hub.admin}/console/lojas`);
    await go("Nova loja…");
    await write("Nome da loja", "Feira");
    await write("Código", `feira-${width}`);
    await push("Criar a loja");
    assert.match(await told(), /A loja foi criada/);
    await go(/canais.*crie o primeiro/);
    await page.getByLabel("Tipo").selectOption("Loja");
    await push("Escolher");
    await write("Endereço da loja", "https://feira.example");
    await push("Criar o canal");
    assert.match(await told(), /O canal foi criado/);
    await sound();
    await go("Início");
    await go(/SKUs.*crie o primeiro/);
    await write("Código (SKU)", "CAM-1");
    await write(/^Nome/, "Camiseta azul");
    await write("Estoque", "7");
    await write("GTIN", "123");
    await push("Criar o SKU");
    // the reason stands beside its field, and nothing that was typed is lost
    assert.match(await page.getByRole("alert").textContent(), /dígitos/);
    assert.equal(await page.getByLabel("Estoque").inputValue(), "7");
    await sound();
    await write("GTIN", "");
    await push("Criar o SKU");
    assert.match(await told(), /O SKU foi criado/);
    await go("Ofertas");
    assert.match(await page.textContent("tbody"), /Camiseta azul.*sem preço/s);
    await press(page.locator("tbody a").first());
    await page.waitForURL(/sku=CAM-1/);
    // whatever the window, the answer is in it
    const box = await page.getByRole("link", { name: "Resolver" }).boundingBox();
    assert.ok(box.y + box.height < height, `the answer is at ${box.y}`);
    await sound();
    await go("Resolver");
    await page.locator("[name=precoPor]:focus").waitFor();
    await page.keyboard.type("19,90");
    await push("Gravar");
    assert.match(await told(), /Gravado/);
    assert.match(await page.textContent(".answer"), /publicável.*19,90/s);
    await go("Preço e estoque neste canal");
    await write("Preço de venda aqui", "24,90");
    await write("Mostra no máximo", "3");
    await sound();
    await push("Gravar");
    assert.match(await page.textContent(".answer"), /3.*24,90/s);
    await page.goto(page.url().replace(/ofertas.*/, "skus"));
    await tick(page.getByLabel("Marcar CAM-1"));
    await press(page.getByText("Mudar muitos…"));
    await page.getByLabel("O que fazer").selectOption("preco");
    await write("Percentual do preço", "-5,5");
    await sound();
    await push("Ver o que vai mudar");
    assert.match(await page.textContent("tbody"), /19,90.*18,81/s);
    await sound();
    await press(page.getByRole("button", { name: /Mudar o preço/ }));
    assert.match(await told(), /Feito em 1 SKUs/);
    await page.goto(page.url().replace(/skus.*/, "skus"));
    assert.match(await page.textContent("tbody"), /18,81/);
    assert.deepEqual(complaints.filter((text) => !text.includes("422")), []);
    await close();
  });
}

test("a notification is tested, sent again, given a secret, switched off and on", async () => {
  const wanted = { url: "https://erp.example/eventos", tipos: ["pedido.criado"] };
  const notificacao = await hub.ask("POST", "/Notificacao", wanted);
  const { page, complaints, close } = await visitor();
  page.on("dialog", (dialog) => dialog.accept());
  await page.goto(`${hub.admin}/console/1-1/notificacoes`);
  await page.getByRole("link", { name: String(notificacao.id), exact: true }).click();
  await page.getByRole("button", { name: "Enviar teste" }).click();
  await page.getByRole("status").waitFor();
  assert.match(await page.textContent("tbody"), /teste/);
  await page.getByText("Reenviar eventos…").click();
  await page.getByLabel("Da posição").fill("1");
  await page.getByLabel("Até a posição").fill("5");
  await page.getByRole("button", { name: "Reenviar", exact: true }).click();
  assert.match(await page.getByRole("status").textContent(), /de novo/);
  await page.getByText("Reenviar eventos…").click();
  await page.getByLabel("Desde quando").fill("2020-01-01T00:00");
  await page.getByRole("button", { name: "Reenviar", exact: true }).click();
  assert.match(await page.getByRole("status").textContent(), /de novo/);
  await page.getByRole("button", { name: "Trocar segredo" }).click();
  const secret = await page.locator("[data-segredo]").textContent();
  assert.match(secret, /^whsec_/);
  await page.getByRole("link", { name: "Voltar" }).click();
  assert.ok(!(await page.content()).includes(secret), "a secret is shown once");
  await page.getByRole("button", { name: "Desligar" }).click();
  assert.match(await page.textContent("h1"), /desligada/);
  await page.getByRole("button", { name: "Ligar", exact: true }).click();
  assert.doesNotMatch(await page.textContent("h1"), /desligada/);
  await page.getByRole("button", { name: "Trocar segredo" }).click();
  assert.match(await page.getByRole("alert").textContent(), /um dia/);
  assert.deepEqual(complaints.filter((text) => !text.includes("409")), []);
  await close();
});

test("who only looks has no buttons, and is refused without them", async () => {
  const { page, close } = await visitor("--role", "ve", "--name", "Rui");
  const all = await pages(page, hub.admin, "1-1");
  for (const address of Object.values(all)) {
    await page.goto(address);
    assert.equal(await page.locator("main form[method=post]").count(), 0, address);
  }
  await page.goto(all.sku);
  const status = await page.evaluate(async () => {
    const marca = document.querySelector("input[name=marca]").value;
    const codigo = new URL(location.href).searchParams.get("codigo");
    const body = new URLSearchParams({ marca, codigo, como: "variacao", unidades: "1", motivo: "x", visto: "1" });
    const form = document.createElement("form");
    form.method = "post";
    form.action = "/console/1-1/skus/ajustar";
    for (const [name, value] of body) form.append(Object.assign(document.createElement("input"), { name, value }));
    document.body.append(form);
    form.submit();
    return marca.length;
  });
  assert.ok(status > 20);
  await page.waitForURL("**/skus/ajustar");
  assert.match(await page.textContent("h1"), /só para ver/);
  await close();
});

test("a store's own visitor sees that store and nothing else", async () => {
  const { page, close } = await visitor("--role", "opera", "--app", "demo", "--user", "loja-2");
  const own = page.url().split("/").pop();
  assert.match(own, /^1-[23]$/);
  for (const rest of ["1-1", "1-1/pedidos", "1-1/skus", "1-999", "chaves", "sistema", "atos"]) {
    const answer = await page.goto(`${hub.admin}/console/${rest}`);
    assert.equal(answer.status(), 404, rest);
  }
  await page.goto(`${hub.admin}/console/lojas`);
  assert.equal(await page.locator("tbody tr").count(), 1);
  await close();
});

for (const [width, height] of [[1280, 900], [390, 844]]) {
  test(`what is to be sent is picked by its bar code (${width})`, async () => {
    const { page, complaints, close } = await visitor();
    await page.setViewportSize({ width, height });
    await page.goto(`${hub.admin}/console/1-1`);
    await page.getByRole("link", { name: "Expedição" }).first().click();
    const line = page.locator("tr[data-gtin]").first();
    const { sku, gtin, unidades } = await line.evaluate((row) => ({ ...row.dataset }));
    // a scanner types into the field that has the focus, and presses Enter
    const read = async (code) => { await page.keyboard.type(code); await page.keyboard.press("Enter"); };
    for (let unit = 1; unit <= Number(unidades); unit += 1) {
      await read(`0${gtin}`);
      assert.match(await page.getByRole("status").textContent(), new RegExp(`^${unit} / ${unidades} × `));
    }
    assert.equal(await page.getByLabel(`Separado ${sku}`, { exact: true }).isChecked(), true);
    await read(gtin);
    assert.equal(await page.locator(".told.bad").count(), 1, "one too many");
    assert.deepEqual(await accessible(page), []);
    await read("nada-assim");
    await page.getByText("Nenhum SKU tem este código").waitFor();
    assert.equal(await page.evaluate("document.activeElement.name"), "codigo");
    // on paper the lists are all that is left
    await page.emulateMedia({ media: "print" });
    for (const gone of ["body > nav", "header.top", ".choices", "form"]) {
      assert.equal(await page.locator(gone).first().isVisible(), false, gone);
    }
    assert.ok(await page.getByRole("heading", { name: "Separar, por SKU" }).isVisible());
    assert.deepEqual(complaints, []);
    await close();
  });
}

test("a delivery is looked at from the notification on", async () => {
  const { id } = await hub.ask("POST", "/Notificacao", { url: "https://erp.example/eventos", tipos: ["sku.preco"] });
  const { page, complaints, close } = await visitor();
  await page.goto(`${hub.admin}/console/1-1/notificacoes/${id}`);
  await page.getByRole("button", { name: "Enviar teste" }).click();
  await page.locator("tbody a[href*=entregas]").first().click();
  assert.match(await page.textContent("h1"), /Entrega/);
  assert.match(await page.textContent("main"), /evento inventado/);
  assert.deepEqual(await accessible(page), []);
  assert.deepEqual(complaints, []);
  await close();
});

test("a tab whose session is over says so, and its form does nothing", async () => {
  const { page, context, close } = await visitor();
  await page.goto(`${hub.admin}/console/1-1/skus`);
  await page.locator("tbody a").first().click();
  const other = await context.newPage();
  await other.goto(`${hub.admin}/console/sistema`);
  await other.getByRole("button", { name: "Sair" }).click();
  await page.getByText("Ajustar estoque…").click();
  await page.getByLabel("Contei").check();
  await page.getByLabel("Unidades").fill("7");
  await page.getByLabel("Motivo").fill("tarde demais");
  await page.getByRole("button", { name: "Ajustar", exact: true }).click();
  assert.match(await page.textContent("main"), /server console link/);
  await close();
});

test("what a marketplace sends is text, whatever it says", async () => {
  const attack = '<img src=x onerror="alert(1)"><script>alert(2)</script>"\'&';
  const order = {
    canalId: "mercadolivre", sourceId: "ATAQUE-1\"><b>", data: new Date().toISOString(), total: 10, status: "Pago",
    usuario: { nome: attack, cpf: "", cnpj: "", email: attack.slice(0, 60) },
    endereco: [{ tipoEndereco: "Entrega", rua: attack, numero: "1", bairro: "b", cidade: "c", estado: "SP", cep: "01001000" }],
    produtos: [{ sku: "nao-ha<i>", quantidade: 1, preco: 10 }],
  };
  const { pedidoId } = await hub.ask("POST", "/Pedido?usuarioId=loja-1", order);
  const { page, complaints, close } = await visitor();
  let alerts = 0;
  page.on("dialog", (dialog) => { alerts += 1; dialog.dismiss(); });
  for (const rest of ["", "/pedidos", `/pedidos/${pedidoId}`, `/pedidos?q=${encodeURIComponent(attack)}`]) {
    await page.goto(`${hub.admin}/console/1-1${rest}`);
    assert.equal(await page.locator("main img").count(), 0, rest);
  }
  await page.goto(`${hub.admin}/console/1-1/pedidos/${pedidoId}`);
  assert.ok((await page.textContent("main")).includes(attack));
  assert.equal(alerts, 0);
  assert.deepEqual(complaints, []);
  await close();
});

test("the keyboard does everything", async () => {
  const { page, close } = await visitor();
  page.on("dialog", (dialog) => dialog.accept());
  await page.goto(`${hub.admin}/console/1-1/pedidos?status=Pago`);
  const id = await page.locator("tbody a").first().textContent();
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate("document.activeElement.className"), "skip");
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  await page.keyboard.type(id);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/pedidos/${id}`);
  await page.getByText("Marcar entregue…").focus();
  await page.keyboard.press("Enter");
  await page.locator("[name=motivo]:focus").waitFor();
  await page.keyboard.type("retirado no balcão");
  await page.keyboard.press("Enter");
  await page.getByRole("status").waitFor();
  assert.match(await page.textContent("h1"), /Entregue/);
  await page.keyboard.press("g");
  await page.keyboard.press("s");
  await page.waitForURL("**/skus");
  await page.keyboard.press("?");
  await page.waitForURL("**/ajuda");
  assert.match(await page.textContent("main"), /g s +SKUs/);
  await close();
});

test("without scripts everything works", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await signIn(page, hub.link("--role", "dono"));
  await page.goto(`${hub.admin}/console/1-1/pedidos?status=Pago`);
  await page.locator("tbody a").first().click();
  await page.getByText("Marcar enviado…").click();
  await page.getByLabel("Transportadora").fill("Total Express");
  await page.getByRole("button", { name: "Marcar enviado" }).click();
  assert.match(await page.textContent("h1"), /Enviado/);
  await page.goto(`${hub.admin}/console/1-1/skus`);
  await page.locator("tbody a").first().click();
  await page.getByText("Ajustar estoque…").click();
  await page.getByLabel("Contei").check();
  await page.getByLabel("Unidades").fill("20");
  await page.getByLabel("Motivo").fill("inventário");
  await page.getByRole("button", { name: "Ajustar", exact: true }).click();
  assert.match(await page.textContent("main"), /→ 20/);
  await page.getByRole("button", { name: "Ajustar", exact: true }).click();
  assert.match(await page.getByRole("status").textContent(), /foi ajustado/);
  await context.close();
});

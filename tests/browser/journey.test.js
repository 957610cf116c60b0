// From an empty hub to a parcel on its way, with nothing but a browser. The guide's pictures are taken on the way:
// `tests/browser/run pictures`.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { accessible, hands, startBrowser, startFresh } from "./hub.js";

const password = "cavalo bateria grampo";
const folder = process.env.PICTURES;
const most = 60_000;
let browser;

before(async () => { browser = await startBrowser(); });
after(async () => { await browser?.close(); });

/** Takes a picture for the guide, of what is in the window. */
async function picture(page, name) {
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send("Page.captureScreenshot", { format: "webp", quality: 75 });
  const image = Buffer.from(data, "base64");
  assert.ok(image.length <= most, `${name}: ${image.length} bytes`);
  writeFileSync(path.join(folder, `${name}.webp`), image);
}

for (const [mouse, width, height] of [[true, 1280, 800], [false, 390, 844]]) {
  test(`from an empty hub to a parcel on its way, by ${mouse ? "mouse" : "keyboard"} (${width})`, async (t) => {
    const hub = await startFresh();
    t.after(() => hub.stop());
    const context = await browser.newContext({ reducedMotion: "reduce", viewport: { width, height } });
    const page = await context.newPage();
    const complaints = [];
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("request", (request) => {
      if (!request.url().startsWith(hub.admin)) complaints.push(`asks ${request.url()}`);
    });
    const { press, go, push, write } = hands(page, mouse);
    const told = () => page.getByRole("status").textContent();
    const sound = async () => {
      assert.deepEqual(await accessible(page), [], page.url());
      const beyond = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
      assert.ok(beyond <= 0, `${page.url()} is ${beyond} px too wide`);
    };
    const shot = async (name) => { if (mouse) await picture(page, name); };

    await page.goto(`${hub.admin}/console/`);
    await write("Seu nome", "Maria");
    await write("E-mail", "maria@papelaria.example");
    await write("Senha nova", password);
    await write("A mesma senha de novo", password);
    await write("Empresa", "Papelaria Sol");
    await write("Primeira loja", "Loja do Centro");
    await shot("1-primeira-visita");
    await push("Começar");
    await page.waitForURL(/\/console\/1-1$/);
    await shot("2-inicio");

    await go(/canais.*crie o primeiro/);
    await page.getByLabel("Tipo").selectOption("Loja");
    await push("Escolher");
    await write("Endereço da loja", "https://papelaria.example");
    await shot("3-canal");
    await push("Criar o canal");
    assert.match(await told(), /O canal foi criado/);

    await go("Início");
    await go(/SKUs.*crie o primeiro/);
    await write("Código (SKU)", "CAM-1");
    await write(/^Nome/, "Camiseta azul");
    await write("Preço de venda (R$)", "19,90");
    await write("Estoque", "7");
    await shot("4-sku");
    await push("Criar o SKU");
    assert.match(await told(), /O SKU foi criado/);

    await go("Importar");
    await page.getByLabel("O que o arquivo traz").selectOption({ label: "SKUs" });
    const sheet = "sku;nome;precoPor;estoque\nCAN-1;Caneca de louça;12,50;5\nCAD-1;Caderno pautado;8,00;30\n";
    const file = { name: "produtos.csv", mimeType: "text/csv", buffer: Buffer.from(sheet) };
    await page.getByLabel(/^Arquivo/).setInputFiles(file);
    await push("Ver as colunas");
    await push("Conferir");
    assert.match(await told(), /nada foi gravado\. Novos: 2/);
    await shot("5-importar");
    await push("Importar");
    assert.match(await told(), /Importado\. Novos: 2/);

    await go("Ofertas");
    await go(/^Publicáveis/);
    assert.match(await page.textContent("tbody"), /Camiseta azul.*19,90/s);
    await shot("6-ofertas");

    await go("Pedidos");
    await go("Novo pedido…");
    await write("Produto 1", "camiseta");
    await write("Quantidade 1", "2");
    await write("Produto 2", "CAN-1");
    await write("Frete cobrado (R$)", "5");
    await page.getByLabel(/^Pagamento/).selectOption({ label: "Pix" });
    await write("Nome", "Gabriela de Souza");
    await write("CPF ou CNPJ", "529.982.247-25");
    await sound();
    await push("Somar");
    assert.match(await told(), /57,30/);
    assert.equal(await page.getByLabel("Produto 1").inputValue(), "CAM-1");
    await sound();
    await shot("7-novo-pedido");
    await push("Criar o pedido");
    assert.match(await told(), /O pedido foi criado/);
    assert.match(await page.textContent("h1"), /Pago/);

    // an act that is opened has its first field ready, and Esc closes it
    await press(page.getByText("Faturar…"));
    await page.locator("[name=numero]:focus").waitFor();
    await page.keyboard.press("Escape");
    assert.match(await page.evaluate("document.activeElement.textContent"), /Faturar/);
    assert.equal(await page.getByLabel("Número da nota").isVisible(), false);
    await press(page.getByText("Faturar…"));
    await page.locator("[name=numero]:focus").waitFor();
    await page.keyboard.type("1661");
    await push("Faturar");
    assert.match(await page.textContent("h1"), /Faturado/);
    await press(page.getByText("Marcar enviado…"));
    await page.locator("[name=transportadora]:focus").waitFor();
    await page.keyboard.type("Correios");
    await write("Código de rastreio", "BR123456789BR");
    await push("Marcar enviado");
    assert.match(await page.textContent("h1"), /Enviado/);
    await sound();
    await shot("8-enviado");

    // found again by what its buyer says on the telephone
    await write("Buscar", "gabi");
    await page.getByLabel("Buscar").press("Enter");
    await page.waitForURL(/pedidos\?q=gabi/);
    assert.match(await page.textContent("tbody"), /Gabriela de Souza.*Enviado/s);
    assert.deepEqual(complaints, []);
    await context.close();
  });
}

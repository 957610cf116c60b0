// Pictures of every page: `tests/browser/run screenshots [folder]`, light and dark, wide and narrow.
import { mkdirSync } from "node:fs";
import path from "node:path";
import { pages, signIn, startBrowser, startHub } from "./hub.js";

const folder = path.resolve(process.argv[2] ?? "screenshots");
mkdirSync(folder, { recursive: true });
// a hub that runs already, by a link to it, or a demonstration
const hub = process.env.LINK ? null : await startHub({ orders: 5000, skus: 2000 });
const browser = await startBrowser();
const context = await browser.newContext();
const page = await context.newPage();
await signIn(page, process.env.LINK ?? hub.ownLink);
const admin = new URL(page.url()).origin;
const all = await pages(page, admin, process.env.SHOP ?? "1-1");
for (const [width, height] of [[1280, 900], [390, 844]]) {
  for (const scheme of ["light", "dark"]) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    for (const [name, address] of Object.entries(all)) {
      await page.goto(address);
      await page.screenshot({ path: path.join(folder, `${name}-${width}-${scheme}.png`), fullPage: true });
    }
  }
}
if (hub) {
  for (const [name, { address }] of Object.entries(hub.interfaces)) {
    for (const [width, height] of [[1280, 900], [390, 844]]) {
      for (const scheme of ["light", "dark"]) {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
        await page.goto(`${address}/docs/`);
        await page.getByText("ENVIAR").or(page.getByText("Pedido").first()).first().waitFor();
        await page.screenshot({ path: path.join(folder, `docs-${name}-${width}-${scheme}.png`) });
      }
    }
  }
}
await browser.close();
await hub?.stop();
console.log(`pictures: ${folder}`);

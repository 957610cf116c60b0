// A shop for the test of the connector, with a PostgreSQL of its own, removed at the end: in reais, with a sales channel, a
// stock location, freight and a product of two variants. Prints "ready" when it accepts orders.
const { spawn, spawnSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");

const port = Number(process.env.PORT || 4601);
const database = port + 1000;
const base = `http://127.0.0.1:${port}`;
const admin = { email: "admin@example.com", password: "supersecret" };
const data = fs.mkdtempSync(path.join(os.tmpdir(), "medusa-"));
const versions = "/usr/lib/postgresql";
const programs = path.join(versions, fs.readdirSync(versions).sort((a, b) => b - a)[0], "bin");
// the database's server refuses to run as root
const user = process.getuid() === 0 ? { uid: 65534, gid: 65534 } : {};
const env = {
  ...process.env,
  DATABASE_URL: `postgres://medusa@127.0.0.1:${database}/medusa`,
  MEDUSA_DISABLE_TELEMETRY: "true",
};

function run(program, args, options = {}) {
  const done = spawnSync(program, args, { encoding: "utf8", env, ...options });
  if (done.status !== 0) throw new Error(`${program} ${args}: ${done.error || done.stdout + done.stderr}`);
}
const postgres = (program, ...args) => run(path.join(programs, program), args, { cwd: data, ...user });
const medusa = path.resolve("node_modules/.bin/medusa");

let shop;
function stop() {
  shop?.kill("SIGKILL");
  try {
    postgres("pg_ctl", "-D", "db", "-m", "immediate", "stop");
  } catch {}
  fs.rmSync(data, { recursive: true, force: true });
  process.exit();
}
process.on("SIGTERM", stop);
process.on("SIGINT", stop);

async function start() {
  if (user.uid) fs.chownSync(data, user.uid, user.gid);
  postgres("initdb", "-D", "db", "-U", "medusa", "-A", "trust", "-E", "UTF8");
  const options = `-c port=${database} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${data} -c fsync=off`;
  postgres("pg_ctl", "-D", "db", "-l", "log", "-w", "-o", options, "start");
  postgres("createdb", "-h", "127.0.0.1", "-p", String(database), "-U", "medusa", "medusa");
  fs.writeFileSync("medusa-config.js", `
    const { defineConfig } = require("@medusajs/framework/utils");
    module.exports = defineConfig({
      admin: { disable: true },
      projectConfig: {
        databaseUrl: process.env.DATABASE_URL,
        databaseDriverOptions: { connection: { ssl: false } },
        http: { storeCors: "*", adminCors: "*", authCors: "*", jwtSecret: "trial", cookieSecret: "trial" },
      },
    });`);
  run(medusa, ["db:migrate"]);
  run(medusa, ["user", "-e", admin.email, "-p", admin.password]);
  shop = spawn(process.execPath, [medusa, "start", "-p", String(port)], { env, stdio: ["ignore", "inherit", "inherit"] });
  shop.on("exit", stop);
  for (;;) {
    const answer = await fetch(`${base}/health`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

let token = "";

async function call(method, path, body) {
  const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(base + path, { method, headers, body: body && JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text);
}
const post = (path, body) => call("POST", path, body);
const get = (path) => call("GET", path);

async function populate() {
  ({ token } = await post("/auth/user/emailpass", admin));
  const channel = (await post("/admin/sales-channels", { name: "Hub" })).sales_channel.id;
  const store = (await get("/admin/stores")).stores[0].id;
  await post(`/admin/stores/${store}`, {
    supported_currencies: [{ currency_code: "brl", is_default: true }, { currency_code: "usd" }],
    default_sales_channel_id: channel,
  });
  await post("/admin/regions", {
    name: "Brasil", currency_code: "brl", countries: ["br"], payment_providers: ["pp_system_default"],
  });
  await post("/admin/tax-regions", { country_code: "br", provider_id: "tp_system" });
  const place = (await post("/admin/stock-locations", {
    name: "CD1", address: { address_1: "Rua X, 1", country_code: "br", city: "São Paulo" },
  })).stock_location.id;
  const at = `/admin/stock-locations/${place}`;
  await post(`${at}/sales-channels`, { add: [channel] });
  await post(`${at}/fulfillment-providers`, { add: ["manual_manual"] });
  await post(`${at}/fulfillment-sets`, { name: "envio", type: "shipping" });
  const set = (await get(`${at}?fields=*fulfillment_sets`)).stock_location.fulfillment_sets[0].id;
  const zone = (await post(`/admin/fulfillment-sets/${set}/service-zones`, {
    name: "BR", geo_zones: [{ type: "country", country_code: "br" }],
  })).fulfillment_set.service_zones[0].id;
  const profile = (await get("/admin/shipping-profiles")).shipping_profiles[0].id;
  await post("/admin/shipping-options", {
    name: "PAC", service_zone_id: zone, shipping_profile_id: profile, provider_id: "manual_manual",
    price_type: "flat", type: { label: "PAC", description: "PAC", code: "pac" },
    prices: [{ currency_code: "brl", amount: 15 }], rules: [],
  });
  await post("/admin/products", {
    title: "Camiseta", status: "published", shipping_profile_id: profile, sales_channels: [{ id: channel }],
    options: [{ title: "Tamanho", values: ["P", "M"] }],
    variants: ["P", "M"].map((size) => ({
      title: size, sku: `CAM-${size}`, options: { Tamanho: size }, manage_inventory: size === "P",
      prices: [{ currency_code: "brl", amount: 49.9 }, { currency_code: "usd", amount: 9.9 }],
    })),
  });
}

start().then(populate).then(() => console.log("ready")).catch((error) => { console.error(error); stop(); });

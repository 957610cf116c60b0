// A shop for the test of the connector: in memory, in reais, with one zone, shipping and payment method, a product of
// two variants, two coupons and a second channel in dollars. Prints "ready" when it accepts orders.
const {
  bootstrap, DefaultJobQueuePlugin, DefaultLogger, dummyPaymentHandler, LanguageCode, LogLevel,
} = require("@vendure/core");

const port = Number(process.env.PORT || 4600);
const superadmin = { identifier: "superadmin", password: "superadmin" };

const config = {
  apiOptions: { port, adminApiPath: "admin-api", shopApiPath: "shop-api", introspection: true },
  authOptions: { tokenMethod: ["bearer", "cookie"], superadminCredentials: superadmin, requireVerification: false },
  dbConnectionOptions: { type: "sqljs", synchronize: true, autoSave: false, location: "memory" },
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  customFields: { Customer: [{ name: "cpf", type: "string", nullable: true }] },
  plugins: [DefaultJobQueuePlugin],
  logger: new DefaultLogger({ level: LogLevel.Error }),
};

let token;
async function admin(query, variables = {}) {
  const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(`http://127.0.0.1:${port}/admin-api`, {
    method: "POST", headers, body: JSON.stringify({ query, variables }),
  });
  token ??= answer.headers.get("vendure-auth-token");
  const body = await answer.json();
  if (body.errors) throw new Error(JSON.stringify(body.errors));
  const failed = Object.values(body.data).find((result) => result?.errorCode);
  if (failed) throw new Error(JSON.stringify(failed));
  return body.data;
}

const translations = (name, more = {}) => [{ languageCode: LanguageCode.en, name, ...more }];
const operation = (code, args = {}) => ({
  code, arguments: Object.entries(args).map(([name, value]) => ({ name, value: String(value) })),
});

async function populate() {
  await admin(`mutation($u:String!,$p:String!){login(username:$u,password:$p){...on ErrorResult{errorCode message}}}`,
    { u: superadmin.identifier, p: superadmin.password });
  const country = await admin(`mutation($i:CreateCountryInput!){createCountry(input:$i){id}}`,
    { i: { code: "BR", enabled: true, translations: translations("Brasil") } });
  const zone = await admin(`mutation($i:CreateZoneInput!){createZone(input:$i){id}}`,
    { i: { name: "BR", memberIds: [country.createCountry.id] } });
  const category = await admin(`mutation($i:CreateTaxCategoryInput!){createTaxCategory(input:$i){id}}`,
    { i: { name: "padrão", isDefault: true } });
  await admin(`mutation($i:CreateTaxRateInput!){createTaxRate(input:$i){id}}`, { i: {
    name: "18 %", enabled: true, value: 18, categoryId: category.createTaxCategory.id, zoneId: zone.createZone.id,
  } });
  const channel = await admin(`query{activeChannel{id}}`);
  await admin(`mutation($i:UpdateChannelInput!){updateChannel(input:$i){...on ErrorResult{errorCode message}}}`, { i: {
    id: channel.activeChannel.id, defaultTaxZoneId: zone.createZone.id, defaultShippingZoneId: zone.createZone.id,
    pricesIncludeTax: true, availableCurrencyCodes: ["BRL"], defaultCurrencyCode: "BRL",
  } });
  await admin(`mutation($i:CreateChannelInput!){createChannel(input:$i){...on ErrorResult{errorCode message}}}`, { i: {
    code: "dolar", token: "em-dolar", defaultLanguageCode: "en", pricesIncludeTax: true, defaultCurrencyCode: "USD",
    defaultTaxZoneId: zone.createZone.id, defaultShippingZoneId: zone.createZone.id,
  } });
  await admin(`mutation($i:CreateShippingMethodInput!){createShippingMethod(input:$i){id}}`, { i: {
    code: "pac", fulfillmentHandler: "manual-fulfillment", translations: translations("PAC", { description: "" }),
    checker: operation("default-shipping-eligibility-checker", { orderMinimum: 0 }),
    calculator: operation("default-shipping-calculator", { rate: 1500, includesTax: "include", taxRate: 0 }),
  } });
  await admin(`mutation($i:CreatePaymentMethodInput!){createPaymentMethod(input:$i){id}}`, { i: {
    code: "pix-da-loja", enabled: true, translations: translations("Pix", { description: "" }),
    handler: operation("dummy-payment-handler", { automaticSettle: true }),
  } });
  const group = await admin(
    `mutation($i:CreateProductOptionGroupInput!){createProductOptionGroup(input:$i){id options{id}}}`,
    { i: { code: "tamanho", translations: translations("Tamanho"), options: [
      { code: "p", translations: translations("P") }, { code: "m", translations: translations("M") },
    ] } });
  const product = await admin(`mutation($i:CreateProductInput!){createProduct(input:$i){id}}`,
    { i: { enabled: true, translations: translations("Camiseta", { slug: "camiseta", description: "" }) } });
  const productId = product.createProduct.id;
  await admin(`mutation($p:ID!,$g:ID!){addOptionGroupToProduct(productId:$p,optionGroupId:$g){id}}`,
    { p: productId, g: group.createProductOptionGroup.id });
  const made = await admin(`mutation($i:[CreateProductVariantInput!]!){createProductVariants(input:$i){id}}`, {
    i: group.createProductOptionGroup.options.map(({ id }, n) => ({
      productId, sku: ["CAM-P", "CAM-M"][n], price: 4990, stockOnHand: 10, trackInventory: "TRUE", optionIds: [id],
      translations: translations(`Camiseta ${["P", "M"][n]}`),
    })),
  });
  const coupon = (couponCode, action) => admin(
    `mutation($i:CreatePromotionInput!){createPromotion(input:$i){...on ErrorResult{errorCode message}}}`,
    { i: { enabled: true, couponCode, conditions: [], actions: [action], translations: translations(couponCode) } });
  await coupon("PEDIDO", operation("order_percentage_discount", { discount: 7 }));
  await coupon("ITEM", operation("products_percentage_discount", {
    discount: 15, productVariantIds: JSON.stringify([made.createProductVariants[0].id]),
  }));
}

bootstrap(config)
  .then(async (app) => {
    await populate();
    process.on("SIGTERM", () => app.close().finally(() => process.exit(0)));
    console.log("ready");
  })
  .catch((error) => {
    console.error(error);
    process.exit(1);
  });

// Everything works without this: it only makes pages quicker to use.
"use strict";

// "/" goes to the search box, "g" and a letter to a page of the menu, "?" to the page that tells of them.
let going = false;
document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, textarea, select, [contenteditable]");
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const page = going && document.querySelector(`body > nav [data-tecla="${CSS.escape(event.key)}"]`);
  if (event.key === "/") {
    const search = document.querySelector("[data-busca]");
    if (search) { event.preventDefault(); search.focus(); search.select(); }
  } else if (event.key === "?") {
    location.assign("/console/ajuda");
  } else if (page) {
    page.click();
  }
  going = event.key === "g";
});

// An act that is opened has its first field ready to be typed into; Esc closes it, and goes back to what opened it.
document.addEventListener("click", (event) => {
  const act = event.target.closest("summary")?.closest("details");
  if (!act || !act.querySelector("form, input, select, textarea")) return;
  act.addEventListener("toggle", () => {
    // not away from what was reached in the act before this event
    if (!act.open || act.querySelector(":focus:not(summary)")) return;
    act.querySelector("input:not([type=hidden]), select, textarea, button")?.focus();
  }, { once: true });
});
document.addEventListener("keydown", (event) => {
  const act = event.key === "Escape" && event.target.closest("details[open]");
  if (!act) return;
  act.open = false;
  act.querySelector("summary").focus();
});

// A form is sent once, however often its button is pressed; one that cannot be undone asks first.
document.addEventListener("submit", (event) => {
  const form = event.target;
  const question = event.submitter && event.submitter.dataset.question;
  if (form.dataset.enviado || (question && !window.confirm(question))) {
    event.preventDefault();
    return;
  }
  if (form.method === "post") form.dataset.enviado = "1";
});
// Coming back to a page shows it as it was, with its form ready again.
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-enviado]")) delete form.dataset.enviado;
});
// A choice that takes effect at once where there is a script; its button is for everybody else.
for (const select of document.querySelectorAll("select[data-envia]")) {
  select.addEventListener("change", () => select.form.requestSubmit());
}
// All rows of a page are ticked at once.
for (const all of document.querySelectorAll("[data-todos]")) {
  all.addEventListener("change", () => {
    for (const one of all.form.elements) if (one.name === "sku") one.checked = all.checked;
  });
}
// Where the menu is wider than a phone, the page that is shown is in sight.
const current = document.querySelector("body > nav [aria-current]");
if (current) {
  const bar = current.parentElement;
  bar.scrollLeft = current.offsetLeft - (bar.clientWidth - current.offsetWidth) / 2;
}
// What an adjustment makes of a stock is told while it is typed; whoever has seen it is not asked once more.
for (const output of document.querySelectorAll("output[data-ajuste]")) {
  const tell = () => {
    const { centro, como, unidades, visto } = output.form.elements;
    const { atual } = (centro ? centro.selectedOptions[0] : output).dataset;
    const units = unidades.value.trim().replace("−", "-");
    const told = /^[+-]?\d+$/.test(units) && como.value;
    const then = told === "estoque" ? Number(units) : Number(atual) + Number(units);
    output.textContent = told ? `${atual} → ${then}` : "";
    visto.value = told ? atual : "";
  };
  output.form.addEventListener("input", tell);
  window.addEventListener("pageshow", tell);
}
// A bar code that is read marks its line at once, unit by unit; one that no line has is asked of the server.
const reading = document.querySelector("form[data-leitura]");
reading?.addEventListener("submit", (event) => {
  const field = reading.elements.codigo, code = field.value.trim(), bare = code.replace(/^0+/, "");
  const rows = [...document.querySelectorAll("tr[data-sku]")];
  const lines = rows.filter(({ dataset }) => code && (dataset.sku === code || dataset.gtin === bare));
  if (!lines.length) return;
  event.preventDefault();
  const left = ({ dataset }) => Number(dataset.unidades) - Number(dataset.lidas ?? 0);
  const line = lines.find((one) => left(one) > 0) ?? lines[0];
  const enough = left(line) <= 0;
  if (!enough) line.dataset.lidas = Number(line.dataset.lidas ?? 0) + 1;
  line.querySelector("input").checked = left(line) <= 0;
  for (const row of rows) row.classList.toggle("found", row === line);
  line.scrollIntoView({ block: "center" });
  const told = document.createElement("p");
  told.className = enough ? "told bad" : "told";
  told.textContent = `${line.dataset.lidas} / ${line.dataset.unidades} × ${line.dataset.nome}${enough ? " !" : ""}`;
  document.querySelector("[data-lido]").replaceChildren(told);
  field.value = "";
  field.focus({ preventScroll: true });
});
for (const button of document.querySelectorAll("[data-imprime]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}

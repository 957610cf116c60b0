// The viewer, in the colours that the system asks for, with the key kept as long as the tab is open.
import 'openapi-explorer';

const viewer = document.querySelector('openapi-explorer');
const KEPT = 'entreposto-chave';

const LIGHT = {
  'bg-color': '#ffffff', 'text-color': '#1f2933', 'nav-bg-color': '#f4f6f8', 'nav-text-color': '#3e4c59',
  'nav-hover-bg-color': '#e4e7eb', 'nav-hover-text-color': '#102a43', 'primary-color': '#0b6e6e',
  'secondary-color': '#0b6e6e', 'header-bg-color': '#f4f6f8', 'header-color': '#1f2933',
};
const DARK = {
  'bg-color': '#14191f', 'text-color': '#d9e2ec', 'nav-bg-color': '#0f1419', 'nav-text-color': '#bcccdc',
  'nav-hover-bg-color': '#243b53', 'nav-hover-text-color': '#ffffff', 'primary-color': '#4fd1c5',
  'secondary-color': '#4fd1c5', 'header-bg-color': '#0f1419', 'header-color': '#d9e2ec',
};

const dark = matchMedia('(prefers-color-scheme: dark)');
function paint() {
  for (const [name, colour] of Object.entries(dark.matches ? DARK : LIGHT)) viewer.setAttribute(name, colour);
}
dark.addEventListener('change', paint);
paint();

// on a phone the form of the key stands below its text, not beside it
const narrow = new CSSStyleSheet();
narrow.replaceSync(`@media (max-width: 767px) {
  #auth :is(table, tbody, tr, td) { display: block; width: 100%; }
  #auth td + td { border-top: 0 none; padding-top: 0; }
  #auth td > div { padding-top: 4px !important; align-items: flex-start !important; }
}`);
viewer.shadowRoot.adoptedStyleSheets.push(narrow);

// the browser must not ask for user and password, nor cache what a key has seen
viewer.addEventListener('request', (event) => {
  event.detail.request.credentials = 'omit';
  event.detail.request.cache = 'no-store';
});

const scheme = 'chave';
function keep() {
  const known = viewer.resolvedSpec?.securitySchemes?.find((one) => one.apiKeyId === scheme);
  if (known?.finalKeyValue) sessionStorage.setItem(KEPT, known.finalKeyValue);
  else sessionStorage.removeItem(KEPT);
}
// a field shows its example as a value, so that the request can be sent as it stands
function fill(document) {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  for (const parameter of operations.flatMap((operation) => operation.parameters ?? [])) {
    if (parameter.example === undefined) continue;
    parameter.schema = { ...parameter.schema, default: parameter.example };
    // the viewer shows the first of several values, and nothing where none is needed
    const others = parameter.schema.enum?.filter((value) => value !== parameter.example);
    if (others) Object.assign(parameter, { required: true }).schema.enum = [parameter.example, ...others];
  }
  // the viewer gives up on a shape that holds itself
  for (const [name, shape] of Object.entries(document.components.schemas)) {
    const members = [shape, ...(shape.allOf ?? [])].flatMap((part) => Object.values(part.properties ?? {}));
    for (const member of members) {
      if (member.items?.$ref?.endsWith(`/${name}`)) member.items = { type: 'object', title: name };
    }
  }
  return document;
}

viewer.addEventListener('spec-loaded', () => {
  const kept = sessionStorage.getItem(KEPT);
  if (kept) viewer.setAuthenticationConfiguration(scheme, { token: kept });
  addEventListener('pagehide', keep);
});

const answer = await fetch('../openapi.json', { credentials: 'omit' });
await viewer.loadSpec(fill(await answer.json()));

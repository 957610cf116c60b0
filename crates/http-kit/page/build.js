// Makes dist/page.js: the viewer with its words in Portuguese, and what this project adds to it.
import { build } from 'esbuild';
import { copyFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const portuguese = {
  name: 'portuguese',
  setup(plan) {
    const words = { path: fileURLToPath(new URL('pt.js', import.meta.url)) };
    plan.onResolve({ filter: /^\.\/en\.js$/ }, () => words);
  },
};

await build({
  entryPoints: ['main.js'],
  outfile: 'dist/page.js',
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  legalComments: 'none',
  plugins: [portuguese],
});
await copyFile('node_modules/openapi-explorer/LICENSE', 'dist/LICENSE-viewer');
await copyFile('page.html', 'dist/index.html');
await copyFile('page.css', 'dist/page.css');

// Makes dist/page.js: the viewer with its words in Portuguese, and what this project adds to it.
import { build } from 'esbuild';
import { copyFile, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import phrases from './phrases.js';

const portuguese = {
  name: 'portuguese',
  setup(plan) {
    const words = { path: fileURLToPath(new URL('pt.js', import.meta.url)) };
    plan.onResolve({ filter: /^\.\/en\.js$/ }, () => words);
    const missing = new Set(phrases.map(([english]) => english));
    plan.onLoad({ filter: /openapi-explorer\/dist\/es\/.*\.js$/ }, async ({ path }) => {
      let contents = await readFile(path, 'utf8');
      for (const [english, said] of phrases) {
        if (contents.includes(english)) missing.delete(english);
        contents = contents.replaceAll(english, () => said);
      }
      return { contents };
    });
    plan.onEnd(() => ({ errors: [...missing].map((english) => ({ text: `the viewer no longer says: ${english}` })) }));
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

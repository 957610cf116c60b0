// Generates src/a.ts and src/b.ts from the documents in ../openapi, and compiles. npm runs it when the package is installed
// from its folder, or packed.
import { execSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const run = (command) => execSync(command, { stdio: 'inherit' });

// another package's `npm install <this folder>` does not install what this one needs
if (!existsSync('node_modules')) run('npm ci --ignore-scripts --include=dev --no-audit --no-fund');
for (const name of ['a', 'b']) run(`openapi-typescript ../openapi/${name}.json -o src/${name}.ts`);
run('tsc');

import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);
const packages = ['react', 'react/jsx-runtime', 'react-dom/client'];
const named = '\0kedai:';

/**
 * React is CommonJS, and what is used of it is looked up in its object wherever it is called: `(0,e.jsx)(…)`, a thousand times over.
 * As a module of names each of them is a constant: 1 KB less for all screens, 10 KB before they are compressed. That module requires
 * the object, because for an import of it the bundler makes a copy first (`__toESM`).
 */
export const reactByName = (): Plugin => ({
  name: 'kedai:react-by-name',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source, _importer, { kind }) =>
    // Whoever requires it wants the object.
    packages.includes(source) && kind !== 'require-call' ? named + source : undefined,
  load(id) {
    if (!id.startsWith(named)) return undefined;
    const name = id.slice(named.length);
    return name === 'react-dom/client' ? whenCalled(name) : atOnce(name);
  },
});

function atOnce(name: string) {
  const exported = Object.keys(require(name)).map((one) => `export const ${one} = /* @__PURE__ */ part('${one}');`);
  return [
    `const whole = require('${name}');`,
    'const part = (name) => whole[name];',
    ...exported,
    'export default whole;',
  ].join('\n');
}

/**
 * The largest file is run when it is first called, not when it comes: under DevTools an error that React makes in advance has all that
 * is being run parsed once more, and of a file's own code that is the whole file (30 ms more of one task, four times slower).
 */
const whenCalled = (name: string) =>
  ['createRoot', 'hydrateRoot']
    .map((one) => `export const ${one} = (...given) => require('${name}').${one}(...given);`)
    .join('\n');

import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);
const packages = ['react', 'react/jsx-runtime', 'react-dom/client'];
const named = '\0kedai:';

/**
 * Gives React named exports. As CommonJS, each of its functions is looked up in an object wherever it is called,
 * `(0,e.jsx)(…)`, a thousand times; as a named export it is a constant: 1 KB less for all screens, 10 KB uncompressed.
 * The object is required, not imported, because for an import the bundler makes a copy of it first (`__toESM`).
 */
export const reactByName = (): Plugin => ({
  name: 'kedai:react-by-name',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source, _importer, { kind }) =>
    // `require` calls still get the object.
    packages.includes(source) && kind !== 'require-call' ? named + source : undefined,
  load(id) {
    if (!id.startsWith(named)) return undefined;
    const name = id.slice(named.length);
    return name === 'react-dom/client' ? whenCalled(name) : atOnce(name);
  },
});

function atOnce(name: string) {
  const whole: Record<string, unknown> = require(name);
  const names = Object.keys(whole);
  // `jsx` and `jsxs` are one function in production: under one name its calls compress better.
  const exported = names.map((one) => {
    const first = names.find((other) => whole[other] === whole[one]);
    return first === one ? `export const ${one} = /* @__PURE__ */ part('${one}');` : `export { ${first} as ${one} };`;
  });
  return [
    `const whole = require('${name}');`,
    'const part = (name) => whole[name];',
    ...exported,
    'export default whole;',
  ].join('\n');
}

/**
 * Runs react-dom's module when it is first called, not when its file arrives. Under DevTools an error object that React
 * creates at start has the running code parsed once more, which at the top level is the whole file (30 ms on a
 * processor four times slower).
 */
const whenCalled = (name: string) =>
  ['createRoot', 'hydrateRoot']
    .map((one) => `export const ${one} = (...given) => require('${name}').${one}(...given);`)
    .join('\n');

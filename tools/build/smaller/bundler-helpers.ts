import { basename } from 'node:path';
import type { Plugin } from 'vite';

/**
 * The file that the bundler makes for its helpers, and the one they are put into: it imports no other, and every file
 * comes after it.
 */
const helpersFile = 'rolldown-runtime';
const hostFile = 'packages';

/**
 * Puts the bundler's helpers (a CommonJS module as an object, a module's names as an object: 150 bytes) into the file
 * of the first packages. No page runs without them, and theirs was the last file it asked for: over HTTP/1.1, where a
 * browser fetches six at once, pages with seven waited for a round trip more. The bundler asks no group of
 * `codeSplitting` where they belong.
 */
export const bundlerHelpers = (): Plugin => ({
  name: 'kedai:bundler-helpers',
  apply: 'build',
  renderChunk(code, { name }, _options, { chunks }) {
    const called = (file: string) => Object.values(chunks).find((chunk) => chunk.name === file);
    const [helpers, host] = [called(helpersFile), called(hostFile)];
    if (!helpers || !host || name === helpersFile) return undefined;
    const theirs = Object.values(helpers.modules)
      .map((module) => module.code)
      .join('\n');
    const offered = [...theirs.matchAll(/^var (__\w+) = \(/gm)].map(([, helper]) => helper);
    return code.replace(/^import \{ (.*) \} from "\.\/([^"]*)";\n/gm, (line, names: string, from: string) => {
      if (from !== basename(helpers.fileName)) return line;
      if (name === hostFile) return `${theirs}\nexport { ${offered.join(', ')} };\n`;
      // By their own names, because the host's short ones are taken.
      const wanted = names.split(', ').map((one) => one.replace(/^\w+ as /, ''));
      if (!wanted.every((one) => offered.includes(one)))
        this.error(`The bundler writes its helpers in another way: ${line}`);
      return `import { ${wanted.join(', ')} } from "./${basename(host.fileName)}";\n`;
    });
  },
  generateBundle(_options, bundle) {
    const file = Object.values(bundle).find((one) => one.type === 'chunk' && one.name === helpersFile);
    if (file) delete bundle[file.fileName];
  },
});

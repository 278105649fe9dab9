import { hash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';
import { type BuildRecord, serverOnlyFiles } from '../../core/build-record.ts';
import { scriptsIn, stylesIn } from '../../core/page-code.ts';
import { shop } from '../../core/shop.ts';
import { afterBuild } from './after-build.ts';
import type { BuildSettings } from './settings.ts';
import { fingerprintOf } from './sources.ts';

/**
 * Ends a build: compresses text files, then writes `build.json`. A build without it is unfinished.
 */
export function finished(root: string, settings: BuildSettings): Plugin {
  let sources = Promise.resolve('');
  return {
    name: 'kedai:finished',
    apply: 'build',
    buildStart() {
      // Computed before the build reads the sources: a file that changes during a build counts as newer than the build.
      sources = fingerprintOf(root, settings);
    },
    ...afterBuild('post', async (folder) => {
      const files = (await readdir(folder, { recursive: true })).map((file) => join(folder, file));
      await Promise.all(files.filter(isServed).filter(isText).map(compress));
      const pages = await Promise.all(
        files.filter((file) => extname(file) === '.html').map((file) => readFile(file, 'utf8')),
      );
      const record: BuildRecord = {
        ...settings,
        scriptHashes: hashesOf(scriptsIn(pages.join(''))),
        styleHashes: hashesOf(stylesIn(pages.join(''))),
        shop,
        sources: await sources,
      };
      await writeFile(join(folder, 'build.json'), `${JSON.stringify(record, null, 2)}\n`);
    }),
  };
}

/** Whether a file is sent to clients; files that only the server reads need no compression. */
const isServed = (file: string) => !serverOnlyFiles.includes(basename(file));

const isText = (file: string) =>
  ['.html', '.js', '.css', '.svg', '.json', '.webmanifest', '.txt', '.xml'].includes(extname(file));

async function compress(file: string) {
  const content = await readFile(file);
  // As large blocks as there are: the scripts become a tenth of a percent smaller.
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length, [constants.BROTLI_PARAM_LGBLOCK]: 24 };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  if (br.length < content.length) await writeFile(`${file}.br`, br);
  if (gz.length < content.length) await writeFile(`${file}.gz`, gz);
}

/** The CSP sources (`sha256-…`) of inline code. */
const hashesOf = (contents: readonly string[]): string[] => [
  ...new Set(contents.map((content) => `sha256-${hash('sha256', content, 'base64')}`)),
];

import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildRecord } from '#core/build-record';
import type { PrebuiltResponse } from '../http/prebuilt-response.ts';
import { readBuildRecord } from './build-record.ts';
import { pageResponse } from './page-response.ts';

/** The pages as the build left them in a folder, which may be rebuilt at any time. */
export class BuiltPages {
  readonly #folder: string;
  readonly #responses = new Map<string, { stamp: string; response: PrebuiltResponse }>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** What the build says about itself; undefined while it is unfinished. */
  get record(): BuildRecord | undefined {
    return readBuildRecord(this.#folder);
  }

  /** The response of a page's file, read again when it has changed; undefined where there is no whole page. */
  async response(file: string): Promise<PrebuiltResponse | undefined> {
    const stamp = await this.stampOf(file);
    const known = this.#responses.get(file);
    if (known?.stamp === stamp) return known.response;
    const html = await readFile(join(this.#folder, file), 'utf8').catch(() => '');
    const response = await pageResponse(this.#folder, html);
    // A file that could not be read may only have been one too many to open.
    if (response) this.#responses.set(file, { stamp, response });
    return response;
  }

  /** A text that changes whenever the build or one of these files does, by time and size; a missing file counts, too. */
  async stampOf(...files: string[]): Promise<string> {
    const stamps = ['build.json', ...files].map((file) =>
      stat(join(this.#folder, file)).then(
        ({ mtimeMs, size }) => `${mtimeMs} ${size}`,
        () => 'none',
      ),
    );
    return (await Promise.all(stamps)).join();
  }
}

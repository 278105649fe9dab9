import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Playwright's global setup, and what other tests of the built page call first: builds `dist/` again if the sources have changed. */
export default async function build() {
  await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, '..', '..', 'tools', 'build-when-changed.ts')],
    {
      // Playwright sets it to 'test', which would not be the customers' build.
      env: { ...process.env, NODE_ENV: 'production' },
    },
  );
}

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Before the end-to-end stories: `dist/` is what the sources say now. */
export default async function build() {
  await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, '..', '..', 'tools', 'build-when-changed.ts')],
    {
      // Playwright says 'test'; a customer's build is none.
      env: { ...process.env, NODE_ENV: 'production' },
    },
  );
}

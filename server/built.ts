import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { BuildRecord } from '#core/build-record';

/** What the build in `storefront` says about itself; undefined where that is missing or torn. */
export function readBuild(storefront: string): BuildRecord | undefined {
  try {
    return v.parse(BuildRecord, JSON.parse(readFileSync(join(storefront, 'build.json'), 'utf8')));
  } catch {
    return undefined;
  }
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

interface Package {
  version?: string;
  integrity?: string;
  resolved?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  hasInstallScript?: boolean;
}

const root = join(import.meta.dirname, '..');
const read = async (file: string) => JSON.parse(await readFile(join(root, file), 'utf8'));
const lock: { lockfileVersion: number; packages: Record<string, Package> } = await read('package-lock.json');
const packages = Object.entries(lock.packages).filter(([path]) => path !== '');

test('B43: every package that is installed is fixed to its content', () => {
  const loose = packages.filter(
    ([, { version, integrity, optional, os }]) =>
      // Packages for other platforms are listed by hand, and are never needed to build or run here.
      version === undefined || (!/^sha512-/.test(integrity ?? '') && !(optional && os)),
  );

  expect(packages.length).toBeGreaterThan(100);
  expect(loose.map(([path]) => path)).toEqual([]);
});

test('B43: no package runs a program of its own when it is installed, and none names a registry', async () => {
  // Without this, npm compiles every package that has a `binding.gyp`, even if the package does not ask for it.
  expect(await readFile(join(root, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
  expect(packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)).toEqual([]);
  expect(packages.filter(([, { resolved }]) => resolved).map(([path]) => path)).toEqual([]);
});

test('B43: what is asked for is one version each, and the one that is locked', async () => {
  const { dependencies, devDependencies, optionalDependencies } = await read('package.json');
  const asked: [string, string][] = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });

  for (const [name, version] of asked) {
    expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+$/)]);
    expect([name, lock.packages[`node_modules/${name}`]?.version]).toEqual([name, version]);
  }
});

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listeningShop } from './listening-shop.ts';
import { readCertificate, tlsFiles } from './test-certificate.ts';
import { folder, writeFiles } from './test-folder.ts';

const root = join(import.meta.dirname, '..', '..');
const text = (file: string) => readFile(join(root, file), 'utf8');

/** Checks the Dockerfile as text, because no container engine is available here. */
test('the Dockerfile copies and runs only what exists, and copies all that the server imports', async () => {
  const lines = (await text('deploy/Dockerfile'))
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const of = (instruction: string) =>
    lines.filter((line) => line.startsWith(`${instruction} `)).map((line) => line.slice(instruction.length + 1));
  const { scripts } = JSON.parse(await text('package.json'));
  const made = ['node_modules', 'dist'];

  const known = 'FROM WORKDIR COPY ARG RUN ENV USER VOLUME EXPOSE HEALTHCHECK CMD'.split(' ');
  expect(lines.filter((line) => !known.includes(line.split(' ')[0] ?? ''))).toEqual([]);
  const copied = of('COPY').flatMap((line) =>
    line
      .replace(/--from=\w+ /, '')
      .split(' ')
      .slice(0, -1),
  );
  expect(copied.length).toBeGreaterThan(5);
  for (const path of copied) {
    const file = path.replace('/kedai/', '');
    expect([path, made.includes(file) || existsSync(join(root, file))]).toEqual([path, true]);
  }
  for (const [, script = ''] of of('RUN')
    .join(' ')
    .matchAll(/npm run (\S+)/g))
    expect(scripts).toHaveProperty(script);
  const [command = ''] = of('CMD');
  for (const word of JSON.parse(command)) if (word.includes('/')) expect(existsSync(join(root, word))).toBe(true);
  const folders = copied.map((path) => path.replace('/kedai/', '')).filter((path) => !made.includes(path));
  for (const needed of ['server', 'core', 'shop.config.json', 'package.json']) expect(folders).toContain(needed);
  expect(of('USER')).toEqual(['node']);
  // Every variable that the build reads can be passed in.
  expect(of('ARG')).toEqual(['PUBLIC_URL', 'VITE_API_HOST']);
});

test('the command for static hosts prints our headers as nginx takes them', async () => {
  const [, program = ''] = /npx node -e '([^']+)'/.exec(await text('docs/operations.md')) ?? [];

  const printed = spawnSync(process.execPath, ['-e', program], { cwd: root, encoding: 'utf8' }).stdout;

  expect(printed).toMatch(/^add_header content-security-policy "default-src 'none'; script-src 'self' .*" always;$/m);
  expect(printed).toMatch(/^add_header x-frame-options "DENY" always;$/m);
});

test("the image keeps a single Node, for the server and the owner's commands", async () => {
  const [, removal = ''] = /^RUN (rm -rf .*)$/m.exec(await text('deploy/Dockerfile')) ?? [];
  const { optionalDependencies } = JSON.parse(await text('package.json'));
  const brought = Object.keys(optionalDependencies).filter((name) => name.includes('linux'));
  const installed = [...brought.map((name) => `${name}/bin/node`), '.bin/node', '.bin/pino', 'fastify/fastify.js'];
  for (const file of installed) await writeFiles(join(folder, 'node_modules'), { [file]: '' });

  spawnSync('/bin/sh', ['-c', removal], { cwd: folder });

  expect(brought).toHaveLength(2);
  const files = await readdir(join(folder, 'node_modules'), { recursive: true, withFileTypes: true });
  expect(files.flatMap((entry) => (entry.isFile() ? entry.name : [])).sort()).toEqual(['fastify.js', 'pino']);
});

test.for([{}, tlsFiles])("the image's health check uses HTTPS exactly when the shop does: %o", async (env) => {
  const shop = await listeningShop('TLS_CERT' in env ? { tls: await readCertificate() } : {});
  const [, check = ''] = /^HEALTHCHECK .*\\\n\s*CMD (.*)$/m.exec(await text('deploy/Dockerfile')) ?? [];
  const [, ...words] = JSON.parse(check);
  const isWell = async () => {
    const checking = spawn(process.execPath, words, { env: { ...env, PORT: `${shop.port}` }, stdio: 'ignore' });
    return (await once(checking, 'exit'))[0] === 0;
  };

  expect(await isWell()).toBe(true);
  await shop.app.close();
  expect(await isWell()).toBe(false);
});

test('the systemd unit starts a file that exists, lets it list its addresses, and outlives its rendering process', async () => {
  const unit = await text('deploy/kedai.service');

  const [, start = ''] = /^ExecStart=(.*)$/m.exec(unit) ?? [];
  expect(start).toMatch(/^\/opt\/kedai\/node_modules\/\.bin\/node /);
  expect(existsSync(join(root, start.split(' ').at(-1) ?? ''))).toBe(true);
  for (const [, file = ''] of unit.matchAll(/file:\/\/\/opt\/kedai\/(\S+)/g)) {
    expect([file, existsSync(join(root, file))]).toEqual([file, true]);
  }
  // Without AF_NETLINK `os.networkInterfaces()` throws, and so does Fastify when it listens on 0.0.0.0.
  const [, families = ''] = /^RestrictAddressFamilies=(.*)$/m.exec(unit) ?? [];
  expect(families.split(' ').sort()).toEqual(['AF_INET', 'AF_INET6', 'AF_NETLINK', 'AF_UNIX']);
  // By default systemd stops the whole unit when the kernel has killed one of its processes.
  expect(unit).toMatch(/^OOMPolicy=continue$/m);
});

test('B49: in the image and in the systemd unit only the shop itself may look into its data folder', async () => {
  const [dockerfile, unit] = [await text('deploy/Dockerfile'), await text('deploy/kedai.service')];
  const [, data] = /DATA_DIR=(\S+)/.exec(dockerfile) ?? [];

  expect(dockerfile).toContain(`RUN mkdir -m 700 ${data} && `);
  expect(dockerfile).toMatch(new RegExp(`chown node:node ${data} .*\nUSER node\n`));
  expect(unit).toMatch(/^StateDirectoryMode=0700$/m);
  expect(unit).toMatch(/^UMask=0077$/m);
});

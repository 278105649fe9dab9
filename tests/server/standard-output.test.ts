import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { freePorts } from '../support/free-ports.ts';
import { available } from '../support/missing-tools.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kedai-output-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const hasFullDisk = available(existsSync('/dev/full'), 'no /dev/full: a disk without room for the log was not tried.');

test.runIf(hasFullDisk)(
  'F10: a full disk for the log keeps the shop neither from answering nor from closing',
  async () => {
    const [port = 0] = await freePorts(1);
    const full = await open('/dev/full', 'w');
    const shop = spawn(process.execPath, [join(import.meta.dirname, '..', '..', 'server', 'main.mjs')], {
      env: { HOST: '127.0.0.1', PORT: `${port}`, DATA_DIR: join(folder, 'without-a-log'), LOG_LEVEL: 'info' },
      stdio: ['ignore', full.fd, 'inherit'],
    });
    onTestFinished(async () => {
      shop.kill('SIGKILL');
      await full.close();
    });
    const ended = once(shop, 'exit');
    const answer = () =>
      fetch(`http://127.0.0.1:${port}/api/orders`).then(
        ({ status }) => status,
        () => undefined,
      );

    await expect.poll(answer).toBe(401);
    expect([await answer(), await answer(), await answer()]).toEqual([401, 401, 401]);
    shop.kill('SIGINT');

    expect(await ended).toEqual([0, null]);
  },
);

const main = join(import.meta.dirname, '..', '..', 'server', 'main.mjs');
/** Runs the shop in a terminal of its own, of which `script` passes the output on. */
const inTerminal = ['script', '-qfc', `${process.execPath} ${main}`, '/dev/null'];
const hasScript = available(
  existsSync('/usr/bin/script') && process.platform === 'linux',
  'no script of Linux: a terminal that takes no more of the log was not tried.',
);

test.for([['program', [process.execPath, main]], ...(hasScript ? [['terminal', inTerminal] as const] : [])] as const)(
  'a %s that stops reading the log delays no answer',
  async ([, [command = '', ...words]]) => {
    const [port = 0] = await freePorts(1);
    const shop = spawn(command, words, {
      env: { HOST: '127.0.0.1', PORT: `${port}`, DATA_DIR: join(folder, 'without-a-reader'), LOG_LEVEL: 'info' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    shop.stdout.pause();
    onTestFinished(() => void shop.kill('SIGKILL'));
    const answer = () =>
      fetch(`http://127.0.0.1:${port}/api/health`, { signal: AbortSignal.timeout(5_000) }).then(
        ({ status }) => status,
        () => undefined,
      );
    await expect.poll(answer).toBe(200);

    // Each request logs a line of 150 bytes, and the kernel buffers about 300,000 bytes of a pipe.
    const answers = new Set<number | undefined>();
    for (let asked = 0; asked < 4_000; asked += 50)
      for (const status of await Promise.all(Array.from({ length: 50 }, answer))) answers.add(status);

    expect([...answers]).toEqual([200]);
  },
);

/** Starts the real server as its own process, as `npm start` does. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const main = join(import.meta.dirname, '..', '..', 'server', 'main.mjs');

/** Shops that are still running; all are killed when the tests end, even those whose test timed out. */
const alive = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of alive) child.kill('SIGKILL');
});

/** How long a test waits for a program that it starts itself, in ms: on a busy machine a start takes nearly all the time that a test has. */
export const startMs = 50_000;

export interface StartOptions {
  /** Not deleted when the shop closes; without it the shop gets a folder of its own (`preparedData`), deleted with it. */
  dataDir?: string;
  databaseUrl?: string;
  /** 0, the default, takes any free port. */
  port?: number;
  /** More environment variables, for example `CORS_ORIGINS`. */
  env?: Record<string, string>;
}

export interface RunningShop {
  /** Without a trailing slash: `http://127.0.0.1:41234`. */
  url: string;
  pid: number;
  /** Everything printed so far. */
  output(): string;
  /** Stops it as Ctrl+C does: accepted requests are finished. Resolves with the exit code. */
  stop(): Promise<number>;
  /** `kill -9`: nothing is finished. */
  kill(): Promise<void>;
}

/** What a server that failed to start had printed, and its exit code. */
export class DidNotOpen extends Error {
  readonly code: number | null;
  readonly stderr: string;

  constructor(code: number | null, stderr: string) {
    super(`The shop did not open (exit code ${code}): ${stderr}`);
    this.code = code;
    this.stderr = stderr;
  }
}

/** A new folder for the data of a shop, with a copy of `PREPARED_SHOP` where that is set; the caller deletes it. */
export async function preparedData(prefix = 'kedai-shop-'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  if (process.env.PREPARED_SHOP) await cp(process.env.PREPARED_SHOP, folder, { recursive: true });
  return folder;
}

/** Starts `node server/main.mjs` on 127.0.0.1; resolves once it has printed its address. Rejects with `DidNotOpen`. */
export async function startShop({ dataDir, databaseUrl, port = 0, env = {} }: StartOptions = {}): Promise<RunningShop> {
  const ownFolder = dataDir === undefined ? await preparedData() : undefined;
  const removeOwnFolder = async () => {
    if (ownFolder) await rm(ownFolder, { recursive: true, force: true });
  };
  const child = spawn(process.execPath, [main], {
    // Only these variables, so that the environment of the test's machine changes nothing.
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      // As every way to start a shop sets it.
      MALLOC_ARENA_MAX: '1',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir ?? ownFolder,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  alive.add(child);
  child.once('exit', () => alive.delete(child));
  const printed = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      printed[stream] += text;
    });
  }

  const url = await addressOf(child, printed);
  if (!url) {
    const [code] = await ended;
    await removeOwnFolder();
    throw new DidNotOpen(code, printed.stderr);
  }
  return {
    url,
    pid: child.pid ?? 0,
    output: () => printed.stdout + printed.stderr,
    async stop() {
      child.kill('SIGINT');
      const [code] = await ended;
      await removeOwnFolder();
      return code;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
      await removeOwnFolder();
    },
  };
}

const addressOf = (child: ChildProcess, printed: { stdout: string }) =>
  new Promise<string | undefined>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const [, url] = /buka di (https?:\S+)[\s\S]*Ctrl\+C/.exec(printed.stdout) ?? [];
      if (url) resolve(url);
    });
    child.once('close', () => resolve(undefined));
    child.once('error', reject);
  });

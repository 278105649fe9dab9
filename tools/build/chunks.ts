/**
 * Which modules are bundled into one file. After one screen changed, a returning customer fetches only its file and the
 * entry (performance P11).
 */
import type { Plugin, Rolldown } from 'vite';

type Test = (module: string, context: Rolldown.ChunkingContext) => boolean;

interface Chunk {
  name: string;
  /** Parts of the paths of its modules. */
  of?: string[];
  /** Its modules, where their importers say which they are. */
  are?: Test;
  tags?: '$initial'[];
  priority?: number;
}

/**
 * Whether a module is used for something, directly or through others: whether a path with that part in it is, or
 * imports, it.
 */
function isUsedBy(part: string, module: string, context: Rolldown.ChunkingContext, seen = new Set([module])): boolean {
  if (module.includes(part)) return true;
  const importers = context.getModuleInfo(module)?.importers ?? [];
  return importers.some((importer) => !seen.has(importer) && isUsedBy(part, importer, context, seen.add(importer)));
}

/** What the navbar and the menu open, and what both parts of the shop that only customers see have in common. */
const isOnDemand: Test = (module, context) => {
  const isFor = (part: string) => isUsedBy(part, module, context);
  return isFor('/ui/panels-file.') || (isFor('/screens/account-') && isFor('/screens/carts') && !isFor('/ui/address-'));
};

/**
 * A module goes with the first chunk that means it, and what it imports comes along unless an earlier chunk has it. So
 * the author of a screen names none of its parts here. Small files cost headers and compress badly, so the screens of
 * one part of the shop travel together.
 */
export const chunks: Chunk[] = [
  // What every screen needs.
  { name: 'packages', tags: ['$initial'], of: ['node_modules'], priority: 1 },
  { name: 'react-dom', of: ['kedai:react-dom/', 'node_modules/react-dom/', 'node_modules/scheduler/'] },
  { name: 'shop', tags: ['$initial'], of: ['/core/', '/device/', '/src/state/', '/src/ui/'] },
  // What is fetched behind the first paint: calls, memory, delivery, the schemas of all of them, and what repeats early
  // taps.
  { name: 'device', of: ['/state/device-file.', '/src/startup/replay.', '/core/registration.'] },
  { name: 'router', of: ['/src/router.'] },
  // What begins once the page stands: delivery's moments, the worker's updates, and what is told of both.
  { name: 'background', of: ['/src/background.', '/ui/notifications-file.'] },
  // What the pages about the shop share: where something is typed in, and where and when the shop is found. Others type
  // something in, too.
  { name: 'forms', of: ['/ui/contact-form.', '/ui/shop-map.'] },
  { name: 'about', of: ['/screens/about.', '/screens/contact.', '/screens/home.'] },
  { name: 'on-demand', are: isOnDemand },
  // An address as it is shown and written down, which the panels do without.
  { name: 'addresses', of: ['/ui/address-form.', '/ui/address-card.'] },
  { name: 'account', of: ['/screens/account-'] },
  { name: 'carts', of: ['/screens/carts'] },
];

/**
 * The chunks that no public page needs before something is opened; their styles, too, are loaded then
 * (`src/ui/stylesheets.ts`).
 */
export const onDemandChunks = ['on-demand', 'addresses', 'account', 'carts'];

/**
 * The chunks that every visit loads behind its first paint, whichever page it begins with; the last one only where
 * nothing else comes.
 */
export const loadedInBackground = ['device', 'background', 'router', 'anew'];

/**
 * The chunks that a first visit runs. V8 compiles all functions of these files on another thread while they arrive;
 * otherwise the main thread compiles each at its first call, which is a third of its time for hydration
 * (performance P5, P6). It costs 0.25 MB of memory, so later chunks are left alone.
 */
const atOnce = ['packages', 'react-dom', 'shop', 'index', 'products', 'router'];

/** The first line of a file: V8's explicit compile hint, a comment to all others. */
export const compileHint = ({ name }: { name: string }) =>
  atOnce.includes(name) ? '//# allFunctionsCalledOnLoad' : '';

/** As the bundler wants to have them. */
export const codeSplitting = {
  groups: chunks.map(({ name, of, are, ...group }) => ({
    ...group,
    name: are ? (...asked: Parameters<Test>) => (are(...asked) ? name : null) : name,
    test: (module: string) => !of || of.some((part) => module.includes(part)),
  })),
};

/** Refuses a build in which a chunk is missing, or names a module that does not exist, as after a file was renamed. */
export const namedChunks = (): Plugin => ({
  name: 'kedai:named-chunks',
  apply: 'build',
  generateBundle(_options, bundle) {
    const fault = faultOfChunks(bundle);
    if (fault) this.error(fault);
  },
});

/**
 * A sentence about the first chunk that is missing, or the first part of a path that no module has; undefined when all
 * is well.
 */
export function faultOfChunks(bundle: Rolldown.OutputBundle): string | undefined {
  const built = Object.values(bundle).filter((file) => file.type === 'chunk');
  const modules = built.flatMap(({ moduleIds }) => moduleIds);
  for (const name of [...chunks.map((chunk) => chunk.name), ...atOnce, ...onDemandChunks, ...loadedInBackground]) {
    if (!built.some((chunk) => chunk.name === name)) return `There is no chunk "${name}" (tools/build/chunks.ts).`;
  }
  for (const { name, of } of chunks) {
    const unknown = of?.find((part) => !modules.some((module) => module.includes(part)));
    if (unknown) return `No module of the chunk "${name}" has "${unknown}" in its path (tools/build/chunks.ts).`;
  }
  return undefined;
}

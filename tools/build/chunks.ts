/** Which modules travel in one file: who opens the shop after one screen changed fetches its file and the entry (performance P11). */
import type { Plugin, Rolldown } from 'vite';

interface Chunk {
  name: string;
  /** Parts of its modules' paths. */
  of: string[];
  tags?: '$initial'[];
  priority?: number;
}

const ui = (files: string) => files.split(' ').map((file) => `/ui/${file}.`);
const state = (files: string) => files.split(' ').map((file) => `/state/${file}.`);

/** The entry alone names the screens' files. A module goes with the first chunk that means it. */
const chunks: Chunk[] = [
  // What every screen needs.
  { name: 'packages', tags: ['$initial'], of: ['node_modules'], priority: 1 },
  { name: 'react-dom', of: ['kedai:react-dom/', 'node_modules/react-dom/', 'node_modules/scheduler/'] },
  { name: 'shop', tags: ['$initial'], of: ['/core/', '/device/', '/src/state/', '/src/ui/'] },
  // The looks that the contact page shares with this one would be a file of a few bytes.
  { name: 'about', of: ['/screens/about.'] },
  // Where something is typed in, and where and when the shop is found; the latter is rules that no other screen needs.
  {
    name: 'forms',
    of: [
      '/core/opening.',
      '/core/weekdays.',
      ...ui('contact-form field form-error opening-hours shop-map navigate-from'),
      ...state('drafts'),
    ],
  },
  // What is fetched behind the first paint, as one file: calls, memory, delivery, and the schemas of all of them; and what was tapped before
  // it is known whose memory it is.
  {
    name: 'device',
    of: ['/core/', '/device/', ...state('kept device-file'), '/src/opening/replay.', 'node_modules/idb-keyval/'],
  },
  { name: 'router', of: ['/src/router.', 'node_modules/@tanstack/'] },
  // What begins once the page stands: delivery's moments, the worker's updates, and what is told of both.
  {
    name: 'behind',
    of: [
      '/src/behind.',
      '/src/register-worker.',
      '/src/updates.',
      'node_modules/workbox-window/',
      ...ui('news-file news screen-head when-there-is'),
      ...state(
        'cart-moments chances checkout install last-order outbox payment new-addresses private-lists rounds splash update wake-up',
      ),
    ],
  },
  // Small files cost headers and compress badly, so the screens of one part of the shop travel together, and so does what several of them
  // share: what a customer has and chooses; with it what the navbar opens and the menu offers, once there is something to open or to offer.
  {
    name: 'wanted',
    of: [
      ...ui('panels-file cart-panel install-offer placed-order storage-panel'),
      ...ui('empty-cart work-button quantity rolling delete-from-cart customer-only way-to-pay'),
      ...ui('fault first-orders own-list quote-comparison unsaved-address waiting-orders waiting-words'),
      ...state('storage'),
    ],
  },
  // An address as it is shown and written down, for both parts of the shop.
  { name: 'addresses', of: [...ui('address-form region-select address-card'), ...state('regions')] },
  { name: 'account', of: ['/screens/account-', '/ui/account-'] },
  { name: 'carts', of: ['/screens/carts', '/ui/checkout-', ...state('pay')] },
];

/** What no public page shows before it is wanted: its styles, too, come then (`src/ui/stylesheets.ts`). */
export const wantedChunks = ['wanted', 'addresses', 'account', 'carts'];

/**
 * What a first visit runs. V8 compiles all functions of these files while they are on their way, beside the thread that draws;
 * else each is compiled by that one when it is first called, a third of what hydration takes it (performance P5, P6).
 * That costs 0.25 MB of memory, so what comes later is left alone.
 */
const atOnce = ['packages', 'react-dom', 'shop', 'index', 'products', 'router'];

/** The first line of a file: V8's explicit compile hint, a comment to all others. */
export const compileHint = ({ name }: { name: string }) =>
  atOnce.includes(name) ? '//# allFunctionsCalledOnLoad' : '';

/** As the bundler wants to have them. */
export const codeSplitting = {
  groups: chunks.map(({ of, ...group }) => ({ ...group, test: (id: string) => of.some((part) => id.includes(part)) })),
};

/** Refuses a build in which a chunk is missing or means a module that is none: a file that was renamed would travel alone. */
export const namedChunks = (): Plugin => ({
  name: 'kedai:named-chunks',
  apply: 'build',
  generateBundle(_options, bundle) {
    const fault = faultOfChunks(bundle);
    if (fault) this.error(fault);
  },
});

/** The first chunk that is not there, or the first part of a path that no module has, in a sentence. */
export function faultOfChunks(bundle: Rolldown.OutputBundle): string | undefined {
  const built = Object.values(bundle).filter((file) => file.type === 'chunk');
  const modules = built.flatMap(({ moduleIds }) => moduleIds);
  for (const name of [...chunks.map((chunk) => chunk.name), ...atOnce, ...wantedChunks]) {
    if (!built.some((chunk) => chunk.name === name)) return `There is no chunk "${name}" (tools/build/chunks.ts).`;
  }
  for (const { name, of } of chunks) {
    const unknown = of.find((part) => !modules.some((module) => module.includes(part)));
    if (unknown) return `No module of the chunk "${name}" has "${unknown}" in its path (tools/build/chunks.ts).`;
  }
  return undefined;
}

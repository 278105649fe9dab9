/**
 * Renders the pages in a process of its own: this one goes on answering, what rendering needs ends with it (28 MB that no
 * thread gives back), and a renderer that breaks takes nothing along.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FirstPage } from '#core/renderer';
import type { Path } from '#core/routes';
import type { PrebuiltResponse } from '../http/prebuilt-response.ts';

/** The message that `page-renderer-process.ts` is sent. */
export interface Rendering {
  /** The folder of a built storefront. */
  storefront: string;
  menu: FirstPage;
  /** Where the menu's pictures are, searched in turn. */
  images: readonly string[];
}

/** Each page as the answer that is sent: compressing takes as much memory as rendering. */
export type RenderedPages = Record<Path, PrebuiltResponse>;

/** What it answers. */
export type Rendered = { pages: RenderedPages } | { fault: string };

/** Rendering takes less than a second; a process that takes longer than this is stuck, in ms. */
const longest = 60_000;

/** The pages of every route with this menu. Rejects when they cannot be rendered or `signal` says that nobody wants them any more. */
export async function renderPages(rendering: Rendering, signal: AbortSignal): Promise<RenderedPages> {
  const renderer = fork(fileURLToPath(new URL('./page-renderer-process.ts', import.meta.url)), {
    serialization: 'advanced',
    // Of the shop's secrets it needs none.
    env: {},
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    signal: AbortSignal.any([signal, AbortSignal.timeout(longest)]),
    killSignal: 'SIGKILL',
  });
  try {
    const rendered = await new Promise<Rendered>((resolve, reject) => {
      renderer.once('message', (message) => resolve(message as Rendered));
      renderer.once('error', reject);
      renderer.once('exit', () => reject(new Error('the renderer ended without a word')));
      renderer.send(rendering, (failure) => {
        if (failure) reject(failure);
      });
    });
    if ('fault' in rendered) throw new Error(rendered.fault);
    return rendered.pages;
  } finally {
    renderer.kill('SIGKILL');
  }
}

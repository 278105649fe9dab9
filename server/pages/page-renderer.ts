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
export interface RenderRequest {
  /** The folder of a built storefront. */
  storefront: string;
  menu: FirstPage;
  /** Where the menu's pictures are, searched in turn. */
  images: readonly string[];
}

/** Each page as the response that is sent, because compressing takes as much memory as rendering. */
export type RenderedPages = Record<Path, PrebuiltResponse>;

/** What it answers. */
export type RenderResult = { pages: RenderedPages } | { error: string };

/** Rendering takes less than a second; a process that takes longer than this is stuck, in ms. */
const timeoutMs = 60_000;

/** The pages of every route with this menu. Rejects when they cannot be rendered or `signal` says that they are not needed any more. */
export async function renderPages(request: RenderRequest, signal: AbortSignal): Promise<RenderedPages> {
  const renderer = fork(fileURLToPath(new URL('./page-renderer-process.ts', import.meta.url)), {
    serialization: 'advanced',
    // Of the shop's secrets it needs none.
    env: {},
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    killSignal: 'SIGKILL',
  });
  try {
    const result = await new Promise<RenderResult>((resolve, reject) => {
      renderer.once('message', (message) => resolve(message as RenderResult));
      renderer.once('error', reject);
      renderer.once('exit', () => reject(new Error('the renderer ended without a word')));
      renderer.send(request, (error) => {
        if (error) reject(error);
      });
    });
    if ('error' in result) throw new Error(result.error);
    return result.pages;
  } finally {
    renderer.kill('SIGKILL');
  }
}

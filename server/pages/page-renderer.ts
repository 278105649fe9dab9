/** Renders the pages in a process of its own, which takes 28 MB that no thread gives back. */
import type { FirstPage } from '#core/renderer';
import type { Path } from '#core/routes';
import type { PrebuiltResponse } from '../http/prebuilt-response.ts';
import { answerOf } from '../own-process.ts';

export interface RenderRequest {
  storefront: string;
  menu: FirstPage;
  images: readonly string[];
}

/** Each page as the response that is sent, because compressing takes as much memory as rendering. */
export type RenderedPages = Record<Path, PrebuiltResponse>;

export type RenderResult = { pages: RenderedPages } | { error: string };

/** Rendering takes less than a second; a process that takes longer than this is stuck, in ms. */
const timeoutMs = 60_000;

/** The pages of every route with this menu. Rejects when they cannot be rendered or `signal` says that they are not needed any more. */
export async function renderPages(request: RenderRequest, signal: AbortSignal): Promise<RenderedPages> {
  const program = new URL('./page-renderer-process.ts', import.meta.url);
  const result = await answerOf<RenderResult>(program, { ...request }, { timeoutMs, signal });
  if (!result) throw new Error('the renderer ended without a word');
  if ('error' in result) throw new Error(result.error);
  return result.pages;
}

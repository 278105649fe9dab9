/** A screen's file did not arrive; its message is not the browser's own, for which the router would reload the page. */
export class ScreenNotLoaded extends Error {
  override name = 'ScreenNotLoaded';
}

/** How long to wait before a screen's file is asked for a second time, in ms. */
const pauseMs = 1_000;

/** Imports a screen's file, twice if need be; rejects with `ScreenNotLoaded`. */
export async function importScreen<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    return load().catch((cause: unknown) => {
      throw new ScreenNotLoaded('The screen was not loaded', { cause });
    });
  }
}

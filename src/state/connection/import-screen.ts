/** A screen's file did not arrive. Not the browser's own error, for whose message the router would reload the page. */
export class ScreenNotLoaded extends Error {
  override name = 'ScreenNotLoaded';

  /** Imports the file again. */
  readonly load: () => Promise<unknown>;

  constructor(load: () => Promise<unknown>, options?: ErrorOptions) {
    super('The screen was not loaded', options);
    this.load = load;
  }
}

/** The pause before a screen's file is requested a second time, in ms. */
const pauseMs = 1_000;

/** Imports a screen's file, and retries once; rejects with `ScreenNotLoaded`. */
export async function importScreen<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    return load().catch((cause: unknown) => {
      throw new ScreenNotLoaded(load, { cause });
    });
  }
}

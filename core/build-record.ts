/** The record of a finished build; the build writes it last, so a storefront without it is unfinished. */
import * as v from 'valibot';

/** A CSP source (CSP 3 §2.3.1). */
const Source = v.pipe(v.string(), v.regex(/^sha(256|384|512)-[\w+/=]+$/));

export const BuildRecord = v.object({
  /** A path on its own origin, or another origin. */
  apiHost: v.optional(v.string(), '/api'),
  publicUrl: v.optional(v.string(), ''),
  scriptHashes: v.optional(v.array(Source), []),
  styleHashes: v.optional(v.array(Source), []),
  /** A server that reads a newer `shop.config.json` must notice that the pages show other facts. */
  shop: v.optional(v.unknown()),
  sources: v.optional(v.string(), ''),
});
export type BuildRecord = v.InferOutput<typeof BuildRecord>;

/** Files of the built storefront that only its server reads; they are never sent to a client. */
export const serverOnlyFiles: readonly string[] = ['build.json', 'page-templates.json', 'prerender.mjs'];

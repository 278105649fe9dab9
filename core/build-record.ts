/**
 * The record of a finished build, in `build.json`. The build writes it last: a storefront without it is unfinished.
 */
import * as v from 'valibot';

/** A CSP source (CSP 3 §2.3.1). */
const Source = v.pipe(v.string(), v.regex(/^sha(256|384|512)-[\w+/=]+$/));

export const BuildRecord = v.object({
  /** The address of its API: a path on its own origin, or another origin. */
  apiHost: v.optional(v.string(), '/api'),
  /** Its own origin; empty if the build did not know it. */
  publicUrl: v.optional(v.string(), ''),
  /** Hashes of the inline scripts and styles of the built pages. */
  scriptHashes: v.optional(v.array(Source), []),
  styleHashes: v.optional(v.array(Source), []),
  /** The content of `shop.config.json`: a server that reads a newer one must detect that the pages show other facts. */
  shop: v.optional(v.unknown()),
  /** The fingerprint of its sources (`tools/build/sources.ts`). */
  sources: v.optional(v.string(), ''),
});
export type BuildRecord = v.InferOutput<typeof BuildRecord>;

/** Files of the built storefront that only its server reads; they are never sent to a client. */
export const serverOnlyFiles: readonly string[] = ['build.json', 'page-templates.json', 'prerender.mjs'];

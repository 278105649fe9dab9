/**
 * What a built storefront says about itself, in `build.json`: the build writes it last, so one without is unfinished.
 */
import * as v from 'valibot';

/** A CSP source (CSP 3 §2.3.1). */
const Source = v.pipe(v.string(), v.regex(/^sha(256|384|512)-[\w+/=]+$/));

export const BuildRecord = v.object({
  /** Where its API is: a path on its own origin, or another origin. */
  apiHost: v.optional(v.string(), '/api'),
  /** Its own origin; empty where that was not known. */
  publicUrl: v.optional(v.string(), ''),
  /** Of the scripts and styles that stand in the built pages themselves. */
  scriptHashes: v.optional(v.array(Source), []),
  styleHashes: v.optional(v.array(Source), []),
  /** What `shop.config.json` said: a server that reads it anew must know when the pages say something else. */
  shop: v.optional(v.unknown()),
  /** The sources it was made from (`tools/build/sources.ts`). */
  sources: v.optional(v.string(), ''),
});
export type BuildRecord = v.InferOutput<typeof BuildRecord>;

/** Files in the built storefront that are for its server only and are never sent to a client. */
export const serverOnlyFiles: readonly string[] = ['build.json', 'page-templates.json', 'prerender.mjs'];

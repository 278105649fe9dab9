/** The bodies of requests: JSON without its traps, because what two programs could read differently must not be guessed at. */
import { ApiError } from './api-error.ts';
import type { App } from './type-provider.ts';

const maxDepth = 32;
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

/** Makes one object of strict JSON the only body there is, else 400 `malformed_body`; a call without one may still say so. */
export function acceptOnlyStrictJson(app: App) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      const value = body.length === 0 ? undefined : parseStrictJson(body as Buffer);
      if (value !== undefined && !isObject(value)) throw new TypeError('JSON, but no object');
      done(null, value);
    } catch {
      done(new ApiError('malformed_body'));
    }
  });
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Parses the bytes of a body. Throws on invalid UTF-8 or JSON, on a key given twice, on keys that reach for prototypes,
 * on nesting deeper than 32, on numbers beyond a double, and on text with lone surrogates or NUL, which not every
 * database can hold.
 */
export function parseStrictJson(bytes: Uint8Array): unknown {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  const value: unknown = JSON.parse(text);
  refuseTraps(text);
  return value;
}

/** Walks a text that is known to be valid JSON, one token at a time. */
function refuseTraps(text: string) {
  const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]|[^\s"{}[\]:,]+/g;
  /** Keys seen in each open object; `null` is an open array. */
  const open: (Set<string> | null)[] = [];
  let keyMayFollow = false;

  for (const [part] of text.matchAll(token)) {
    const first = part[0];
    if (first === '{' || first === '[') {
      if (open.push(first === '{' ? new Set() : null) > maxDepth) throw new SyntaxError('nested too deeply');
      keyMayFollow = first === '{';
    } else if (first === '}' || first === ']') {
      open.pop();
      keyMayFollow = false;
    } else if (first === ',') {
      keyMayFollow = open.at(-1) !== null;
    } else if (first === '"') {
      const text: string = part.includes('\\') ? JSON.parse(part) : part.slice(1, -1);
      if (!text.isWellFormed() || text.includes('\0')) throw new SyntaxError('text that cannot be stored');
      const keys = open.at(-1);
      if (keyMayFollow && keys) {
        if (forbiddenKeys.has(text) || keys.has(text)) throw new SyntaxError('forbidden or doubled key');
        keys.add(text);
      }
      keyMayFollow = false;
    } else if (first !== ':' && /^-?\d/.test(part) && !Number.isFinite(Number(part))) {
      throw new SyntaxError('number too large');
    }
  }
}

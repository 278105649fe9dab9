/**
 * Whether the host offers the additions of Kedai's own server to section 7 of the specification. That server announces
 * them in every response (`Kedai-Api: 1`, decision A2). `detectCapabilities` in `api.ts` asks a host that is not known
 * yet.
 */
import * as v from 'valibot';
import { isFromKedai } from './failures.ts';
import { cachedSince, learned } from './reachability.ts';
import { change, read } from './store.ts';

const Host = v.object({ announced: v.boolean() });

/**
 * Records what a catalogue response with `count` items says about its host. A cached response never changes what is
 * known. Only a response with items turns a known Kedai host into a plain one: a captive portal may send an empty list.
 */
export function noteCapabilities(response: Response, count: number) {
  const now = isFromKedai(response);
  const { isKedai } = learned;
  if (now === isKedai) return;
  if (isKedai !== undefined && (response.headers.has(cachedSince) || (isKedai && count === 0))) return;
  learned.isKedai = now;
  change({ host: Host }, () => ({ host: { announced: now } })).catch(() => {
    // It is known for this visit at least.
  });
}

/** What is known about the host, from this visit or an earlier one; undefined before its first response. */
export async function knownCapabilities(): Promise<boolean | undefined> {
  if (learned.isKedai === undefined) {
    const stored = await read({ host: Host }).catch(() => undefined);
    // A response may have arrived while the device was being read.
    learned.isKedai ??= stored?.host?.announced;
  }
  return learned.isKedai;
}

/** Whether the host is known to offer the additions of Kedai's own server; false for a host that is not known yet. */
export const hasKedaiCapabilities = async (): Promise<boolean> => (await knownCapabilities()) ?? false;

/** Whether the host is Kedai's own server, which announces itself in every response (`Kedai-Api: 1`, decision A2). */
import * as v from 'valibot';
import { isFromKedai } from './failures.ts';
import { cachedSince, learned } from './reachability.ts';
import { change, read } from './store.ts';

const Host = v.object({ announced: v.boolean() });

/** A cached response changes nothing. Only items turn a known Kedai host into a plain one: a captive portal may send an empty list. */
export function noteCapabilities(response: Response, count: number) {
  const now = isFromKedai(response);
  const { isKedai } = learned;
  if (now === isKedai) return;
  if (isKedai !== undefined && (response.headers.has(cachedSince) || (isKedai && count === 0))) return;
  learned.isKedai = now;
  change({ host: Host }, () => ({ host: { announced: now } })).catch(() => {});
}

/** From this visit or an earlier one; undefined before the host's first response. */
export async function knownCapabilities(): Promise<boolean | undefined> {
  if (learned.isKedai === undefined) {
    const stored = await read({ host: Host }).catch(() => undefined);
    learned.isKedai ??= stored?.host?.announced;
  }
  return learned.isKedai;
}

/** False for a host that is not known yet. */
export const hasKedaiCapabilities = async (): Promise<boolean> => (await knownCapabilities()) ?? false;

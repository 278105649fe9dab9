/** Whether the host is Kedai's own server, which says so with every answer (decision A2). */
import * as v from 'valibot';
import { keptSince } from './reachability.ts';
import { change, read } from './store.ts';

const Host = v.object({ announced: v.boolean() });
let announced: boolean | undefined;

/** Whether the bundled server gave this answer. */
export const isKedais = ({ headers }: Response) => headers.get('kedai-api') === '1';

/**
 * Only a whole answer of the catalogue speaks for its host, and only one with something in it against what the host has
 * said before: a captive portal's page or empty list must not pass for a plain host. One that the device gives is old.
 */
export function noteAnnouncement(answer: Response, count: number) {
  const now = isKedais(answer);
  if (now === announced) return;
  if (announced !== undefined && (answer.headers.has(keptSince) || (announced && count === 0))) return;
  announced = now;
  change({ host: Host }, () => ({ host: { announced: now } })).catch(() => {
    // Known for this visit at least.
  });
}

/** What the host has said of itself, in this visit or an earlier one; undefined before it was met. */
export async function announcement(): Promise<boolean | undefined> {
  if (announced === undefined) {
    const kept = await read({ host: Host }).catch(() => undefined);
    // It may have been met while the device was read.
    announced ??= kept?.host?.announced;
  }
  return announced;
}

/** Whether the host has said that it is Kedai's own server and so understands what section 7 does not know (decision A2). */
export const hostIsKedai = async (): Promise<boolean> => (await announcement()) ?? false;

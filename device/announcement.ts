/** Whether the host is Kedai's own server, which says so with every answer (decision A2). */
import * as v from 'valibot';
import { keptSince } from './reachability.ts';
import { change, read } from './store.ts';

const Host = v.object({ announced: v.boolean() });
let announced: boolean | undefined;

/** Whether an answer has the header of Kedai's own server. */
export const isKedais = ({ headers }: Response) => headers.get('kedai-api') === '1';

/**
 * Notes whether the host is Kedai's, from a catalogue answer with `count` items that fits. What was known before is
 * only changed by an answer of the host itself, and turned into 'plain host' only by one that has items: a captive
 * portal may answer with an empty list.
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
    // An answer may have told it while the device was being read.
    announced ??= kept?.host?.announced;
  }
  return announced;
}

/**
 * Whether the host has said that it is Kedai's own server and so understands what section 7 does not know
 * (decision A2).
 */
export const hostIsKedai = async (): Promise<boolean> => (await announcement()) ?? false;

/** What a failed call means for the order or address it was about (decisions O2, O3a, O5). */

import { isHTTPError } from 'ky';
import type { Quote } from '#core/contract';
import { hasKedaiCapabilities, isFromKedai } from './capabilities.ts';
import { isPage, NotTheShop, refusalOf, retryAfterOf, statusOf } from './failures.ts';

type Outcome =
  /** Unknown: it may exist or not. `answered`: the next entries may be tried now; `wait` in ms. */
  | { is: 'unknown'; answered: boolean; wait: number | undefined }
  | { is: 'needs_login' }
  /** Its key was spent: it does not exist and never will. */
  | { is: 'voided' }
  | { is: 'quote_changed'; quote: Quote }
  | { is: 'refused'; reason?: string; code?: string };

/**
 * What a failure means. `posted`: the failed call is the one that sent it; `keyed`: with its key, so to a host that has
 * announced itself.
 */
export function outcomeOf(failure: unknown, { posted, keyed }: { posted: boolean; keyed: boolean }): Outcome {
  const status = statusOf(failure) ?? 0;
  const refusal = refusalOf(failure);
  const answered = failure instanceof NotTheShop || (status > 0 && status < 500 && status !== 429);
  const unknown = { is: 'unknown', answered, wait: retryAfterOf(failure) } as const;
  // A firewall or a gateway may refuse anything. Of a host that has announced itself only its own word counts; no
  // shop's API refuses with a page.
  if (status < 400 || status >= 500 || !(refusal || (!keyed && !isPage(failure)))) return unknown;
  if (status === 401) return { is: 'needs_login' };
  if (refusal?.code === 'order_voided') return { is: 'voided' };
  // Another call was refused than the one that sends it, or the shop is still working on it.
  if (!posted || [408, 425, 429].includes(status)) return unknown;
  if (refusal?.code === 'quote_changed' && refusal.quote) return { is: 'quote_changed', quote: refusal.quote };
  if (status === 409) return unknown;
  return { is: 'refused', ...(refusal && { reason: refusal.message, code: refusal.code }) };
}

/** What a gateway or the shop says while it cannot answer; to a POST, none of them says what became of it. */
const noAnswer = [408, 425, 429, 502, 503, 504, 511];

/**
 * Whether a failed call was answered by the shop, also with a 500: not by a gateway or a captive portal in its place.
 * `keyed`: the host has announced itself, so that its own responses have a mark.
 */
export const isAnswered = (failure: unknown, { keyed }: { keyed: boolean }): boolean =>
  isHTTPError(failure) &&
  !noAnswer.includes(failure.response.status) &&
  !isPage(failure) &&
  (!keyed || isFromKedai(failure.response));

/** Whether the shop itself says that the session has ended: a gateway's 401 is no answer. */
export const sessionHasEnded = async (failure: unknown): Promise<boolean> =>
  outcomeOf(failure, { posted: false, keyed: await hasKedaiCapabilities() }).is === 'needs_login';

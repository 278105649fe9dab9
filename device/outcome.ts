/** The meaning of a failed call for its order or address (decisions O3, O3a, O5). */

import { isHTTPError } from 'ky';
import type { Quote, RepeatedOrder } from '#core/failure';
import { hasKedaiCapabilities } from './capabilities.ts';
import { isPage, isTemporary, refusalOf, retryAfterOf, statusOf } from './failures.ts';
import { platform } from './platform.ts';

const pauseWithoutEndMs = 300_000;

type Outcome =
  /** `wait` in ms. */
  | { is: 'unknown'; wait: number | undefined }
  | { is: 'needs_login' }
  /** It does not exist and never will. */
  | { is: 'voided' }
  | { is: 'quote_changed'; quote: Quote }
  | { is: 'repeated'; repeated: RepeatedOrder }
  /** Nothing was stored; `wait` in ms. `hasEnd`: the pause is over then. */
  | { is: 'paused'; wait: number; hasEnd: boolean }
  | { is: 'refused'; reason?: string; code?: string };

/** `posted`: the failed call sent the order or address. `keyed`: with its key, to a host that has announced itself. */
export function outcomeOf(failure: unknown, { posted, keyed }: { posted: boolean; keyed: boolean }): Outcome {
  const status = statusOf(failure) ?? 0;
  const refusal = refusalOf(failure);
  const unknown = { is: 'unknown', wait: retryAfterOf(failure) } as const;
  // A gateway may refuse anything: a host that has announced itself must refuse by itself, and no shop's API refuses with a page.
  if (status < 400 || status >= 500 || !(refusal || (!keyed && !isPage(failure)))) return unknown;
  if (status === 401) return { is: 'needs_login' };
  if (refusal?.code === 'order_voided') return { is: 'voided' };
  // The refused call was another one, or the shop is still working on it.
  if (!posted || isTemporary(failure)) return unknown;
  if (refusal?.code === 'quote_changed' && refusal.quote) return { is: 'quote_changed', quote: refusal.quote };
  if (refusal?.code === 'order_repeated' && refusal.repeated) return { is: 'repeated', repeated: refusal.repeated };
  if (refusal?.code === 'paused') return pauseOf(failure, refusal.until);
  if (status === 409) return unknown;
  return { is: 'refused', ...(refusal && { reason: refusal.message, code: refusal.code }) };
}

/** By the shop's clock. */
function pauseOf(failure: unknown, until: string | undefined): Outcome {
  const sent = isHTTPError(failure) ? Date.parse(failure.response.headers.get('date') ?? '') : Number.NaN;
  const left = Date.parse(until ?? '') - (sent || platform.now());
  return { is: 'paused', hasEnd: left > 0, wait: left > 0 ? left : (retryAfterOf(failure) ?? pauseWithoutEndMs) };
}

/** A gateway's 401 does not count. */
export const sessionHasEnded = async (failure: unknown): Promise<boolean> =>
  outcomeOf(failure, { posted: false, keyed: await hasKedaiCapabilities() }).is === 'needs_login';

/** The calls about cart, account and addresses; they reject as those of `api.ts`. */

import { withoutOptions } from '#core/cart';
import { type Cart, CartAnswer, forgiving, listOf, SavedAddress, Session } from '#core/contract';
import { normalised } from '#core/normalised';
import type { Credentials, Registration } from '#core/registration';
import { detectCapabilities, extra, http, jsonOf, personal } from './api.ts';
import { bearer } from './client.ts';
import { isFromKedai } from './failures.ts';
import { randomId } from './platform.ts';

/** With it the bundled server distinguishes a new cart from a late one (decision C3). */
interface CartRevision {
  clientId: string;
  seq: number;
  etag: string | null;
  /** Or notes, in this cart or a former one: then it is also sent line by line (decision M4). */
  hasChoices: boolean;
}

const lineToSend = ({ _id, qty, choices, note }: Cart[number]) => ({
  _id,
  qty,
  ...(choices && { choices }),
  ...(note && { note }),
});

/** `revision` only for a host that announced itself. */
export async function putCart(token: string, cart: Cart, revision?: CartRevision) {
  const call = http.put('carts', {
    json: { items: withoutOptions(cart), ...(revision?.hasChoices && { lines: cart.map(lineToSend) }) },
    headers: {
      ...bearer(token),
      ...(revision && {
        'x-client-id': revision.clientId,
        'x-client-seq': `${revision.seq}`,
        ...(revision.etag && { 'if-match': revision.etag }),
      }),
    },
  });
  const etag = (await call).headers.get('etag');
  // A plain host may send anything, or nothing. Kedai's host says whether it accepted the cart: its response must fit.
  if (!revision) return { etag, answer: undefined };
  return { etag, answer: await jsonOf('PUT /carts', call, CartAnswer) };
}

/** Bundled server only (decision C3); `seq`: the last sequence it accepted from this device. */
export async function getCart(token: string, clientId: string) {
  const call = extra.get('carts', {
    ...personal(token),
    headers: { ...bearer(token), 'x-client-id': clientId },
  });
  return { answer: await jsonOf('GET /carts', call, CartAnswer), etag: (await call).headers.get('etag') };
}

/** Chromium repeats a POST when its connection drops: the key, for a host that announced itself, makes both one registration. */
export const register = async (json: Registration) => {
  const headers = (await detectCapabilities()) ? { 'idempotency-key': randomId() } : {};
  await http.post('auth/register', { json, headers });
};

/** `clientId` names this device, only to a host that announced itself. */
export const logIn = ({ email, password }: Credentials, clientId?: string): Promise<Session> => {
  const json = { email: normalised(email), password };
  const headers = clientId === undefined ? {} : { 'x-client-id': clientId };
  return jsonOf('POST /auth/login', http.post('auth/login', { json, headers }), Session);
};

/** Resolves with whether the bundled server itself responded. */
export const logOut = async (token: string): Promise<boolean> =>
  isFromKedai(await http.post('auth/logout', { headers: bearer(token) }));

export const getAddresses = (token: string) =>
  jsonOf('GET /delivery-address', http.get('delivery-address', personal(token)), listOf(forgiving(SavedAddress)));

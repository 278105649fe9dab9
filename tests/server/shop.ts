/** The app on a suite's own database, to be called without a network, and customers who are logged in already. */
import { expect } from 'vitest';
import { beginStaffSession, invite } from '../../server/accounts/staff.ts';
import { type AppOptions, buildApp } from '../../server/app.ts';
import type { Database, DatabaseTransaction } from '../../server/database/open.ts';
import type { App } from '../../server/http/type-provider.ts';
import { beginMenuChange, storeOwnersMenu } from '../../server/menu/menu-store.ts';
import type { Menu } from '../../server/menu/whole-menu.ts';
import type { Home } from '../support/databases.ts';
import { newCustomer } from '../support/new-customer.ts';
import { noPressure } from '../support/no-pressure.ts';
import { faultOf, operationFor } from '../support/openapi.ts';

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' | 'TRACE' | 'PROPFIND' | 'QUERY';

export interface Question {
  /** An object is sent as JSON; text and bytes are sent unchanged, as `application/json`. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** Limits that no suite reaches. */
export const highLimits = { orders: { count: 2_000, seconds: 60 }, voidedKeys: { count: 2_000, seconds: 60 } };

export type Shop = Awaited<ReturnType<typeof openShop>>;
export type Customer = Awaited<ReturnType<typeof newCustomerOf>>;
export type StaffMember = Awaited<ReturnType<typeof newStaff>>;

/** Opens a shop; several may share one database. It looks for a changed menu at every request. */
export async function openShop(home: Home, options: Partial<AppOptions> & { busyTimeoutMs?: number } = {}) {
  const { busyTimeoutMs, ...appOptions } = options;
  const database = await home.open(busyTimeoutMs === undefined ? {} : { busyTimeoutMs });
  const app = await buildApp({ menuCheckMs: 0, pressure: noPressure, ...appOptions, database });
  return {
    app,
    database,
    ask: (method: Method, url: string, question?: Question) => ask(app, method, url, question),
    /** Who has a session of another server on the same data. */
    known: <Known extends { token: string }>(one: Known) => ({ ...one, ask: asking(app, one.token) }),
    /** As every change of it does, so that all processes notice. */
    changeMenu: (change: (transaction: DatabaseTransaction) => Promise<unknown>) =>
      database.transaction().execute(async (transaction) => {
        await beginMenuChange(transaction);
        await change(transaction);
      }),
    /** As an import of the owner's does. */
    replaceMenu: (menu: Menu) => database.transaction().execute((transaction) => storeOwnersMenu(transaction, menu)),
    newCustomer: () => newCustomerOf(app, database),
    newStaff: (name?: string) => newStaff(app, database, name),
    newOwner: (name = 'Rina') => newStaff(app, database, name, { owner: true }),
  };
}

/** A shop with a customer. */
export async function shopWithCustomer(home: Home, options?: Parameters<typeof openShop>[1]) {
  const shop = await openShop(home, options);
  return { home, shop, sari: await shop.newCustomer() };
}

/** Makes a request, and expects that the answer is one that is documented for the call. */
async function ask(app: App, method: Method, url: string, { body, headers = {} }: Question = {}) {
  const raw = typeof body === 'string' || Buffer.isBuffer(body);
  const answer = await app.inject({
    method,
    url,
    headers: { ...(raw && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { payload: body as object }),
  });
  const isJson = /^application\/json/.test(String(answer.headers['content-type']));
  const said = isJson && answer.body && !answer.headers['content-encoding'] ? answer.json() : undefined;
  const { statusCode: status, headers: received, body: text, rawPayload: bytes } = answer;
  if (said && operationFor(method, url))
    expect(faultOf(method, url, { status, headers: received, text })).toBeUndefined();
  return { status, headers: received, text, bytes, body: said };
}

const asking =
  (app: App, token: string) =>
  (method: Method, url: string, { headers, ...question }: Question = {}) =>
    ask(app, method, url, { ...question, headers: { authorization: `Bearer ${token}`, ...headers } });

async function newCustomerOf(app: App, database: Database) {
  const { id, token } = await newCustomer(database);
  return { id, token, ask: asking(app, token) };
}

/** Adds a member of staff and signs in a device directly in the database. */
async function newStaff(app: App, database: Database, name = 'Budi', role: { owner?: boolean } = {}) {
  const { staff } = await invite(database, name, Date.now(), role);
  const token = await database
    .transaction()
    .execute((transaction) => beginStaffSession(transaction, staff, Date.now()));
  return { ...staff, token, ask: asking(app, token) };
}

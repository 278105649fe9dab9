/** One real shop for all page and device tests; each test uses its own customer and device. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { hashPassword } from '../../../server/accounts/passwords.ts';
import { beginStaffSession, invite } from '../../../server/accounts/staff.ts';
import { buildApp } from '../../../server/app.ts';
import { readConfig } from '../../../server/config.ts';
import { type Database, openDatabase } from '../../../server/database/open.ts';
import { prepareDatabase } from '../../../server/database/prepare.ts';
import { listen } from '../listen.ts';
import { newCustomer } from '../new-customer.ts';
import { noPressure } from '../no-pressure.ts';

/** Practically no throttling, because the customers of all tests register, log in and order from one address within minutes. */
const unlimited = { count: 10_000, seconds: 60 };

export default async function openForPages(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'kedai-pages-'));
  const database = await openDatabase(readConfig({ DATA_DIR: dataDir }));
  await prepareDatabase(database);
  const app = await buildApp({
    database,
    pressure: noPressure,
    rateLimits: {
      registrations: unlimited,
      logins: unlimited,
    },
  });
  const { staff } = await invite(database, 'Budi', Date.now());
  const begun = database.transaction().execute((transaction) => beginStaffSession(transaction, staff, Date.now()));
  project.provide('staffToken', await begun);
  project.provide('shopUrl', await app.listen({ host: '127.0.0.1', port: 0 }));
  const customers = await newCustomers(database);
  project.provide('customersUrl', customers.url);
  return async () => {
    await customers.close();
    await app.close();
    await database.destroy();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** A server that makes a customer of each name it is sent, and answers with their session. */
async function newCustomers(database: Database) {
  const passwordHash = await hashPassword('kopi123');
  const server = createServer(async (request, response) => {
    const fullName = decodeURIComponent(request.url?.slice(1) ?? '');
    const { user, token } = await newCustomer(database, { fullName, passwordHash });
    response.end(JSON.stringify({ user, token }));
  });
  return listen(server);
}

declare module 'vitest' {
  interface ProvidedContext {
    shopUrl: string;
    /** A new customer whose password is 'kopi123' for each request; the path is the name. */
    customersUrl: string;
    /** Of a device at the counter. */
    staffToken: string;
  }
}

/** A phone for measurements: a real Chromium with its network and processor slowed down. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { findBrowser, launchArguments } from '../tests/support/browser.ts';

/** Lighthouse's 'slow 4G' with applied throttling: a round trip of 150 ms and 1.6 Mbit/s as seen by the page, as DevTools sets it. */
const slow4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1_474.56 * 1_024) / 8,
  uploadThroughput: (675 * 1_024) / 8,
};

export interface Phone {
  page: Page;
  devtools: CDPSession;
}

const options = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
  locale: 'id-ID',
};

/** Opens a browser on this profile, which a second start may reuse, and closes it after `work`. */
export async function withPhone<T>(profile: string, work: (phone: Phone) => Promise<T>): Promise<T> {
  const context = await chromium.launchPersistentContext(profile, {
    ...options,
    executablePath: await findBrowser(),
    args: [...launchArguments, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1'],
  });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    return await work({ page, devtools: await context.newCDPSession(page) });
  } finally {
    await context.close();
  }
}

/** The same on a new profile, which is deleted afterwards. */
export async function withNewPhone<T>(folder: string, work: (phone: Phone) => Promise<T>): Promise<T> {
  const profile = join(folder, randomUUID());
  const result = await withPhone(profile, work);
  await forget(profile);
  return result;
}

export const forget = (profile: string) => rm(profile, { recursive: true, force: true });

/** Slows down this page's network, and its processor by a factor of `cpu`. */
export async function slow({ devtools }: Phone, { cpu, network = true }: { cpu: number; network?: boolean }) {
  await devtools.send('Network.enable');
  if (network) await devtools.send('Network.emulateNetworkConditions', slow4G);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpu });
}

/** Waits until everything needed without a connection is on the device. */
export async function waitUntilCached(page: Page) {
  const look = () => page.evaluate(async () => (await caches.match('/api/regions/villages-pack')) !== undefined);
  while (!(await look())) await page.waitForTimeout(500);
}

const emptyPage = '<!doctype html><meta name="viewport" content="width=device-width"><title>.</title><h1>Kedai</h1>';

/** Stores one page and answers with it: the least a worker can do. */
const fiveLineWorker = `oninstall = (e) => e.waitUntil(caches.open('x').then((c) => c.add('/worker')));
onactivate = (e) => e.waitUntil(clients.claim());
onfetch = (e) => e.respondWith(caches.match(e.request).then((cached) => cached ?? fetch(e.request)));`;

/** The baseline: an empty page, and at /worker the same one behind a worker of five lines. */
export async function emptyPages() {
  const server = createServer((request, response) => {
    const isWorker = request.url === '/worker.js';
    response.setHeader('content-type', isWorker ? 'text/javascript' : 'text/html');
    if (isWorker) response.end(fiveLineWorker);
    else
      response.end(
        request.url === '/worker'
          ? `${emptyPage}<script>navigator.serviceWorker.register('/worker.js')</script>`
          : emptyPage,
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

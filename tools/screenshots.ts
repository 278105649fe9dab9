/** `node tools/screenshots.ts`: takes the manifest's screenshots from the current build of the shop. */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { run } from './run.ts';

const root = join(import.meta.dirname, '..');

/** Sizes in CSS pixels; the files are `scale` times as large, as the manifest says. */
const screenshots = [
  { file: 'menu-narrow.webp', path: '/products', width: 390, height: 844, scale: 2 },
  { file: 'menu-wide.webp', path: '/products', width: 1280, height: 800, scale: 1 },
];

async function openShop() {
  const data = await mkdtemp(join(tmpdir(), 'kedai-screenshots-'));
  const server = spawn(process.execPath, [join(root, 'server', 'main.mjs')], {
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', DATA_DIR: data },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    server.stdout.setEncoding('utf8').on('data', (text: string) => {
      const [address] = text.match(/http:\/\/\S+/) ?? [];
      if (address) resolve(address);
    });
    server.once('exit', () => reject(new Error('The shop did not open.')));
  });
  return {
    url,
    async close() {
      server.removeAllListeners('exit');
      const closed = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGINT');
      await closed;
      await rm(data, { recursive: true, force: true });
    },
  };
}

await run(process.execPath, ['tools/build-when-changed.ts'], { cwd: root });
const { output } = await run(process.execPath, ['tests/support/browser.ts'], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'inherit'],
});
const shop = await openShop();
const browser = await chromium.launch({ executablePath: output.trim(), args: ['--no-sandbox', '--disable-gpu'] });
await mkdir(join(root, 'public', 'screenshots'), { recursive: true });

for (const { file, path, width, height, scale } of screenshots) {
  const page = await browser.newPage({
    viewport: { width, height },
    deviceScaleFactor: scale,
    isMobile: width < 768,
    locale: 'id-ID',
    colorScheme: 'light',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  await page.goto(shop.url + path, { waitUntil: 'networkidle' });
  // A first visit does not wait for the brand's font; the second one has it.
  await page.reload({ waitUntil: 'networkidle' });
  // Phones draw their scrollbar over the page, and this browser draws none.
  await page.evaluate("document.documentElement.style.scrollbarGutter = 'auto'");
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 80,
    clip: { x: 0, y: 0, width, height, scale },
  });
  await writeFile(join(root, 'public', 'screenshots', file), Buffer.from(data, 'base64'));
  await page.close();
}

await browser.close();
await shop.close();

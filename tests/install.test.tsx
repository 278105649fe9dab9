import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import type {} from '../src/state/frame/early-taps.ts';
import { storeOnDevice } from './support/page/checkout.ts';
import { stubNavigator } from './support/page/stub-navigator.ts';
import { closeTabs, stored, visit } from './support/page/visit.tsx';

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

const screenOfDevice = window.screen;

const on = (userAgent: string) => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);

const offer = () => screen.findByRole('complementary', { name: /di layar utama/ });
const noOffer = () => screen.queryByRole('complementary', { name: /di layar utama/ });

/** Fires Chromium's `beforeinstallprompt`; returns the event, which the page should have cancelled, and the prompt. */
async function fireInstallPrompt() {
  const prompt = vi.fn(async () => ({ outcome: 'accepted' as const }));
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  await act(async () => dispatchEvent(event));
  return { event, prompt };
}

const findMenu = () => screen.findByRole('listitem', { name: 'Kopi Tubruk' });

/** Opens the menu of a shop that the browser offers to install. */
async function openInstallable() {
  const user = await visit('/products');
  await findMenu();
  return { user, ...(await fireInstallPrompt()) };
}

test('a visitor is offered to install the shop below the menu, before any login', async () => {
  const { user, event, prompt } = await openInstallable();

  expect(event.defaultPrevented).toBe(true);
  expect(prompt).not.toHaveBeenCalled();
  await user.click(within(await offer()).getByRole('button', { name: 'Pasang aplikasi' }));
  expect(prompt).toHaveBeenCalledOnce();
  await waitFor(() => expect(noOffer()).not.toBeInTheDocument());
});

test('an install prompt that the browser fired before the scripts had loaded is not lost', async () => {
  const prompt = vi.fn(async () => ({ outcome: 'accepted' as const }));
  globalThis.early = { taps: [], prompt: Object.assign(new Event('beforeinstallprompt'), { prompt }) };
  onTestFinished(() => {
    globalThis.early = undefined;
  });

  const user = await visit('/products');
  await user.click(within(await offer()).getByRole('button', { name: 'Pasang aplikasi' }));

  expect(prompt).toHaveBeenCalledOnce();
});

test("a customer who answers 'Nanti saja' is not asked for weeks, but can still install from the connection panel", async () => {
  const { user } = await openInstallable();
  await user.click(within(await offer()).getByRole('button', { name: 'Nanti saja' }));
  await waitFor(async () => expect(await stored('install-offer')).toEqual({ answeredAt: expect.any(Number) }));
  closeTabs();

  await openInstallable();

  expect(noOffer()).not.toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: /^Koneksi/ }));
  expect(await screen.findByRole('button', { name: 'Pasang aplikasi' })).toBeVisible();
});

test('the installation is offered again after a month', async () => {
  const monthAgo = Date.now() - 31 * 24 * 60 * 60_000;
  await storeOnDevice({ 'install-offer': { answeredAt: monthAgo } });

  await openInstallable();

  expect(await offer()).toBeVisible();
});

test('a shop that was installed is not offered any more', async () => {
  await openInstallable();
  await offer();

  await act(async () => dispatchEvent(new Event('appinstalled')));

  await waitFor(() => expect(noOffer()).not.toBeInTheDocument());
});

test('on an iPhone the steps of an installation are drawn', async () => {
  on(iPhone);
  const user = await visit('/products');
  await findMenu();

  await user.click(within(await offer()).getByRole('button', { name: 'Lihat caranya' }));

  const guide = await screen.findByRole('dialog', { name: 'Simpan di layar utama' });
  expect(within(guide).getAllByRole('listitem')).toHaveLength(3);
  expect(guide).toHaveTextContent('Bagikan');
  expect(guide).toHaveTextContent('Tambah ke Layar Utama');
  await user.click(within(guide).getByRole('button', { name: 'Sudah' }));
  await waitFor(() => expect(noOffer()).not.toBeInTheDocument());
});

test.for<[string, () => unknown]>([
  ['where the browser offers no installation', () => undefined],
  ['by the installed shop', () => [on(iPhone), stubNavigator('standalone', true)]],
  ["inside another app's browser, which cannot install", () => on(`${iPhone} [FBAN/FBIOS]`)],
])('nothing is offered %s', async ([, begin]) => {
  // The file of the offer is loaded only then; later screens show it at once.
  await openInstallable();
  await offer();
  closeTabs();
  begin();

  await visit('/products');
  await findMenu();

  expect(noOffer()).not.toBeInTheDocument();
});

test('closing the steps leads back to the panel that they were opened from', async () => {
  on(iPhone);
  const user = await visit('/about');
  await user.click(await screen.findByRole('button', { name: /^Koneksi/ }));
  await user.click(await screen.findByRole('button', { name: 'Lihat caranya' }));

  // Escape on an iPad's keyboard: browsers fire `cancel` on the topmost dialog only.
  fireEvent(
    await screen.findByRole('dialog', { name: 'Simpan di layar utama' }),
    new Event('cancel', { cancelable: true }),
  );

  await waitFor(() => expect(screen.queryByText('Simpan di layar utama')).not.toBeInTheDocument());
  expect(screen.getByRole('dialog', { name: 'Sinyal dan data di HP' })).toBeVisible();
});

test('an iPhone is given the splash pictures of its own screen size, for light and dark', async () => {
  on(iPhone);
  vi.spyOn(screenOfDevice, 'width', 'get').mockReturnValue(390);
  vi.spyOn(screenOfDevice, 'height', 'get').mockReturnValue(844);
  vi.stubGlobal('devicePixelRatio', 3);

  await visit('/products');

  const pictures = () => [...document.head.querySelectorAll<HTMLLinkElement>("[rel='apple-touch-startup-image']")];
  await waitFor(() => expect(pictures()).toHaveLength(2));
  expect(pictures().map((link) => link.getAttribute('href'))).toEqual([
    '/splash/1170x2532-light.png',
    '/splash/1170x2532-dark.png',
  ]);
  for (const picture of pictures()) picture.remove();
});

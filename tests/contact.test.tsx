import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { shop } from '#core/shop';
import { requestsSent } from './support/page/checkout.ts';
import { configuredHours } from './support/page/setup.ts';
import { stubNavigator } from './support/page/stub-navigator.ts';
import { findToast } from './support/page/toasts.ts';
import { visit } from './support/page/visit.tsx';

beforeEach(() => {
  shop.openingHours = configuredHours;
});

/** Sets the date only; timers run normally. */
const setClock = (moment: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(moment) });

test.for<[string, Record<string, string>, string]>([
  [
    'what was typed',
    { Name: 'Sari & Budi', Email: 'sari@example.com', Phone: '0812' },
    'saya Sari & Budi.\nSaya bisa dihubungi di sari@example.com atau 0812.',
  ],
  ['nothing', {}, 'saya ingin bertanya.'],
])('kirim pesan opens a message to the shop with %s, and posts nothing', async ([, typed, text]) => {
  const user = await visit('/contact');
  const open = vi.fn();
  vi.stubGlobal('open', open);
  const sent = requestsSent(({ method }) => method !== 'GET');
  const send = await screen.findByRole('button', { name: 'kirim pesan' });
  for (const [name, value] of Object.entries(typed)) await user.type(screen.getByRole('textbox', { name }), value);

  await user.click(send);

  const address = new URL(open.mock.calls[0]?.[0] ?? '');
  expect(address.origin + address.pathname).toBe('https://wa.me/6281234567890');
  expect(address.searchParams.get('text')).toBe(`Halo Kedai Kopi Tepi, ${text}\n\n`);
  expect(sent).toEqual([]);
});

test('a press that was made before the scripts had loaded leads to the message in this tab: browsers open no other one', async () => {
  const user = await visit('/contact');
  const assign = vi.spyOn(location, 'assign').mockReturnValue();
  stubNavigator('userActivation', { isActive: false });

  await user.click(await screen.findByRole('button', { name: 'kirim pesan' }));

  expect(assign.mock.lastCall?.[0]).toMatch(/^https:\/\/wa\.me\//);
});

test('the same message can be sent by e-mail', async () => {
  const user = await visit('/contact');
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Sari & Budi');

  const form = within(screen.getByRole('form', { name: 'Kirim pesan' }));

  const address = new URL(form.getByRole('link', { name: shop.contact.email }).getAttribute('href') ?? '');
  expect(address.protocol + address.pathname).toBe(`mailto:${shop.contact.email}`);
  expect(address.searchParams.get('subject')).toBe('Pesan dari Sari & Budi');
  expect(address.searchParams.get('body')).toBe('Halo Kedai Kopi Tepi, saya Sari & Budi.\n\n');
});

test('F36 the drawn map loads nothing from other hosts; the interactive one opens when asked for, and closes again', async () => {
  const user = await visit('/contact');
  expect(await screen.findByRole('img', { name: /Peta bergambar/ })).toHaveAttribute('src', '/pictures/map.svg');
  expect(screen.queryByTitle(/OpenStreetMap/)).not.toBeInTheDocument();

  await user.click(screen.getByRole('button', { name: 'Lihat peta interaktif' }));

  const frame = await screen.findByTitle(/OpenStreetMap/);
  const address = new URL(frame.getAttribute('src') ?? '');
  expect(address.origin).toBe('https://www.openstreetmap.org');
  const [west = 0, south = 0, east = 0, north = 0] = (address.searchParams.get('bbox') ?? '').split(',').map(Number);
  expect(west < shop.map.longitude && shop.map.longitude < east).toBe(true);
  expect(south < shop.map.latitude && shop.map.latitude < north).toBe(true);
  expect(address.searchParams.get('marker')).toBe(`${shop.map.latitude},${shop.map.longitude}`);
  await user.click(screen.getByRole('button', { name: 'Tutup peta interaktif' }));
  expect(frame).not.toBeInTheDocument();
});

test('F36 without a connection the drawn map stays, and the reason is said', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const user = await visit('/contact');

  await user.click(await screen.findByRole('button', { name: 'Lihat peta interaktif' }));

  await findToast('Peta interaktif butuh sambungan internet');
  expect(screen.queryByTitle(/OpenStreetMap/)).not.toBeInTheDocument();
});

test('the address, the opening hours and the directions are beside the map', async () => {
  await visit('/contact');

  const place = await screen.findByRole('region', { name: 'Lokasi kedai' });

  for (const line of shop.contact.address) expect(place).toHaveTextContent(line);
  expect(place).toHaveTextContent('Senin–Jumat07.00–21.00');
  expect(place).toHaveTextContent('Sabtu, Minggu08.00–22.00');
  expect(within(place).getByRole('link', { name: 'Buka di Google Maps' })).toHaveAttribute(
    'href',
    `https://www.google.com/maps/search/?api=1&query=${shop.map.latitude},${shop.map.longitude}`,
  );
});

test('the opening hours say when a closed shop opens next', async () => {
  setClock('2026-11-27T21:00:00+07:00');
  await visit('/contact');

  expect(await screen.findByText('Tutup, buka Sabtu 08.00')).toBeVisible();
});

test('a day on which the shop opens twice is listed with both times', async () => {
  shop.openingHours = [
    { days: ['Jumat'], opens: '07:00', closes: '11:30' },
    { days: ['Jumat'], opens: '13:00', closes: '01:00' },
  ];
  setClock('2026-11-27T15:00:00+07:00');
  await visit('/contact');

  expect(await screen.findByText('Buka sekarang')).toBeVisible();
  const times = screen.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(times).toEqual(['07.00–11.30', '13.00–01.00']);
});

test('the phone number, WhatsApp and the e-mail address are links', async () => {
  await visit('/contact');

  const links = within(await screen.findByRole('region', { name: 'Tulis ke kami' })).getAllByRole('link');
  const addresses = ['tel:081234567890', 'https://wa.me/6281234567890', 'mailto:halo@kedaikopitepi.example'];
  for (const [at, address] of addresses.entries()) expect(links[at]?.getAttribute('href')?.split('?')[0]).toBe(address);
});

test('the three testimonials read as those of real customers', async () => {
  await visit('/contact');

  const reviews = within(await screen.findByRole('region', { name: 'Kata pelanggan' })).getAllByRole('listitem');

  expect(reviews).toHaveLength(3);
  for (const [at, { text, name, role }] of shop.ownerToReplace.testimonials.entries()) {
    expect(reviews[at]).toHaveTextContent(`${text}${name}${role}`);
    expect(text).not.toMatch(/contoh|tulis di sini/i);
    expect(name).not.toMatch(/nama|pelanggan/i);
  }
});

test("the about page tells the owner's story in two blocks of picture and text", async () => {
  await visit('/about');

  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();

  const pictures = within(screen.getByRole('main')).getAllByRole('img');
  const sources = pictures.map((picture) => picture.getAttribute('src'));
  expect(sources).toEqual(['/pictures/about-beans.svg', '/pictures/about-counter.svg']);
  for (const { title, text } of shop.ownerToReplace.about) {
    expect(screen.getByRole('heading', { level: 2, name: title })).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
  }
});

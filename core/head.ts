import type { Path, publicPaths } from './routes.ts';
import { shop } from './shop.ts';
import { weekdays } from './weekdays.ts';

const services = ['Kami antar', shop.pickUp && 'ambil sendiri', shop.dineIn && 'makan di sini'].filter(Boolean);

const names: Record<Exclude<Path, '/'>, string> = {
  '/products': 'Menu',
  '/about': 'About Us',
  '/contact': 'Contact Us',
  '/carts': 'Keranjang',
  '/carts/delivery': 'Pengiriman',
  '/carts/choose-address': 'Pilih Alamat',
  '/carts/new-address': 'Tambah Alamat Baru',
  '/carts/payment': 'Pembayaran',
  '/account/login': 'Log In',
  '/account/register': 'Sign Up',
  '/account/dashboard': 'Dashboard',
  '/account/order-list': 'Pemesanan',
  '/account/address': 'Alamat',
  '/account/new-address': 'Tambah Alamat',
};

/** No other screen may be indexed. */
const descriptions: Partial<Record<Path, string>> = {
  '/': shop.description,
  '/products': `Menu ${shop.title} dengan harganya, dari kopi sampai temannya. ${services.join(', ')}.`,
  '/about': `${shop.ownerToReplace.about.map(({ title }) => `${title}.`).join(' ')} Cerita ${shop.title}.`,
  '/contact': `${shop.title}, ${shop.contact.address.join(', ')}. Peta, jam buka, telepon ${shop.contact.phone}, dan WhatsApp.`,
} satisfies Record<(typeof publicPaths)[number], string>;

export const titleOf = (path: Path | undefined) =>
  path === '/'
    ? `${shop.title} · ${shop.tagline.replace(/\.$/, '')}`
    : `${path ? names[path] : 'Halaman tidak ada'} · ${shop.title}`;

export const descriptionOf = (path: Path) => descriptions[path] ?? '';

/** Without `publicUrl`, the shop's own origin, there are no absolute addresses. */
export function headOf(path: Path, publicUrl: string): string {
  const title = titleOf(path);
  const description = descriptionOf(path);
  if (!description) return lines(`<title>${escaped(title)}</title>`, '<meta name="robots" content="noindex" />');
  return lines(
    `<title>${escaped(title)}</title>`,
    `<meta name="description" content="${escaped(description)}" />`,
    publicUrl && `<link rel="canonical" href="${publicUrl}${path}" />`,
    property('og:type', 'website'),
    property('og:site_name', shop.title),
    property('og:locale', 'id_ID'),
    property('og:title', title),
    property('og:description', description),
    publicUrl && property('og:url', publicUrl + path),
    publicUrl && property('og:image', `${publicUrl}/icons/og-card.png`),
    publicUrl && property('og:image:width', '1200'),
    publicUrl && property('og:image:height', '630'),
    publicUrl && property('og:image:alt', `${shop.title}: ${shop.tagline}`),
    '<meta name="twitter:card" content="summary_large_image" />',
    (path === '/' || path === '/contact') &&
      `<script type="application/ld+json">${embedded(shopData(publicUrl))}</script>`,
  );
}

const lines = (...tags: (string | false)[]) => tags.filter(Boolean).join('\n    ');

const property = (name: string, content: string) => `<meta property="${name}" content="${escaped(content)}" />`;

export const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** No text in it can end the script element. */
export const embedded = (data: object) => JSON.stringify(data).replaceAll('<', '\\u003c');

/** As E.164 and schema.org have it; a number of another country stays as it is. */
export function international(phone: string): string {
  const digits = phone.replace(/\(0\)/, '').replace(/\D/g, '');
  if (phone.trim().startsWith('+') || digits.startsWith('62')) return `+${digits}`;
  return digits.startsWith('0') ? `+62${digits.slice(1)}` : digits;
}

const englishDays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

function shopData(publicUrl: string) {
  const [street, ...place] = shop.contact.address;
  return {
    '@context': 'https://schema.org',
    '@type': 'CafeOrCoffeeShop',
    name: shop.title,
    slogan: shop.tagline,
    description: shop.description,
    telephone: international(shop.contact.phone),
    email: shop.contact.email,
    address: {
      '@type': 'PostalAddress',
      streetAddress: street,
      addressLocality: place.join(', '),
      addressCountry: 'ID',
    },
    geo: { '@type': 'GeoCoordinates', latitude: shop.map.latitude, longitude: shop.map.longitude },
    openingHoursSpecification: shop.openingHours.map(({ days, opens, closes }) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: days.map((day) => englishDays[weekdays.indexOf(day)]),
      // The same time twice means open all day in the configuration, but closed to search engines.
      ...(opens === closes ? { opens: '00:00', closes: '23:59' } : { opens, closes }),
    })),
    currenciesAccepted: 'IDR',
    sameAs: shop.social.map(({ url }) => url),
    ...(publicUrl && {
      '@id': `${publicUrl}/`,
      url: `${publicUrl}/`,
      image: `${publicUrl}/icons/og-card.png`,
      hasMenu: `${publicUrl}/products`,
    }),
  };
}

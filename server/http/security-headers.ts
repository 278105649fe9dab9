/** Headers that keep the storefront, the API and the images apart from the scripts of others. */
import { hash } from 'node:crypto';
import type { BuildRecord } from '#core/build-record';
import type { App } from './type-provider.ts';

/** By which a policy allows an inline script or style (CSP 3 §2.3.1). */
export const sourceOf = (content: string) => `sha256-${hash('sha256', content, 'base64')}`;

const quoted = (hashes: readonly string[]) => hashes.map((hash) => ` '${hash}'`).join('');

/** On every HTML response: only our own scripts, no markup from text (Trusted Types), no frame around us. */
export function htmlHeaders({
  apiHost = '/api',
  scriptHashes = [],
  styleHashes = [],
}: Partial<BuildRecord>): Record<string, string> {
  const api = URL.canParse(apiHost) ? ` ${new URL(apiHost).origin}` : '';
  return {
    'content-security-policy': [
      "default-src 'none'",
      `script-src 'self'${quoted(scriptHashes)}`,
      `style-src 'self'${quoted(styleHashes)}`,
      `img-src 'self' data: blob:${api}`,
      `connect-src 'self'${api}`,
      "font-src 'self'",
      "manifest-src 'self'",
      "worker-src 'self'",
      'frame-src https://www.openstreetmap.org',
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "object-src 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types kedai',
    ].join('; '),
    'x-frame-options': 'DENY',
    'permissions-policy':
      'accelerometer=(), autoplay=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=(), xr-spatial-tracking=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...fileHeaders,
  };
}

/** On every file of the storefront, of any type. */
export const fileHeaders: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};

/** On everything that is data and never a document, errors too. */
export const dataHeaders: Record<string, string> = {
  ...fileHeaders,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

/** On every response of the API, which announces itself (decision A2). */
export const apiHeaders: Record<string, string> = { ...dataHeaders, 'kedai-api': '1' };

/** On responses that are true for this moment and this customer only: no cache may keep them. */
export const noStoreHeaders = { ...apiHeaders, 'cache-control': 'no-store' };

/** On every picture: an SVG opened by itself may draw and style, and nothing else; other storefronts may show it. */
export const imageHeaders: Record<string, string> = {
  ...apiHeaders,
  'cross-origin-resource-policy': 'cross-origin',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
};

/** Has browsers ask for this host by HTTPS only (HSTS), for so many seconds; over HTTP it must not be sent (RFC 6797 §7.2). */
export function demandHttps(app: App, seconds: number) {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.protocol === 'https') reply.header('strict-transport-security', `max-age=${seconds}`);
    done();
  });
}

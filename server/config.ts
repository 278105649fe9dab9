/** The environment this server reads, checked once at start. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import * as v from 'valibot';
import { urlsOf } from './database/postgres-hosts.ts';
import { misspeltSettings } from './misspelt-settings.ts';
import { StartupError } from './startup-error.ts';

/** One that names no host means this machine, which can be only one of several. */
const isUrlOfOneHost = (url: string, _: number, { length }: readonly string[]) =>
  URL.canParse(url) && (length === 1 || new URL(url).hostname !== '');

/** A text for which `isRight`, or else `sentence` is said. */
const setting = (isRight: (value: string) => boolean, sentence: string) =>
  v.pipe(v.string(), v.check(isRight, sentence));

const httpUrl = (value: string) => {
  const url = URL.parse(value);
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
};

const webOrigin = (name: string) =>
  v.pipe(
    setting(
      (value) => value.replace(/\/$/, '') === httpUrl(value)?.origin,
      `${name} harus alamat seperti https://kedai.example, tanpa path.`,
    ),
    v.transform((value) => new URL(value).origin),
  );

const port = (name: string) =>
  v.pipe(
    setting(
      (value) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535,
      `${name} harus angka bulat dari 0 sampai 65535 (0 memakai port mana pun yang kosong).`,
    ),
    v.transform(Number),
  );

const listed = (list: string) =>
  list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** An address, or a network that is not all there are. */
const isNetwork = (entry: string) =>
  ['loopback', 'linklocal', 'uniquelocal'].includes(entry) ||
  isIP(entry) !== 0 ||
  (isIP(entry.split('/')[0] ?? '') !== 0 && ipaddr.isValidCIDR(entry) && !/\/0+$/.test(entry));

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const Environment = v.object({
  PORT: v.optional(port('PORT'), '3000'),
  HOST: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[\w.:-]+$/, 'HOST harus nama atau alamat mesin ini, seperti 127.0.0.1.'),
      // For a name with two addresses Fastify would open a second server, without our closing and certificates.
      v.transform((host) => (host === 'localhost' ? '127.0.0.1' : host)),
    ),
    '0.0.0.0',
  ),
  DATA_DIR: v.optional(v.string(), 'data'),
  DATABASE_URL: v.optional(
    setting(
      (value) => /^postgres(ql)?:\/\//.test(value) && urlsOf(value).every(isUrlOfOneHost),
      'DATABASE_URL harus seperti postgres://pengguna:sandi@host:5432/database; karakter khusus di kata sandinya ditulis dengan kode persen.',
    ),
  ),
  PUBLIC_URL: v.optional(webOrigin('PUBLIC_URL')),
  CORS_ORIGINS: v.optional(v.pipe(v.string(), v.transform(listed), v.array(webOrigin('Setiap isi CORS_ORIGINS'))), ''),
  TLS_CERT: v.optional(v.string()),
  TLS_KEY: v.optional(v.string()),
  HSTS_SECONDS: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,9}$/, 'HSTS_SECONDS harus jumlah detik bulat, seperti 31536000 untuk setahun (0 mengakhirinya).'),
      v.transform(Number),
    ),
  ),
  TRUST_PROXY: v.optional(
    v.pipe(
      v.string(),
      v.transform(listed),
      v.array(
        setting(
          isNetwork,
          'TRUST_PROXY harus berisi alamat atau jaringan proxy sendiri, seperti 127.0.0.1 atau 10.0.0.0/8 (atau loopback); kalau semua dipercaya, siapa pun bisa menyamar.',
        ),
      ),
    ),
    '',
  ),
  METRICS_PORT: v.optional(port('METRICS_PORT')),
  ORDER_WEBHOOK_URL: v.optional(
    setting((value) => {
      const url = httpUrl(value);
      return url !== undefined && url.username === '' && url.password === '';
    }, 'ORDER_WEBHOOK_URL harus alamat seperti https://example.com/orders, tanpa nama pengguna dan kata sandi.'),
  ),
  ORDER_WEBHOOK_SECRET: v.optional(
    v.pipe(v.string(), v.minLength(16, 'ORDER_WEBHOOK_SECRET paling sedikit 16 huruf.')),
  ),
  BILLING_ACCOUNT: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.regex(/^[\d .-]{5,40}$/, 'BILLING_ACCOUNT harus nomor rekening, seperti 8830 1234 4471.'),
    ),
  ),
  LOG_LEVEL: v.optional(
    v.pipe(
      v.string(),
      v.toLowerCase(),
      v.picklist(logLevels, `LOG_LEVEL harus salah satu dari ${logLevels.join(', ')}.`),
    ),
    'warn',
  ),
});

export type Config = ReturnType<typeof readConfig>;

/** Reads the configuration; an empty variable counts as absent. Throws a `StartupError` with one sentence per fault. */
export function readConfig(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const read = v.safeParse(Environment, given);
  const faults = [
    ...(read.success ? [] : read.issues.map((issue) => issue.message)),
    ...misspeltSettings(Object.keys(given), Object.keys(Environment.entries)),
  ];
  for (const [one, other] of [
    ['TLS_CERT', 'TLS_KEY'],
    ['ORDER_WEBHOOK_URL', 'ORDER_WEBHOOK_SECRET'],
  ] as const) {
    if (one in given !== other in given)
      faults.push(`${one} dan ${other} satu pasang: isi keduanya, atau kosongkan keduanya.`);
  }
  if ('HSTS_SECONDS' in given && !('TLS_CERT' in given) && !('TRUST_PROXY' in given))
    faults.push(
      'HSTS_SECONDS memerlukan HTTPS: isi juga TLS_CERT dan TLS_KEY, atau TRUST_PROXY di belakang proxy yang mengirim X-Forwarded-Proto.',
    );
  if (!read.success || faults.length > 0) throw new StartupError([...new Set(faults)].join('\n'));
  const { TLS_CERT: certFile, TLS_KEY: keyFile, ORDER_WEBHOOK_URL: url, ORDER_WEBHOOK_SECRET: secret } = read.output;
  return {
    port: read.output.PORT,
    host: read.output.HOST,
    dataDir: read.output.DATA_DIR,
    databaseUrl: read.output.DATABASE_URL,
    publicUrl: read.output.PUBLIC_URL,
    corsOrigins: read.output.CORS_ORIGINS,
    tls: certFile && keyFile ? { certFile, keyFile } : undefined,
    hstsSeconds: read.output.HSTS_SECONDS,
    trustProxy: read.output.TRUST_PROXY,
    metricsPort: read.output.METRICS_PORT,
    orderWebhook: url && secret ? { url, secret } : undefined,
    billingAccount: read.output.BILLING_ACCOUNT,
    logLevel: read.output.LOG_LEVEL,
  };
}

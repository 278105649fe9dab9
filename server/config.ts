/** The environment this server reads, checked once at start. */
import * as v from 'valibot';

/** Something the shop's owner can mend. Its message is the one sentence they see, without a stack. */
export class StartFault extends Error {}

const webOrigin = (name: string) =>
  v.pipe(
    v.string(),
    v.check((value) => {
      const url = URL.canParse(value) ? new URL(value) : undefined;
      return url !== undefined && /^https?:$/.test(url.protocol) && value.replace(/\/$/, '') === url.origin;
    }, `${name} must be an address like https://shop.example, without a path.`),
    v.transform((value) => new URL(value).origin),
  );

const Environment = v.object({
  PORT: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (value) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535,
        'PORT must be a whole number from 0 to 65535 (0 takes any free port).',
      ),
      v.transform(Number),
    ),
    '3000',
  ),
  HOST: v.optional(
    v.pipe(v.string(), v.regex(/^[\w.:-]+$/, 'HOST must be a name or an address of this machine, like 127.0.0.1.')),
    '0.0.0.0',
  ),
  DATA_DIR: v.optional(v.string(), 'data'),
  DATABASE_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (value) => /^postgres(ql)?:\/\//.test(value) && URL.canParse(value),
        'DATABASE_URL must look like postgres://user:password@host:5432/database, with special characters in the password percent-encoded.',
      ),
    ),
  ),
  PUBLIC_URL: v.optional(webOrigin('PUBLIC_URL')),
  CORS_ORIGINS: v.optional(
    v.pipe(
      v.string(),
      v.transform((list) =>
        list
          .split(',')
          .map((origin) => origin.trim())
          .filter((origin) => origin !== ''),
      ),
      v.array(webOrigin('Each of the CORS_ORIGINS')),
    ),
    '',
  ),
});

export interface Config {
  /** 0 takes any free port. */
  port: number;
  /** The default, all interfaces, lets phones on the shop's wifi in. */
  host: string;
  dataDir: string;
  /** PostgreSQL instead of the SQLite file. */
  databaseUrl: string | undefined;
  publicUrl: string | undefined;
  /** Other origins whose storefront may call this API; none by default. */
  corsOrigins: string[];
}

/** Reads the configuration; an empty variable counts as absent. Throws a `StartFault` with one sentence per fault. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const read = v.safeParse(Environment, given);
  if (!read.success) throw new StartFault(read.issues.map((issue) => issue.message).join('\n'));
  const { PORT, HOST, DATA_DIR, DATABASE_URL, PUBLIC_URL, CORS_ORIGINS } = read.output;
  return {
    port: PORT,
    host: HOST,
    dataDir: DATA_DIR,
    databaseUrl: DATABASE_URL,
    publicUrl: PUBLIC_URL,
    corsOrigins: CORS_ORIGINS,
  };
}

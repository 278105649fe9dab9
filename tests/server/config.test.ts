import { Server } from 'node:net';
import { expect, test, vi } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { openMetrics } from '../../server/metrics.ts';

test('without settings the shop listens on port 3000 for the whole network, with its data in data/', () => {
  const open = {
    port: 3_000,
    host: '0.0.0.0',
    dataDir: 'data',
    databaseUrl: undefined,
    trustProxy: [],
    logLevel: 'warn',
  };

  expect(readConfig({ PORT: '', UNRELATED: 'x' })).toMatchObject(open);
});

test('every setting is read', () => {
  const environment = {
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: '/srv/kedai',
    DATABASE_URL: 'postgres://kedai:p%40ss@db.example:5432/kedai',
    PUBLIC_URL: 'https://kopi.example/',
    CORS_ORIGINS: 'https://kopi.example, http://localhost:5173',
    TLS_CERT: 'cert.pem',
    TLS_KEY: 'key.pem',
    HSTS_SECONDS: '31536000',
    TRUST_PROXY: 'loopback, 10.0.0.0/8, 2001:db8::/32',
    METRICS_PORT: '9464',
    ORDER_WEBHOOK_URL: 'http://localhost:9000/orders?x=1',
    ORDER_WEBHOOK_SECRET: 'sixteen letters!',
    BILLING_ACCOUNT: ' 8830 1234 4471 ',
    LOG_LEVEL: 'INFO',
  };

  expect(readConfig(environment)).toEqual({
    port: 0,
    host: '127.0.0.1',
    dataDir: '/srv/kedai',
    databaseUrl: 'postgres://kedai:p%40ss@db.example:5432/kedai',
    publicUrl: 'https://kopi.example',
    corsOrigins: ['https://kopi.example', 'http://localhost:5173'],
    tls: { certFile: 'cert.pem', keyFile: 'key.pem' },
    hstsSeconds: 31_536_000,
    trustProxy: ['loopback', '10.0.0.0/8', '2001:db8::/32'],
    metricsPort: 9_464,
    orderWebhook: { url: 'http://localhost:9000/orders?x=1', secret: 'sixteen letters!' },
    billingAccount: '8830 1234 4471',
    logLevel: 'info',
  });
});

test('localhost means 127.0.0.1 only, because a second address would be a second server', () => {
  expect(readConfig({ HOST: 'localhost' }).host).toBe('127.0.0.1');
});

test.each([
  ['PORT', ['abc', '-1', '65536', '3000.5', '0x10', '1e3', ' 3000']],
  ['HOST', ['two words', 'http://x']],
  [
    'DATABASE_URL',
    ['mysql://x/y', 'kedai', 'postgres://[broken', 'postgres://one,two:x/kedai', 'postgres://one,/kedai'],
  ],
  ['PUBLIC_URL', ['kopi.example', 'ftp://kopi.example', 'https://kopi.example/menu']],
  ['TRUST_PROXY', ['true', '0.0.0.0/0', '1', '10.0.0.0/33', 'proxy.example', '10.0.0.1/8/8']],
  ['METRICS_PORT', ['no', '70000']],
  ['ORDER_WEBHOOK_URL', ['mailto:a@b.id', 'kopi.example', 'https://user:pass@kopi.example/']],
  ['ORDER_WEBHOOK_SECRET', ['short']],
  ['LOG_LEVEL', ['loud']],
  ['TLS_CERT', ['alone.pem']],
  ['HSTS_SECONDS', ['yes', '-1', '1.5', '1 year', '31536000']],
  ['CORS_ORIGINS', ['*', 'null', 'kopi.example', 'https://a.example/x', 'https://a.example,*']],
])('an invalid %s is reported in one sentence that names the setting, but not its value', (name, wrong) => {
  for (const value of wrong) {
    const read = () => readConfig({ [name]: value });

    expect(read).toThrow(new RegExp(`^[^\\n]*${name}[^\\n]*\\.$`, 'm'));
    if (value.length > 4) expect(read).not.toThrow(value);
  }
});

test.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['CORS_ORIGIN', 'CORS_ORIGINS'],
  ['DATADIR', 'DATA_DIR'],
  ['TLS_CRET', 'TLS_CERT'],
  ['KEDAI_DATA_DIR', 'DATA_DIR'],
])('the unknown setting %s is reported, with %s suggested', (wrong, right) => {
  expect(() => readConfig({ [wrong]: 'x' })).toThrow(`Tidak ada pengaturan ${wrong}; maksudnya ${right}?`);
});

test('variables of other programs are ignored', () => {
  const others = [
    'PATH',
    'HOME',
    'PORTS',
    'HOSTNAME',
    'KEDAI_PORT',
    'KEDAI_SERVICE_HOST',
    'PGDATABASE',
    'LOGLEVELS_X',
    'TLS_CA',
  ];

  expect(() => readConfig(Object.fromEntries(others.map((name) => [name, 'x'])))).not.toThrow();
  expect(() => readConfig({ KEDAI_COLOUR: 'brown' })).toThrow('Tidak ada pengaturan KEDAI_COLOUR.');
});

test.each([
  ['EACCES', 'Port 80 tidak boleh dipakai pengguna ini; pilih yang di atas 1023 dengan METRICS_PORT.'],
  ['EADDRINUSE', 'Port 80 sudah dipakai; pilih yang lain dengan METRICS_PORT.'],
])("an error on the metrics port (%s) names METRICS_PORT, not the shop's own", async (code, sentence) => {
  // Simulated, because the user who runs the tests may be allowed to use any port.
  const listen = vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server) {
    process.nextTick(() => this.emit('error', Object.assign(new Error(), { code })));
    return this;
  });

  await expect(openMetrics(80)).rejects.toThrow(sentence);

  listen.mockRestore();
});
